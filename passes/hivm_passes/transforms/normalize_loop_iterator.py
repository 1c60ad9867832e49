"""``hivm-normalize-loop-iterator``: the loop normalisation of PlanMemory as a pass of its own (A2 and A3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.core import name_span
from hivm_passes.passes import Build, Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.transforms.plan_memory import tidy

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation


@dataclass(frozen=True)
class NormalizeLoopIteratorPass(Pass):
    """The pass: loops get a copy where their iteration argument must not share memory with what they yield."""

    name: ClassVar[str] = "hivm-normalize-loop-iterator"
    class_name: ClassVar[str] = "NormalizeLoopIterator"
    summary: ClassVar[str] = "separate loop-carried buffers that are still read when their successor is written"
    builds: ClassVar[tuple[Build, ...]] = ("a3",)

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        _, refused = tidy(op)
        return PassResult(
            op,
            diagnostics=tuple(
                Diagnostic("error", "hivm.plan-memory.loop-argument", "Unsupported block op type", name_span(r))
                for r in refused
            ),
        )


PASSES = (NormalizeLoopIteratorPass,)
