"""The linear list of events, aliases and life ranges of a function (PlanMemory, events, aliases, life ranges).

Which buffers an event starts and frees does not depend on the compiler's random numbers, only the order does, and only
where several could be meant. So one walk serves all attempts: it records the length of every shuffle and, for the
shuffles whose outcome matters, which positions of the list stand for which buffers.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from hivm_passes.analysis.liveness import LiveCursor, Liveness, Numbering
from hivm_passes.analysis.tracing import Tracer, loop_inits, yielded
from hivm_passes.dialects.registry import operand_group
from hivm_passes.ir.attributes import DialectAttr, IntegerAttr
from hivm_passes.ir.core import BlockArgument
from hivm_passes.ir.types import MemRefType, TensorType, UnrankedMemRefType
from hivm_passes.records import dataclass, field
from hivm_passes.transforms.plan_memory.alias_table import DEFINED, FREED, LIVE, UNTRACKED, AliasTable
from hivm_passes.transforms.plan_memory.buffers import NEVER, Buffer, PlanStoppedError, memref_bits
from hivm_passes.transforms.plan_memory.op_roles import address_space, inits, is_local, op_role, temps
from hivm_passes.transforms.plan_memory.options import LOCAL_SPACES
from hivm_passes.transforms.plan_memory.random_order import draws_for_shuffles, shuffled_positions
from hivm_passes.transforms.plan_memory.report import PlanEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hivm_passes.ir.core import Block, Operation, Region, Value
    from hivm_passes.transforms.plan_memory.alias_table import Tracked
    from hivm_passes.transforms.plan_memory.op_roles import OpRole
    from hivm_passes.transforms.plan_memory.options import PlanOptions, Tool
    from hivm_passes.transforms.plan_memory.report import EventRole

MULTI_BUFFER: Final = "hivm.multi_buffer"
PRELOAD: Final = "hivm.preload_local_buffer"
UNIQUE: Final = "mem_unique"
COUPLED: Final = "hivm.tightly_coupled_buffer"

_TRAVERSE_FAILED: Final = {
    "a3": "LLVM ERROR: PlanMemory Traverse IR Failed! ",
    "a5": "PlanMemory Traverse IR Failed! ",
}
_ONLY_LOCAL: Final = "Currently only support (UB | L1 | L0C) allocation"
_RELEASED: Final = "The buffer memory has been released and cannot be used again! "


class Candidate(NamedTuple):
    """A position in a list that is shuffled, and the buffers that the value there starts or frees, in order."""

    position: int
    buffers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A shuffle whose outcome decides the order of an event's gen or kill list."""

    shuffle: int
    event: int
    kills: bool
    candidates: tuple[Candidate, ...]


@dataclass(slots=True)
class Lives:
    """What the walk found out, the same for every attempt.

    ``gens`` and ``kills`` list buffers by event; where an event has a ``Choice``, its part of the list is in one
    possible order. ``shuffles`` has the length of every shuffle.
    """

    events: list[PlanEvent] = field(default_factory=list[PlanEvent])
    buffers: list[Buffer] = field(default_factory=list[Buffer])
    gens: dict[int, list[int]] = field(default_factory=dict[int, "list[int]"])
    kills: dict[int, list[int]] = field(default_factory=dict[int, "list[int]"])
    shuffles: list[int] = field(default_factory=list[int])
    choices: list[Choice] = field(default_factory=list[Choice])
    ambiguous: bool = False
    """Whether the order of a choice differs between two runs of the compiler."""
    lost_conditions: list[tuple[Operation, Value]] = field(default_factory=list["tuple[Operation, Value]"])
    """A3: operations that choose between values which are already aliases without a condition, and such a value."""
    argument_marks: list[Operation] = field(default_factory=list["Operation"])
    """Multi-buffer marks on block arguments; the compiler crashes on them when it rewrites."""

    def orders(self, attempt: int) -> tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]]:
        """Gen and kill lists by event as the shuffles of an attempt order them."""
        if not self.choices:
            return self.gens, self.kills
        draws = draws_for_shuffles(attempt, self.shuffles)
        starts = [0, *accumulate(length // 2 for length in self.shuffles)]
        gens: dict[int, Sequence[int]] = dict(self.gens)
        kills: dict[int, Sequence[int]] = dict(self.kills)
        for choice in self.choices:
            index = choice.shuffle
            positions = shuffled_positions(
                self.shuffles[index],
                [candidate.position for candidate in choice.candidates],
                draws[starts[index] : starts[index + 1]],
            )
            order = sorted(range(len(positions)), key=positions.__getitem__)
            chosen = dict.fromkeys(b for i in order for b in choice.candidates[i].buffers)
            lists = kills if choice.kills else gens
            rest = [b for b in lists[choice.event] if b not in chosen]
            lists[choice.event] = [*chosen, *rest]
        return gens, kills


class EventWalk:
    """One walk over a function. ``run`` may raise ``PlanStoppedError`` where the compiler aborts."""

    def __init__(
        self,
        func: Operation,
        options: PlanOptions,
        tracer: Tracer,
        owned_spaces: frozenset[str] = frozenset(),
        borrowed_spaces: frozenset[str] = frozenset(),
    ) -> None:
        self.func = func
        self.tool: Tool = options.tool
        self.local = options.mode == "local"
        self.lives = Lives()
        self.numbering = Numbering(func)
        self.liveness = Liveness(func, self.numbering)
        self.table = AliasTable(self.numbering, updates_flags=options.tool == "a5")
        self.tracer = tracer
        self.buffer_of: dict[Value, Buffer] = {}
        self._unique_coupled = options.disable_tightly_coupled_buffer_reuse
        self._owned_spaces = owned_spaces
        self._borrowed_spaces = borrowed_spaces
        self._copies: dict[Value, int] = {}
        self._preloaded: list[Tracked] = []
        self._first_scope_parent: Operation | None = None
        self._scope_seen = False
        self._whiles: list[tuple[Operation, Region]] = []
        self._several_blocks = False
        self._block_end = 0
        """Number of the last operation in the function's block that is being walked."""

    def run(self) -> Lives:
        """Walk the function and return the result."""
        for region in self.func.regions:
            self._several_blocks = len(region.blocks) > 1
            for block in region.blocks:
                self._block_end = self.liveness.range_of(block)[1]
                self._block(block)
        self._place_preloaded()
        for buffer in self.lives.buffers:
            buffer.copies = self._copies.get(buffer.value, 1)
        return self.lives

    # --- walk -----------------------------------------------------------------------------------------------

    def _region(self, region: Region) -> None:
        for block in region.blocks:
            self._block(block)

    def _block(self, block: Block) -> None:
        cursor = LiveCursor(self.liveness, block)
        number_of = self.numbering.number
        op = block.first
        while op is not None:
            number = number_of[op]
            cursor.enter(op, number)
            self._operation(op, number, cursor)
            op = op.next

    def _operation(self, op: Operation, number: int, cursor: LiveCursor) -> None:
        role = op_role(self.tool, op.name)
        action = role.action
        if action == "for":
            self._for(op, number, cursor)
        elif action == "while":
            self._while(op, number, cursor)
        elif action == "if":
            self._if(op, number, cursor)
        elif action == "scope":
            self._scope(op, number, cursor)
        else:
            event = self._event(op)
            if self._act(op, role, number, event, cursor):
                self._kill(op, number, event, cursor)
            else:
                cursor.leave(number)
            for region in op.regions:
                self._region(region)

    def _event(self, op: Operation, role: EventRole = "") -> int:
        events = self.lives.events
        index = len(events)
        events.append(PlanEvent(index, op, role))
        return index

    def _act(self, op: Operation, role: OpRole, number: int, event: int, cursor: LiveCursor) -> bool:
        """Do what the table says for an operation without own control flow; whether a kill step follows."""
        action = role.action
        if action == "dps":
            return self._destination_style(op, role, event)
        if action == "load" or action == "use":
            return True
        if action == "view":
            if op.results and op.operands:
                self.table.link(op.results[0], op.operands[0])
            return False
        if action == "store":
            self._gen_all(op.operands[1:2], op, event)
            return True
        if action == "nothing":
            return False
        if action == "mark":
            return self._mark(op, number, event, cursor)
        if action == "select":
            return self._select(op)
        if action == "condition":
            return self._condition(op)
        if action == "branch":
            return self._branch(op)
        if action == "call":
            self._gen_all(op.operands, op, event)
            return True
        if action == "alloc" and self.local:
            self._define_local(op, number)
        elif action == "workspace" and not self.local:
            self._define_workspace(op, number)
        elif self.local and (any(is_local(v.type) for v in op.operands) or any(is_local(r.type) for r in op.results)):
            raise PlanStoppedError(
                "hivm.plan-memory.unknown-operation",
                "PlanMemory Fail : Unrecognized type of Operation touches local buffer!",
                op,
                fatal=_TRAVERSE_FAILED[self.tool],
            )
        return False

    def _for(self, op: Operation, number: int, cursor: LiveCursor) -> None:
        event = self._event(op, "begin")
        self._gen_live(op, event, cursor)
        body = op.regions[0]
        arguments = body.blocks[0].arguments[1:]
        self._link_all(arguments, loop_inits(op))
        if op.results:
            self._link_all(yielded(body), arguments)
            self._link_all(op.results, yielded(body))
        self._region(body)
        self._kill(op, number, self._event(op, "end"), cursor)

    def _while(self, op: Operation, number: int, cursor: LiveCursor) -> None:
        event = self._event(op, "begin")
        self._gen_live(op, event, cursor)
        before, after = op.regions
        arguments = before.blocks[0].arguments
        self._link_all(arguments, op.operands)
        for region in (before, after):
            self._whiles.append((op, region))
            self._region(region)
            self._whiles.pop()
        if op.results:
            self._link_all(yielded(after), arguments)
            self._link_all(op.results, after.blocks[0].arguments)
        self._kill(op, number, self._event(op, "end"), cursor)

    def _if(self, op: Operation, number: int, cursor: LiveCursor) -> None:
        self._event(op, "begin")
        event = 0
        for region, role in zip(op.regions, ("after-then", "after-else"), strict=False):
            if not region.blocks:
                continue
            self._region(region)
            event = self._event(op, role)
            if self.tool == "a3":
                self._link_choice(op, op.results, yielded(region))
            else:
                self._link_all(op.results, yielded(region))
        self._kill(op, number, event, cursor)

    def _scope(self, op: Operation, number: int, cursor: LiveCursor) -> None:
        if not self._scope_seen:
            self._scope_seen = True
            self._first_scope_parent = op.parent_op
        self._event(op, "begin")
        for region in op.regions:
            self._region(region)
            self._link_all(op.results, yielded(region))
        self._kill(op, number, self._event(op, "end"), cursor)

    def _link_all(self, firsts: Iterable[Value], seconds: Iterable[Value]) -> None:
        for first, second in zip(firsts, seconds, strict=False):
            self.table.link(first, second)

    def _link_choice(self, op: Operation, firsts: Iterable[Value], seconds: Iterable[Value]) -> None:
        """Link under the condition that ``op`` decides."""
        for first, second in zip(firsts, seconds, strict=False):
            if self.tool == "a3" and self.table.are_aliases(first, second):
                self.lives.lost_conditions.append((op, first))
            self.table.link(first, second, conditional=True)

    # --- actions --------------------------------------------------------------------------------------------

    def _define_local(self, op: Operation, number: int) -> None:
        space = address_space(op.results[0].type)
        if space in LOCAL_SPACES:
            self._define(op, number, space, None)
            return
        if space in {None, "gm"}:
            raise PlanStoppedError(
                "hivm.plan-memory.no-space",
                "Alloc buffer not at UB space! ",
                op,
                fatal=_TRAVERSE_FAILED[self.tool],
            )
        raise PlanStoppedError(
            "hivm.plan-memory.unplanned-space", _ONLY_LOCAL, op, fatal=f"LLVM ERROR: {_ONLY_LOCAL}", located=False
        )

    def _define_workspace(self, op: Operation, number: int) -> None:
        bases = operand_group(op, "workspaceArg", self.tool)
        self._define(op, number, "gm", bases[0] if bases else None)
        self.lives.buffers[-1].fixed = bool(operand_group(op, "offset", self.tool))

    def _define(self, op: Operation, number: int, space: str, base: Value | None) -> None:
        buffers = self.lives.buffers
        buffer = Buffer(len(buffers), op, number, space, memref_bits(self.tool, op), base)
        buffers.append(buffer)
        self.buffer_of[buffer.value] = buffer
        tracked = self.table.entry(buffer.value)
        tracked.buffer = buffer.index
        self.table.set_status(tracked, DEFINED)

    def _destination_style(self, op: Operation, role: OpRole, event: int) -> bool:
        outs = inits(op, role)
        for result, init in zip(op.results, outs, strict=False):
            tracked = self.table.find(init)
            if tracked is not None and tracked.group is not None and isinstance(result.type, TensorType):
                self.table.link(result, init)
        self._gen_all(outs, op, event)
        extra = temps(op, role)
        self._gen_all(extra, op, event)
        for value in extra:
            # The compiler looks the buffer up and does not check that it found one: A5 asserts, A3 writes behind an
            # empty table. Behind a table with entries the write does no visible harm.
            if value not in self.buffer_of and (self.tool == "a5" or not self.buffer_of):
                raise PlanStoppedError(
                    "hivm.plan-memory.temporary",
                    "the temporary buffer of this operation is no allocation that is placed here",
                    op,
                    exit="crash",
                    fatal="Assertion `it != bufferInfos.end()' failed." if self.tool == "a5" else None,
                    located=False,
                )
            self._forbid_inplace(value)
        return True

    def _forbid_inplace(self, value: Value) -> None:
        buffer = self.buffer_of.get(value)
        if buffer is not None:
            buffer.no_inplace = True

    def _select(self, op: Operation) -> bool:
        for value in op.operands[1:3]:
            self._link_choice(op, op.results, (value,))
            self._forbid_inplace(value)
        return True

    def _condition(self, op: Operation) -> bool:
        loop = op.parent_op
        if loop is not None and loop.name == "scf.while":
            self._link_all(loop.regions[1].blocks[0].arguments, op.operands[1:])
        return False

    def _branch(self, op: Operation) -> bool:
        if op.name == "cf.br":
            groups = [op.operands]
        else:
            sizes = op.segments or (1, len(op.successors[0].arguments) if op.successors else 0, 0)
            middle = sizes[0] + sizes[1]
            groups = [op.operands[sizes[0] : middle], op.operands[middle:]]
        for successor, operands in zip(op.successors, groups, strict=False):
            self._link_choice(op, successor.arguments, operands)
        return False

    def _mark(self, op: Operation, number: int, event: int, cursor: LiveCursor) -> bool:
        value = op.operands[0]
        copies = op.attributes.get(MULTI_BUFFER)
        if copies is not None and isinstance(value, BlockArgument):
            self.lives.argument_marks.append(op)
        count = copies.value if isinstance(copies, IntegerAttr) and copies.value != 1 else None
        if count is not None and count < 0:
            raise PlanStoppedError(
                "hivm.plan-memory.negative-copies",
                f"a buffer cannot have {count} copies; the compiler never ends on this",
                op,
                exit="crash",
                located=False,
            )
        if self.tool == "a3" or not self.local:
            if count is not None:
                self._copies[value] = count
            if self.tool == "a5":
                return False
            memref = True
        else:
            memref = isinstance(value.type, MemRefType | UnrankedMemRefType)
        alloc = self.tracer.alloc(value) if memref else None
        if alloc is None:
            return False
        buffer = self.buffer_of.get(alloc.results[0])
        tracked = self.table.entry(alloc.results[0])
        if PRELOAD in op.attributes:
            self._preloaded.append(tracked)
            if buffer is not None:
                buffer.preloaded = True
        if self.tool == "a3":
            killed = self._killable(tracked, op, number, cursor)
            if killed:
                self._free(killed, event)
            return False
        if count is not None:
            self._copies[alloc.results[0]] = count
        if buffer is not None:
            if UNIQUE in op.attributes:
                buffer.unique = True
            self._coupled_mark(op, buffer, event)
        return True

    def _coupled_mark(self, op: Operation, buffer: Buffer, event: int) -> None:
        attribute = op.attributes.get(COUPLED)
        if not isinstance(attribute, DialectAttr):
            return
        if buffer.space in self._borrowed_spaces:
            buffer.partner_id = coupled_id(attribute)
        if buffer.space not in self._owned_spaces:
            return
        buffer.coupled_id = coupled_id(attribute)
        if self._unique_coupled:
            buffer.unique = True
        self._gen_all([buffer.value], op, event)

    # --- gen ------------------------------------------------------------------------------------------------

    def _gen_all(self, values: Iterable[Value], op: Operation, event: int) -> None:
        """Start the buffers that an operation writes to."""
        for value in values:
            tracked = self.table.find(value)
            if tracked is None or self._is_borrowed(tracked):
                continue
            started = self._startable(tracked, op)
            if started:
                self._start(started, event)

    def _is_borrowed(self, tracked: Tracked) -> bool:
        """Whether the value is a coupled buffer that another function places: writing it by name starts nothing."""
        return tracked.buffer >= 0 and self.lives.buffers[tracked.buffer].partner_id >= 0

    def _startable(self, tracked: Tracked, op: Operation) -> tuple[int, ...]:
        """The defined buffers among the names of a value, in order; stops when one of them was freed already."""
        group = tracked.group
        if group is None:
            if tracked.status == FREED:
                self._released(op)
            if tracked.status != DEFINED or tracked in self._preloaded:
                return ()
            return (tracked.buffer,)
        if group.freed:
            self._released(op)
        if not group.defined or any(p.group is group for p in self._preloaded):
            return ()
        return tuple(t.buffer for t in self.table.names(tracked) if t.status == DEFINED)

    def _released(self, op: Operation) -> None:
        raise PlanStoppedError(
            "hivm.plan-memory.freed-buffer", _RELEASED, op, fatal=f"LLVM ERROR: {_RELEASED}", located=False
        )

    def _start(self, buffers: Iterable[int], event: int) -> None:
        for index in buffers:
            buffer = self.lives.buffers[index]
            buffer.gen = event
            self.table.set_status(self.table.entry(buffer.value), LIVE)
            self.lives.gens.setdefault(event, []).append(index)

    def _gen_live(self, op: Operation, event: int, cursor: LiveCursor) -> None:
        """Start everything that is defined and live around a loop."""
        length = cursor.count
        if not length:
            return
        candidates: list[Candidate] = []
        outside = False
        for position, value in enumerate(cursor.values()):
            tracked = self.table.find(value)
            if tracked is None or (tracked.group is None and tracked.status == UNTRACKED):
                continue
            group = tracked.group
            if group is None:
                buffers = () if self._is_borrowed(tracked) else self._startable(tracked, op)
            elif not group.defined and not group.freed:
                continue
            else:
                buffers = self._startable_around(tracked, op)
            if buffers:
                candidates.append(Candidate(position, buffers))
                outside = outside or cursor.came_from_outside(value)
        self._record_shuffle(length, event, candidates, kills=False, unordered=outside and not cursor.ordered)
        self._start(dict.fromkeys(b for c in candidates for b in c.buffers), event)

    def _startable_around(self, tracked: Tracked, op: Operation) -> tuple[int, ...]:
        """As ``_startable``, but through the first tracked name, as loops do it."""
        for name in self.table.names(tracked):
            if name.status != UNTRACKED and not self._is_borrowed(name):
                return self._startable(name, op)
        return ()

    # --- kill -----------------------------------------------------------------------------------------------

    def _kill(self, op: Operation, number: int, event: int, cursor: LiveCursor) -> None:
        """Free the buffers of which nothing is needed after an operation."""
        length = cursor.count
        dying = cursor.leave(number)
        if not length:
            return
        candidates: list[Candidate] = []
        outside = False
        for position, value in dying:
            tracked = self.table.find(value)
            if tracked is None:
                continue
            buffers = self._killable(tracked, op, number, cursor)
            if buffers:
                candidates.append(Candidate(position, buffers))
                outside = outside or cursor.came_from_outside(value)
        self._record_shuffle(length, event, candidates, kills=True, unordered=outside and not cursor.ordered)
        if candidates:
            self._free(dict.fromkeys(b for c in candidates for b in c.buffers), event)

    def _killable(self, tracked: Tracked, op: Operation, number: int, cursor: LiveCursor) -> tuple[int, ...]:
        """The live buffers among the names of a value that may be freed at an operation, in order."""
        numbering = self.numbering
        end = numbering.last[number]
        group = tracked.group
        if group is None:
            if tracked.status != LIVE:
                return ()
            members, last_use = [tracked], tracked.last_use
        else:
            if not group.live:
                return ()
            members, last_use = group.members, group.last_use
        if last_use > end and (not self._several_blocks or self._used_between(members, end)):
            return ()
        if cursor.live_out and any(m.value in cursor.live_out for m in members):
            return ()
        if self.tool == "a5" and self._whiles and any(self._in_other_region(m.value) for m in members):
            return ()
        in_any_order = group is None or (group.allocs == 1 and not group.untracked)
        names = members if in_any_order else self.table.names(tracked)
        parent = numbering.parent[number]
        found: list[int] = []
        for name in names:
            if name.status == UNTRACKED:
                break
            if name.status == LIVE:
                buffer = self.lives.buffers[name.buffer]
                if numbering.encloses(parent, numbering.parent[buffer.number]):
                    found.append(name.buffer)
        return tuple(found)

    def _used_between(self, members: Iterable[Tracked], end: int) -> bool:
        """Whether something is used behind an operation in the same block of the function.

        The compiler does not look for later uses in the function's other blocks.
        """
        uses = self.numbering.use_numbers
        for member in members:
            if member.last_use > end:
                numbers = uses[member.value]
                if numbers[bisect_right(numbers, end)] <= self._block_end:
                    return True
        return False

    def _in_other_region(self, value: Value) -> bool:
        """Whether the value is a result defined directly in the region of an enclosing while that we are not in."""
        op = value.defining_op
        if op is None:
            return False
        parent, region = op.parent_op, op.parent_region
        return any(parent is loop and region is not inside for loop, inside in self._whiles)

    def _free(self, buffers: Iterable[int], event: int) -> None:
        for index in buffers:
            buffer = self.lives.buffers[index]
            buffer.kill = event
            self.table.set_status(self.table.entry(buffer.value), FREED)
            self.lives.kills.setdefault(event, []).append(index)

    def _record_shuffle(
        self, length: int, event: int, candidates: list[Candidate], kills: bool, unordered: bool
    ) -> None:
        index = len(self.lives.shuffles)
        self.lives.shuffles.append(length)
        if len(candidates) > 1:
            distinct = {c.buffers for c in candidates}
            if len(distinct) > 1 and len({b for buffers in distinct for b in buffers}) > 1:
                self.lives.choices.append(Choice(index, event, kills, tuple(candidates)))
                self.lives.ambiguous = self.lives.ambiguous or unordered

    # --- preload --------------------------------------------------------------------------------------------

    def _place_preloaded(self) -> None:
        """Let the preloaded buffers live for the whole operation around the first scope."""
        parent = self._first_scope_parent
        if parent is None or not self._preloaded:
            return
        events = [e.index for e in self.lives.events if e.op is parent][:2]
        named = [name for tracked in self._preloaded for name in self.table.names(tracked)]
        if events:
            self._start(dict.fromkeys(t.buffer for t in named if t.status == DEFINED), events[0])
        if len(events) > 1:
            self._free(dict.fromkeys(t.buffer for t in named if t.status == LIVE), events[1])


def coupled_id(attribute: DialectAttr) -> int:
    """The id of ``#hivm.tightly_coupled_buffer<id>``; -1 when it has none."""
    try:
        return int(attribute.body or "")
    except ValueError:
        return -1


__all__ = ["NEVER", "Candidate", "Choice", "EventWalk", "Lives", "coupled_id"]
