"""The analysis of one text: what is said, where, and when nothing is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hivm_passes.tools.analyse import AnalysisSettings, UnitAnalysis, analyse, analyse_file

if TYPE_CHECKING:
    from hivm_passes.diagnostics import Diagnostic

UB = "memref<64xf32, #hivm.address_space<ub>>"
GM = "memref<64xf32, #hivm.address_space<gm>>"
CHAIN = f"""func.func @kernel(%a: {GM}, %b: {GM}) {{
  %x = memref.alloc() : {UB}
  hivm.hir.load ins(%a : {GM}) outs(%x : {UB})
  hivm.hir.store ins(%x : {UB}) outs(%b : {GM})
  return
}}
"""


def at(text: str, diagnostic: Diagnostic) -> str:
    """The text that a diagnostic points at."""
    return text.encode()[diagnostic.span.start : diagnostic.span.end].decode()


def codes(analysis: UnitAnalysis) -> list[str]:
    return [d.code for d in analysis.diagnostics]


def test_a_plan_without_complaints() -> None:
    found = analyse(CHAIN.encode())
    assert found.diagnostics == ()
    (plan,) = found.plans
    assert plan.name == "kernel"
    assert [b.offsets for b in plan.buffers] == [(0,)]
    assert all(op.name != "hivm.hir.pointer_cast" for op in found.module.walk()), "the parsed IR is never changed"


def test_an_overflow_points_at_the_name_of_the_function() -> None:
    text = CHAIN.replace("64xf32", "50000xf32")
    (overflow,) = analyse(text.encode()).diagnostics
    assert at(text, overflow) == "@kernel"
    # The compiler's own sentence, with its own number.
    assert overflow.message.startswith("ub overflow, requires 1600000 bits while 1572864 bits available!")
    assert [at(text, note) for note in overflow.related if "200000 B" in note.message] == [  # type: ignore[arg-type]
        "hivm.hir.load",
        "memref.alloc",
    ]


def test_nearly_full() -> None:
    text = CHAIN.replace("64xf32", "46080xf32")
    (hint,) = analyse(text.encode()).diagnostics
    assert (hint.severity, hint.message) == ("hint", "ub is 94 % full: 184320 B of 196608 B")
    assert analyse(text.encode(), AnalysisSettings(nearly_full=95)).diagnostics == ()


def test_unused_buffers() -> None:
    never = CHAIN.replace("  return", f"  %y = memref.alloc() : {UB}\n  return")
    (hint,) = analyse(never.encode()).diagnostics
    assert (hint.message, hint.tags) == ("this buffer is never used", ("unnecessary",))
    written = CHAIN.replace(
        "  return", f"  %y = memref.alloc() : {UB}\n  hivm.hir.load ins(%a : {GM}) outs(%y : {UB})\n  return"
    )
    (hint,) = analyse(written.encode()).diagnostics
    assert hint.message == "this buffer is written but never read"


def test_read_before_first_write() -> None:
    text = CHAIN.replace(f"  hivm.hir.load ins(%a : {GM}) outs(%x : {UB})\n", "")
    (error,) = analyse(text.encode()).diagnostics
    assert (error.severity, error.text) == ("error", "'memref.alloc' op error: read before first write")
    assert at(text, error) == "memref.alloc"


@pytest.mark.parametrize(
    "text",
    [
        # Before memory spaces are inferred.
        CHAIN.replace(", #hivm.address_space<ub>", "").replace(", #hivm.address_space<gm>", ""),
        # On tensors.
        "func.func @t(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}\n",
        # Already planned.
        f"func.func @p(%a: {GM}) {{\n  %c = arith.constant 0 : i64\n  %x = hivm.hir.pointer_cast(%c) : {UB}\n"
        f"  hivm.hir.load ins(%a : {GM}) outs(%x : {UB})\n  return\n}}\n",
        # Host code.
        CHAIN.replace(") {", ") attributes {hacc.function_kind = #hacc.function_kind<HOST>} {", 1),
    ],
)
def test_nothing_false_at_other_stages(text: str) -> None:
    found = analyse(text.encode())
    assert found.diagnostics == ()
    assert found.plans == ()


def test_dynamic_sizes_are_not_errors_yet() -> None:
    text = CHAIN.replace(f"memref.alloc() : {UB}", f"memref.alloc(%n) : {UB}").replace(
        f"%b: {GM}", f"%b: {GM}, %n: index"
    )
    text = text.replace("memref<64xf32, #hivm.address_space<ub>>", "memref<?xf32, #hivm.address_space<ub>>")
    found = analyse(text.replace(GM, "memref<?xf32, #hivm.address_space<gm>>").encode())
    assert [(d.severity, d.code) for d in found.diagnostics] == [("information", "hivm.plan-memory.dynamic-size")]


def test_an_error_in_one_function_leaves_the_plan_of_another() -> None:
    broken = CHAIN.replace("@kernel", "@broken").replace("ins(%x", "ins(%nothing", 1)
    found = analyse((CHAIN + broken).encode())
    assert codes(found) == ["hivm.ssa.undefined"]
    assert [p.name for p in found.plans] == ["kernel"]


def test_workspace_is_planned_where_it_has_no_offsets() -> None:
    text = (
        "func.func @w(%w: memref<?xi8>) -> memref<4xf32> {\n"
        "  %x = memref_ext.alloc_workspace() from %w : from memref<?xi8> to memref<4xf32>\n"
        "  %f = arith.constant 0.0 : f32\n  %c = arith.constant 0 : index\n"
        "  memref.store %f, %x[%c] : memref<4xf32>\n  return %x : memref<4xf32>\n}\n"
    )
    found = analyse(text.encode())
    assert [p.options.mode for p in found.workspace_plans] == ["workspace"]
    assert found.plans == ()


def test_the_build_follows_the_text_then_the_target() -> None:
    def build(text: str, settings: AnalysisSettings | None = None) -> str:
        return analyse(text.encode(), settings).build

    named = f'module attributes {{hacc.target = #hacc.target<"Ascend950PR_9579">}} {{\n{CHAIN}}}\n'
    assert build(CHAIN) == "a3"
    assert build(CHAIN, AnalysisSettings(target="Ascend950PR_9579")) == "a5"
    assert build(CHAIN, AnalysisSettings(target="Ascend310B1")) == "a5"
    assert build(named) == "a5"
    assert build(named, AnalysisSettings(target="Ascend910B1")) == "a5"
    assert build(named, AnalysisSettings(build="a3")) == "a3"
    assert analyse(named.encode()).plans[0].options.target is not None


def test_parts_of_a_file_are_analysed_alone() -> None:
    data = f"{CHAIN}\n// -----\n{CHAIN}".encode()
    parts = list(analyse_file(data, AnalysisSettings()))
    assert [offset for offset, _ in parts] == [0, data.index(b"// -----") + len(b"// -----")]
    assert all(not analysis.diagnostics and len(analysis.plans) == 1 for _, analysis in parts)


def test_a_checkpoint_may_stop_the_analysis() -> None:
    class StopError(Exception):
        pass

    def check() -> None:
        raise StopError

    with pytest.raises(StopError):
        analyse(CHAIN.encode(), check=check)
