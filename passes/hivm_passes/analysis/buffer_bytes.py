"""Buffers given by their bytes: size marks, and a dynamic allocation as a byte buffer with a view of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from hivm_passes.ir.core import name_span
from hivm_passes.ir.memref import has_identity_layout
from hivm_passes.ir.types import (
    I8,
    INDEX,
    FloatType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from hivm_passes.rewriting.constants import integer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.rewriter import Rewriter

MARK: Final = "annotation.mark"
SIZE: Final = "buffer_size_in_byte"
"""Attribute of a mark: the bytes of the buffer that is marked."""

HOST_KIND: Final = "hacc.function_kind"
_INT64: Final = 1 << 64


def is_host(func: Operation) -> bool:
    """Whether a function runs on the host."""
    return getattr(func.attributes.get(HOST_KIND), "body", None) == "HOST"


def marked_bytes(mark: Operation) -> int | None:
    """The static size in a mark, read as a signed 64-bit number; None when it has none."""
    attribute = mark.attributes.get(SIZE)
    if not isinstance(attribute, IntegerAttr):
        return None
    width = attribute.type.width if isinstance(attribute.type, IntegerType) else 64
    value = attribute.value & ((1 << width) - 1)
    return value - (1 << width) if width and value >> (width - 1) else value


def is_signless(mark: Operation) -> bool:
    """Whether the size of a mark has a signless integer type or ``index``; the A5 build dies of any other."""
    attribute = mark.attributes.get(SIZE)
    type = getattr(attribute, "type", None)
    return not isinstance(type, IntegerType) or type.signedness == "signless"


def names_size(mark: Operation) -> bool:
    """Whether a mark says anything about the size, statically or by a value."""
    if SIZE in mark.attributes:
        return True
    keys = mark.attributes.get("keys")
    return isinstance(keys, ArrayAttr) and any(isinstance(k, StringAttr) and k.value == SIZE for k in keys.elements)


def element_bits(type: Type, build: Build) -> int | None:
    """Bits of an element (or of the type itself) as these passes count them.

    A2 and A3 take 128 for everything that is neither integer nor float; A5 dies then: None.
    """
    shaped = isinstance(type, MemRefType | TensorType | VectorType | UnrankedMemRefType | UnrankedTensorType)
    element = type.element if shaped else type
    if isinstance(element, IntegerType | FloatType):
        return element.width
    return 128 if build == "a3" else None


def signed64(value: int) -> int:
    """A number cut to 64 bits and read as signed."""
    value %= _INT64
    return value - _INT64 if value >> 63 else value


def byte_type(bytes: int, old: MemRefType) -> MemRefType:
    """``memref<BYTESxi8>`` in the space of ``old``."""
    return MemRefType((bytes,), I8, None, old.space)


def zero_and_view(rewriter: Rewriter, buffer: Value, old: MemRefType, sizes: Sequence[Value]) -> Operation:
    """A constant 0, then ``memref.view`` of the byte buffer with the old type, at the insertion point."""
    zero = rewriter.create("arith.constant", (), (INDEX,), {"value": integer(0, INDEX)})
    return view_at(rewriter, buffer, zero, old, sizes)


def view_at(rewriter: Rewriter, buffer: Value, zero: Operation, old: MemRefType, sizes: Sequence[Value]) -> Operation:
    """``memref.view`` of the byte buffer with the old type, at the insertion point."""
    return rewriter.create("memref.view", (buffer, zero.results[0], *sizes), (old,))


def unsupported_view(alloc: Operation, view: Operation) -> tuple[Diagnostic, ...]:
    """What the compiler's verifier says to a ``view`` in the place of ``alloc`` whose type has a layout."""
    type = view.results[0].type
    if view.parent is None or not isinstance(type, MemRefType) or has_identity_layout(type):
        return ()
    message = f"unsupported map for result memref type '{type}'"
    return (Diagnostic("error", "hivm.verify.operation", message, name_span(alloc)),)
