"""Text of a document: UTF-8 bytes, a line index that survives edits cheaply, LSP positions in every encoding.

The text is cut into chunks of a few kilobytes that end behind a line feed. The index keeps each chunk's size and
number of line breaks; a line is then found inside one chunk. An edit re-counts only the chunks that it touches.

Clients count ``\\n``, ``\\r\\n`` and a lone ``\\r`` as line breaks (LSP, text documents), and so does this module.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK_BYTES: Final = 4096
_BREAK: Final = re.compile(rb"\r\n|\n|\r")


class Encoding(Enum):
    """Unit in which a client counts characters; the values are those of LSP's ``PositionEncodingKind``."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class Place(NamedTuple):
    """A position as LSP has it: line and character from 0, the character in the negotiated encoding."""

    line: int
    character: int


def to_bytes(text: str) -> bytes:
    """UTF-8; lone surrogates, which JSON can carry, become three bytes each."""
    return text.encode("utf-8", "surrogatepass")


def to_str(data: bytes) -> str:
    """The inverse of ``to_bytes``; bytes that are no UTF-8 at all become replacement characters."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _count_breaks(data: bytes, start: int, end: int) -> int:
    count = data.count(b"\n", start, end)
    if data.find(b"\r", start, end) >= 0:
        count += data.count(b"\r", start, end) - data.count(b"\r\n", start, end)
    return count


def _measure(data: bytes, start: int, end: int) -> tuple[list[int], list[int]]:
    """Sizes and line break counts of the chunks of ``data[start:end]``."""
    sizes: list[int] = []
    counts: list[int] = []
    while start < end:
        stop = end
        if end - start > _CHUNK_BYTES:
            feed = data.find(b"\n", start + _CHUNK_BYTES, end)
            stop = end if feed < 0 else feed + 1
        sizes.append(stop - start)
        counts.append(_count_breaks(data, start, stop))
        start = stop
    return sizes, counts


@dataclass(frozen=True, slots=True)
class _LineIndex:
    """``bytes_before[i]`` and ``breaks_before[i]`` lie before chunk ``i``; one entry more than chunks."""

    sizes: list[int]
    counts: list[int]
    bytes_before: list[int]
    breaks_before: list[int]

    @staticmethod
    def build(sizes: list[int], counts: list[int]) -> _LineIndex:
        return _LineIndex(sizes, counts, [0, *accumulate(sizes)], [0, *accumulate(counts)])

    def edited(self, data: bytes, start: int, old_end: int, growth: int) -> _LineIndex:
        """The index of ``data``: the old text with ``[start, old_end)`` replaced by something longer by ``growth``."""
        chunks = len(self.sizes)
        if not chunks:
            return _LineIndex.build(*_measure(data, 0, len(data)))
        first = min(bisect_right(self.bytes_before, start), chunks) - 1
        last = min(bisect_right(self.bytes_before, old_end), chunks)
        sizes, counts = _measure(data, self.bytes_before[first], self.bytes_before[last] + growth)
        return _LineIndex.build(
            [*self.sizes[:first], *sizes, *self.sizes[last:]], [*self.counts[:first], *counts, *self.counts[last:]]
        )


class SourceText:
    """Immutable text of one version of a document."""

    __slots__ = ("_index", "data", "encoding")

    def __init__(self, data: bytes, encoding: Encoding = Encoding.UTF16, index: _LineIndex | None = None) -> None:
        self.data = data
        self.encoding = encoding
        self._index = _LineIndex.build(*_measure(data, 0, len(data))) if index is None else index

    def __len__(self) -> int:
        """Length in bytes."""
        return len(self.data)

    @property
    def line_count(self) -> int:
        """Number of lines; a text that ends in a line break has an empty last line."""
        return self._index.breaks_before[-1] + 1

    def replace(self, start: int, end: int, new: bytes) -> SourceText:
        """The text with bytes ``[start, end)`` replaced."""
        data = b"".join((self.data[:start], new, self.data[end:]))
        return SourceText(data, self.encoding, self._index.edited(data, start, end, len(new) - (end - start)))

    def line_start(self, line: int) -> int:
        """Byte offset at which a line starts; the end of the text for lines behind it."""
        index = self._index
        if line <= 0:
            return 0
        if line > index.breaks_before[-1]:
            return len(self.data)
        chunk = bisect_left(index.breaks_before, line) - 1
        at, stop = index.bytes_before[chunk], index.bytes_before[chunk + 1]
        remaining = line - index.breaks_before[chunk]
        if self.data.find(b"\r", at, stop) < 0:
            for _ in range(remaining):
                at = self.data.index(b"\n", at) + 1
            return at
        for match in _BREAK.finditer(self.data, at, stop):
            remaining -= 1
            if not remaining:
                return match.end()
        raise AssertionError("the line index does not fit its text")

    def line_end(self, line: int) -> int:
        """Byte offset at which the contents of a line end, in front of its line break."""
        start = self.line_start(line)
        match = _BREAK.search(self.data, start)
        return len(self.data) if match is None else match.start()

    def line_of(self, offset: int) -> int:
        """The line that holds a byte offset; a line break belongs to the line it ends."""
        data, index = self.data, self._index
        offset = max(0, min(offset, len(data)))
        if 0 < offset < len(data) and data[offset] == 0x0A and data[offset - 1] == 0x0D:
            offset -= 1
        chunk = bisect_right(index.bytes_before, offset) - 1
        if chunk == len(index.sizes):
            return index.breaks_before[-1]
        return index.breaks_before[chunk] + _count_breaks(data, index.bytes_before[chunk], offset)

    def place(self, offset: int) -> Place:
        """From a byte offset to a position; an offset inside a character or ``\\r\\n`` moves to its start."""
        data = self.data
        offset = max(0, min(offset, len(data)))
        if 0 < offset < len(data) and data[offset] == 0x0A and data[offset - 1] == 0x0D:
            offset -= 1
        line = self.line_of(offset)
        start = self._start_of_line_with(offset)
        return Place(line, self._units(data[start:offset], offset))

    def _start_of_line_with(self, offset: int) -> int:
        data = self.data
        start = data.rfind(b"\n", 0, offset) + 1
        carriage = data.rfind(b"\r", start, offset) + 1
        return max(start, carriage)

    def _units(self, prefix: bytes, end: int) -> int:
        following = self.data[end : end + 1]
        if following and 0x80 <= following[0] < 0xC0:
            while prefix and 0x80 <= prefix[-1] < 0xC0:
                prefix = prefix[:-1]
            prefix = prefix[:-1]
        if prefix.isascii() or self.encoding is Encoding.UTF8:
            return len(prefix)
        text = to_str(prefix)
        if self.encoding is Encoding.UTF32:
            return len(text)
        return len(text.encode("utf-16-le", "surrogatepass")) // 2

    def offset(self, line: int, character: int) -> int:
        """From a position to a byte offset; positions behind the end of a line or of the text move there.

        A position inside a surrogate pair or a character moves to its start.
        """
        if line < 0:
            return 0
        start, end = self.line_start(line), 0
        end = self.line_end(line) if line < self.line_count else start
        content = self.data[start:end]
        character = max(0, character)
        if content.isascii():
            return min(start + character, end)
        if self.encoding is Encoding.UTF8:
            at = min(character, len(content))
            while 0 < at < len(content) and 0x80 <= content[at] < 0xC0:
                at -= 1
            return start + at
        text = to_str(content)
        if self.encoding is Encoding.UTF32:
            return start + len(to_bytes(text[:character]))
        units = text.encode("utf-16-le", "surrogatepass")
        at = min(2 * character, len(units))
        if 0 < at < len(units) and 0xDC <= units[at + 1] < 0xE0 and 0xD8 <= units[at - 1] < 0xDC:
            at -= 2
        return start + len(to_bytes(units[:at].decode("utf-16-le", "surrogatepass")))

    def places(self) -> Callable[[int], Place]:
        """``place`` for many offsets of the same text: costs a look at all lines first, and little per offset then.

        The offsets must be starts of characters, and not inside ``\\r\\n``.
        """
        data = self.data
        starts = [0, *(match.end() for match in _BREAK.finditer(data))]

        def find(offset: int) -> Place:
            line = bisect_right(starts, offset) - 1
            start = starts[line]
            return Place(line, self._units(data[start:offset], offset))

        return find

    def point(self, offset: int) -> tuple[int, int]:
        """Row and column in bytes, as tree-sitter counts them."""
        return self.line_of(offset), offset - self._start_of_line_with(offset)
