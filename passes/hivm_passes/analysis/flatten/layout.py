"""Arithmetic on reassociations and on the layouts that they collapse."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import StridedLayoutAttr
from hivm_passes.ir.memref import collapse_type
from hivm_passes.ir.types import DYNAMIC, MemRefType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.analysis.flatten.result import Groups


@lru_cache(maxsize=8192)
def collapsed(type: MemRefType, groups: Groups) -> MemRefType | None:
    """The type of ``type`` collapsed by ``groups``; None when a group has gaps or the layout has no strides."""
    layout = type.layout
    if type.rank == 1 and isinstance(layout, StridedLayoutAttr) and layout.strides == (1,) and layout.offset == 0:
        # One dimension with stride 1 is as good as no layout at all.
        return MemRefType(type.shape, type.element, None, type.space)
    return collapse_type(type, groups)


def of_rank(type: MemRefType, rank: int) -> MemRefType:
    """``type`` as the compiler sees it when it takes it to have ``rank`` dims: fewer, or some that are not there.

    What it reads behind the end is neither of size 1 nor contiguous to anything.
    """
    missing = rank - type.rank
    shape = (*type.shape[:rank], *(2,) * missing)
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):
        layout = StridedLayoutAttr((*layout.strides[:rank], *(DYNAMIC,) * missing), layout.offset)
    else:
        layout = None
    return MemRefType(shape, type.element, layout, type.space)


def continues(type: MemRefType, dim: int) -> bool:
    """Whether ``dim`` continues ``dim - 1`` without a gap; without explicit strides it does."""
    layout = type.layout
    if not isinstance(layout, StridedLayoutAttr):
        return True
    outer, inner, size = layout.strides[dim - 1], layout.strides[dim], type.shape[dim]
    return DYNAMIC not in (outer, inner, size) and inner * size == outer


def identity(rank: int) -> Groups:
    """One group per dimension."""
    return tuple((dim,) for dim in range(rank))


def compose(inner: Groups, outer: Groups) -> Groups:
    """The groups of original dimensions, where ``outer`` groups the groups of ``inner``."""
    return tuple(tuple(chain.from_iterable(inner[g] for g in group)) for group in outer)


def translate(targets: Sequence[int], groups: Groups) -> tuple[int, ...]:
    """The group of each target; an entry equal to the one before it is dropped. Targets must be dims of the groups."""
    of_dim = {dim: position for position, group in enumerate(groups) for dim in group}
    found: list[int] = []
    for target in targets:
        group = of_dim[target]
        if not found or found[-1] != group:
            found.append(group)
    return tuple(found)


def unit_groups(dims: Sequence[int], absorbable: Callable[[int], bool]) -> list[tuple[int, ...]]:
    """``dims`` in groups, one per dim that is not absorbable.

    Leading absorbable dims go to the first group, later ones to the one on their left.
    """
    anchors = [i for i, dim in enumerate(dims) if not absorbable(dim)]
    if not anchors:
        return [tuple(dims)] if dims else []
    starts = [0, *anchors[1:]]
    return [tuple(dims[a:b]) for a, b in zip(starts, [*starts[1:], len(dims)], strict=True)]
