"""From operations to constraints: one rule per operation that says something about its result.

Values (``index``, or one dimension of a memref or tensor) are columns; a work list holds those whose definition was not
looked at yet.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.value_bounds.linear import Linear, Term, flatten
from hivm_passes.analysis.value_bounds.relation import Relation
from hivm_passes.ir.core import BlockArgument, OpResult
from hivm_passes.ir.memref import dropped_dimensions
from hivm_passes.ir.types import DYNAMIC, MemRefType, TensorType, UnrankedMemRefType, UnrankedTensorType
from hivm_passes.rewriting.constants import constant_int
from hivm_passes.rewriting.folds.affine import map_of
from hivm_passes.rewriting.folds.views import mixed_list, static_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type

Key = tuple["Value", int]
"""A value and its dimension, or ``INDEX`` for an index value."""

INDEX: Final = -1
_SHAPED: Final = (MemRefType, TensorType, UnrankedMemRefType, UnrankedTensorType)


def upper_bound(value: Value, build: Build) -> int | None:
    """A constant that ``value`` (of type index) never exceeds, or None."""
    bounds = ValueBounds(build)
    return bounds.first_upper_bound(value)


class ValueBounds:
    """The constraints that are known, and what is still to be looked at."""

    def __init__(self, build: Build) -> None:
        self.build: Build = build
        self.relation = Relation()
        self._columns: dict[Key, int] = {}
        self._pending: deque[Key] = deque()
        self._goal = 0
        self._found: int | None = None
        self._rules: dict[str, Callable[[Operation, Value, int], None]] = dict(_rules_of(self))

    def first_upper_bound(self, value: Value) -> int | None:
        """The first upper bound of ``value`` that comes out, or None at the end."""
        self._goal = self.relation.add_column()
        self.bound("==", self._goal, self.term(value))
        self._work()
        return self.relation.upper_bound(self._goal)

    # --- columns --------------------------------------------------------------------------------------------------

    def term(self, value: Value, dimension: int = INDEX) -> Linear:
        """A value or dimension as a linear form; new ones go on the work list, constants stand for themselves."""
        constant = _constant(value, dimension)
        key = (value, dimension)
        column = self._columns.get(key)
        if column is None:
            column = self._columns[key] = self.relation.add_column()
            if constant is None:
                self._pending.append(key)
            else:
                self.bound("==", column, Linear({}, constant))
        return Linear({column: 1}, 0) if constant is None else Linear({}, constant)

    def column(self, value: Value, dimension: int = INDEX) -> int:
        """The column of a value that has one."""
        return self._columns[value, dimension]

    def bound(self, kind: str, column: int, form: Linear | None) -> None:
        """``column kind form`` where kind is ``==``, ``<=`` or ``>=``; forms that are not linear say nothing."""
        if form is None:
            return
        terms = dict(form.terms)
        if kind == "==":
            terms[column] = terms.get(column, 0) - 1
            self.relation.equalities.append(self.relation.row(terms, form.constant))
            return
        sign = 1 if kind == "<=" else -1
        terms = {c: sign * f for c, f in terms.items()}
        terms[column] = terms.get(column, 0) - sign
        self.relation.inequalities.append(self.relation.row(terms, sign * form.constant))

    def populate(self, value: Value, dimension: int = INDEX) -> None:
        """Learn about a value and all that it comes from, until the goal has a bound."""
        self.term(value, dimension)
        self._work()

    def proves(self, kind: str, left: int, right: int) -> bool:
        """Whether ``left kind right`` (columns; ``<=`` or ``==``) follows from the constraints."""
        if self.relation.is_empty():
            return False
        if kind == "==":
            return self._always_at_most(left, right) and self._always_at_most(right, left)
        return self._always_at_most(left, right)

    def _always_at_most(self, left: int, right: int) -> bool:
        opposite = self.relation.copy()
        opposite.inequalities.append(opposite.row({left: 1, right: -1} if left != right else {}, -1))
        return opposite.is_empty()

    # --- work list ------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while self._pending:
            value, dimension = self._pending.popleft()
            if self._has_bound():
                continue
            owner = value.owner if type(value) is OpResult else _owner(value)
            rule = None if owner is None else self._rules.get(owner.name)
            if rule is not None and owner is not None:
                rule(owner, value, dimension)

    def _has_bound(self) -> bool:
        if self._found is None:
            self._found = self.relation.upper_bound(self._goal)
        return self._found is not None

    # --- arithmetic -----------------------------------------------------------------------------------------------

    def add(self, op: Operation, value: Value, dimension: int) -> None:
        left, right = self.term(op.operands[0]), self.term(op.operands[1])
        self.bound("==", self.column(value), left.plus(right))

    def subtract(self, op: Operation, value: Value, dimension: int) -> None:
        left, right = self.term(op.operands[0]), self.term(op.operands[1])
        self.bound("==", self.column(value), left.plus(right.times(-1)))

    def multiply(self, op: Operation, value: Value, dimension: int) -> None:
        left, right = self.term(op.operands[0]), self.term(op.operands[1])
        self.bound("==", self.column(value), left.product(right))

    def signed_minimum(self, op: Operation, value: Value, dimension: int) -> None:
        for operand in op.operands:
            self.bound("<=", self.column(value), self.term(operand))

    def signed_maximum(self, op: Operation, value: Value, dimension: int) -> None:
        for operand in op.operands:
            self.bound(">=", self.column(value), self.term(operand))
        bounds = [upper_bound(operand, self.build) for operand in op.operands]
        known = [b for b in bounds if b is not None]
        if len(known) == len(bounds):
            self.bound("<=", self.column(value), Linear({}, max(known)))

    def select(self, op: Operation, value: Value, dimension: int) -> None:
        if not isinstance(op.operands[0].type, _SHAPED):
            self._either(value, dimension, op.operands[1], op.operands[2])

    def _either(self, value: Value, dimension: int, one: Value, other: Value) -> None:
        """One of two values: it lies between them when their order is known."""
        self.populate(one, dimension)
        self.populate(other, dimension)
        for low, high in ((one, other), (other, one)):
            if self.proves("<=", self.column(low, dimension), self.column(high, dimension)):
                self.bound("<=", self.column(value, dimension), self.term(high, dimension))
                self.bound(">=", self.column(value, dimension), self.term(low, dimension))

    # --- affine ---------------------------------------------------------------------------------------------------

    def affine(self, kind: str) -> Callable[[Operation, Value, int], None]:
        """``affine.apply`` (``==``), ``affine.min`` (``<=``) or ``affine.max`` (``>=``)."""

        def rule(op: Operation, value: Value, dimension: int) -> None:
            map = map_of(op)
            if map is None:
                return
            for expr in map.results:
                terms = [self.term(v) for v in op.operands]
                form = flatten(expr, terms[: map.dim_count], terms[map.dim_count :], self._quotient)
                self.bound(kind, self.column(value), form)

        return rule

    def _quotient(self, form: Linear, divisor: int) -> Term:
        """A column for ``form floordiv divisor``."""
        column = self.relation.add_column()
        rest = form.plus(Linear({column: -divisor}, 0))
        self.relation.inequalities.append(self.relation.row(rest.terms, rest.constant))
        rest = rest.times(-1)
        self.relation.inequalities.append(self.relation.row(rest.terms, rest.constant + divisor - 1))
        return column

    # --- memref ---------------------------------------------------------------------------------------------------

    def dimension_of(self, op: Operation, value: Value, dimension: int) -> None:
        """``memref.dim`` and ``tensor.dim``."""
        index = constant_int(op.operands[1])
        if index is None:
            return
        type = op.operands[0].type
        if isinstance(type, MemRefType | TensorType) and 0 <= index < len(type.shape):
            self.bound("==", self.column(value), self.term(op.operands[0], index))

    def allocation(self, op: Operation, value: Value, dimension: int) -> None:
        """A dimension of ``memref.alloc``, ``memref.alloca`` or ``tensor.empty``."""
        shape = _shape(value.type)
        if shape is not None:
            operand = op.operands[shape[:dimension].count(DYNAMIC)]
            self.bound("==", self.column(value, dimension), self.term(operand))

    def view_cast(self, op: Operation, value: Value, dimension: int) -> None:
        """A dimension of ``memref.cast`` or ``tensor.cast`` between ranked types."""
        if _shape(op.operands[0].type) is not None:
            self.bound("==", self.column(value, dimension), self.term(op.operands[0], dimension))

    def slice(self, op: Operation, value: Value, dimension: int) -> None:
        """A dimension of ``memref.subview`` or ``tensor.extract_slice``."""
        shape = _shape(value.type)
        dropped = None if shape is None else dropped_dimensions(static_list(op, "static_sizes"), shape)
        if dropped is None:
            return
        sizes = [s for i, s in enumerate(mixed_list(op, "sizes")) if i not in dropped]
        size = sizes[dimension]
        form = Linear({}, size) if isinstance(size, int) else self.term(size)
        self.bound("==", self.column(value, dimension), form)

    # --- control flow ---------------------------------------------------------------------------------------------

    def loop(self, op: Operation, value: Value, dimension: int) -> None:
        """The induction variable of ``scf.for``, its iteration arguments and its results."""
        body = op.regions[0].blocks[0]
        if value is body.arguments[0]:
            self.bound(">=", self.column(value), self.term(op.operands[0]))
            self.bound("<=", self.column(value), self.term(op.operands[1]).plus(Linear({}, -1)))
            return
        index = value.index - 1 if isinstance(value, BlockArgument) else value.index  # pyright: ignore
        last = body.last
        assert last is not None
        yielded, argument = last.operands[index], body.arguments[index + 1]
        self.populate(yielded, dimension)
        self.populate(argument, dimension)
        if self.proves("==", self.column(yielded, dimension), self.column(argument, dimension)):
            self.bound("==", self.column(value, dimension), self.term(op.operands[3 + index], dimension))

    def branch(self, op: Operation, value: Value, dimension: int) -> None:
        """A result of ``scf.if``."""
        yields = [region.blocks[0].last for region in op.regions if region.blocks]
        if len(yields) == 2 and isinstance(value, OpResult):
            one, other = (y.operands[value.index] for y in yields if y is not None)
            self._either(value, dimension, one, other)


def _rules_of(bounds: ValueBounds) -> dict[str, Callable[[Operation, Value, int], None]]:
    rules: dict[str, Callable[[Operation, Value, int], None]] = {
        "affine.apply": bounds.affine("=="),
        "affine.max": bounds.affine(">="),
        "affine.min": bounds.affine("<="),
        "arith.addi": bounds.add,
        "arith.muli": bounds.multiply,
        "arith.select": bounds.select,
        "arith.subi": bounds.subtract,
        "memref.alloc": bounds.allocation,
        "memref.alloca": bounds.allocation,
        "memref.cast": bounds.view_cast,
        "memref.dim": bounds.dimension_of,
        "memref.subview": bounds.slice,
        "scf.for": bounds.loop,
        "scf.if": bounds.branch,
        "tensor.cast": bounds.view_cast,
        "tensor.dim": bounds.dimension_of,
        "tensor.empty": bounds.allocation,
        "tensor.extract_slice": bounds.slice,
    }
    if bounds.build == "a5":
        rules["arith.maxsi"] = bounds.signed_maximum
        rules["arith.minsi"] = bounds.signed_minimum
    return rules


def _constant(value: Value, dimension: int) -> int | None:
    if dimension == INDEX:
        return constant_int(value)
    shape = _shape(value.type)
    return shape[dimension] if shape is not None and shape[dimension] != DYNAMIC else None


def _shape(type: Type) -> tuple[int, ...] | None:
    return type.shape if isinstance(type, MemRefType | TensorType) else None


def _owner(value: Value) -> Operation | None:
    block = value.parent_block
    return block.parent_op if block is not None else None
