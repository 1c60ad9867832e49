"""``hivm-align-alloc-size``: buffers of operations that work on whole blocks get room for whole blocks.

Marks ask for sizes, move up to the allocations as those for strides do, and the allocations grow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.analysis.alignment.demands import AlignmentError
from hivm_passes.analysis.alignment.functions import context_mode, error_diagnostic, is_host_function
from hivm_passes.analysis.alignment.marking import attach_mark, i32_array
from hivm_passes.analysis.alignment.propagation import CompilerDies
from hivm_passes.analysis.alignment.requests import SIZES
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.core import name_span
from hivm_passes.passes import Build, Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import PatternSet, RewritePattern
from hivm_passes.transforms.align_alloc_size.demands import SilentFailureError, SizeDemand, size_demands
from hivm_passes.transforms.align_alloc_size.padding import SizePadding, padding_of, replace_allocation
from hivm_passes.transforms.align_alloc_size.propagation import SizePropagation

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.analysis.alignment.propagation import Message
    from hivm_passes.analysis.alignment.requests import Request, Requests
    from hivm_passes.diagnostics import Severity
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter

_CODE = "hivm.align-alloc-size."
_SEVERITIES: dict[str, Severity] = {"error": "error", "warning": "warning", "remark": "information"}


@dataclass(frozen=True, slots=True, eq=False)
class AlignedAllocation:
    """An allocation that was asked for room: how it grows, and the requests with the paths by which they came."""

    op: Operation
    padding: SizePadding
    requests: Requests


@dataclass(frozen=True, slots=True, eq=False)
class SizeAlignment:
    """One function: what its operations ask for, and what became of the allocations.

    ``dropped`` are requests that went no further: (request, operation, reason).
    """

    function: Operation
    demands: tuple[SizeDemand, ...]
    allocations: tuple[AlignedAllocation, ...]
    dropped: tuple[tuple[Request, Operation, str], ...]


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
        runs = [_FunctionRun(f, context) for f in functions if not is_host_function(f)]
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


class _FunctionRun:
    """The three steps for one function."""

    def __init__(self, function: Operation, context: PassContext) -> None:
        self.function = function
        self.context = context
        self.mode: Mode = context_mode(function, context)
        self.demands: list[SizeDemand] = []
        self.allocations: list[AlignedAllocation] = []
        self.diagnostics: list[Diagnostic] = []
        self.is_failed = False
        self.propagation = SizePropagation(function, self.mode, SIZES, self._value_text)

    def run(self) -> None:
        """Mark, move up, pad."""
        try:
            self._mark()
            self._move_up()
            self._pad()
        except AlignmentError as error:
            self._fail(error_diagnostic(error, "align-alloc-size"))
        except SilentFailureError as failure:
            details = ("the compiler stops here without a message",)
            self._fail(
                Diagnostic("error", _CODE + failure.code, failure.message, name_span(failure.op), details=details)
            )
        except CompilerDies as death:
            details = ("the compiler would crash here",)
            self._fail(Diagnostic("error", f"{_CODE}input", death.text, name_span(death.op), details=details))

    def report(self) -> SizeAlignment:
        """What an editor wants to know."""
        return SizeAlignment(
            self.function, tuple(self.demands), tuple(self.allocations), tuple(self.propagation.known.dropped)
        )

    def _fail(self, diagnostic: Diagnostic) -> None:
        self.is_failed = True
        self.diagnostics.append(diagnostic)

    def _mark(self) -> None:
        for op in self.function.walk():
            for demand in size_demands(op, self.function, self.mode):
                self.demands.append(demand)
                attributes = {SIZES.dims: i32_array((demand.dim,)), SIZES.bytes: i32_array((demand.bytes,))}
                attach_mark(demand.value, dict(attributes), op)

    def _move_up(self) -> None:
        self.propagation.run_up()
        seen: set[tuple[str, object]] = set()
        for message in self.propagation.known.messages:
            if (message.text, message.span) not in seen:
                seen.add((message.text, message.span))
                self.diagnostics.append(_message_diagnostic(message))

    def _pad(self) -> None:
        pattern = RewritePattern("pad", self._pad_one, ("memref.alloc",))
        apply_patterns_greedily(self.function, PatternSet((pattern,)), build=self.context.build)

    def _pad_one(self, op: Operation, rewriter: Rewriter) -> bool:
        if SIZES.dims not in op.attributes or SIZES.bytes not in op.attributes:
            return False
        padding = padding_of(op, self.mode)
        if isinstance(padding, str):
            raise AlignmentError(op, padding, "request", crash=True)
        self.allocations.append(AlignedAllocation(op, padding, self.propagation.requests_of(op)))
        if padding.changes:
            replace_allocation(op, padding, rewriter, self.mode)
        else:
            op.set_attribute(SIZES.dims, None)
            op.set_attribute(SIZES.bytes, None)
            rewriter.modified(op)
        return True

    def _value_text(self, value: Value, pretty: bool) -> str:
        from hivm_passes.transforms.enable_stride_align.messages import value_text

        return value_text(value, self.context.build, pretty=pretty)


def _message_diagnostic(message: Message) -> Diagnostic:
    return Diagnostic(_SEVERITIES[message.severity], _CODE + message.kind, message.text, message.span)


PASSES = (AlignAllocSizePass,)
