"""FlattenOps: structured operations on memrefs get as few dimensions as their layouts allow.

Every operand is collapsed in front of its operation, whose attributes then name the joined dimensions. What joins is
decided by ``hivm_passes.analysis.flatten``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.analysis.flatten import flatten, flatten_class
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass, field
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.transforms.flatten_ops.diagnose import broken_flattening, refused_flattening
from hivm_passes.transforms.flatten_ops.edit import flatten_function
from hivm_passes.transforms.flatten_ops.quirks import quirks
from hivm_passes.transforms.flatten_ops.report import OpFlattening
from hivm_passes.transforms.flatten_ops.rewrite import collapses, flattened_copy, is_host_function, is_left_padded_load

if TYPE_CHECKING:
    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation
    from hivm_passes.rewriting.rewriter import Rewriter


_VISITED_AGAIN = ("hivm.hir.vgather", "hivm.hir.vpad")
"""Operations of which a copy may flatten further: the axis of the one and bounds of the other do not move along."""


@dataclass(slots=True)
class _Run:
    """The greedy rewrite of one function."""

    build: Build
    done: list[OpFlattening] = field(default_factory=list["OpFlattening"])
    made: list[Operation] = field(default_factory=list["Operation"])
    flat: set[Operation] = field(default_factory=set["Operation"])
    """Copies in which nothing joins any more."""
    diagnostics: list[Diagnostic] = field(default_factory=list["Diagnostic"])
    failed: bool = False

    def pattern(self, op: Operation, rewriter: Rewriter) -> bool:
        """Flatten ``op``, if something joins."""
        build = self.build
        if op in self.flat:
            return False
        if is_left_padded_load(op, build):
            return False
        result = flatten(op, build)
        if result is None:
            return False
        if result.problem is not None:
            self._refuse(refused_flattening(op, result))
            return False
        if result.is_identity:
            return False
        self.diagnostics += quirks(op, result, build, self.diagnostics)
        made = collapses(op, result, build)
        for _, collapse in made:
            rewriter.insert(collapse)
            self.made.append(collapse)
        copy = rewriter.insert(flattened_copy(op, result, made, build))
        self.made.append(copy)
        if not result.permuting and op.name not in _VISITED_AGAIN:
            self.flat.add(copy)
        self.done.append(OpFlattening(op, result))
        rewriter.erase_op(op)
        return True

    def _refuse(self, found: Diagnostic) -> None:
        self.failed = True
        if found not in self.diagnostics:
            self.diagnostics.append(found)


@dataclass(frozen=True)
class FlattenOpsPass(Pass):
    """The pass. Its report is one ``OpFlattening`` per operation that it flattened."""

    name: ClassVar[str] = "hivm-flatten-ops"
    class_name: ClassVar[str] = "HIVMFlattenOps"
    summary: ClassVar[str] = "join the dimensions of structured operations where layouts allow it"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if is_host_function(op) or not any(region.blocks for region in op.regions):
            return PassResult(op, changed=False)
        if not context.exact:
            return flatten_function(op, context.build)
        return _flatten_exactly(op, context.build)


def _flatten_exactly(func: Operation, build: Build) -> PassResult:
    run = _Run(build)

    def roots(name: str) -> bool:
        return flatten_class(name, build) not in (None, "identity")

    outcome = apply_patterns_greedily(func, (RewritePattern("flatten", run.pattern, roots),), build=build)
    diagnostics = run.diagnostics
    if not run.failed:
        diagnostics = [*broken_flattening(func, run.made, build), *diagnostics]
    failed = run.failed or any(d.severity == "error" for d in diagnostics)
    return PassResult(func, outcome.changed, failed, tuple(diagnostics), tuple(run.done))


PASSES = (FlattenOpsPass,)
