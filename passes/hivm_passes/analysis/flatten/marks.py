"""The layout that a value will have once its stride-align marks are obeyed."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, StridedLayoutAttr
from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import DYNAMIC, MemRefType, bit_width

if TYPE_CHECKING:
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Value

STRIDE_ALIGN_DIMS = "hivm.stride_align_dims"
STRIDE_ALIGN_BYTES = "hivm.stride_align_value_in_byte"


def integers(attribute: Attribute | None) -> tuple[int, ...]:
    """The numbers of an array attribute of either kind; empty for anything else."""
    if isinstance(attribute, DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, ArrayAttr):
        return tuple(e.value for e in attribute.elements if isinstance(e, IntegerAttr))
    return ()


def stride_marks(value: Value) -> tuple[tuple[int, int], ...]:
    """The (dimension, bytes) pairs of all stride-align marks on ``value`` itself."""
    found: list[tuple[int, int]] = []
    for user in value.users:
        if user.name == "annotation.mark":
            dims = integers(user.attributes.get(STRIDE_ALIGN_DIMS))
            sizes = integers(user.attributes.get(STRIDE_ALIGN_BYTES))
            if dims and len(dims) == len(sizes):
                found += zip(dims, sizes, strict=True)
    return tuple(found)


def marked_type(value: Value, type: MemRefType) -> MemRefType:
    """``type`` with every stride rounded up as the marks on ``value`` ask for.

    A type that this changes loses its memory space (only strides matter to who asks).
    """
    marks = stride_marks(value)
    form = strides_and_offset(type) if marks else None
    if form is None:
        return type
    width = bit_width(type.element) or 8
    align = [1] * type.rank
    for dim, size in marks:
        if 0 <= dim < type.rank:
            align[dim] = lcm(align[dim], max(1, size * 8 // width))
    for dim in range(type.rank - 2, -1, -1):
        align[dim] = lcm(align[dim], align[dim + 1])
    strides = tuple(s if a == 1 or s == DYNAMIC else -(-s // a) * a for s, a in zip(form.strides, align, strict=True))
    changed = any(
        a > 1 and (new != old or old == DYNAMIC) for new, old, a in zip(strides, form.strides, align, strict=True)
    )
    return MemRefType(type.shape, type.element, StridedLayoutAttr(strides, form.offset)) if changed else type
