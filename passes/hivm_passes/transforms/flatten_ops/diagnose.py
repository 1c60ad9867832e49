"""What there is to say about flattening: the compiler's errors, its crashes, its silent mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.core import name_span
from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import MemRefType
from hivm_passes.ir.verifier.walk import Verifier
from hivm_passes.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.analysis.flatten import FlattenResult, Problem
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

PREFIX: Final = "hivm.flatten-ops."

_REASONS: Final[dict[Problem, str]] = {
    "tensor": "cannot flatten: no operand is a ranked memref (run bufferization first)",
    "rank-0": "cannot flatten: rank-0 operand",
    "rank-mix": "cannot flatten: operands have different ranks",
    "no-memref": "cannot flatten: no memref operand",
    "no-input": "cannot flatten: no input besides the extra buffer to compare the broadcast dimensions of",
    "layout": "cannot flatten: the layout of an operand has no strides",
    "axis": "cannot flatten: the operation names a dimension that it does not have",
    "compose": "cannot flatten: dimensions of size 1 do not correspond between inputs and destinations",
    "all-unit": "cannot flatten: every dimension has size 1",
    "permutation": "cannot flatten: not a permutation of the dimensions",
}


def reason_of(problem: Problem) -> str:
    """A problem in words, without what it prevents."""
    return _REASONS[problem].removeprefix("cannot flatten: ")


def refused_flattening(op: Operation, result: FlattenResult) -> Diagnostic:
    """Why the compiler dies at ``op``."""
    assert result.problem is not None
    if result.problem == "layout":
        type = next(
            v.type for v in op.operands if isinstance(v.type, MemRefType) and strides_and_offset(v.type) is None
        )
        return Diagnostic(
            "error",
            f"{PREFIX}layout",
            f"operand #0 must be strided memref of any type values, but got '{type}'",
            name_span(op),
            op_name="memref.collapse_shape",
        )
    return Diagnostic("error", f"{PREFIX}{result.problem}", _REASONS[result.problem], name_span(op), data={"own": True})


def broken_flattening(func: Operation, made: Iterable[Operation], build: Build) -> list[Diagnostic]:
    """What the verifier says about the operations that the pass made."""
    root = func
    while root.parent_op is not None:
        root = root.parent_op
    verifier = Verifier(root, build, frozenset())
    found: list[Diagnostic] = []
    for op in made:
        if op.parent is None:
            continue
        failure = verifier.check(op)
        if failure is not None:
            found.append(replace(failure, code=f"{PREFIX}result"))
    return found
