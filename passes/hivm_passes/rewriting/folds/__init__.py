"""Folds: what an operation becomes by itself, per compiler build."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hivm_passes.dialects.registry import registry
from hivm_passes.rewriting.constants import CONSTANT_OPS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hivm_passes.dialects.registry import Build
    from hivm_passes.rewriting.folds.base import Fold


class FoldTable(dict[str, "Fold | None"]):
    """Operation name to its fold, or None; filled on demand, so that a text loads the folds of its dialects only."""

    def __init__(self, build: Build) -> None:
        super().__init__(dict.fromkeys(CONSTANT_OPS))
        self._facts = registry(build)

    def __missing__(self, name: str) -> Fold | None:
        from hivm_passes.rewriting.folds.others import fold_of_family

        fold = _folds_of_dialect(name.split(".", 1)[0], self._facts.build).get(name)
        if fold is None:
            fold = fold_of_family(name, self._facts)
        self[name] = fold
        return fold


@cache
def _folds_of_dialect(dialect: str, build: Build) -> Mapping[str, Fold]:
    """The folds of a dialect by operation name."""
    if dialect == "arith":
        from hivm_passes.rewriting.folds import arith

        return arith.folds_of_build(build)
    if dialect in ("math", "index"):
        from hivm_passes.rewriting.folds import math

        return math.FOLDS
    if dialect == "affine":
        from hivm_passes.rewriting.folds import affine

        return affine.FOLDS
    if dialect in ("tensor", "bufferization"):
        from hivm_passes.rewriting.folds import tensor

        return tensor.FOLDS
    if dialect == "vector":
        from hivm_passes.rewriting.folds import vector

        return vector.FOLDS
    from hivm_passes.rewriting.folds import hivm, memref, others

    return {**memref.FOLDS, **others.FOLDS, **hivm.folds_of_build(build)}


@cache
def fold_table(build: Build) -> FoldTable:
    """The folds of one build."""
    return FoldTable(build)
