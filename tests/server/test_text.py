"""Positions, the line index, and edits, against a plain model of what a client does."""

import random

import pytest

from hivm_server.workspace.text import Encoding, SourceText, to_bytes, to_str

LINES = [
    "",
    "plain ascii",
    "tab\there",
    "h\u00e9llo w\u00f6rld",
    "\u4e2d\u6587 kernel",
    "rocket \U0001f680 end",
    "e\u0301 combining",
    "x" * 9000,
]
BREAKS = ["\n", "\r\n", "\r"]


def random_text(rng: random.Random, lines: int) -> str:
    return "".join(rng.choice(LINES) + rng.choice(BREAKS) for _ in range(lines)) + rng.choice(LINES)


def client_lines(text: str) -> list[str]:
    """Lines without their breaks, as LSP defines them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def units(text: str, encoding: Encoding) -> int:
    if encoding is Encoding.UTF8:
        return len(text.encode())
    if encoding is Encoding.UTF16:
        return len(text.encode("utf-16-le")) // 2
    return len(text)


@pytest.mark.parametrize("encoding", list(Encoding))
def test_positions_of_every_character(encoding: Encoding) -> None:
    text = random_text(random.Random(1), 60)
    source = SourceText(to_bytes(text), encoding)
    lines = client_lines(text)
    assert source.line_count == len(lines)
    offset = 0
    rest = text
    for number, line in enumerate(lines):
        assert source.line_start(number) == offset
        assert source.line_end(number) == offset + len(line.encode())
        for index in range(0, len(line) + 1, max(1, len(line) // 50)):
            character = units(line[:index], encoding)
            at = offset + len(line[:index].encode())
            assert source.place(at) == (number, character)
            assert source.offset(number, character) == at
        rest = rest[len(line) :]
        step = 2 if rest.startswith("\r\n") else min(1, len(rest))
        rest = rest[step:]
        offset += len(line.encode()) + step


@pytest.mark.parametrize("encoding", list(Encoding))
def test_positions_outside_of_the_text(encoding: Encoding) -> None:
    source = SourceText(b"ab\ncd", encoding)
    assert source.offset(0, 99) == 2
    assert source.offset(1, 99) == 5
    assert source.offset(7, 3) == 5
    assert source.offset(-1, 0) == 0
    assert source.place(99) == (1, 2)
    assert SourceText(b"", encoding).offset(0, 5) == 0
    assert SourceText(b"", encoding).place(0) == (0, 0)


def test_positions_inside_of_a_character_move_to_its_start() -> None:
    rocket = "a\U0001f680b"
    assert SourceText(to_bytes(rocket), Encoding.UTF16).offset(0, 2) == 1
    assert SourceText(to_bytes(rocket), Encoding.UTF8).offset(0, 3) == 1
    for encoding in Encoding:
        assert SourceText(to_bytes(rocket), encoding).place(3) == (0, 1)


def test_a_position_between_carriage_return_and_line_feed_is_the_end_of_the_line() -> None:
    source = SourceText(b"ab\r\ncd")
    assert source.place(3) == (0, 2)
    assert source.place(4) == (1, 0)


def test_lone_surrogates_survive() -> None:
    text = "a\ud83dz"
    source = SourceText(to_bytes(text))
    assert to_str(source.data) == text
    assert source.offset(0, 2) == source.data.index(b"z")


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("seed", range(4))
def test_random_edits_agree_with_a_client(encoding: Encoding, seed: int) -> None:
    rng = random.Random(seed)
    text = random_text(rng, rng.choice([0, 3, 200]))
    source = SourceText(to_bytes(text), encoding)
    for _ in range(150):
        places = [
            (n, units(line[:i], encoding))
            for n, line in enumerate(client_lines(text))
            for i in (0, len(line) // 2, len(line))
        ]
        start, end = sorted(rng.sample(places, 2)) if len(places) > 1 else (places[0], places[0])
        if rng.random() < 0.7:
            # Most edits are small.
            end = start
        a, b = source.offset(*start), source.offset(*end)
        new = random_text(rng, rng.choice([0, 0, 1, 3]))
        source = source.replace(a, b, to_bytes(new))
        text = (text.encode()[:a] + new.encode() + text.encode()[b:]).decode()
        assert source.data == text.encode()
        fresh = SourceText(source.data, encoding)
        assert source.line_count == fresh.line_count == len(client_lines(text))
        for offset in (0, a, a + len(new.encode()), len(source.data)):
            assert source.place(offset) == fresh.place(offset)
        for line in (0, source.line_of(a), source.line_count - 1):
            assert source.line_start(line) == fresh.line_start(line)


def test_an_edit_recounts_only_the_chunks_it_touches() -> None:
    source = SourceText(b"%x = a.b\n" * 100_000)
    edited = source.replace(450_000, 450_000, b"\n")
    assert edited.line_count == source.line_count + 1
    before, after = source._index.sizes, edited._index.sizes
    assert len(before) == len(after)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
