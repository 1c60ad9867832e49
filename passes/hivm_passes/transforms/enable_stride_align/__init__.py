"""EnableStrideAlign: allocations grow so that the strides that marks ask for come out aligned.

Marks move to the allocations that they concern, allocations are padded, and every user gets a view of the old shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.analysis.alignment.modes import mode_of
from hivm_passes.passes import Build, Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.transforms.enable_stride_align.stages import FunctionRun, align_functions

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation

HOST = "HOST"


@dataclass(frozen=True)
class EnableStrideAlignPass(Pass):
    """The pass. Its report is one ``FunctionAlignment`` per function."""

    name: ClassVar[str] = "hivm-enable-stride-align"
    class_name: ClassVar[str] = "EnableStrideAlign"
    summary: ClassVar[str] = "pad allocations so that marked strides come out aligned"

    @classmethod
    def anchor(cls, build: Build) -> str:
        return "func.func" if build == "a3" else "builtin.module"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        mode = mode_of(op, context.build, context.target)
        if op.name == "func.func":
            functions = [] if is_host(op) else [op]
        else:
            functions = [f for f in op.walk_post_order() if f.name == "func.func" and not is_host(f)]
        run = FunctionRun(op, mode, context)
        align_functions(run, functions)
        return PassResult(
            op, bool(functions), run.failed, tuple(run.diagnostics), tuple(run.report) if not run.failed else ()
        )


def is_host(func: Operation) -> bool:
    """Whether a function runs on the host, which no storage pass looks at."""
    return getattr(func.attributes.get("hacc.function_kind"), "body", None) == HOST


PASSES = (EnableStrideAlignPass,)
