"""Tightly coupled buffers (950): requests of the cube side's buffers go to those of the vector side.

Source: hivm-enable-stride-align, tightly coupled buffers and write operations of deferred copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.alignment.requests import MARK, STRIDES, Request, create_mark, numbers
from hivm_passes.ir.attributes import DialectAttr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.analysis.alignment.propagation import Propagation
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter

COUPLED: Final = "hivm.tightly_coupled_buffer"
CORE_TYPE: Final = "hivm.func_core_type"


def couple(functions: Iterable[Operation], propagation: Propagation, rewriter: Rewriter) -> None:
    """Mark the buffers of vector functions as the buffers of cube functions with the same id ask."""
    functions = list(functions)
    asked: dict[Attribute, list[Request]] = {}
    for func in functions:
        if _core(func) != "AIC":
            continue
        for mark in _coupled_marks(func):
            op = mark.operands[0].defining_op
            if op is not None and STRIDES.dims in op.attributes and numbers(op, STRIDES.bytes) is not None:
                asked.setdefault(mark.attributes[COUPLED], []).extend(propagation.requests_of(op))
    if not asked:
        return
    for func in functions:
        if _core(func) != "AIV" or "hivm.vector_function" in func.attributes:
            continue
        for mark in _coupled_marks(func):
            requests = asked.get(mark.attributes[COUPLED])
            source = mark.operands[0]
            op = source.defining_op
            if requests is None or (op is not None and STRIDES.dims in op.attributes):
                continue
            for request in requests:
                coupled = Request(request.dim, request.size, "coupled", mark, source, (request,))
                made = create_mark(rewriter, source, (coupled,), STRIDES, "a5")
                propagation.known.on[made] = (coupled,)
                made.derived_from = mark
                rewriter.move_op_after(mark, made)


def _core(func: Operation) -> str | None:
    core = func.attributes.get(CORE_TYPE)
    return core.body if isinstance(core, DialectAttr) else None


def _coupled_marks(func: Operation) -> list[Operation]:
    return [op for op in func.walk() if op.name == MARK and COUPLED in op.attributes]


# --- where the vector side waits for the cube side ------------------------------------------------------------------


def waiting_op(value: Value, aliases: Iterable[Value], module: Operation) -> Operation | None:
    """The wait that counts as a write to a coupled buffer: the first one for a signal given behind its fixpipe."""
    ids = [
        user.attributes[COUPLED]
        for alias in aliases
        for user in alias.users
        if user.name == MARK and COUPLED in user.attributes
    ]
    if not ids:
        return None
    signals = [s for op in module.walk() if op.name == "hivm.hir.fixpipe" for s in _signal_behind(op, ids[0])]
    op = value.defining_op
    op = op.next if op is not None else None
    while op is not None and op.name != "hivm.hir.sync_block_set" and op.next is not None:
        if op.name == "hivm.hir.sync_block_wait" and any(_agree(op, s) for s in signals):
            return op
        op = op.next
    return None


def _signal_behind(fixpipe: Operation, id: Attribute) -> list[Operation]:
    target = fixpipe.operands[1] if len(fixpipe.operands) > 1 else None
    while target is not None:
        if any(u.name == MARK and u.attributes.get(COUPLED) is id for u in target.users):
            break
        op = target.defining_op
        target = op.operands[0] if op is not None and op.name.startswith("memref.") and op.operands else None
    if target is None:
        return []
    op = fixpipe.next
    while op is not None and op.name != "hivm.hir.sync_block_set":
        op = op.next
    return [] if op is None else [op]


def _agree(wait: Operation, signal: Operation) -> bool:
    names = ("tpipe", "pipe", "static_flag_id", "flag_id")
    if any(wait.attributes.get(n) is not signal.attributes.get(n) for n in names):
        return False
    if wait.operands[:1] != signal.operands[:1]:
        return False
    return _instruction_mode(wait) == _instruction_mode(signal)


def _instruction_mode(op: Operation) -> str:
    for name in ("tsync_instr_mode", "sync_instr_mode"):
        body = getattr(op.attributes.get(name), "body", None)
        if body is not None:
            return body
    return "INTRA_BLOCK_SYNCHRONIZATION"
