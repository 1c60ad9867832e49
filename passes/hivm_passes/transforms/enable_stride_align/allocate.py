"""Replacing an allocation by a padded one and a view of the old shape.

Source: hivm-enable-stride-align, new operations and buffer sizes.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.requests import MARK
from hivm_passes.ir.attributes import DenseArrayAttr, IntegerAttr
from hivm_passes.ir.memref import strided_type
from hivm_passes.ir.types import DYNAMIC, I64, INDEX, MemRefType
from hivm_passes.rewriting.constants import integer
from hivm_passes.rewriting.retype import replace_and_retype

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.retype import RetypeLog
    from hivm_passes.rewriting.rewriter import Rewriter
    from hivm_passes.transforms.enable_stride_align.padding import Padding

BUFFER_SIZE = "buffer_size_in_byte"


def replace_allocation(op: Operation, padding: Padding, rewriter: Rewriter, build: Build, log: RetypeLog) -> Operation:
    """Put the padded allocation and its view in the place of ``op``; returns the new allocation."""
    rewriter.set_insertion_point(op)
    aligned = [
        _rounded_up(rewriter, size, unit) if kept is None and not isinstance(size, int) else kept
        for size, unit, kept in zip(padding.sizes, padding.units, padding.aligned, strict=True)
    ]
    old = padding.type
    type = MemRefType(padding.aligned_shape, old.element, None, old.space)
    dynamic = [v for v in aligned if v is not None and not isinstance(v, int)]
    made = rewriter.create(op.name, dynamic, (type,), segments=(len(dynamic), 0))
    made.location = op.location
    if build == "a5":
        scale_buffer_sizes(op, old, type)
    view = create_view(rewriter, made.results[0], padding)
    view.location = op.location
    made.results[0].name = None
    replace_and_retype(rewriter, op.results[0], view.results[0], build, log)
    rewriter.erase_op(op)
    return made


def create_view(rewriter: Rewriter, buffer: Value, padding: Padding) -> Operation:
    """The view of a padded buffer that has the old shape."""
    sizes = [s for s in padding.sizes if not isinstance(s, int)]
    rank = len(padding.sizes)
    attributes = {
        "static_offsets": DenseArrayAttr(I64, (0,) * rank),
        "static_sizes": DenseArrayAttr(I64, tuple(s if isinstance(s, int) else DYNAMIC for s in padding.sizes)),
        "static_strides": DenseArrayAttr(I64, (1,) * rank),
    }
    type = strided_type(padding.type, padding.type.shape, padding.strides, 0)
    return rewriter.create("memref.subview", (buffer, *sizes), (type,), attributes, segments=(1, 0, len(sizes), 0))


def _rounded_up(rewriter: Rewriter, size: Value, unit: int) -> Value:
    """``size`` rounded up to a multiple of ``unit``."""

    def constant(value: int) -> Value:
        return rewriter.create("arith.constant", (), (INDEX,), {"value": integer(value, INDEX)}).results[0]

    total = rewriter.create("arith.addi", (size, constant(unit - 1)), (INDEX,)).results[0]
    rest = rewriter.create("arith.remsi", (total, constant(unit)), (INDEX,)).results[0]
    return rewriter.create("arith.subi", (total, rest), (INDEX,)).results[0]


def scale_buffer_sizes(op: Operation, old: MemRefType, new: MemRefType) -> None:
    """A5: sizes declared by marks on the allocation grow as its static sizes do."""
    before, after = _static_product(old), _static_product(new)
    if before <= 0 or after <= before:
        return
    for user in op.results[0].users:
        size = user.attributes.get(BUFFER_SIZE) if user.name == MARK else None
        if isinstance(size, IntegerAttr):
            user.set_attribute(BUFFER_SIZE, IntegerAttr(-(-size.value * after // before), size.type))


def _static_product(type: MemRefType) -> int:
    return prod(size for size in type.shape if size != DYNAMIC)
