"""The page of diagnostics has every code, and its examples show what they are said to show."""

import re
from pathlib import Path

import pytest

from hivm_passes.tools.analyse import AnalysisSettings, analyse
from hivm_server.features.diagnostics import code_description
from hivm_server.workspace.snapshot import Snapshot

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "diagnostics.md").read_text()
SECTIONS = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
ANCHOR = re.compile(r'<a id="([^"]+)"></a>(\S+)')
FAMILIES = ("syntax", "parse", "ssa", "block", "symbol", "alias", "verify", "plan-memory", "target", "device-spec")
CODE = re.compile(rf"[\"'](hivm\.(?:{'|'.join(FAMILIES)})\.[a-z0-9-]+)[\"']")


def test_anchors_are_the_codes() -> None:
    for section in SECTIONS:
        match = ANCHOR.match(section)
        if match is not None:
            assert match[1] == match[2]


def test_every_code_has_a_section() -> None:
    written = {code for file in (ROOT / "passes").rglob("*.py") for code in CODE.findall(file.read_text())}
    written |= {code for file in (ROOT / "server").rglob("*.py") for code in CODE.findall(file.read_text())}
    described = {match[1] for section in SECTIONS if (match := ANCHOR.match(section))}
    assert written - described == set()
    assert described - written == set()


def examples() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for section in SECTIONS:
        match = ANCHOR.match(section)
        code = re.search(r"```mlir\n(.*?)```", section, re.DOTALL)
        if match is not None and code is not None:
            found.append((match[1], code[1]))
    return found


@pytest.mark.parametrize(("code", "text"), examples(), ids=[code for code, _ in examples()])
def test_an_example_has_its_diagnostic(code: str, text: str) -> None:
    if code.startswith("hivm.syntax."):
        found = {p.code for p in Snapshot.open("file:///x", 1, text).problems}
    else:
        found = {d.code for d in analyse(text.encode(), AnalysisSettings()).diagnostics}
    assert code in found


def test_codes_link_to_the_page() -> None:
    link = code_description("hivm.plan-memory.overflow")
    assert link is not None
    assert link.href.startswith("file://")
    assert link.href.endswith("diagnostics.md#hivm.plan-memory.overflow")
