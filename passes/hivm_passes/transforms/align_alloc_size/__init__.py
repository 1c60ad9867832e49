"""``hivm-align-alloc-size``: buffers of operations that work on whole blocks get room for whole blocks.

Marks ask for sizes, move up to the allocations as those for strides do, and the allocations grow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.analysis.alignment.functions import is_host_function
from hivm_passes.passes import Build, Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.transforms.align_alloc_size.run import AlignedAllocation, FunctionRun, SizeAlignment

if TYPE_CHECKING:
    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.ir.core import Operation

__all__ = ["AlignAllocSizePass", "AlignedAllocation", "SizeAlignment"]


@dataclass(frozen=True)
class AlignAllocSizePass(Pass):
    """The pass. Its report is one ``SizeAlignment`` per function."""

    name: ClassVar[str] = "hivm-align-alloc-size"
    class_name: ClassVar[str] = "AlignAllocSize"
    summary: ClassVar[str] = "enlarge the buffers of operations that work on whole blocks"

    @classmethod
    def anchor(cls, build: Build) -> str:
        return "func.func" if build == "a3" else "builtin.module"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        functions = [op] if op.name == "func.func" else [f for f in op.walk() if f.name == "func.func"]
        runs = [FunctionRun(f, context) for f in functions if not is_host_function(f)]
        for run in runs:
            run.run()
            if run.is_failed:
                break
        diagnostics = [d for run in runs for d in run.diagnostics]
        failed = any(run.is_failed for run in runs)
        if not failed and any(a.padding.changes for run in runs for a in run.allocations):
            found = verification_errors(op, context.build)
            diagnostics += found
            failed = bool(found)
        return PassResult(
            op,
            changed=bool(runs),
            failed=failed,
            diagnostics=tuple(diagnostics),
            report=() if failed else tuple(run.report() for run in runs),
        )


def verification_errors(op: Operation, build: Build) -> list[Diagnostic]:
    """What the verifier says about ``op`` after a pass."""
    from hivm_passes.dialects.registry import registry
    from hivm_passes.ir.verifier import verify
    from hivm_passes.ir.verifier.symbols import check_symbols_below

    found = [d for d in verify(op, build) if d.severity == "error"]
    table = op.parent_op
    if table is not None and not found:
        found = check_symbols_below(op, table, registry(build))
    return found


PASSES = (AlignAllocSizePass,)
