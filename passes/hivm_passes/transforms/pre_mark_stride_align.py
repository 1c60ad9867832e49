"""``hivm-pre-mark-stride-align``: buffers that a callee reads with vector loads stay packed (A5, reg-based)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.analysis.alignment.calls import callee_in_module
from hivm_passes.analysis.alignment.demands import AlignmentError
from hivm_passes.analysis.alignment.functions import context_mode, error_diagnostic, is_host_function
from hivm_passes.analysis.alignment.marking import attach_mark
from hivm_passes.analysis.alignment.skip import SKIP_FOR_VECTOR_LOADS, is_skip_marked
from hivm_passes.dialects.effects import effects
from hivm_passes.ir.attributes import DialectAttr
from hivm_passes.ir.types import MemRefType
from hivm_passes.passes import Build, Pass, PassContext, PassResult
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value

_SKIP = DialectAttr("hivm", "skip_stride_align_for_vload")
_ALLOCATIONS = frozenset({"memref.alloc", "memref.alloca"})


@dataclass(frozen=True, slots=True)
class PackedBuffer:
    """``buffer`` stays packed: ``load`` fills it, and what ``call`` calls reads it with vector loads."""

    buffer: Value
    load: Operation
    call: Operation


def vector_load_user(destination: Value) -> Operation | None:
    """The call through which ``destination`` (or a view of it) is read with vector loads, or None.

    Raises ``AlignmentError`` for a callee without a body.
    """
    facts = effects("a5")
    hits: list[tuple[Operation, int]] = []
    pending, seen = [destination], {destination}
    while pending:
        value = pending.pop()
        for use in value.uses:
            user = use.owner
            if user.name == "func.call":
                hits.append((user, use.index))
            for result in user.results:
                if result not in seen and facts.view_source(result) is not None:
                    seen.add(result)
                    pending.append(result)
    for call, index in hits:
        callee = callee_in_module(call)
        if callee is None:
            continue
        entry = callee.regions[0].entry if callee.regions else None
        if entry is None:
            raise AlignmentError(call, "callee has no body", "declaration", crash=True)
        if index < len(entry.arguments) and is_vector_loaded(entry.arguments[index]):
            return call
    return None


def is_vector_loaded(argument: Value) -> bool:
    """Whether some user of a function argument is a vector load, directly or through views.

    Of the users of a view only the last one in the text is looked at.
    """
    for user in argument.users:
        current: Operation | None = user
        while current is not None and current.name in ("memref.subview", "memref.view"):
            users = current.results[0].users
            current = users[0] if users else None
        if current is not None and current.name == "vector.transfer_read":
            return True
    return False


@dataclass(frozen=True)
class PreMarkStrideAlignPass(Pass):
    """The pass. It inserts marks and changes nothing else."""

    name: ClassVar[str] = "hivm-pre-mark-stride-align"
    class_name: ClassVar[str] = "PreMarkStrideAlign"
    summary: ClassVar[str] = "keep buffers packed that a callee reads with vector loads"
    builds: ClassVar[tuple[Build, ...]] = ("a5",)

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if is_host_function(op) or not context_mode(op, context).reg_based:
            return PassResult(op, changed=False)
        found: list[PackedBuffer] = []
        for load in op.walk():
            if load.name != "hivm.hir.load" or not isinstance(load.operands[1].type, MemRefType):
                continue
            try:
                call = vector_load_user(load.operands[1])
            except AlignmentError as error:
                return PassResult(
                    op,
                    changed=bool(found),
                    failed=True,
                    diagnostics=(error_diagnostic(error, "pre-mark-stride-align"),),
                    report=tuple(found),
                )
            root = effects("a5").root_of_views(load.operands[1])
            definition = root.defining_op
            if call is None or definition is None or definition.name not in _ALLOCATIONS or is_skip_marked(root):
                continue
            attach_mark(root, {SKIP_FOR_VECTOR_LOADS: _SKIP}, load)
            found.append(PackedBuffer(root, load, call))
        return PassResult(op, changed=bool(found), report=tuple(found))


PASSES = (PreMarkStrideAlignPass,)
