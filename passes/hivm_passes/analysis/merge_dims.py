"""Which neighbouring dimensions of an operation on memrefs could be joined (FlattenOps, analysis of most operations).

Only what PlanMemory asks for: one grouping for all operands, under barrier dimensions, with stride-align marks.
"""

from __future__ import annotations

from itertools import pairwise
from math import lcm, prod
from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, StridedLayoutAttr
from hivm_passes.ir.types import DYNAMIC, MemRefType, bit_width, row_major_strides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Value

Groups = list[list[int]]

STRIDE_ALIGN_DIMS = "hivm.stride_align_dims"
STRIDE_ALIGN_BYTES = "hivm.stride_align_value_in_byte"


def _strides(type: MemRefType) -> tuple[int, ...] | None:
    """Explicit strides, None for the identity layout; unknown layouts count as dynamic."""
    if type.layout is None:
        return None
    if isinstance(type.layout, StridedLayoutAttr):
        return type.layout.strides
    return (DYNAMIC,) * type.rank


def _array(attribute: Attribute | None) -> tuple[int, ...]:
    if isinstance(attribute, DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, ArrayAttr):
        return tuple(e.value for e in attribute.elements if isinstance(e, IntegerAttr))
    return ()


def marked_layout(value: Value, type: MemRefType) -> tuple[int, ...] | None:
    """The strides that the value will have once its stride-align marks are obeyed; None for the identity layout."""
    width = bit_width(type.element) or 8
    align = [1] * type.rank
    for user in value.users:
        if user.name != "annotation.mark":
            continue
        dims, sizes = _array(user.attributes.get(STRIDE_ALIGN_DIMS)), _array(user.attributes.get(STRIDE_ALIGN_BYTES))
        if dims and len(dims) == len(sizes):
            for dim, size in zip(dims, sizes, strict=True):
                if 0 <= dim < type.rank:
                    align[dim] = lcm(align[dim], max(1, size * 8 // width))
    for dim in range(type.rank - 2, -1, -1):
        align[dim] = lcm(align[dim], align[dim + 1])
    strides = _strides(type)
    old = strides if strides is not None else row_major_strides(type.shape)
    new = tuple(s if a == 1 or s == DYNAMIC else -(-s // a) * a for s, a in zip(old, align, strict=True))
    changed = any(a > 1 and (n != s or s == DYNAMIC) for n, s, a in zip(new, old, align, strict=True))
    return new if changed else strides


def _unit_groups(rank: int, absorbable: Sequence[bool]) -> Groups:
    anchors = [dim for dim in range(rank) if not absorbable[dim]]
    if not anchors:
        return [list(range(rank))]
    cuts = [0, *anchors[1:], rank]
    return [list(range(a, b)) for a, b in pairwise(cuts)]


def _product(sizes: Sequence[int]) -> int:
    if 0 in sizes:
        return 0
    return DYNAMIC if DYNAMIC in sizes else prod(sizes)


def _collapse(
    shape: tuple[int, ...], strides: tuple[int, ...], groups: Groups
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    new_strides: list[int] = []
    for group in groups:
        kept = list(group)
        while len(kept) > 1 and shape[kept[-1]] == 1:
            kept.pop()
        last = kept[-1]
        known = shape[last] != DYNAMIC or all(shape[dim] == 1 for dim in kept[:-1])
        new_strides.append(strides[last] if known else DYNAMIC)
    return tuple(_product([shape[dim] for dim in group]) for group in groups), tuple(new_strides)


def _translate(targets: Sequence[int], groups: Groups) -> list[int]:
    group_of = {dim: i for i, group in enumerate(groups) for dim in group}
    found: list[int] = []
    for target in targets:
        group = group_of.get(target)
        if group is not None and (not found or found[-1] != group):
            found.append(group)
    return found


def merged_dims(
    operands: Sequence[tuple[Value, MemRefType]], targets: Sequence[int], targets_merge: bool
) -> tuple[int, list[int]]:
    """Rank after joining dimensions, and where the ``targets`` (the dims that the operation names) end up."""
    rank = operands[0][1].rank
    if any(type.rank != rank for _, type in operands) or rank == 0:
        return rank, list(targets)
    barriers = set(targets)
    absorbable = [dim not in barriers and all(t.shape[dim] == 1 for _, t in operands) for dim in range(rank)]
    first = _unit_groups(rank, absorbable)
    layouts: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for value, type in operands:
        strides = marked_layout(value, type)
        if strides is not None:
            layouts.append(_collapse(type.shape, strides, first))
    moved = _translate(targets, first)
    named = set(moved)
    second: Groups = [[0]]
    for dim in range(1, len(first)):
        contiguous = all(
            DYNAMIC not in (strides[dim - 1], strides[dim], shape[dim])
            and strides[dim] * shape[dim] == strides[dim - 1]
            for shape, strides in layouts
        )
        cut = (dim in named) != (dim - 1 in named) or (not targets_merge and dim in named) or not contiguous
        if cut:
            second.append([dim])
        else:
            second[-1].append(dim)
    return len(second), _translate(moved, second)
