"""Where the parts of a memory map lie on the page: from the plan's numbers to pixels, without any drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hivm_server.memory_map.model import MapFunction, MapRect, MapSpace

KIB = 1024
_TICK_STEPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
"""Distances in KiB that an address axis may have between its ticks."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis, in pixels from the panel's left or top."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the map in pixels."""

    rect: MapRect
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Panel:
    """One space of one function: time runs to the right, addresses run up from the bottom edge."""

    space: MapSpace
    width: float
    height: float
    boxes: tuple[Box, ...]
    address_ticks: tuple[Tick, ...]
    line_ticks: tuple[Tick, ...]
    capacity_y: float | None
    peak_x: float | None


def panel(function: MapFunction, space: MapSpace, width: float, height: float) -> Panel:
    """Lay out ``space`` of ``function`` on ``width`` x ``height`` pixels.

    The address axis reaches to the capacity, or beyond it to the top of an overflowing plan; where there is no
    capacity, or hardly any of it is used, it reaches a little above the highest address in use.
    """
    rects = [r for r in function.rects if r.space == space.space]
    events = len(function.events) or 1
    top = max((r.address + r.padded_bytes for r in rects), default=1)
    capacity = space.capacity_bytes
    extent = max(top, capacity) if capacity is not None and top * 4 > capacity else top
    extent = extent * 1.04

    def x(event: float) -> float:
        return width * event / events

    def y(address: float) -> float:
        return height - height * address / extent

    boxes = tuple(
        Box(r, x(r.start), y(r.address + r.padded_bytes), x(r.end + 1) - x(r.start), y(0) - y(r.padded_bytes))
        for r in rects
    )
    return Panel(
        space=space,
        width=width,
        height=height,
        boxes=boxes,
        address_ticks=tuple(Tick(y(a), f"{a // KIB}" if a % KIB == 0 else f"{a} B") for a in _addresses(extent)),
        line_ticks=_line_ticks(function, width),
        capacity_y=y(capacity) if capacity is not None and capacity <= extent else None,
        peak_x=x(space.peak.event + 0.5) if space.peak is not None else None,
    )


def _addresses(extent: float) -> list[int]:
    step = next((s * KIB for s in _TICK_STEPS if extent / (s * KIB) <= 9), _TICK_STEPS[-1] * KIB)
    if extent < 2 * KIB:
        step = max(32, round(extent / 8) // 32 * 32)
    return list(range(0, int(extent) + 1, step))


def _line_ticks(function: MapFunction, width: float) -> tuple[Tick, ...]:
    """One tick at the first event of a line, as many as there is room for."""
    room = 34.0
    ticks: list[Tick] = []
    previous = -1
    for event in function.events:
        line = event.range.start.line
        at = width * event.index / max(len(function.events), 1)
        if line > previous and (not ticks or at - ticks[-1].at >= room):
            ticks.append(Tick(at, str(line + 1)))
        previous = max(previous, line)
    return tuple(ticks)
