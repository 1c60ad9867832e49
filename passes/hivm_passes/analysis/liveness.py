"""SSA liveness in the order of the compiler's sets (PlanMemory, order-exact liveness).

PlanMemory shuffles "the values live at this operation", so the order of that list matters, not only its members. The
compiler keeps the values of a block in small vectors in which removing an element moves the last one into the
hole; that holds up to 16 elements. Larger sets have no defined order, which ``LiveIns.ordered`` tells.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.ir.core import Block, Operation, Region, Value

ORDERED_SET_SIZE: Final = 16
"""Sets of up to this many values have a defined order in the compiler."""


class Numbering:
    """Pre-order numbers of an operation and all nested ones, and which of them use each value.

    ``last`` and ``parent`` are indexed by number: the number of the last nested operation (its own for a leaf), and
    that of the parent operation (-1 for the root).
    """

    def __init__(self, root: Operation) -> None:
        self.ops: list[Operation] = []
        self.number: dict[Operation, int] = {}
        self.last: list[int] = []
        self.parent: list[int] = []
        self.use_numbers: dict[Value, list[int]] = {}
        self._visit(root, -1)

    def _visit(self, op: Operation, parent: int) -> None:
        number = len(self.ops)
        self.ops.append(op)
        self.number[op] = number
        self.last.append(number)
        self.parent.append(parent)
        uses = self.use_numbers
        for operand in op.operands:
            if operand in uses:
                uses[operand].append(number)
            else:
                uses[operand] = [number]
        if op.regions:
            for region in op.regions:
                for block in region.blocks:
                    nested = block.first
                    while nested is not None:
                        self._visit(nested, number)
                        nested = nested.next
            self.last[number] = len(self.ops) - 1

    def last_use(self, value: Value) -> int:
        """The number of the last user, -1 when there is none."""
        uses = self.use_numbers.get(value)
        return uses[-1] if uses else -1

    def encloses(self, outer: int, inner: int) -> bool:
        """Whether operation ``inner`` is ``outer`` or nested in it."""
        return outer <= inner <= self.last[outer]


@dataclass(slots=True)
class LiveIns:
    """Live sets of one block: members of ``live_in`` in the compiler's order, ``live_out`` as a set.

    ``ordered`` is False when the order of ``live_in`` differs between two runs of the compiler.
    """

    live_in: list[Value]
    live_out: dict[Value, None]
    ordered: bool = True


def subtract(values: list[Value], removed: dict[Value, None]) -> list[Value]:
    """Set difference in which the last element fills each hole, in the compiler's two ways to go about it."""
    rest = list(values)
    if len(rest) < len(removed):
        i = 0
        while i < len(rest):
            if rest[i] in removed:
                last = rest.pop()
                if i < len(rest):
                    rest[i] = last
            else:
                i += 1
        return rest
    place = {value: i for i, value in enumerate(rest)}
    for value in removed:
        i = place.pop(value, None)
        if i is not None:
            last = rest.pop()
            if i < len(rest):
                rest[i] = last
                place[last] = i
    return rest


class Liveness:
    """Live sets of all blocks of a function."""

    def __init__(self, func: Operation, numbering: Numbering) -> None:
        self.numbering = numbering
        self.blocks: dict[Block, LiveIns] = {}
        self._definitions: dict[Block, dict[Value, None]] = {}
        self._uses: dict[Block, list[Value]] = {}
        self._large: dict[Block, bool] = {}
        for region in func.regions:
            isolated = len(region.blocks) == 1
            for block in region.blocks:
                self._collect(block, needed=not isolated)
            if isolated:
                self.blocks[region.blocks[0]] = LiveIns([], {})
        order = self._multi_block_regions(func)
        if order:
            self._solve(order)
        for block, large in self._large.items():
            sets = self.blocks[block]
            sets.ordered = not large or len(sets.live_in) < 2

    def _collect(self, block: Block, needed: bool) -> tuple[dict[Value, None], dict[Value, None]]:
        """Values used and defined by a walk over the block, without its own arguments; fills the block's sets."""
        uses: dict[Value, None] = {}
        defined: dict[Value, None] = {}
        op = block.first
        while op is not None:
            if op.regions:
                arguments: list[Value] = []
                for region in op.regions:
                    for child in region.blocks:
                        child_uses, child_defined = self._collect(child, needed=True)
                        arguments += child.arguments
                        if needed:
                            uses.update(child_uses)
                            defined.update(child_defined)
                if needed:
                    uses.update(dict.fromkeys(op.operands))
                    defined.update(dict.fromkeys(op.results))
                    defined.update(dict.fromkeys(arguments))
            elif needed:
                for operand in op.operands:
                    uses[operand] = None
                for result in op.results:
                    defined[result] = None
            op = op.next
        if needed:
            definitions: dict[Value, None] = dict.fromkeys(block.arguments)
            definitions.update(defined)
            used = subtract(list(uses), definitions)
            self._definitions[block] = definitions
            self._uses[block] = used
            self._large[block] = len(uses) > ORDERED_SET_SIZE
            self.blocks[block] = LiveIns(used, {})
        return uses, defined

    def _multi_block_regions(self, func: Operation) -> list[Block]:
        """The blocks of all regions with more than one block, outer ones first."""
        found: list[Block] = []

        def visit(region: Region) -> None:
            several = len(region.blocks) > 1
            for block in region.blocks:
                if several:
                    found.append(block)
                for op in block.operations:
                    for nested in op.regions:
                        visit(nested)

        for region in func.regions:
            visit(region)
        return found

    def _solve(self, blocks: list[Block]) -> None:
        """Iterate over control-flow edges until the live-in sets stop growing."""
        predecessors: dict[Block, list[Block]] = {block: [] for block in blocks}
        for block in blocks:
            terminator = block.last
            for successor in terminator.successors if terminator is not None else ():
                predecessors.setdefault(successor, []).insert(0, block)
        sizes: dict[Block, int] = dict.fromkeys(blocks, 0)
        pending: dict[Block, None] = {}
        for block in blocks:
            self.blocks[block].live_in = []
            self.blocks[block].live_out = dict.fromkeys(self._escaping(block))
        for block in blocks:
            if self._update_live_in(block, sizes):
                self._push(pending, predecessors[block])
        while pending:
            block, _ = pending.popitem()
            live_out = self.blocks[block].live_out
            terminator = block.last
            for successor in terminator.successors if terminator is not None else ():
                live_out.update(dict.fromkeys(self.blocks[successor].live_in))
            if self._update_live_in(block, sizes):
                self._push(pending, predecessors[block])

    @staticmethod
    def _push(pending: dict[Block, None], blocks: Iterable[Block]) -> None:
        for block in blocks:
            pending.setdefault(block)

    def _escaping(self, block: Block) -> Iterable[Value]:
        """Arguments and results with a user in another block of the region."""
        first, last = self.range_of(block)
        uses = self.numbering.use_numbers

        def escapes(value: Value) -> bool:
            numbers = uses.get(value)
            return bool(numbers) and (numbers[0] < first or numbers[-1] > last)

        yield from (argument for argument in block.arguments if escapes(argument))
        for op in block.operations:
            yield from (result for result in op.results if escapes(result))

    def _update_live_in(self, block: Block, sizes: dict[Block, int]) -> bool:
        sets = self.blocks[block]
        merged: dict[Value, None] = dict.fromkeys(self._uses[block])
        merged.update(sets.live_out)
        if len(merged) > ORDERED_SET_SIZE or len(sets.live_out) > ORDERED_SET_SIZE:
            self._large[block] = True
        live_in = subtract(list(merged), self._definitions[block])
        if len(live_in) == sizes[block]:
            return False
        sizes[block] = len(live_in)
        sets.live_in = live_in
        return True

    def range_of(self, block: Block) -> tuple[int, int]:
        """Numbers of the first and of the last operation in the block, nested ones included."""
        if block.first is None or block.last is None:
            return 0, -1
        number = self.numbering.number
        return number[block.first], self.numbering.last[number[block.last]]


class LiveCursor:
    """The values live at one operation after the other of a block.

    ``enter`` and ``leave`` must be called for every operation in order. Between them ``count`` is the length of the
    compiler's list of live values, and positions in it are those that ``leave`` returns.
    """

    __slots__ = ("_ends", "_entry", "_live", "_numbering", "_values", "live_out", "ordered")

    def __init__(self, liveness: Liveness, block: Block) -> None:
        sets = liveness.blocks[block]
        numbering = liveness.numbering
        self._numbering = numbering
        self.live_out = sets.live_out
        self._values: list[Value] = [*block.arguments, *sets.live_in]
        if sets.live_out or len(block.arguments) != len(self._values):
            self._values = list(dict.fromkeys(self._values))
        self._live = list(range(len(self._values)))
        self._entry = sets.live_in
        self.ordered = sets.ordered
        first, last = liveness.range_of(block)
        ends: list[tuple[int, int]] = []
        uses = numbering.use_numbers
        for rank, value in enumerate(self._values):
            if value in self.live_out:
                continue
            numbers = uses.get(value)
            end = first
            if numbers:
                at = bisect_right(numbers, last)
                if at and numbers[at - 1] >= first:
                    end = numbers[at - 1]
            ends.append((end, rank))
        heapify(ends)
        self._ends = ends

    @property
    def count(self) -> int:
        """How many values are live at the operation entered last."""
        return len(self._live)

    def enter(self, op: Operation, number: int) -> None:
        """Go on to the next operation, whose number this is."""
        for result in op.results:
            rank = len(self._values)
            self._values.append(result)
            self._live.append(rank)
            if result not in self.live_out:
                end = self._numbering.last_use(result)
                heappush(self._ends, (max(end, number), rank))

    def values(self) -> list[Value]:
        """All values live at the operation, in the compiler's order."""
        return [self._values[rank] for rank in self._live]

    def leave(self, number: int) -> list[tuple[int, Value]]:
        """Drop what is dead after the operation; returns position (in the list before) and value of each."""
        end = self._numbering.last[number]
        ends = self._ends
        if not ends or ends[0][0] > end:
            return []
        live, values = self._live, self._values
        rank = heappop(ends)[1]
        if not ends or ends[0][0] > end:
            position = bisect_left(live, rank)
            del live[position]
            return [(position, values[rank])]
        ranks = [rank]
        while ends and ends[0][0] <= end:
            ranks.append(heappop(ends)[1])
        ranks.sort()
        dying = [(bisect_left(live, rank), values[rank]) for rank in ranks]
        for position, _ in reversed(dying):
            del live[position]
        return dying

    def came_from_outside(self, value: Value) -> bool:
        """Whether the value is live into the block and no argument of it."""
        return value in self._entry
