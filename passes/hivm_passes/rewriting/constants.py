"""Constant operations: which they are, what value they hold, how a folded value becomes one again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import (
    Attribute,
    DenseElementsAttr,
    DialectAttr,
    FloatAttr,
    IntegerAttr,
    SymbolRefAttr,
    VerbatimAttr,
    VerbatimElementsAttr,
)
from hivm_passes.ir.core import Operation, OpResult, TypeSlot, VerbatimForm
from hivm_passes.ir.types import I1, INDEX, FloatType, IndexType, IntegerType, MemRefType, TensorType, VectorType

if TYPE_CHECKING:
    from hivm_passes.ir.core import Value
    from hivm_passes.ir.types import Type

POISON: Final = DialectAttr("ub", "poison")
"""The value of ``ub.poison``."""

CONSTANT_OPS: Final[dict[str, str]] = {
    "arith.constant": "value",
    "complex.constant": "value",
    "emitc.constant": "value",
    "func.constant": "value",
    "index.bool.constant": "value",
    "index.constant": "value",
    "llvm.mlir.constant": "value",
    "llvm.mlir.poison": "",
    "llvm.mlir.undef": "",
    "llvm.mlir.zero": "",
    "shape.const_shape": "shape",
    "shape.const_size": "value",
    "spirv.Constant": "value",
    "tosa.const": "value",
    "ub.poison": "value",
}
"""Operations that the folder treats as constants, and the attribute that holds their value."""


def constant_of(op: Operation) -> Attribute | None:
    """The value of a constant operation, None for any other operation."""
    key = CONSTANT_OPS.get(op.name)
    if key is None:
        return None
    value = op.attributes.get(key)
    if value is not None:
        return value
    if op.name == "ub.poison":
        return POISON
    if op.form is not None and key:
        # A form outside the op tables: its text is as good a key as the value.
        return VerbatimAttr("".join(piece if isinstance(piece, str) else f"\0{piece}" for piece in op.form.pieces))
    return VerbatimAttr(op.name) if not key else None


def constant_value(value: Value) -> Attribute | None:
    """The attribute behind a value defined by a constant operation, else None."""
    if type(value) is OpResult:
        op = value.owner
        if op.name == "arith.constant":  # by far the most frequent one
            return op.attributes.get("value")
        return constant_of(op)
    return None


def constant_int(value: Value) -> int | None:
    """The integer (or splat integer) that ``value`` is known to be, else None."""
    attribute = constant_value(value)
    if type(attribute) is IntegerAttr:
        return attribute.value
    if type(attribute) is DenseElementsAttr and len(attribute.values) == 1 and is_integer_like(attribute.type):
        return attribute.values[0]
    return None


def element_type(type: Type) -> Type:
    """The element type of a shaped type, any other type itself."""
    return type.element if isinstance(type, VectorType | TensorType | MemRefType) else type


def is_integer_like(type: Type) -> bool:
    """Whether the type or its elements are integers or ``index``."""
    return isinstance(element_type(type), IntegerType | IndexType)


def integer_width(type: Type) -> int:
    """Bits of an integer type or of a shaped type of integers; ``index`` counts 64."""
    element = element_type(type)
    return element.width if isinstance(element, IntegerType) else 64


def wrap(value: int, type: Type) -> int:
    """``value`` cut to the width of ``type`` and read as attributes of that type hold it."""
    element = element_type(type)
    if element is I1:
        return value & 1
    width = element.width if isinstance(element, IntegerType) else 64
    value &= (1 << width) - 1
    if isinstance(element, IntegerType) and element.signedness == "unsigned":
        return value
    return value - (1 << width) if value >> (width - 1) and width else value


def integer(value: int, type: Type) -> Attribute:
    """The attribute of an integer (all elements, for a shaped type) of ``type``, wrapped to its width."""
    value = wrap(value, type)
    if isinstance(type, IntegerType | IndexType):
        return IntegerAttr(value, type)
    return DenseElementsAttr((value,), type)


def boolean(value: bool, type: Type = I1) -> Attribute:
    """``true`` or ``false`` in every element of an i1-like ``type``."""
    return integer(int(value), type)


def zero(type: Type) -> Attribute | None:
    """The zero of an integer, index or float type or of a shaped type of these."""
    element = element_type(type)
    if isinstance(element, IntegerType | IndexType):
        return integer(0, type)
    if isinstance(element, FloatType):
        return FloatAttr(0, element) if type is element else DenseElementsAttr((0,), type)
    return None


def dense(values: list[int], type: Type) -> DenseElementsAttr:
    """Elements of ``type`` (already wrapped, or float bits); equal elements become a splat."""
    if len(values) > 1 and values.count(values[0]) == len(values):
        values = values[:1]
    return DenseElementsAttr(tuple(values), type)


def element_count(type: Type) -> int:
    """Number of elements of a statically shaped type."""
    count = 1
    if isinstance(type, VectorType | TensorType):
        for size in type.shape:
            count *= size
    return count


def materialize_constant(dialect: str, value: Attribute, type: Type) -> Operation | None:
    """A new, detached constant operation as the ``dialect`` of the folded operation would build it, or None."""
    if value is POISON:
        poison = Operation("ub.poison", (), (type,))
        poison.form = VerbatimForm((" : ", TypeSlot(type, result=0)))
        return poison
    if dialect == "func":
        return Operation("func.constant", (), (type,), {"value": value}) if type_is_symbol(value) else None
    if dialect == "index":
        if isinstance(value, IntegerAttr) and type in (I1, INDEX):
            name = "index.bool.constant" if type is I1 else "index.constant"
            return Operation(name, (), (type,), {"value": value})
        return None
    if dialect == "complex" and not isinstance(value, IntegerAttr | FloatAttr | DenseElementsAttr):
        return Operation("complex.constant", (), (type,), {"value": value})
    if not isinstance(value, IntegerAttr | FloatAttr | DenseElementsAttr | VerbatimElementsAttr):
        return None
    if value.type is not type:
        return None
    element = element_type(type)
    if isinstance(element, IntegerType) and element.signedness != "signless" and type is element:
        return None
    return Operation("arith.constant", (), (type,), {"value": value})


def type_is_symbol(value: Attribute) -> bool:
    """Whether the attribute is a flat symbol reference."""
    return isinstance(value, SymbolRefAttr) and not value.nested
