"""``--verify-diagnostics``. Expected answers were seen from bishengir-opt on the same comments."""

from __future__ import annotations

import pytest

from hivm_passes.ir.core import Span
from hivm_passes.tools.expectations import Message, check
from hivm_passes.tools.source import SourceFile


def run(text: str, *messages: tuple[str, str, int]) -> list[str]:
    """Problems as ``line: text``; messages are (word, text, line)."""
    source = SourceFile("f", text.encode())
    given = [
        Message(w, t, Span(source.line_starts[line - 1], source.line_starts[line - 1] + 1)) for w, t, line in messages
    ]
    return [f"{source.position(p.span.start).line if p.span else '?'}: {p.text}" for p in check(source, given)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("bad // expected-error {{broken}}\n", 1),
        ("// expected-error@+1 {{broken}}\nbad\n", 2),
        ("// expected-error @+1 {{broken}}  \nbad\n", 2),
        ("bad\n// expected-error@-1 {{broken}}\n", 1),
        ("bad\n// expected-error@above {{broken}}\n// expected-note@above {{n}}\n", 1),
        ("// expected-error@below {{broken}}\n// expected-note@below {{n}}\n\nbad\n", 4),
        ("bad // expected-error-re {{so{{.*}}bro[k]?en}}\n", None),
        ("bad // expected-error-re {{{{br.ken}}}}\n", 1),
    ],
)
def test_places(text: str, line: int | None) -> None:
    messages = [("error", "it is broken here", line or 1)]
    if "expected-note" in text:
        messages.append(("note", "n", line or 1))
    problems = run(text, *messages)
    assert bool(problems) == (line is None)


def test_differences_are_reported_in_order() -> None:
    text = "// expected-error@+1 {{one}}\nbad\n// expected-warning {{two}}\n"
    assert run(text, ("error", "three", 2)) == [
        "2: unexpected error: three",
        '1: expected error "one" was not produced',
        '3: expected warning "two" was not produced',
    ]


def test_one_expectation_may_be_met_more_than_once() -> None:
    assert run("x // expected-error {{a}}\n", ("error", "a", 1), ("error", "ba", 1)) == []


def test_the_word_counts() -> None:
    assert run("x // expected-error {{a}}\n", ("warning", "a", 1)) == [
        "1: 'warning' diagnostic emitted when expecting a 'error'",
        '1: expected error "a" was not produced',
    ]


def test_unknown_places_match_messages_without_one() -> None:
    source = SourceFile("f", b"// expected-error@unknown {{a}}\n")
    assert check(source, [Message("error", "a", None)]) == []
    assert check(source, []) == [], "bishengir-opt does not miss these"
