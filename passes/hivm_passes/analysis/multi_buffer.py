"""Marks that ask for copies of a buffer, and the loop in which copies take turns (multi-buffering)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.buffer_loops import LOOPS, LoopFinder
from hivm_passes.ir.attributes import IntegerAttr

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.passes import Build

MARK: Final = "annotation.mark"
MULTI_BUFFER: Final = "hivm.multi_buffer"
PRELOAD_LOCAL: Final = "hivm.preload_local_buffer"

ROTATING: Final[dict[str, frozenset[str]]] = {
    "a3": frozenset({"scf.for"}),
    "a5": frozenset({"scf.for", "scf.while"}),
}
"""Loops in which copies can take turns, per build."""


def mark_of(value: Value) -> Operation | None:
    """The mark that asks for copies of a buffer, None when there is none."""
    for user in value.users:
        if user.name == MARK and MULTI_BUFFER in user.attributes and user.operands[0] is value:
            return user
    return None


def copies_of(mark: Operation) -> int | None:
    """How many copies a mark asks for, None when it does not say a number."""
    value = mark.attributes.get(MULTI_BUFFER)
    return value.value if isinstance(value, IntegerAttr) else None


def enclosing_loops(loop: Operation) -> list[Operation]:
    """The loop and all loops around it, innermost first."""
    return [op for op in loop.ancestors() if op.name in LOOPS]


def effective_loop(value: Value, build: Build) -> Operation | None:
    """The loop whose iterations take turns on the copies of a buffer, whatever its kind; None outside of loops.

    Raises ``WhileYieldError`` where the compiler crashes (A2 and A3).
    """
    return LoopFinder(build).parent_loop(value)


def can_rotate(loop: Operation, build: Build) -> bool:
    """Whether the loop and all loops around it are of kinds that count iterations."""
    return all(op.name in ROTATING[build] for op in enclosing_loops(loop))
