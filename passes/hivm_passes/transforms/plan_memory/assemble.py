"""Puts the results of planning together into the plain data of ``report``."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Final

from hivm_passes.records import dataclass, replace
from hivm_passes.transforms.plan_memory.attempts import padded
from hivm_passes.transforms.plan_memory.buffers import NEVER
from hivm_passes.transforms.plan_memory.report import (
    BufferPlan,
    FunctionPlan,
    InplacePartner,
    Overflow,
    PlanDetails,
    PlanFailure,
    PlanParts,
    PlanRect,
    SlotPlan,
    SpacePlan,
)
from hivm_passes.transforms.plan_memory.uses import kill_reason, last_reader, names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.analysis.liveness import Numbering
    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.plan_memory.alias_table import AliasTable
    from hivm_passes.transforms.plan_memory.attempts import Outcome, Placed, Problem
    from hivm_passes.transforms.plan_memory.buffers import Buffer, PlanStoppedError
    from hivm_passes.transforms.plan_memory.options import PlanOptions
    from hivm_passes.transforms.plan_memory.report import Cure, PlanWarning
    from hivm_passes.transforms.plan_memory.sharing import Sharing
    from hivm_passes.transforms.plan_memory.slots import Slot

A3_REASON: Final = (
    " (possible reason: tiling basic block is too large or block number is more than what user expect due to"
    " multi-buffer feature is enabled and some ops need extra local buffer.)"
)
READ_BEFORE_WRITE: Final = "error: read before first write"


def overflow_message(space: str, requires: int, available: int, tool: str) -> str:
    """The compiler's sentence; both numbers in bits."""
    text = f"{space} overflow, requires {requires} bits while {available} bits available!"
    return text + A3_REASON if tool == "a3" else text


def stopped_plan(func: Operation, options: PlanOptions, failures: Sequence[PlanFailure]) -> FunctionPlan:
    """A plan that says only why there is none."""
    return FunctionPlan(
        func=func,
        name=function_name(func),
        options=options,
        attempt=None,
        rng_used=False,
        ambiguous=False,
        events=(),
        warnings=(),
        failures=tuple(failures),
        addresses={},
        borrows=False,
        details=PlanDetails(PlanParts),
    )


def stop_failure(error: PlanStoppedError) -> PlanFailure:
    """What the compiler says, and how it ends, where planning stops."""
    return PlanFailure(error.code, error.text, error.op, error.exit, fatal=error.fatal, located=error.located)


def function_name(func: Operation) -> str:
    """The symbol name of a function."""
    return getattr(func.attributes.get("sym_name"), "value", "") or ""


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a planned function's report is made of."""

    problem: Problem
    table: AliasTable
    numbering: Numbering
    attempt: int
    outcome: Outcome
    cures: Callable[[Placed], tuple[Cure, ...]]
    warnings: tuple[PlanWarning, ...]


def assemble(found: Findings) -> FunctionPlan:
    """The report of a function."""
    problem, outcome = found.problem, found.outcome
    lives, options = problem.lives, problem.options
    succeeded = outcome.failed is None
    addresses = _slot_addresses(outcome)
    offsets = _offsets(outcome, addresses)
    ties = _ties(found)
    details = PlanDetails(lambda: _parts(found, addresses, offsets, ties))
    failures: list[PlanFailure] = [
        PlanFailure(
            "hivm.plan-memory.unwritten",
            READ_BEFORE_WRITE,
            buffer.op,
            "success",
            op_name=buffer.op.name,
            buffers=(buffer.index,),
        )
        for buffer in lives.buffers
        if buffer.gen is None and buffer.partner_id < 0 and buffer.value.has_uses and succeeded
    ]
    if not succeeded:
        for space in details.spaces:
            if space.overflow is not None and space.overflow.reported:
                failures.append(PlanFailure("hivm.plan-memory.overflow", space.overflow.message, problem.func, "error"))
    if succeeded:
        failures += [_argument_mark(op, options) for op in lives.argument_marks[:1]]
    return FunctionPlan(
        func=problem.func,
        name=function_name(problem.func),
        options=options,
        attempt=found.attempt,
        rng_used=bool(lives.choices),
        ambiguous=lives.ambiguous,
        events=tuple(lives.events),
        warnings=found.warnings,
        failures=tuple(failures),
        addresses=_to_rewrite(lives.buffers, offsets) if succeeded else {},
        borrows=any(buffer.partner_id >= 0 for buffer in lives.buffers),
        details=details,
    )


def _slot_addresses(outcome: Outcome) -> dict[int, tuple[int, ...]]:
    """The addresses of every placed slot in bits."""
    return {s.index: _addresses(s, placed) for placed in outcome.spaces for s in placed.slots if s.head is None}


def _offsets(outcome: Outcome, addresses: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """The addresses of every placed buffer in bytes."""
    found: dict[int, tuple[int, ...]] = {}
    for slot in outcome.slots:
        if slot.head is None and slot.index in addresses:
            in_bytes = tuple([-(-bits // 8) for bits in addresses[slot.index]])
            for member in slot.members:
                found[member] = in_bytes
    return found


def _parts(
    found: Findings,
    addresses: dict[int, tuple[int, ...]],
    offsets: dict[int, tuple[int, ...]],
    ties: dict[tuple[int, int], Operation | None],
) -> PlanParts:
    """What readers of the report want to know. Rewriting may have changed the function in the meantime."""
    from hivm_passes.transforms.plan_memory.sharing import Sharing

    outcome, lives = found.outcome, found.problem.lives
    placed_of = {slot.index: placed for placed in outcome.spaces for slot in placed.slots}
    heads = [slot for slot in outcome.slots if slot.head is None]
    slot_of = {member: slot for slot in heads for member in slot.members}
    slots = tuple(
        _slot(found, slot, placed_of[slot.index], addresses[slot.index]) for slot in heads if slot.index in addresses
    )
    rects = tuple(rect for placed in outcome.spaces for rect in _rects(placed, len(lives.events) - 1))
    sharing = Sharing(slots, rects) if outcome.failed is None else None
    partners = _partners(found, ties)
    buffers = tuple(
        _buffer(found, buffer, slot_of.get(buffer.index), placed_of, offsets, sharing, partners)
        for buffer in lives.buffers
    )
    spaces = tuple(_space(found, placed) for placed in outcome.spaces)
    return PlanParts(spaces, slots, rects, buffers)


def _argument_mark(op: Operation, options: PlanOptions) -> PlanFailure:
    a3 = options.tool == "a3"
    return PlanFailure(
        "hivm.plan-memory.mark-on-argument",
        "the compiler crashes on a multi-buffer mark whose value is a block argument",
        op,
        "crash" if a3 else "abort",
        fatal=None if a3 else 'Assertion `detail::isPresent(Val) && "dyn_cast on a non-existent value"\' failed.',
        located=False,
    )


def _to_rewrite(buffers: Sequence[Buffer], offsets: dict[int, tuple[int, ...]]) -> dict[Operation, tuple[int, ...]]:
    """Addresses of the allocations that get any: workspace with given offsets keeps them."""
    return {b.op: offsets[b.index] for b in buffers if b.index in offsets and not b.fixed}


def _addresses(slot: Slot, placed: Placed) -> tuple[int, ...]:
    layout = placed.layout
    found = [layout.addresses[s.index] for s in (slot, *slot.siblings) if s.index in layout.addresses]
    return (*found, *layout.extras.get(slot.index, ()))


def _space(found: Findings, placed: Placed) -> SpacePlan:
    from hivm_passes.transforms.plan_memory.peaks import find_peak

    options = found.problem.options
    peak = find_peak(placed.slots, placed.alignment, len(found.problem.lives.events) - 1)
    overflow = None
    if placed.failed and placed.requires is not None and placed.capacity is not None:
        overflow = Overflow(
            requires=placed.requires,
            available=placed.capacity,
            kind="peak" if peak is not None and peak.bits > placed.capacity else "packing",
            message=overflow_message(placed.space, placed.requires, placed.capacity, options.tool),
            reported=placed is found.outcome.failed,
            find_cures=cache(partial(found.cures, placed)),
        )
    order: list[tuple[int, int]] = []
    for slot in placed.order:
        head = slot.head or slot
        copy = 0 if slot.head is None else head.siblings.index(slot) + 1
        order.append((head.index, copy))
    return SpacePlan(
        space=placed.space,
        base=placed.base,
        capacity=placed.capacity,
        align=placed.alignment,
        strategy=placed.strategy,
        split=placed.split,
        high_water=placed.layout.high_water,
        peak=peak,
        overflow=overflow,
        order=tuple(order),
    )


def _slot(found: Findings, slot: Slot, placed: Placed, addresses: tuple[int, ...]) -> SlotPlan:
    return SlotPlan(
        id=slot.index,
        space=slot.space,
        members=tuple(slot.members),
        owner=slot.owner,
        copies=slot.copies,
        slot_class=found.problem.slot_class(slot) if slot.space != "gm" else "none",
        bits=slot.bits,
        padded_bits=padded(slot.bits, placed.alignment),
        lives=tuple(slot.lives),
        addresses=addresses,
        level=placed.layout.levels.get(slot.index) if placed.strategy == "levels" and not placed.failed else None,
        extra_copies=len(placed.layout.extras.get(slot.index, ())),
    )


def _rects(placed: Placed, last_event: int) -> list[PlanRect]:
    rects: list[PlanRect] = []
    for slot in placed.slots:
        if slot.head is not None:
            continue
        size = -(-padded(slot.bits, placed.alignment) // 8)
        for copy, address in enumerate(_addresses(slot, placed)):
            for start, end, _ in slot.lives:
                stop = end if end >= start else last_event
                rects.append(PlanRect(slot.index, copy, slot.space, -(-address // 8), size, start, stop, slot.base))
    return rects


def _buffer(
    found: Findings,
    buffer: Buffer,
    slot: Slot | None,
    placed_of: dict[int, Placed],
    offsets: dict[int, tuple[int, ...]],
    sharing: Sharing | None,
    partners: dict[int, tuple[InplacePartner, ...]],
) -> BufferPlan:
    problem = found.problem
    events = problem.lives.events
    reason, holder = kill_reason(buffer, events)
    placed = placed_of.get(slot.index) if slot is not None else None
    alignment = problem.alignments.get(buffer.space, 0)
    levels = placed is not None and placed.strategy == "levels" and not placed.failed
    life = None
    if slot is not None:
        ends = [end for _, end, _ in slot.lives]
        life = (slot.lives[0][0], NEVER if NEVER in ends else max(ends))
    return BufferPlan(
        index=buffer.index,
        op=buffer.op,
        space=buffer.space,
        bits=buffer.bits,
        padded_bits=padded(buffer.bits, alignment),
        copies=buffer.copies,
        slot=slot.index if slot is not None else None,
        offsets=offsets.get(buffer.index, ()),
        life=life,
        own_life=None if buffer.gen is None else (buffer.gen, buffer.kill),
        first_writer=None if buffer.gen is None else events[buffer.gen].op,
        last_reader=last_reader(names_of(found.table, buffer.value), found.numbering),
        kill_reason=reason,
        held_by=holder,
        inplace=partners.get(buffer.index, ()),
        sharing=sharing,
        slot_class=problem.slot_class(slot) if slot is not None and buffer.space != "gm" else "none",
        level=placed.layout.levels.get(slot.index) if levels and placed is not None and slot is not None else None,
        unique=buffer.unique,
        coupled_id=next((id for id in (buffer.coupled_id, buffer.partner_id) if id >= 0), None),
        borrowed=buffer.partner_id >= 0,
        fixed=buffer.fixed,
    )


def _ties(found: Findings) -> dict[tuple[int, int], Operation | None]:
    """The operation that makes two buffers one, for every pair forced together."""
    buffers, forced = found.problem.lives.buffers, set(found.problem.rules.forced)
    return {
        (gen, kill): _tying_operation(buffers[gen], buffers[kill])
        for gen, kill in found.outcome.pairs.pairs
        if gen != kill and (gen, kill) in forced
    }


def _partners(found: Findings, ties: dict[tuple[int, int], Operation | None]) -> dict[int, tuple[InplacePartner, ...]]:
    """In-place partners per buffer, both ways."""
    lives = found.problem.lives
    result: dict[int, dict[int, InplacePartner]] = {}
    for gen, kill in found.outcome.pairs.pairs:
        if gen == kill:
            continue
        if (gen, kill) in ties:
            op = ties[gen, kill]
            kind = "forced"
        else:
            event = lives.buffers[gen].gen
            op = lives.events[event].op if event is not None else None
            kind = "rule"
        for a, b in ((gen, kill), (kill, gen)):
            result.setdefault(a, {}).setdefault(b, InplacePartner(b, kind, op))
    return {index: tuple(others.values()) for index, others in result.items()}


def _tying_operation(first: Buffer, second: Buffer) -> Operation | None:
    """The innermost loop, scope or branch around the deeper of two allocations that are one value."""
    deeper = max(first, second, key=lambda buffer: sum(1 for _ in buffer.op.ancestors()))
    parent = deeper.op.parent_op
    while parent is not None and parent.name == "func.func":
        parent = None
    return parent


def couple(plans: tuple[FunctionPlan, ...]) -> tuple[FunctionPlan, ...]:
    """Give coupled partners the addresses that the function of the other core chose (A5)."""
    if not any(plan.borrows for plan in plans) or not all(plan.succeeded for plan in plans):
        return plans
    owners: dict[int, tuple[int, ...]] = {}
    for plan in plans:
        for buffer in plan.buffers:
            if buffer.coupled_id is not None and not buffer.borrowed:
                owners[buffer.coupled_id] = buffer.offsets
    return tuple(_borrow(plan, owners) for plan in plans)


def _borrow(plan: FunctionPlan, owners: dict[int, tuple[int, ...]]) -> FunctionPlan:
    buffers: list[BufferPlan] = []
    addresses = dict(plan.addresses)
    failures = list(plan.failures)
    for buffer in plan.buffers:
        if buffer.borrowed and buffer.coupled_id is not None:
            offsets = owners.get(buffer.coupled_id)
            if offsets is None:
                failures.append(
                    PlanFailure(
                        "hivm.plan-memory.no-coupled-owner",
                        "addrs of PointerCastOp should not be empty!",
                        buffer.op,
                        "error",
                        op_name="hivm.hir.pointer_cast",
                        buffers=(buffer.index,),
                    )
                )
                addresses.pop(buffer.op, None)
                buffer = replace(buffer, offsets=())
            else:
                addresses[buffer.op] = offsets
                buffer = replace(buffer, offsets=offsets)
        buffers.append(buffer)
    parts = PlanParts(plan.spaces, plan.slots, plan.rects, tuple(buffers))
    return replace(plan, details=PlanDetails(lambda: parts), addresses=addresses, failures=tuple(failures))
