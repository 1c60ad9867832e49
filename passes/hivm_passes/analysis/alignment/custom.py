"""What ``custom`` operations ask for themselves (A3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.demands import AlignmentError, Demand, checked
from hivm_passes.analysis.alignment.layout import BLOCK_BYTES, hivm_space
from hivm_passes.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr
from hivm_passes.ir.types import MemRefType, UnrankedMemRefType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.ir.core import Operation


def custom_demands(op: Operation) -> Iterator[Demand]:
    """The ``align_dim`` of each entry of ``arg_attrs``, taken as it is. Raises ``AlignmentError``."""
    entries = op.attributes.get("arg_attrs")
    if not isinstance(entries, ArrayAttr):
        return
    for index, entry in enumerate(entries.elements):
        dim = entry.get("align_dim") if isinstance(entry, DictionaryAttr) else None
        if not isinstance(dim, IntegerAttr):
            continue
        if index >= len(op.operands):
            raise AlignmentError(
                op, f"arg_attrs names operand {index}, which does not exist", "custom-operand", crash=True
            )
        value = op.operands[index]
        if not isinstance(value.type, MemRefType | UnrankedMemRefType):
            continue
        demand = checked(Demand(op, index, value, dim.value, BLOCK_BYTES, "custom"))
        if hivm_space(value.type.space) not in ("ub", "cbuf"):
            raise AlignmentError(op, "Unsupported address space", "custom-space", crash=True)
        yield demand
