"""``hivm-mark-multi-buffer`` and ``hivm-enable-multi-buffer`` against what the compiler does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.passes.examples import check, read_expected

DATA = Path(__file__).parent / "data"
PASSES = {"mark": "--hivm-mark-multi-buffer=enable-auto=true", "enable": "--hivm-enable-multi-buffer"}
CASES = [
    (name, key, wanted)
    for name in PASSES
    if (DATA / f"{name}.json").exists()
    for key, wanted in read_expected(DATA / f"{name}.mlir").items()
]


def test_there_are_examples() -> None:
    assert {name for name, _, _ in CASES} == set(PASSES)


@pytest.mark.parametrize(("name", "key", "wanted"), CASES, ids=[f"{n}-{k}" for n, k, _ in CASES])
def test_example(name: str, key: str, wanted: dict[str, Any]) -> None:
    check(DATA / f"{name}.mlir", key, wanted, (PASSES[name],))
