"""Every size rule on a small function, against what the compiler does with it; and the reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hivm_passes.ir.parsing import parse_module
from hivm_passes.passes import PassContext
from hivm_passes.transforms.alloc_extra_buffer import AllocExtraBufferPass, scratch_of
from tests.passes.examples import check, read_examples, read_expected

EXAMPLES = Path(__file__).parent / "data" / "scratch.mlir"
FLAGS = ("--hivm-alloc-extra-buffer",)
EXPECTED = read_expected(EXAMPLES)


def test_there_are_examples() -> None:
    assert len(EXPECTED) > 50


@pytest.mark.parametrize(("key", "wanted"), EXPECTED.items(), ids=list(EXPECTED))
def test_example(key: str, wanted: dict[str, Any]) -> None:
    check(EXAMPLES, key, wanted, FLAGS)


def test_scratch_of_one_operation_tells_elements_bytes_and_reason() -> None:
    module = parse_module(read_examples(EXAMPLES)["reduce-long-rows"], build="a3").module
    reduction = next(op for op in module.walk() if op.name == "hivm.hir.vreduce")
    (scratch,) = scratch_of(reduction, "a3")
    assert (scratch.need.elements, scratch.bytes) == (1000, 4000)
    assert scratch.text == "scratch: 1000 x f32 = 4000 B (partial results of max)"
    assert scratch.alloc is None


def test_the_report_lists_the_new_allocations() -> None:
    module = parse_module(read_examples(EXAMPLES)["inline-broadcast"], build="a3").module
    result = AllocExtraBufferPass().run(module, PassContext("a3"))
    (scratch,) = result.report
    assert scratch.alloc is not None
    assert scratch.alloc.next is scratch.op
    assert scratch.op.operands[-1] is scratch.alloc.result


def test_a_second_run_warns_at_the_operation() -> None:
    module = parse_module(read_examples(EXAMPLES)["gather"], build="a3").module
    once = AllocExtraBufferPass().run(module, PassContext("a3")).module
    result = AllocExtraBufferPass().run(once, PassContext("a3"))
    assert [(d.severity, d.message) for d in result.diagnostics] == [("warning", "already has extra temp buffer")]
    assert not result.changed
