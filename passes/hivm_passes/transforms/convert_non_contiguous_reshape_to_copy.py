"""``convert-non-contiguous-reshape-to-copy``: a collapse that may meet gaps works on a fresh copy (A2 and A3).

An earlier step marks such collapses. In a vector kernel the source is copied into a buffer without gaps first; in any
other function the mark is just dropped. Source: subject "pipeline" of the specification, passes in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.analysis.buffer_bytes import SIZE, element_bits
from hivm_passes.analysis.tracing import Tracer
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from hivm_passes.ir.core import name_span
from hivm_passes.ir.types import DYNAMIC, I64, INDEX, MemRefType
from hivm_passes.passes import Build, Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.rewriting.constants import integer
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value

COLLAPSE: Final = "memref.collapse_shape"
MARK: Final = "annotation.mark"
DOUBTFUL: Final = "maybeUnCollapsibleReshape"
CRASH: Final = "hivm.convert-non-contiguous-reshape-to-copy.no-size"


@dataclass(frozen=True, slots=True, eq=False)
class CopiedSource:
    """``collapse`` now works on ``buffer``, filled by ``copy``."""

    collapse: Operation
    buffer: Operation
    copy: Operation


class _FatalError(Exception):
    def __init__(self, op: Operation, message: str) -> None:
        super().__init__(message)
        self.op = op


@dataclass(frozen=True)
class ConvertNonContiguousReshapeToCopyPass(Pass):
    """The pass. Its report is a ``CopiedSource`` for each copy."""

    name: ClassVar[str] = "convert-non-contiguous-reshape-to-copy"
    class_name: ClassVar[str] = "ConvertNonContiguousReshapeToCopy"
    summary: ClassVar[str] = "copy what a doubtful collapse_shape would collapse"
    builds: ClassVar[tuple[Build, ...]] = ("a3",)

    @classmethod
    def anchor(cls, build: Build) -> str:
        return "builtin.module"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        report: list[CopiedSource] = []

        def pattern(collapse: Operation, rewriter: Rewriter) -> bool:
            return rewrite(collapse, rewriter, report)

        changed = False
        try:
            if context.exact:
                patterns = (RewritePattern("copy-source", pattern, (COLLAPSE,)),)
                changed = apply_patterns_greedily(op, patterns, build=context.build).changed
            else:
                rewriter = Rewriter()
                for collapse in [o for o in op.walk() if o.name == COLLAPSE]:
                    rewriter.matched = collapse
                    while pattern(collapse, rewriter):
                        changed = True
        except _FatalError as error:
            said = Diagnostic(
                "error",
                CRASH,
                str(error),
                name_span(error.op),
                details=(f"the compiler would abort: LLVM ERROR: {error}",),
            )
            return PassResult(op, changed, True, (said,), tuple(report))
        if not report:
            return PassResult(op, changed)
        from hivm_passes.ir.verifier import verify

        broken = verify(op, context.build)
        return PassResult(op, changed, bool(broken), broken, tuple(report))


def rewrite(collapse: Operation, rewriter: Rewriter, report: list[CopiedSource]) -> bool:
    """Act on the newest mark of a collapse, if it has one."""
    mark = next((u for u in collapse.results[0].users if u.name == MARK and _is_doubtful(u)), None)
    if mark is None:
        return False
    if _is_vector_kernel(collapse):
        rewriter.set_insertion_point(collapse)
        buffer, copy = _copy(collapse, rewriter)
        rewriter.set_operand(collapse, 0, buffer.results[0])
        report.append(CopiedSource(collapse, buffer, copy))
    rewriter.erase_op(mark)
    return True


def _copy(collapse: Operation, rewriter: Rewriter) -> tuple[Operation, Operation]:
    source = collapse.operands[0]
    old = source.type
    assert isinstance(old, MemRefType)
    type = MemRefType(old.shape, old.element, None, old.space)
    sizes: list[Value] = []
    for dimension, size in enumerate(old.shape):
        if size == DYNAMIC:
            index = rewriter.create("arith.constant", (), (INDEX,), {"value": integer(dimension, INDEX)})
            sizes.append(rewriter.create("memref.dim", (source, index.results[0]), (INDEX,)).results[0])
    buffer = rewriter.create("memref.alloc", sizes, (type,), segments=(len(sizes), 0))
    if sizes:
        size = IntegerAttr(_static_bytes(collapse, source), I64)
        rewriter.create(MARK, (buffer.results[0],), (), {SIZE: size})
    group = ArrayAttr(tuple(IntegerAttr(d, I64) for d in range(old.rank)))
    copy = rewriter.create(
        "hivm.hir.copy", (source, buffer.results[0]), (), {"collapse_reassociation": ArrayAttr((group,))}
    )
    return buffer, copy


def _static_bytes(collapse: Operation, source: Value) -> int:
    """Bytes of the allocation that a dynamic source lies in. Raises ``_FatalError`` where the compiler gives up."""
    alloc = Tracer("a3").alloc(source)
    if alloc is None:
        raise _FatalError(collapse, "alloc is not found")
    type = alloc.results[0].type
    count = type.element_count if isinstance(type, MemRefType) else None
    if count is None:
        raise _FatalError(collapse, "shape has dynamic dimension")
    return count * (element_bits(type, "a3") or 0) // 8


def _is_doubtful(mark: Operation) -> bool:
    keys = mark.attributes.get("keys")
    return DOUBTFUL in mark.attributes or (isinstance(keys, ArrayAttr) and StringAttr(DOUBTFUL) in keys.elements)


def _is_vector_kernel(op: Operation) -> bool:
    func = next((o for o in op.ancestors() if o.name == "func.func"), None)
    core = None if func is None else func.attributes.get("hivm.func_core_type")
    return core is not None and getattr(core, "body", None) != "AIC"


PASSES = (ConvertNonContiguousReshapeToCopyPass,)
