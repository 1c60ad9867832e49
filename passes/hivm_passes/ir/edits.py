"""From a changed clone back to text: the smallest edits of the source that turn one into the other.

Operations that print as before keep their bytes, with comments and spacing around them. In a changed operation only
the tokens that differ are replaced; new operations go on lines of their own; removed ones take their line with them
but leave a comment behind. An operation that moved takes its text and its comments along, with all that is nested in
it; where a region got other blocks, its operation is written anew around the texts of what it held.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import AffineMapAttr, Attribute, DialectAttr, IntegerSetAttr, StridedLayoutAttr
from hivm_passes.ir.printing import Printer, SourceNames, TypePrinter
from hivm_passes.ir.printing.names import nearest_clones, origin_of
from hivm_passes.ir.types import Type
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Block, Operation, Region
    from hivm_passes.ir.printing import Names

_TOKEN: Final = re.compile(
    r"(?P<skip>[ \t\r\n]+|//[^\n]*)"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|[%^@#!][A-Za-z0-9_$.\-]+(?:#[0-9]+)?"
    r"|[A-Za-z0-9_$.?]+"
    r"|->|."
)
_MOST_TOKENS: Final = 4000
"""Longer headers are replaced whole where they differ."""
_ALIASED: Final = (AffineMapAttr, IntegerSetAttr, StridedLayoutAttr, DialectAttr)
"""Attributes for which new text uses the aliases in force."""


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replace the bytes ``start`` to ``end`` of the unit's text by ``text``, whose lines end in a plain newline."""

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

    ``changed`` is a clone of ``original`` (its operations know their ``origin``), or a clone of a clone, that was
    changed afterwards; spans of ``original`` are byte offsets in ``source``. New text writes the ``aliases`` in force.
    """
    types = TypePrinter(
        type_aliases={value: name for name, value in (aliases or {}).items() if isinstance(value, Type)},
        attribute_aliases={value: name for name, value in (aliases or {}).items() if isinstance(value, _ALIASED)},
    )
    editor = _Editor(source, SourceNames(original), SourceNames(changed), types, build)
    editor.match(original, changed)
    editor.operation(original, changed)
    return editor.finish()


@dataclass(frozen=True, slots=True)
class _RegionCall:
    """A region that a header shows: with which of its parts."""

    region: Region
    arguments: bool
    terminators: bool
    default_dialect: str
    header_when_empty: bool


class _HeaderPrinter(Printer):
    """Prints an operation with a mark in the place of every region, and remembers these."""

    regions: list[_RegionCall]

    def region(
        self,
        region: Region,
        indent: int,
        *,
        arguments: bool = True,
        terminators: bool = True,
        default_dialect: str = "",
        header_when_empty: bool = False,
    ) -> str:
        self.regions.append(_RegionCall(region, arguments, terminators, default_dialect, header_when_empty))
        return "\x00"

    def header(self, op: Operation) -> list[str]:
        """The text around the operation's regions."""
        self.regions = []
        parent = op.parent_op
        self.default_dialects = ["func" if parent is not None and parent.name == "func.func" else ""]
        return self.operation(op, 0).split("\x00")


class _Editor:
    def __init__(self, source: bytes, before: Names, after: Names, types: TypePrinter, build: Build) -> None:
        self._source = source
        self._before = before
        self._after = after
        self._printers = {
            (names, generic): _HeaderPrinter(names, types, build=build, source_layout=True, generic=generic)
            for names in (before, after)
            for generic in (False, True)
        }
        self._kept: dict[Operation, Operation] = {}
        """Operations that stay where they are: before and after."""
        self._moved: dict[Operation, Operation] = {}
        """Operations that stand in another place, and those of the source whose text they take along."""
        self._left: set[Operation] = set()
        """The operations of the source whose text goes elsewhere."""
        self._nearest: dict[Operation, Operation] = {}
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
        return tuple(e for e in merged if self._text(e.start, e.end) != e.text)

    def _edit(self, start: int, end: int, text: str) -> None:
        self._edits.append((start, end, len(self._edits), text))

    def _text(self, start: int, end: int) -> str:
        return self._source[start:end].decode("utf-8", "surrogateescape")

    # --- what became of what --------------------------------------------------------------------------------

    def match(self, old: Operation, new: Operation) -> None:
        """Find out which operations stay and which move, all the way down."""
        self._nearest = nearest_clones(list(new.walk()))
        self._match(old, new)
        for origin, op in self._nearest.items():
            if origin is not op and origin not in self._kept and origin.source is not None:
                self._moved[op] = origin
        self._left = set(self._moved.values())

    def _match(self, old: Operation, new: Operation) -> None:
        self._kept[old] = new
        if not _same_blocks(old, new):
            return
        for old_region, new_region in zip(old.regions, new.regions, strict=True):
            for old_block, new_block in zip(old_region.blocks, new_region.blocks, strict=True):
                position = {op: i for i, op in enumerate(old_block.operations)}
                candidates: list[tuple[Operation, int, Operation]] = []
                for op in new_block.operations:
                    origin, _ = origin_of(op)
                    if origin in position and self._nearest.get(origin) is op:
                        candidates.append((origin, position[origin], op))
                for origin, _, op in _in_order(candidates):
                    self._match(origin, op)

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

    def _is_same(self, old: Operation, new: Operation) -> bool:
        """Whether nothing that the header shows can have changed: a quick answer without printing."""
        if new.modified and not old.modified:
            return False
        before, after = self._before.values, self._after.values
        if len(old.operands) != len(new.operands) or len(old.results) != len(new.results):
            return False
        for a, b in zip(old.operands, new.operands, strict=True):
            if a.type is not b.type or before.get(a) != after.get(b):
                return False
        for a, b in zip(old.results, new.results, strict=True):
            if a.type is not b.type or before.get(a) != after.get(b):
                return False
        if old.attributes != new.attributes or old.segments != new.segments or old.successors or new.successors:
            return False
        for old_region, new_region in zip(old.regions, new.regions, strict=True):
            one, other = old_region.entry, new_region.entry
            if (one is None) != (other is None):
                return False
            if one is not None and other is not None:
                if len(one.arguments) != len(other.arguments):
                    return False
                for a, b in zip(one.arguments, other.arguments, strict=True):
                    if a.type is not b.type or before.get(a) != after.get(b):
                        return False
        return True

    def _headers(self, old: Operation, new: Operation) -> tuple[list[str], list[str]]:
        """The header before and after, in the form in which the source has it."""
        assert old.source is not None
        generic = self._source[old.source.name.start : old.source.name.start + 1] == b'"'
        before = self._printers[self._before, generic].header(old)
        return before, self._printers[self._after, generic].header(new)

    def _header(self, old: Operation, new: Operation) -> None:
        assert old.source is not None
        if self._is_same(old, new):
            return
        before, after = self._headers(old, new)
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
                self._rewrite(start, end, was, now)

    def _rewrite(self, start: int, end: int, before: str, after: str) -> None:
        """Replace the tokens of ``source[start:end]`` that differ between the two canonical texts."""
        written = self._text(start, end)
        for first, last, text in _changes(written, before, after):
            offset = start + len(_utf8(written[:first]))
            self._edit(offset, offset + len(_utf8(written[first:last])), text)

    # --- text in a new place --------------------------------------------------------------------------------

    def _print(self, op: Operation, indent: int, *, comments: bool = True) -> str:
        """Text of an operation in a place ``indent`` columns to the right; what only moved takes its own text along."""
        printer = self._printers[self._after, False]
        parts = printer.header(op)
        regions = list(printer.regions)
        old = self._moved.get(op)
        above, behind = "", ""
        if old is not None and old.source is not None:
            if comments:
                above, behind = self._comments(old, indent)
            before, after = self._headers(old, op)
            spans = [r.span for r in old.regions if r.span is not None]
            if len(spans) == len(regions) and len(before) == len(after) == len(spans) + 1:
                starts = [old.source.span.start, *(s.end for s in spans)]
                ends = [*(s.start for s in spans), old.source.span.end]
                shift = indent - self._indent_at(old)
                parts = [
                    _shifted(_changed(self._text(a, b), was, now), shift)
                    for a, b, was, now in zip(starts, ends, before, after, strict=True)
                ]
        out = [above, parts[0]]
        for call, part in zip(regions, parts[1:], strict=True):
            out += [self._region(call, indent), part]
        return "".join(out) + behind

    def _region(self, call: _RegionCall, indent: int) -> str:
        """``{`` to ``}``."""
        printer = self._printers[self._after, False]
        lines = ["{"]
        for index, block in enumerate(call.region.blocks):
            labelled = block.first is None and call.header_when_empty
            if index > 0 or (call.arguments and block.arguments) or labelled:
                lines.append(" " * indent + printer.label(block))
            operations = list(block.operations)
            if operations and not call.terminators and printer.is_terminator(operations[-1]):
                del operations[-1]
            for run in self._runs(operations):
                lines.append(" " * (indent + 2) + self._run(run, indent + 2))
        lines.append(" " * indent + "}")
        return "\n".join(lines)

    def _runs(self, operations: Sequence[Operation]) -> list[list[Operation]]:
        """The operations in groups that moved together: what stands between them in the source moves too."""
        runs: list[list[Operation]] = []
        for op in operations:
            old = self._moved.get(op)
            last = self._moved.get(runs[-1][-1]) if runs else None
            together = old is not None and last is not None and old.previous is last and last.source is not None
            if together and old is not None and old.source is not None:
                runs[-1].append(op)
            else:
                runs.append([op])
        return runs

    def _run(self, run: Sequence[Operation], indent: int) -> str:
        if len(run) == 1:
            return self._print(run[0], indent)
        first, last = self._moved[run[0]], self._moved[run[-1]]
        shift = indent - self._indent_at(first)
        out = [self._comments(first, indent)[0]]
        previous: Operation | None = None
        for op in run:
            old = self._moved[op]
            if previous is not None and previous.source is not None and old.source is not None:
                out.append(_shifted(self._text(previous.source.span.end, old.source.span.start), shift))
            out.append(self._print(op, indent, comments=False))
            previous = old
        out.append(self._comments(last, indent)[1])
        return "".join(out)

    def _comments(self, old: Operation, indent: int) -> tuple[str, str]:
        """The comment lines right above an operation of the source, and the comment behind it."""
        assert old.source is not None
        start, end = self._with_comments(old)
        above = self._text(start, old.source.span.start)
        margin = " " * indent
        lines = "".join(f"{line.strip()}\n{margin}" for line in above.split("\n") if line.strip())
        behind = self._text(old.source.span.end, end).rstrip()
        return lines, behind

    def _with_comments(self, op: Operation) -> tuple[int, int]:
        """The range of an operation with the lines of comment above it and the comment behind it."""
        assert op.source is not None
        start, end = op.source.span.start, op.source.span.end
        line = self._line_start(start)
        if self._source[line:start].strip():
            return start, end
        first = line
        while first > 0:
            previous = self._line_start(first - 1)
            if not self._source[previous : first - 1].strip().startswith(b"//"):
                break
            first = previous
        rest_end = self._line_end(end)
        rest = self._source[end:rest_end].strip()
        return (first if first < line else start), (rest_end if rest.startswith(b"//") else end)

    # --- blocks ---------------------------------------------------------------------------------------------

    def _block(self, old: Block, new: Block) -> None:
        self._block_label(old, new)
        written = [op for op in old.operations if op.source is not None]
        position = {op: i for i, op in enumerate(written)}
        # Before anything is inserted behind them: edits at one place are made in this order.
        for op in written:
            same = self._kept.get(op)
            if same is not None:
                self.operation(op, same)
        stays = {self._kept[op]: i for op, i in position.items() if op in self._kept}
        gap: list[Operation] = []
        previous = -1
        for op in new.operations:
            here = stays.get(op)
            if here is not None:
                self._gap(old, written, previous, here, gap)
                gap, previous = [], here
            elif not _is_implied(op):
                gap.append(op)
        self._gap(old, written, previous, len(written), gap)

    def _block_label(self, old: Block, new: Block) -> None:
        """The label that the source writes, when the arguments changed."""
        if old.span is None or self._source[old.span.start : old.span.start + 1] != b"^":
            return
        before = self._printers[self._before, False].label(old, predecessors=False)
        after = self._printers[self._after, False].label(new, predecessors=False)
        if before != after:
            end = old.span.end
            colon = self._source.find(b":", end, self._line_end(end))
            if self._source[end - 1 : end] == b":" or colon < 0 or self._source[end:colon].strip():
                self._rewrite(old.span.start, end, before, after)
            else:
                self._rewrite(old.span.start, colon + 1, before, after)

    def _gap(self, block: Block, written: list[Operation], previous: int, here: int, added: list[Operation]) -> None:
        """Between two kept operations: what was removed there, and what was added."""
        removed = written[previous + 1 : here]
        by_name = {_binding(op): op for op in removed if op.results and op not in self._left}
        indent = self._block_indent(block, written)
        last = written[previous] if previous >= 0 else None
        for run in self._runs(added):
            op = run[0]
            replaced = by_name.pop(_binding(op), None) if op.results and op.results[0].name is not None else None
            if len(run) == 1 and replaced is not None and replaced.source is not None:
                self._edit(replaced.source.span.start, replaced.source.span.end, self._print(op, indent))
                removed.remove(replaced)
                last = replaced
            else:
                self._insert(block, last, indent, self._run(run, indent))
        for _, group in groupby(removed, lambda op: op in self._left):
            together = list(group)
            if together[0] in self._left:
                self._remove(self._with_comments(together[0])[0], self._with_comments(together[-1])[1])
            else:
                for op in together:
                    assert op.source is not None
                    self._remove(op.source.span.start, op.source.span.end)

    def _insert(self, block: Block, previous: Operation | None, indent: int, text: str) -> None:
        """A line of its own behind ``previous``, or first in the block."""
        margin = " " * indent
        if previous is not None and previous.source is not None:
            anchor = previous.source.span.end
        elif block.span is not None and self._source[block.span.start : block.span.start + 1] == b"^":
            anchor = block.span.end
            if self._source[anchor - 1 : anchor] != b":":
                anchor = self._source.find(b":", anchor) + 1
        else:
            assert block.parent is not None and block.parent.span is not None
            parent = block.parent_op
            if parent is None or parent.source is None:
                self._edit(0, 0, f"{margin}{text}\n")
                return
            anchor = block.parent.span.start + 1
        end_of_line = self._line_end(anchor)
        rest = self._source[anchor:end_of_line].strip()
        if not rest or rest.startswith(b"//"):
            self._edit(end_of_line, end_of_line, f"\n{margin}{text}")
        elif rest.startswith(b"}"):
            self._edit(anchor, anchor, f"\n{margin}{text}\n{margin[2:]}")
        else:
            self._edit(anchor, anchor, f"\n{margin}{text}\n{margin}")

    def _remove(self, start: int, end: int) -> None:
        """Remove a range, with its lines where nothing else stands on them."""
        line_start, line_end = self._line_start(start), self._line_end(end)
        alone = not self._source[line_start:start].strip()
        rest = self._source[end:line_end].strip()
        if alone and not rest:
            after = self._source.find(b"\n", line_end)
            self._edit(line_start, len(self._source) if after < 0 else after + 1, "")
        else:
            while end < line_end and self._source[end : end + 1] == b" ":
                end += 1
            self._edit(start, end, "")

    # --- layout ---------------------------------------------------------------------------------------------

    def _line_start(self, position: int) -> int:
        return self._source.rfind(b"\n", 0, position) + 1

    def _line_end(self, position: int) -> int:
        """Where the line's text ends: in front of the newline (and of a carriage return)."""
        end = self._source.find(b"\n", position)
        if end < 0:
            return len(self._source)
        return end - 1 if end > position and self._source[end - 1 : end] == b"\r" else end

    def _indent_at(self, op: Operation) -> int:
        assert op.source is not None
        line = self._source[self._line_start(op.source.span.start) : op.source.span.start]
        return len(line) - len(line.lstrip())

    def _block_indent(self, block: Block, written: list[Operation]) -> int:
        if written:
            return self._indent_at(written[0])
        parent = block.parent_op
        return self._indent_at(parent) + 2 if parent is not None and parent.source is not None else 0


# --- tokens -----------------------------------------------------------------------------------------------------


class _Tokens:
    """A text as tokens, without blanks and comments."""

    def __init__(self, text: str) -> None:
        self.text = text
        matches = [m for m in _TOKEN.finditer(text) if m.lastgroup != "skip"]
        self.texts = [m[0] for m in matches]
        self.starts = [m.start() for m in matches]
        self.ends = [m.end() for m in matches]

    def end_of(self, index: int) -> int:
        """Where a token ends; the start of the text for the one before the first."""
        return self.ends[index] if index >= 0 else 0

    def start_of(self, index: int) -> int:
        """Where a token starts; the end of the text for the one behind the last."""
        return self.starts[index] if index < len(self.starts) else len(self.text)

    def gap(self, index: int) -> str:
        """What stands in front of a token."""
        return self.text[self.end_of(index - 1) : self.start_of(index)]

    def is_plain_gap(self, index: int) -> bool:
        """Whether only blanks stand in front of a token."""
        return not self.gap(index).strip(" ")


def _changes(written: str, before: str, after: str) -> list[tuple[int, int, str]]:
    """Ranges of ``written`` and their new texts, so that it changes as ``before`` changes into ``after``.

    ``written`` says the same as ``before`` in other spacing, and perhaps with aliases, locations and comments. Where
    the places of the changes cannot be found in it, it becomes ``after`` (and keeps its location).
    """
    if before == after:
        return []
    if before.strip() and not after.strip():
        return [(0, len(written), "")]
    found = _token_changes(written, before, after)
    if found is not None:
        return found
    return [(0, len(written) - len(_location_at_end(written)), after)]


def _changed(written: str, before: str, after: str) -> str:
    """``written`` with the changes made."""
    out: list[str] = []
    position = 0
    for first, last, text in _changes(written, before, after):
        out += [written[position:first], text]
        position = last
    out.append(written[position:])
    return "".join(out)


def _token_changes(written: str, before: str, after: str) -> list[tuple[int, int, str]] | None:
    """The changes token by token; None when their places cannot be found."""
    source, old, new = _Tokens(written), _Tokens(before), _Tokens(after)
    if max(len(source.texts), len(old.texts), len(new.texts)) > _MOST_TOKENS:
        return None
    place: dict[int, int] = {-1: -1, len(old.texts): len(source.texts)}
    matches = SequenceMatcher(None, source.texts, old.texts, autojunk=False).get_matching_blocks()
    for a, b, size in matches:
        place.update((b + i, a + i) for i in range(size))
    changes: list[tuple[int, int, str]] = []
    opcodes = SequenceMatcher(None, old.texts, new.texts, autojunk=False).get_opcodes()
    # What only the source says (an addend of 0 in a map, say) must not end up beside other tokens than before.
    for (a1, b1, size), (a2, b2, _) in pairwise(matches):
        extra = a2 > a1 + size and b2 == b1 + size and 0 < b2 < len(old.texts)
        if extra and not any(tag == "equal" and i1 < b2 < i2 for tag, i1, i2, _, _ in opcodes):
            return None
    for tag, i1, i2, j1, j2 in opcodes:
        if tag == "equal":
            continue
        left = place.get(i1 - 1)
        if i1 == i2:
            if left is None:
                return None
            first, last = left + 1, left
        else:
            start, end = place.get(i1), place.get(i2 - 1)
            if start is None or end is None or end - start != i2 - 1 - i1:
                return None
            first, last = start, end
        changes.append(_change(source, (first, last), old, (i1, i2), new, (j1, j2)))
    return changes


def _change(
    source: _Tokens, place: tuple[int, int], old: _Tokens, was: tuple[int, int], new: _Tokens, now: tuple[int, int]
) -> tuple[int, int, str]:
    """One change: the source's tokens of ``place`` (inclusive) become those of ``now``.

    The blanks to the left and the right stay as the source has them, unless the canonical texts differ in them.
    """
    first, last = place
    (i1, i2), (j1, j2) = was, now
    start = source.starts[first] if first <= last else source.end_of(first - 1)
    end = source.ends[last] if first <= last else start
    text = new.text[new.starts[j1] : new.ends[j2 - 1]] if j1 < j2 else ""
    if i1 < i2 and j1 < j2:
        if old.gap(i1) != new.gap(j1) and source.is_plain_gap(first):
            start, text = source.end_of(first - 1), new.gap(j1) + text
        if old.gap(i2) != new.gap(j2) and source.is_plain_gap(last + 1):
            end, text = source.start_of(last + 1), text + new.gap(j2)
    elif i1 == i2:
        if old.gap(i1) == new.gap(j2) or not source.is_plain_gap(first):
            text = new.gap(j1) + text
        elif old.gap(i1) == new.gap(j1):
            start = end = source.start_of(first)
            text += new.gap(j2)
        else:
            end, text = source.start_of(first), new.gap(j1) + text + new.gap(j2)
    elif old.gap(i2) == new.gap(j1) and source.is_plain_gap(first):
        start = source.end_of(first - 1)
    elif source.is_plain_gap(last + 1):
        end = source.start_of(last + 1)
        if old.gap(i1) != new.gap(j1) and source.is_plain_gap(first):
            start, text = source.end_of(first - 1), new.gap(j1)
    return start, end, text


_LOCATION: Final = re.compile(r"[ \t]*\bloc\((?:[^()\"]|\"(?:[^\"\\\n]|\\.)*\"|\((?:[^()\"]|\"[^\"\n]*\")*\))*\)\Z")


def _location_at_end(text: str) -> str:
    """The ``loc(..)`` at the end of an operation's text, with the blanks before it."""
    match = _LOCATION.search(text)
    return match[0] if match is not None else ""


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _shifted(text: str, columns: int) -> str:
    """The text with its later lines moved to the right (or left, as far as they have blanks).

    Empty lines stay empty, except the last one: something follows it.
    """
    if not columns or "\n" not in text:
        return text
    first, *rest = text.split("\n")
    out = [first]
    for index, line in enumerate(rest):
        if not line.strip() and index < len(rest) - 1:
            out.append(line)
        elif columns > 0:
            out.append(" " * columns + line)
        else:
            out.append(line[min(-columns, len(line) - len(line.lstrip(" "))) :])
    return "\n".join(out)


# --- structure --------------------------------------------------------------------------------------------------


def _same_blocks(old: Operation, new: Operation) -> bool:
    """Whether both have the same regions with as many blocks."""
    if len(old.regions) != len(new.regions):
        return False
    return all(len(a.blocks) == len(b.blocks) for a, b in zip(old.regions, new.regions, strict=True))


def _in_order(candidates: list[tuple[Operation, int, Operation]]) -> list[tuple[Operation, int, Operation]]:
    """The most of the candidates whose positions (the numbers) grow."""
    keys = [position for _, position, _ in candidates]
    if all(a < b for a, b in pairwise(keys)):
        return candidates
    # Longest increasing subsequence by patience sorting.
    tails: list[int] = []
    chain: list[int] = []
    back: list[int | None] = []
    for index, key in enumerate(keys):
        low, high = 0, len(tails)
        while low < high:
            middle = (low + high) // 2
            if tails[middle] < key:
                low = middle + 1
            else:
                high = middle
        back.append(chain[low - 1] if low else None)
        if low == len(tails):
            tails.append(key)
            chain.append(index)
        else:
            tails[low] = key
            chain[low] = index
    found: list[tuple[Operation, int, Operation]] = []
    current: int | None = chain[-1] if chain else None
    while current is not None:
        found.append(candidates[current])
        current = back[current]
    found.reverse()
    return found


def _is_implied(op: Operation) -> bool:
    """A terminator that the source does not write and that still says nothing."""
    origin, _ = origin_of(op)
    return origin is not op and origin.source is None and not op.operands and not op.attributes


def _binding(op: Operation) -> str | None:
    """The name under which an operation binds its results."""
    name = op.results[0].name
    return name.partition("#")[0] if name is not None else None
