"""Which dimensions a rank-reducing subview drops."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import MemRefType
from hivm_passes.rewriting.folds.views import static_list

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation


def dropped_dims(subview: Operation) -> frozenset[int] | None:
    """The dimensions of its source that a ``memref.subview`` leaves out; None when the type does not tell which.

    Only dimensions that the view makes 1 long can be; strides tell which when there are more of them than are lost.
    """
    source, result = subview.operands[0].type, subview.results[0].type
    if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
        return None
    lost = source.rank - result.rank
    if lost == 0:
        return frozenset()
    candidates = [dim for dim, size in enumerate(static_list(subview, "static_sizes")) if size == 1]
    if len(candidates) == lost:
        return frozenset(candidates)
    before, after = strides_and_offset(source), strides_and_offset(result)
    if before is None or after is None:
        return None
    left, wanted = Counter(before.strides), Counter(after.strides)
    dropped: set[int] = set()
    for dim in candidates:
        stride = before.strides[dim]
        if left[stride] > wanted[stride]:
            dropped.add(dim)
            left[stride] -= 1
        elif left[stride] < wanted[stride]:
            return None
    return frozenset(dropped) if len(dropped) == lost else None
