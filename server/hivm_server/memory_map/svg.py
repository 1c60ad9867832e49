"""The memory map as SVG: one panel per space, readable in light and dark, no script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from hivm_server.memory_map import facts
from hivm_server.memory_map.geometry import Box, Panel, panel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_server.memory_map.model import MapFunction, MemoryMap

WIDTH = 1180.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 20.0, 58.0, 46.0
_PANEL_HEIGHT = 360.0

STYLE = """
.map { --ink: #1f2328; --faint: #6e7781; --grid: #d8dee4; --paper: #ffffff; --red: #cf222e;
  --dma: #2f6fdb; --vector: #2da44e; --scalar: #bf8700; --unique: #8250df; --none: #57606a; }
@media (prefers-color-scheme: dark) { .map { --ink: #e6edf3; --faint: #8b949e; --grid: #30363d; --paper: #0d1117;
  --red: #f85149; --dma: #6ea8fe; --vector: #56d364; --scalar: #e3b341; --unique: #bc8cff; --none: #8b949e; } }
.map text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.map .title { font-size: 16px; font-weight: 600; }
.map .faint { fill: var(--faint); }
.map .grid { stroke: var(--grid); stroke-width: 1; }
.map .paper { fill: var(--paper); }
.map .capacity { stroke: var(--red); stroke-width: 1.5; stroke-dasharray: 6 4; }
.map .warn { fill: var(--red); }
.map .peak { stroke: var(--faint); stroke-dasharray: 2 3; }
.map .box rect { stroke-width: 1; fill-opacity: .28; }
.map .box:hover rect { fill-opacity: .55; }
.map .box text { font: 11px ui-monospace, monospace; pointer-events: none; }
.map .dma rect { fill: var(--dma); stroke: var(--dma); }
.map .vector rect { fill: var(--vector); stroke: var(--vector); }
.map .scalar rect { fill: var(--scalar); stroke: var(--scalar); }
.map .unique rect { fill: var(--unique); stroke: var(--unique); }
.map .none rect { fill: var(--none); stroke: var(--none); }
.map .over rect { fill: var(--red); stroke: var(--red); }
"""


def render_svg(memory_map: MemoryMap) -> str:
    """A standalone SVG document with every function's map."""
    parts: list[str] = []
    y = 0.0
    for function in memory_map.functions:
        for body in function_panels(function):
            parts.append(f'<g transform="translate(0 {y:g})">{body}</g>')
            y += _TOP + _PANEL_HEIGHT + _BOTTOM
    if not parts:
        parts.append('<text x="24" y="36" class="faint">No buffers in on-chip memory.</text>')
        y = 60.0
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 {WIDTH:g} {y:g}" '
        f'width="{WIDTH:g}" height="{y:g}" role="img"><style>{STYLE}</style>'
        f'<rect class="paper" width="100%" height="100%"/>{"".join(parts)}</svg>\n'
    )


def function_panels(function: MapFunction) -> Iterable[str]:
    """SVG fragments, one per space, each ``WIDTH`` wide and of the height ``panel_height()``."""
    for space in function.spaces:
        laid_out = panel(function, space, WIDTH - _LEFT - _RIGHT, _PANEL_HEIGHT)
        yield _panel(function, laid_out)


def panel_height() -> float:
    """Height of one fragment of ``function_panels`` in pixels."""
    return _TOP + _PANEL_HEIGHT + _BOTTOM


def _panel(function: MapFunction, p: Panel) -> str:
    space = p.space
    name = facts.SPACE_NAMES.get(space.space, space.space)
    out = [
        f'<text class="title" x="{_LEFT:g}" y="24">@{escape(function.name)}: {escape(name)}</text>',
        f'<text class="faint" x="{_LEFT:g}" y="44">{escape(facts.usage(space))}, {facts.STRATEGIES[space.strategy]}'
        f"{escape(f', {function.target}' if function.target else '')}</text>",
        f'<g transform="translate({_LEFT:g} {_TOP:g})">',
    ]
    for tick in p.address_ticks:
        out.append(f'<line class="grid" x1="0" x2="{p.width:g}" y1="{tick.at:.1f}" y2="{tick.at:.1f}"/>')
        out.append(f'<text class="faint" x="-8" y="{tick.at + 4:.1f}" text-anchor="end">{tick.label}</text>')
    out.append('<text class="faint" x="-8" y="-10" text-anchor="end">KiB</text>')
    for tick in p.line_ticks:
        out.append(f'<text class="faint" x="{tick.at:.1f}" y="{p.height + 18:g}">{tick.label}</text>')
    out.append(f'<text class="faint" x="0" y="{p.height + 36:g}">source line</text>')
    if p.peak_x is not None and space.peak is not None:
        out.append(f'<line class="peak" x1="{p.peak_x:.1f}" x2="{p.peak_x:.1f}" y1="0" y2="{p.height:g}"/>')
        anchor = "end" if p.peak_x > p.width / 2 else "start"
        out.append(
            f'<text class="faint" x="{p.peak_x:.1f}" y="-4" text-anchor="{anchor}">'
            f"peak {facts.size(space.peak.bytes)}</text>"
        )
    out.extend(_box(function, box) for box in p.boxes)
    if p.capacity_y is not None and space.capacity_bytes is not None:
        out.append(f'<line class="capacity" x1="0" x2="{p.width:g}" y1="{p.capacity_y:.1f}" y2="{p.capacity_y:.1f}"/>')
        out.append(
            f'<text class="warn" x="{p.width:g}" y="{p.capacity_y - 5:.1f}" text-anchor="end">'
            f"capacity {facts.size(space.capacity_bytes)}</text>"
        )
    out.append("</g>")
    return "".join(out)


def _box(function: MapFunction, box: Box) -> str:
    slot = next(s for s in function.slots if s.id == box.rect.slot)
    label = slot.owner if box.rect.copy == 0 else f"{slot.owner} ({box.rect.copy + 1})"
    fits = box.height >= 12 and box.width >= 7 * len(label)
    text = f'<text x="{box.x + 4:.1f}" y="{box.y + box.height / 2 + 4:.1f}">{escape(label)}</text>' if fits else ""
    return (
        f'<g class="box {"over" if box.rect.overflow else slot.class_}">'
        f"<title>{escape(facts.tooltip(function, slot, box.rect.copy))}</title>"
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" '
        f'width="{max(box.width, 1):.1f}" height="{max(box.height, 1):.1f}" rx="2"/>'
        f"{text}</g>"
    )
