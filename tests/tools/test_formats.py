"""Output formats, each against its own definition: the compiler's layout, the SARIF standard, GitHub's commands."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import Span
from hivm_passes.tools.formats import FileReport, message_text, text, to_github, to_json
from hivm_passes.tools.sarif import to_sarif
from hivm_passes.tools.source import SourceFile

SOURCE = SourceFile("dir/a b.mlir", "func.func @é() {\n\t%x = bad.op 5%\n}\n".encode())
OP = Span(24, 30)
FOUND = Diagnostic(
    "error",
    "hivm.test",
    "is 100% wrong,\nreally",
    OP,
    related=(RelatedNote(Span(0, 9), "in this function"),),
    details=("first: reason",),
    op_name="bad.op",
)
HINT = Diagnostic("hint", "hivm.hint", "small", Span(0, 9))
REPORT = FileReport(SOURCE, (FOUND, HINT))


def test_text_is_laid_out_as_by_the_compiler() -> None:
    assert text(SOURCE, FOUND) == (
        "dir/a b.mlir:2:7: error: 'bad.op' op is 100% wrong,\nreally\n"
        "\t%x = bad.op 5%\n"
        "\t     ^\n"
        "dir/a b.mlir:2:7: note: first: reason\n"
        "dir/a b.mlir:1:1: note: in this function\n"
        "func.func @é() {\n"
        "^\n"
    )
    assert text(SOURCE, HINT).startswith("dir/a b.mlir:1:1: remark: small\n")
    assert message_text(SOURCE, None, "lost") == "dir/a b.mlir: error: lost\n"


def test_colors_only_add_escapes() -> None:
    import re

    colored = text(SOURCE, FOUND, color=True)
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == text(SOURCE, FOUND)


def test_json() -> None:
    data = json.loads(to_json([REPORT]))
    assert data["summary"] == {"files": 1, "errors": 1, "warnings": 0}
    first = data["diagnostics"][0]
    assert (first["file"], first["line"], first["column"], first["endLine"], first["endColumn"]) == (
        "dir/a b.mlir",
        2,
        7,
        2,
        13,
    )
    assert first["message"] == "'bad.op' op is 100% wrong,\nreally"
    assert first["related"] == [{"line": 1, "column": 1, "endLine": 1, "endColumn": 10, "message": "in this function"}]
    assert data["diagnostics"][1]["severity"] == "hint"


def test_github_commands_are_escaped() -> None:
    error, notice = to_github([REPORT])
    assert error == (
        "::error file=dir/a b.mlir,line=2,endLine=2,col=7,endColumn=13,title=hivm.test"
        "::'bad.op' op is 100%25 wrong,%0Areally%0Afirst: reason\n"
    )
    assert notice.startswith("::notice file=")
    named = FileReport(SourceFile("a:b,c.mlir", b"x"), (HINT,))
    assert "file=a%3Ab%2Cc.mlir," in next(iter(to_github([named])))


def test_sarif_is_valid() -> None:
    schema = json.loads((Path(__file__).parent / "data" / "sarif-2.1.0-cut.schema.json").read_text())
    for reports in ([], [FileReport(SOURCE, ())], [REPORT, FileReport(SourceFile("b.mlir", b""), ())]):
        log = json.loads(to_sarif(reports))
        jsonschema.Draft7Validator(schema).validate(log)
    (run,) = json.loads(to_sarif([REPORT]))["runs"]
    assert [r["id"] for r in run["tool"]["driver"]["rules"]] == ["hivm.hint", "hivm.test"]
    result = run["results"][0]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("hivm.test", 1, "error")
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "dir/a%20b.mlir", "index": 0}
    assert result["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 2,
        "startColumn": 7,
        "endLine": 2,
        "endColumn": 13,
    }
    assert result["relatedLocations"][0]["message"]["text"] == "in this function"
    assert run["results"][1]["level"] == "note"
