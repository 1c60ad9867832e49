"""Folding: regions, large dictionaries and groups, runs of comments, sections of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lsprotocol import types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hivm_server.workspace.snapshot import Snapshot

_OPEN: Final = re.compile(rb"[{(\[<][ \t]*(?://[^\r\n]*)?(?=\r?\n|\r)")
_COMMENTS: Final = re.compile(rb"(?:^[ \t]*//(?! -----)[^\r\n]*(?:\r\n|\n|\r)?){2,}", re.MULTILINE)
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
    for match in _COMMENTS.finditer(text.data):
        add(match.start(), match.start() + len(match.group().rstrip()), types.FoldingRangeKind.Comment)
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


def _brackets(snapshot: Snapshot) -> Iterator[tuple[int, int]]:
    """Brackets that are the last thing on their line."""
    root = snapshot.tree.root_node
    for match in _OPEN.finditer(snapshot.text.data):
        at = match.start()
        node: Node | None = root.descendant_for_byte_range(at, at + 1)
        if node is None or node.type == "comment":
            continue
        while node is not None and node.type not in _BRACKETED and node.start_byte <= at:
            if node.type == "operation":
                break
            node = node.parent
        if node is not None and node.type in _BRACKETED:
            yield at, node.end_byte
