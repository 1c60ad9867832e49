"""Where the compiler's plan is wrong or surprising (PlanMemory, oracle quirks marked "flag").

The plan itself follows the compiler; these warnings tell the author of the program that memory is given away while it
is needed, and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.tracing import yielded
from hivm_passes.transforms.plan_memory.attempts import padded
from hivm_passes.transforms.plan_memory.buffers import NEVER
from hivm_passes.transforms.plan_memory.events import MULTI_BUFFER
from hivm_passes.transforms.plan_memory.normalize_loops import find_candidates
from hivm_passes.transforms.plan_memory.op_roles import address_space
from hivm_passes.transforms.plan_memory.options import LOCAL_SPACES
from hivm_passes.transforms.plan_memory.report import PlanWarning
from hivm_passes.transforms.plan_memory.uses import names_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hivm_passes.analysis.liveness import Numbering
    from hivm_passes.analysis.tracing import Tracer
    from hivm_passes.ir.core import BlockArgument, Operation, Value
    from hivm_passes.transforms.plan_memory.alias_table import AliasTable
    from hivm_passes.transforms.plan_memory.attempts import Outcome, Placed, Problem
    from hivm_passes.transforms.plan_memory.buffers import Buffer
    from hivm_passes.transforms.plan_memory.slots import Slot

_LOOPS: Final = frozenset({"scf.for", "scf.while", "scf.parallel", "scf.forall", "affine.for", "affine.parallel"})


class QuirkFinder:
    """Looks at one planned function. Silent about functions that do not fit."""

    def __init__(
        self, problem: Problem, table: AliasTable, numbering: Numbering, tracer: Tracer, outcome: Outcome
    ) -> None:
        self._problem = problem
        self._lives = problem.lives
        self._table = table
        self._numbering = numbering
        self._tracer = tracer
        self._outcome = outcome
        self._a3 = problem.options.tool == "a3"
        self._slot_of = {m: s for s in outcome.slots if s.head is None for m in s.members}

    def find(self) -> tuple[PlanWarning, ...]:
        """All warnings, by kind."""
        found: list[PlanWarning] = []
        if self._outcome.failed is None:
            found += self._lost_memory()
            found += self._too_small()
            found += self._lost_conditions() if self._a3 else [*self._merged_branches(), *self._late_arguments()]
        if self._lives.ambiguous:
            text = (
                "a block uses more than 16 values, so the compiler's order of the live ones, and with it the "
                "addresses, may differ from one run to the next"
            )
            found.append(PlanWarning(8, "hivm.plan-memory.ambiguous", text, self._problem.func))
        found += self._ignored_marks() if self._a3 else []
        found += self._unplaced_arguments()
        return tuple(found)

    # --- memory given away while in use ---------------------------------------------------------------------

    def _lost_memory(self) -> Iterator[PlanWarning]:
        for placed in self._outcome.spaces:
            if placed.strategy != "levels":
                continue
            for slot in placed.slots:
                if slot.head is None:
                    yield from self._lost_slot(placed, slot)

    def _lost_slot(self, placed: Placed, slot: Slot) -> Iterator[PlanWarning]:
        buffers = [self._lives.buffers[m] for m in slot.members]
        needed = [(b, self._needed_until(b)) for b in buffers if b.gen is not None]
        lost = [(b, end) for b, end in needed if b.kill == NEVER or end > b.kill]
        if not lost:
            return
        buffer, end = max(lost, key=lambda pair: pair[1])
        start = buffer.gen if buffer.kill == NEVER else buffer.kill + 1
        others = [o for o in self._on_top_of(placed, slot) if self._is_occupied(o, start or 0, end)]
        if not others:
            return
        name, other = _name(buffer), self._lives.buffers[others[0].owner]
        last = self._last_use(buffer)
        if buffer.kill != NEVER and self._lives.events[buffer.kill].op.name == "scf.forall":
            text = f"{name} is freed where scf.forall begins although its body uses it; {_name(other)} overwrites it"
            quirk, code = 2, "hivm.plan-memory.freed-before-forall"
        else:
            text = f"{name} is never freed by the compiler's count, so it does not protect its address; "
            text += f"{_name(other)} overwrites it while it is in use"
            quirk, code = 1, "hivm.plan-memory.unprotected"
        related = tuple(op for op in (last, other.op) if op is not None)
        yield PlanWarning(quirk, code, text, buffer.op, (buffer.index, other.index), related)

    def _needed_until(self, buffer: Buffer) -> int:
        """The last event at which the contents may be read."""
        last = self._last_use(buffer)
        if last is None:
            return buffer.kill
        outermost = last
        for parent in last.ancestors():
            if parent.is_ancestor_of(buffer.op):
                break
            if parent.name in _LOOPS:
                outermost = parent
        stop = self._numbering.last[self._numbering.number[outermost]]
        return self._event_of(stop)

    def _last_use(self, buffer: Buffer) -> Operation | None:
        """The last user in the function's block that holds the allocation."""
        numbering = self._numbering
        top = buffer.op
        while top.parent_op is not None and top.parent_op is not self._problem.func:
            top = top.parent_op
        block = top.parent
        limit = numbering.last[numbering.number[block.last]] if block is not None and block.last is not None else 0
        last = -1
        for value in names_of(self._table, buffer.value):
            last = max([last, *(n for n in numbering.use_numbers.get(value, ()) if n <= limit)])
        return numbering.ops[last] if last >= 0 else None

    def _event_of(self, number: int) -> int:
        """The event of an operation (the first one) by its number."""
        op = self._numbering.ops[number]
        low, high = 0, len(self._lives.events)
        while low < high:
            middle = (low + high) // 2
            event = self._lives.events[middle]
            at = self._numbering.number[event.op]
            reached = self._numbering.last[at] if event.role in {"end", "after-then", "after-else"} else at
            if reached < number:
                low = middle + 1
            else:
                high = middle
        while low < len(self._lives.events) and self._lives.events[low].op is not op:
            low += 1
        return min(low, len(self._lives.events) - 1)

    def _on_top_of(self, placed: Placed, slot: Slot) -> list[Slot]:
        """Slots with bytes in common."""
        spans = self._spans(placed, slot)
        return [
            other
            for other in placed.slots
            if other.head is None
            and other is not slot
            and any(a < d and c < b for a, b in spans for c, d in self._spans(placed, other))
        ]

    @staticmethod
    def _spans(placed: Placed, slot: Slot) -> list[tuple[int, int]]:
        size = padded(slot.bits, placed.alignment)
        starts = [placed.layout.addresses[s.index] for s in (slot, *slot.siblings)]
        starts += placed.layout.extras.get(slot.index, [])
        return [(start, start + size) for start in starts]

    def _is_occupied(self, slot: Slot, start: int, end: int) -> bool:
        last = len(self._lives.events)
        return any(a <= end and start <= (b if b >= a else last) for a, b, _ in slot.lives)

    def _too_small(self) -> Iterator[PlanWarning]:
        for slot in self._outcome.slots:
            if slot.head is not None:
                continue
            biggest = max((self._lives.buffers[m] for m in slot.members), key=lambda b: b.bits)
            if biggest.bits > slot.bits:
                owner = self._lives.buffers[slot.owner]
                text = (
                    f"{_name(biggest)} ({biggest.bits // 8} bytes) shares the address of {_name(owner)}, for which the "
                    f"compiler reserves only {slot.bits // 8} bytes: what lies behind may be overwritten"
                )
                yield PlanWarning(
                    6, "hivm.plan-memory.merged-too-small", text, biggest.op, (biggest.index, owner.index), (owner.op,)
                )

    # --- buffers forced together ----------------------------------------------------------------------------

    def _lost_conditions(self) -> Iterator[PlanWarning]:
        """A3: a choice between two values that a loop had already made one."""
        for op, value in self._lives.lost_conditions:
            members = {self._index(v) for v in names_of(self._table, value)} - {-1}
            pairs = [p for p in self._problem.rules.forced if p[0] != p[1] and set(p) <= members]
            if pairs:
                first, second = (self._lives.buffers[i] for i in pairs[0])
                text = (
                    f"{_name(first)} and {_name(second)} get one address although this operation may still want the "
                    "older of them"
                )
                yield PlanWarning(3, "hivm.plan-memory.lost-condition", text, op, pairs[0], (first.op, second.op))

    def _merged_branches(self) -> Iterator[PlanWarning]:
        """A5: both values of an ``scf.if`` are one buffer, although both were written before it."""
        forced = set(self._problem.rules.forced)
        for event in self._lives.events:
            if event.op.name != "scf.if" or event.role != "begin" or not event.op.results or len(event.op.regions) < 2:
                continue
            then_values, else_values = (yielded(region) for region in event.op.regions[:2])
            for first_value, second_value in zip(then_values, else_values, strict=False):
                pair = (self._index(first_value), self._index(second_value))
                if pair[0] == pair[1] or not (pair in forced or (pair[1], pair[0]) in forced):
                    continue
                first, second = (self._lives.buffers[i] for i in pair)
                if all(b.gen is not None and b.gen < event.index for b in (first, second)):
                    text = (
                        f"{_name(first)} and {_name(second)} get one address because they are the two values of this "
                        "scf.if, but both are written before it: the later write destroys the other"
                    )
                    yield PlanWarning(
                        4, "hivm.plan-memory.merged-branches", text, event.op, pair, (first.op, second.op)
                    )

    def _late_arguments(self) -> Iterator[PlanWarning]:
        """A5: an iteration argument that is read after the buffer that replaces it is written."""
        for event in self._lives.events:
            if event.op.name != "scf.for" or event.role != "begin":
                continue
            for candidate in find_candidates(event.op, lambda op: None):
                buffer = self._index(candidate.value)
                if buffer < 0:
                    continue
                name = _name(self._lives.buffers[buffer])
                text = (
                    f"%{candidate.argument.name or 'argument'} is still read after {name}, which has its address, is "
                    "written; the A5 compiler does not insert the copy that this needs"
                )
                yield PlanWarning(
                    5, "hivm.plan-memory.late-argument", text, event.op, (buffer,), (self._lives.buffers[buffer].op,)
                )

    def _index(self, value: Value) -> int:
        tracked = self._table.find(self._tracer.trace(value))
        return tracked.buffer if tracked is not None else -1

    # --- marks and arguments --------------------------------------------------------------------------------

    def _ignored_marks(self) -> Iterator[PlanWarning]:
        """A3: double buffering asked for on a view."""
        for event in self._lives.events:
            op = event.op
            if op.name != "annotation.mark" or MULTI_BUFFER not in op.attributes or not op.operands:
                continue
            value = op.operands[0]
            source = self._tracer.trace(value)
            tracked = self._table.find(source)
            if source is not value and tracked is not None and tracked.buffer >= 0:
                name = _name(self._lives.buffers[tracked.buffer])
                text = f"hivm.multi_buffer on a view has no effect here; mark {name} itself"
                related = (self._lives.buffers[tracked.buffer].op,)
                yield PlanWarning(15, "hivm.plan-memory.mark-on-view", text, op, (tracked.buffer,), related)

    def _unplaced_arguments(self) -> Iterator[PlanWarning]:
        """Arguments in a space where buffers are placed as if it were empty."""
        spaces = {b.space for b in self._lives.buffers if b.gen is not None and b.space in LOCAL_SPACES}
        arguments: Sequence[BlockArgument] = self._problem.func.regions[0].blocks[0].arguments
        for argument in arguments:
            space = address_space(argument.type)
            if space in spaces and argument.has_uses:
                text = (
                    f"argument %{argument.name or argument.index} is in {space}, but nothing is reserved for it there"
                )
                first = next(b for b in self._lives.buffers if b.space == space)
                yield PlanWarning(
                    19, "hivm.plan-memory.argument", text, self._problem.func, (first.index,), (first.op,)
                )


def _name(buffer: Buffer) -> str:
    name = buffer.value.name
    return f"%{name}" if name else "a new buffer"
