"""The first error of the parser and the verifier is the compiler's, in text and place, on recorded answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.verifier import verify

CASES = json.loads((Path(__file__).parent / "data/verifier-cases.json").read_text())["cases"]
_LINE = re.compile(r"<input>:(\d+):(\d+): error: (.*)", re.DOTALL)


def first_error(source: str, build: Any) -> str | None:
    """The first error as the compiler words it, or None."""
    parsed = parse_module(source, build=build)
    found = [
        d for d in (*parsed.diagnostics, *verify(parsed.module, parsed.build, parsed.broken)) if d.severity == "error"
    ]
    if not found:
        return None
    text = source.encode()
    before = text[: found[0].span.start]
    line, column = before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1
    return f"<input>:{line}:{column}: error: {found[0].text}"


@pytest.mark.parametrize(
    ("source", "build", "answer"),
    [
        pytest.param(case["input"], build, case[build], id=f"{case['id']}-{build}")
        for case in CASES
        for build in ("a3", "a5")
        if build in case and case[build] != "CRASH"
    ],
)
def test_first_error(source: str, build: Any, answer: str | None) -> None:
    assert first_error(source, build) == answer
