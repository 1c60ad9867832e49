"""Every rule of the pass on small modules, against what the compiler does with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.passes.examples import check, read_expected

EXAMPLES = Path(__file__).parent / "data" / "examples.mlir"
FLAGS = ("--hivm-infer-mem-scope", "--allow-unregistered-dialect")
EXPECTED = read_expected(EXAMPLES) if EXAMPLES.with_suffix(".json").exists() else {}


def test_there_are_examples() -> None:
    assert len(EXPECTED) > 150


@pytest.mark.parametrize(("key", "wanted"), EXPECTED.items(), ids=list(EXPECTED))
def test_example(key: str, wanted: dict[str, Any]) -> None:
    check(EXAMPLES, key, wanted, FLAGS)
