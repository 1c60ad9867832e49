"""Folds of the affine dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.affine import AffineBinary, AffineConstant, AffineDim, AffineExpr, AffineMap, AffineSymbol
from hivm_passes.ir.attributes import AffineMapAttr, IntegerAttr
from hivm_passes.ir.types import INDEX
from hivm_passes.rewriting.constants import POISON, constant_value, integer
from hivm_passes.rewriting.folds.base import IN_PLACE
from hivm_passes.rewriting.folds.memref import fold_memref_casts

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.core import Operation
    from hivm_passes.rewriting.folds.base import Fold, Folded


class _Evaluator:
    """Evaluates expressions for operands of which some are constant; ``poison`` is set by a division by zero."""

    def __init__(self, map: AffineMap, constants: list[int | None]) -> None:
        self._dims = constants[: map.dim_count]
        self._symbols = constants[map.dim_count :]
        self.poison = False

    def value(self, expr: AffineExpr) -> int | None:
        if isinstance(expr, AffineConstant):
            return expr.value
        if isinstance(expr, AffineDim):
            return self._dims[expr.position] if expr.position < len(self._dims) else None
        if isinstance(expr, AffineSymbol):
            return self._symbols[expr.position] if expr.position < len(self._symbols) else None
        assert isinstance(expr, AffineBinary)
        left = self.value(expr.lhs)
        right = self.value(expr.rhs)
        if left is None or right is None:
            return None
        if expr.kind == "+":
            return _int64(left + right)
        if expr.kind == "*":
            return _int64(left * right)
        if right < 1 if expr.kind == "mod" else right == 0:
            self.poison = True
            return None
        if expr.kind == "mod":
            return left % right
        return left // right if expr.kind == "floordiv" else -(-left // right)


def _int64(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def map_of(op: Operation) -> AffineMap | None:
    """The map of ``affine.apply`` and its kin."""
    attribute = op.attributes.get("map")
    return attribute.map if isinstance(attribute, AffineMapAttr) else None


def _constants(op: Operation) -> list[int | None]:
    found: list[int | None] = []
    for operand in op.operands:
        value = constant_value(operand)
        found.append(value.value if type(value) is IntegerAttr else None)
    return found


def _apply(op: Operation) -> Folded:
    map = map_of(op)
    if map is None or len(map.results) != 1:
        return None
    expr = map.results[0]
    if isinstance(expr, AffineDim):
        return (op.operands[expr.position],)
    if isinstance(expr, AffineSymbol):
        return (op.operands[map.dim_count + expr.position],)
    evaluator = _Evaluator(map, _constants(op))
    value = evaluator.value(expr)
    if evaluator.poison:
        return (POISON,)
    return None if value is None else (integer(value, INDEX),)


def _extreme(choose: Callable[[list[int]], int]) -> Fold:
    def fold(op: Operation) -> Folded:
        map = map_of(op)
        if map is None or not map.results:
            return None
        evaluator = _Evaluator(map, _constants(op))
        values = [evaluator.value(expr) for expr in map.results]
        known = [value for value in values if value is not None]
        if len(known) == len(values):
            return (integer(choose(known), INDEX),)
        results = tuple(e if v is None else AffineConstant(v) for e, v in zip(map.results, values, strict=True))
        folded = AffineMap(map.dim_count, map.symbol_count, results)
        # The compiler means a map of one symbol but compares with dimension 0.
        if folded.symbol_count == 1 and results == (AffineDim(0),):
            return (op.operands[0],)
        if folded is map:
            return None
        op.set_attribute("map", AffineMapAttr(folded))
        return IN_PLACE

    return fold


def _access(op: Operation) -> Folded:
    return fold_memref_casts(op)


def _store(op: Operation) -> Folded:
    return fold_memref_casts(op, op.operands[0])


FOLDS: Final[dict[str, Fold]] = {
    "affine.apply": _apply,
    "affine.min": _extreme(min),
    "affine.max": _extreme(max),
    "affine.load": _access,
    "affine.prefetch": _access,
    "affine.store": _store,
}
