"""How far a function has come through the compiler's pipeline, read off its text (pipeline, entry stages)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.dialects.registry import operand_group
from hivm_passes.ir.types import MemRefType, TensorType, UnrankedTensorType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

Stage = Literal[
    "tensor",
    "bufferized",
    "scoped",
    "marked",
    "aligned",
    "sized",
    "extra buffers, not scoped",
    "extra buffers",
    "planned",
    "multi-buffered",
    "mixed",
    "no buffers",
]
"""``mixed`` has both allocations and addresses, which no plan accepts; ``no buffers`` has neither."""

PLANNABLE: Final[frozenset[Stage]] = frozenset(
    {"bufferized", "scoped", "marked", "aligned", "sized", "extra buffers, not scoped", "extra buffers"}
)
"""Stages from which the memory passes lead to a plan."""

ALIGNED: Final[frozenset[Stage]] = frozenset({"aligned", "sized", "extra buffers, not scoped", "extra buffers"})
"""Stages behind storage alignment. On A5 nothing records it, and aligning twice would pad twice."""

SCRATCH: Final = ("temp_buffer", "temp_buffers")
UNSCOPED: Final[frozenset[Stage]] = frozenset({"bufferized", "extra buffers, not scoped"})
"""Stages at which buffers have no memory space yet."""

UNBLOCKED: Final[frozenset[Stage]] = frozenset({"tensor", "bufferized"})
"""Stages at which the loop over logical blocks may still be wanted."""

LOCAL: Final = frozenset({"ub", "cbuf", "cc"})
ALIGN_MARK: Final = "hivm.stride_align_dims"
ALIGNED_FUNCTION: Final = "hivm.storage_aligned"


def stage_of(func: Operation, build: Build) -> Stage:
    """The stage of a function with a body; the first sign that holds decides."""
    signs = _Signs(func, build)
    if signs.tensor:
        return "tensor"
    if signs.casts:
        if signs.allocs:
            return "mixed"
        return "multi-buffered" if signs.selects and not signs.copies else "planned"
    if not signs.allocs:
        return "no buffers"
    if any(_type(op).space is None for op in signs.allocs):
        return "extra buffers, not scoped" if signs.scratch else "bufferized"
    if signs.scratch:
        return "extra buffers"
    if signs.marks:
        return "marked"
    if all(_type(op).has_static_shape for op in signs.allocs) and any(map(_is_byte_buffer, signs.allocs)):
        return "sized"
    aligned = ALIGNED_FUNCTION in func.attributes if build == "a3" else any(map(_is_padded, signs.allocs))
    return "aligned" if aligned else "scoped"


class _Signs:
    """What one walk over a function finds."""

    def __init__(self, func: Operation, build: Build) -> None:
        self.allocs: list[Operation] = []
        self.casts: list[Operation] = []
        self.tensor = self.scratch = self.marks = self.selects = self.copies = False
        for op in _body(func):
            for result in op.results:
                self.tensor |= isinstance(result.type, TensorType | UnrankedTensorType)
            if op.name == "memref.alloc":
                self.allocs.append(op)
            elif op.name == "hivm.hir.pointer_cast":
                if _type(op).address_space in LOCAL:
                    self.casts.append(op)
                    self.copies |= len(op.operands) > 1
            elif op.name == "annotation.mark":
                self.marks |= ALIGN_MARK in op.attributes
            elif op.name == "arith.select":
                self.selects |= isinstance(op.results[0].type, MemRefType)
            elif not self.scratch and op.name.startswith("hivm."):
                self.scratch = any(operand_group(op, name, build) for name in SCRATCH)


def _body(func: Operation) -> Iterator[Operation]:
    for region in func.regions:
        for block in region.blocks:
            for op in block.operations:
                yield from op.walk()


def _type(op: Operation) -> MemRefType:
    type = op.results[0].type
    assert isinstance(type, MemRefType)
    return type


def _is_byte_buffer(op: Operation) -> bool:
    type = _type(op)
    return type.rank == 1 and str(type.element) == "i8" and any(u.name == "memref.view" for u in op.results[0].users)


def _is_padded(op: Operation) -> bool:
    """Whether the only use is a view of the whole from the origin, which is what alignment leaves."""
    if not op.results[0].has_one_use:
        return False
    (user,) = op.results[0].users
    if user.name != "memref.subview":
        return False
    offsets = getattr(user.attributes.get("static_offsets"), "values", ())
    strides = getattr(user.attributes.get("static_strides"), "values", ())
    return all(o == 0 for o in offsets) and all(s == 1 for s in strides)
