"""From a plan of the compiler half to the memory map of the editor half."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_server.memory_map.model import (
    MapBuffer,
    MapEvent,
    MapFunction,
    MapInplace,
    MapOverflow,
    MapPeak,
    MapRect,
    MapSlot,
    MapSpace,
    MapWarning,
    Range,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.core import Operation, Span
    from hivm_passes.transforms.plan_memory.report import BufferPlan, FunctionPlan, SlotPlan, SpacePlan
    from hivm_server.memory_map.model import Position

    ToPosition = Callable[[int], Position]
    """From a byte offset in the plan's unit to a place in the document."""


def build_function(plan: FunctionPlan, position: ToPosition, name_span: Span) -> MapFunction:
    """The memory map of one planned function; ``name_span`` is that of the function's symbol."""
    target = plan.options.target
    overflow = plan.overflow
    failure = next((f for f in plan.failures if f.exit != "success"), None)
    return MapFunction(
        name=plan.name,
        range=_range(plan.func, position),
        name_range=Range(position(name_span.start), position(name_span.end)),
        tool=plan.options.tool,
        target=target.name if target is not None else "",
        mode=plan.options.mode,
        attempt=plan.attempt,
        events=tuple(MapEvent(e.index, _name_range(e.op, position), e.op.name, e.role) for e in plan.events),
        spaces=tuple(_space(s) for s in plan.spaces),
        slots=tuple(_slot(plan, s) for s in plan.slots),
        rects=_rects(plan, position),
        buffers=tuple(_buffer(plan, b, position) for b in plan.buffers),
        warnings=tuple(MapWarning(w.code, _name_range(w.op, position), w.text) for w in plan.warnings),
        status=plan.status,
        message=failure.text if failure is not None and overflow is None else None,
    )


def _space(space: SpacePlan) -> MapSpace:
    overflow, peak = space.overflow, space.peak
    return MapSpace(
        space=space.space,
        capacity_bytes=None if space.capacity is None else space.capacity // 8,
        alignment_bytes=_bytes(space.align),
        strategy=space.strategy,
        split=space.split,
        high_water_bytes=_bytes(space.high_water),
        peak=None if peak is None else MapPeak(peak.event, _bytes(peak.bits), tuple(s.slot for s in peak.shares)),
        overflow=None
        if overflow is None
        else MapOverflow(overflow.requires, overflow.available, overflow.kind, overflow.message),
    )


def _slot(plan: FunctionPlan, slot: SlotPlan) -> MapSlot:
    return MapSlot(
        id=slot.id,
        space=slot.space,
        members=tuple(plan.buffers[m].name for m in slot.members),
        owner=plan.buffers[slot.owner].name,
        copies=slot.copies,
        class_=slot.slot_class,
        bytes=_bytes(slot.bits),
        padded_bytes=_bytes(slot.padded_bits),
        level=slot.level,
        extra_copies=slot.extra_copies > 0,
    )


def _rects(plan: FunctionPlan, position: ToPosition) -> tuple[MapRect, ...]:
    capacities = {s.space: s.capacity for s in plan.spaces}
    slots = {s.id: s for s in plan.slots}
    lines = [position(_located(e.op).start).line for e in plan.events]
    rects: list[MapRect] = []
    for rect in plan.rects:
        capacity = capacities.get(rect.space)
        rects.append(
            MapRect(
                slot=rect.slot,
                copy=rect.copy,
                space=rect.space,
                address=rect.address,
                bytes=_bytes(slots[rect.slot].bits),
                padded_bytes=rect.size,
                start=rect.start,
                end=rect.end,
                start_line=lines[rect.start],
                end_line=lines[rect.end],
                overflow=capacity is not None and (rect.address + rect.size) * 8 > capacity,
            )
        )
    return tuple(rects)


def _buffer(plan: FunctionPlan, buffer: BufferPlan, position: ToPosition) -> MapBuffer:
    def line(event: int) -> int:
        return position(_located(plan.events[event].op).start).line

    life = buffer.own_life
    return MapBuffer(
        name=buffer.name,
        range=_range(buffer.op, position),
        space=buffer.space,
        bytes=_bytes(buffer.bits),
        padded_bytes=_bytes(buffer.padded_bits),
        slot=buffer.slot,
        offsets=buffer.offsets,
        life=buffer.life,
        own_life=life,
        gen_line=None if life is None else line(life[0]),
        kill_line=None if life is None or life[1] < 0 else line(life[1]),
        kill_reason=buffer.kill_reason,
        inplace=tuple(
            MapInplace(
                plan.buffers[p.buffer].name,
                None if p.op is None else position(_located(p.op).start).line,
                p.kind,
            )
            for p in buffer.inplace
        ),
        sharers=tuple(plan.buffers[s.buffer].name for s in buffer.sharers),
    )


def _bytes(bits: int) -> int:
    return -(-bits // 8)


def _located(op: Operation) -> Span:
    """The span of an operation, or of the nearest one around it for an operation that the pass created."""
    for ancestor in op.ancestors():
        if ancestor.source is not None:
            return ancestor.source.span
    raise ValueError("the plan's function has no source")


def _range(op: Operation, position: ToPosition) -> Range:
    span = _located(op)
    return Range(position(span.start), position(span.end))


def _name_range(op: Operation, position: ToPosition) -> Range:
    span = op.source.name if op.source is not None else _located(op)
    return Range(position(span.start), position(span.end))
