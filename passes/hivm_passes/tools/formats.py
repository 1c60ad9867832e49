"""Diagnostics as text, JSON, SARIF and GitHub annotations: pure functions of files and their diagnostics."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hivm_passes.diagnostics import Diagnostic, Severity
    from hivm_passes.ir.core import Span
    from hivm_passes.tools.source import SourceFile

WORDS: Final[dict[Severity, str]] = {
    "error": "error",
    "warning": "warning",
    "information": "remark",
    "hint": "remark",
}
"""How the compiler's tool calls the severities."""

_COLORS: Final = {"error": "\x1b[1;31m", "warning": "\x1b[1;35m", "remark": "\x1b[1;34m", "note": "\x1b[1;36m"}
_BOLD, _GREEN, _RESET = "\x1b[1m", "\x1b[1;32m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class FileReport:
    """A file and what was found in it."""

    source: SourceFile
    diagnostics: tuple[Diagnostic, ...]


def count(reports: Iterable[FileReport], severity: Severity) -> int:
    """How many diagnostics have this severity."""
    return sum(d.severity == severity for r in reports for d in r.diagnostics)


# --- text -------------------------------------------------------------------------------------------------------


def text(source: SourceFile, diagnostic: Diagnostic, *, color: bool = False) -> str:
    """``file:line:column: error: text`` with the source line, a caret, and notes; ends with a line break.

    Columns count bytes, as the compiler's do.
    """
    return "".join(
        [
            _entry(source, diagnostic.span, WORDS[diagnostic.severity], diagnostic.text, color),
            *(_plain(source, diagnostic.span, d, color) for d in diagnostic.details),
            *(_entry(source, note.span, "note", note.message, color) for note in diagnostic.related),
        ]
    )


def message_text(source: SourceFile, span: Span | None, message: str) -> str:
    """An error with its place and source line, without notes."""
    return f"{source.name}: error: {message}\n" if span is None else _entry(source, span, "error", message, False)


def _head(source: SourceFile, span: Span, word: str, message: str, color: bool) -> str:
    line, column = source.position(span.start)
    where = f"{source.name}:{line}:{column}: "
    if not color:
        return f"{where}{word}: {message}\n"
    return f"{_BOLD}{where}{_COLORS[word]}{word}: {_RESET}{_BOLD}{message}{_RESET}\n"


def _plain(source: SourceFile, span: Span, message: str, color: bool) -> str:
    return _head(source, span, "note", message, color)


def _entry(source: SourceFile, span: Span, word: str, message: str, color: bool) -> str:
    position = source.position(span.start)
    shown = source.line(position.line)
    before = shown[: position.column - 1].decode("utf-8", "replace")
    caret = "".join("\t" if c == "\t" else " " for c in before) + "^"
    if color:
        caret = f"{_GREEN}{caret}{_RESET}"
    return f"{_head(source, span, word, message, color)}{shown.decode('utf-8', 'replace')}\n{caret}\n"


# --- JSON -------------------------------------------------------------------------------------------------------


def _range(source: SourceFile, span: Span) -> dict[str, int]:
    start, end = source.line_span(span)
    return {"line": start.line, "column": start.column, "endLine": end.line, "endColumn": end.column}


def to_json(reports: Sequence[FileReport]) -> str:
    """One object with all diagnostics; lines and columns count from 1, columns in Unicode characters."""
    found: list[dict[str, Any]] = [
        {
            "file": report.source.name,
            **_range(report.source, d.span),
            "severity": d.severity,
            "code": d.code,
            "message": d.text,
            "details": list(d.details),
            "related": [{**_range(report.source, n.span), "message": n.message} for n in d.related],
        }
        for report in reports
        for d in report.diagnostics
    ]
    summary = {
        "files": len(reports),
        "errors": count(reports, "error"),
        "warnings": count(reports, "warning"),
    }
    return json.dumps({"version": 1, "summary": summary, "diagnostics": found}, indent=2, ensure_ascii=False) + "\n"


# --- GitHub annotations -----------------------------------------------------------------------------------------

_GITHUB: Final[dict[Severity, str]] = {
    "error": "error",
    "warning": "warning",
    "information": "notice",
    "hint": "notice",
}


def _escape(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(value: str) -> str:
    return _escape(value).replace(":", "%3A").replace(",", "%2C")


def to_github(reports: Iterable[FileReport]) -> Iterator[str]:
    """One workflow command per diagnostic, each with its line break."""
    for report in reports:
        for d in report.diagnostics:
            place = _range(report.source, d.span)
            properties = {
                "file": report.source.name,
                "line": str(place["line"]),
                "endLine": str(place["endLine"]),
                "col": str(place["column"]),
                "endColumn": str(place["endColumn"]),
                "title": d.code,
            }
            listed = ",".join(f"{k}={_escape_property(v)}" for k, v in properties.items())
            yield f"::{_GITHUB[d.severity]} {listed}::{_escape(chr(10).join((d.text, *d.details)))}\n"
