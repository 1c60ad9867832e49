"""What a check is, and small questions about types that many checks ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hivm_passes.ir.types import (
    DYNAMIC,
    DialectType,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.dialects.registry import Build, OpInfo
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type

    Check = Callable[[Operation, "Subject"], "str | Failure | None"]
    """Looks at one operation: None, the compiler's sentence behind ``'name' op``, or a whole ``Failure``."""


class Failure(NamedTuple):
    """A sentence of the compiler. ``prefixed`` says whether ``'name' op`` stands before it."""

    message: str
    prefixed: bool = True


class Subject(NamedTuple):
    """What checks may ask besides the operation itself."""

    build: Build
    info: OpInfo | None
    is_950: bool
    """Whether the module's target is an Ascend 950."""


SHAPED: Final = (MemRefType, TensorType, VectorType, UnrankedMemRefType, UnrankedTensorType)


def plain(message: str) -> Failure:
    """A sentence without the operation's name before it."""
    return Failure(message, prefixed=False)


def element(type: Type) -> Type:
    """The element type of a shaped type, any other type itself."""
    return type.element if isinstance(type, SHAPED) else type


def shape(type: Type) -> tuple[int, ...] | None:
    """The shape of a ranked shaped type, else None."""
    return type.shape if isinstance(type, MemRefType | TensorType | VectorType) else None


def is_shaped(type: Type) -> bool:
    """Whether the type is a tensor, memref or vector."""
    return isinstance(type, SHAPED)


def fits(a: int, b: int) -> bool:
    """Whether two sizes may be equal: they are, or one is dynamic."""
    return a in (b, DYNAMIC) or b == DYNAMIC


def shapes_fit(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two shapes may be equal."""
    return len(a) == len(b) and all(fits(x, y) for x, y in zip(a, b, strict=True))


def group(subject: Subject, op: Operation, name: str) -> list[Value]:
    """The operands of one group of the operation."""
    return [] if subject.info is None else subject.info.operand_group(op, name)


def first(subject: Subject, op: Operation, name: str) -> Value | None:
    """The operand of a group with at most one."""
    found = group(subject, op, name)
    return found[0] if found else None


_FLOATS: Final = {"f16": "16-bit float", "f32": "32-bit float", "f64": "64-bit float", "bf16": "bfloat16 type"}


def type_words(short: str) -> str:
    """The compiler's words for a type in the notation of the op tables (``i8``, ``any16``, ``f8E4M3FN``)."""
    if short.startswith("any"):
        return f"{short[3:]}-bit integer"
    if short.startswith("si"):
        return f"{short[2:]}-bit signed integer"
    if short.startswith("ui"):
        return f"{short[2:]}-bit unsigned integer"
    if short[0] == "i" and short[1:].isdigit():
        return f"{short[1:]}-bit signless integer"
    return _FLOATS.get(short) or f"{short} type"


def is_type(type: Type, short: str) -> bool:
    """Whether a type is the one written ``short`` in the op tables."""
    if isinstance(type, IntegerType):
        if short.startswith("any"):
            return type.width == int(short[3:])
        prefix = {"signless": "i", "signed": "si", "unsigned": "ui"}[type.signedness]
        return short == f"{prefix}{type.width}"
    if isinstance(type, FloatType):
        return type.name == short
    return isinstance(type, IndexType) and short == "index"


def is_unknown(type: Type) -> bool:
    """Whether the parser could not find out the type."""
    return type is _UNKNOWN


_UNKNOWN: Final = DialectType("unknown")
