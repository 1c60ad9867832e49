"""Every example in every mode against what the compiler does with it (``data/expected.json``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.compare import Case, run_ours
from tests.conformance.suites.enable_stride_align import FLAG, MODES, UNREGISTERED

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, dict[str, Any]] = json.loads((DATA / "expected.json").read_text())
CASES = [(name, mode) for name, modes in EXPECTED.items() for mode in modes]


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_example(name: str, mode: str) -> None:
    build, flags = MODES[mode]
    text = (DATA / "examples" / f"{name}.mlir").read_text()
    wanted = EXPECTED[name][mode]
    ours = run_ours(Case(mode, name, build, (*flags, FLAG, UNREGISTERED), text))  # pyright: ignore[reportArgumentType]
    errors = {tuple(e) for e in wanted["errors"]}
    if wanted["status"] == "ok":
        assert ours.status == "ok"
        assert ours.output == wanted["output"]
        assert set(ours.errors) == errors
    else:
        assert ours.status == "error"
        assert ours.errors
        assert set(ours.errors) >= errors
