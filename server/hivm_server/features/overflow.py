"""How the editor tells an overflow: the compiler's sentence, then the peak with every buffer alive there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.core import Span
from hivm_server.features.ir_lookup import parsed
from hivm_server.features.memory_facts import Lines, byte_count, life_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.plan_memory.report import BufferPlan, Cure, FunctionPlan, SlotPlan, SpacePlan

_MAX_CURES = 4


def message_lines(plan: FunctionPlan, lines: Lines) -> list[str]:
    """The lines behind the compiler's sentence."""
    space = _reported(plan)
    if space is None or space.overflow is None:
        return []
    found: list[str] = []
    peak, capacity = space.peak, byte_count(space.capacity or 0)
    if peak is not None:
        op = plan.events[peak.event].op
        count = len(peak.shares)
        found.append(
            f"peak at line {lines.of(op)} ({op.name}): {count} {'buffer' if count == 1 else 'buffers'}, "
            f"{byte_count(peak.bits)} B, capacity {capacity} B"
        )
        found += [f"{byte_count(bits):>8} B  {_slot(plan, slot, lines)}" for slot, bits in _shares(plan, space)]
        if space.overflow.kind == "peak":
            found.append("no placement exists; reduce sizes or multi-buffering")
        else:
            found.append(
                f"packing failed: lives would fit (peak {peak.bits} bits) but no order was found; "
                f"the last layout needs {space.overflow.requires} bits"
            )
    found += [_cure(plan, cure) for cure in space.overflow.cures[:_MAX_CURES]]
    for other in plan.spaces:
        if other is not space and other.overflow is not None:
            found.append(f"not reached by the compiler: {other.overflow.message.split(' (')[0]}")
    return found


def related(plan: FunctionPlan, lines: Lines) -> Iterator[tuple[Span, str]]:
    """Places with messages: the peak, then each buffer alive there by descending size."""
    space = _reported(plan)
    if space is None or space.peak is None:
        return
    op = plan.events[space.peak.event].op
    yield _span(op), f"peak of {space.space}: {byte_count(space.peak.bits)} bytes are alive here"
    for slot, bits in _shares(plan, space):
        for index in _members(slot):
            buffer = plan.buffers[index]
            copies = f" in {slot.copies} copies" if slot.copies > 1 else ""
            share = f"{byte_count(bits)} bytes{copies}"
            if index != slot.owner:
                share = f"in place of {plan.buffers[slot.owner].name}"
            yield _span(buffer.op), f"{buffer.name}: {share}, alive {life_lines(lines, plan, buffer.own_life)}"


def _reported(plan: FunctionPlan) -> SpacePlan | None:
    return next((s for s in plan.spaces if s.overflow is not None and s.overflow.reported), None)


def _shares(plan: FunctionPlan, space: SpacePlan) -> list[tuple[SlotPlan, int]]:
    slots = {s.id: s for s in plan.slots}
    shares = space.peak.shares if space.peak is not None else ()
    return [(slots[s.slot], s.bits) for s in shares if s.slot in slots]


def _members(slot: SlotPlan) -> list[int]:
    return [slot.owner, *(m for m in slot.members if m != slot.owner)]


def _slot(plan: FunctionPlan, slot: SlotPlan, lines: Lines) -> str:
    owner: BufferPlan = plan.buffers[slot.owner]
    names = ", ".join(plan.buffers[m].name for m in _members(slot))
    copies = f" x {slot.copies}" if slot.copies > 1 else ""
    return f"{names}{copies}  line {lines.of(owner.op)}  {life_lines(lines, plan, owner.life)}"


def _cure(plan: FunctionPlan, cure: Cure) -> str:
    names = ", ".join(plan.buffers[b].name for b in cure.buffers)
    effect = "then it fits" if cure.sufficient else "not enough alone"
    saves = byte_count(cure.saves_bits)
    if cure.kind == "single-buffer":
        return f"without double buffering of {names}: {saves} B less, {effect}"
    return f"{names} smaller by {byte_count(cure.bits)} B: {saves} B less, {effect}"


def _span(op: Operation) -> Span:
    current: Operation | None = parsed(op)
    while current is not None:
        if current.source is not None:
            return current.source.name
        outer = current.parent_op
        current = None if outer is None else parsed(outer)
    return Span(0, 0)
