"""Which dimension a request for one dimension is about on the other side of a view.

Source: hivm-enable-stride-align, up and down steps; collapse_dim and expand_dim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.views import dropped_dims
from hivm_passes.ir.memref import has_identity_layout
from hivm_passes.ir.types import MemRefType
from hivm_passes.rewriting.folds.views import reassociation
from hivm_passes.rewriting.retype import reshape_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.core import Operation

Groups = list[list[int]]


def expand_dim(dim: int, groups: Groups, shape: Sequence[int]) -> int:
    """The dimension of the expanded shape that stands for ``dim``: the last of its group that is not of size 1.

    Raises ``IndexError`` for a dimension that does not exist.
    """
    if not 0 <= dim < len(groups):
        raise IndexError
    group = groups[dim]
    return next((d for d in reversed(group) if shape[d] != 1), group[-1])


def collapse_dim(dim: int, groups: Groups, type: MemRefType, mode: Mode) -> int | None:
    """The group that stands for ``dim`` of the expanded type; None when something of the group lies behind it.

    A3 takes the next group to the left for a leading dimension of size 1 of an identity layout.
    """
    index = next((i for i, group in enumerate(groups) if dim in group), None)
    if index is None:
        return None
    shape, group = type.shape, groups[index]
    last = next((d for d in reversed(group) if shape[d] != 1), None)
    if last is None or last <= dim:
        return index
    if not mode.is_a3 or not has_identity_layout(type) or any(shape[d] != 1 for d in group if d <= dim):
        return None
    return next((i for i in range(index - 1, -1, -1) if any(shape[d] != 1 for d in groups[i])), None)


def up_subview(op: Operation, dim: int) -> int | None:
    """From the result of a subview to its source; beyond the last dimension it becomes -1. Raises ``LookupError``."""
    kept = kept_dims(op)
    if dim < 0:
        return kept[0] if kept else -1
    return kept[dim] if dim < len(kept) else -1


def down_subview(op: Operation, dim: int) -> int:
    """From the source of a subview to its result; -1 for a dropped dimension in front of all kept ones."""
    return sum(d <= dim for d in kept_dims(op)) - 1


def kept_dims(op: Operation) -> list[int]:
    """The dimensions of its source that a subview keeps. Raises ``LookupError`` when the types do not tell."""
    source = op.operands[0].type
    dropped = dropped_dims(op)
    if dropped is None or not isinstance(source, MemRefType):
        raise LookupError
    return [d for d in range(source.rank) if d not in dropped]


def view_dim(op: Operation, dim: int, mode: Mode, *, up: bool) -> int | None:
    """Through ``collapse_shape``, ``expand_shape`` or ``reshape``; ``up`` is from the result to the source.

    None when the dimension has no counterpart. Raises ``KeyError`` for a reshape that is neither a collapse nor an
    expansion, ``IndexError`` for a dimension that does not exist.
    """
    source, result = op.operands[0].type, op.results[0].type
    assert isinstance(source, MemRefType)
    assert isinstance(result, MemRefType)
    if op.name == "memref.reshape":
        found = reshape_groups(source.shape, result.shape)
        if found is None:
            raise KeyError
        groups, collapses = found, source.rank > result.rank
    else:
        groups, collapses = reassociation(op), op.name == "memref.collapse_shape"
    if collapses == up:
        return expand_dim(dim, groups, (source if collapses else result).shape)
    return collapse_dim(dim, groups, source if collapses else result, mode)
