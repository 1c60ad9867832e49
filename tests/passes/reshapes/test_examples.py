"""``fold-alloc-reshape`` and ``convert-non-contiguous-reshape-to-copy`` against what the compiler does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hivm_passes.ir.parsing import parse_module
from hivm_passes.passes import PassContext
from hivm_passes.pipeline import make_pass
from tests.passes.examples import check, read_expected

DATA = Path(__file__).parent / "data"
PASSES = {"fold": "--fold-alloc-reshape", "copy": "--convert-non-contiguous-reshape-to-copy"}
ONLY = {"copy": "a3"}
CASES = [
    (name, key, wanted)
    for name in PASSES
    if (DATA / f"{name}.json").exists()
    for key, wanted in read_expected(DATA / f"{name}.mlir").items()
    if key.startswith(ONLY.get(name, ""))
]


def test_there_are_examples() -> None:
    assert {name for name, _, _ in CASES} == set(PASSES)


@pytest.mark.parametrize(("name", "key", "wanted"), CASES, ids=[f"{n}-{k}" for n, k, _ in CASES])
def test_example(name: str, key: str, wanted: dict[str, Any]) -> None:
    check(DATA / f"{name}.mlir", key, wanted, (PASSES[name],))


def test_buffer_that_moves_into_a_loop_is_named() -> None:
    text = """func.func @f(%n: index) {
  %a = memref.alloc() : memref<64xf16>
  scf.for %i = %n to %n step %n {
    %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16> into memref<8x8xf16>
    annotation.mark %e {u} : memref<8x8xf16>
  }
  return
}"""
    for exact in (True, False):
        parsed = parse_module(text, build="a3")
        result = make_pass("fold-alloc-reshape", "", "a3").run(parsed.module, PassContext("a3", exact=exact))
        assert [d.code for d in result.diagnostics] == ["hivm.fold-alloc-reshape.into-loop"]
        assert len(result.report) == 1
