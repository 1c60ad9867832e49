"""``fold-alloc-reshape``: an allocation that is only expanded is allocated in the expanded shape.

Storage alignment then pads the wider shape. The new allocation stands where the expansion stood and has none of the
old one's attributes. Source: subject "pipeline" of the specification, passes in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import name_span
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation

EXPAND: Final = "memref.expand_shape"
ALLOC: Final = "memref.alloc"
IN_LOOP: Final = "hivm.fold-alloc-reshape.into-loop"
_LOOPS: Final = frozenset({"scf.for", "scf.while", "scf.forall", "scf.parallel", "affine.for"})


@dataclass(frozen=True, slots=True, eq=False)
class FoldedReshape:
    """``alloc`` and ``expand`` became ``buffer``."""

    alloc: Operation
    expand: Operation
    buffer: Operation


@dataclass(frozen=True)
class FoldAllocReshapePass(Pass):
    """The pass. Its report is a ``FoldedReshape`` for each allocation that it replaced."""

    name: ClassVar[str] = "fold-alloc-reshape"
    class_name: ClassVar[str] = "FoldAllocReshapeOp"
    summary: ClassVar[str] = "allocate buffers in the shape that they are expanded to"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        report: list[FoldedReshape] = []

        def pattern(expand: Operation, rewriter: Rewriter) -> bool:
            folded = fold(expand, rewriter)
            if folded is not None:
                report.append(folded)
            return folded is not None

        if context.exact:
            patterns = (RewritePattern("fold-alloc-reshape", pattern, (EXPAND,)),)
            changed = apply_patterns_greedily(op, patterns, build=context.build).changed
        else:
            changed = False
            rewriter = Rewriter()
            for expand in [o for o in op.walk() if o.name == EXPAND]:
                rewriter.matched = expand
                rewriter.set_insertion_point(expand)
                if pattern(expand, rewriter):
                    changed = True
                    rewriter.erase_op(report[-1].alloc)
        warnings = tuple(_into_loop(f) for f in report if _crosses_loop(f))
        return PassResult(op, changed, False, warnings, tuple(report))


def fold(expand: Operation, rewriter: Rewriter) -> FoldedReshape | None:
    """Put an allocation of the expanded type in the place of ``expand``; its source is left without users."""
    alloc = expand.operands[0].defining_op
    if alloc is None or alloc.name != ALLOC or not alloc.results[0].has_one_use:
        return None
    sizes = expand.operands[1:]
    buffer = rewriter.create(ALLOC, sizes, (expand.results[0].type,), segments=(len(sizes), 0))
    rewriter.replace_op(expand, buffer)
    return FoldedReshape(alloc, expand, buffer)


def _crosses_loop(folded: FoldedReshape) -> bool:
    """Whether the buffer was outside of a loop and is inside now: then every round has a fresh one."""
    outside = folded.alloc.parent
    current = folded.buffer.parent_op
    found = False
    while current is not None and folded.buffer.parent is not outside:
        found |= current.name in _LOOPS
        if current.parent is outside:
            return found
        current = current.parent_op
    return False


def _into_loop(folded: FoldedReshape) -> Diagnostic:
    return Diagnostic(
        "warning",
        IN_LOOP,
        "the compiler moves this buffer into the loop in which it is expanded, so its contents do not last from one "
        "round to the next",
        name_span(folded.alloc),
        related=(RelatedNote(name_span(folded.expand), "expanded here"),),
        data={"own": True},
    )


PASSES = (FoldAllocReshapePass,)
