"""What the editor is told about misaligned strides, and marking of one operand alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hivm_passes.analysis.stride_alignment import MISALIGNED, misaligned_strides, misalignment_diagnostics
from hivm_passes.ir.core import Span
from hivm_passes.ir.edits import apply_edits
from hivm_passes.ir.parsing import parse_module
from hivm_passes.tools.apply import pass_edits
from hivm_passes.transforms.mark_stride_align import MarkStrideAlignPass

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.parsing import ParsedModule

UB = "#hivm.address_space<ub>"
REG_BASED = ' attributes {hacc.target = #hacc.target<"Ascend950PR_9589">}'


def parsed(body: str, arguments: str = "", attributes: str = "", build: Build = "a3") -> ParsedModule:
    text = f"module{attributes} {{\n  func.func @f({arguments}) {{\n{body}\n    return\n  }}\n}}\n"
    return parse_module(text, build=build)


def function(made: ParsedModule) -> Operation:
    return next(op for op in made.module.walk() if op.name == "func.func")


PACKED_TYPE = f"memref<6x20xf32, {UB}>"
PADDED_TYPE = f"memref<6x20xf32, strided<[24, 1]>, {UB}>"
ODD_TYPE = f"memref<6x20xf32, strided<[21, 1]>, {UB}>"
ROWS = f"""    %a = memref.alloc() : {PACKED_TYPE}
    hivm.hir.vadd ins(%a, %p : {PACKED_TYPE}, {PADDED_TYPE}) outs(%a : {PACKED_TYPE})"""
PADDED = f"%p: {PADDED_TYPE}"


def test_row_start_requirement_and_cost() -> None:
    """Rows of 80 bytes go to 96: 6 rows grow by 16 bytes each."""
    made = parsed(ROWS, PADDED)
    source, target = misaligned_strides(function(made), "a3")
    assert (source.operand, target.operand) == (0, 2)
    assert (source.dim, source.row_dim, source.row_bytes, source.required_bytes) == (0, 0, 80, 32)
    assert (source.padded_row_bytes, source.padding_bytes, source.rule) == (96, 96, "row")
    assert source.op.name == "hivm.hir.vadd"
    assert source.can_be_padded
    assert not source.sized


def test_reg_based_names_the_size_to_pad() -> None:
    made = parsed(ROWS, PADDED, REG_BASED, "a5")
    found = misaligned_strides(function(made), "a5")
    assert [(m.operand, m.dim, m.row_dim, m.row_bytes, m.padding_bytes, m.sized) for m in found] == [
        (0, 1, 0, 80, 96, True),
        (2, 1, 0, 80, 96, True),
    ]


def test_padded_operand_is_not_reported_though_a5_marks_it_again() -> None:
    body = f"    hivm.hir.vexp ins(%p : {PADDED_TYPE}) outs(%p : {PADDED_TYPE})"
    made = parsed(body, PADDED, REG_BASED, "a5")
    _, result = pass_edits(made, MarkStrideAlignPass())
    assert len(result.report) == 2
    assert misaligned_strides(function(made), "a5") == ()


@pytest.mark.parametrize("build", ["a3", "a5"])
def test_contiguous_rows_join(build: Build) -> None:
    body = f"    hivm.hir.vexp ins(%p : memref<6x5xf32, {UB}>) outs(%p : memref<6x5xf32, {UB}>)"
    assert misaligned_strides(function(parsed(body, f"%p: memref<6x5xf32, {UB}>", "", build)), build) == ()


def test_analysis_leaves_the_function_as_it_is() -> None:
    made = parsed(ROWS, PADDED)
    before = [op.name for op in made.module.walk()]
    misaligned_strides(function(made), "a3")
    assert [op.name for op in made.module.walk()] == before


def test_diagnostic_points_at_the_operand_and_at_the_buffer() -> None:
    made = parsed(ROWS, PADDED)
    first, second = misalignment_diagnostics(function(made), "a3")
    assert first.code == MISALIGNED
    assert first.severity == "information"
    assert "every 80 bytes" in first.message
    assert made.text[first.span.start : first.span.end] == b"%a"
    assert first.span.start < second.span.start
    assert made.text[first.related[0].span.start : first.related[0].span.end] == b"memref.alloc"


def test_function_argument_cannot_be_padded() -> None:
    body = f"    hivm.hir.vexp ins(%p : {ODD_TYPE}) outs(%p : {ODD_TYPE})"
    made = parsed(body, f"%p: {ODD_TYPE}")
    found = misalignment_diagnostics(function(made), "a3")
    assert {d.severity for d in found} == {"warning"}
    assert {d.data["rowBytes"] for d in found} == {84}


def test_requested_alignment_is_a_hint() -> None:
    mark = (
        "    annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, "
        f"hivm.stride_align_value_in_byte = array<i32: 32>}} : memref<6x20xf32, {UB}>\n"
    )
    head, _, tail = ROWS.partition("\n")
    made = parsed(f"{head}\n{mark}{tail}", PADDED, REG_BASED, "a5")
    assert {d.severity for d in misalignment_diagnostics(function(made), "a5")} == {"hint"}


def test_marking_of_one_operand_is_one_line() -> None:
    made = parsed(ROWS, PADDED)
    first = misaligned_strides(function(made), "a3")[0]
    assert first.op.source is not None
    name = first.op.source.name
    entry = MarkStrideAlignPass(within=Span(name.start, name.start + 1), operand=first.operand)
    edits, _ = pass_edits(made, entry)
    lines = apply_edits(made.text, edits).decode().splitlines()
    added = [line for line in lines if line not in made.text.decode().splitlines()]
    assert added == [
        "    annotation.mark %a {hivm.stride_align_dims = array<i32: 0>, "
        f"hivm.stride_align_value_in_byte = array<i32: 32>}} : memref<6x20xf32, {UB}>"
    ]
    assert lines.index(added[0]) == 3
