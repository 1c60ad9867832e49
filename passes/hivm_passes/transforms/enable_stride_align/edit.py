"""The pass as the smallest change of what was written: only marks, padded allocations and their users change.

Requests move on a copy of each function, where the rewrite driver may tidy up as it likes; what arrives at the
allocations is then done to the original without the driver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.propagation import ALLOCATIONS, CompilerDies, Propagation
from hivm_passes.analysis.alignment.requests import MARK, STRIDES, attributes_of, drop_requests, pairs
from hivm_passes.dialects.effects import effects
from hivm_passes.ir.attributes import UNIT, Attribute
from hivm_passes.ir.core import Value
from hivm_passes.ir.types import MemRefType
from hivm_passes.rewriting.constants import materialize_constant
from hivm_passes.rewriting.folds import fold_table
from hivm_passes.rewriting.retype import CAST, RetypeLog
from hivm_passes.rewriting.rewriter import Rewriter
from hivm_passes.transforms.enable_stride_align.allocate import replace_allocation
from hivm_passes.transforms.enable_stride_align.deferred import make_deferred_copies
from hivm_passes.transforms.enable_stride_align.padding import padding_of
from hivm_passes.transforms.enable_stride_align.report import AllocationAlignment, under_aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.analysis.alignment.requests import Requests
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

STORAGE_ALIGNED = "hivm.storage_aligned"


class RecordingRewriter(Rewriter):
    """Remembers what it made."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[Operation] = []

    def on_inserted(self, op: Operation) -> None:
        self.made.append(op)


def requests_by_allocation(probe: Operation, propagation: Propagation) -> dict[Operation, Requests]:
    """What arrived at the allocations of a copy, by the allocation that each was copied from."""
    return {
        op.origin: propagation.requests_of(op)
        for op in probe.walk()
        if op.name in ALLOCATIONS and op.origin is not None and STRIDES.dims in op.attributes
    }


def pad_in_place(
    func: Operation,
    root: Operation,
    requests: dict[Operation, Requests],
    mode: Mode,
    chosen: Callable[[Operation], bool] | None,
    log: RetypeLog,
) -> list[AllocationAlignment]:
    """Pad the allocations of ``func`` that have requests (and are chosen); returns what became of each.

    When all are chosen, the requests leave the marks, and the function says that it is aligned.
    """
    rewriter = RecordingRewriter()
    if chosen is None:
        for mark in [op for op in func.walk() if op.name == MARK and STRIDES.bytes in op.attributes]:
            drop_requests(rewriter, mark, STRIDES)
    done: list[AllocationAlignment] = []
    for op in reversed([op for op in func.walk() if op in requests and (chosen is None or chosen(op))]):
        _pad(op, requests[op], mode, rewriter, log, done)
    if mode.is_a3:
        if chosen is None:
            func.set_attribute(STORAGE_ALIGNED, UNIT)
    else:
        served, left = make_deferred_copies(func, root, rewriter)
        log.copies += served
        log.failed = left
    tidy(rewriter, mode.build)
    done.reverse()
    return done


def _pad(
    op: Operation, requests: Requests, mode: Mode, rewriter: Rewriter, log: RetypeLog, done: list[AllocationAlignment]
) -> None:
    asked = pairs(requests)
    padding = padding_of(op, asked, mode)
    if isinstance(padding, str):
        raise CompilerDies(op, padding, "the requested alignment is not possible")
    changes = padding.changes
    under = () if not changes or mode.reg_based else under_aligned(padding, asked)
    done.append(AllocationAlignment(op, padding.type, requests, padding if changes else None, under))
    for name in attributes_of((), STRIDES):
        op.set_attribute(name, None)
    if changes:
        clear_the_way(op, rewriter, mode.build)
        rewriter.matched = op
        replace_allocation(op, padding, rewriter, mode.build, log)


def clear_the_way(op: Operation, rewriter: Rewriter, build: Build) -> None:
    """Do to what is made of an allocation what the driver would have done before.

    Casts fold into their users, declared sizes move to the allocation, and values that nobody needs go, as far as they
    would otherwise get a copy.
    """
    facts, folds = effects(build), fold_table(build)
    made: list[Operation] = []
    seen: set[Value] = set()
    pending: list[Value] = [op.results[0]]
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        source = value.defining_op
        for user in value.users:
            fold = folds[user.name]
            if user.parent is None:
                continue
            if user.regions or user.name == "scf.yield":
                pending += _carried(user)
                continue
            if not any(isinstance(r.type, MemRefType) for r in user.results):
                through_cast = source is not None and source.name == "memref.cast"
                if fold is not None and (user.name == MARK or through_cast):
                    fold(user)
                continue
            found = fold(user) if fold is not None else None
            values = [v for v in found or () if isinstance(v, Value)]
            if values and len(values) == len(user.results):
                rewriter.replace_op(user, values)
                pending += values
                seen.difference_update(values)
                continue
            made.append(user)
            pending += user.results
    for user in reversed(made):
        if user.parent is not None and facts.is_trivially_dead(user):
            rewriter.erase_op(user)


def _carried(op: Operation) -> list[Value]:
    """The memrefs that an operation with regions, or the end of one, hands on."""
    outer = op if op.regions else op.parent_op
    if outer is None or outer.name == "func.func":
        return []
    found: list[Value] = [*outer.results, *(a for r in outer.regions for b in r.blocks for a in b.arguments)]
    return [v for v in found if isinstance(v.type, MemRefType)]


def tidy(rewriter: RecordingRewriter, build: Build) -> None:
    """Fold what was made on the way, and only that."""
    facts, folds = effects(build), fold_table(build)
    changed = True
    while changed:
        changed = False
        for op in list(rewriter.made):
            if op.parent is None or op.name in ("memref.subview", "memref.alloc", "memref.alloca"):
                continue
            if facts.is_trivially_dead(op) or (op.name == CAST and not op.has_used_results):
                rewriter.erase_op(op)
                changed = True
                continue
            fold = folds[op.name]
            results = fold(op) if fold is not None else None
            if results:
                changed |= _replace(op, results, rewriter)


def _replace(op: Operation, results: Sequence[Value | Attribute], rewriter: Rewriter) -> bool:
    (found,) = results
    if isinstance(found, Attribute):
        if op.name == "arith.constant":
            return False
        constant = materialize_constant(op.name.split(".", 1)[0], found, op.results[0].type)
        if constant is None:
            return False
        rewriter.set_insertion_point(op)
        rewriter.insert(constant)
        found = constant.results[0]
    rewriter.replace_op(op, [found])
    return True


def has_requests(func: Operation) -> bool:
    """Whether anything in a function asks for alignment."""
    return any(STRIDES.dims in op.attributes or STRIDES.bytes in op.attributes for op in func.walk())
