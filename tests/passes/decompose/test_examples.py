"""Every rewrite on a small function, against what the compiler does with it; reports; edits of the text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hivm_passes.ir.parsing import parse_module
from hivm_passes.passes import PassContext
from hivm_passes.transforms.aggregated_decompose_op import AggregatedDecomposeOpPass
from hivm_passes.transforms.decompose_op import DecomposeOpPass
from hivm_passes.transforms.decompose_op.run import LEFT_OUT, Decomposed, Unmodelled
from hivm_passes.transforms.inline_load_copy import InlineLoadCopyPass
from tests.passes.examples import check, read_examples, read_expected

DATA = Path(__file__).parent / "data"
_PHASE = "--hivm-aggregated-decompose-op=decompose-phase="
FLAGS = {
    "decompose_op": "--hivm-decompose-op",
    "before_align": f"{_PHASE}before-hivm-align",
    "channels": f"{_PHASE}after-hivm-recognize-deinterleave",
    "bytes": f"{_PHASE}after-hivm-recognize-broadcast",
    "concat": f"{_PHASE}after-hivm-align",
    "columns": f"{_PHASE}after-hivm-lift-lowest-stride",
    "inline": "--hivm-inline-load-copy",
}
_ONLY_A3 = {"columns", "inline"}
"""The compiler for A5 does not know these; to it, the flag of inline even asks for help."""

EXPECTED = {
    f"{name}: {key}": (name, key, wanted)
    for name in FLAGS
    for key, wanted in read_expected(DATA / f"{name}.mlir").items()
    if name not in _ONLY_A3 or key.startswith("a3 ")
}


def test_there_are_examples() -> None:
    assert len(EXPECTED) > 50


@pytest.mark.parametrize(("name", "key", "wanted"), EXPECTED.values(), ids=list(EXPECTED))
def test_example(name: str, key: str, wanted: dict[str, Any]) -> None:
    check(DATA / f"{name}.mlir", key, wanted, (FLAGS[name],))


def test_the_report_tells_what_a_rewrite_allocates() -> None:
    module = parse_module(read_examples(DATA / "decompose_op.mlir")["cast-words-to-bits"], build="a3").module
    result = DecomposeOpPass().run(module, PassContext("a3"))
    (done,) = result.report
    assert isinstance(done, Decomposed)
    assert len(done.buffers) == 2
    assert done.bytes == 2 * 4 * 8 * 4


ATOMIC = """func.func @f(%a: memref<4x8xi64, #hivm.address_space<ub>>, %o: memref<4x8xi64, #hivm.address_space<gm>>) {
  hivm.hir.store ins(%a : memref<4x8xi64, #hivm.address_space<ub>>) outs(%o : memref<4x8xi64, #hivm.address_space<gm>>) atomic = <add>
  return
}
"""  # noqa: E501

PADDED = """func.func @f(%a: memref<4x8xf32>, %o: memref<?x8xf32>, %n: index, %z: f32) {
  hivm.hir.vpad ins(%a : memref<4x8xf32>) outs(%o : memref<?x8xf32>) low[%n, 0] high[2, 0] pad_value %z : f32
  return
}
"""


def test_what_only_the_compiler_rewrites_is_named() -> None:
    for text, chosen in (
        (ATOMIC, DecomposeOpPass()),
        (PADDED, AggregatedDecomposeOpPass(decompose_phase="before-hivm-align")),
    ):
        result = chosen.run(parse_module(text, build="a3").module, PassContext("a3"))
        (entry,) = result.report
        assert isinstance(entry, Unmodelled)
        assert [d.code for d in result.diagnostics] == [LEFT_OUT]


def test_an_inlined_load_tells_the_bytes_saved() -> None:
    module = parse_module(read_examples(DATA / "inline.mlir")["through"], build="a3").module
    (done,) = InlineLoadCopyPass().run(module, PassContext("a3")).report
    assert done.saved == 32 * 4


def test_an_edit_leaves_bystanders_alone() -> None:
    text = """func.func @f(%a: memref<8xf32>, %o: memref<8xf32>, %s: f32) {
  %unused = arith.constant 4 : index
  %spare = memref.alloc() : memref<16xf32>
  hivm.hir.vsub ins(%a, %s : memref<8xf32>, f32) outs(%o : memref<8xf32>)
  return
}
"""
    result = DecomposeOpPass().run(parse_module(text, build="a3").module, PassContext("a3", exact=False))
    names = [op.name for op in result.module.walk()][2:]
    assert names == [
        "arith.constant",
        "memref.alloc",
        "arith.constant",
        "arith.subf",
        "hivm.hir.vadd",
        "func.return",
    ]
