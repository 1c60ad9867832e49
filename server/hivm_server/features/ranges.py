"""From byte offsets to LSP ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from hivm_server.workspace.text import SourceText


def position(text: SourceText, offset: int) -> types.Position:
    """The LSP position of a byte offset."""
    line, character = text.place(offset)
    return types.Position(line, character)


def range_of(text: SourceText, start: int, end: int) -> types.Range:
    """The LSP range of ``[start, end)``."""
    return types.Range(position(text, start), position(text, end))


def offset_of(text: SourceText, at: types.Position) -> int:
    """The byte offset of an LSP position."""
    return text.offset(at.line, at.character)
