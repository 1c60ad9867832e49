"""Rewrite patterns and the order in which they are tried on an operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.core import Operation
    from hivm_passes.rewriting.rewriter import Rewriter

Roots = tuple[str, ...] | Callable[[str], bool] | None
"""Names of the operations that a pattern starts from, a test on the name (an interface), or None for any operation."""


@dataclass(frozen=True, slots=True)
class RewritePattern:
    """One rewrite: ``match_and_rewrite`` changes the IR through the rewriter and tells whether it did.

    The rewriter inserts in front of the operation at first. Patterns of higher ``benefit`` are tried first, then those
    registered first; patterns for any operation come behind specific ones of the same benefit.
    """

    name: str
    match_and_rewrite: Callable[[Operation, Rewriter], bool]
    roots: Roots = None
    benefit: int = 1


class PatternSet:
    """Patterns sorted per operation name."""

    def __init__(self, patterns: Sequence[RewritePattern] = ()) -> None:
        self._patterns = tuple(patterns)
        self._by_name: dict[str, tuple[RewritePattern, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def of(self, name: str) -> tuple[RewritePattern, ...]:
        """The patterns to try on an operation called ``name``, in order."""
        found = self._by_name.get(name)
        if found is None:
            specific = [p for p in self._patterns if p.roots is not None and _matches(p.roots, name)]
            general = [p for p in self._patterns if p.roots is None]
            # Sorting is stable, so registration order decides among equals and specific patterns win ties.
            found = self._by_name[name] = tuple(sorted([*specific, *general], key=lambda p: -p.benefit))
        return found


def _matches(roots: tuple[str, ...] | Callable[[str], bool], name: str) -> bool:
    return name in roots if isinstance(roots, tuple) else roots(name)
