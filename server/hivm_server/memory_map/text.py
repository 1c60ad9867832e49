"""The memory map for a terminal: a table of buffers with their lives as bars, per function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from hivm_server.memory_map import facts

if TYPE_CHECKING:
    from rich.console import RenderableType

    from hivm_server.memory_map.model import MapBuffer, MapFunction, MapSpace, MemoryMap

_BAR_WIDTH = 28
_USAGE_WIDTH = 40


def render_text(memory_map: MemoryMap) -> RenderableType:
    """Everything ``hivm map`` prints."""
    parts: list[RenderableType] = []
    for function in memory_map.functions:
        parts.extend(_function(function))
    return Group(*parts) if parts else Text("No buffers in on-chip memory.")


def _function(function: MapFunction) -> list[RenderableType]:
    target = f" on {function.target}" if function.target else ""
    parts: list[RenderableType] = [Text(f"@{function.name}{target}", style="bold")]
    for space in function.spaces:
        parts.append(_usage(space))
        if space.overflow is not None:
            parts.append(Text(space.overflow.message, style="red"))
    if function.message:
        parts.append(Text(function.message, style="red"))
    if function.buffers:
        parts.append(_table(function))
    parts.extend(Text(f"line {w.range.start.line + 1}: {w.message}", style="yellow") for w in function.warnings)
    parts.append(Text(""))
    return parts


def _usage(space: MapSpace) -> Text:
    name = facts.SPACE_NAMES.get(space.space, space.space)
    line = Text(f"  {name:<4}")
    if space.capacity_bytes:
        share = space.high_water_bytes / space.capacity_bytes
        filled = min(_USAGE_WIDTH, round(_USAGE_WIDTH * share))
        line.append("█" * filled, style="red" if share > 1 else "yellow" if share > 0.9 else "green")
        line.append("░" * (_USAGE_WIDTH - filled), style="dim")
        line.append("  ")
    line.append(f"{facts.usage(space)}, placed {facts.STRATEGIES[space.strategy]}")
    return line


def _table(function: MapFunction) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column("buffer", overflow="fold")
    table.add_column("line", justify="right")
    table.add_column("in")
    table.add_column("size", justify="right", no_wrap=True)
    table.add_column("copies", justify="right")
    table.add_column("offset (bytes)", overflow="fold")
    table.add_column("life", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("same address", overflow="fold")
    for buffer in function.buffers:
        slot = facts.slot_of(function, buffer)
        table.add_row(
            buffer.name,
            str(buffer.range.start.line + 1),
            facts.SPACE_NAMES.get(buffer.space, buffer.space),
            facts.size(buffer.padded_bytes),
            str(slot.copies) if slot else "",
            facts.addresses(buffer.offsets),
            facts.life(buffer),
            _bar(function, buffer),
            facts.shares(buffer),
        )
    return table


def _bar(function: MapFunction, buffer: MapBuffer) -> Text:
    """The buffer's own life on the function's time axis."""
    last = len(function.events)
    if buffer.own_life is None or not last:
        return Text("")
    start, end = buffer.own_life
    left = round(_BAR_WIDTH * start / last)
    right = max(left + 1, round(_BAR_WIDTH * ((end if end >= start else last) + 1) / last))
    bar = Text("·" * left, style="dim")
    bar.append("█" * (right - left), style="cyan")
    bar.append("·" * max(0, _BAR_WIDTH - right), style="dim")
    return bar
