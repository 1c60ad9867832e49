"""``hivm-mark-stride-align``: marks on the UB operands whose rows have to be moved to multiples of 32 bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.analysis.alignment.functions import context_mode, error_diagnostic, is_host_function
from hivm_passes.analysis.alignment.marking import mark_function
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation


@dataclass(frozen=True)
class MarkStrideAlignPass(Pass):
    """The pass. It inserts marks and changes nothing else; its report lists them as demands."""

    name: ClassVar[str] = "hivm-mark-stride-align"
    class_name: ClassVar[str] = "MarkStrideAlign"
    summary: ClassVar[str] = "mark the UB operands whose rows have to start at multiples of 32 bytes"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if is_host_function(op):
            return PassResult(op, changed=False)
        done = mark_function(op, context_mode(op, context))
        return PassResult(
            op,
            changed=bool(done.demands),
            failed=bool(done.errors),
            diagnostics=tuple(error_diagnostic(e, "mark-stride-align") for e in done.errors),
            report=done.demands,
        )


PASSES = (MarkStrideAlignPass,)
