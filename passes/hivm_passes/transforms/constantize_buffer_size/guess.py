"""The fallback for sizes that the linear analysis cannot bound: a recursion over scalar arithmetic.

It is unsound in one place: of ``maxsi`` an unknown operand is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hivm_passes.ir.affine import AffineMap
from hivm_passes.ir.types import IndexType, IntegerType
from hivm_passes.rewriting.constants import constant_int
from hivm_passes.rewriting.folds.affine import map_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.ir.core import Operation, Value


class Guess(NamedTuple):
    """A bound; ``exact``: the value is always that. ``doubtful``: an unknown operand of a maximum was left out."""

    bound: int
    exact: bool
    doubtful: bool = False


def guess(value: Value) -> Guess | None:
    """What the recursion makes of a value, or None."""
    if not isinstance(value.type, IndexType | IntegerType):
        return None
    constant = constant_int(value)
    if constant is not None:
        return Guess(constant, True)
    op = value.defining_op
    rule = None if op is None else _RULES.get(op.name)
    return None if rule is None or op is None else rule([guess(v) for v in op.operands], op)


def _minimum(found: Sequence[Guess | None], op: Operation) -> Guess | None:
    known = [g for g in found if g is not None]
    if not known:
        return None
    if len(known) == 1:
        return Guess(known[0].bound, False, known[0].doubtful)
    a, b = known
    low = min(a.bound, b.bound)
    exact = (a.exact and b.exact) or (a.exact and a.bound <= b.bound) or (b.exact and b.bound <= a.bound)
    return Guess(low, exact, a.doubtful or b.doubtful)


def _maximum(found: Sequence[Guess | None], op: Operation) -> Guess | None:
    known = [g for g in found if g is not None]
    if not known:
        return None
    exact = len(known) == len(found) and all(g.exact for g in known)
    doubtful = len(known) < len(found) or any(g.doubtful for g in known)
    return Guess(max(g.bound for g in known), exact, doubtful)


def _sum(found: Sequence[Guess | None], op: Operation) -> Guess | None:
    a, b = found
    if a is None or b is None:
        return None
    return Guess(a.bound + b.bound, a.exact and b.exact, a.doubtful or b.doubtful)


def _difference(found: Sequence[Guess | None], op: Operation) -> Guess | None:
    a, b = found
    if a is None or b is None or not b.exact or b.bound < 0:
        return None
    return Guess(a.bound - b.bound, a.exact, a.doubtful)


def _product(found: Sequence[Guess | None], op: Operation) -> Guess | None:
    a, b = found
    if a is None or b is None:
        return None
    product = a.bound * b.bound
    if not -(1 << 63) <= product < 1 << 63:
        return None
    return Guess(product, a.exact and b.exact, a.doubtful or b.doubtful)


def _apply(found: Sequence[Guess | None], op: Operation) -> Guess | None:
    map = map_of(op)
    known = [g for g in found if g is not None]
    if not isinstance(map, AffineMap) or len(known) < len(found):
        return None
    values = [g.bound for g in known]
    result = map.results[0].evaluate(values[: map.dim_count], values[map.dim_count :])
    if result is None:
        return None
    return Guess(result, all(g.exact for g in known), any(g.doubtful for g in known))


def _same(found: Sequence[Guess | None], op: Operation) -> Guess | None:
    return found[0]


_RULES: dict[str, Callable[[Sequence[Guess | None], Operation], Guess | None]] = {
    "affine.apply": _apply,
    "arith.addi": _sum,
    "arith.index_cast": _same,
    "arith.maxsi": _maximum,
    "arith.minsi": _minimum,
    "arith.muli": _product,
    "arith.subi": _difference,
}
