"""Traits of HIVM's vector operations: element types, ranks, shapes, inline broadcast and transpose."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from hivm_passes.ir.attributes import DenseArrayAttr
from hivm_passes.ir.types import DYNAMIC, MemRefType
from hivm_passes.ir.verifier.base import (
    Failure,
    element,
    fits,
    is_shaped,
    is_type,
    plain,
    shape,
    shapes_fit,
    type_words,
)

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.verifier.base import Check, Subject


def checks_of_traits(traits: dict[str, object]) -> list[Check]:
    """The checks that an operation's traits ask for, in the compiler's order."""
    found: list[Check] = []
    if traits.get("elem_types"):
        found.append(_element_types)
    if traits.get("same_rank"):
        found.append(_same_rank)
    if traits.get("otf_transpose"):
        found.append(_transpose)
    if traits.get("elementwise"):
        found.append(_elementwise)
    if traits.get("same_element_type"):
        found.append(_same_element_type)
    if traits.get("vector_only") or traits.get("scalar_only"):
        found.append(_vector_or_scalar_only)
    if traits.get("otf_broadcast"):
        found.append(_broadcast)
    if traits.get("otf_broadcast") and traits.get("otf_transpose"):
        found.append(_not_both)
    if traits.get("same"):
        found.append(_same)
    return found


def _same(op: Operation, subject: Subject) -> str | Failure | None:
    """Relations between named operands: same rank, shape or element type."""
    info = subject.info
    assert info is not None
    relations: list[dict[str, Any]] = info.traits["same"]
    for relation in relations:
        what: str = relation["what"]
        names: list[str] = relation["of"]
        types = [v.type for name in names for v in info.operand_group(op, name)]
        if what == "element type":
            good = len({element(t) for t in types}) <= 1
        elif what == "rank":
            good = len({len(s) for t in types if (s := shape(t)) is not None}) <= 1
        else:
            good = len({s for t in types if (s := shape(t)) is not None}) <= 1
        if not good:
            return f"failed to verify that all of {{{', '.join(names)}}} have same {what}"
    return None


def _inputs_and_outputs(op: Operation, subject: Subject) -> tuple[list[Value], list[Value]]:
    info = subject.info
    groups = None if info is None else info.operand_groups(op)
    if info is None or groups is None:
        return [], []
    inputs = [v for d, values in zip(info.operands, groups, strict=True) if d.role == "in" for v in values]
    outputs = [v for d, values in zip(info.operands, groups, strict=True) if d.role == "out" for v in values]
    return inputs, outputs


def dimensions(op: Operation, name: str) -> tuple[int, ...]:
    """An ``i64array`` attribute, empty when absent."""
    value = op.attributes.get(name)
    return value.values if isinstance(value, DenseArrayAttr) else ()


def _element_types(op: Operation, subject: Subject) -> str | Failure | None:
    assert subject.info is not None
    for listed in subject.info.traits["elem_types"]:
        indices: list[int] = listed["operands"]
        types: list[str] = listed["types"]
        for index in indices:
            if index < len(op.operands):
                one = element(op.operands[index].type)
                if not any(is_type(one, short) for short in types):
                    words = " or ".join(map(type_words, types))
                    places = " and ".join(map(str, indices))
                    return f"failed to verify that operand at idx {places} should have element type {words}"
    return None


def _same_rank(op: Operation, subject: Subject) -> str | Failure | None:
    inputs, outputs = _inputs_and_outputs(op, subject)
    ranks = {len(s) for v in (*inputs, *outputs, *op.results) if (s := shape(v.type)) is not None}
    return "operands must have same rank" if len(ranks) > 1 else None


def _transpose(op: Operation, subject: Subject) -> str | Failure | None:
    permutation = dimensions(op, "transpose")
    if not permutation:
        return None
    if sorted(permutation) != list(range(len(permutation))):
        return f"expects 'transpose' to be a permutation, found {', '.join(map(str, permutation))}"
    if permutation[-1] != len(permutation) - 1:
        return "transpose dim is the last dimension"
    inputs, outputs = _inputs_and_outputs(op, subject)
    # Extra buffers count as inputs here, also those of other rank.
    extra = subject.info.operand_group(op, "temp_buffer") if subject.info is not None else []
    sources = [s for v in (*inputs, *extra) if (s := shape(v.type)) is not None]
    targets = [s for v in outputs if (s := shape(v.type)) is not None]
    if any(len(target) != len(permutation) for target in targets):
        return f"expects 'transpose' to be a permutation, found {', '.join(map(str, permutation))}"
    for position, dimension in reversed(list(enumerate(permutation))):
        if any(dimension >= len(source) for source in sources):
            return f"failed to verify transpose behavior at {position} {dimension}"
        sizes = {source[dimension] for source in sources} | {target[position] for target in targets}
        if len(sizes - {DYNAMIC}) > 1:
            return f"failed to verify transpose behavior at {position} {dimension}"
    return None


def _elementwise(op: Operation, subject: Subject) -> str | Failure | None:
    assert subject.info is not None
    inputs, outputs = _inputs_and_outputs(op, subject)
    wanted = subject.info.elementwise
    if len(inputs) != wanted:
        return f"elementwise op expected {wanted} inputs, but found {len(inputs)}"
    traits = subject.info.traits
    if any(traits.get(f"otf_{how}") and dimensions(op, how) for how in ("broadcast", "transpose")):
        return None
    shapes = [v.type.shape for v in (*inputs, *outputs) if isinstance(v.type, MemRefType)]
    # What is unknown in one fits all, so the others must be compared with each other too.
    if any(not shapes_fit(one, other) for one, other in combinations(shapes, 2)):
        return "operands' shape are inconsistent"
    return None


def _same_element_type(op: Operation, subject: Subject) -> str | Failure | None:
    # Temporary buffers count too.
    kinds = {element(v.type) for v in op.operands}
    return "requires the same element type for all operands" if len(kinds) > 1 else None


def _vector_or_scalar_only(op: Operation, subject: Subject) -> str | Failure | None:
    assert subject.info is not None
    traits = subject.info.traits
    for trait, shaped, words in (("vector_only", True, "vector-only"), ("scalar_only", False, "scalar-only")):
        indices: list[int] = traits.get(trait, [])
        for index in indices:
            if index < len(op.operands) and is_shaped(op.operands[index].type) is not shaped:
                return f"failed to verify that operand at index {index} is {words}"
    return None


def _broadcast(op: Operation, subject: Subject) -> str | Failure | None:
    broadcast = dimensions(op, "broadcast")
    if not broadcast:
        return None
    inputs, outputs = _inputs_and_outputs(op, subject)
    target = next((s for v in outputs if (s := shape(v.type)) is not None), None)
    if target is None:
        return None
    if any(d >= len(target) for d in broadcast):
        return "broadcast dim exceeds op's rank"
    if dimensions(op, "transpose"):
        return None  # Both at once is wrong in any case.
    for value in inputs:
        source = shape(value.type)
        if source is None or len(source) != len(target):
            continue
        for dimension, (a, b) in enumerate(zip(source, target, strict=True)):
            if dimension in broadcast:
                if a not in (1, DYNAMIC) and a != b:
                    return "input operand's broadcast dim is not 1"
            elif not fits(a, b):
                return "input operand's non-broadcast dim does not match with output"
    return None


def _not_both(op: Operation, subject: Subject) -> str | Failure | None:
    if dimensions(op, "broadcast") and dimensions(op, "transpose"):
        return plain("Broadcast OTF and Transpose OTF cannot be enabled at the same time")
    return None
