"""A system of integer constraints, with the questions and the elimination order of MLIR's ``IntegerRelation``.

A row is a vector of coefficients, one per column, and a constant. Equalities say ``row == 0``, inequalities
``row >= 0``. Projection is rational with tightening of constants, as in MLIR, so a bound may be weaker than the best.
"""

from __future__ import annotations

from math import gcd
from typing import Final

Row = list[int]
"""Coefficients of all columns, then the constant."""

_EXPLOSION: Final = 32


class Relation:
    """Columns are numbered from 0; the constant comes last in every row."""

    def __init__(self, columns: int = 0, equalities: list[Row] | None = None, rows: list[Row] | None = None) -> None:
        self.columns = columns
        self.equalities: list[Row] = equalities if equalities is not None else []
        self.inequalities: list[Row] = rows if rows is not None else []

    def copy(self) -> Relation:
        """A copy that shares nothing."""
        return Relation(self.columns, [list(r) for r in self.equalities], [list(r) for r in self.inequalities])

    def add_column(self) -> int:
        """A new unconstrained column; returns its number."""
        for row in (*self.equalities, *self.inequalities):
            row.insert(self.columns, 0)
        self.columns += 1
        return self.columns - 1

    def row(self, terms: dict[int, int], constant: int) -> Row:
        """A row from a sparse linear form."""
        row = [0] * (self.columns + 1)
        for column, factor in terms.items():
            row[column] = factor
        row[-1] = constant
        return row

    # --- questions ------------------------------------------------------------------------------------------------

    def upper_bound(self, column: int) -> int | None:
        """A constant upper bound (inclusive) of a column, or None."""
        projected = self.copy()
        projected._project_out(0, column)
        projected._project_out(1, projected.columns - 1)
        for row in projected.equalities:
            if row[0] in (1, -1):
                return -row[1] // row[0]
        bounds = [row[1] // -row[0] for row in projected.inequalities if row[0] < 0]
        return min(bounds) if bounds else None

    def is_empty(self) -> bool:
        """Whether the system is found to have no solution."""
        if self._is_contradictory():
            return True
        rest = self.copy()
        position = 0
        while position < rest.columns:
            rest._gauss(position, rest.columns)
            position += 1
            if rest._is_contradictory():
                return True
        while rest.columns:
            rest._fourier_motzkin(rest._cheapest(0, rest.columns))
            if len(rest.equalities) + len(rest.inequalities) > _EXPLOSION * max(rest.columns, 1):
                break
            if rest._is_contradictory():
                return True
        return rest._is_contradictory()

    def _is_contradictory(self) -> bool:
        for row in self.equalities:
            divisor = gcd(*row[:-1])
            if row[-1] != 0 if divisor == 0 else row[-1] % divisor:
                return True
        return any(row[-1] < 0 and not any(row[:-1]) for row in self.inequalities)

    # --- elimination ----------------------------------------------------------------------------------------------

    def _project_out(self, position: int, count: int) -> None:
        if count == 0:
            return
        current, left, gone = position, count, 0
        while current < self.columns and left > 0:
            eliminated = self._gauss(current, current + left)
            current += 1
            left -= eliminated + 1
            gone += eliminated
        for done in range(count - gone):
            self._fourier_motzkin(self._cheapest(position, position + count - gone - done))
        self._tighten()

    def _gauss(self, start: int, limit: int) -> int:
        """Eliminate columns from ``start`` on by equalities, up to the first that has none; returns how many."""
        self._tighten()
        column = start
        while column < limit:
            pivot = next((i for i, r in enumerate(self.equalities) if r[column]), None)
            if pivot is None:
                if any(r[column] for r in self.inequalities):
                    break
                column += 1
                continue
            self._substitute(self.equalities.pop(pivot), column)
            column += 1
        self._remove_columns(start, column)
        return column - start

    def _substitute(self, pivot: Row, column: int) -> None:
        """Remove a column from all rows by means of an equality."""
        self.equalities = [_reduced(_without(r, pivot, column)) for r in self.equalities]
        self.inequalities = [_without(r, pivot, column) for r in self.inequalities]
        self._tighten()

    def _fourier_motzkin(self, column: int) -> None:
        pivot = next((i for i, r in enumerate(self.equalities) if r[column]), None)
        if pivot is not None:
            self._substitute(self.equalities.pop(pivot), column)
            self._remove_columns(column, column + 1)
            return
        lower = [r for r in self.inequalities if r[column] > 0]
        upper = [r for r in self.inequalities if r[column] < 0]
        rows = [r for r in self.inequalities if r[column] == 0]
        for low in lower:
            for up in upper:
                common = low[column] * -up[column] // gcd(low[column], up[column])
                a, b = common // low[column], common // -up[column]
                rows.append([a * x + b * y for x, y in zip(low, up, strict=True)])
        self.inequalities = rows
        self._remove_columns(column, column + 1)
        self._tighten()
        self._drop_duplicates()

    def _cheapest(self, start: int, end: int) -> int:
        """The column whose elimination makes the fewest rows."""
        best, best_cost = start, None
        for column in range(start, end):
            lower = sum(r[column] > 0 for r in self.inequalities) + sum(r[column] != 0 for r in self.equalities)
            upper = sum(r[column] < 0 for r in self.inequalities) + sum(r[column] != 0 for r in self.equalities)
            cost = lower * upper - lower - upper
            if best_cost is None or cost < best_cost:
                best, best_cost = column, cost
        return best

    def _remove_columns(self, start: int, end: int) -> None:
        for row in (*self.equalities, *self.inequalities):
            del row[start:end]
        self.columns -= end - start

    def _tighten(self) -> None:
        """Divide inequalities by what divides all coefficients, rounding the constant down."""
        for row in self.inequalities:
            divisor = gcd(*row[:-1])
            if divisor > 1:
                row[:] = [x // divisor for x in row]

    def _drop_duplicates(self) -> None:
        """Of inequalities with the same coefficients the tightest is enough; trivial ones go."""
        best: dict[tuple[int, ...], int] = {}
        for row in self.inequalities:
            key = tuple(row[:-1])
            if not any(key) and row[-1] >= 0:
                continue
            best[key] = min(best.get(key, row[-1]), row[-1])
        self.inequalities = [[*key, constant] for key, constant in best.items()]


def _without(row: Row, pivot: Row, column: int) -> Row:
    """``row`` with its coefficient of ``column`` removed by a multiple of the equality ``pivot``."""
    factor = row[column]
    if factor == 0:
        return row
    pivot_factor = pivot[column]
    common = abs(factor * pivot_factor) // gcd(factor, pivot_factor)
    own = common // abs(factor)
    other = -(own * factor) // pivot_factor
    return [own * x + other * y for x, y in zip(row, pivot, strict=True)]


def _reduced(row: Row) -> Row:
    divisor = gcd(*row)
    return [x // divisor for x in row] if divisor > 1 else row
