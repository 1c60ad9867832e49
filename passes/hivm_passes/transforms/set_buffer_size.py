"""``hivm-set-buffer-size``: marked dynamic buffers become byte buffers of the marked size, with a view of the old type.

Source: subject "buffer-size" of the specification, section 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.analysis.buffer_bytes import (
    MARK,
    SIZE,
    byte_type,
    is_host,
    is_signless,
    marked_bytes,
    unsupported_view,
    view_at,
)
from hivm_passes.analysis.tracing import Tracer
from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.attributes import ArrayAttr, StringAttr
from hivm_passes.ir.core import name_span
from hivm_passes.ir.types import DYNAMIC, INDEX, MemRefType
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.rewriting.constants import integer
from hivm_passes.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

ALLOCATIONS: Final = ("memref.alloc", "memref.alloca", "memref_ext.alloc_workspace")
NO_ROOT: Final = "hivm.set-buffer-size.no-root"
CONFLICT: Final = "hivm.set-buffer-size.conflict"
TOO_SMALL: Final = "hivm.set-buffer-size.negative"
CRASH: Final = "hivm.set-buffer-size.crash"
UNSIZED: Final = "hivm.set-buffer-size.unsized"


@dataclass(frozen=True, slots=True, eq=False)
class SetSize:
    """``alloc`` became ``buffer``, ``bytes`` long as ``mark`` says, and ``view``."""

    alloc: Operation
    buffer: Operation
    view: Operation
    bytes: int
    mark: Operation


@dataclass(frozen=True)
class SetBufferSizePass(Pass):
    """The pass. Its report is a ``SetSize`` for each allocation that it replaced."""

    name: ClassVar[str] = "hivm-set-buffer-size"
    class_name: ClassVar[str] = "SetBufferSize"
    summary: ClassVar[str] = "give marked dynamic buffers the size that their mark says"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if is_host(op):
            return PassResult(op, changed=False)
        found = _Marks(context.build)
        for mark in [o for o in op.walk() if o.name == MARK]:
            if not found.read(mark):
                return PassResult(op, found.changed, True, tuple(found.diagnostics))
        for bytes, mark in found.sizes.values():
            if bytes < 0 and context.build == "a5":
                return PassResult(op, found.changed, True, (*found.diagnostics, *_negative(mark)))
        report = tuple(_replace(alloc, *size, context.build) for alloc, size in found.sizes.items())
        broken = tuple(d for r in report for d in unsupported_view(r.alloc, r.view))
        unsized = () if broken else unsized_buffers(op.walk())
        diagnostics = (*found.diagnostics, *broken, *(_unsized(o) for o in unsized))
        return PassResult(op, found.changed, bool(broken), diagnostics, report)


class _Marks:
    """Reads the marks of one function; ``sizes`` are the dynamic allocations with their bytes and first mark."""

    def __init__(self, build: Build) -> None:
        self.build: Build = build
        self.sizes: dict[Operation, tuple[int, Operation]] = {}
        self.diagnostics: list[Diagnostic] = []
        self.changed = False
        self._tracer = Tracer(build)

    def read(self, mark: Operation) -> bool:
        """Note what a mark says and take the size out of it; tells whether the compiler goes on."""
        bytes = marked_bytes(mark)
        if bytes is None:
            return True
        root = self._tracer.trace(mark.operands[0]).defining_op
        if root is None or root.name not in ALLOCATIONS or (self.build == "a5" and root.name == ALLOCATIONS[2]):
            self._say("warning", NO_ROOT, "Cannot find root memref alloc/alloca to set buffer size!", mark)
            return True
        type = root.results[0].type
        if isinstance(type, MemRefType) and not type.has_static_shape:
            if self.build == "a5" and not is_signless(mark):
                self.diagnostics.append(_signed(mark))
                return False
            known = self.sizes.setdefault(root, (bytes, mark))
            if known[0] != bytes:
                words = "Found conflicting buffer size annotation on the same alloc!"
                self._say("error", CONFLICT, words, mark, (RelatedNote(name_span(known[1]), "the other size"),))
                return False
        self.changed = True
        mark.set_attribute(SIZE, None)
        if _says_nothing(mark, self.build):
            mark.erase()
        return True

    def _say(
        self, severity: str, code: str, message: str, op: Operation, related: tuple[RelatedNote, ...] = ()
    ) -> None:
        self.diagnostics.append(Diagnostic(severity, code, message, name_span(op), related))  # pyright: ignore


def _says_nothing(mark: Operation, build: Build) -> bool:
    """Whether a mark has no attribute left; on A5 its effects do not count while they are the usual ones."""
    names = set(mark.attributes)
    effects = mark.attributes.get("effects")
    if build == "a5" and isinstance(effects, ArrayAttr) and effects.elements in ((), (StringAttr("write"),)):
        names.discard("effects")
    return not names


def _replace(alloc: Operation, bytes: int, mark: Operation, build: Build) -> SetSize:
    old = alloc.results[0].type
    assert isinstance(old, MemRefType)
    rewriter = Rewriter()
    rewriter.matched = alloc
    rewriter.set_insertion_point(alloc)
    workspace = alloc.name == ALLOCATIONS[2]
    if workspace:
        argument, *rest = alloc.operands
        sizes = rest[: old.shape.count(DYNAMIC)]
        operands, segments = (argument,), (1, 0, 0)
    else:
        sizes, operands, segments = alloc.operands[: old.shape.count(DYNAMIC)], (), (0, 0)
    kept = {k: v for k, v in alloc.attributes.items() if k == "alignment"}
    zero = rewriter.create("arith.constant", (), (INDEX,), {"value": integer(0, INDEX)}) if build == "a3" else None
    type = byte_type(bytes, old)
    buffer = rewriter.create(alloc.name, operands, (type,), kept, segments=segments)
    if zero is None:
        zero = rewriter.create("arith.constant", (), (INDEX,), {"value": integer(0, INDEX)})
    view = view_at(rewriter, buffer.results[0], zero, old, sizes)
    rewriter.replace_op(alloc, view)
    return SetSize(alloc, buffer, view, bytes, mark)


def unsized_buffers(ops: Iterable[Operation]) -> list[Operation]:
    """Local dynamic allocations: those that the planner would die of."""
    found: list[Operation] = []
    for op in ops:
        type = op.results[0].type if op.name == "memref.alloc" and op.results else None
        if isinstance(type, MemRefType) and not type.has_static_shape and type.address_space not in (None, "gm"):
            found.append(op)
    return found


# --- messages -------------------------------------------------------------------------------------------------------


def _unsized(op: Operation) -> Diagnostic:
    return Diagnostic(
        "warning",
        UNSIZED,
        "dynamic local buffer without size: memory planning needs a constant",
        name_span(op),
        details=(f"mark it with {SIZE}, or bound its sizes by a minimum with a constant",),
        data={"own": True},
    )


def _negative(mark: Operation) -> tuple[Diagnostic, Diagnostic]:
    return (
        Diagnostic("error", TOO_SMALL, "invalid memref size", name_span(mark), data={"located": False}),
        Diagnostic(
            "error",
            TOO_SMALL,
            "the size of a buffer must not be negative",
            name_span(mark),
            details=("the compiler would abort here",),
        ),
    )


def _signed(mark: Operation) -> Diagnostic:
    return Diagnostic(
        "error",
        CRASH,
        "cannot read the size of the buffer: its type is signed or unsigned",
        name_span(mark),
        details=("the compiler would abort here",),
        op_name=mark.name,
    )


PASSES = (SetBufferSizePass,)
