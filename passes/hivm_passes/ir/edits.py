"""From a changed clone back to text: the smallest edits of the source that turn one into the other.

Operations that print as before keep their bytes, with comments and spacing around them. A changed operation is printed
again in its place, only the part of its header that differs; new ones go on lines of their own; removed ones take their
line with them but leave a comment behind. Blocks that were added, removed or given other arguments make their
operation be printed whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.printing import Printer, SourceNames, TypePrinter
from hivm_passes.ir.types import Type

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Block, Operation, Region
    from hivm_passes.ir.printing import Names

_REGION: Final = re.compile("\x00")


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replace the bytes ``start`` to ``end`` of the unit's text by ``text``."""

    start: int
    end: int
    text: str


def apply_edits(source: bytes, edits: Sequence[TextEdit]) -> bytes:
    """The source with all edits made."""
    out: list[bytes] = []
    position = 0
    for edit in edits:
        out.append(source[position : edit.start])
        out.append(edit.text.encode("utf-8", "surrogateescape"))
        position = edit.end
    out.append(source[position:])
    return b"".join(out)


def text_edits(
    original: Operation,
    changed: Operation,
    source: bytes,
    *,
    build: Build = "a3",
    aliases: Mapping[str, Attribute | Type] | None = None,
) -> tuple[TextEdit, ...]:
    """The edits of ``source`` that turn ``original`` into ``changed``, sorted and not overlapping.

    ``changed`` is a clone of ``original`` (its operations know their ``origin``) that was changed afterwards; spans of
    ``original`` are byte offsets in ``source``. Types among the ``aliases`` in force are written by their alias.
    """
    names = {value: name for name, value in (aliases or {}).items() if isinstance(value, Type)}
    editor = _Editor(source, SourceNames(original), SourceNames(changed), TypePrinter(type_aliases=names), build)
    editor.operation(original, changed)
    return editor.finish()


class _HeaderPrinter(Printer):
    """Prints an operation with a mark in the place of every region."""

    def region(self, region: Region, indent: int, **_: object) -> str:
        return "\x00"


class _Editor:
    def __init__(self, source: bytes, before: Names, after: Names, types: TypePrinter, build: Build) -> None:
        self._source = source
        self._before = _HeaderPrinter(before, types, build=build, source_layout=True)
        self._after = _HeaderPrinter(after, types, build=build, source_layout=True)
        self._whole = Printer(after, types, build=build, source_layout=True)
        self._edits: list[tuple[int, int, int, str]] = []

    def finish(self) -> tuple[TextEdit, ...]:
        """Join insertions at one place in the order in which they were made."""
        merged: list[TextEdit] = []
        for start, end, _, text in sorted(self._edits):
            if merged and merged[-1].end == start and (merged[-1].start == start or start == end):
                last = merged.pop()
                merged.append(TextEdit(last.start, end, last.text + text))
            else:
                merged.append(TextEdit(start, end, text))
        return tuple(e for e in merged if self._source[e.start : e.end] != e.text.encode("utf-8", "surrogateescape"))

    def _edit(self, start: int, end: int, text: str) -> None:
        self._edits.append((start, end, len(self._edits), text))

    # --- operations -----------------------------------------------------------------------------------------

    def operation(self, old: Operation, new: Operation) -> None:
        """The same operation before and after. Only the module around a text that writes none has no source."""
        if old.source is not None:
            if not _same_blocks(old, new):
                self._edit(old.source.span.start, old.source.span.end, self._print(new, self._indent_at(old)))
                return
            self._header(old, new)
        for old_region, new_region in zip(old.regions, new.regions, strict=True):
            for old_block, new_block in zip(old_region.blocks, new_region.blocks, strict=True):
                self._block(old_block, new_block)

    def _header(self, old: Operation, new: Operation) -> None:
        assert old.source is not None
        before = _REGION.split(self._before.operation(old, 0))
        after = _REGION.split(self._after.operation(new, 0))
        if before == after:
            return
        cuts = [r.span for r in old.regions if r.span is not None]
        if len(after) != len(cuts) + 1 or len(before) != len(after):
            self._edit(old.source.span.start, old.source.span.end, self._print(new, self._indent_at(old)))
            return
        starts = [old.source.span.start, *(c.end for c in cuts)]
        ends = [*(c.start for c in cuts), old.source.span.end]
        for start, end, was, now in zip(starts, ends, before, after, strict=True):
            if was != now:
                self._edit(start, end, now)

    def _print(self, op: Operation, indent: int) -> str:
        """Text of an operation in a new place; one that only moved keeps its own."""
        old = op.origin
        if old is None or old.source is None or op.regions:
            return self._whole.operation(op, indent)
        if self._before.operation(old, 0) != self._after.operation(op, 0):
            return self._whole.operation(op, indent)
        span = old.source.span
        return self._source[span.start : span.end].decode("utf-8", "surrogateescape")

    # --- blocks ---------------------------------------------------------------------------------------------

    def _block(self, old: Block, new: Block) -> None:
        written = [op for op in old.operations if op.source is not None]
        position = {op: i for i, op in enumerate(written)}
        kept = _in_order(new, position)
        partner = {op.origin: op for op in kept}
        gap: list[Operation] = []
        previous = -1
        for op in new.operations:
            if op in kept:
                assert op.origin is not None
                here = position[op.origin]
                self._gap(old, written, previous, here, gap)
                gap, previous = [], here
            elif not _is_implied(op):
                gap.append(op)
        self._gap(old, written, previous, len(written), gap)
        for op in written:
            same = partner.get(op)
            if same is not None:
                self.operation(op, same)

    def _gap(self, block: Block, written: list[Operation], previous: int, here: int, added: list[Operation]) -> None:
        """Between two kept operations: what was removed there, and what was added."""
        removed = written[previous + 1 : here]
        by_name = {_binding(op): op for op in removed if op.results}
        indent = self._block_indent(block, written)
        last = written[previous] if previous >= 0 else None
        for op in added:
            replaced = by_name.pop(_binding(op), None) if op.results and op.results[0].name is not None else None
            if replaced is not None and replaced.source is not None:
                self._edit(replaced.source.span.start, replaced.source.span.end, self._print(op, indent))
                removed.remove(replaced)
                last = replaced
            else:
                self._insert(block, last, indent, self._print(op, indent))
        for op in removed:
            self._remove(op)

    def _insert(self, block: Block, previous: Operation | None, indent: int, text: str) -> None:
        """A line of its own behind ``previous``, or first in the block."""
        if previous is not None and previous.source is not None:
            anchor = previous.source.span.end
        elif block.span is not None and self._source[block.span.start : block.span.start + 1] == b"^":
            anchor = block.span.end
        else:
            assert block.parent is not None and block.parent.span is not None
            anchor = block.parent.span.start + 1
        margin = " " * indent
        end_of_line = self._line_end(anchor)
        rest = self._source[anchor:end_of_line].strip()
        if not rest or rest.startswith(b"//"):
            self._edit(end_of_line, end_of_line, f"\n{margin}{text}")
        else:
            self._edit(anchor, anchor, f"\n{margin}{text}\n{margin}")

    def _remove(self, op: Operation) -> None:
        assert op.source is not None
        start, end = op.source.span.start, op.source.span.end
        line_start, line_end = self._source.rfind(b"\n", 0, start) + 1, self._line_end(end)
        alone = not self._source[line_start:start].strip()
        rest = self._source[end:line_end].strip()
        if alone and not rest:
            self._edit(line_start, min(line_end + 1, len(self._source)), "")
        else:
            while end < line_end and self._source[end : end + 1] == b" ":
                end += 1
            self._edit(start, end, "")

    # --- layout ---------------------------------------------------------------------------------------------

    def _line_end(self, position: int) -> int:
        end = self._source.find(b"\n", position)
        return len(self._source) if end < 0 else end

    def _indent_at(self, op: Operation) -> int:
        assert op.source is not None
        start = op.source.span.start
        line = self._source[self._source.rfind(b"\n", 0, start) + 1 : start]
        return len(line) - len(line.lstrip())

    def _block_indent(self, block: Block, written: list[Operation]) -> int:
        if written:
            return self._indent_at(written[0])
        parent = block.parent_op
        return self._indent_at(parent) + 2 if parent is not None and parent.source is not None else 0


def _same_blocks(old: Operation, new: Operation) -> bool:
    """Whether both have the same regions with the same blocks and arguments."""
    if len(old.regions) != len(new.regions) or len(old.results) != len(new.results):
        return False
    for old_region, new_region in zip(old.regions, new.regions, strict=True):
        if len(old_region.blocks) != len(new_region.blocks):
            return False
        for a, b in zip(old_region.blocks, new_region.blocks, strict=True):
            if a.name != b.name or len(a.arguments) != len(b.arguments):
                return False
            if any(x.type is not y.type for x, y in zip(a.arguments, b.arguments, strict=True)) and a.span is not None:
                return False
    return True


def _in_order(block: Block, position: dict[Operation, int]) -> set[Operation]:
    """The most operations of the block that came from the same block and still stand in the same order."""
    candidates = [op for op in block.operations if op.origin is not None and op.origin in position]
    # Longest increasing subsequence by patience sorting.
    tails: list[int] = []
    chain: list[int] = []
    back: dict[int, int | None] = {}
    for index, op in enumerate(candidates):
        assert op.origin is not None
        key = position[op.origin]
        low, high = 0, len(tails)
        while low < high:
            middle = (low + high) // 2
            if tails[middle] < key:
                low = middle + 1
            else:
                high = middle
        back[index] = chain[low - 1] if low else None
        if low == len(tails):
            tails.append(key)
            chain.append(index)
        else:
            tails[low] = key
            chain[low] = index
    found: set[Operation] = set()
    current: int | None = chain[-1] if chain else None
    while current is not None:
        found.add(candidates[current])
        current = back[current]
    return found


def _is_implied(op: Operation) -> bool:
    """A terminator that the source does not write."""
    return op.origin is not None and op.origin.source is None


def _binding(op: Operation) -> str | None:
    """The name under which an operation binds its results."""
    name = op.results[0].name
    return name.partition("#")[0] if name is not None else None
