"""The three steps of the pass for one function: mark, move up, pad.

Source: AlignAllocSize. In the exact form they run in the rewrite driver as the compiler's do. Otherwise requests move
on a copy, where the driver may clean up as it likes, and what comes of them is done to the function itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.alignment.demands import AlignmentError
from hivm_passes.analysis.alignment.functions import context_mode, error_diagnostic
from hivm_passes.analysis.alignment.marking import attach_mark, i32_array
from hivm_passes.analysis.alignment.propagation import CompilerDies
from hivm_passes.analysis.alignment.requests import MARK, SIZES, drop_requests, numbers, pairs
from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import name_span
from hivm_passes.records import dataclass
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import PatternSet, RewritePattern
from hivm_passes.transforms.align_alloc_size.demands import SilentFailureError, SizeDemand, size_demands
from hivm_passes.transforms.align_alloc_size.padding import SizePadding, padding_of, replace_allocation
from hivm_passes.transforms.align_alloc_size.propagation import SizePropagation

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.analysis.alignment.requests import Request, Requests
    from hivm_passes.diagnostics import Severity
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.passes import PassContext
    from hivm_passes.rewriting.rewriter import Rewriter

_CODE: Final = "hivm.align-alloc-size."
_SEVERITIES: Final[dict[str, Severity]] = {"error": "error", "warning": "warning", "remark": "information"}
_ALLOCATIONS: Final = frozenset({"memref.alloc", "memref.alloca"})


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


class FunctionRun:
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
            if self.context.exact:
                self._mark(self.function)
                self._move_up()
                self._pad()
            elif self._asks():
                self._edit()
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

    # --- as the compiler does it --------------------------------------------------------------------------------

    def _mark(self, function: Operation) -> None:
        for op in function.walk():
            for demand in size_demands(op, function, self.mode):
                self.demands.append(demand)
                attributes = {SIZES.dims: i32_array((demand.dim,)), SIZES.bytes: i32_array((demand.bytes,))}
                attach_mark(demand.value, dict(attributes), op)

    def _move_up(self) -> None:
        try:
            self.propagation.run_up()
        finally:
            seen: set[tuple[str, object]] = set()
            for message in self.propagation.known.messages:
                if (message.text, message.span) not in seen:
                    seen.add((message.text, message.span))
                    code = _CODE + message.kind
                    self.diagnostics.append(Diagnostic(_SEVERITIES[message.severity], code, message.text, message.span))
        self.diagnostics += [
            _lost(request, op) for request, op, why in self.propagation.known.dropped if why == "pointless"
        ]

    def _pad(self) -> None:
        pattern = RewritePattern("pad", self._pad_one, ("memref.alloc",))
        apply_patterns_greedily(self.function, PatternSet((pattern,)), build=self.context.build)

    def _pad_one(self, op: Operation, rewriter: Rewriter) -> bool:
        dims, sizes = numbers(op, SIZES.dims), numbers(op, SIZES.bytes)
        if dims is None or sizes is None:
            return False
        padding = self._padding(op, tuple(zip(dims, sizes, strict=False)), self.propagation.requests_of(op))
        if padding.changes:
            replace_allocation(op, padding, rewriter, self.mode)
        else:
            op.set_attribute(SIZES.dims, None)
            op.set_attribute(SIZES.bytes, None)
            rewriter.modified(op)
        return True

    def _padding(self, op: Operation, asked: tuple[tuple[int, int], ...], requests: Requests) -> SizePadding:
        padding = padding_of(op, asked, self.mode)
        if isinstance(padding, str):
            raise AlignmentError(op, padding, "request", crash=True)
        self.allocations.append(AlignedAllocation(op, padding, requests))
        return padding

    def _value_text(self, value: Value, pretty: bool) -> str:
        from hivm_passes.transforms.enable_stride_align.messages import value_text

        return value_text(value, self.context.build, pretty=pretty)

    # --- as a change of the text --------------------------------------------------------------------------------

    def _asks(self) -> bool:
        """Whether anything in the function asks for room."""
        return any(
            SIZES.dims in op.attributes or size_demands(op, self.function, self.mode) for op in self.function.walk()
        )

    def _edit(self) -> None:
        from hivm_passes.transforms.enable_stride_align.edit import RecordingRewriter, clear_the_way, tidy

        values: dict[Value, Value] = {}
        probe = self.function.clone(values)
        copies = {op.origin: op for op in probe.walk() if op.origin is not None}
        self.propagation = SizePropagation(probe, self.mode, SIZES, self._value_text)
        self._mark(probe)
        self._move_up()
        rewriter = RecordingRewriter()
        self._edit_marks(probe, copies, {copy: value for value, copy in values.items()}, rewriter)
        for op in reversed([op for op in self.function.walk() if op.name in _ALLOCATIONS]):
            copy = copies.get(op)
            if copy is None or copy.parent is None or SIZES.dims not in copy.attributes:
                continue
            if op.name == "memref.alloca":
                for name in (SIZES.dims, SIZES.bytes):
                    op.set_attribute(name, copy.attributes.get(name))
                continue
            requests = self.propagation.requests_of(copy)
            padding = self._padding(op, pairs(requests), requests)
            for name in (SIZES.dims, SIZES.bytes):
                op.set_attribute(name, None)
            if padding.changes:
                clear_the_way(op, rewriter, self.context.build)
                rewriter.matched = op
                replace_allocation(op, padding, rewriter, self.mode)
        tidy(rewriter, self.context.build)

    def _edit_marks(
        self, probe: Operation, copies: dict[Operation, Operation], back: dict[Value, Value], rewriter: Rewriter
    ) -> None:
        """Take the requests off the marks that handed them on, and make those that are left of new ones."""
        for mark in [op for op in self.function.walk() if op.name == MARK and SIZES.dims in op.attributes]:
            copy = copies.get(mark)
            if copy is None or copy.parent is None or SIZES.dims not in copy.attributes:
                drop_requests(rewriter, mark, SIZES)
        new = [op for op in probe.walk() if op.name == MARK and op.origin is None]
        for mark in reversed(new):
            value, asked_by = back.get(mark.operands[0]), mark.derived_from
            if value is not None and asked_by is not None:
                attributes = {k: v for k, v in mark.attributes.items() if k != "effects"}
                attach_mark(value, attributes, asked_by.origin or asked_by)


def _lost(request: Request, op: Operation) -> Diagnostic:
    """A request that a view swallows, by a rule that is about strides: the buffer stays too small."""
    root = request.root
    return Diagnostic(
        "warning",
        f"{_CODE}lost-request",
        f"the request for dim {request.dim} to be a multiple of {request.size} bytes ends at this view",
        name_span(op),
        related=(RelatedNote(name_span(root.op), "asked for here"),),
        details=("the compiler drops it because the rows behind are aligned; the allocation does not grow",),
        data={"own": True, "quirk": "Q4"},
    )
