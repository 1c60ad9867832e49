"""What is told about an operation; the numbers are those of the compiler's debug output or follow from the types."""

from __future__ import annotations

from hivm_passes.transforms.flatten_ops.report import describe
from tests.passes.flatten_ops.examples import operations, text_of


def test_reduction() -> None:
    (op,) = operations(text_of("reduce_dims"))
    report = describe(op, "a3")
    assert report is not None
    assert (report.status, report.rank, report.flat_rank, report.masks) == ("flattened", 6, 4, ("CCUCCC",))
    assert [str(o.flat) for o in report.operands] == ["memref<3x2x20x6xf32>", "memref<3x1x20x1xf32>"]
    assert report.operands[0].groups == ((0,), (1, 2), (3, 4), (5,))
    assert [(a.name, str(a.after)) for a in report.attributes] == [("reduce_dims", "array<i64: 1, 3>")]
    assert [(c.left, c.right) for c in report.cuts] == [(0, 1), (2, 3), (4, 5)]


def test_why_an_operation_is_flat_already() -> None:
    op = operations(text_of("broadcast_dims"))[2]
    report = describe(op, "a3")
    assert report is not None
    assert report.status_text == "already flat"
    assert [(c.left, c.right, c.reason) for c in report.cuts] == [
        (0, 1, "%e: stride 128 != 1*32"),
        (1, 2, "the operation names one of them only"),
    ]


def test_the_gather_of_a5_is_followed_to_its_end() -> None:
    op = operations(text_of("gather_axis"), "a5")[1]
    report = describe(op, "a5")
    assert report is not None
    assert report.flat_rank == 3
    assert str(report.operands[2].flat) == "memref<8x35x3xf16>"
    assert report.operands[2].groups == ((0, 1, 2), (3, 4), (5,))


def test_extra_buffer_that_does_not_follow() -> None:
    (op,) = operations(text_of("gaps_in_temp_buffer"))
    report = describe(op, "a3")
    assert report is not None
    assert report.operands[-1].problem == "not collapsible: its dimensions are not contiguous"


def test_others() -> None:
    left, view, zero = [op for op in operations(text_of("left_padding")) if op.name == "hivm.hir.load"]
    found = [describe(left, "a3"), describe(left, "a5"), describe(view, "a3"), describe(zero, "a3")]
    assert [r.status for r in found if r is not None] == ["left padding", "flattened", "flattened", "flattened"]
    sort = next(op for op in operations(text_of("left_alone")) if op.name == "hivm.hir.vsort")
    report = describe(sort, "a3")
    assert report is not None and report.status == "op kind"
    (tensor,) = operations(text_of("bad_tensor"))
    report = describe(tensor, "a3")
    assert report is not None and report.status_text.startswith("not applicable: no operand is a ranked memref")


def test_an_operand_left_with_fewer_dimensions() -> None:
    (op,) = operations(
        "func.func @f(%a: memref<2x?x4xf32>, %b: memref<2x1x4xf32>) {\n"
        "  hivm.hir.vexp ins(%a : memref<2x?x4xf32>) outs(%b : memref<2x1x4xf32>) transpose = [0, 1, 2]\n"
        "  return\n}\n"
    )
    report = describe(op, "a3")
    assert report is not None
    assert report.cuts[-1].reason == "%b: it is left with fewer dimensions than the permutation"
