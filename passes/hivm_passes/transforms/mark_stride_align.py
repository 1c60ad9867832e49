"""``hivm-mark-stride-align``: marks on the UB operands whose rows have to be moved to multiples of 32 bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.analysis.alignment.functions import context_mode, error_diagnostic, is_host_function
from hivm_passes.analysis.alignment.marking import mark_function
from hivm_passes.ir.core import name_span
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.demands import Demand
    from hivm_passes.ir.core import Operation, Span


@dataclass(frozen=True)
class MarkStrideAlignPass(Pass):
    """The pass. It inserts marks and changes nothing else; its report lists them as demands.

    ``within`` and ``operand`` are no options of the compiler: they keep the marks to operations whose name starts in a
    range of the text, and to one operand of them.
    """

    within: Span | None = None
    operand: int | None = None

    name: ClassVar[str] = "hivm-mark-stride-align"
    class_name: ClassVar[str] = "MarkStrideAlign"
    summary: ClassVar[str] = "mark the UB operands whose rows have to start at multiples of 32 bytes"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if is_host_function(op):
            return PassResult(op, changed=False)
        wanted = None if self.within is None and self.operand is None else self._is_wanted
        done = mark_function(op, context_mode(op, context), wanted)
        return PassResult(
            op,
            changed=bool(done.demands),
            failed=bool(done.errors),
            diagnostics=tuple(error_diagnostic(e, "mark-stride-align") for e in done.errors),
            report=done.demands,
        )

    def _is_wanted(self, demand: Demand) -> bool:
        place = name_span(demand.op).start
        if self.within is not None and not self.within.start <= place < self.within.end:
            return False
        return self.operand is None or demand.operand == self.operand


PASSES = (MarkStrideAlignPass,)
