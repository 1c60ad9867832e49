"""What plans say about buffers, in words that hover, hints, lenses and diagnostics share.

Lines are those of the current text, from 1 as people count them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_server.features.ir_lookup import parsed
from hivm_server.memory_map.facts import SPACE_NAMES, size

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.plan_memory.report import BufferPlan, FunctionPlan, SpacePlan
    from hivm_server.workspace.text import SourceText


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


class Lines:
    """From operations of a plan to lines of the document, from 1."""

    def __init__(self, text: SourceText, to_document: Callable[[int], int | None]) -> None:
        self._text = text
        self._to_document = to_document

    def of(self, op: Operation) -> int | None:
        """The line of an operation; of the one around it for a new one; None where the text changed since."""
        current: Operation | None = parsed(op)
        while current is not None:
            if current.source is not None:
                place = self._to_document(current.source.span.start)
                return None if place is None else self._text.line_of(place) + 1
            current = current.parent_op
            current = None if current is None else parsed(current)
        return None


def short_name(op: Operation) -> str:
    """The name without its dialect: ``vadd``."""
    return op.name.rsplit(".", 1)[-1]


def life_lines(lines: Lines, plan: FunctionPlan, life: tuple[int, int] | None) -> str:
    """``line 9 (load) .. line 12 (vexp)``."""
    if life is None:
        return "never written"
    start, end = life
    first = _event(lines, plan, start)
    if end < start:
        return f"{first} .. end of the function (never freed)"
    return f"{first} .. {_event(lines, plan, end)}"


def short_life(lines: Lines, plan: FunctionPlan, life: tuple[int, int] | None) -> str:
    """``lines 9-12``."""
    if life is None:
        return "never written"
    start = lines.of(plan.events[life[0]].op)
    end = lines.of(plan.events[life[1]].op) if life[1] >= life[0] else None
    if start is None:
        return ""
    if life[1] < life[0]:
        return f"line {start} on"
    return f"line {start}" if end == start or end is None else f"lines {start}-{end}"


def _event(lines: Lines, plan: FunctionPlan, index: int) -> str:
    op = plan.events[index].op
    line = lines.of(op)
    return f"({short_name(op)})" if line is None else f"line {line} ({short_name(op)})"
