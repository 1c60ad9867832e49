"""Diagnostics of a document: syntax at once, and all the rest once its analysis is complete."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from lsprotocol import types

from hivm_passes.diagnostics import RelatedNote
from hivm_passes.tools.analyse import symbol_span
from hivm_passes.transforms.plan_memory.diagnose import OVERFLOW
from hivm_server.features import overflow
from hivm_server.features.memory_facts import Lines
from hivm_server.features.ranges import range_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.ir.core import Span
    from hivm_server.workspace.analysis import UnitResult
    from hivm_server.workspace.engine import Analysis
    from hivm_server.workspace.snapshot import Snapshot
    from hivm_server.workspace.syntax import SyntaxProblem
    from hivm_server.workspace.text import SourceText
    from hivm_server.workspace.units import Unit

SOURCE: Final = "hivm"

_SEVERITIES: Final = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}
_TAGS: Final = {
    "unnecessary": types.DiagnosticTag.Unnecessary,
    "deprecated": types.DiagnosticTag.Deprecated,
}


def syntax_diagnostics(snapshot: Snapshot) -> list[types.Diagnostic]:
    """What the syntax tree alone says."""
    return [_syntax(snapshot, problem) for problem in snapshot.problems]


def all_diagnostics(analysis: Analysis[UnitResult]) -> list[types.Diagnostic]:
    """Everything about a version, in order of place; made once per analysis.

    Where the parser has words for a problem of the syntax tree, the parser's (which are the compiler's) are kept.
    """
    known = analysis.derived.get("diagnostics")
    if known is None:
        known = analysis.derived["diagnostics"] = _collect(analysis)
    return cast("list[types.Diagnostic]", known)


def _collect(analysis: Analysis[UnitResult]) -> list[types.Diagnostic]:
    snapshot = analysis.snapshot
    found: list[tuple[int, types.Diagnostic]] = []
    parse_lines: dict[int, types.Diagnostic] = {}
    for unit, result in zip(analysis.units, analysis.results, strict=True):
        for diagnostic in result.diagnostics if result is not None else ():
            converted = _convert(snapshot, unit, _explained(snapshot, unit, result, diagnostic))
            if converted is None:
                continue
            start, lsp = converted
            found.append((start, lsp))
            if diagnostic.code.startswith("hivm.parse."):
                parse_lines.setdefault(lsp.range.start.line, lsp)
    for problem in snapshot.problems:
        line = snapshot.text.line_of(problem.start)
        first = snapshot.text.line_of(problem.opened[0]) if problem.opened else line
        said = next((parse_lines[n] for n in range(first, line + 2) if n in parse_lines), None)
        if said is None:
            found.append((problem.start, _syntax(snapshot, problem)))
        elif problem.opened is not None and not said.related_information:
            said.related_information = [_opened(snapshot, problem)]
    found.sort(key=lambda f: f[0])
    return [diagnostic for _, diagnostic in found]


def _syntax(snapshot: Snapshot, problem: SyntaxProblem) -> types.Diagnostic:
    text = snapshot.text
    start, end = _visible(text, problem.start, problem.end)
    return types.Diagnostic(
        range_of(text, start, end),
        problem.message,
        severity=types.DiagnosticSeverity.Error,
        code=problem.code,
        code_description=code_description(problem.code),
        source=SOURCE,
        related_information=None if problem.opened is None else [_opened(snapshot, problem)],
    )


def _opened(snapshot: Snapshot, problem: SyntaxProblem) -> types.DiagnosticRelatedInformation:
    assert problem.opened is not None
    location = types.Location(snapshot.uri, range_of(snapshot.text, *problem.opened))
    return types.DiagnosticRelatedInformation(location, "opened here")


def _convert(snapshot: Snapshot, unit: Unit, diagnostic: Diagnostic) -> tuple[int, types.Diagnostic] | None:
    """A diagnostic of a unit at its place in the document; None when it belongs to another unit."""
    if not unit.is_about(diagnostic.span.start):
        return None
    place = _place(unit, diagnostic.span)
    if place is None:
        return None
    start, end = _visible(snapshot.text, *place)
    related: list[types.DiagnosticRelatedInformation] = []
    for note in diagnostic.related:
        where = _place(unit, note.span)
        if where is not None:
            location = types.Location(snapshot.uri, range_of(snapshot.text, *where))
            related.append(types.DiagnosticRelatedInformation(location, note.message))
    return start, types.Diagnostic(
        range_of(snapshot.text, start, end),
        "\n".join((diagnostic.text, *diagnostic.details)),
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        code_description=code_description(diagnostic.code),
        source=SOURCE,
        tags=[_TAGS[t] for t in diagnostic.tags] or None,
        related_information=related or None,
    )


def _explained(snapshot: Snapshot, unit: Unit, result: UnitResult | None, diagnostic: Diagnostic) -> Diagnostic:
    """An overflow told in lines of the document, at the function's name; anything else as it is."""
    if diagnostic.code != OVERFLOW or result is None:
        return diagnostic
    name = diagnostic.data.get("function")
    function = next((f for f in result.functions if f.name == name and f.plan is not None), None)
    if function is None or function.plan is None:
        return diagnostic
    lines = Lines(snapshot.text, unit.to_document)
    notes = tuple(RelatedNote(span, text) for span, text in overflow.related(function.plan, lines))
    details = tuple(overflow.message_lines(function.plan, lines))
    return replace(diagnostic, span=symbol_span(function.func), details=details, related=notes)


def _place(unit: Unit, span: Span) -> tuple[int, int] | None:
    start = unit.to_document(span.start)
    if start is None:
        return None
    end = unit.to_document(span.end - 1) if span.end > span.start else None
    return start, start if end is None else max(start, end + 1)


def _visible(text: SourceText, start: int, end: int) -> tuple[int, int]:
    """A range that an editor can show: an empty one becomes the character there, or the last one of its line."""
    if start != end:
        return start, end
    line = text.line_of(start)
    if start < text.line_end(line):
        return start, start + 1
    return (start - 1, start) if start > text.line_start(line) else (start, start)


@lru_cache(maxsize=1)
def _page() -> str | None:
    """The page that explains the codes, where it is installed."""
    page = Path(__file__).resolve().parent.parent / "diagnostics.md"
    return page.resolve().as_uri() if page.is_file() else None


@lru_cache(maxsize=256)
def code_description(code: str) -> types.CodeDescription | None:
    """A link to the explanation of a code."""
    page = _page()
    return None if page is None else types.CodeDescription(f"{page}#{code}")


def for_client(
    diagnostics: Iterable[types.Diagnostic],
    capabilities: types.PublishDiagnosticsClientCapabilities | types.DiagnosticClientCapabilities | None,
) -> Sequence[types.Diagnostic]:
    """Without what a client does not understand; notes that it cannot show become part of the message."""
    related = bool(capabilities and capabilities.related_information)
    described = bool(capabilities and capabilities.code_description_support)
    tagged = bool(capabilities and capabilities.tag_support)
    if related and described and tagged:
        return list(diagnostics)
    return [_reduced(d, related, described, tagged) for d in diagnostics]


def _reduced(diagnostic: types.Diagnostic, related: bool, described: bool, tagged: bool) -> types.Diagnostic:
    message = diagnostic.message
    if not related:
        for note in diagnostic.related_information or ():
            message += f"\nline {note.location.range.start.line + 1}: {note.message}"
    return types.Diagnostic(
        diagnostic.range,
        message,
        severity=diagnostic.severity,
        code=diagnostic.code,
        code_description=diagnostic.code_description if described else None,
        source=diagnostic.source,
        tags=diagnostic.tags if tagged else None,
        related_information=diagnostic.related_information if related else None,
    )
