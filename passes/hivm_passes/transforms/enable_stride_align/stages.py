"""The stages of the pass, function by function.

Normalise the marks, move requests up, round by round down, among and up again; remove the marks; pad the allocations
and retype their users; make the copies for those that could not follow (A5); mark the function (A3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.modes import Mode, mode_of
from hivm_passes.analysis.alignment.propagation import ALLOCATIONS, CompilerDies, EndlessError, Propagation
from hivm_passes.analysis.alignment.requests import MARK, STRIDES, numbers
from hivm_passes.dialects.effects import effects
from hivm_passes.ir.attributes import UNIT
from hivm_passes.records import dataclass, field
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import PatternSet, RewritePattern
from hivm_passes.rewriting.retype import RetypeLog
from hivm_passes.rewriting.rewriter import Rewriter
from hivm_passes.transforms.enable_stride_align import messages
from hivm_passes.transforms.enable_stride_align.allocate import BUFFER_SIZE, replace_allocation
from hivm_passes.transforms.enable_stride_align.coupled import couple
from hivm_passes.transforms.enable_stride_align.deferred import make_deferred_copies
from hivm_passes.transforms.enable_stride_align.edit import (
    STORAGE_ALIGNED,
    has_requests,
    pad_in_place,
    requests_by_allocation,
)
from hivm_passes.transforms.enable_stride_align.padding import padding_of
from hivm_passes.transforms.enable_stride_align.quirks import quirks
from hivm_passes.transforms.enable_stride_align.report import (
    AllocationAlignment,
    CopyMade,
    FunctionAlignment,
    under_aligned,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.dialects.effects import Effects
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.passes import Build, PassContext


@dataclass(slots=True, eq=False)
class FunctionRun:
    """One run of the pass on ``root``, a function (A3) or a module (A5), and what it has to say."""

    root: Operation
    mode: Mode
    context: PassContext
    failed: bool = False
    diagnostics: list[Diagnostic] = field(default_factory=list["Diagnostic"])
    report: list[FunctionAlignment] = field(default_factory=list["FunctionAlignment"])
    seen_fixpipe: bool = False
    changed: bool = False
    chosen: Callable[[Operation], bool] | None = None
    """Which allocations to pad, if not all (only without the compiler's clean-up)."""


def align_functions(run: FunctionRun, functions: Sequence[Operation]) -> None:
    """Every stage for every function; A5 goes on after one that failed."""
    try:
        for func in functions:
            if not run.mode.is_a3:
                _refuse_sizes_of_alloca(func)
            _align(run, func, functions)
    except CompilerDies as death:
        run.failed = True
        run.diagnostics.append(messages.fatal(death.op, death.reason, death.text))
    if run.changed and not run.failed:
        _verify(run)


def _align(run: FunctionRun, func: Operation, functions: Sequence[Operation]) -> None:
    mode = mode_of(func, run.context.build, run.context.target)
    exact = run.context.exact
    if not exact and not has_requests(func):
        if mode.is_a3 and run.chosen is None:
            func.set_attribute(STORAGE_ALIGNED, UNIT)
        run.report.append(FunctionAlignment(func, 0))
        return
    # Without the compiler's clean-up, requests move on a copy.
    probe = func if exact else func.clone()
    others = [probe if f is func else f for f in functions]
    propagation = Propagation(probe, mode, STRIDES, _texts(run.context.build))
    problem = _propagate(run, probe, others, propagation)
    if problem is not None:
        run.failed = True
        run.diagnostics.append(problem)
        return
    log = RetypeLog()
    if exact:
        allocations = _pad_exactly(run, func, propagation, log)
    else:
        requests = requests_by_allocation(probe, propagation)
        allocations = pad_in_place(func, run.root, requests, mode, run.chosen, log)
    for user in log.deadly:
        raise CompilerDies(user, "an assertion", "the compiler cannot retype this user")
    run.changed |= any(a.padding is not None for a in allocations)
    run.diagnostics += quirks(func, allocations, propagation, log, mode)
    copies = tuple(CopyMade(user, copy) for user, copy in log.copies)
    dropped = tuple(propagation.known.dropped)
    run.report.append(FunctionAlignment(func, propagation.rounds, tuple(allocations), copies, dropped))


def _refuse_sizes_of_alloca(func: Operation) -> None:
    """A5: the driver dies of a declared size of a view of an alloca."""
    facts = effects("a5")
    for op in func.walk():
        if op.name == "memref.alloca":
            for user in _users_of_views(op.results[0], facts):
                direct = user.operands[0] is op.results[0]
                if user.name == MARK and BUFFER_SIZE in user.attributes and not direct:
                    raise CompilerDies(user, "segmentation fault", f"{BUFFER_SIZE} of an alloca")


def _has_declared_size(op: Operation) -> bool:
    return any(u.name == MARK and BUFFER_SIZE in u.attributes for u in op.results[0].users)


def _users_of_views(value: Value, facts: Effects) -> Iterator[Operation]:
    for user in value.users:
        yield user
        for result in user.results:
            if facts.view_source(result) is value:
                yield from _users_of_views(result, facts)


def _texts(build: Build) -> Callable[[Value, bool], str]:
    def text(value: Value, pretty: bool) -> str:
        return messages.value_text(value, build, pretty=pretty)

    return text


def _pad_exactly(
    run: FunctionRun, func: Operation, propagation: Propagation, log: RetypeLog
) -> list[AllocationAlignment]:
    """Remove the marks, pad, retype and copy as the compiler does, clean-up of the driver included."""
    propagation.run_remove()
    allocations: list[AllocationAlignment] = []
    _pad(run, func if run.mode.is_a3 else run.root, propagation, allocations, log)
    if run.mode.is_a3:
        func.set_attribute(STORAGE_ALIGNED, UNIT)
    else:
        served, log.failed = make_deferred_copies(func, run.root, Rewriter())
        log.copies += served
    return allocations


def _propagate(
    run: FunctionRun, func: Operation, functions: Sequence[Operation], propagation: Propagation
) -> Diagnostic | None:
    """Stages up to the fixed point; what ends the pass here, if anything does."""
    try:
        return _run_rounds(run, func, functions, propagation)
    except EndlessError:
        raise CompilerDies(func, "it hangs", "moving alignment requests does not come to an end") from None
    finally:
        for message in propagation.known.messages:
            found = messages.of_message(message)
            if found not in run.diagnostics:
                run.diagnostics.append(found)


def _run_rounds(
    run: FunctionRun, func: Operation, functions: Sequence[Operation], propagation: Propagation
) -> Diagnostic | None:
    propagation.run_normalise()
    if not propagation.run_up().converged:
        return messages.silent(func, None)
    if run.mode.ascend950:
        run.seen_fixpipe = run.seen_fixpipe or any(op.name == "hivm.hir.fixpipe" for op in func.walk())
        if run.seen_fixpipe:
            couple(functions, propagation, Rewriter())
    end = propagation.run_rounds()
    if end == "limit":
        return messages.not_converged(func, propagation.known.moving)
    return messages.silent(func, propagation.known.unsettled) if end == "silent" else None


def _pad(
    run: FunctionRun,
    scope: Operation,
    propagation: Propagation,
    allocations: list[AllocationAlignment],
    log: RetypeLog,
) -> None:
    """Pad every allocation with requests below ``scope``."""

    def pattern(op: Operation, rewriter: Rewriter) -> bool:
        if STRIDES.dims not in op.attributes and STRIDES.bytes not in op.attributes:
            return False
        dims, sizes = numbers(op, STRIDES.dims), numbers(op, STRIDES.bytes)
        if dims is None or sizes is None or len(dims) != len(sizes):
            raise CompilerDies(op, "segmentation fault", "an allocation has one of the two stride attributes alone")
        asked = tuple(zip(dims, sizes, strict=True))
        padding = padding_of(op, asked, run.mode)
        if isinstance(padding, str):
            raise CompilerDies(op, padding, "the requested alignment is not possible")
        changes = padding.changes
        under = () if not changes or run.mode.reg_based else under_aligned(padding, asked)
        requests = propagation.requests_of(op)
        allocations.append(AllocationAlignment(op, padding.type, requests, padding if changes else None, under))
        if changes:
            if not run.mode.is_a3 and op.name == "memref.alloca" and _has_declared_size(op):
                raise CompilerDies(op, "segmentation fault", f"{BUFFER_SIZE} of a padded alloca")
            replace_allocation(op, padding, rewriter, run.mode.build, log)
        else:
            op.set_attribute(STRIDES.dims, None)
            op.set_attribute(STRIDES.bytes, None)
            rewriter.modified(op)
        return True

    apply_patterns_greedily(scope, PatternSet((RewritePattern("pad", pattern, ALLOCATIONS),)), build=run.mode.build)


def _verify(run: FunctionRun) -> None:
    """What the verifier says about the result."""
    from hivm_passes.dialects.registry import registry
    from hivm_passes.ir.verifier import verify
    from hivm_passes.ir.verifier.symbols import check_symbols_below

    found = [d for d in verify(run.root, run.context.build) if d.severity == "error"]
    table = run.root.parent_op
    if table is not None and not found:
        found = check_symbols_below(run.root, table, registry(run.context.build))
    if found:
        run.failed = True
        run.diagnostics += found
