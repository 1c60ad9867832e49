"""The memory map as one self-contained HTML page: the picture and a table of buffers, no script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from hivm_server.memory_map import facts
from hivm_server.memory_map.svg import STYLE, WIDTH, function_panels, panel_height

if TYPE_CHECKING:
    from hivm_server.memory_map.model import MapBuffer, MapFunction, MemoryMap

_PAGE_STYLE = """
:root { color-scheme: light dark; }
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1180px; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
svg { width: 100%; height: auto; display: block; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .6rem; }
tr { border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
td.number, th.number { text-align: right; } code { font-family: ui-monospace, monospace; }
.message { border-left: 3px solid #cf222e; padding: .3rem .8rem; white-space: pre-wrap; }
.legend span { margin-right: 1.2rem; }
.legend b { display: inline-block; width: .8em; height: .8em; border-radius: 2px; }
"""
_LEGEND = (
    ("#2f6fdb", "moved by DMA"),
    ("#2da44e", "vector unit"),
    ("#bf8700", "scalar loops"),
    ("#8250df", "unique"),
    ("#57606a", "other"),
    ("#cf222e", "beyond the capacity"),
)


def render_html(memory_map: MemoryMap, title: str) -> str:
    """A page titled ``title`` with the map and the buffers of every function."""
    legend = "".join(f'<span><b style="background:{color}"></b> {text}</span>' for color, text in _LEGEND)
    body = "".join(_function(f) for f in memory_map.functions) or "<p>No buffers in on-chip memory.</p>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{_PAGE_STYLE}{STYLE}</style></head>"
        f'<body><h1>{escape(title)}</h1><p class="legend">{legend}</p>{body}</body></html>\n'
    )


def _function(function: MapFunction) -> str:
    out = [f"<h2>@{escape(function.name)}</h2>"]
    if function.message:
        out.append(f'<p class="message">{escape(function.message)}</p>')
    for space in function.spaces:
        if space.overflow is not None:
            out.append(f'<p class="message">{escape(space.overflow.message)}</p>')
    for fragment in function_panels(function):
        out.append(
            f'<svg class="map" viewBox="0 0 {WIDTH:g} {panel_height():g}" role="img">'
            f'<rect class="paper" width="100%" height="100%"/>{fragment}</svg>'
        )
    for warning in function.warnings:
        out.append(f'<p class="message">line {warning.range.start.line + 1}: {escape(warning.message)}</p>')
    if function.buffers:
        rows = "".join(_row(function, b) for b in function.buffers)
        out.append(
            '<table><thead><tr><th>buffer</th><th class="number">line</th><th>space</th><th class="number">size</th>'
            '<th class="number">rounded</th><th class="number">copies</th><th>offsets (bytes)</th><th>life</th>'
            f"<th>same address</th></tr></thead><tbody>{rows}</tbody></table>"
        )
    return "".join(out)


def _row(function: MapFunction, buffer: MapBuffer) -> str:
    slot = facts.slot_of(function, buffer)
    return (
        f"<tr><td><code>{escape(buffer.name)}</code></td>"
        f'<td class="number">{buffer.range.start.line + 1}</td>'
        f"<td>{escape(facts.SPACE_NAMES.get(buffer.space, buffer.space))}</td>"
        f'<td class="number">{facts.size(buffer.bytes)}</td><td class="number">{facts.size(buffer.padded_bytes)}</td>'
        f'<td class="number">{slot.copies if slot else 1}</td><td>{facts.addresses(buffer.offsets)}</td>'
        f"<td>{escape(facts.life(buffer))}</td><td>{escape(facts.shares(buffer))}</td></tr>"
    )
