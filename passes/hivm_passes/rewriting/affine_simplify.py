"""Simplification of affine and semi-affine expressions through their flat form, as MLIR does it.

A flat form is a list of coefficients: of the dimensions, of the symbols, of local expressions (quotients, and products
and remainders by symbols), and the constant. Printing depends on the order of terms, so that order is MLIR's.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from hivm_passes.ir.affine import AffineBinary, AffineConstant, AffineDim, AffineExpr, AffineMap, AffineSymbol
from hivm_passes.ir.parsing.affine import add, combine, divide, modulo, multiply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.affine import BinaryKind

Flat = list[int]


def simplify_map(map: AffineMap) -> AffineMap:
    """The map with simplified results (MLIR's ``simplifyAffineMap``)."""
    dims, symbols = map.dim_count, map.symbol_count
    return AffineMap(dims, symbols, tuple(simplify_expression(e, dims, symbols) for e in map.results))


def simplify_expression(expr: AffineExpr, dims: int, symbols: int) -> AffineExpr:
    """MLIR's ``simplifyAffineExpr``."""
    if not is_pure(expr):
        expr = _cancel_symbols(expr)
    flattener = _Flattener(dims, symbols)
    if not flattener.flatten(expr):
        return expr
    flat, local = flattener.stack[-1], flattener.local
    plain = from_flat(flat, dims, symbols, local)
    if is_pure(expr) or expr is plain:
        return plain
    return _semi_affine_from_flat(flat, dims, symbols, local)


def is_pure(expr: AffineExpr) -> bool:
    """Whether products have a constant factor and divisions a constant divisor."""
    if not isinstance(expr, AffineBinary):
        return True
    if not (is_pure(expr.lhs) and is_pure(expr.rhs)):
        return False
    if expr.kind == "+":
        return True
    if expr.kind == "*":
        return isinstance(expr.lhs, AffineConstant) or isinstance(expr.rhs, AffineConstant)
    return isinstance(expr.rhs, AffineConstant)


def replace_operands(expr: AffineExpr, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
    """The expression over other dimensions and symbols, simplified while it is built."""
    if isinstance(expr, AffineDim):
        return dims[expr.position] if expr.position < len(dims) else expr
    if isinstance(expr, AffineSymbol):
        return symbols[expr.position] if expr.position < len(symbols) else expr
    if isinstance(expr, AffineBinary):
        left = replace_operands(expr.lhs, dims, symbols)
        right = replace_operands(expr.rhs, dims, symbols)
        if left is expr.lhs and right is expr.rhs:
            return expr
        return combine(expr.kind, left, right)
    return expr


# --- flattening ---------------------------------------------------------------------------------------------------


class _Flattener:
    """Turns an expression into its flat form, adding local expressions on the way."""

    def __init__(self, dims: int, symbols: int) -> None:
        self.dims = dims
        self.symbols = symbols
        self.local: list[AffineExpr] = []
        self.stack: list[Flat] = []

    def flatten(self, expr: AffineExpr) -> bool:
        """Push the flat form of ``expr``; False when it has a divisor that is zero or less."""
        if not isinstance(expr, AffineBinary):
            flat = [0] * (self.dims + self.symbols + len(self.local) + 1)
            if isinstance(expr, AffineConstant):
                flat[-1] = expr.value
            elif isinstance(expr, AffineDim):
                flat[expr.position] = 1
            elif isinstance(expr, AffineSymbol):
                flat[self.dims + expr.position] = 1
            self.stack.append(flat)
            return True
        if not (self.flatten(expr.lhs) and self.flatten(expr.rhs)):
            return False
        right = self.stack.pop()
        left = self.stack[-1]
        if expr.kind == "+":
            self.stack[-1] = [a + b for a, b in zip(left, right, strict=True)]
            return True
        if not isinstance(expr.rhs, AffineConstant):
            made = combine(expr.kind, self._expr(left), self._expr(right))
            self.stack[-1] = self._unit(self._local_index(made))
            return True
        factor = right[-1]
        if expr.kind == "*":
            self.stack[-1] = [a * factor for a in left]
            return True
        if factor <= 0:
            return False
        if expr.kind == "mod":
            self._modulo(left, factor)
        else:
            self._divide(expr.kind, left, factor)
        return True

    def _modulo(self, left: Flat, factor: int) -> None:
        if all(a % factor == 0 for a in left):
            self.stack[-1] = [0] * len(left)
            return
        common = gcd(factor, *left)
        dividend = self._expr([a // common for a in left])
        index = self._local_index(divide("floordiv", dividend, AffineConstant(factor // common)))
        self.stack[-1][self.dims + self.symbols + index] -= factor

    def _divide(self, kind: BinaryKind, left: Flat, factor: int) -> None:
        common = gcd(factor, *left)
        left = [a // common for a in left]
        divisor = factor // common
        if divisor == 1:
            self.stack[-1] = left
            return
        index = self._local_index(divide(kind, self._expr(left), AffineConstant(divisor)))
        self.stack[-1] = self._unit(index)

    def _expr(self, flat: Flat) -> AffineExpr:
        return from_flat(flat, self.dims, self.symbols, self.local)

    def _unit(self, index: int) -> Flat:
        flat = [0] * (self.dims + self.symbols + len(self.local) + 1)
        flat[self.dims + self.symbols + index] = 1
        return flat

    def _local_index(self, expr: AffineExpr) -> int:
        """The number of a local expression, which is added when it is new."""
        for index, known in enumerate(self.local):
            if known is expr:
                return index
        for flat in self.stack:
            flat.insert(len(flat) - 1, 0)
        self.local.append(expr)
        return len(self.local) - 1


def from_flat(flat: Flat, dims: int, symbols: int, local: Sequence[AffineExpr]) -> AffineExpr:
    """The sum that a flat form stands for: dimensions, symbols, local expressions, constant."""
    terms: list[AffineExpr] = [*map(AffineDim, range(dims)), *map(AffineSymbol, range(symbols)), *local]
    expr: AffineExpr = AffineConstant(0)
    for term, factor in zip(terms, flat, strict=False):
        if factor:
            expr = add(expr, multiply(term, AffineConstant(factor)))
    return add(expr, AffineConstant(flat[-1])) if flat[-1] else expr


def _semi_affine_from_flat(flat: Flat, dims: int, symbols: int, local: Sequence[AffineExpr]) -> AffineExpr:
    """As ``from_flat``, but terms of single dimensions and symbols stand sorted in front of all others."""
    keyed: list[tuple[tuple[int, int], AffineExpr, int]] = []
    largest = max(dims, symbols)
    symbol_offset, dim_offset = 0, -1
    for j in range(dims):
        if flat[j]:
            keyed.append(((j, -1), AffineDim(j), flat[j]))
    for j in range(symbols):
        if flat[dims + j]:
            keyed.append(((j, largest + symbol_offset), AffineSymbol(j), flat[dims + j]))
            symbol_offset += 1
    rest: list[tuple[AffineExpr, int]] = []
    for index, expr in enumerate(local):
        factor = flat[dims + symbols + index]
        if not factor:
            continue
        left = expr.lhs if isinstance(expr, AffineBinary) else None
        right = expr.rhs if isinstance(expr, AffineBinary) else None
        if not isinstance(left, AffineDim | AffineSymbol) or isinstance(right, AffineBinary | None):
            rest.append((expr, factor))
        elif isinstance(left, AffineDim) and isinstance(right, AffineConstant):
            keyed.append(((left.position, dim_offset), expr, factor))
            dim_offset -= 1
        elif isinstance(left, AffineDim) and isinstance(right, AffineDim | AffineSymbol):
            keyed.append(((left.position, right.position), expr, factor))
        else:
            keyed.append(((left.position, largest + symbol_offset), expr, factor))
            symbol_offset += 1
    result: AffineExpr = AffineConstant(0)
    for _, term, factor in sorted(keyed, key=lambda k: k[0]):
        result = add(result, multiply(term, AffineConstant(factor)))
    for term, factor in rest:
        result = add(result, multiply(term, AffineConstant(factor)))
    return add(result, AffineConstant(flat[-1])) if flat[-1] else result


# --- division by symbols --------------------------------------------------------------------------------------------


def _cancel_symbols(expr: AffineExpr) -> AffineExpr:
    """Divisions by a symbol that is a factor of every term are carried out (MLIR's ``simplifySemiAffine``)."""
    if not isinstance(expr, AffineBinary):
        return expr
    left, right = _cancel_symbols(expr.lhs), _cancel_symbols(expr.rhs)
    if expr.kind in ("+", "*"):
        return expr if left is expr.lhs and right is expr.rhs else combine(expr.kind, left, right)
    if isinstance(right, AffineSymbol) and _has_factor(expr.lhs, right, expr.kind):
        if expr.kind == "mod":
            return AffineConstant(0)
        quotient = _quotient(left, right, expr.kind)
        if quotient is not None:
            return quotient
    return combine(expr.kind, left, right)


def _has_factor(expr: AffineExpr, symbol: AffineSymbol, kind: BinaryKind) -> bool:
    if isinstance(expr, AffineConstant):
        return expr.value == 0
    if not isinstance(expr, AffineBinary):
        return expr is symbol
    if expr.kind == "*":
        return _has_factor(expr.lhs, symbol, kind) or _has_factor(expr.rhs, symbol, kind)
    if expr.kind == "+":
        return _has_factor(expr.lhs, symbol, kind) and _has_factor(expr.rhs, symbol, kind)
    if expr.kind == "mod":
        return _has_factor(expr.lhs, symbol, "mod") and _has_factor(expr.rhs, symbol, "mod")
    return kind == expr.kind and _has_factor(expr.lhs, symbol, kind)


def _quotient(expr: AffineExpr, symbol: AffineSymbol, kind: BinaryKind) -> AffineExpr | None:
    if isinstance(expr, AffineConstant):
        return None if expr.value else expr
    if isinstance(expr, AffineSymbol):
        return AffineConstant(1)
    if not isinstance(expr, AffineBinary):
        return None
    if expr.kind == "*":
        if not _has_factor(expr.lhs, symbol, kind):
            right = _quotient(expr.rhs, symbol, kind)
            return None if right is None else multiply(expr.lhs, right)
        left = _quotient(expr.lhs, symbol, kind)
        return None if left is None else multiply(left, expr.rhs)
    left = _quotient(expr.lhs, symbol, kind)
    if expr.kind not in ("+", "mod"):
        return None if left is None else divide(expr.kind, left, expr.rhs)
    right = _quotient(expr.rhs, symbol, kind)
    if left is None or right is None:
        return None
    return add(left, right) if expr.kind == "+" else modulo(left, right)
