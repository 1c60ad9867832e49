"""Runs the rewrites of a decomposition pass over a function: by the greedy driver, or on the text's own operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.core import Operation, name_span
from hivm_passes.ir.memref import byte_size
from hivm_passes.ir.types import MemRefType
from hivm_passes.ir.verifier.walk import Verifier
from hivm_passes.passes import PassContext, PassResult
from hivm_passes.records import dataclass, replace
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.hivm_ops import TemporaryError
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter
from hivm_passes.transforms.decompose_op.rewrite import DecomposeError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hivm_passes.dialects.registry import Build

Row = Callable[[Operation, Rewriter, "Build"], bool]
LeftOut = Callable[[Operation, "Build"], "str | None"]

UNSUPPORTED: Final = "hivm.decompose.unsupported"
INVALID: Final = "hivm.decompose.invalid"
CRASH: Final = "hivm.decompose.crash"
LEFT_OUT: Final = "hivm.decompose.left-out"


@dataclass(frozen=True, slots=True, eq=False)
class Decomposed:
    """One rewrite: ``op`` the operation of the text that is gone or changed, ``rule`` the name of the rewrite.

    ``buffers`` are the new allocations, ``bytes`` what those of known size take.
    """

    op: Operation
    rule: str
    buffers: tuple[Operation, ...]
    bytes: int


@dataclass(frozen=True, slots=True, eq=False)
class Unmodelled:
    """An operation that the compiler rewrites here and this pass does not: totals behind it are an estimate."""

    op: Operation
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rewrites of a pass by the operation they start from, with names, and a test for those left out."""

    rows: Mapping[str, tuple[str, Row]]
    left_out: LeftOut


class _Recorder:
    """Wraps rows as patterns and notes what they did."""

    def __init__(self, build: Build) -> None:
        self.build: Build = build
        self.report: list[Decomposed] = []

    def pattern(self, root: str, rule: str, row: Row) -> RewritePattern:
        def rewrite(op: Operation, rewriter: Rewriter) -> bool:
            return self.rewrite(op, rewriter, rule, row)

        return RewritePattern(rule, rewrite, (root,))

    def rewrite(self, op: Operation, rewriter: Rewriter, rule: str, row: Row) -> bool:
        before = op.previous
        parent = op.parent
        following = op.next
        try:
            done = row(op, rewriter, self.build)
        except TemporaryError as error:
            raise _Stopped(op, DecomposeError(str(error), crash=True)) from error
        except DecomposeError as error:
            raise _Stopped(op, error) from error
        if done and parent is not None:
            buffers: list[Operation] = []
            current = parent.first if before is None else before.next
            while current is not None and current is not following:
                if current.name == "memref.alloc":
                    buffers.append(current)
                current = current.next
            types = [b.result.type for b in buffers]
            size = sum(byte_size(t) or 0 for t in types if isinstance(t, MemRefType))
            self.report.append(Decomposed(op, rule, tuple(buffers), size))
        return done


class _Stopped(Exception):  # noqa: N818
    def __init__(self, op: Operation, error: DecomposeError) -> None:
        super().__init__(error.message)
        self.op = op
        self.error = error


def decompose(func: Operation, rules: Rules, context: PassContext) -> PassResult:
    """Apply the rules to a function in place."""
    if getattr(func.attributes.get("hacc.function_kind"), "body", None) == "HOST":
        return PassResult(func, changed=False)
    build = context.build
    recorder = _Recorder(build)
    unmodelled = [Unmodelled(op, reason) for op in func.walk() if (reason := rules.left_out(op, build))]
    diagnostics = [
        Diagnostic("information", LEFT_OUT, u.reason, name_span(u.op), data={"own": True}) for u in unmodelled
    ]
    try:
        if context.exact:
            patterns = [recorder.pattern(root, rule, row) for root, (rule, row) in rules.rows.items()]
            changed = apply_patterns_greedily(func, patterns, build=build).changed
        else:
            changed = _apply_to_text(func, rules, recorder)
    except _Stopped as stop:
        return PassResult(func, True, True, (_stopped(stop.op, stop.error),), (*recorder.report, *unmodelled))
    broken = _invalid(func, build) if recorder.report else []
    return PassResult(func, changed, bool(broken), (*broken, *diagnostics), (*recorder.report, *unmodelled))


def _invalid(func: Operation, build: Build) -> list[Diagnostic]:
    """What the verifier says about new operations: some rewrites make operations that the build does not have."""
    verifier = Verifier([*func.ancestors()][-1], build, frozenset())
    new = (op for op in func.walk() if op.derived_from is not None and op.name.startswith("hivm."))
    found = [(op, d) for op in new if (d := verifier.check(op)) is not None]
    return [replace(d, code=INVALID, span=name_span(op)) for op, d in found]


class _Listening(Rewriter):
    """Remembers new operations, which are to be looked at too."""

    def __init__(self) -> None:
        super().__init__()
        self.pending: list[Operation] = []

    def on_inserted(self, op: Operation) -> None:
        self.pending.append(op)


def _apply_to_text(func: Operation, rules: Rules, recorder: _Recorder) -> bool:
    """Rewrite what the rules are about and leave all else as it is."""
    rewriter = _Listening()
    rewriter.pending = [op for op in func.walk() if op.name in rules.rows]
    changed = False
    while rewriter.pending:
        op = rewriter.pending.pop()
        found = rules.rows.get(op.name)
        if found is None or op.parent is None:
            continue
        rewriter.set_insertion_point(op)
        rewriter.matched = op
        changed |= recorder.rewrite(op, rewriter, *found)
    return changed


def _stopped(op: Operation, error: DecomposeError) -> Diagnostic:
    name = op.name if error.named or error.crash else None
    if error.crash:
        text = f"cannot be decomposed: {error.message}"
        return Diagnostic("error", CRASH, text, name_span(op), details=("the compiler would crash here",), op_name=name)
    return Diagnostic("error", UNSUPPORTED, error.message, name_span(op), op_name=name)
