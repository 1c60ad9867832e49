"""Linear forms over columns, and affine expressions as such forms."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from hivm_passes.ir.affine import AffineBinary, AffineConstant, AffineDim, AffineSymbol
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.ir.affine import AffineExpr

Term = int
"""A column."""


@dataclass(frozen=True, slots=True)
class Linear:
    """``sum of factor * column, plus constant``."""

    terms: dict[Term, int]
    constant: int

    def plus(self, other: Linear) -> Linear:
        """The sum."""
        terms = dict(self.terms)
        for column, factor in other.terms.items():
            terms[column] = terms.get(column, 0) + factor
        return Linear({c: f for c, f in terms.items() if f}, self.constant + other.constant)

    def times(self, factor: int) -> Linear:
        """A multiple."""
        return Linear({c: f * factor for c, f in self.terms.items() if factor}, self.constant * factor)

    def product(self, other: Linear) -> Linear | None:
        """The product, None when neither factor is a constant."""
        if not other.terms:
            return self.times(other.constant)
        return other.times(self.constant) if not self.terms else None


def flatten(
    expr: AffineExpr, dims: Sequence[Linear], symbols: Sequence[Linear], quotient: Callable[[Linear, int], Term]
) -> Linear | None:
    """An affine expression as a linear form; ``quotient`` makes a column for a floor division by a positive number.

    None for products of two unknowns and for divisors that are not positive constants.
    """
    if isinstance(expr, AffineConstant):
        return Linear({}, expr.value)
    if isinstance(expr, AffineDim):
        return dims[expr.position]
    if isinstance(expr, AffineSymbol):
        return symbols[expr.position]
    assert isinstance(expr, AffineBinary)
    left = flatten(expr.lhs, dims, symbols, quotient)
    right = flatten(expr.rhs, dims, symbols, quotient)
    if left is None or right is None:
        return None
    if expr.kind == "+":
        return left.plus(right)
    if expr.kind == "*":
        return left.product(right)
    if right.terms or right.constant <= 0:
        return None
    return _divide(expr.kind, left, right.constant, quotient)


def _divide(kind: str, form: Linear, divisor: int, quotient: Callable[[Linear, int], Term]) -> Linear:
    if not form.terms:
        value = form.constant
        results = {"mod": value % divisor, "floordiv": value // divisor, "ceildiv": -(-value // divisor)}
        return Linear({}, results[kind])
    common = gcd(divisor, form.constant, *form.terms.values())
    if common == divisor:
        exact = Linear({c: f // divisor for c, f in form.terms.items()}, form.constant // divisor)
        return Linear({}, 0) if kind == "mod" else exact
    if kind == "mod":
        return form.plus(Linear({quotient(form, divisor): -divisor}, 0))
    reduced = Linear({c: f // common for c, f in form.terms.items()}, form.constant // common)
    divisor //= common
    if kind == "ceildiv":
        reduced = reduced.plus(Linear({}, divisor - 1))
    return Linear({quotient(reduced, divisor): 1}, 0)
