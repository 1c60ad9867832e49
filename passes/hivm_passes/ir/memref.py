"""The algebra of memref layouts: strides, offset, bytes, contiguity, and the types of views.

Everything is counted in elements unless a name says bytes; ``DYNAMIC`` stands for an unknown number. The rules are
those by which MLIR infers and verifies result types.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

from hivm_passes.ir.affine import AffineBinary, AffineConstant, AffineDim, AffineMap, AffineSymbol
from hivm_passes.ir.attributes import AffineMapAttr, StridedLayoutAttr
from hivm_passes.ir.types import DYNAMIC, MemRefType, bit_width, row_major_strides
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.affine import AffineExpr
    from hivm_passes.ir.types import Type


@dataclass(frozen=True, slots=True)
class StridedForm:
    """A layout as one stride per dimension and an offset."""

    strides: tuple[int, ...]
    offset: int


def strides_and_offset(type: MemRefType) -> StridedForm | None:
    """The strided form of a memref's layout, or None when it has none (a map that is not strided)."""
    layout = type.layout
    if layout is None:
        return StridedForm(row_major_strides(type.shape), 0)
    if isinstance(layout, StridedLayoutAttr):
        return StridedForm(layout.strides, layout.offset)
    if isinstance(layout, AffineMapAttr):
        return _strides_of_map(layout.map, type.shape)
    return None


def has_identity_layout(type: MemRefType) -> bool:
    """Whether the layout's map is the identity (a strided layout is that only in rank 1)."""
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):
        return layout.strides == (1,) and layout.offset == 0
    return layout is None or (isinstance(layout, AffineMapAttr) and layout.map.is_identity)


def _strides_of_map(map: AffineMap, shape: tuple[int, ...]) -> StridedForm | None:
    if map.is_identity:
        return StridedForm(row_major_strides(shape), 0)
    if len(map.results) != 1:
        return None
    strides = [0] * len(shape)
    offset = _collect(map.results[0], 1, strides)
    return None if offset is None else StridedForm(tuple(strides), offset)


def _collect(expr: AffineExpr, factor: int, strides: list[int]) -> int | None:
    """Add ``factor * expr`` to the strides; returns its part of the offset, or None when it is not linear."""
    if isinstance(expr, AffineConstant):
        return times(expr.value, factor)
    if isinstance(expr, AffineSymbol):
        return DYNAMIC
    if isinstance(expr, AffineDim):
        strides[expr.position] = plus(strides[expr.position], factor)
        return 0
    if not isinstance(expr, AffineBinary):
        return None
    if expr.kind == "+":
        left, right = _collect(expr.lhs, factor, strides), _collect(expr.rhs, factor, strides)
        return None if left is None or right is None else plus(left, right)
    if expr.kind == "*":
        if isinstance(expr.rhs, AffineConstant):
            return _collect(expr.lhs, times(factor, expr.rhs.value), strides)
        if isinstance(expr.rhs, AffineSymbol):
            return _collect(expr.lhs, DYNAMIC, strides)
    return None


def plus(a: int, b: int) -> int:
    """Sum; DYNAMIC when either is."""
    return DYNAMIC if DYNAMIC in (a, b) else a + b


def times(a: int, b: int) -> int:
    """Product; zero when either factor is, else DYNAMIC when either is."""
    if 0 in (a, b):
        return 0
    return DYNAMIC if DYNAMIC in (a, b) else a * b


def element_bits(element: Type) -> int | None:
    """Bits of one element; None where it has no fixed width."""
    return bit_width(element)


def byte_size(type: MemRefType) -> int | None:
    """Bytes of all elements, rounded up to whole bytes; None for dynamic sizes and elements without a width."""
    count, bits = type.element_count, element_bits(type.element)
    return None if count is None or bits is None else -(-count * bits // 8)


def is_contiguous(type: MemRefType) -> bool:
    """Whether the elements lie without gaps in row-major order (dimensions of size 1 do not matter)."""
    return contiguous_suffix(type) == type.rank


def contiguous_suffix(type: MemRefType) -> int:
    """How many trailing dimensions lie without gaps in row-major order."""
    form = strides_and_offset(type)
    if form is None:
        return 0
    expected, count = 1, 0
    for size, stride in zip(reversed(type.shape), reversed(form.strides), strict=True):
        if size != 1 and (stride != expected or expected == DYNAMIC):
            break
        expected = times(expected, size)
        count += 1
    return count


def strided_type(type: MemRefType, shape: Sequence[int], strides: Sequence[int], offset: int) -> MemRefType:
    """``type`` with another shape and an explicit strided layout."""
    return MemRefType(tuple(shape), type.element, StridedLayoutAttr(tuple(strides), offset), type.space)


def subview_type(
    source: MemRefType, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> MemRefType | None:
    """The inferred type of ``memref.subview`` without rank reduction; None when the source is not strided."""
    form = strides_and_offset(source)
    if form is None or not len(offsets) == len(sizes) == len(strides) == source.rank:
        return None
    offset = form.offset
    for step, stride in zip(offsets, form.strides, strict=True):
        offset = plus(offset, times(step, stride))
    new_strides = [times(a, b) for a, b in zip(form.strides, strides, strict=True)]
    return strided_type(source, sizes, new_strides, offset)


def is_rank_reduced(full: MemRefType, reduced: MemRefType) -> str | None:
    """None when ``reduced`` is ``full`` or ``full`` without some dimensions of size 1, else the compiler's reason."""
    if full.element is not reduced.element:
        return "element type"
    if full.space is not reduced.space:
        return "memory space"
    if reduced.rank > full.rank:
        return "rank"
    full_form, reduced_form = strides_and_offset(full), strides_and_offset(reduced)
    if full_form is None or reduced_form is None or full_form.offset != reduced_form.offset:
        return "layout"
    if dropped_dimensions(full.shape, reduced.shape) is None:
        return "sizes"
    if not _matches(full.shape, full_form.strides, reduced.shape, reduced_form.strides):
        return "layout"
    return None


def _matches(full: Sequence[int], full_strides: Sequence[int], shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Whether dropping dimensions of size 1 turns the first shape and strides into the second."""
    position = 0
    dropped = len(full) - len(shape)
    for size, stride in zip(full, full_strides, strict=True):
        if position < len(shape) and size == shape[position] and stride == strides[position]:
            position += 1
        elif size == 1 and dropped > 0:
            dropped -= 1
        else:
            return False
    return position == len(shape) and dropped == 0


def dropped_dimensions(full: Sequence[int], reduced: Sequence[int]) -> frozenset[int] | None:
    """The dimensions of size 1 by which ``full`` exceeds ``reduced``, leftmost kept; None when they do not match."""
    dropped: set[int] = set()
    position = 0
    for index, size in enumerate(full):
        if position < len(reduced) and size == reduced[position]:
            position += 1
        elif size == 1:
            dropped.add(index)
        else:
            return None
    return frozenset(dropped) if position == len(reduced) else None


def collapse_type(source: MemRefType, groups: Sequence[Sequence[int]]) -> MemRefType | None:
    """The type of ``memref.collapse_shape``; None when a group is not contiguous."""
    shape = [prod_of([source.shape[d] for d in group]) for group in groups]
    if has_identity_layout(source):
        return MemRefType(tuple(shape), source.element, None, source.space)
    form = strides_and_offset(source)
    if form is None:
        return None
    strides: list[int] = []
    for group in groups:
        stride = _collapsed_stride(source.shape, form.strides, group)
        if stride is None:
            return None
        strides.append(stride)
    return strided_type(source, shape, strides, form.offset)


def _collapsed_stride(shape: Sequence[int], strides: Sequence[int], group: Sequence[int]) -> int | None:
    """The stride of a collapsed group: that of its last dimension that is not of size 1; None when it has gaps.

    A dimension of dynamic size may turn out to be of size 1, so behind others its stride is not the group's for sure
    (unless those are of size 1 themselves, as the compiler's MLIR knows and the stock one does not).
    """
    kept = list(group)
    while len(kept) > 1 and shape[kept[-1]] == 1:
        kept.pop()
    unsure = shape[kept[-1]] == DYNAMIC and any(shape[dim] != 1 for dim in kept[:-1])
    result = DYNAMIC if unsure else strides[kept[-1]]
    running = result
    for outer, inner in reversed(list(pairwise(group))):
        running = times(running, shape[inner])
        # What is not known gets the benefit of the doubt.
        if shape[outer] != 1 and DYNAMIC not in (running, strides[outer]) and running != strides[outer]:
            return None
    return result


def expand_type(source: MemRefType, groups: Sequence[Sequence[int]], shape: Sequence[int]) -> MemRefType | None:
    """The type of ``memref.expand_shape`` to ``shape``; None when the source is not strided."""
    if has_identity_layout(source):
        return MemRefType(tuple(shape), source.element, None, source.space)
    form = strides_and_offset(source)
    if form is None:
        return None
    strides = [0] * len(shape)
    for group, source_stride in zip(groups, form.strides, strict=True):
        running = source_stride
        for dimension in reversed(group):
            strides[dimension] = running
            running = times(running, shape[dimension])
    return strided_type(source, shape, strides, form.offset)


def prod_of(sizes: Sequence[int]) -> int:
    """Product of sizes; zero when one is zero, else DYNAMIC when one is."""
    if 0 in sizes:
        return 0
    return DYNAMIC if DYNAMIC in sizes else prod(sizes)


def transpose_type(source: MemRefType, permutation: Sequence[int]) -> MemRefType | None:
    """The type of ``memref.transpose``: result dimension i is source dimension ``permutation[i]``."""
    form = strides_and_offset(source)
    if form is None:
        return None
    return strided_type(
        source, [source.shape[p] for p in permutation], [form.strides[p] for p in permutation], form.offset
    )


def casts(source: MemRefType, target: MemRefType) -> bool:
    """Whether ``memref.cast`` takes ``source`` to ``target``."""
    if source.element is not target.element or source.space is not target.space or source.rank != target.rank:
        return False
    if source.layout is not target.layout:
        a, b = strides_and_offset(source), strides_and_offset(target)
        if a is None or b is None or not _compatible(a.offset, b.offset):
            return False
        if not all(_compatible(s, t) for s, t in zip(a.strides, b.strides, strict=True)):
            return False
    return all(_compatible(s, t) for s, t in zip(source.shape, target.shape, strict=True))


def _compatible(a: int, b: int) -> bool:
    return a == b or DYNAMIC in (a, b)
