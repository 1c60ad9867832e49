"""Which casts of several addresses can take turns, and why not (enable-multi-buffer)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.analysis.buffer_loops import LOOPS, WhileYieldError
from hivm_passes.analysis.multi_buffer import MARK, can_rotate, effective_loop
from hivm_passes.analysis.tracing import yielded
from hivm_passes.ir.attributes import DialectAttr
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.passes import Build

CAST: Final = "hivm.hir.pointer_cast"

Reason = Literal["enabled", "single", "global", "no-loop", "loop-kind", "while-yield", "address", "escapes"]
"""``enabled``: the copies take turns. All others tell why not; ``single`` has one address only, ``escapes`` leaves its
loop in a way that kills the compiler."""


@dataclass(frozen=True, slots=True, eq=False)
class Rotation:
    """What becomes of one cast. ``loop`` is where its copies take turns, ``obstacle`` what stands in the way.

    ``separated`` is the position among the yielded values at which the cast leaves ``loop``: there a copy is made.
    """

    cast: Operation
    reason: Reason
    loop: Operation | None = None
    obstacle: Operation | None = None
    separated: int | None = None


def addresses(cast: Operation) -> Sequence[Value]:
    """The addresses (in bytes, i64) of a cast."""
    return cast.operands[: cast.segments[0]] if cast.segments else cast.operands


def decide(cast: Operation, build: Build) -> Rotation:
    """What becomes of a ``hivm.hir.pointer_cast``."""
    if len(addresses(cast)) < 2:
        return Rotation(cast, "single")
    if any(_says_global(user) for user in cast.result.users):
        return Rotation(cast, "global")
    try:
        loop = effective_loop(cast.result, build)
    except WhileYieldError as error:
        return Rotation(cast, "while-yield", obstacle=error.op)
    position = None
    if loop is None:
        around = next((op for op in cast.ancestors() if op.name in LOOPS), None)
        if around is None:
            return Rotation(cast, "no-loop")
        if build == "a5":
            return Rotation(cast, "escapes", around, around)
        position = exit_position(cast.result, around)
        if position is None:
            return Rotation(cast, "no-loop", around)
        loop = around
    if not can_rotate(loop, build):
        return Rotation(cast, "loop-kind", loop, loop)
    odd = next((a for a in addresses(cast) if not _is_good_address(a, build)), None)
    if odd is not None:
        return Rotation(cast, "address", loop, odd.defining_op)
    return Rotation(cast, "enabled", loop, separated=position)


def exit_position(value: Value, loop: Operation) -> int | None:
    """The position among what ``loop`` yields of a value, or of what branches inside make of it."""
    values = yielded(loop.regions[0]) if loop.name == "scf.for" else []
    while True:
        for position, one in enumerate(values):
            if one is value:
                return position
        definition = value.defining_op
        parent = definition.parent_op if definition is not None else None
        branch = next((op for op in parent.ancestors() if op.name == "scf.if"), None) if parent is not None else None
        if branch is None or not loop.is_ancestor_of(branch):
            return None
        places = [i for region in branch.regions for i, v in enumerate(yielded(region)) if v is value]
        if not places:
            return None
        value = branch.results[places[0]]


def _is_good_address(address: Value, build: Build) -> bool:
    definition = address.defining_op
    return definition is not None and (build == "a3" or definition.name == "arith.constant")


def _says_global(user: Operation) -> bool:
    space = user.attributes.get("address_space") if user.name == MARK else None
    return isinstance(space, DialectAttr) and space.body == "gm"
