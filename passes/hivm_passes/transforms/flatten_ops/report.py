"""What FlattenOps did to an operation, or would do, for people to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.analysis.flatten import FlattenResult
    from hivm_passes.ir.core import Operation


@dataclass(frozen=True, slots=True, eq=False)
class OpFlattening:
    """An operation that was flattened, as it was before, and how."""

    op: Operation
    result: FlattenResult
