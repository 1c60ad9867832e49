"""``hivm-alloc-extra-buffer``: scratch memory that vector operations need becomes visible as allocations.

Each operation gets its own buffers, directly in front of it and without a memory space. The report is one ``Scratch``
per buffer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.analysis.tracing import Tracer
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.core import Operation, name_span
from hivm_passes.ir.types import MemRefType, bit_width
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.targets import module_target
from hivm_passes.transforms.alloc_extra_buffer.rules import needs_of
from hivm_passes.transforms.alloc_extra_buffer.site import (
    SAVING_UB,
    UNALIGNED_CASTS,
    Need,
    Site,
    Surroundings,
    UnsizedError,
)

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.targets import Target

PRESENT: Final = "hivm.alloc-extra-buffer.present"
UNSUPPORTED: Final = "hivm.alloc-extra-buffer.unsupported"
QUIRK: Final = "hivm.alloc-extra-buffer.too-small"
CRASH: Final = "hivm.alloc-extra-buffer.crash"


@dataclass(frozen=True, slots=True, eq=False)
class Scratch:
    """One scratch buffer: the operation that needs it, its type, bytes, and what it is for.

    ``op`` is the operation in the module that was looked at or changed; ``alloc`` is None when nothing was written.
    """

    op: Operation
    need: Need
    type: MemRefType
    bytes: int
    alloc: Operation | None = None

    @property
    def text(self) -> str:
        """For a hover: ``scratch: 640 x f32 = 2560 B (partial results of sum)``."""
        return f"scratch: {self.need.elements} x {self.need.element} = {self.bytes} B ({self.need.why})"


@dataclass(frozen=True)
class AllocExtraBufferPass(Pass):
    """The pass."""

    name: ClassVar[str] = "hivm-alloc-extra-buffer"
    class_name: ClassVar[str] = "AllocExtraBuffer"
    summary: ClassVar[str] = "allocate the scratch memory of vector operations"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if is_host(op):
            return PassResult(op, changed=False)
        found, diagnostics, failed = survey(op, context.build, context.target)
        if failed and not context.exact:
            return PassResult(op, False, True, diagnostics, tuple(found))
        return PassResult(op, bool(found), failed, diagnostics, tuple(_write(one, context.build) for one in found))


def survey(
    func: Operation, build: Build, assumed: Target | None = None
) -> tuple[list[Scratch], tuple[Diagnostic, ...], bool]:
    """What the operations of a function need; nothing is changed. Also what there is to say, and whether it fails.

    ``assumed`` is the target of a module that names none.
    """
    around = surroundings(func, build, assumed)
    found: list[Scratch] = []
    diagnostics: list[Diagnostic] = []
    tables = registry(build)
    for op in func.walk_post_order():
        if not op.name.startswith("hivm.") or (info := tables.get(op.name)) is None or not info.extra_buffer:
            continue
        groups: list[str] = info.extra_buffer["operand"]
        if any(info.operand_group(op, g) for g in groups):
            plural = "s" if groups == ["temp_buffers"] else ""
            message = f"already has extra temp buffer{plural}"
            diagnostics.append(Diagnostic("warning", PRESENT, message, name_span(op)))
            continue
        try:
            needs, warnings = needs_of(Site(op, around))
        except UnsizedError as refusal:
            diagnostics += _refused(op, refusal)
            return found, tuple(diagnostics), True
        diagnostics += [Diagnostic("warning", UNSUPPORTED, w, name_span(op)) for w in warnings]
        diagnostics += [_quirk(op, need.quirk) for need in needs if need.quirk]
        found += [_scratch(op, need) for need in needs]
    return found, tuple(diagnostics), False


def scratch_of(op: Operation, build: Build, assumed: Target | None = None) -> tuple[Scratch, ...]:
    """What one operation would get (for a hover); empty when nothing, or when the pass would fail at it."""
    info = registry(build).get(op.name)
    if info is None or not info.extra_buffer:
        return ()
    func = next((o for o in op.ancestors() if o.name == "func.func"), op)
    try:
        needs, _ = needs_of(Site(op, surroundings(func, build, assumed)))
    except UnsizedError:
        return ()
    return tuple(_scratch(op, need) for need in needs)


def surroundings(func: Operation, build: Build, assumed: Target | None = None) -> Surroundings:
    """What the rules need to know about a function and its module."""
    module = func.parent_op
    named = None if module is None else module_target(module)
    if module is not None and "hacc.target" not in module.attributes:
        named = assumed
    return Surroundings(
        build,
        build == "a5" and named is not None and named.family == "reg-based",
        SAVING_UB in func.attributes,
        UNALIGNED_CASTS in func.attributes,
        Tracer(build),
    )


def is_host(func: Operation) -> bool:
    """Whether a function runs on the host: HIVM passes leave it alone."""
    return getattr(func.attributes.get("hacc.function_kind"), "body", None) == "HOST"


def _scratch(op: Operation, need: Need) -> Scratch:
    type = MemRefType(need.shape or (need.elements,), need.element)
    return Scratch(op, need, type, -(-need.elements * (bit_width(need.element) or 0) // 8))


def _write(scratch: Scratch, build: Build) -> Scratch:
    op, info = scratch.op, registry(build).get(scratch.op.name)
    block = op.parent
    assert info is not None and info.extra_buffer and block is not None
    alloc = Operation("memref.alloc", (), (scratch.type,), segments=(0, 0))
    alloc.location, alloc.derived_from = op.location, op
    block.insert_before(op, alloc)
    groups = info.operand_groups(op) or []
    index = info.operand_index[info.extra_buffer["operand"][0]]
    groups[index] = [*groups[index], alloc.result]
    segments = None if op.segments is None else tuple(len(g) for g in groups)
    op.set_operands([v for g in groups for v in g], segments)
    return Scratch(op, scratch.need, scratch.type, scratch.bytes, alloc)


def _quirk(op: Operation, text: str) -> Diagnostic:
    return Diagnostic("warning", QUIRK, text, name_span(op), data={"own": True})


def _refused(op: Operation, refusal: UnsizedError) -> list[Diagnostic]:
    span = name_span(op)
    if not refusal.crash:
        return [Diagnostic("error", UNSUPPORTED, refusal.message, span, op_name=refusal.on)]
    said = [Diagnostic("error", CRASH, refusal.said, span, data={"located": False})] if refusal.said else []
    text = f"no scratch buffer can be sized: {refusal.message}"
    died = Diagnostic("error", CRASH, text, span, details=("the compiler would crash here",), op_name=op.name)
    return [*said, died]


PASSES = (AllocExtraBufferPass,)
