"""``hivm-mark-multi-buffer``: asks for copies of the buffers through which loops move data."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.analysis.multi_buffer import MARK, MULTI_BUFFER, PRELOAD_LOCAL
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.core import name_span
from hivm_passes.ir.types import I32
from hivm_passes.passes import Build, Pass, PassContext, PassResult, option
from hivm_passes.records import dataclass
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter
from hivm_passes.transforms.mark_multi_buffer.decisions import (
    SCOPE,
    Decision,
    decide_local,
    decide_workspace,
    preloaded,
)
from hivm_passes.transforms.mark_multi_buffer.options import FIXPIPE, LIMITS, STORE, Limits

if TYPE_CHECKING:
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation

CODE: Final = "hivm.mark-multi-buffer"


@dataclass(frozen=True, slots=True, eq=False)
class MarkedBuffer:
    """Report of one mark: ``buffer`` is the allocation, ``mark`` the new operation, ``demanded_by`` the operation that
    moves data through the buffer (or the scope that hands it on), ``loop`` the one in which the copies take turns."""

    buffer: Operation
    mark: Operation
    copies: int
    demanded_by: Operation
    loop: Operation | None


@dataclass(frozen=True)
class MarkMultiBufferPass(Pass):
    """The pass. Its report is a ``MarkedBuffer`` per new mark."""

    enable_auto: bool = option("enable-auto", False, "mark at all")
    only_local: bool = option("limit-auto-multi-buffer-only-for-local-buffer", False, "leave workspace alone")
    local_limit: str = option(
        "limit-auto-multi-buffer-of-local-buffer",
        "no-l0c",
        "which on-chip buffers to mark; only no-l0c has an effect: leave the accumulator alone",
        choices=LIMITS,
    )
    mix_limit: str = option(
        "limit-mix-auto-multi-buffer-buffer",
        "only-cube",
        "which half of a function for both cores to mark",
        choices=LIMITS,
    )
    workspace_copies_a3: int = option("set-workspace-multibuffer", 4, "copies of workspace buffers", builds=("a3",))
    workspace_copies_a5: int = option("set-workspace-multibuffer", 2, "copies of workspace buffers", builds=("a5",))
    disable_on_ub: bool = option(
        "disable-multi-buffer-on-ub", False, "leave buffers of loads and stores alone", builds=("a5",)
    )
    disable_on_l1: bool = option("disable-multi-buffer-on-l1", False, "leave buffers of nd2nz alone", builds=("a5",))
    disable_on_l0c: bool = option(
        "disable-multi-buffer-on-l0c", False, "leave buffers of fixpipe alone", builds=("a5",)
    )

    name: ClassVar[str] = "hivm-mark-multi-buffer"
    class_name: ClassVar[str] = "MarkMultiBuffer"
    summary: ClassVar[str] = "ask for copies of the buffers through which loops move data"

    def invalid(self, build: Build) -> str | None:
        copies = self.workspace_copies(build)
        if not 0 <= copies < 1 << 32:
            return f"for the --set-workspace-multibuffer option: '{copies}' value invalid for uint argument!"
        return None

    def workspace_copies(self, build: Build) -> int:
        """The number on marks of workspace."""
        return self.workspace_copies_a3 if build == "a3" else self.workspace_copies_a5

    def limits(self, build: Build) -> Limits:
        """The options as facts."""
        return Limits(
            self.local_limit,
            self.mix_limit,
            self.only_local,
            self.workspace_copies(build),
            not self.disable_on_ub,
            not self.disable_on_l1,
            not self.disable_on_l0c,
        )

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if not self.enable_auto or is_host(op):
            return PassResult(op, changed=False)
        marking = _Marking(op, self.limits(context.build), context.build)
        changed = marking.run_greedily() if context.exact else marking.run_plainly()
        if marking.fatal is not None:
            return PassResult(op, changed, True, (fatal_diagnostic(marking.fatal),))
        return PassResult(op, changed, report=tuple(marking.found))


def is_host(func: Operation) -> bool:
    """Whether the function runs on the host."""
    return getattr(func.attributes.get("hacc.function_kind"), "body", None) == "HOST"


class _Marking:
    """One run over one function."""

    def __init__(self, func: Operation, limits: Limits, build: Build) -> None:
        self.func = func
        self.limits = limits
        self.build: Build = build
        self.triggers = limits.triggers(func)
        self.workspace = limits.marks_workspace(func)
        self.found: list[MarkedBuffer] = []
        self.fatal: Decision | None = None

    def run_greedily(self) -> bool:
        """As the compiler does it: in the rewrite driver, with its clean-up."""
        patterns = [RewritePattern("mark-local", self._local, tuple(sorted(self.triggers)))]
        if self.workspace:
            patterns.append(RewritePattern("mark-workspace", self._workspace, (FIXPIPE, STORE)))
        apply_patterns_greedily(self.func, patterns, build=self.build)
        self._preload_all(Rewriter())
        return True

    def run_plainly(self) -> bool:
        """Only the marks."""
        rewriter = Rewriter()
        for op in list(self.func.walk()):
            if op.name in self.triggers:
                self._local(op, rewriter)
            if self.workspace and op.name in (FIXPIPE, STORE):
                self._workspace(op, rewriter)
        self._preload_all(rewriter)
        return bool(self.found)

    def _preload_all(self, rewriter: Rewriter) -> None:
        for op in list(self.func.walk()):
            if op.name == SCOPE:
                for decision in preloaded(op):
                    self._carry_out(decision, rewriter, {PRELOAD_LOCAL: IntegerAttr(1, I32)})

    def _local(self, op: Operation, rewriter: Rewriter) -> bool:
        return self._carry_out(decide_local(op, self.build), rewriter)

    def _workspace(self, op: Operation, rewriter: Rewriter) -> bool:
        return self._carry_out(decide_workspace(op, self.build, self.limits.workspace_copies), rewriter)

    def _carry_out(self, decision: Decision, rewriter: Rewriter, more: dict[str, Attribute] | None = None) -> bool:
        if decision.reason in ("illegal-mark", "while-yield", "no-definition", "no-preload"):
            self.fatal = self.fatal or decision
            return False
        buffer = decision.buffer
        if decision.reason != "marked" or buffer is None:
            return False
        rewriter.set_insertion_point_after(buffer)
        mark = rewriter.create(
            MARK, [buffer.results[0]], (), {MULTI_BUFFER: IntegerAttr(decision.copies, I32), **(more or {})}
        )
        mark.location = buffer.location
        self.found.append(MarkedBuffer(buffer, mark, decision.copies, decision.trigger, decision.loop))
        return True


def fatal_diagnostic(decision: Decision) -> Diagnostic:
    """Why the compiler dies at a buffer that is to be marked (A2 and A3)."""
    op = decision.obstacle or decision.trigger
    if decision.reason == "while-yield":
        message = "the compiler crashes on a buffer yielded by scf.while when it looks for the loop of the buffer"
        return Diagnostic("error", f"{CODE}.while-yield", message, name_span(op))
    if decision.reason == "no-preload":
        message = "a preload scope must hand an on-chip buffer that it returns to another scope"
        details = ("the compiler fails here without a message",)
        return Diagnostic("error", f"{CODE}.no-preload", message, name_span(op), details=details, data={"own": True})
    if decision.reason == "no-definition":
        message = "a preload scope returns a value that no operation defines"
        details = ("the compiler stops here without a message",)
        return Diagnostic("error", f"{CODE}.preload-argument", message, name_span(op), details=details)
    value = op.attributes.get(MULTI_BUFFER)
    message = "MultiBufferAttr should be >= 1!!" if isinstance(value, IntegerAttr) else "MultiBufferAttr illegal!!!"
    return Diagnostic(
        "error", f"{CODE}.illegal-mark", message, name_span(op), details=("the compiler would abort here",)
    )


PASSES = (MarkMultiBufferPass,)
