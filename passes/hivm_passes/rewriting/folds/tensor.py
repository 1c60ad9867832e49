"""Folds of the tensor and bufferization dialects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr
from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import DYNAMIC, INDEX, FloatType, IndexType, IntegerType, TensorType
from hivm_passes.rewriting.constants import constant_value, dense, integer
from hivm_passes.rewriting.folds.base import IN_PLACE
from hivm_passes.rewriting.folds.memref import fold_memref_casts, fold_reshape
from hivm_passes.rewriting.folds.views import known, mixed_list, same_entries

if TYPE_CHECKING:
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.folds.base import Fold, Folded


def _defined_by(value: Value, name: str) -> Operation | None:
    return value.owner if type(value) is OpResult and value.owner.name == name else None


def fold_tensor_casts(op: Operation) -> Folded:
    """Use the source of every ``tensor.cast`` that only forgets static sizes."""
    folded: Folded = None
    for index, operand in enumerate(op.operands):
        cast = _defined_by(operand, "tensor.cast")
        if cast is not None and _keeps_information(operand.type, cast.operands[0].type):
            op.set_operand(index, cast.operands[0])
            folded = IN_PLACE
    return folded


def _keeps_information(source: Type, target: Type) -> bool:
    """Whether ``target`` is at least as static as ``source``."""
    return (
        isinstance(source, TensorType)
        and isinstance(target, TensorType)
        and source.element is target.element
        and source.encoding is target.encoding
        and len(source.shape) == len(target.shape)
        and not any(s != DYNAMIC and t == DYNAMIC for s, t in zip(source.shape, target.shape, strict=True))
    )


def _same_type(op: Operation) -> Folded:
    return (op.operands[0],) if op.operands[0].type is op.results[0].type else None


def _dim(op: Operation) -> Folded:
    source, index_value = op.operands
    attribute = constant_value(index_value)
    type_ = source.type
    if type(attribute) is not IntegerAttr or not isinstance(type_, TensorType):
        return None
    index = attribute.value
    if not 0 <= index < len(type_.shape):
        return None
    if type_.shape[index] != DYNAMIC:
        return (integer(type_.shape[index], INDEX),)
    generate = _defined_by(source, "tensor.generate")
    if generate is not None:
        return (generate.operands[type_.shape[:index].count(DYNAMIC)],)
    cut = _defined_by(source, "tensor.extract_slice")
    if cut is not None:
        inner = cut.operands[0].type
        if isinstance(inner, TensorType) and len(inner.shape) == len(type_.shape):
            size = mixed_list(cut, "sizes")[index]
            if not isinstance(size, int):
                return (size,)
    return fold_tensor_casts(op)


def _extract(op: Operation) -> Folded:
    source = op.operands[0]
    constant = constant_value(source)
    if isinstance(constant, DenseElementsAttr) and len(constant.values) == 1:
        return _one_element(constant, 0)
    indices: list[int] = []
    for operand in op.operands[1:]:
        value = constant_value(operand)
        if type(value) is not IntegerAttr:
            return None
        indices.append(value.value)
    type_ = source.type
    if not isinstance(type_, TensorType):
        return None
    flat, step = 0, 1
    for index, size in zip(reversed(indices), reversed(type_.shape), strict=True):
        flat += index * step
        step *= size
    elements = _defined_by(source, "tensor.from_elements")
    if elements is not None:
        return (elements.operands[flat],) if 0 <= flat < len(elements.operands) else None
    if isinstance(constant, DenseElementsAttr) and all(0 <= i < s for i, s in zip(indices, type_.shape, strict=True)):
        return _one_element(constant, flat)
    return None


def _one_element(constant: DenseElementsAttr, position: int) -> Folded:
    element = getattr(constant.type, "element", None)
    value = constant.values[position]
    if isinstance(element, FloatType):
        return (FloatAttr(value, element),)
    return (IntegerAttr(value, element),) if isinstance(element, IntegerType | IndexType) else None


def _is_identity_slice(op: Operation, type: TensorType) -> bool:
    return (
        all(known(o) == 0 for o in mixed_list(op, "offsets"))
        and all(known(s) == size for s, size in zip(mixed_list(op, "sizes"), type.shape, strict=False))
        and all(known(s) == 1 for s in mixed_list(op, "strides"))
    )


def _same_slice(one: Operation, other: Operation) -> bool:
    return all(same_entries(mixed_list(one, w), mixed_list(other, w)) for w in ("offsets", "sizes", "strides"))


def _extract_slice(op: Operation) -> Folded:
    source, type_ = op.operands[0], op.results[0].type
    if not isinstance(type_, TensorType):
        return None
    constant = constant_value(source)
    if isinstance(constant, DenseElementsAttr) and len(constant.values) == 1 and DYNAMIC not in type_.shape:
        return (DenseElementsAttr(constant.values, type_),)
    if source.type is type_ and _is_identity_slice(op, type_):
        return (source,)
    insert = _defined_by(source, "tensor.insert_slice")
    if insert is not None and insert.operands[0].type is type_ and _same_slice(insert, op):
        return (insert.operands[0],)
    return None


def _insert_slice(op: Operation) -> Folded:
    source, target = op.operands[:2]
    type_ = op.results[0].type
    if (
        isinstance(type_, TensorType)
        and source.type is type_
        and DYNAMIC not in type_.shape
        and _is_identity_slice(op, type_)
    ):
        return (source,)
    before = _defined_by(target, "tensor.insert_slice")
    if before is not None and before.operands[0].type is source.type and _same_slice(before, op):
        op.set_operand(1, before.operands[1])
        return IN_PLACE
    cut = _defined_by(source, "tensor.extract_slice")
    if cut is not None and cut.operands[0] is target and _same_slice(cut, op):
        return (target,)
    if any(known(size) == 0 for size in mixed_list(op, "sizes")):
        return (target,)
    return None


def _insert(op: Operation) -> Folded:
    scalar, target = constant_value(op.operands[0]), constant_value(op.operands[1])
    if isinstance(target, DenseElementsAttr) and len(target.values) == 1 and scalar is not None:
        element = _one_element(target, 0)
        if element is not None and element[0] is scalar:
            return (target,)
    return None


def _pad(op: Operation) -> Folded:
    type_ = op.results[0].type
    if (
        isinstance(type_, TensorType)
        and DYNAMIC not in type_.shape
        and op.operands[0].type is type_
        and "nofold" not in op.attributes
    ):
        return (op.operands[0],)
    return None


def _rank(op: Operation) -> Folded:
    type_ = op.operands[0].type
    return (integer(len(type_.shape), INDEX),) if isinstance(type_, TensorType) else None


def _raw(attribute: Attribute | None) -> int | None:
    if isinstance(attribute, IntegerAttr):
        return attribute.value
    return attribute.bits if isinstance(attribute, FloatAttr) else None


def _splat(op: Operation) -> Folded:
    type_, value = op.results[0].type, _raw(constant_value(op.operands[0]))
    if value is None or not isinstance(type_, TensorType) or DYNAMIC in type_.shape:
        return None
    return (DenseElementsAttr((value,), type_),)


def _from_elements(op: Operation) -> Folded:
    values: list[int] = []
    for operand in op.operands:
        value = _raw(constant_value(operand))
        if value is None:
            return None
        values.append(value)
    return (dense(values, op.results[0].type),) if values else None


def _concat(op: Operation) -> Folded:
    return _same_type(op) if len(op.operands) == 1 else None


def _reshape(op: Operation) -> Folded:
    source, type_ = op.operands[0], op.results[0].type
    constant = constant_value(source)
    if isinstance(constant, DenseElementsAttr) and isinstance(type_, TensorType) and DYNAMIC not in type_.shape:
        return (DenseElementsAttr(constant.values, type_),)
    before = _defined_by(source, "tensor.reshape")
    if before is not None:
        op.set_operand(0, before.operands[0])
        return IN_PLACE
    if source.type is type_ and isinstance(type_, TensorType) and (len(type_.shape) == 1 or DYNAMIC not in type_.shape):
        return (source,)
    return None


def _to_tensor(op: Operation) -> Folded:
    producer = _defined_by(op.operands[0], "bufferization.to_memref")
    if producer is not None and producer.next is op and producer.operands[0].type is op.results[0].type:
        return (producer.operands[0],)
    return None


def _to_memref(op: Operation) -> Folded:
    producer = _defined_by(op.operands[0], "bufferization.to_tensor")
    if producer is not None and producer.operands[0].type is op.results[0].type:
        return (producer.operands[0],)
    return None


FOLDS: Final[dict[str, Fold]] = {
    "tensor.bitcast": _same_type,
    "tensor.cast": _same_type,
    "tensor.collapse_shape": fold_reshape("tensor.expand_shape"),
    "tensor.concat": _concat,
    "tensor.dim": _dim,
    "tensor.expand_shape": fold_reshape("tensor.collapse_shape"),
    "tensor.extract": _extract,
    "tensor.extract_slice": _extract_slice,
    "tensor.from_elements": _from_elements,
    "tensor.insert": _insert,
    "tensor.insert_slice": _insert_slice,
    "tensor.pad": _pad,
    "tensor.rank": _rank,
    "tensor.reshape": _reshape,
    "tensor.splat": _splat,
    "bufferization.clone": fold_memref_casts,
    "bufferization.to_memref": _to_memref,
    "bufferization.to_tensor": _to_tensor,
}
