"""Folding: regions, large dictionaries and groups, runs of comments, sections of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lsprotocol import types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hivm_server.workspace.snapshot import Snapshot

_COMMENT_AFTER: Final = re.compile(rb"[ \t]*//[^\n]*\Z")
_OPENERS: Final = (b"{", b"(", b"[", b"<")
_BRACKETED: Final = frozenset({"region", "dictionary", "group", "clause", "affine_map", "dense_elements", "location"})

MAX_RANGES: Final = 20_000
"""More ranges than this are of no use to anybody."""


def folding_ranges(snapshot: Snapshot, limit: int | None = None) -> list[types.FoldingRange]:
    """Every range that can be folded, whole lines, in order; at most ``limit``."""
    text = snapshot.text
    found: dict[tuple[int, int], types.FoldingRangeKind | None] = {}

    def add(start: int, end: int, kind: types.FoldingRangeKind | None = None) -> None:
        first, last = text.line_of(start), text.line_of(end)
        if last > first:
            found.setdefault((first, last), kind)

    sections = snapshot.outline.sections
    if len(sections) > 1:
        for section in sections:
            end = len(text.data[: section.end].rstrip())
            if section.items and section.start < end:
                start = section.start if section.title else min(i.start for i in section.items)
                add(start, end, types.FoldingRangeKind.Region)
    for start, end in _comments(text.data):
        add(start, end, types.FoldingRangeKind.Comment)
    for start, end in _brackets(snapshot):
        # The line of the closing bracket stays visible.
        last = text.line_of(end - 1)
        if text.data[end - 1 : end] in (b"}", b")", b"]", b">"):
            last -= 1
        first = text.line_of(start)
        if last > first:
            found.setdefault((first, last), None)
        if len(found) >= MAX_RANGES:
            break
    ranges = [types.FoldingRange(first, last, kind=kind) for (first, last), kind in sorted(found.items())]
    return ranges if limit is None else ranges[:limit]


def _comments(data: bytes) -> Iterator[tuple[int, int]]:
    """Runs of lines that hold nothing but a comment."""
    run: tuple[int, int] | None = None
    at = data.find(b"//")
    while at >= 0:
        line, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
        end = len(data) if end < 0 else end
        if not data[line:at].strip() and not data.startswith(b"// -----", at):
            if run is not None and run[1] + 1 == line:
                run = (run[0], end)
            else:
                if run is not None:
                    yield run
                run = (at, end)
        at = data.find(b"//", end)
    if run is not None:
        yield run


def _brackets(snapshot: Snapshot) -> Iterator[tuple[int, int]]:
    """Brackets that are the last thing on their line."""
    root, data = snapshot.tree.root_node, snapshot.text.data
    for at in _last_on_line(data):
        node: Node | None = root.descendant_for_byte_range(at, at + 1)
        if node is None or node.type == "comment":
            continue
        while node is not None and node.type not in _BRACKETED and node.start_byte <= at:
            if node.type == "operation":
                break
            node = node.parent
        if node is not None and node.type in _BRACKETED:
            yield at, node.end_byte


def _last_on_line(data: bytes) -> Iterator[int]:
    """Offsets of opening brackets that only blanks and a comment follow on their line."""
    start = 0
    while start < len(data):
        feed = data.find(b"\n", start)
        end = len(data) if feed < 0 else feed
        line = data[start:end].rstrip()
        if line[-1:] not in _OPENERS and b"//" in line:
            line = _COMMENT_AFTER.sub(b"", line)
        if line and line[-1:] in _OPENERS:
            yield start + len(line) - 1
        start = end + 1
