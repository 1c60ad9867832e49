"""Folds of the arith dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr
from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import I1, I64, FloatType, IntegerType, TensorType, VectorType
from hivm_passes.rewriting.constants import (
    POISON,
    boolean,
    constant_value,
    dense,
    element_count,
    element_type,
    integer_width,
    is_integer_like,
    wrap,
    zero,
)
from hivm_passes.rewriting.folds import floating
from hivm_passes.rewriting.folds.base import IN_PLACE

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.folds.base import Fold, Folded

    Calculation = Callable[[int, int, int], int | None]
    Identity = Callable[[Operation, Attribute | None, Attribute | None], Folded]
    Template = Callable[[bool], Fold]


# --- constants by value -------------------------------------------------------------------------------------------


def _splat(attribute: Attribute | None) -> tuple[int, Type] | None:
    """The integer (unsigned reading) of an integer attribute or splat, with its type."""
    if type(attribute) is IntegerAttr:
        return attribute.value & _mask(attribute.type), attribute.type
    if type(attribute) is DenseElementsAttr and len(attribute.values) == 1 and is_integer_like(attribute.type):
        return attribute.values[0] & _mask(attribute.type), attribute.type
    return None


def _mask(type: Type) -> int:
    return (1 << integer_width(type)) - 1


def _is_int(attribute: Attribute | None, value: int) -> bool:
    """Whether the attribute is (a splat of) ``value``."""
    if type(attribute) is IntegerAttr:  # the common case first
        return attribute.value == value
    found = _splat(attribute)
    return found is not None and found[0] == value & _mask(found[1])


def _is_all_ones(attribute: Attribute | None) -> bool:
    found = _splat(attribute)
    return found is not None and found[0] == _mask(found[1])


def _float_splat(attribute: Attribute | None) -> tuple[int, str] | None:
    """Bits and format of a float attribute or splat."""
    if type(attribute) is FloatAttr:
        return attribute.bits, attribute.type.name
    if type(attribute) is DenseElementsAttr and len(attribute.values) == 1:
        element = element_type(attribute.type)
        if isinstance(element, FloatType):
            return attribute.values[0], element.name
    return None


def _number(attribute: Attribute | None) -> floating.Number | None:
    found = _float_splat(attribute)
    return None if found is None else floating.decode(*found)


def signed(value: int, width: int) -> int:
    """The signed reading of ``width`` bits."""
    return value - (1 << width) if width and value >> (width - 1) else value


def _defined_by(value: Value, name: str) -> Operation | None:
    return value.owner if type(value) is OpResult and value.owner.name == name else None


def _i1_like(type: Type) -> Type:
    if isinstance(type, VectorType):
        return VectorType(type.shape, I1, type.scalable)
    if isinstance(type, TensorType):
        return TensorType(type.shape, I1, type.encoding)
    return I1


# --- elementwise constant folding ---------------------------------------------------------------------------------


def _fold_binary(
    left: Attribute | None,
    right: Attribute | None,
    calculate: Calculation,
    result_type: Type | None = None,
    every_element: bool = True,
) -> Attribute | None:
    """Apply ``calculate`` (unsigned operands, width) to integer constants; None where it refuses.

    ``every_element`` False leaves constants alone whose elements are not all equal.
    """
    if left is POISON or right is POISON:
        return POISON
    if left is None or right is None:
        return None
    if type(left) is IntegerAttr and type(right) is IntegerAttr:
        if left.type is not right.type:
            return None
        width = integer_width(left.type)
        mask = (1 << width) - 1
        value = calculate(left.value & mask, right.value & mask, width)
        if value is None:
            return None
        target = result_type if result_type is not None else left.type
        return IntegerAttr(wrap(value, target), target)  # pyright: ignore[reportArgumentType]
    if type(left) is DenseElementsAttr and type(right) is DenseElementsAttr:
        if left.type is not right.type or not is_integer_like(left.type):
            return None
        if not every_element and len(left.values) + len(right.values) > 2:
            return None
        target = result_type if result_type is not None else left.type
        width = integer_width(left.type)
        mask = (1 << width) - 1
        values: list[int] = []
        for one, other in _pairs(left, right):
            value = calculate(one & mask, other & mask, width)
            if value is None:
                return None
            values.append(wrap(value, target))
        return dense(values, target)
    return None


def _pairs(left: DenseElementsAttr, right: DenseElementsAttr) -> list[tuple[int, int]]:
    count = max(len(left.values), len(right.values))
    return list(zip(_expanded(left, count), _expanded(right, count), strict=True))


def _expanded(attribute: DenseElementsAttr, count: int) -> tuple[int, ...]:
    return attribute.values * count if len(attribute.values) == 1 else attribute.values


def _fold_float_binary(
    left: Attribute | None, right: Attribute | None, calculate: Callable[[int, int, str], int], every_element: bool
) -> Attribute | None:
    if left is POISON or right is POISON:
        return POISON
    if type(left) is FloatAttr and type(right) is FloatAttr:
        return (
            FloatAttr(calculate(left.bits, right.bits, left.type.name), left.type) if left.type is right.type else None
        )
    if type(left) is DenseElementsAttr and type(right) is DenseElementsAttr and left.type is right.type:
        element = element_type(left.type)
        if isinstance(element, FloatType) and (every_element or len(left.values) + len(right.values) == 2):
            return dense([calculate(a, b, element.name) for a, b in _pairs(left, right)], left.type)
    return None


def _fold_cast(
    operand: Attribute | None, result: Type, convert: Callable[[int, Type, Type], int | None]
) -> Attribute | None:
    """Convert a constant; ``convert`` gets the value (unsigned or bits), source and target element type."""
    if operand is None:
        return None
    if operand is POISON:
        return POISON
    target = element_type(result)
    if isinstance(operand, IntegerAttr | FloatAttr):
        raw = operand.value & _mask(operand.type) if isinstance(operand, IntegerAttr) else operand.bits
        value = convert(raw, operand.type, target)
        if value is None:
            return None
        if isinstance(target, FloatType):
            return FloatAttr(value, target)
        return IntegerAttr(wrap(value, target), target)  # pyright: ignore[reportArgumentType]
    if isinstance(operand, DenseElementsAttr):
        source = element_type(operand.type)
        is_float = isinstance(source, FloatType)
        values: list[int] = []
        for raw in operand.values:
            value = convert(raw if is_float else raw & _mask(source), source, target)
            if value is None:
                return None
            values.append(value if isinstance(target, FloatType) else wrap(value, target))
        return dense(values, result)
    return None


def _one(value: Value | Attribute | None) -> Folded:
    return None if value is None else (value,)


# --- integers -----------------------------------------------------------------------------------------------------


def _commutative(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    """A constant first operand of a commutative operation moves behind the other one."""
    if left is not None and right is None:
        first, second = op.operands
        op.set_operand(0, second)
        op.set_operand(1, first)
        return IN_PLACE
    return None


def _binary(
    calculate: Calculation,
    identities: Identity | None = None,
    commutes: bool = False,
    idempotent: bool = False,
) -> Template:
    """An integer operation: first its identities, then constants, then the order of its operands."""

    def of_build(every_element: bool) -> Fold:
        def fold(op: Operation) -> Folded:
            a, b = op.operands
            left, right = constant_value(a), constant_value(b)
            if identities is not None:
                found = identities(op, left, right)
                if found is not None:
                    return found
            if left is not None or right is not None:
                value = _fold_binary(left, right, calculate, None, every_element)
                if value is not None:
                    return (value,)
                if commutes and right is None:
                    return _commutative(op, left, right)
            return (a,) if idempotent and a is b else None

        return fold

    return of_build


def _addi(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    a, b = op.operands
    if right is not None and _is_int(right, 0):
        return (a,)
    sub = _defined_by(a, "arith.subi")
    if sub is not None and sub.operands[1] is b:
        return (sub.operands[0],)
    sub = _defined_by(b, "arith.subi")
    if sub is not None and sub.operands[1] is a:
        return (sub.operands[0],)
    return None


def _subi(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    a, b = op.operands
    if a is b and _has_static_shape(op.results[0].type):
        return _one(zero(op.results[0].type))
    if right is not None and _is_int(right, 0):
        return (a,)
    add = _defined_by(a, "arith.addi")
    if add is not None:
        if add.operands[1] is b:
            return (add.operands[0],)
        if add.operands[0] is b:
            return (add.operands[1],)
    return None


def _has_static_shape(type: Type) -> bool:
    return not isinstance(type, TensorType | VectorType) or all(size >= 0 for size in type.shape)


def _muli(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    if right is not None:
        if _is_int(right, 0):
            return (op.operands[1],)
        if _is_int(right, 1):
            return (op.operands[0],)
    return None


def _addui_extended(every_element: bool) -> Fold:
    def fold(op: Operation) -> Folded:
        left, right = constant_value(op.operands[0]), constant_value(op.operands[1])
        if _is_int(right, 0):
            false = zero(op.results[1].type)
            return None if false is None else (op.operands[0], false)
        low = _fold_binary(left, right, lambda x, y, w: x + y, None, every_element)
        if low is POISON:
            return (POISON, POISON)
        carry = _fold_binary(left, right, lambda x, y, w: (x + y) >> w, op.results[1].type, every_element)
        return (low, carry) if low is not None and carry is not None else _commutative(op, left, right)

    return fold


def _mul_extended(is_signed: bool) -> Template:
    def high(x: int, y: int, width: int) -> int:
        return (signed(x, width) * signed(y, width) if is_signed else x * y) >> width

    def of_build(every_element: bool) -> Fold:
        def fold(op: Operation) -> Folded:
            left, right = constant_value(op.operands[0]), constant_value(op.operands[1])
            if right is not None and _is_int(right, 0):
                return (right, right)
            if not is_signed and _is_int(right, 1):
                nothing = zero(op.results[0].type)
                return None if nothing is None else (op.operands[0], nothing)
            low = _fold_binary(left, right, lambda x, y, w: x * y, None, every_element)
            upper = _fold_binary(left, right, high, None, every_element)
            return (low, upper) if low is not None and upper is not None else _commutative(op, left, right)

        return fold

    return of_build


def _fits(value: int, width: int) -> bool:
    return -(1 << (width - 1)) <= value < 1 << (width - 1)


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


def _divui(x: int, y: int, width: int) -> int | None:
    return x // y if y else None


def _divsi(x: int, y: int, width: int) -> int | None:
    if not y:
        return None
    value = _truncated(signed(x, width), signed(y, width))
    return value if _fits(value, width) else None


def _ceildivui(x: int, y: int, width: int) -> int | None:
    if not y:
        return None
    value = -(-x // y)
    return value if value < 1 << width else None


def _ceildivsi(x: int, y: int, width: int) -> int | None:
    # The compiler gives up as soon as one of its intermediate results overflows.
    if not y:
        return None
    if not x:
        return 0
    a, b = signed(x, width), signed(y, width)
    if (a > 0) == (b > 0):
        if a < 0:
            a, b = -a, -b
        steps = (a, b, a - 1, _truncated(a - 1, b), _truncated(a - 1, b) + 1)
    else:
        if a < 0:
            a = -a
        else:
            b = -b
        quotient = _truncated(a, b)
        steps = (a, b, quotient, -quotient)
    return steps[-1] if all(_fits(s, width) for s in steps) and (width > 1) else None


def _floordivsi(x: int, y: int, width: int) -> int | None:
    if not y:
        return None
    value = signed(x, width) // signed(y, width)
    return value if _fits(value, width) else None


def _remui(x: int, y: int, width: int) -> int | None:
    return x % y if y else None


def _remsi(x: int, y: int, width: int) -> int | None:
    if not y:
        return None
    a, b = signed(x, width), signed(y, width)
    return a - _truncated(a, b) * b


def _divide_by_one(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    return (op.operands[0],) if right is not None and _is_int(right, 1) else None


def _remainder_of_one(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    return _one(zero(op.results[0].type)) if right is not None and _is_int(right, 1) else None


def _is_not_of(value: Value, other: Value) -> Operation | None:
    """The ``xori`` by which ``value`` is the complement of ``other``."""
    xor = _defined_by(value, "arith.xori")
    if xor is not None and xor.operands[0] is other and _is_all_ones(constant_value(xor.operands[1])):
        return xor
    return None


def _andi(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    a, b = op.operands
    if right is not None:
        if _is_int(right, 0):
            return (b,)
        if _is_all_ones(right):
            return (a,)
    if _is_not_of(b, a) is not None or _is_not_of(a, b) is not None:
        return _one(zero(op.results[0].type))
    for inner, other in ((a, b), (b, a)):
        previous = _defined_by(inner, "arith.andi")
        if previous is not None and (previous.operands[0] is other or previous.operands[1] is other):
            return (inner,)
    return None


def _ori(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    a, b = op.operands
    if right is not None:
        if _is_int(right, 0):
            return (a,)
        if _is_all_ones(right):
            return (right,)
    for one, other in ((b, a), (a, b)):
        xor = _is_not_of(one, other)
        if xor is not None:
            return (xor.operands[1],)
    return None


def _xori(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
    a, b = op.operands
    if right is not None and _is_int(right, 0):
        return (a,)
    if a is b:
        return _one(zero(op.results[0].type))
    for inner, other in ((a, b), (b, a)):
        previous = _defined_by(inner, "arith.xori")
        if previous is not None:
            if previous.operands[1] is other:
                return (previous.operands[0],)
            if previous.operands[0] is other:
                return (previous.operands[1],)
    return None


def _extreme(calculate: Calculation, neutral: str, absorbing: str) -> Template:
    """Integer minimum and maximum; ``neutral`` and ``absorbing`` name extreme values (see ``_EXTREMES``)."""

    def identities(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
        a, b = op.operands
        if a is b:
            return (b,)
        found = _splat(right)
        if found is not None:
            value, width = found[0], integer_width(found[1])
            if value == _EXTREMES[absorbing](width):
                return (b,)
            if value == _EXTREMES[neutral](width):
                return (a,)
        return None

    return _binary(calculate, identities, commutes=True)


_EXTREMES: Final[dict[str, Callable[[int], int]]] = {
    "signed max": lambda w: (1 << (w - 1)) - 1,
    "signed min": lambda w: 1 << (w - 1),
    "unsigned max": lambda w: (1 << w) - 1,
    "zero": lambda w: 0,
}


def _shift(calculate: Callable[[int, int, int], int]) -> Template:
    def by_zero(op: Operation, left: Attribute | None, right: Attribute | None) -> Folded:
        return (op.operands[0],) if right is not None and _is_int(right, 0) else None

    return _binary(lambda x, y, w: calculate(x, y, w) if y < w else None, by_zero)


# --- floats -------------------------------------------------------------------------------------------------------


def _negf(op: Operation) -> Folded:
    inner = _defined_by(op.operands[0], "arith.negf")
    if inner is not None:
        return (inner.operands[0],)
    operand = constant_value(op.operands[0])
    if operand is POISON:
        return (POISON,)
    if type(operand) is FloatAttr:
        return (FloatAttr(floating.negate(operand.bits, operand.type.name), operand.type),)
    if type(operand) is DenseElementsAttr:
        element = element_type(operand.type)
        if isinstance(element, FloatType):
            return (dense([floating.negate(v, element.name) for v in operand.values], operand.type),)
    return None


def _float_binary(
    calculate: Callable[[int, int, str], int],
    neutral: Callable[[floating.Number], bool] | None = None,
    same: bool = False,
    commutes: bool = False,
) -> Template:
    """``neutral`` tells whether a constant right operand makes the result the left one; ``same``: f(x, x) is x."""

    def of_build(every_element: bool) -> Fold:
        def fold(op: Operation) -> Folded:
            a, b = op.operands
            if same and a is b:
                return (b,)
            left, right = constant_value(a), constant_value(b)
            if right is not None and neutral is not None:
                number = _number(right)
                if number is not None and neutral(number):
                    return (a,)
            folded = _fold_float_binary(left, right, calculate, every_element)
            if folded is not None:
                return (folded,)
            return _commutative(op, left, right) if commutes else None

        return fold

    return of_build


def _is_negative_infinity(number: floating.Number) -> bool:
    return number.kind == "inf" and number.negative


def _is_positive_infinity(number: floating.Number) -> bool:
    return number.kind == "inf" and not number.negative


def _is_one(number: floating.Number) -> bool:
    return number.kind == "finite" and number.value == 1


# --- comparisons --------------------------------------------------------------------------------------------------

_EQ, _NE, _SLT, _SLE, _SGT, _SGE, _ULT, _ULE, _UGT, _UGE = range(10)
_SWAPPED: Final = {
    _SLT: _SGT,
    _SGT: _SLT,
    _SLE: _SGE,
    _SGE: _SLE,
    _ULT: _UGT,
    _UGT: _ULT,
    _ULE: _UGE,
    _UGE: _ULE,
    _EQ: _EQ,
    _NE: _NE,
}
_TRUE_FOR_EQUAL: Final = frozenset({_EQ, _SLE, _SGE, _ULE, _UGE})


def compare_integers(predicate: int, x: int, y: int, width: int) -> bool:
    """``arith.cmpi`` on unsigned readings."""
    if _SLT <= predicate <= _SGE:
        x, y = signed(x, width), signed(y, width)
    if predicate == _EQ:
        return x == y
    if predicate == _NE:
        return x != y
    if predicate in (_SLT, _ULT):
        return x < y
    if predicate in (_SLE, _ULE):
        return x <= y
    if predicate in (_SGT, _UGT):
        return x > y
    return x >= y


def _predicate(op: Operation) -> int | None:
    value = op.attributes.get("predicate")
    return value.value if type(value) is IntegerAttr else None


def _cmpi(every_element: bool) -> Fold:
    def fold(op: Operation) -> Folded:
        a, b = op.operands
        predicate = _predicate(op)
        if predicate is None:
            return None
        if a is b:
            return (boolean(predicate in _TRUE_FOR_EQUAL, op.results[0].type),)
        left, right = constant_value(a), constant_value(b)
        if left is None and right is None:
            return None
        if predicate == _NE and _is_int(right, 0):
            for name in ("arith.extsi", "arith.extui"):
                extension = _defined_by(a, name)
                if extension is not None:
                    source = extension.operands[0]
                    if element_type(source.type) is I1 and not isinstance(source.type, TensorType):
                        return (source,)
        if left is None:
            return None
        if right is None:
            op.set_attribute("predicate", IntegerAttr(_SWAPPED[predicate], I64))
            op.set_operand(0, b)
            op.set_operand(1, a)
            return IN_PLACE

        if left is POISON:
            return None

        def calculate(x: int, y: int, width: int) -> int:
            return int(compare_integers(predicate, x, y, width))

        return _one(_fold_binary(left, right, calculate, _i1_like(a.type), every_element))

    return fold


def compare_floats(predicate: int, a: floating.Number, b: floating.Number) -> bool:
    """``arith.cmpf``: predicates 1-6 are the ordered, 8-13 the unordered eq, gt, ge, lt, le, ne."""
    if predicate == 0:
        return False
    if predicate == 15:
        return True
    unordered = a.kind == "nan" or b.kind == "nan"
    if predicate == 7:
        return not unordered
    if predicate == 14:
        return unordered
    if unordered:
        return predicate >= 8
    which = predicate - 1 if predicate < 7 else predicate - 8
    less, equal = floating.less(a, b), floating.equal(a, b)
    return (equal, not less and not equal, not less, less, less or equal, not equal)[which]


def _cmpf(op: Operation) -> Folded:
    predicate = _predicate(op)
    left, right = constant_value(op.operands[0]), constant_value(op.operands[1])
    one = _number(left) if type(left) is FloatAttr else None
    other = _number(right) if type(right) is FloatAttr else None
    if one is not None and one.kind == "nan":
        other = one
    if other is not None and other.kind == "nan":
        one = other
    if predicate is None or one is None or other is None:
        return None
    return (boolean(compare_floats(predicate, one, other)),)


def _select(op: Operation) -> Folded:
    condition, yes, no = op.operands
    if yes is no:
        return (yes,)
    known = constant_value(condition)
    if known is not None:
        if _is_int(known, 1):
            return (yes,)
        if _is_int(known, 0):
            return (no,)
    if_yes, if_no = constant_value(yes), constant_value(no)
    if if_yes is POISON:
        return (no,)
    if if_no is POISON:
        return (yes,)
    if op.results[0].type is I1 and _is_int(if_yes, 1) and _is_int(if_no, 0):
        return (condition,)
    compare = _defined_by(condition, "arith.cmpi")
    if compare is not None:
        predicate = _predicate(compare)
        if predicate in (_EQ, _NE):
            a, b = compare.operands
            if (a is yes and b is no) or (b is yes and a is no):
                return (yes,) if predicate == _NE else (no,)
    if type(known) is DenseElementsAttr and type(if_yes) is DenseElementsAttr and type(if_no) is DenseElementsAttr:
        count = element_count(known.type)
        chosen = zip(_expanded(known, count), _expanded(if_yes, count), _expanded(if_no, count), strict=True)
        return (dense([y if c else n for c, y, n in chosen], if_yes.type),)
    return None


# --- casts --------------------------------------------------------------------------------------------------------


def _same_type(op: Operation) -> Folded:
    """A cast that changes nothing."""
    return (op.operands[0],) if op.operands[0].type is op.results[0].type else None


def _extension(name: str, convert: Callable[[int, Type, Type], int | None]) -> Fold:
    def fold(op: Operation) -> Folded:
        inner = _defined_by(op.operands[0], name)
        if inner is not None:
            op.set_operand(0, inner.operands[0])
            return IN_PLACE
        return _one(_fold_cast(constant_value(op.operands[0]), op.results[0].type, convert)) or _same_type(op)

    return fold


def _trunci(op: Operation) -> Folded:
    operand, result = op.operands[0], op.results[0].type
    inner = _defined_by(operand, "arith.extui") or _defined_by(operand, "arith.extsi")
    if inner is not None:
        source = inner.operands[0]
        if integer_width(source.type) > integer_width(result):
            op.set_operand(0, source)
            return IN_PLACE
        if element_type(source.type) is element_type(result):
            return (source,)
    inner = _defined_by(operand, "arith.trunci")
    if inner is not None:
        op.set_operand(0, inner.operands[0])
        return IN_PLACE
    return _one(_fold_cast(constant_value(operand), result, lambda v, s, t: v)) or _same_type(op)


def _cast(convert: Callable[[int, Type, Type], int | None]) -> Fold:
    def fold(op: Operation) -> Folded:
        folded = _fold_cast(constant_value(op.operands[0]), op.results[0].type, convert)
        return _same_type(op) if folded is None else (folded,)

    return fold


def _sign_extended(value: int, source: Type, target: Type) -> int:
    return signed(value, integer_width(source))


def _to_float(is_signed: bool) -> Callable[[int, Type, Type], int | None]:
    def convert(value: int, source: Type, target: Type) -> int | None:
        assert isinstance(target, FloatType)
        return floating.from_integer(signed(value, integer_width(source)) if is_signed else value, target.name)

    return convert


def _to_int(is_signed: bool) -> Callable[[int, Type, Type], int | None]:
    def convert(value: int, source: Type, target: Type) -> int | None:
        assert isinstance(source, FloatType)
        return floating.to_integer(value, source.name, integer_width(target), is_signed)

    return convert


def _exactly(value: int, source: Type, target: Type) -> int | None:
    assert isinstance(source, FloatType) and isinstance(target, FloatType)
    return floating.convert(value, source.name, target.name)


def _bitcast(op: Operation) -> Folded:
    operand, result = constant_value(op.operands[0]), op.results[0].type
    if operand is None:
        return _same_type(op)
    if operand is POISON:
        return (POISON,)
    if isinstance(operand, DenseElementsAttr):
        target = element_type(result)
        values = [
            v & ((1 << target.width) - 1) if isinstance(target, IntegerType | FloatType) else v for v in operand.values
        ]
        return (dense([v if isinstance(target, FloatType) else wrap(v, target) for v in values], result),)
    if isinstance(result, VectorType | TensorType):
        return None
    bits = operand.bits if isinstance(operand, FloatAttr) else None
    if isinstance(operand, IntegerAttr):
        bits = operand.value & _mask(operand.type)
    if bits is None:
        return None
    if isinstance(result, FloatType):
        return (FloatAttr(bits, result),)
    return (IntegerAttr(wrap(bits, result), result),) if isinstance(result, IntegerType) else None


_TEMPLATES: Final[dict[str, Template]] = {
    "arith.addi": _binary(lambda x, y, w: x + y, _addi, commutes=True),
    "arith.subi": _binary(lambda x, y, w: x - y, _subi),
    "arith.muli": _binary(lambda x, y, w: x * y, _muli, commutes=True),
    "arith.addui_extended": _addui_extended,
    "arith.mulsi_extended": _mul_extended(True),
    "arith.mului_extended": _mul_extended(False),
    "arith.divui": _binary(_divui, _divide_by_one),
    "arith.divsi": _binary(_divsi, _divide_by_one),
    "arith.ceildivui": _binary(_ceildivui, _divide_by_one),
    "arith.ceildivsi": _binary(_ceildivsi, _divide_by_one),
    "arith.floordivsi": _binary(_floordivsi, _divide_by_one),
    "arith.remui": _binary(_remui, _remainder_of_one),
    "arith.remsi": _binary(_remsi, _remainder_of_one),
    "arith.andi": _binary(lambda x, y, w: x & y, _andi, commutes=True, idempotent=True),
    "arith.ori": _binary(lambda x, y, w: x | y, _ori, commutes=True, idempotent=True),
    "arith.xori": _binary(lambda x, y, w: x ^ y, _xori, commutes=True),
    "arith.maxsi": _extreme(lambda x, y, w: max(x, y, key=lambda v: signed(v, w)), "signed min", "signed max"),
    "arith.minsi": _extreme(lambda x, y, w: min(x, y, key=lambda v: signed(v, w)), "signed max", "signed min"),
    "arith.maxui": _extreme(lambda x, y, w: max(x, y), "zero", "unsigned max"),
    "arith.minui": _extreme(lambda x, y, w: min(x, y), "unsigned max", "zero"),
    "arith.shli": _shift(lambda x, y, w: x << y),
    "arith.shrui": _shift(lambda x, y, w: x >> y),
    "arith.shrsi": _shift(lambda x, y, w: signed(x, w) >> y),
    "arith.addf": _float_binary(floating.add, lambda n: n.is_zero and n.negative, commutes=True),
    "arith.subf": _float_binary(floating.subtract, lambda n: n.is_zero and not n.negative),
    "arith.mulf": _float_binary(floating.multiply, _is_one, commutes=True),
    "arith.divf": _float_binary(floating.divide, _is_one),
    "arith.remf": _float_binary(floating.remainder),
    "arith.maximumf": _float_binary(floating.maximum, _is_negative_infinity, same=True, commutes=True),
    "arith.minimumf": _float_binary(floating.minimum, _is_positive_infinity, same=True, commutes=True),
    "arith.maxnumf": _float_binary(floating.maxnum, _is_negative_infinity, same=True, commutes=True),
    "arith.minnumf": _float_binary(floating.minnum, _is_positive_infinity, same=True, commutes=True),
    "arith.cmpi": _cmpi,
}
"""Folds of operations with two operands; the argument tells whether constants of unequal elements fold."""

_FOLDS: Final[dict[str, Fold]] = {
    "arith.negf": _negf,
    "arith.cmpf": _cmpf,
    "arith.select": _select,
    "arith.extui": _extension("arith.extui", lambda v, s, t: v),
    "arith.extsi": _extension("arith.extsi", _sign_extended),
    "arith.trunci": _trunci,
    "arith.extf": _cast(_exactly),
    "arith.truncf": _cast(_exactly),
    "arith.uitofp": _cast(_to_float(False)),
    "arith.sitofp": _cast(_to_float(True)),
    "arith.fptoui": _cast(_to_int(False)),
    "arith.fptosi": _cast(_to_int(True)),
    "arith.index_cast": _cast(_sign_extended),
    "arith.index_castui": _cast(lambda v, s, t: v),
    "arith.bitcast": _bitcast,
}


def folds_of_build(build: Build) -> dict[str, Fold]:
    """The dialect's folds; the a5 build combines no two constants element by element."""
    every_element = build == "a3"
    return {**_FOLDS, **{name: template(every_element) for name, template in _TEMPLATES.items()}}
