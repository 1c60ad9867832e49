"""Diagnostics as a SARIF 2.1.0 log (OASIS standard, the format of code scanning services)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from hivm_passes import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.diagnostics import Diagnostic, Severity
    from hivm_passes.ir.core import Span
    from hivm_passes.tools.formats import FileReport
    from hivm_passes.tools.source import SourceFile

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Final[dict[Severity, str]] = {
    "error": "error",
    "warning": "warning",
    "information": "note",
    "hint": "note",
}


def to_sarif(reports: Sequence[FileReport]) -> str:
    """A log with one run; columns count Unicode characters."""
    codes = sorted({d.code for r in reports for d in r.diagnostics})
    index = {code: i for i, code in enumerate(codes)}
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "hivm",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [{"id": code} for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": _uri(r.source.name)}, "sourceLanguage": "mlir"} for r in reports],
        "results": [
            _result(report.source, artifact, d, index[d.code])
            for artifact, report in enumerate(reports)
            for d in report.diagnostics
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _uri(name: str) -> str:
    return quote(name.replace("\\", "/"), safe="/~.-_")


def _location(source: SourceFile, artifact: int, span: Span) -> dict[str, Any]:
    start, end = source.line_span(span)
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(source.name), "index": artifact},
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        }
    }


def _result(source: SourceFile, artifact: int, d: Diagnostic, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": d.code,
        "ruleIndex": rule,
        "level": _LEVELS[d.severity],
        "message": {"text": "\n".join((d.text, *d.details))},
        "locations": [_location(source, artifact, d.span)],
    }
    if d.related:
        result["relatedLocations"] = [
            {"id": i, **_location(source, artifact, note.span), "message": {"text": note.message}}
            for i, note in enumerate(d.related, 1)
        ]
    return result
