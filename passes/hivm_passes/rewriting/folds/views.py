"""Offsets, sizes and strides of view-like operations, static and dynamic mixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from hivm_passes.ir.types import DYNAMIC
from hivm_passes.rewriting.constants import constant_int

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value


def static_list(op: Operation, name: str) -> tuple[int, ...]:
    """``static_offsets`` and its kin; DYNAMIC where an operand gives the number."""
    attribute = op.attributes.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else ()


def mixed_list(op: Operation, which: str) -> list[int | Value]:
    """``offsets``, ``sizes`` or ``strides`` of a subview, slice or reinterpret_cast: numbers and values."""
    segments = op.segments or ()
    before = {"offsets": 3, "sizes": 2, "strides": 1}[which]
    # The groups are (source[, dest], offsets, sizes, strides).
    start = sum(segments[:-before])
    operands = iter(op.operands[start : start + segments[-before]] if segments else ())
    return [next(operands) if size == DYNAMIC else size for size in static_list(op, f"static_{which}")]


def known(entry: int | Value) -> int | None:
    """The number that an entry is known to be, as a literal or by a constant operation."""
    return entry if isinstance(entry, int) else constant_int(entry)


def same_entries(left: list[int | Value], right: list[int | Value]) -> bool:
    """Whether two lists hold the same numbers and the same values."""
    return len(left) == len(right) and all(
        a is b or (isinstance(a, int) and isinstance(b, int) and a == b) for a, b in zip(left, right, strict=True)
    )


def reassociation(op: Operation) -> list[list[int]]:
    """The groups of dimensions of a collapse_shape or expand_shape."""
    attribute = op.attributes.get("reassociation")
    if not isinstance(attribute, ArrayAttr):
        return []
    return [
        [e.value for e in group.elements if isinstance(e, IntegerAttr)]
        for group in attribute.elements
        if isinstance(group, ArrayAttr)
    ]
