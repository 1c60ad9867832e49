"""How requests for sizes move up to the allocations: as those for strides do, but for loops and reshapes.

Source: AlignAllocSize, the up step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.alignment.propagation import Propagation
from hivm_passes.analysis.alignment.requests import STRIDES, Request, create_mark
from hivm_passes.ir.core import BlockArgument, OpResult
from hivm_passes.ir.types import MemRefType
from hivm_passes.rewriting.folds.views import reassociation
from hivm_passes.rewriting.retype import reshape_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.alignment.requests import Requests
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter


_RESHAPES: Final = frozenset({"memref.collapse_shape", "memref.expand_shape", "memref.reshape"})


class SizePropagation(Propagation):
    """Requests for sizes on their way up."""

    def _up_from(self, mark: Operation, value: Value, rewriter: Rewriter) -> bool:
        """Reshapes have a rule of their own; at the argument of a loop requests turn into ones for strides."""
        op = value.defining_op
        if isinstance(value, OpResult) and op is not None and op.name in _RESHAPES:
            return self._up_reshape(op, value, self.requests_of(mark), rewriter)
        loop = value.parent_block.parent_op if value.parent_block is not None else None
        if not isinstance(value, BlockArgument) or loop is None:
            return super()._up_from(mark, value, rewriter)
        init = loop.operands[2 + value.index]
        adjusted = self._adjust(loop, init, self.requests_of(mark), "loop")
        if not adjusted:
            return False
        create_mark(rewriter, init, adjusted, STRIDES, self.mode.build).derived_from = loop
        return True

    def _up_reshape(self, op: Operation, value: OpResult, requests: Requests, rewriter: Rewriter) -> bool:
        """A dimension that stands for several, or is one of several, cannot grow."""
        source, result = op.operands[0].type, op.results[0].type
        if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
            return False
        collapses = op.name == "memref.collapse_shape" or (op.name == "memref.reshape" and source.rank > result.rank)
        groups = reshape_groups(source.shape, result.shape) if op.name == "memref.reshape" else reassociation(op)
        if groups is None:
            self.known.dropped += [(r, op, "reshape") for r in requests]
            return False
        mapped: list[Request] = []
        for request in requests:
            dim = _up_dim(request.dim, groups, (source if collapses else result).shape, collapses)
            if dim is None:
                self._say("error", "unmapped", op, f"cannot align {request.dim} axis for {self.text(value, False)}")
                self.known.dropped.append((request, op, "unmapped"))
                return False
            mapped.append(Request(dim, request.size, "up", op, op.operands[0], (request,)))
        return self._mark(rewriter, op.operands[0], self._adjust(op, op.operands[0], tuple(mapped), "up"), op)


def _up_dim(dim: int, groups: Sequence[Sequence[int]], shape: Sequence[int], collapses: bool) -> int | None:
    """The dimension of the source behind ``dim`` of the result; ``shape`` is that of the side with more dimensions."""
    index = dim if collapses else next((i for i, group in enumerate(groups) if dim in group), -1)
    if not 0 <= index < len(groups):
        return None
    long = [d for d in groups[index] if shape[d] != 1]
    if len(long) > 1:
        return None
    if not collapses:
        return index
    return long[0] if long else groups[index][-1]
