"""What a memory map says in words, shared by the picture's tooltips and the printed report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hivm_server.memory_map.model import MapBuffer, MapFunction, MapSlot, MapSpace

SPACE_NAMES = {"ub": "UB", "cbuf": "L1", "cc": "L0C", "gm": "workspace"}
STRATEGIES = {
    "single": "one buffer",
    "sequential": "one behind the other",
    "levels": "by life range",
    "stacked": "stacked",
}


def size(count: int) -> str:
    """A number of bytes for people: exact, in KiB where that is whole."""
    return f"{count // 1024} KiB" if count and count % 1024 == 0 else f"{count:,} B".replace(",", " ")


def usage(space: MapSpace) -> str:
    """``163 872 B of 192 KiB (83 %)``."""
    used = size(space.high_water_bytes)
    if space.capacity_bytes is None:
        return used
    return f"{used} of {size(space.capacity_bytes)} ({100 * space.high_water_bytes / space.capacity_bytes:.0f} %)"


def addresses(offsets: tuple[int, ...]) -> str:
    """Byte offsets, one per copy."""
    return ", ".join(str(o) for o in offsets) or "none"


def life(buffer: MapBuffer) -> str:
    """The source lines (from 1) over which a buffer occupies its address."""
    if buffer.gen_line is None:
        return "never written"
    if buffer.kill_line is None:
        return f"line {buffer.gen_line + 1} on"
    return f"lines {buffer.gen_line + 1}-{buffer.kill_line + 1}"


def slot_of(function: MapFunction, buffer: MapBuffer) -> MapSlot | None:
    """The slot that holds a buffer, or None when it has no address."""
    return next((s for s in function.slots if s.id == buffer.slot), None)


def shares(buffer: MapBuffer) -> str:
    """Who has the same address: partners in place first, then later tenants."""
    partners = [f"{p.with_} in place" for p in buffer.inplace]
    named = {p.with_ for p in buffer.inplace}
    return ", ".join(partners + [name for name in buffer.sharers if name not in named])


def tooltip(function: MapFunction, slot: MapSlot, copy: int) -> str:
    """Several lines about one rectangle."""
    buffers = [b for b in function.buffers if b.slot == slot.id]
    lines = [" = ".join(slot.members)]
    lines.append(
        f"{size(slot.bytes)}"
        + (f", rounded up to {size(slot.padded_bytes)}" if slot.padded_bytes != slot.bytes else "")
    )
    if slot.copies > 1:
        lines.append(f"copy {copy + 1} of {slot.copies}")
    for buffer in buffers:
        lines.append(f"{buffer.name}: {life(buffer)}" + (f", {buffer.kill_reason}" if buffer.kill_reason else ""))
    if buffers:
        lines.append(f"address {addresses(buffers[0].offsets)}")
    if slot.level is not None:
        lines.append(f"level {slot.level}" + (f", {slot.class_}" if slot.class_ != "none" else ""))
    return "\n".join(lines)
