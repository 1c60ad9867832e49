"""Syntax trees of documents: parsing, re-parsing after edits, and the places where the text is no MLIR.

Problems are kept from version to version: as long as nothing around an edit begins or ends elsewhere than before, only
its neighbourhood can have other problems.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tree_sitter import Language, Parser, Query, QueryCursor

import tree_sitter_hivm

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node, Tree

    from hivm_server.workspace.text import SourceText

LANGUAGE: Final = Language(tree_sitter_hivm.language())

_PROBLEMS: Final = Query(
    LANGUAGE,
    "(ERROR) @error (fragment) @error (unexpected) @unexpected (MISSING) @missing (unclosed) @unclosed",
)
_WHOLE: Final = frozenset(
    {
        "operation",
        "attribute_alias",
        "type_alias",
        "split",
        "dump_banner",
        "file_metadata",
        "region",
        "block",
        "comment",
    }
)
"""Nodes inside an ERROR that are fine in themselves."""

_CLOSERS: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
_SMALL: Final = 1 << 16
"""Operations of up to this many bytes are looked at whole when something in them changes."""
_LARGE: Final = 1 << 19
"""Documents of up to this many bytes are searched whole when it is not clear where to look."""
_SHOWN: Final = 40
"""How many characters of unexpected text a message repeats."""
MAX_PROBLEMS: Final = 1000
"""How many problems are reported per document; a file that is no MLIR at all would have one per word."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of text: bytes ``[start, old_end)`` became ``[start, new_end)``."""

    start: int
    old_end: int
    new_end: int

    @property
    def growth(self) -> int:
        """By how many bytes the text grew."""
        return self.new_end - self.old_end


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """A place that is no MLIR; ``opened`` is where the bracket that is never closed stands."""

    start: int
    end: int
    code: str
    message: str
    opened: tuple[int, int] | None = None

    def moved(self, edit: Edit) -> SyntaxProblem | None:
        """The same problem after an edit; None when the edit touched it or its bracket."""
        place = _moved_range((self.start, self.end), edit)
        opened = None if self.opened is None else _moved_range(self.opened, edit)
        if place is None or (opened is None and self.opened is not None):
            return None
        return SyntaxProblem(*place, self.code, self.message, opened)


def _moved_range(range: tuple[int, int], edit: Edit) -> tuple[int, int] | None:
    start, end = range
    if end < edit.start or (end == edit.start and start < end):
        return range
    if start > edit.old_end or (start == edit.old_end and start < end):
        return start + edit.growth, end + edit.growth
    return None


def parse(text: SourceText) -> Tree:
    """The syntax tree of a document."""
    return parse_text(text.data)


def parse_text(data: bytes) -> Tree:
    """The syntax tree of a text."""
    return Parser(LANGUAGE).parse(data)


def difference(old: bytes, new: bytes) -> Edit:
    """The one edit that turns ``old`` into ``new``: what is between their longest common start and end."""
    limit = min(len(old), len(new))
    head = _agreeing(old, new, limit, from_end=False)
    tail = _agreeing(old, new, limit - head, from_end=True)
    return Edit(head, len(old) - tail, len(new) - tail)


def _agreeing(old: bytes, new: bytes, limit: int, *, from_end: bool) -> int:
    """How many bytes agree at the start or the end, by halving: slices are compared in one go."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if from_end:
            same = old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]
        else:
            same = old[low:middle] == new[low:middle]
        low, high = (middle, high) if same else (low, middle - 1)
    return low


def parse_like(data: bytes, old: bytes, tree: Tree) -> Tree:
    """The syntax tree of ``data``, sharing what it has in common with the tree of a similar text ``old``."""
    edit = difference(old, data)
    # Nobody reads rows and columns of these trees.
    nowhere = (0, 0)
    copy = tree.copy()
    copy.edit(edit.start, edit.old_end, edit.new_end, nowhere, nowhere, nowhere)
    return Parser(LANGUAGE).parse(data, copy)


def edited_tree(tree: Tree, old: SourceText, new: SourceText, edit: Edit) -> Tree:
    """A copy of ``tree`` with its positions moved by ``edit``: the input for ``reparse``."""
    copy = tree.copy()
    copy.edit(
        edit.start, edit.old_end, edit.new_end, old.point(edit.start), old.point(edit.old_end), new.point(edit.new_end)
    )
    return copy


def reparse(text: SourceText, edited: Tree) -> Tree:
    """The tree of ``text``, sharing all that did not change with ``edited``."""
    return Parser(LANGUAGE).parse(text.data, edited)


# --- problems -----------------------------------------------------------------------------------------------


def syntax_problems(text: SourceText, tree: Tree) -> tuple[SyntaxProblem, ...]:
    """Every problem of a document in order of position."""
    return _find(text, tree, 0, len(text) + 1)


def updated_problems(
    known: Sequence[SyntaxProblem], text: SourceText, edited: Tree, tree: Tree, edits: Sequence[Edit]
) -> tuple[SyntaxProblem, ...]:
    """Like ``syntax_problems``, from those of the version before.

    ``edits`` led from that version to this one, in order; ``edited`` is the old tree moved by them.
    """
    if len(known) >= MAX_PROBLEMS:
        return syntax_problems(text, tree)
    moved, dirty = _moved(known, edits)
    windows = _neighbourhoods(text, edited, tree, dirty)
    if len(text) <= _LARGE and (windows is None or not _all_inside(moved, windows)):
        # Where there are problems elsewhere, the parser may recover from them in another way now.
        return syntax_problems(text, tree)
    if windows is None:
        changed = [(r.start_byte, r.end_byte) for r in edited.changed_ranges(tree)]
        windows = [_lines_around(text, start, end) for start, end in (*dirty, *changed)]
    windows = _merged(windows)
    problems = [p for p in moved if not any(start <= p.end and p.start <= end for start, end in windows)]
    kept = set(problems)
    for start, end in windows:
        problems += [p for p in _find(text, tree, start, end) if p not in kept]
    return _ordered(problems)


def _all_inside(problems: Sequence[SyntaxProblem], windows: Sequence[tuple[int, int]]) -> bool:
    return all(any(start <= p.start and p.end <= end for start, end in windows) for p in problems)


def _neighbourhoods(
    text: SourceText, old: Tree, new: Tree, dirty: Iterable[tuple[int, int]]
) -> list[tuple[int, int]] | None:
    """Where problems can have come or gone: the operations around the changes and the lines beside them.

    None when that is not all: when a change moved the borders of what is around its operation, or when something
    around it is broken, so that the parser may have recovered in another way far from it.
    """
    windows: list[tuple[int, int]] = []
    for start, end in dirty:
        before, after = _around(old, start, end), _around(new, start, end)
        if before is None or after is None or before.outer != after.outer:
            return None
        if len(before.outer) == 1 and (before.start, before.end) != (after.start, after.end):
            # On the top level nothing around tells whether what follows is read as before.
            return None
        first, last = min(before.start, after.start, start), max(before.end, after.end, end)
        windows.append(_lines_around(text, first, last))
    return windows


def _lines_around(text: SourceText, start: int, end: int) -> tuple[int, int]:
    first, last = text.line_of(start), text.line_of(end)
    return text.line_start(max(0, first - 1)), text.line_start(last + 2)


@dataclass(frozen=True, slots=True)
class _Around:
    """The operation around a change (or the change, between two), and what is around that: type, start, end."""

    start: int
    end: int
    outer: list[tuple[str, int, int]]


_NOT_LOCAL: Final = frozenset({"ERROR", "fragment", "attribute_alias", "type_alias", "file_metadata"})
_OUTER: Final = frozenset({"operation", "region", "block", "source_file"})


def _around(tree: Tree, start: int, end: int) -> _Around | None:
    """None when the change is in the header of a large operation, or when something broken is around it."""
    # One byte more on both sides: an insertion between two operations touches both.
    node = tree.root_node.descendant_for_byte_range(max(0, start - 1), end + 1)
    while node is not None and node.type not in _OUTER:
        if node.type in _NOT_LOCAL:
            return None
        node = node.parent
    if node is None or node.type == "source_file":
        return None
    found = _Around(start, end, [])
    if node.type == "operation":
        if node.end_byte - node.start_byte > _SMALL:
            return None
        found = _Around(node.start_byte, node.end_byte, [])
        node = node.parent
    while node is not None:
        if node.type not in _OUTER:
            return None
        found.outer.append((node.type, node.start_byte, node.end_byte))
        node = node.parent
    return found


def _ordered(problems: Iterable[SyntaxProblem]) -> tuple[SyntaxProblem, ...]:
    return tuple(sorted(set(problems), key=lambda p: (p.start, p.end, p.code, p.opened or (0, 0)))[:MAX_PROBLEMS])


def _moved(known: Sequence[SyntaxProblem], edits: Sequence[Edit]) -> tuple[list[SyntaxProblem], list[tuple[int, int]]]:
    """The problems and the edited ranges in the coordinates of the newest text; problems touched by an edit go."""
    problems = list(known)
    ranges: list[tuple[int, int]] = []
    for edit in edits:
        problems = [moved for moved in (p.moved(edit) for p in problems) if moved is not None]
        ranges = [
            (
                start if start < edit.start else max(edit.start, start + edit.growth),
                end if end <= edit.start else max(edit.new_end, end + edit.growth),
            )
            for start, end in ranges
        ]
        ranges.append((edit.start, edit.new_end))
    return problems, ranges


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _find(text: SourceText, tree: Tree, start: int, end: int) -> tuple[SyntaxProblem, ...]:
    cursor = QueryCursor(_PROBLEMS)
    cursor.set_byte_range(max(0, start - 1), end + 1)
    captures = cursor.captures(tree.root_node)
    problems: list[SyntaxProblem] = []
    for node in captures.get("error", ())[:MAX_PROBLEMS]:
        problems += [p for p in _garbage(text.data, node) if p.end >= start and p.start <= end]
    for node in captures.get("unexpected", ())[:MAX_PROBLEMS]:
        if node.parent is None or node.parent.type != "fragment":  # which is told whole
            problems.append(_unexpected(text.data, node.start_byte, node.end_byte))
    problems += [_missing(node) for node in captures.get("missing", ())[:MAX_PROBLEMS]]
    problems += [_unclosed(text.data, node) for node in captures.get("unclosed", ())[:MAX_PROBLEMS]]
    return _ordered(problems)


def _missing(node: Node) -> SyntaxProblem:
    what = node.type if node.is_named else f"'{node.type}'"
    return SyntaxProblem(node.start_byte, node.end_byte, "hivm.syntax.missing", f"{what} is missing here")


def _unclosed(data: bytes, node: Node) -> SyntaxProblem:
    """Points at the opening bracket too: that is what the writer has to look at."""
    if node.parent is not None and node.parent.type == "string":
        return _unexpected(data, node.parent.start_byte, node.end_byte)
    for child in node.parent.children if node.parent is not None else ():
        at = child.end_byte - 1
        if child.start_byte <= at < node.start_byte and chr(data[at]) in _CLOSERS and child.child_count == 0:
            bracket = chr(data[at])
            message = f"expected '{_CLOSERS[bracket]}': this '{bracket}' is never closed"
            return SyntaxProblem(node.start_byte, node.end_byte, "hivm.syntax.unclosed", message, (at, at + 1))
    return SyntaxProblem(node.start_byte, node.end_byte, "hivm.syntax.unclosed", "a bracket is never closed")


def _garbage(data: bytes, error: Node) -> list[SyntaxProblem]:
    """The runs of tokens inside an ERROR node that belong to nothing; each is cut at the end of its line."""
    children = error.children
    if not children:
        return [_unexpected(data, error.start_byte, error.end_byte)]
    problems: list[SyntaxProblem] = []
    run: tuple[int, int] | None = None
    for child in children:
        if child.type in _WHOLE or child.type == "ERROR":
            if run is not None:
                problems.append(_unexpected(data, *run))
                run = None
        else:
            run = (child.start_byte if run is None else run[0], child.end_byte)
    if run is not None:
        problems.append(_unexpected(data, *run))
    return problems


def _unexpected(data: bytes, start: int, end: int) -> SyntaxProblem:
    feed = data.find(b"\n", start, end)
    if feed >= 0:
        end = feed
    shown = data[start:end].decode("utf-8", "replace").strip()
    if shown.startswith('"') and shown.count('"') == 1:
        return SyntaxProblem(start, end, "hivm.syntax.string", "expected '\"' in string literal")
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "..."
    return SyntaxProblem(start, end, "hivm.syntax.unexpected", f"unexpected '{shown}'")
