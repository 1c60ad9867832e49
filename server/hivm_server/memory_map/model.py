"""The data of a memory map, as the ``hivm/memoryMap`` request returns it.

Sizes and addresses are in bytes except where a name says bits; lines count from 0; event indices are those of the
plan. The TypeScript side has the same shapes under the same (camel case) names.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, cast

PROTOCOL_VERSION = 1

Tool = Literal["a3", "a5"]
Mode = Literal["local", "workspace"]
EventRole = Literal["", "begin", "end", "after-then", "after-else"]
Strategy = Literal["single", "sequential", "levels", "stacked"]
SlotClass = Literal["dma", "vector", "scalar", "unique", "none"]
Status = Literal["planned", "overflow", "failed", "empty"]


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the document: line and character in the negotiated encoding."""

    line: int
    character: int


@dataclass(frozen=True, slots=True)
class Range:
    """A half-open range of positions."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class MapEvent:
    """One step on the time axis."""

    index: int
    range: Range
    op: str
    role: EventRole


@dataclass(frozen=True, slots=True)
class MapPeak:
    """The event at which a space holds most."""

    event: int
    bytes: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MapOverflow:
    """What the compiler says when a space is too small; both numbers in bits, as it prints them."""

    requires_bits: int
    available_bits: int
    kind: Literal["peak", "packing"]
    message: str


@dataclass(frozen=True, slots=True)
class MapSpace:
    """One address space of one function. ``capacity_bytes`` is None where there is no limit (workspace)."""

    space: str
    capacity_bytes: int | None
    alignment_bytes: int
    strategy: Strategy
    split: bool
    high_water_bytes: int
    peak: MapPeak | None
    overflow: MapOverflow | None


@dataclass(frozen=True, slots=True)
class MapSlot:
    """Buffers that share one address because of inplace reuse."""

    id: int
    space: str
    members: tuple[str, ...]
    owner: str
    copies: int
    class_: SlotClass
    bytes: int
    padded_bytes: int
    level: int | None
    extra_copies: bool


@dataclass(frozen=True, slots=True)
class MapRect:
    """An address range over a range of events (both ends inclusive)."""

    slot: int
    copy: int
    space: str
    address: int
    bytes: int
    padded_bytes: int
    start: int
    end: int
    start_line: int
    end_line: int
    overflow: bool


@dataclass(frozen=True, slots=True)
class MapInplace:
    """A partner that shares the address, and the line of the operation that allows it."""

    with_: str
    line: int | None
    kind: Literal["rule", "forced"]


@dataclass(frozen=True, slots=True)
class MapBuffer:
    """One allocation."""

    name: str
    range: Range
    space: str
    bytes: int
    padded_bytes: int
    slot: int | None
    offsets: tuple[int, ...]
    life: tuple[int, int] | None
    own_life: tuple[int, int] | None
    gen_line: int | None
    kill_line: int | None
    kill_reason: str
    inplace: tuple[MapInplace, ...]
    sharers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MapWarning:
    """A doubt about the plan."""

    code: str
    range: Range
    message: str


@dataclass(frozen=True, slots=True)
class MapFunction:
    """The memory map of one function."""

    name: str
    range: Range
    name_range: Range
    tool: Tool
    target: str
    mode: Mode
    attempt: int | None
    events: tuple[MapEvent, ...]
    spaces: tuple[MapSpace, ...]
    slots: tuple[MapSlot, ...]
    rects: tuple[MapRect, ...]
    buffers: tuple[MapBuffer, ...]
    warnings: tuple[MapWarning, ...]
    status: Status
    message: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryMap:
    """The memory maps of a document."""

    uri: str
    document_version: int | None
    functions: tuple[MapFunction, ...]
    version: int = PROTOCOL_VERSION


def to_json(value: object) -> Any:
    """Plain JSON data with camel case keys."""
    if is_dataclass(value) and not isinstance(value, type):
        return {_camel(f.name): to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [to_json(item) for item in cast("tuple[object, ...]", value)]
    return value


def _camel(name: str) -> str:
    head, *tail = name.rstrip("_").split("_")
    return head + "".join(part.capitalize() for part in tail)
