"""Text on disk as the command-line tools see it: bytes, lines, columns, splits."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.core import Span

SPLIT = b"// -----"
"""What separates the chunks of a file (also inside a line or a string, as for the compiler's tool)."""


class LineColumn(NamedTuple):
    """Line and column, both from 1."""

    line: int
    column: int


class SourceFile:
    """A named text. Lines end at ``\\n`` alone, as for the compiler."""

    __slots__ = ("_starts", "data", "name")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data
        self._starts: list[int] | None = None

    @property
    def line_starts(self) -> list[int]:
        """The byte offset of every line."""
        if self._starts is None:
            starts = [0]
            position = self.data.find(b"\n")
            while position >= 0:
                starts.append(position + 1)
                position = self.data.find(b"\n", position + 1)
            self._starts = starts
        return self._starts

    def position(self, offset: int) -> LineColumn:
        """Line and column in bytes, as the compiler prints them."""
        line = bisect_right(self.line_starts, offset)
        return LineColumn(line, offset - self.line_starts[line - 1] + 1)

    def character_position(self, offset: int) -> LineColumn:
        """Line and column in Unicode characters."""
        line, _ = self.position(offset)
        return LineColumn(line, len(self.data[self.line_starts[line - 1] : offset].decode("utf-8", "replace")) + 1)

    def line(self, number: int) -> bytes:
        """The text of a line without its end; empty for a line that does not exist."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return b""
        end = starts[number] - 1 if number < len(starts) else len(self.data)
        return self.data[starts[number - 1] : end].rstrip(b"\r")

    def line_span(self, span: Span) -> tuple[LineColumn, LineColumn]:
        """Both ends of a span in Unicode characters."""
        return self.character_position(span.start), self.character_position(span.end)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a split file: ``source`` is its own text and ``separator_line`` the line of the separator before it.

    ``offset`` is where it starts in the file.
    """

    source: SourceFile
    separator_line: int
    offset: int


_PREFIX = SPLIT[:-2]


def split(source: SourceFile) -> tuple[list[Chunk], list[int]]:
    """The chunks between ``// -----`` marks, and the offsets of marks with too few dashes (not cut there).

    The rest of a mark's line stays in its chunk. As in the compiler's tool, a text that begins with a mark is not cut
    there, nor is one that ends with a mark without a line break; an empty text has no chunks at all.
    """
    data = source.data
    cuts: list[tuple[int, int]] = []
    near_misses: list[int] = []
    start = 0
    position = data.find(_PREFIX)
    first = True
    while position >= 0:
        behind = position + len(_PREFIX)
        following = data.find(_PREFIX, behind)
        piece = data[behind : following if following >= 0 else len(data)]
        if first and position == start:
            # Nothing in front of the mark: what follows its first dashes becomes the first chunk.
            start = behind
        elif piece.startswith(b"--") and len(piece) > 2 and piece[2:3] != b"0":
            cuts.append((start, position))
            start = behind + 2
        else:
            near_misses.append(behind)
        first = False
        position = following
    if start < len(data):
        cuts.append((start, len(data)))
    chunks: list[Chunk] = []
    for begin, end in cuts:
        line = data.count(b"\n", 0, begin) + 1
        chunks.append(Chunk(SourceFile(f"within split at {source.name}:{line} offset ", data[begin:end]), line, begin))
    return chunks, near_misses
