"""Inlay hints: behind each buffer, where it will lie, how large it is, and how long it lives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from hivm_server.features.ir_lookup import parsed
from hivm_server.features.memory_facts import (
    Lines,
    address,
    byte_count,
    life_lines,
    short_life,
    space_name,
)
from hivm_server.features.ranges import position
from hivm_server.memory_map.facts import size

if TYPE_CHECKING:
    from hivm_passes.transforms.plan_memory.report import BufferPlan, FunctionPlan
    from hivm_server.features.view import FunctionFacts, View


def inlay_hints(view: View, start: int, end: int) -> list[types.InlayHint]:
    """The hints between two byte offsets."""
    hints: list[types.InlayHint] = []
    for item in view.snapshot.outline.functions():
        if item.end < start or item.start > end:
            continue
        facts = view.facts(item)
        function = None if facts is None else facts.function
        if facts is None or function is None:
            continue
        for plan in (function.plan, function.workspace):
            for buffer in plan.buffers if plan is not None else ():
                assert plan is not None
                hint = _hint(view, facts, plan, buffer, start, end)
                if hint is not None:
                    hints.append(hint)
    return hints


def _hint(
    view: View, facts: FunctionFacts, plan: FunctionPlan, buffer: BufferPlan, start: int, end: int
) -> types.InlayHint | None:
    source = parsed(buffer.op).source
    place = None if source is None else facts.to_document(source.span.end)
    if place is None or not start <= place <= end:
        return None
    lines = Lines(view.snapshot.text, facts.to_document)
    label = ", ".join([_place(buffer), _size(buffer), short_life(lines, plan, buffer.own_life)])
    lives = life_lines(lines, plan, buffer.own_life)
    tooltip = f"{buffer.name} in {space_name(buffer.space)}: {lives}"
    return types.InlayHint(position(view.snapshot.text, place), label, tooltip=tooltip, padding_left=True)


def _place(buffer: BufferPlan) -> str:
    name = space_name(buffer.space)
    if not buffer.offsets:
        return f"{name} no address"
    return f"{name} {' + '.join(address(o) for o in buffer.offsets)}"


def _size(buffer: BufferPlan) -> str:
    text = size(byte_count(buffer.padded_bits))
    copies = max(buffer.copies, len(buffer.offsets))
    return f"{copies} x {text}" if copies > 1 else text
