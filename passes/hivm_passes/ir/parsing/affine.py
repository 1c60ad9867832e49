"""Affine maps and integer sets from text, simplified while they are built, as MLIR does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.affine import (
    AffineBinary,
    AffineConstant,
    AffineConstraint,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
    IntegerSet,
)
from hivm_passes.ir.parsing.lexer import ParseError

if TYPE_CHECKING:
    from hivm_passes.ir.affine import BinaryKind
    from hivm_passes.ir.parsing.lexer import Cursor


def parse_affine_map_body(cursor: Cursor) -> AffineMap:
    """``(d0)[s0] -> (results)`` up to the closing angle bracket."""
    start = cursor.start
    found = _map_or_set(cursor)
    if isinstance(found, IntegerSet):
        raise cursor.wrong_at(start, "expected AffineMap, but got IntegerSet")
    return found


def parse_integer_set_body(cursor: Cursor) -> IntegerSet:
    """``(d0)[s0] : (constraints)`` up to the closing angle bracket."""
    start = cursor.start
    found = _map_or_set(cursor)
    if isinstance(found, AffineMap):
        raise cursor.wrong_at(start, "expected IntegerSet, but got AffineMap")
    return found


def _map_or_set(cursor: Cursor) -> AffineMap | IntegerSet:
    dims, symbols, names = _identifier_lists(cursor)
    if cursor.accept("->"):
        cursor.expect("(", " in affine map range")
        results: list[AffineExpr] = []
        if not cursor.has(")"):
            results.append(_expression(cursor, names))
            while cursor.accept(","):
                results.append(_expression(cursor, names))
        cursor.expect(")", " in affine map range")
        return AffineMap(dims, symbols, tuple(results))
    if not cursor.accept(":"):
        raise cursor.wrong("expected '->' or ':'")
    cursor.expect("(", " in integer set constraint list")
    constraints: list[AffineConstraint] = []
    if not cursor.has(")"):
        constraints.append(_constraint(cursor, names))
        while cursor.accept(","):
            constraints.append(_constraint(cursor, names))
    cursor.expect(")", " in integer set constraint list")
    if not constraints:
        constraints.append(AffineConstraint(AffineConstant(0), True))
    return IntegerSet(dims, symbols, tuple(constraints))


def parse_expression_list(cursor: Cursor, names: dict[str, AffineExpr]) -> list[AffineExpr]:
    """Expressions in brackets over the given names."""
    cursor.expect("[")
    found: list[AffineExpr] = []
    if cursor.tok != "]":
        found.append(_expression(cursor, names))
        while cursor.accept(","):
            found.append(_expression(cursor, names))
    cursor.expect("]")
    return found


def _identifier_lists(cursor: Cursor) -> tuple[int, int, dict[str, AffineExpr]]:
    names: dict[str, AffineExpr] = {}
    cursor.expect("(", " in dimensional identifier list")
    dims = _identifiers(cursor, names, ")", AffineDim)
    symbols = 0
    if cursor.accept("["):
        symbols = _identifiers(cursor, names, "]", AffineSymbol)
    return dims, symbols, names


def _identifiers(
    cursor: Cursor, names: dict[str, AffineExpr], closing: str, make: type[AffineDim] | type[AffineSymbol]
) -> int:
    count = 0
    if not cursor.accept(closing):
        while True:
            if cursor.kind != "id":
                raise cursor.wrong("expected bare identifier")
            if cursor.tok in names:
                raise cursor.wrong_here(f"redefinition of identifier '{cursor.tok}'")
            names[cursor.take()] = make(count)
            count += 1
            if not cursor.accept(","):
                break
        cursor.expect(closing, " in dimensional identifier list" if closing == ")" else " in symbol list")
    return count


def _constraint(cursor: Cursor, names: dict[str, AffineExpr]) -> AffineConstraint:
    left = _expression(cursor, names)
    if cursor.tok in (">", "<", "="):
        relation = cursor.take()
        if cursor.accept("="):
            right = _expression(cursor, names)
            if relation == "<":
                return AffineConstraint(add(right, negate(left)), False)
            return AffineConstraint(add(left, negate(right)), relation == "=")
    raise cursor.wrong_here("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")


def _expression(cursor: Cursor, names: dict[str, AffineExpr]) -> AffineExpr:
    """Sums of products; ``+`` and ``-`` bind weaker than ``*``, ``floordiv``, ``ceildiv`` and ``mod``."""
    cursor.enter()
    result = _term(cursor, names, False)
    while cursor.tok in ("+", "-"):
        sign = cursor.take()
        right = _term(cursor, names, True)
        result = add(result, right if sign == "+" else negate(right))
    cursor.leave()
    return result


_PRODUCTS: dict[str, BinaryKind] = {"*": "*", "floordiv": "floordiv", "ceildiv": "ceildiv", "mod": "mod"}


def _term(cursor: Cursor, names: dict[str, AffineExpr], right: bool) -> AffineExpr:
    result = _operand(cursor, names, right)
    while (kind := _PRODUCTS.get(cursor.tok)) is not None:
        operator = cursor.start
        cursor.advance()
        factor = _operand(cursor, names, True)
        if kind == "*" and not (is_symbolic(result) or is_symbolic(factor)):
            raise ParseError(
                operator,
                "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
            )
        if kind != "*" and not is_symbolic(factor):
            raise ParseError(
                operator,
                f"non-affine expression: right operand of {kind} has to be either a constant or symbolic",
            )
        result = combine(kind, result, factor)
    return result


def _operand(cursor: Cursor, names: dict[str, AffineExpr], right: bool) -> AffineExpr:
    """A primary expression; ``right`` tells whether it is the right operand of something."""
    kind, token = cursor.kind, cursor.tok
    if kind == "id":
        if token == "symbol":
            cursor.advance()
            cursor.expect("(", " at start of SSA symbol")
            raise cursor.wrong_here("unexpected ssa identifier")
        found = names.get(token)
        if found is None:
            raise cursor.wrong_here("use of undeclared identifier")
        cursor.advance()
        return found
    if kind == "int":
        value = int(token, 0) if token.startswith("0x") else int(token)
        if value >= 1 << 63:
            raise cursor.wrong_here("constant too large for index")
        cursor.advance()
        return AffineConstant(value)
    if token == "(":
        cursor.advance()
        if cursor.tok == ")":
            raise cursor.wrong_here("no expression inside parentheses")
        inner = _expression(cursor, names)
        cursor.expect(")")
        return inner
    if token == "-":
        cursor.advance()
        cursor.enter()
        inner = _operand(cursor, names, False)
        cursor.leave()
        return negate(inner)
    if right:
        raise cursor.wrong_here("missing right operand of binary operator")
    if token in ("+", "*", "floordiv", "ceildiv", "mod"):
        raise cursor.wrong_here("missing left operand of binary operator")
    raise cursor.wrong_here("expected affine expression")


# --- construction with MLIR's simplifications ---------------------------------------------------------------


def is_symbolic(expr: AffineExpr) -> bool:
    """Whether the expression has no dimension in it."""
    if isinstance(expr, AffineBinary):
        return is_symbolic(expr.lhs) and is_symbolic(expr.rhs)
    return not isinstance(expr, AffineDim)


def negate(expr: AffineExpr) -> AffineExpr:
    """``expr * -1``."""
    return multiply(expr, AffineConstant(-1))


def combine(kind: BinaryKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """The simplified binary expression."""
    if kind == "+":
        return add(lhs, rhs)
    if kind == "*":
        return multiply(lhs, rhs)
    if kind == "mod":
        return modulo(lhs, rhs)
    return divide(kind, lhs, rhs)


def add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """``lhs + rhs``."""
    if isinstance(lhs, AffineConstant) and isinstance(rhs, AffineConstant):
        return AffineConstant(lhs.value + rhs.value)
    # Constants and symbols go to the right.
    if isinstance(lhs, AffineConstant) or (is_symbolic(lhs) and not is_symbolic(rhs)):
        return add(rhs, lhs)
    if isinstance(rhs, AffineConstant):
        if rhs.value == 0:
            return lhs
        if isinstance(lhs, AffineBinary) and lhs.kind == "+" and isinstance(lhs.rhs, AffineConstant):
            return add(lhs.lhs, AffineConstant(lhs.rhs.value + rhs.value))
    left, left_factor = _factored(lhs)
    right, right_factor = _factored(rhs)
    if left is right and left_factor is not None and right_factor is not None:
        return multiply(left, AffineConstant(left_factor + right_factor))
    # (x + c) + y becomes (x + y) + c.
    if isinstance(lhs, AffineBinary) and lhs.kind == "+" and isinstance(lhs.rhs, AffineConstant):
        return add(add(lhs.lhs, rhs), lhs.rhs)
    # x + (x floordiv c) * -c becomes x mod c.
    if isinstance(rhs, AffineBinary) and rhs.kind == "*":
        quotient, factor = rhs.lhs, rhs.rhs
        if (
            isinstance(quotient, AffineBinary)
            and quotient.kind == "floordiv"
            and isinstance(factor, AffineConstant)
            and factor.value <= -1
            and quotient.lhs is lhs
            and isinstance(quotient.rhs, AffineConstant)
            and quotient.rhs.value == -factor.value
        ):
            return modulo(lhs, quotient.rhs)
    return AffineBinary("+", lhs, rhs)


def _factored(expr: AffineExpr) -> tuple[AffineExpr, int | None]:
    if isinstance(expr, AffineBinary) and expr.kind == "*" and isinstance(expr.rhs, AffineConstant):
        return expr.lhs, expr.rhs.value
    return expr, 1


def multiply(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """``lhs * rhs``."""
    if isinstance(lhs, AffineConstant) and isinstance(rhs, AffineConstant):
        return AffineConstant(lhs.value * rhs.value)
    if not is_symbolic(rhs) or isinstance(lhs, AffineConstant):
        if not is_symbolic(lhs):
            return AffineBinary("*", lhs, rhs)
        return multiply(rhs, lhs)
    if isinstance(rhs, AffineConstant):
        if rhs.value == 1:
            return lhs
        if rhs.value == 0:
            return rhs
    if isinstance(lhs, AffineBinary) and lhs.kind == "*" and isinstance(lhs.rhs, AffineConstant):
        if isinstance(rhs, AffineConstant):
            return multiply(lhs.lhs, AffineConstant(lhs.rhs.value * rhs.value))
        return multiply(multiply(lhs.lhs, rhs), lhs.rhs)
    return AffineBinary("*", lhs, rhs)


def largest_known_divisor(expr: AffineExpr) -> int:
    """The largest number known to divide the expression."""
    from math import gcd

    if isinstance(expr, AffineConstant):
        return abs(expr.value)
    if isinstance(expr, AffineBinary):
        if expr.kind == "*":
            return largest_known_divisor(expr.lhs) * largest_known_divisor(expr.rhs)
        if expr.kind in ("+", "mod"):
            return gcd(largest_known_divisor(expr.lhs), largest_known_divisor(expr.rhs))
        if isinstance(expr.rhs, AffineConstant) and expr.rhs.value != 0:
            divisor = largest_known_divisor(expr.lhs)
            if divisor % expr.rhs.value == 0:
                return abs(divisor // expr.rhs.value)
    return 1


def divide(kind: BinaryKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """``lhs floordiv rhs`` or ``lhs ceildiv rhs``."""
    if not isinstance(rhs, AffineConstant) or rhs.value == 0:
        return AffineBinary(kind, lhs, rhs)
    if isinstance(lhs, AffineConstant):
        return AffineConstant(lhs.value // rhs.value if kind == "floordiv" else -(-lhs.value // rhs.value))
    if rhs.value == 1:
        return lhs
    if kind == "floordiv" and rhs.value < 0:
        return AffineBinary(kind, lhs, rhs)
    if not isinstance(lhs, AffineBinary):
        return AffineBinary(kind, lhs, rhs)
    if lhs.kind == "*" and isinstance(lhs.rhs, AffineConstant) and lhs.rhs.value % rhs.value == 0:
        return multiply(lhs.lhs, AffineConstant(lhs.rhs.value // rhs.value))
    # A sum can be divided term by term when one term divides without a rest.
    if kind == "floordiv" and lhs.kind == "+" and 0 in _rests(lhs, rhs.value):
        return add(divide(kind, lhs.lhs, rhs), divide(kind, lhs.rhs, rhs))
    return AffineBinary(kind, lhs, rhs)


def _rests(sum: AffineBinary, divisor: int) -> tuple[int, int]:
    """Of both terms: what their largest known divisor leaves when divided; 0 means that the term divides."""
    return largest_known_divisor(sum.lhs) % divisor, largest_known_divisor(sum.rhs) % divisor


def modulo(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """``lhs mod rhs``."""
    if not isinstance(rhs, AffineConstant) or rhs.value < 1:
        return AffineBinary("mod", lhs, rhs)
    if isinstance(lhs, AffineConstant):
        return AffineConstant(lhs.value % rhs.value)
    if largest_known_divisor(lhs) % rhs.value == 0:
        return AffineConstant(0)
    if isinstance(lhs, AffineBinary):
        if lhs.kind == "+":
            left, right = _rests(lhs, rhs.value)
            if left == 0:
                return modulo(lhs.rhs, rhs)
            if right == 0:
                return modulo(lhs.lhs, rhs)
        inner = lhs.rhs.value if lhs.kind == "mod" and isinstance(lhs.rhs, AffineConstant) else 0
        if inner >= 1 and inner % rhs.value == 0:
            return modulo(lhs.lhs, rhs)
    return AffineBinary("mod", lhs, rhs)
