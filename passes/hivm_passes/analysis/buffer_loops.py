"""The loop that a buffer belongs to: what follows its value outwards through what loops and branches yield.

PlanMemory tells buffers apart by it (levels 2 and 1, parent loop); multi-buffering rotates copies in it (effective
loop).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.tracing import yielded
from hivm_passes.ir.core import OpResult

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.passes import Build

LOOPS: Final = frozenset({"scf.for", "scf.while", "scf.parallel", "scf.forall", "affine.for", "affine.parallel"})
"""Loop-like operations."""

_YIELDING: Final = {"scf.for": 0, "scf.while": 1, "affine.for": 0}
"""Loops with yielded values, and the region whose terminator yields them."""

_NO_USERS: Final = frozenset(
    {"scf.yield", "scf.condition", "scope.return", "func.return", "cf.br", "cf.cond_br", "annotation.mark"}
)
"""Users that do not count as consumers: terminators and marks."""


class WhileYieldError(Exception):
    """The compiler (A2 and A3) crashes here: ``op`` makes a buffer that a ``scf.while`` yields."""

    def __init__(self, op: Operation) -> None:
        super().__init__(op.name)
        self.op = op


def loop_of(values: Iterable[Value], parents: LoopFinder) -> Operation | None:
    """The one loop that all these values belong to, or None."""
    found: set[Operation] = set()
    for value in values:
        loop = parents.parent_loop(value)
        if loop is None:
            return None
        found.add(loop)
    return found.pop() if len(found) == 1 else None


class LoopFinder:
    """Finds parent loops, remembering the answers."""

    def __init__(self, build: Build) -> None:
        self._build: Build = build
        self._known: dict[Value, Operation | None] = {}

    def parent_loop(self, value: Value) -> Operation | None:
        """The loop that a value belongs to, following what loops and branches yield outwards."""
        if value not in self._known:
            self._known[value] = self._search(value)
        return self._known[value]

    def _search(self, value: Value) -> Operation | None:
        consumer: Operation | None = None
        while True:
            if not isinstance(value, OpResult):
                return consumer
            loop = self._enclosing(value.owner, LOOPS)
            if loop is None:
                return consumer
            if self._build == "a5" and self._has_consumer_in(value, loop):
                consumer = loop
            yields = yielded(loop.regions[_YIELDING[loop.name]]) if loop.name in _YIELDING else []
            if not yields or not loop.results:
                return consumer or loop
            position = _position(value, yields)
            if position is not None and position < len(loop.results):
                if loop.name == "scf.for":
                    value = loop.results[position]
                    continue
                if self._build == "a5":
                    return consumer or loop
                raise WhileYieldError(value.owner)
            branch = self._enclosing(value.owner, frozenset({"scf.if"}))
            if branch is None or not branch.results:
                return consumer or loop
            for region in branch.regions:
                position = _position(value, yielded(region))
                if position is not None:
                    break
            else:
                return consumer or loop
            assert position is not None
            value = branch.results[position]

    @staticmethod
    def _enclosing(op: Operation, names: frozenset[str]) -> Operation | None:
        parent = op.parent_op
        while parent is not None and parent.name not in names:
            parent = parent.parent_op
        return parent

    @staticmethod
    def _has_consumer_in(value: Value, loop: Operation) -> bool:
        """Whether some user's innermost ``scf.for`` or ``scf.while`` is the loop; a loop itself counts as its own."""
        for user in value.users:
            if user.name in _NO_USERS:
                continue
            parent: Operation | None = user
            while parent is not None:
                if parent is loop:
                    return True
                if parent.name in {"scf.for", "scf.while"}:
                    break
                parent = parent.parent_op
        return False


def _position(value: Value, values: Iterable[Value]) -> int | None:
    for index, other in enumerate(values):
        if other is value:
            return index
    return None
