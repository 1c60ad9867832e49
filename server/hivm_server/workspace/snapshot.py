"""Documents as the features see them: immutable snapshots, each derived from the one before by its edits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hivm_server.workspace.outline import Outline, read_outline
from hivm_server.workspace.syntax import (
    Edit,
    SyntaxProblem,
    difference,
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

_SHORT: Final = 64
"""Changes of fewer bytes are not worth a look at what they leave as it was."""


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
    if min(end - start, len(new)) < _SHORT:
        return start, end, new
    edit = difference(data[start:end], new)
    return start + edit.start, start + edit.old_end, new[edit.start : edit.new_end]
