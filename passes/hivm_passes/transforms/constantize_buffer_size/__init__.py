"""``hivm-constantize-buffer-size``: a dynamic allocation whose sizes are bounded becomes a byte buffer and a view.

Source: subject "buffer-size" of the specification, section 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.analysis.buffer_bytes import (
    MARK,
    byte_type,
    element_bits,
    is_host,
    is_signless,
    marked_bytes,
    names_size,
    signed64,
    unsupported_view,
    zero_and_view,
)
from hivm_passes.analysis.value_bounds import upper_bound
from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import name_span
from hivm_passes.ir.types import DYNAMIC, MemRefType
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.folds.hivm import is_deadly_mark
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter
from hivm_passes.transforms.constantize_buffer_size.guess import guess

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value

ROOTS: Final = ("memref.alloc", "memref.alloca")
UNSOUND: Final = "hivm.constantize-buffer-size.unsound-bound"
BLOCKED: Final = "hivm.constantize-buffer-size.mark-in-bits"
CRASH: Final = "hivm.constantize-buffer-size.crash"


@dataclass(frozen=True, slots=True)
class Bound:
    """The largest value of one dynamic size; ``doubtful`` when the compiler's reason is no proof."""

    value: int
    doubtful: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ConstantSize:
    """``alloc`` became ``buffer``, ``bytes`` long, and ``view``; ``bounds`` are those of its dynamic sizes."""

    alloc: Operation
    buffer: Operation
    view: Operation
    bytes: int
    bounds: tuple[Bound, ...]


class _FatalError(Exception):
    def __init__(self, op: Operation, why: str) -> None:
        super().__init__(why)
        self.op = op


@dataclass(frozen=True)
class ConstantizeBufferSizePass(Pass):
    """The pass. Its report is a ``ConstantSize`` for each allocation that it replaced."""

    name: ClassVar[str] = "hivm-constantize-buffer-size"
    class_name: ClassVar[str] = "ConstantizeBufferSize"
    summary: ClassVar[str] = "give dynamic buffers the constant size that bounds theirs"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if is_host(op):
            return PassResult(op, changed=False)
        run = _Run(context.build)
        changed = False
        try:
            deadly = next((o for o in op.walk() if is_deadly_mark(o, context.build)), None)
            if deadly is not None:
                raise _FatalError(deadly, "the mark is on a view of a stack buffer")
            if context.exact:
                pattern = RewritePattern("constantize", run.rewrite, ROOTS)
                changed = apply_patterns_greedily(op, (pattern,), build=context.build).changed
            else:
                rewriter = Rewriter()
                for alloc in [o for o in op.walk() if o.name in ROOTS]:
                    rewriter.matched = alloc
                    rewriter.set_insertion_point(alloc)
                    changed |= run.rewrite(alloc, rewriter)
        except _FatalError as death:
            return PassResult(op, changed, True, (*run.diagnostics, _died(death)), tuple(run.report))
        broken = tuple(d for r in run.report for d in unsupported_view(r.alloc, r.view))
        return PassResult(op, changed, bool(broken), (*run.diagnostics, *broken), tuple(run.report))


class _Run:
    """The pattern, and what it has to report."""

    def __init__(self, build: Build) -> None:
        self.build: Build = build
        self.report: list[ConstantSize] = []
        self.diagnostics: list[Diagnostic] = []
        self._blocked: set[Operation] = set()

    def rewrite(self, op: Operation, rewriter: Rewriter) -> bool:
        """Replace one allocation, if its sizes are bounded and its mark allows it."""
        old = op.results[0].type
        if not isinstance(old, MemRefType) or old.has_static_shape:
            return False
        sizes = op.operands[: old.shape.count(DYNAMIC)]
        bounds = [bound_of(v, self.build) for v in sizes]
        known = [b for b in bounds if b is not None]
        if len(known) < len(bounds):
            return False
        bits = self._bits(op, old, known)
        marks = [u for u in op.results[0].users if u.name == MARK and names_size(u)]
        if marks and not self._allowed(op, marks[0], bits):
            return False
        for mark in marks:
            rewriter.erase_op(mark)
        bytes = signed64(-(-(bits % (1 << 64)) // 8))
        buffer = rewriter.create(op.name, (), (byte_type(bytes, old),), segments=(0, 0))
        view = zero_and_view(rewriter, buffer.results[0], old, sizes)
        rewriter.replace_op(op, view)
        self.report.append(ConstantSize(op, buffer, view, bytes, tuple(known)))
        if any(b.doubtful for b in known):
            self.diagnostics.append(_unsound(op, bytes))
        return True

    def _bits(self, op: Operation, type: MemRefType, bounds: list[Bound]) -> int:
        """Bits of the whole buffer, cut to 64 bits as the compiler does."""
        width = element_bits(type, self.build)
        if width is None:
            raise _FatalError(op, "neither an integer nor a float")
        remaining = iter(bounds)
        bits = width
        for size in type.shape:
            bits *= next(remaining).value if size == DYNAMIC else size
        return signed64(bits)

    def _allowed(self, op: Operation, mark: Operation, bits: int) -> bool:
        """Whether the newest mark admits the size: the compiler compares its bytes with bits."""
        bytes = marked_bytes(mark)
        if bytes is None:
            raise _FatalError(mark, "the size is not an integer attribute")
        if self.build == "a5" and not is_signless(mark):
            raise _FatalError(mark, "the size has a signed or unsigned type")
        if bits <= bytes:
            return True
        if bits <= 8 * bytes and op not in self._blocked:
            self._blocked.add(op)
            self.diagnostics.append(_mark_in_bits(op, mark, bits, bytes))
        return False


def bound_of(size: Value, build: Build) -> Bound | None:
    """The compiler's upper bound of a dynamic size (an ``index`` value), or None."""
    linear = upper_bound(size, build)
    if linear is not None:
        return Bound(linear)
    found = guess(size)
    return None if found is None else Bound(found.bound, found.doubtful)


# --- messages -------------------------------------------------------------------------------------------------------


def _unsound(op: Operation, bytes: int) -> Diagnostic:
    return Diagnostic(
        "warning",
        UNSOUND,
        f"the compiler makes this buffer {bytes} bytes long, but its size may be larger: a maximum with an unknown "
        "operand counts as bounded by the other one",
        name_span(op),
        data={"own": True, "bytes": bytes},
    )


def _mark_in_bits(op: Operation, mark: Operation, bits: int, bytes: int) -> Diagnostic:
    return Diagnostic(
        "warning",
        BLOCKED,
        f"this buffer needs at most {-(-bits // 8)} bytes, but its mark of {bytes} bytes keeps the compiler from using "
        f"that: it compares the {bits} bits with the {bytes} of the mark",
        name_span(op),
        related=(RelatedNote(name_span(mark), "the mark"),),
        data={"own": True, "bytes": -(-bits // 8)},
    )


def _died(death: _FatalError) -> Diagnostic:
    return Diagnostic(
        "error",
        CRASH,
        f"cannot give the buffer a constant size: {death}",
        name_span(death.op),
        details=("the compiler would crash here",),
        op_name=death.op.name,
    )


PASSES = (ConstantizeBufferSizePass,)
