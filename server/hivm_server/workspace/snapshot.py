"""Documents as the features see them: immutable snapshots, each derived from the one before by its edits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hivm_server.workspace.outline import Outline, read_outline
from hivm_server.workspace.syntax import (
    Edit,
    SyntaxProblem,
    edited_tree,
    parse,
    reparse,
    syntax_problems,
    updated_problems,
)
from hivm_server.workspace.text import Encoding, SourceText, to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Tree


@dataclass(frozen=True, slots=True)
class Change:
    """A change as clients send it: ``range`` is None when ``text`` replaces everything.

    ``range`` is (start line, start character, end line, end character).
    """

    text: str
    range: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One version of a document with its syntax."""

    uri: str
    version: int | None
    text: SourceText
    tree: Tree
    outline: Outline
    problems: tuple[SyntaxProblem, ...]

    @staticmethod
    def open(uri: str, version: int | None, text: str | bytes, encoding: Encoding = Encoding.UTF16) -> Snapshot:
        """The first version."""
        source = SourceText(text if isinstance(text, bytes) else to_bytes(text), encoding)
        tree = parse(source)
        return Snapshot(uri, version, source, tree, read_outline(source, tree), syntax_problems(source, tree))

    def changed(self, version: int | None, changes: Iterable[Change]) -> Snapshot:
        """The version after ``changes``, applied one after the other."""
        text, tree = self.text, self.tree
        edits: list[Edit] = []
        for change in changes:
            new = to_bytes(change.text)
            start, end = _range(text, change)
            if text.data[start:end] == new:
                continue
            start, end, new = _trimmed(text.data, start, end, new)
            edit = Edit(start, end, start + len(new))
            replaced = text.replace(start, end, new)
            tree = edited_tree(tree, text, replaced, edit)
            text = replaced
            edits.append(edit)
        if not edits:
            return Snapshot(self.uri, version, text, tree, self.outline, self.problems)
        new_tree = reparse(text, tree)
        outline = read_outline(text, new_tree, self.outline)
        problems = updated_problems(self.problems, text, tree, new_tree, edits)
        return Snapshot(self.uri, version, text, new_tree, outline, problems)


def _range(text: SourceText, change: Change) -> tuple[int, int]:
    if change.range is None:
        return 0, len(text)
    line, character, end_line, end_character = change.range
    start, end = text.offset(line, character), text.offset(end_line, end_character)
    return min(start, end), max(start, end)


def _trimmed(data: bytes, start: int, end: int, new: bytes) -> tuple[int, int, bytes]:
    """The change without what it leaves as it was at both ends, so that whole-text changes stay incremental."""
    length = min(end - start, len(new))
    if length < 64:
        return start, end, new
    head = _common_prefix(data, start, new, length)
    tail = _common_suffix(data, end, new, length - head)
    return start + head, end - tail, new[head : len(new) - tail]


def _common_prefix(data: bytes, start: int, new: bytes, length: int) -> int:
    low, high = 0, length
    while low < high:
        middle = (low + high + 1) // 2
        if data[start + low : start + middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_suffix(data: bytes, end: int, new: bytes, length: int) -> int:
    low, high = 0, length
    size = len(new)
    while low < high:
        middle = (low + high + 1) // 2
        if data[end - middle : end - low] == new[size - middle : size - low]:
            low = middle
        else:
            high = middle - 1
    return low
