"""Operands as the compiler analyses them: it folds casts into structured operations first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import MemRefType
from hivm_passes.rewriting.folds.hivm import folds_casts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value


def values_behind_casts(op: Operation, build: Build) -> Sequence[Value]:
    """The operands of ``op``, with the source of a cast from a ranked memref in its place where such casts fold."""
    if not folds_casts(op.name, build):
        return op.operands
    casts = {"memref.cast"}
    if build == "a5" and op.name == "hivm.hir.store":
        casts.add("memref.memory_space_cast")
    return [_behind(value, casts) for value in op.operands]


def _behind(value: Value, casts: set[str]) -> Value:
    while type(value) is OpResult and value.owner.name in casts:
        source = value.owner.operands[0]
        if not isinstance(source.type, MemRefType):
            break
        value = source
    return value
