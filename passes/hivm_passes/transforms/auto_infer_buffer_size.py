"""``hivm-auto-infer-buffer-size``: one size mark sizes all dynamic allocations of its function.

The first mark tells how many elements there are at most; every other dynamic allocation gets a mark for as many of its
own elements. Source: subject "buffer-size" of the specification, section 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.analysis.buffer_bytes import (
    MARK,
    SIZE,
    element_bits,
    is_signless,
    marked_bytes,
    signed64,
)
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.core import Operation, name_span
from hivm_passes.ir.types import I64, MemRefType
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build

ENABLED: Final = "enable_auto_mark_buffer_size"
NO_MARK: Final = "hivm.auto-infer-buffer-size.no-mark"
NO_WIDTH: Final = "hivm.auto-infer-buffer-size.element-width"


@dataclass(frozen=True, slots=True, eq=False)
class InferredSize:
    """An allocation that got a size, in bytes, because of ``mark`` (None: for want of one, A5)."""

    alloc: Operation
    bytes: int
    mark: Operation | None


@dataclass(frozen=True)
class AutoInferBufferSizePass(Pass):
    """The pass. Its report is an ``InferredSize`` for each allocation that got a mark."""

    name: ClassVar[str] = "hivm-auto-infer-buffer-size"
    class_name: ClassVar[str] = "AutoInferBufferSize"
    summary: ClassVar[str] = "size all dynamic buffers of a function like the one that is marked"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if ENABLED not in op.attributes:
            return PassResult(op, changed=False)
        build = context.build
        given = next((o for o in op.walk() if o.name == MARK and marked_bytes(o) is not None), None)
        if given is None and build == "a3":
            return PassResult(op, changed=False)
        elements = -1
        if given is not None:
            bits = element_bits(given.operands[0].type, build)
            if bits is None or (build == "a5" and not is_signless(given)):
                return PassResult(op, False, True, (_dies(given),))
            size = marked_bytes(given)
            assert size is not None
            elements = _divide(signed64(size * 8), bits)
        return _mark_all(op, elements, given, build)


def _mark_all(func: Operation, elements: int, given: Operation | None, build: Build) -> PassResult:
    found: list[InferredSize] = []
    diagnostics: list[Diagnostic] = []
    for alloc in [o for o in func.walk() if o.name == "memref.alloc"]:
        type = alloc.results[0].type
        if not isinstance(type, MemRefType) or type.has_static_shape or _is_marked(alloc):
            continue
        bits = element_bits(type, build)
        if bits is None:
            return PassResult(func, bool(found), True, (*diagnostics, _dies(alloc)), tuple(found))
        bytes = _divide(signed64(elements * bits), 8)
        mark = Operation(MARK, (alloc.results[0],), (), {SIZE: IntegerAttr(bytes, I64)})
        mark.derived_from = alloc
        assert alloc.parent is not None
        alloc.parent.insert_after(alloc, mark)
        found.append(InferredSize(alloc, bytes, given))
        if given is None:
            diagnostics.append(_negative(alloc, bytes))
    return PassResult(func, bool(found), False, tuple(diagnostics), tuple(found))


def _is_marked(alloc: Operation) -> bool:
    return any(user.name == MARK and marked_bytes(user) is not None for user in alloc.results[0].users)


def _divide(value: int, by: int) -> int:
    """Division that rounds towards zero."""
    return abs(value) // by * (1 if value >= 0 else -1)


def _dies(op: Operation) -> Diagnostic:
    return Diagnostic(
        "error",
        NO_WIDTH,
        "cannot size buffers: neither an integer nor a float",
        name_span(op),
        details=("the compiler would abort here",),
        op_name=op.name,
    )


def _negative(alloc: Operation, bytes: int) -> Diagnostic:
    return Diagnostic(
        "warning",
        NO_MARK,
        f"no mark of the function gives a size, so the compiler marks this buffer with {bytes} bytes",
        name_span(alloc),
        details=(f"add annotation.mark {{{SIZE} = ...}} to one dynamic buffer, or drop {ENABLED}",),
        data={"own": True},
    )


PASSES = (AutoInferBufferSizePass,)
