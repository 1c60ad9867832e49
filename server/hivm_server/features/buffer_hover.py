"""What a hover says about a value in on-chip memory or workspace: whose buffer it is, how it lives, where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import MemRefType
from hivm_server.features import type_facts
from hivm_server.features.ir_lookup import origins
from hivm_server.features.memory_facts import (
    Lines,
    address,
    buffer_of,
    byte_count,
    life_lines,
    short_life,
    short_name,
    space_name,
)
from hivm_server.features.pass_hover import alignment_lines
from hivm_server.memory_map.facts import size
from hivm_server.workspace.analysis import cast_addresses

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.transforms.plan_memory.report import BufferPlan, FunctionPlan, SharingKind
    from hivm_server.features.view import FunctionFacts, View


def buffer_lines(view: View, facts: FunctionFacts, value: Value) -> list[str]:
    """Lines about the buffer that a value is or is a view of; empty when there is none."""
    function = facts.function
    if function is None or not isinstance(value.type, MemRefType):
        return []
    at = Lines(view.snapshot.text, facts.to_document)
    for origin in origins(value, facts.result.build):
        if not isinstance(origin, OpResult):
            continue
        op = origin.owner
        for plan in (function.plan, function.workspace):
            buffer = None if plan is None else buffer_of(plan, op)
            if plan is not None and buffer is not None:
                return [*_view_of(at, value, origin), *_planned(at, plan, buffer), *alignment_lines(at, facts, op)]
        if op.name == "hivm.hir.pointer_cast":
            return [*_view_of(at, value, origin), *_cast(at, facts, op)]
    return []


def _view_of(at: Lines, value: Value, origin: OpResult) -> list[str]:
    if origin is value:
        return []
    return [*type_facts.describe(value.type), "", f"view of `%{origin.name}`{_line(at, origin.owner)}"]


def _line(at: Lines, op: Operation) -> str:
    line = at.of(op)
    return "" if line is None else f" (line {line})"


def _planned(at: Lines, plan: FunctionPlan, buffer: BufferPlan) -> list[str]:
    type = buffer.value.type
    space = next((s for s in plan.spaces if s.space == buffer.space), None)
    logical, padded = byte_count(buffer.bits), byte_count(buffer.padded_bits)
    copies = max(buffer.copies, len(buffer.offsets), 1)
    text = f"**{space_name(buffer.space)} buffer**, {size(logical)}"
    if padded != logical:
        text += f", rounded up to {size(padded)}"
    if copies > 1:
        text += f", {copies} copies = {size(copies * padded)}"
    if space is not None and space.capacity:
        text += f" of {size(space.capacity // 8)}"
    lines = [text]
    lines += type_facts.layout(type) if isinstance(type, MemRefType) else []
    lines += [_life(at, plan, buffer), _address(plan, buffer)]
    if buffer.copies == 1 and len(buffer.offsets) > 1:
        lines.append("it gets several addresses although it is not marked: it lies in those of a double buffer")
    lines += _shares(at, plan, buffer)
    lines += [f"warning: {w.text}" for w in plan.warnings if buffer.index in w.buffers]
    return lines


def _life(at: Lines, plan: FunctionPlan, buffer: BufferPlan) -> str:
    if buffer.own_life is None:
        return "never written: the compiler keeps the allocation and gives it no address"
    start, end = buffer.own_life
    text = f"lives {life_lines(at, plan, buffer.own_life)}, events {start}..{end if end >= start else 'end'}"
    if buffer.held_by is not None:
        line = at.of(buffer.held_by)
        where = "" if line is None else f" at line {line}"
        text += f"; held until the {buffer.kill_reason.removeprefix('end of ')}{where} ends"
    return text


def _address(plan: FunctionPlan, buffer: BufferPlan) -> str:
    if not buffer.offsets:
        return "no address: the memory overflows" if plan.overflow is not None else "no address"
    places = " and ".join(address(o) for o in buffer.offsets)
    text = f"address {places} ({', '.join(map(str, buffer.offsets))})"
    how: list[str] = []
    if buffer.level is not None:
        how.append(f"level {buffer.level}")
    if plan.attempt is not None:
        how.append(f"attempt {plan.attempt}")
    if buffer.slot_class != "none":
        how.append(f"class {'DMA' if buffer.slot_class == 'dma' else buffer.slot_class}")
    return f"{text}; {', '.join(how)}" if how else text


_SHARING: dict[SharingKind, str] = {
    "inplace": "in place",
    "forced": "same buffer across a loop or branch",
    "later": "uses this address at another time",
    "overlapping": "OVERLAPS: both are needed at the same time",
}


def _shares(at: Lines, plan: FunctionPlan, buffer: BufferPlan) -> list[str]:
    lines: list[str] = []
    partners: set[int] = set()
    for partner in buffer.inplace:
        partners.add(partner.buffer)
        other = plan.buffers[partner.buffer]
        reason = "in place" if partner.kind == "rule" else "tied together"
        line = None if partner.op is None else at.of(partner.op)
        by = "" if partner.op is None else f", {short_name(partner.op)}"
        by += "" if line is None else f" at line {line}"
        lines.append(f"shares `{other.name}`{_line(at, other.op)}: {reason}{by}")
    for sharer in buffer.sharers:
        if sharer.buffer not in partners:
            other = plan.buffers[sharer.buffer]
            life = short_life(at, plan, other.own_life)
            lines.append(f"shares `{other.name}`{_line(at, other.op)}: {_SHARING[sharer.kind]} ({life})")
    return lines


# --- planned IR ---------------------------------------------------------------------------------------------


def _cast(at: Lines, facts: FunctionFacts, op: Operation) -> list[str]:
    """A buffer whose addresses stand in the text: no lives are known, only who has the same bytes."""
    type = op.results[0].type
    if not isinstance(type, MemRefType) or type.address_space is None or facts.function is None:
        return []
    total, addresses = type_facts.byte_size(type), cast_addresses(op)
    capacity = facts.result.target.capacity(type.address_space)
    text = f"**{space_name(type.address_space)} buffer**"
    if total is not None:
        text += f", {size(total)}"
        if addresses and len(addresses) > 1:
            text += f", {len(addresses)} copies"
    if capacity is not None:
        text += f" of {size(capacity // 8)}"
    lines = [text, *type_facts.layout(type)]
    if addresses is None:
        return [*lines, "address not known before run time"]
    places = " and ".join(address(a) for a in addresses)
    lines.append(f"address {places} ({', '.join(map(str, addresses))})")
    if total is None:
        return lines
    end = max(addresses, default=0) + total
    if capacity is not None and 8 * end > capacity:
        lines.append(f"ends at byte {end}, behind the end of {space_name(type.address_space)}")
    lines += [
        f"has bytes in common with `%{other.results[0].name}`{_line(at, other)}"
        for other in facts.function.casts
        if other is not op and _same_bytes(op, other)
    ]
    return lines


def _same_bytes(op: Operation, other: Operation) -> bool:
    type, other_type = op.results[0].type, other.results[0].type
    if not isinstance(type, MemRefType) or not isinstance(other_type, MemRefType):
        return False
    if type.address_space != other_type.address_space:
        return False
    length, other_length = type_facts.byte_size(type), type_facts.byte_size(other_type)
    starts, other_starts = cast_addresses(op), cast_addresses(other)
    if not length or not other_length or starts is None or other_starts is None:
        return False
    return any(a < b + other_length and b < a + length for a in starts for b in other_starts)
