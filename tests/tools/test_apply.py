"""A pass as an edit of the user's text. Addresses are those that bishengir-opt prints for the same kernels."""

from __future__ import annotations

import pytest

from hivm_passes.ir.edits import apply_edits
from hivm_passes.ir.parsing import parse_module
from hivm_passes.targets import target
from hivm_passes.tools.apply import pass_edits
from hivm_passes.transforms.plan_memory import WORKSPACE_MODE, PlanMemoryPass
from tests.conformance.compare import Case, compare
from tests.conformance.compiler import binaries

CHAIN = """\
// A kernel.
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g) -> i64 {
  %k = arith.constant 4096 : i64   // reused
  %x = memref.alloc() {alignment = 64 : i64} : !u  // the input
  %y = memref.alloc() : !u
  %dead = memref.alloc() : !u
    hivm.hir.load ins(%a : !g)   outs(%x : !u) // odd layout stays
  hivm.hir.vflip ins(%x : !u) outs(%y : !u) flip_axis = 0
  hivm.hir.store ins(%y : !u) outs(%b : !g)
  return %k : i64
}
"""


def edited(text: str, entry: PlanMemoryPass | None = None, soc: str | None = None, only: str | None = None) -> str:
    parsed = parse_module(text)
    func = next((o for o in parsed.module.walk() if getattr(o.attributes.get("sym_name"), "value", "") == only), None)
    edits, result = pass_edits(parsed, entry or PlanMemoryPass(), target(soc) if soc else None, func)
    assert not result.failed
    return apply_edits(parsed.text, edits).decode()


def test_only_what_the_pass_is_about_changes() -> None:
    before, after = CHAIN.splitlines(), edited(CHAIN).splitlines()
    changed = [line for line in before if line not in after]
    assert changed == [
        "  %x = memref.alloc() {alignment = 64 : i64} : !u  // the input",
        "  %y = memref.alloc() : !u",
    ]
    new = [line for line in after if line not in before]
    assert new == [
        "  %c0_i64 = arith.constant 0 : i64",
        "  %x = hivm.hir.pointer_cast(%c0_i64) : !u  // the input",
        "  %y = hivm.hir.pointer_cast(%k) : !u",
    ]


def test_names_that_are_taken_are_not_used_again() -> None:
    text = CHAIN.replace("%dead", "%c0_i64")
    assert "%c0_i64_0 = arith.constant 0 : i64" in edited(text)


def test_one_function_alone() -> None:
    text = CHAIN + CHAIN.split("\n", 3)[3].replace("@k", "@other")
    after = edited(text, only="other")
    assert after.count("pointer_cast") == 2
    assert after[: after.index("@other")].count("memref.alloc") == 3


def test_a_failing_plan_edits_nothing() -> None:
    parsed = parse_module(CHAIN.replace("1024xf32", "50000xf32"))
    edits, result = pass_edits(parsed, PlanMemoryPass())
    assert edits == ()
    assert result.failed
    assert result.diagnostics[0].message.startswith("ub overflow, requires 3200000 bits")


def test_the_parsed_ir_stays_as_it_is() -> None:
    parsed = parse_module(CHAIN)
    names = [op.name for op in parsed.module.walk()]
    pass_edits(parsed, PlanMemoryPass())
    assert [op.name for op in parsed.module.walk()] == names
    assert not any(op.modified for op in parsed.module.walk())


LOOP = """\
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : !u
  annotation.mark %x {hivm.multi_buffer = 2 : i32} : !u
  %i = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%i : !u)
  %r = scf.for %iv = %c0 to %n step %c1 iter_args(%carried = %i) -> (!u) {
    // Kept.
    %new = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%new : !u)
    hivm.hir.store ins(%carried : !u) outs(%a : !g)
    scf.yield %new : !u
  }
  hivm.hir.store ins(%r : !u) outs(%a : !g)
  scf.for %iv = %c0 to %n step %c1 {
    %m = memref.alloc() : !u
    annotation.mark %m {hivm.multi_buffer = 2 : i32} : !u
    hivm.hir.load ins(%a : !g) outs(%m : !u)
    hivm.hir.store ins(%m : !u) outs(%a : !g)
  }
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  return
}
"""
WORKSPACE = """\
func.func @w(%w: memref<?xi8>, %f: f32) {
  %c0 = arith.constant 0 : index
  %x = memref_ext.alloc_workspace() from %w : from memref<?xi8> to memref<80xf32>
  %y = memref_ext.alloc_workspace() from %w : from memref<?xi8> to memref<80xf32>
  memref.store %f, %x[%c0] : memref<80xf32>
  memref.store %f, %y[%c0] : memref<80xf32>
  return
}
"""


def test_a_loop_gets_its_copy() -> None:
    after = edited(LOOP)
    assert "    hivm.hir.copy ins(%new : !u) outs(%carried : !u)\n    scf.yield %carried : !u\n" in after.replace(
        "memref<1024xf32, #hivm.address_space<ub>>", "!u"
    )
    assert "    // Kept.\n" in after


def test_workspace_gets_offsets() -> None:
    after = edited(WORKSPACE, PlanMemoryPass(mem_plan_mode=WORKSPACE_MODE))
    assert "%x = memref_ext.alloc_workspace() from %w offset = [%c0] : from memref<?xi8> to memref<80xf32>" in after
    assert "%c320 = arith.constant 320 : index" in after
    assert "%y = memref_ext.alloc_workspace() from %w offset = [%c320]" in after


def test_a_target_for_modules_that_describe_none() -> None:
    text = CHAIN.replace("func.func", "func.func private @vf() attributes {hivm.vector_function}\nfunc.func", 1)
    parsed = parse_module(text, build="a5")
    edits, result = pass_edits(parsed, PlanMemoryPass(), target("Ascend950PR_9579"))
    assert not result.failed
    assert len(edits) >= 3


@pytest.mark.skipif(binaries() is None, reason="THE COMPILER IS NOT INSTALLED")
@pytest.mark.parametrize("text", [CHAIN, LOOP])
@pytest.mark.parametrize("build", ["a3", "a5"])
def test_the_compiler_prints_the_same_for_the_edited_text(text: str, build: str) -> None:
    device = ("--hacc-append-device-spec=target=Ascend910B1",) if build == "a5" else ()
    flags = (*device, "--hivm-plan-memory")
    result = compare(Case("edits", "k", "a5" if build == "a5" else "a3", flags, text, kind="edit"))
    assert result.verdict == "equal", result.reason
