"""Constants for the rewritten loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import IntegerAttr

if TYPE_CHECKING:
    from hivm_passes.ir.core import Value
    from hivm_passes.ir.types import IndexType, IntegerType
    from hivm_passes.rewriting.rewriter import Rewriter


def constant(value: int, type: IntegerType | IndexType, rewriter: Rewriter) -> Value:
    """A new constant at the insertion point."""
    return rewriter.create("arith.constant", [], [type], {"value": IntegerAttr(value, type)}).result
