"""What the pass reports: which value got which space and why; where the compiler would die, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.parsing import parse_module
from hivm_passes.passes import PassContext, PassResult
from hivm_passes.pipeline import make_pass

if TYPE_CHECKING:
    from tests.conformance.compiler import Build


def run(text: str, build: Build = "a3") -> PassResult:
    parsed = parse_module(text, build=build)
    assert not parsed.has_errors
    return make_pass("hivm-infer-mem-scope", "", build).run(parsed.module, PassContext(build))


KERNEL = """func.func @f(%a: memref<64xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<64xf16>
  %s = memref.subview %u[0] [8] [1] : memref<64xf16> to memref<8xf16, strided<[1]>>
  return
}"""


def test_every_space_has_a_reason() -> None:
    result = run(KERNEL)
    found = {
        entry.value.name: (entry.space, entry.reason, entry.source and entry.source.name) for entry in result.report
    }
    assert found == {
        "a": ("gm", "argument of a kernel", None),
        "u": ("ub", "local memory of a vector kernel", None),
        "s": ("ub", "", "u"),
    }


def test_a_second_run_changes_nothing() -> None:
    first = run(KERNEL)
    again = make_pass("hivm-infer-mem-scope", "", "a3").run(first.module, PassContext("a3"))
    assert not again.report
    assert not again.changed


def test_conflict_is_an_error_at_the_value_where_a5_dies() -> None:
    text = """func.func @sel(%a: memref<64xf16>, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<64xf16>
  %s = arith.select %c, %u, %a : memref<64xf16>
  return
}"""
    result = run(text, "a5")
    assert result.failed
    (found,) = result.diagnostics
    assert found.code == "hivm.infer-mem-scope.crash"
    assert "is in gm already and would be in ub" in found.message
    assert found.span.start == text.index("arith.select")


def test_loop_that_leads_back_to_itself() -> None:
    text = """func.func @w(%a: memref<64xf16>, %c: i1) {
  %r = scf.while (%x = %a) : (memref<64xf16>) -> memref<64xf16> {
    scf.condition(%c) %x : memref<64xf16>
  } do {
  ^bb0(%y: memref<64xf16>):
    scf.yield %a : memref<64xf16>
  }
  return
}"""
    for build in ("a3", "a5"):
        result = run(text, build)
        assert [d.code for d in result.diagnostics] == ["hivm.infer-mem-scope.crash"]
