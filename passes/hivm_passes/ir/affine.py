"""Affine expressions, maps and integer sets, as in MLIR's builtin dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hivm_passes.ir.interning import Interned
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

BinaryKind = Literal["+", "*", "floordiv", "ceildiv", "mod"]


class AffineExpr(Interned):
    """An affine expression over dimensions and symbols."""

    __slots__ = ()

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int]) -> int | None:
        """Value for constant operands, or None where MLIR refuses to fold (division by zero or less)."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class AffineConstant(AffineExpr):
    """An integer constant."""

    value: int

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int]) -> int | None:
        return self.value


@dataclass(frozen=True, slots=True, eq=False)
class AffineDim(AffineExpr):
    """Dimension ``d<position>``."""

    position: int

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int]) -> int | None:
        return dims[self.position]


@dataclass(frozen=True, slots=True, eq=False)
class AffineSymbol(AffineExpr):
    """Symbol ``s<position>``."""

    position: int

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int]) -> int | None:
        return symbols[self.position]


@dataclass(frozen=True, slots=True, eq=False)
class AffineBinary(AffineExpr):
    """A binary expression; subtraction is addition of a product with -1, as in MLIR."""

    kind: BinaryKind
    lhs: AffineExpr
    rhs: AffineExpr

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int]) -> int | None:
        left, right = self.lhs.evaluate(dims, symbols), self.rhs.evaluate(dims, symbols)
        if left is None or right is None:
            return None
        if self.kind == "+":
            return left + right
        if self.kind == "*":
            return left * right
        if right < 1:
            return None
        if self.kind == "floordiv":
            return left // right
        if self.kind == "ceildiv":
            return -(-left // right)
        return left % right


@dataclass(frozen=True, slots=True, eq=False)
class AffineMap(Interned):
    """``(d0, ...)[s0, ...] -> (results)``."""

    dim_count: int
    symbol_count: int
    results: tuple[AffineExpr, ...]

    @property
    def is_identity(self) -> bool:
        """Whether result i is dimension i, without symbols and with as many results as dimensions."""
        return (
            self.symbol_count == 0
            and len(self.results) == self.dim_count
            and all(isinstance(r, AffineDim) and r.position == i for i, r in enumerate(self.results))
        )


@dataclass(frozen=True, slots=True, eq=False)
class AffineConstraint(Interned):
    """``expr == 0`` or ``expr >= 0``."""

    expr: AffineExpr
    is_equality: bool


@dataclass(frozen=True, slots=True, eq=False)
class IntegerSet(Interned):
    """``(d0, ...)[s0, ...] : (constraints)``."""

    dim_count: int
    symbol_count: int
    constraints: tuple[AffineConstraint, ...]
