"""``--verify-diagnostics``: comments in the input that say which diagnostics must appear, as in MLIR's own tests.

``expected-error@+1 {{text}}`` asks for an error whose message contains the text, one line below; further forms are
``expected-warning``, ``-note``, ``-remark``, a ``-re`` suffix (``{{regex}}`` inside the text), and ``@-N``, ``@above``,
``@below``, ``@unknown``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.core import Span
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.tools.source import SourceFile

_EXPECTED: Final = re.compile(
    rb"expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$"
)
_PATTERN: Final = re.compile(r"\{\{(.*?)\}\}")


@dataclass(frozen=True, slots=True)
class Message:
    """A diagnostic or note in the tool's words; ``span`` is None when it has no place in the input."""

    word: str
    text: str
    span: Span | None


@dataclass(slots=True)
class _Expectation:
    word: str
    text: str
    line: int | None
    span: Span
    pattern: re.Pattern[str] | None
    met: bool = False

    def matches(self, text: str) -> bool:
        return self.pattern.search(text) is not None if self.pattern else self.text in text


def _read(source: SourceFile) -> list[_Expectation]:
    found: list[_Expectation] = []
    waiting_below: list[_Expectation] = []
    last_plain = 0
    for number in range(1, len(source.line_starts) + 1):
        line = source.line(number)
        match = _EXPECTED.search(line.rstrip())
        if match is None:
            if line.strip():
                for expectation in waiting_below:
                    expectation.line = number
                waiting_below.clear()
                last_plain = number
            continue
        word, regex, _, place, body = match.groups()
        text = body.decode("utf-8", "replace")
        start = source.line_starts[number - 1] + match.start()
        expectation = _Expectation(
            word.decode(),
            text,
            number,
            Span(start, start + len("expected-") + len(word)),
            _compile(text) if regex else None,
        )
        if place == b"unknown":
            expectation.line = None
        elif place == b"above":
            expectation.line = last_plain
        elif place == b"below":
            waiting_below.append(expectation)
        elif place:
            expectation.line = number + int(place)
        found.append(expectation)
    return found


def _compile(text: str) -> re.Pattern[str]:
    parts: list[str] = []
    end = 0
    for match in _PATTERN.finditer(text):
        parts += [re.escape(text[end : match.start()]), f"({match[1]})"]
        end = match.end()
    try:
        return re.compile("".join([*parts, re.escape(text[end:])]))
    except re.error:
        return re.compile(re.escape(text))


def check(source: SourceFile, messages: Iterable[Message]) -> list[Message]:
    """What differs: unexpected messages, then expectations that were not met."""
    expectations = _read(source)
    problems: list[Message] = []
    for message in messages:
        line = None if message.span is None else source.position(message.span.start).line
        near: _Expectation | None = None
        for expectation in expectations:
            if expectation.line == line and expectation.matches(message.text):
                if expectation.word == message.word:
                    expectation.met = True
                    break
                near = expectation
        else:
            if near is None:
                problems.append(Message("error", f"unexpected {message.word}: {message.text}", message.span))
            else:
                said = f"'{message.word}' diagnostic emitted when expecting a '{near.word}'"
                problems.append(Message("error", said, near.span))
    problems += [
        Message("error", f'expected {e.word} "{e.text}" was not produced', e.span)
        for e in expectations
        if not e.met and e.line is not None
    ]
    return problems
