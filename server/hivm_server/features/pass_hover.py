"""What the passes in front of the plan do to an operation or a buffer, in words for a hover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.memory_pipeline import ALIGN
from hivm_passes.transforms.enable_stride_align.provenance import demanding_op, path_of
from hivm_passes.transforms.enable_stride_align.report import AllocationAlignment, FunctionAlignment
from hivm_passes.transforms.flatten_ops.report import describe
from hivm_server.features.ir_lookup import parsed
from hivm_server.memory_map.facts import size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.flatten_ops.report import OperandShape
    from hivm_server.features.memory_facts import Lines
    from hivm_server.features.view import FunctionFacts


# --- flattening -----------------------------------------------------------------------------------------------


def flatten_lines(op: Operation, build: Build) -> list[str]:
    """How the operands of an operation flatten; empty for one that is no structured operation on memrefs."""
    report = describe(op, build)
    if report is None or report.status == "not applicable":
        return []
    if report.status != "flattened":
        return [report.status_text]
    lines = [f"flattens from rank {report.rank} to {report.flat_rank}:"]
    lines += [text for shape in report.operands if (text := _operand(shape))]
    lines += [f"`{c.name}` becomes `{c.after}`" for c in report.attributes]
    lines += [f"dims {c.left} and {c.right} stay apart: {c.reason}" for c in report.cuts]
    return lines


def _operand(shape: OperandShape) -> str:
    if shape.flat is None or shape.groups is None:
        return ""
    groups = ", ".join(f"[{', '.join(map(str, g))}]" for g in shape.groups)
    text = f"`{shape.name}`: `{shape.flat}` by [{groups}]"
    if shape.marked is not None:
        text += f", aligned `{shape.marked}`"
    return f"{text} ({shape.problem})" if shape.problem else text


# --- alignment ------------------------------------------------------------------------------------------------


def alignment_of(facts: FunctionFacts, alloc: Operation) -> AllocationAlignment | None:
    """What storage alignment makes of an allocation of the text."""
    run = facts.result.analysis.run
    for report in () if run is None else run.reports(ALIGN):
        if isinstance(report, FunctionAlignment):
            for one in report.allocations:
                if parsed(one.op) is alloc:
                    return one
    return None


def alignment_lines(at: Lines, facts: FunctionFacts, alloc: Operation) -> list[str]:
    """Aligned shape, strides and padding of an allocation, and who demands them."""
    found = alignment_of(facts, alloc)
    if found is None or found.padding is None:
        return []
    text = f"aligned to `{'x'.join(map(_dim, found.aligned_shape))}`, strides [{_numbers(found.strides)}]"
    if found.padding_bytes is not None:
        text += f": {size(found.padding_bytes)} of padding"
    lines = [text]
    for request in found.requests:
        demand = parsed(demanding_op(request))
        hops = " → ".join(f"{hop.text}{_line(at, hop.op)}" for hop in path_of(request))
        who = f"`{demand.name}`{_line(at, demand)}"
        lines.append(f"dim {request.dim} to multiples of {request.size} B, demanded by {who}: {hops}")
    return lines


def _line(at: Lines, op: Operation) -> str:
    line = at.of(op)
    return "" if line is None else f" (line {line})"


def _dim(size: int) -> str:
    return "?" if size < 0 else str(size)


def _numbers(values: Sequence[int]) -> str:
    return ", ".join(map(_dim, values))
