"""The memory map's pictures, drawn from a plan whose numbers the compiler printed (an overflow of four buffers)."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from rich.console import Console

from hivm_server.memory_map.geometry import panel
from hivm_server.memory_map.html import render_html
from hivm_server.memory_map.model import (
    MapBuffer,
    MapEvent,
    MapFunction,
    MapOverflow,
    MapPeak,
    MapRect,
    MapSlot,
    MapSpace,
    MemoryMap,
    Position,
    Range,
    to_json,
)
from hivm_server.memory_map.svg import render_svg
from hivm_server.memory_map.text import render_text

SVG = "{http://www.w3.org/2000/svg}"
CAPACITY = 196608
BUFFER = 80000
# name, address, first event, last event: three live buffers of 80,000 bytes in 192 KiB, then one on the first's place.
LIVES = (("%x", 0, 4, 9), ("%y", 80000, 5, 7), ("%z", 160000, 6, 8), ("%w", 0, 10, 11))
MESSAGE = "ub overflow, requires 1920000 bits while 1572864 bits available!"


def line(number: int) -> Range:
    return Range(Position(number, 2), Position(number, 30))


@pytest.fixture
def overflowing() -> MapFunction:
    return MapFunction(
        name="k<f32>",
        range=Range(Position(2, 0), Position(15, 1)),
        name_range=line(2),
        tool="a3",
        target="Ascend910B1",
        mode="local",
        attempt=19,
        events=tuple(MapEvent(i, line(3 + i), "hivm.hir.load", "") for i in range(13)),
        spaces=(
            MapSpace(
                space="ub",
                capacity_bytes=CAPACITY,
                alignment_bytes=32,
                strategy="levels",
                split=True,
                high_water_bytes=240000,
                peak=MapPeak(6, 240000, (0, 1, 2)),
                overflow=MapOverflow(1920000, 1572864, "peak", MESSAGE),
            ),
        ),
        slots=tuple(
            MapSlot(i, "ub", (name,), name, 1, "dma", BUFFER, BUFFER, None, False) for i, (name, *_) in enumerate(LIVES)
        ),
        rects=tuple(
            MapRect(i, 0, "ub", at, BUFFER, BUFFER, start, end, 3 + start, 3 + end, at + BUFFER > CAPACITY)
            for i, (_, at, start, end) in enumerate(LIVES)
        ),
        buffers=tuple(
            MapBuffer(
                name=name,
                range=line(3 + i),
                space="ub",
                bytes=BUFFER,
                padded_bytes=BUFFER,
                slot=i,
                offsets=(),
                life=(start, end),
                own_life=(start, end),
                gen_line=3 + start,
                kill_line=3 + end,
                kill_reason="last use",
                inplace=(),
                sharers=(),
            )
            for i, (name, _, start, end) in enumerate(LIVES)
        ),
        warnings=(),
        status="overflow",
    )


@pytest.fixture
def memory_map(overflowing: MapFunction) -> MemoryMap:
    return MemoryMap("file:///k.mlir", 1, (overflowing,))


def test_boxes_lie_at_their_addresses_and_events(overflowing: MapFunction) -> None:
    laid_out = panel(overflowing, overflowing.spaces[0], 1300, 480)
    per_byte = laid_out.boxes[0].height / BUFFER
    for box, (_, address, start, end) in zip(laid_out.boxes, LIVES, strict=True):
        assert box.x == pytest.approx(100 * start)
        assert box.x + box.width == pytest.approx(100 * (end + 1))
        assert laid_out.height - (box.y + box.height) == pytest.approx(address * per_byte)
    assert laid_out.capacity_y is not None
    assert laid_out.height - laid_out.capacity_y == pytest.approx(CAPACITY * per_byte)
    assert all(box.y >= 0 for box in laid_out.boxes)


def test_no_capacity_line_without_a_capacity(overflowing: MapFunction) -> None:
    space = replace(overflowing.spaces[0], space="gm", capacity_bytes=None)
    assert panel(overflowing, space, 100, 100).capacity_y is None


def test_svg_is_well_formed_and_marks_what_is_beyond_the_capacity(memory_map: MemoryMap) -> None:
    root = ElementTree.fromstring(render_svg(memory_map))
    groups = [g for g in root.iter(f"{SVG}g") if g.get("class", "").startswith("box")]
    over = [g.findtext(f"{SVG}title", "").splitlines()[0] for g in groups if g.get("class") == "box over"]
    assert len(groups) == len(LIVES)
    assert over == ["%z"]
    texts = [t.text for t in root.iter(f"{SVG}text")]
    assert "@k<f32>: UB" in texts
    assert "capacity 192 KiB" in texts
    assert not list(root.iter(f"{SVG}script"))


def test_svg_of_nothing_says_so() -> None:
    root = ElementTree.fromstring(render_svg(MemoryMap("file:///k.mlir", 1, ())))
    assert [t.text for t in root.iter(f"{SVG}text")] == ["No buffers in on-chip memory."]


def test_html_escapes_and_forbids_scripts(memory_map: MemoryMap) -> None:
    page = render_html(memory_map, "a & b")
    assert "<title>a &amp; b</title>" in page
    assert "@k&lt;f32&gt;" in page
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert MESSAGE in page


def test_text_shows_every_buffer_with_its_life(memory_map: MemoryMap) -> None:
    console = Console(width=160, record=True, color_system=None)
    console.print(render_text(memory_map))
    printed = console.export_text()
    assert MESSAGE in printed
    assert "240 000 B of 192 KiB (122 %)" in printed
    for name, _, start, end in LIVES:
        row = next(row for row in printed.splitlines() if row.split()[:1] == [name])
        assert f"lines {4 + start}-{4 + end}" in row


def test_json_has_the_keys_of_the_protocol(memory_map: MemoryMap) -> None:
    data = to_json(memory_map)
    assert data["documentVersion"] == 1
    function = data["functions"][0]
    assert function["slots"][0]["class"] == "dma"
    assert function["rects"][3] == {
        "slot": 3,
        "copy": 0,
        "space": "ub",
        "address": 0,
        "bytes": BUFFER,
        "paddedBytes": BUFFER,
        "start": 10,
        "end": 11,
        "startLine": 13,
        "endLine": 14,
        "overflow": False,
    }
