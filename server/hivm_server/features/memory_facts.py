"""What plans say about buffers, in words that hover, hints, lenses and diagnostics share.

Lines are those of the current text, from 1 as people count them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_server.features.ir_lookup import parsed
from hivm_server.memory_map.facts import SPACE_NAMES, size

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.plan_memory.report import BufferPlan, FunctionPlan, SpacePlan
    from hivm_server.features.view import FunctionFacts, View


def space_name(space: str) -> str:
    """``UB`` for ``ub``."""
    return SPACE_NAMES.get(space, space.upper())


def byte_count(bits: int) -> int:
    """Bytes that hold so many bits."""
    return -(-bits // 8)


def address(offset: int) -> str:
    """A byte address in hexadecimal."""
    return f"0x{offset:04X}"


def usage(space: SpacePlan) -> str:
    """``UB 160 KiB of 192 KiB (83 %)``, or by how much it is too small."""
    name, used = space_name(space.space), size(byte_count(space.high_water))
    if space.overflow is not None:
        needed = size(byte_count(space.overflow.requires))
        return f"{name} overflow: {needed} needed, {size(space.overflow.available // 8)} available"
    if space.capacity is None:
        return f"{name} {used}"
    percent = 100 * space.high_water // space.capacity if space.capacity else 0
    return f"{name} {used} of {size(space.capacity // 8)} ({percent} %)"


def buffer_of(plan: FunctionPlan, op: Operation) -> BufferPlan | None:
    """The plan of the buffer that an operation of the text allocates."""
    return next((b for b in plan.buffers if parsed(b.op) is op), None)


def document_line(view: View, facts: FunctionFacts, op: Operation) -> int | None:
    """The line (from 1) of an operation, None where the text changed since."""
    place = document_place(facts, op)
    return None if place is None else view.snapshot.text.line_of(place) + 1


def document_place(facts: FunctionFacts, op: Operation) -> int | None:
    """Where an operation starts in the document; for a new operation, that of the one around it."""
    current: Operation | None = parsed(op)
    while current is not None:
        if current.source is not None:
            return facts.to_document(current.source.span.start)
        current = current.parent_op
        current = None if current is None else parsed(current)
    return None


def short_name(op: Operation) -> str:
    """The name without its dialect: ``vadd``."""
    return op.name.rsplit(".", 1)[-1]


def life_lines(view: View, facts: FunctionFacts, plan: FunctionPlan, life: tuple[int, int] | None) -> str:
    """``line 9 (load) .. line 12 (vexp)``."""
    if life is None:
        return "never written"
    start, end = life
    first = _event(view, facts, plan, start)
    if end < start:
        return f"{first} .. end of the function (never freed)"
    return f"{first} .. {_event(view, facts, plan, end)}"


def short_life(view: View, facts: FunctionFacts, plan: FunctionPlan, life: tuple[int, int] | None) -> str:
    """``lines 9-12``."""
    if life is None:
        return "never written"
    start = document_line(view, facts, plan.events[life[0]].op)
    end = document_line(view, facts, plan.events[life[1]].op) if life[1] >= life[0] else None
    if start is None:
        return ""
    if life[1] < life[0]:
        return f"line {start} on"
    return f"line {start}" if end == start or end is None else f"lines {start}-{end}"


def _event(view: View, facts: FunctionFacts, plan: FunctionPlan, index: int) -> str:
    op = plan.events[index].op
    line = document_line(view, facts, op)
    return f"({short_name(op)})" if line is None else f"line {line} ({short_name(op)})"
