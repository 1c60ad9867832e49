"""Constraints of the operation definitions: operand and result types, attributes, counts; read from the op tables."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import DenseArrayAttr
from hivm_passes.ir.types import (
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from hivm_passes.ir.verifier.base import SHAPED, Failure, is_type, is_unknown, type_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.types import Type
    from hivm_passes.ir.verifier.base import Subject

    Accepts = Callable[[Type], bool]

_FAMILIES: Final[dict[str, tuple[str, tuple[type, ...]]]] = {
    "shaped": ("shaped", SHAPED),
    "memref": ("memref", (MemRefType,)),
    "tensor": ("ranked tensor", (TensorType,)),
    "vector": ("vector", (VectorType,)),
}


@cache
def constraint(short: str) -> tuple[str, Accepts] | None:
    """The compiler's words for a type constraint of the tables, and the test; None when anything goes."""
    if short == "any":
        return None
    if short == "tensor|memref":
        return "Tensor or Memref", lambda t: isinstance(t, TensorType | MemRefType)
    if short == "int|float|tensor|memref":
        return (
            "integer or floating-point or Tensor or Memref",
            lambda t: isinstance(t, IntegerType | FloatType | TensorType | MemRefType),
        )
    if short == "int|float":
        return "integer or floating-point", lambda t: isinstance(t, IntegerType | FloatType)
    if short == "index":
        return "index", lambda t: isinstance(t, IndexType)
    if short == "float":
        return "floating-point", lambda t: isinstance(t, FloatType)
    if short == "llvm.ptr":
        return "LLVM pointer type", lambda t: getattr(t, "name", None) == "llvm.ptr"
    if short == "memref<rank 1, i64>":
        return (
            "1D memref of 64-bit signless integer values",
            lambda t: isinstance(t, MemRefType) and t.rank == 1 and is_type(t.element, "i64"),
        )
    head, bracket, rest = short.partition("<")
    if head in _FAMILIES:
        return _family(head, rest.rstrip(">") if bracket else "")
    parts = short.split("|")
    if all(_is_plain(part) for part in parts):
        return " or ".join(map(type_words, parts)), lambda t: any(is_type(t, part) for part in parts)
    return None


def _is_plain(part: str) -> bool:
    return part.lstrip("sui").isdigit() or part in ("f16", "bf16", "f32", "f64") or part.startswith("f8")


def _family(head: str, elements: str) -> tuple[str, Accepts] | None:
    words, classes = _FAMILIES[head]
    if not elements:
        return f"{words} of any type values", lambda t: isinstance(t, classes)
    inner = constraint(elements)
    if inner is None:
        return None
    element_words, accepts = inner
    if head == "shaped":
        words = "Shaped Type"

    def test(type: Type) -> bool:
        return isinstance(type, classes) and accepts(type.element)  # pyright: ignore

    return f"{words} of {element_words} values", test


def check_counts(op: Operation, subject: Subject) -> str | Failure | None:
    """Whether the operands can be cut into the groups of the definition."""
    info = subject.info
    if info is None:
        return None
    count = len(op.operands)
    if info.segments == "sizes":
        sizes = op.segments or ()
        if sum(sizes) != count or (sizes and len(sizes) != len(info.operands)):
            return (
                f"operand count ({count}) does not match with the total size ({sum(sizes)}) specified in attribute "
                "'operandSegmentSizes'"
            )
        return None
    fixed = sum(o.arity == "one" for o in info.operands)
    if info.operands and fixed == len(info.operands) and fixed != count:
        return f"requires {_number(fixed)} operand{'' if fixed == 1 else 's'}" + (
            f", but found {count}" if fixed > 1 else ""
        )
    return None


def _number(count: int) -> str:
    return {0: "zero", 1: "a single"}.get(count, str(count))


def check_attributes(op: Operation, subject: Subject) -> str | Failure | None:
    """Required attributes, and the few constraints on values that the syntax does not settle."""
    info = subject.info
    if info is None:
        return None
    for attribute in sorted(info.attributes, key=lambda a: a.name):
        value = op.attributes.get(attribute.name)
        if value is None:
            if attribute.presence == "required":
                return f"requires attribute '{attribute.name}'"
        elif (
            attribute.kind == "i64array(strictly increasing)"
            and isinstance(value, DenseArrayAttr)
            and any(a >= b for a, b in zip(value.values, value.values[1:], strict=False))
        ):
            return (
                f"attribute '{attribute.name}' failed to satisfy constraint: i64 dense array attribute should be in "
                "increasing order"
            )
    return None


def check_operand_types(op: Operation, subject: Subject) -> str | Failure | None:
    """Every operand against the constraint of its group."""
    info = subject.info
    groups = None if info is None else info.operand_groups(op)
    if info is None or groups is None:
        return None
    position = 0
    for described, values in zip(info.operands, groups, strict=True):
        wanted = constraint(described.type)
        if wanted is not None:
            words, accepts = wanted
            for value in values:
                if not accepts(value.type) and not is_unknown(value.type):
                    variadic = "variadic of " if described.arity == "variadic" else ""
                    return f"operand #{position} must be {variadic}{words}, but got '{value.type}'"
                position += 1
        else:
            position += len(values)
    return None


def check_result_types(op: Operation, subject: Subject) -> str | Failure | None:
    """Every result against the constraint of its group (the last group takes what is left)."""
    info = subject.info
    if info is None or not info.results:
        return None
    described = info.results
    for position, result in enumerate(op.results):
        one = described[min(position, len(described) - 1)]
        wanted = constraint(one.type)
        if wanted is not None and not wanted[1](result.type) and not is_unknown(result.type):
            variadic = "variadic of " if one.arity == "variadic" else ""
            return f"result #{position} must be {variadic}{wanted[0]}, but got '{result.type}'"
    return None


def check_destination_style(op: Operation, subject: Subject) -> str | Failure | None:
    """One tensor result per tensor destination, of its type; none for memrefs."""
    info = subject.info
    groups = None if info is None else info.operand_groups(op)
    if info is None or groups is None:
        return None
    outputs: list[tuple[int, Type]] = []
    position = 0
    for described, values in zip(info.operands, groups, strict=True):
        for value in values:
            if described.role == "out" and isinstance(value.type, TensorType | UnrankedTensorType):
                outputs.append((position, value.type))
            elif described.role == "out" and not isinstance(value.type, MemRefType | UnrankedMemRefType):
                return None
            position += 1
    results = [r for r in op.results if isinstance(r.type, TensorType | UnrankedTensorType)]
    if len(results) != len(outputs):
        return (
            f"expected the number of tensor results ({len(results)}) to be equal to the number of output tensors "
            f"({len(outputs)})"
        )
    for result, (index, type) in zip(results, outputs, strict=True):
        if result.type is not type:
            return (
                f"expected type of operand #{index} ('{type}') to match type of corresponding result ('{result.type}')"
            )
    return None
