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
    from collections.abc import Callable

    from hivm_passes.ir.core import Operation

HOST = "HOST"


@dataclass(frozen=True)
class EnableStrideAlignPass(Pass):
    """The pass. Its report is one ``FunctionAlignment`` per function."""

    allocations: frozenset[Operation] | None = None
    """The allocations to pad, of the IR that the pass's input was cloned from; None: all. Only without the compiler's
    clean-up; marks stay then."""

    name: ClassVar[str] = "hivm-enable-stride-align"
    class_name: ClassVar[str] = "EnableStrideAlign"
    summary: ClassVar[str] = "pad allocations so that marked strides come out aligned"

    @classmethod
    def anchor(cls, build: Build) -> str:
        return "func.func" if build == "a3" else "builtin.module"

    def _choice(self) -> Callable[[Operation], bool] | None:
        chosen = self.allocations
        return None if chosen is None else lambda op: op in chosen or op.origin in chosen

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        mode = mode_of(op, context.build, context.target)
        if op.name == "func.func":
            functions = [] if is_host(op) else [op]
        else:
            functions = [f for f in op.walk_post_order() if f.name == "func.func" and not is_host(f)]
        run = FunctionRun(op, mode, context, chosen=self._choice())
        align_functions(run, functions)
        return PassResult(
            op, bool(functions), run.failed, tuple(run.diagnostics), tuple(run.report) if not run.failed else ()
        )


def align_allocation(op: Operation) -> EnableStrideAlignPass:
    """The pass for one allocation of a parsed text, to be run as an edit."""
    return EnableStrideAlignPass(allocations=frozenset((op,)))


def is_host(func: Operation) -> bool:
    """Whether a function runs on the host, which no storage pass looks at."""
    return getattr(func.attributes.get("hacc.function_kind"), "body", None) == HOST


PASSES = (EnableStrideAlignPass,)
