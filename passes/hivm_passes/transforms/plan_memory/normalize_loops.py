"""Loop normalisation in front of local planning on A2 and A3 (PlanMemory, loop normalisation).

A loop that yields another buffer than its iteration argument makes both share one address. Where the argument is still
read after the yielded buffer has begun to be written, that would destroy data; such a loop gets a copy at its end and
yields the argument instead. The compiler has the same as a pass of its own, ``hivm-normalize-loop-iterator``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.tracing import is_view_like, yielded
from hivm_passes.ir.core import BlockArgument, Operation, OpResult
from hivm_passes.ir.types import MemRefType, UnrankedMemRefType
from hivm_passes.records import dataclass
from hivm_passes.transforms.plan_memory.op_roles import VIEWS, address_space, inits, op_role

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.core import Block, Value
    from hivm_passes.rewriting.rewriter import Rewriter

LOOPS: Final = {"scf.for": 3, "affine.for": None}
"""Loops that the pattern applies to, and where their initial values start among the operands."""

_READERS: Final = frozenset({"memref.load", "memref.copy", "hivm.hir.debug"})
_BUFFER_WRITERS: Final = {"memref.store": 1, "memref.copy": 1}
_TRACED_TO_IF: Final = frozenset(
    {
        *VIEWS - {"hivm.hir.bitcast", "memref.transpose", "memref.memory_space_cast"},
        "tensor.cast",
        "tensor.reshape",
        "tensor.insert_slice",
    }
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An iteration argument that must be separated from what the loop yields in its place."""

    index: int
    argument: BlockArgument
    value: Value


def normalize_loop(loop: Operation, rewriter: Rewriter, refused: Callable[[Operation], None]) -> tuple[int, ...]:
    """Give ``loop`` the copies it needs; returns the positions of the iteration arguments that it then yields.

    ``refused`` is called with the operation at which the compiler says ``Unsupported block op type``.
    """
    candidates = find_candidates(loop, refused)
    for candidate in candidates:
        separate(loop, candidate, rewriter)
    return tuple(c.index for c in candidates)


def separate_at(loop: Operation, indices: tuple[int, ...], rewriter: Rewriter) -> None:
    """Give ``loop`` the copies for these iteration arguments without asking whether it needs them."""
    for index, argument, value in _iterations(loop):
        if index in indices:
            separate(loop, Candidate(index, argument, value), rewriter)


def find_candidates(loop: Operation, refused: Callable[[Operation], None]) -> list[Candidate]:
    """The iteration arguments of ``loop`` that need a copy, in order."""
    found: list[Candidate] = []
    for index, argument, value in _iterations(loop):
        if value is argument or not isinstance(argument.type, MemRefType | UnrankedMemRefType):
            continue
        if address_space(value.type) == "gm":
            continue
        write = _first_write(loop, value, argument, refused)
        if write is not None and _is_used_late(argument, write):
            found.append(Candidate(index, argument, value))
    return found


def _iterations(loop: Operation) -> list[tuple[int, BlockArgument, Value]]:
    """Iteration arguments with the values yielded for them."""
    if loop.name not in LOOPS or not loop.results or len(loop.regions) != 1 or len(loop.regions[0].blocks) != 1:
        return []
    arguments = loop.regions[0].blocks[0].arguments[1:]
    return [(i, a, y) for i, (a, y) in enumerate(zip(arguments, yielded(loop.regions[0]), strict=False))]


def _loop_init(loop: Operation, index: int) -> Value | None:
    """The initial value of iteration argument (or result) ``index``."""
    position = len(loop.operands) - len(loop.results) + index
    return loop.operands[position] if 0 <= position < len(loop.operands) else None


# --- where the yielded memory is first written --------------------------------------------------------------------


def _first_write(
    loop: Operation, value: Value, argument: BlockArgument, refused: Callable[[Operation], None]
) -> Operation | None:
    branch = _traced_if(value)
    if branch is not None and len(branch.regions) == 2:
        for then_value, else_value in zip(yielded(branch.regions[0]), yielded(branch.regions[1]), strict=False):
            if then_value is argument:
                return _first_write(loop, else_value, argument, refused)
            if else_value is argument:
                return _first_write(loop, then_value, argument, refused)
    alloc = _root_alloc(value, refused)
    if alloc is None or not loop.is_ancestor_of(alloc):
        return None
    found: Operation | None = None
    pending: list[Value] = [alloc.result]
    for current in pending:
        for user in current.users:
            if found is not None and is_before(found, user):
                continue
            pending += _alias_results(user, current)
            if _writes(user, current):
                found = user
    return found


def _traced_if(value: Value) -> Operation | None:
    """The ``scf.if`` that a value comes from through views, loops' initial values and yields."""
    seen: set[Value] = set()
    while value not in seen:
        seen.add(value)
        if isinstance(value, BlockArgument):
            owner = value.owner.parent_op
            init = _loop_init(owner, value.index - 1) if owner is not None and owner.name in LOOPS else None
            if init is None or value.index == 0:
                return None
            value = init
            continue
        assert isinstance(value, OpResult)
        op = value.owner
        if op.name == "scf.if":
            return op
        if op.name in _TRACED_TO_IF:
            value = op.operands[0]
        elif op.name in LOOPS and value.index < len(yielded(op.regions[0])):
            value = yielded(op.regions[0])[value.index]
        else:
            return None
    return None


def _root_alloc(value: Value, refused: Callable[[Operation], None]) -> Operation | None:
    while True:
        if isinstance(value, BlockArgument):
            owner = value.owner.parent_op
            if owner is None:
                return None
            if owner.name not in LOOPS or value.index == 0:
                refused(owner)
                return None
            following = _loop_init(owner, value.index - 1)
        else:
            assert isinstance(value, OpResult)
            op = value.owner
            if op.name == "memref.alloc":
                return op
            if is_view_like("a3", op) or op.name == "bufferization.to_tensor":
                following = op.operands[0] if op.operands else None
            elif op.name in LOOPS:
                following = _loop_init(op, value.index)
            elif op.name == "scope.scope" and value.index < len(yielded(op.regions[0])):
                following = yielded(op.regions[0])[value.index]
            else:
                return None
        if following is None:
            return None
        value = following


# --- what a user does with a value --------------------------------------------------------------------------------


def _alias_results(user: Operation, value: Value) -> list[Value]:
    if user.name in VIEWS:
        return list(user.results[:1]) if user.operands and user.operands[0] is value else []
    if user.name == "arith.select":
        return list(user.results) if value in user.operands[1:3] else []
    return []


def _writes(user: Operation, value: Value) -> bool:
    role = op_role("a3", user.name)
    if role.structured:
        # To the compiler a temporary buffer is something that is read.
        return value in inits(user, role)
    position = _BUFFER_WRITERS.get(user.name)
    if position is not None:
        return len(user.operands) > position and user.operands[position] is value
    return role.action == "dps" and user.name.startswith("linalg.") and value in inits(user, role)


def _reads(user: Operation, value: Value) -> bool:
    role = op_role("a3", user.name)
    if role.structured:
        return user.operands.count(value) > inits(user, role).count(value)
    if user.name in _READERS:
        return bool(user.operands) and user.operands[0] is value
    return user.name.startswith("linalg.") and value in user.operands


def only_writes(user: Operation, value: Value) -> bool:
    """Whether the user does nothing with the buffer ``value`` but write it."""
    return _writes(user, value) and not _reads(user, value)


def _is_used_late(argument: BlockArgument, write: Operation) -> bool:
    """Whether something that is not before ``write`` still reads the old value."""
    pending: list[Value] = [argument]
    seen: set[Value] = set(pending)
    for value in pending:
        for user in value.users:
            fresh = [r for r in _alias_results(user, value) if r not in seen]
            seen.update(fresh)
            pending += fresh
            if user is write or is_before(user, write):
                continue
            if user.name == "scf.yield" or _reads(user, value):
                return True
    return False


def is_before(first: Operation, second: Operation) -> bool:
    """Whether ``first`` comes before ``second`` in the nearest block that holds (ancestors of) both."""
    blocks: dict[Block, Operation] = {op.parent: op for op in first.ancestors() if op.parent is not None}
    for ancestor in second.ancestors():
        if ancestor.parent in blocks:
            other = blocks[ancestor.parent]
            return other is not ancestor and other.is_before_in_block(ancestor)
    return False


# --- the change ---------------------------------------------------------------------------------------------------


def separate(loop: Operation, candidate: Candidate, rewriter: Rewriter) -> None:
    """Copy the yielded buffer into the iteration argument at the end of the loop and yield the argument."""
    value, place, position = candidate.value, loop, candidate.index
    source = value.defining_op
    if source is not None and source.name == "scope.scope":
        assert isinstance(value, OpResult)
        place, position = source, value.index
    terminator = place.regions[0].blocks[-1].last
    assert terminator is not None
    copied = terminator.operands[position]
    rewriter.set_insertion_point(terminator)
    copy = rewriter.create("hivm.hir.copy", [copied, candidate.argument])
    copy.location = place.location
    rewriter.set_operand(terminator, position, candidate.argument)
