"""Syntax trees of documents: parsing, re-parsing after edits, and the places where the text is no MLIR.

Problems are kept from version to version: only around an edit, and where the tree changed, are they looked for again.
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

_PROBLEMS: Final = Query(LANGUAGE, "(ERROR) @error (MISSING) @missing (unclosed) @unclosed")
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

    def moved(self, by: int) -> SyntaxProblem:
        """The same problem behind an edit that changed the length by ``by`` bytes."""
        opened = None if self.opened is None else (self.opened[0] + by, self.opened[1] + by)
        return SyntaxProblem(self.start + by, self.end + by, self.code, self.message, opened)


def parse(text: SourceText) -> Tree:
    """The syntax tree of a text."""
    return Parser(LANGUAGE).parse(text.data)


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
    dirty += [(r.start_byte, r.end_byte) for r in edited.changed_ranges(tree)]
    windows = _merged(_window(text, tree, start, end) for start, end in dirty)
    if sum(end - start for start, end in windows) > len(text) // 2:
        return syntax_problems(text, tree)
    problems = [p for p in moved if not any(start <= p.end and p.start <= end for start, end in windows)]
    kept = set(problems)
    for start, end in windows:
        problems += [p for p in _find(text, tree, start, end) if p not in kept]
    return _ordered(problems)


def _ordered(problems: Iterable[SyntaxProblem]) -> tuple[SyntaxProblem, ...]:
    return tuple(sorted(set(problems), key=lambda p: (p.start, p.end, p.code))[:MAX_PROBLEMS])


def _moved(known: Sequence[SyntaxProblem], edits: Sequence[Edit]) -> tuple[list[SyntaxProblem], list[tuple[int, int]]]:
    """The problems and the edited ranges in the coordinates of the newest text; problems touched by an edit go."""
    problems = list(known)
    ranges: list[tuple[int, int]] = []
    for edit in edits:
        problems = [
            p.moved(edit.growth) if min(p.start, p.opened[0] if p.opened else p.start) >= edit.old_end else p
            for p in problems
            if not _touches(p, edit)
        ]
        ranges = [
            (
                start if start < edit.start else max(edit.start, start + edit.growth),
                end if end <= edit.start else max(edit.new_end, end + edit.growth),
            )
            for start, end in ranges
        ]
        ranges.append((edit.start, edit.new_end))
    return problems, ranges


def _touches(problem: SyntaxProblem, edit: Edit) -> bool:
    start = min(problem.start, problem.opened[0]) if problem.opened else problem.start
    end = max(problem.end, problem.opened[1]) if problem.opened else problem.end
    return (start < edit.old_end and edit.start < end) or start == end == edit.start


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _window(text: SourceText, tree: Tree, start: int, end: int) -> tuple[int, int]:
    """The range in which problems may have come or gone: the small operation around a change and the lines beside."""
    node = tree.root_node.descendant_for_byte_range(start, end)
    while node is not None and (node.type != "operation" or node.end_byte - node.start_byte < 2):
        node = node.parent
    if node is not None and node.end_byte - node.start_byte <= _SMALL:
        start, end = min(start, node.start_byte), max(end, node.end_byte)
    first, last = text.line_of(start), text.line_of(end)
    return text.line_start(max(0, first - 1)), text.line_start(last + 2)


def _find(text: SourceText, tree: Tree, start: int, end: int) -> tuple[SyntaxProblem, ...]:
    cursor = QueryCursor(_PROBLEMS)
    cursor.set_byte_range(max(0, start - 1), end + 1)
    captures = cursor.captures(tree.root_node)
    problems: list[SyntaxProblem] = []
    for node in captures.get("error", ())[:MAX_PROBLEMS]:
        problems += [p for p in _garbage(text.data, node) if p.end >= start and p.start <= end]
    problems += [_missing(node) for node in captures.get("missing", ())[:MAX_PROBLEMS]]
    problems += [_unclosed(text.data, node) for node in captures.get("unclosed", ())[:MAX_PROBLEMS]]
    return _ordered(problems)


def _missing(node: Node) -> SyntaxProblem:
    what = node.type if node.is_named else f"'{node.type}'"
    return SyntaxProblem(node.start_byte, node.end_byte, "hivm.syntax.missing", f"{what} is missing here")


def _unclosed(data: bytes, node: Node) -> SyntaxProblem:
    """Points at the opening bracket too: that is what the writer has to look at."""
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
