"""Folds: what an operation becomes by itself, per compiler build."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hivm_passes.dialects.registry import registry
from hivm_passes.rewriting.folds import affine, arith, math, memref, others

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.rewriting.folds.base import Fold


class FoldTable(dict[str, "Fold | None"]):
    """Operation name to its fold, or None; folds of whole families are found on demand by their traits."""

    def __init__(self, build: Build) -> None:
        super().__init__(
            {
                **arith.folds_of_build(build),
                **math.FOLDS,
                **memref.FOLDS,
                **affine.FOLDS,
                **others.FOLDS,
                **others.folds_of_build(build),
            }
        )
        self._facts = registry(build)

    def __missing__(self, name: str) -> Fold | None:
        fold = self[name] = others.fold_of_family(name, self._facts)
        return fold


@cache
def fold_table(build: Build) -> FoldTable:
    """The folds of one build."""
    return FoldTable(build)
