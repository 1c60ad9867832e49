"""Replacing an allocation by a bigger one and a view of the old size.

Source: AlignAllocSize, the padding of allocations with size requests.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import DenseArrayAttr
from hivm_passes.ir.memref import strided_type
from hivm_passes.ir.types import DYNAMIC, I64, INDEX, MemRefType, bit_width, row_major_strides
from hivm_passes.records import dataclass
from hivm_passes.rewriting.constants import constant_int, integer
from hivm_passes.rewriting.retype import replace_and_retype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter


@dataclass(frozen=True, slots=True, eq=False)
class SizePadding:
    """How an allocation grows. ``sizes`` are its sizes, ``units`` what each is rounded up to a multiple of.

    ``aligned`` holds the new sizes: None where arithmetic has to round up at run time. All in elements.
    """

    type: MemRefType
    sizes: tuple[int | Value, ...]
    units: tuple[int, ...]
    aligned: tuple[int | Value | None, ...]

    @property
    def changes(self) -> bool:
        """Whether any size changes."""
        return any(
            new is None or (new is not old and new != (old if isinstance(old, int) else constant_int(old)))
            for old, new in zip(self.sizes, self.aligned, strict=True)
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the new allocation."""
        return tuple(s if isinstance(s, int) else DYNAMIC for s in self.aligned)

    @property
    def bytes_before(self) -> int | None:
        """Bytes of the allocation as it is; None when a size is dynamic."""
        return _bytes(self.type, self.type.shape)

    @property
    def bytes_after(self) -> int | None:
        """Bytes of the new allocation; None when a size is dynamic."""
        return _bytes(self.type, self.shape)


def _bytes(type: MemRefType, shape: Sequence[int]) -> int | None:
    bits = bit_width(type.element)
    return None if bits is None or DYNAMIC in shape else -(-prod(shape) * bits // 8)


def padding_of(op: Operation, asked: Sequence[tuple[int, int]], mode: Mode) -> SizePadding | str:
    """How the allocation grows under requests, pairs of dimension and bytes; or why the compiler dies there."""
    type = op.results[0].type
    assert isinstance(type, MemRefType)
    width = (bit_width(type.element) or 0) // 8
    units = [1] * type.rank
    for dim, size in asked:
        if not 0 <= dim < type.rank:
            if mode.is_a3:
                continue
            return f"dimension {dim} does not exist"
        if width == 0 or size // width == 0:
            return "the request is smaller than an element"
        units[dim] = size // width
    dynamic = iter(op.operands)
    sizes: list[int | Value] = [next(dynamic) if s == DYNAMIC else s for s in type.shape]
    aligned: list[int | Value | None] = []
    for size, unit in zip(sizes, units, strict=True):
        number = size if isinstance(size, int) else constant_int(size)
        aligned.append(-(-number // unit) * unit if number is not None else size if unit == 1 else None)
    return SizePadding(type, tuple(sizes), tuple(units), tuple(aligned))


def replace_allocation(op: Operation, padding: SizePadding, rewriter: Rewriter, mode: Mode) -> None:
    """Put the bigger allocation and the view in the place of ``op``; all users go on with the view."""
    rewriter.set_insertion_point(op)
    aligned: list[int | Value] = [
        _rounded_up(rewriter, size, unit) if new is None and not isinstance(size, int) else new or 0
        for size, unit, new in zip(padding.sizes, padding.units, padding.aligned, strict=True)
    ]
    old = padding.type
    dynamic = [v for v in aligned if not isinstance(v, int)]
    type = MemRefType(padding.shape, old.element, None, old.space)
    made = rewriter.create("memref.alloc", dynamic, (type,), segments=(len(dynamic), 0))
    sizes = [s for s in padding.sizes if not isinstance(s, int)]
    attributes = {
        "static_offsets": DenseArrayAttr(I64, (0,) * old.rank),
        "static_sizes": DenseArrayAttr(I64, tuple(s if isinstance(s, int) else DYNAMIC for s in padding.sizes)),
        "static_strides": DenseArrayAttr(I64, (1,) * old.rank),
    }
    view = rewriter.create(
        "memref.subview",
        (made.results[0], *sizes),
        (strided_type(old, old.shape, row_major_strides(padding.shape), 0),),
        attributes,
        segments=(1, 0, len(sizes), 0),
    )
    replace_and_retype(rewriter, op.results[0], view.results[0], mode.build)
    rewriter.erase_op(op)


def _rounded_up(rewriter: Rewriter, size: Value, unit: int) -> Value:
    """``size`` rounded up to a multiple of ``unit``."""

    def constant(value: int) -> Value:
        return rewriter.create("arith.constant", (), (INDEX,), {"value": integer(value, INDEX)}).results[0]

    total = rewriter.create("arith.addi", (size, constant(unit - 1)), (INDEX,)).results[0]
    rest = rewriter.create("arith.remsi", (total, constant(unit)), (INDEX,)).results[0]
    return rewriter.create("arith.subi", (total, rest), (INDEX,)).results[0]
