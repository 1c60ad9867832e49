"""Every example against what the compiler makes of it (``data/expected.json``, written from the compiler's output)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hivm_passes.tools.opt import run_tool

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads((DATA / "expected.json").read_text())
CASES = [
    pytest.param(name, case, id=f"{name}-{case['build']}-{i}")
    for name, cases in EXPECTED.items()
    for i, case in enumerate(cases)
]
_ERROR = re.compile(r"^<stdin>:(\d+):\d+: error: (.*)$", re.M)


@pytest.mark.parametrize(("name", "case"), CASES)
def test_example(name: str, case: dict[str, Any]) -> None:
    text = (DATA / "examples" / f"{name}.mlir").read_bytes()
    done = run_tool(["-", f"--arch={case['build']}", *case["flags"].split()], text)
    said = {(int(line), message) for line, message in _ERROR.findall(done.messages)}
    wanted = {(line, message) for line, message in case["errors"]}
    if case["status"] == "crash":
        assert done.status != 0
        assert said >= wanted
        assert said
    elif case["status"] == "error":
        assert done.status != 0
        # Where the compiler stops without a word we say why.
        assert said == wanted or (said and not wanted)
    else:
        assert done.status == 0
        assert said == wanted
        assert done.output.decode().splitlines() == case["output"]
