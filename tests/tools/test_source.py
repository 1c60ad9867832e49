from __future__ import annotations

import pytest

from hivm_passes.ir.core import Span
from hivm_passes.tools.source import SourceFile, split


def test_lines_and_columns() -> None:
    source = SourceFile("f", "ab\né\U0001f600x\n\ncd".encode())
    assert source.position(0) == (1, 1)
    assert source.position(2) == (1, 3)
    assert source.position(3) == (2, 1)
    assert source.position(9) == (2, 7), "the compiler counts bytes"
    assert source.character_position(9) == (2, 3)
    assert source.position(11) == (3, 1)
    assert source.line(2) == "é\U0001f600x".encode()
    assert source.line(4) == b"cd"
    assert source.line(5) == b""
    assert source.line_span(Span(3, 9)) == ((2, 1), (2, 3))


def test_splits_are_cut_anywhere() -> None:
    # bishengir-opt: the eight characters cut wherever they stand, the rest of the line stays.
    chunks, near = split(SourceFile("f", b"a\n// ----- b\nc // -----\n"))
    assert [c.source.data for c in chunks] == [b"a\n", b" b\nc ", b"\n"]
    assert [c.separator_line for c in chunks] == [1, 2, 3]
    assert [c.offset for c in chunks] == [0, 10, 23]
    assert chunks[1].source.name == "within split at f:2 offset "
    assert not near


@pytest.mark.parametrize(
    ("data", "expected", "near"),
    [
        (b"", [], []),
        (b"a", [b"a"], []),
        (b"// -----\n", [b"--\n"], []),
        (b"// -----\n// -----\n", [b"--\n", b"\n"], []),
        (b"a// -----", [b"a// -----"], [7]),
        (b"a // ---- b\n", [b"a // ---- b\n"], [8]),
        (b"a // ------- b", [b"a ", b"-- b"], []),
    ],
)
def test_odd_splits(data: bytes, expected: list[bytes], near: list[int]) -> None:
    chunks, misses = split(SourceFile("f", data))
    assert ([c.source.data for c in chunks], misses) == (expected, near)
