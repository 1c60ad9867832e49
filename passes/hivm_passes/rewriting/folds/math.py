"""Folds of the math and index dialects: operations on constants."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr
from hivm_passes.ir.types import INDEX, FloatType
from hivm_passes.rewriting.constants import constant_value, dense, element_type, integer, integer_width, is_integer_like
from hivm_passes.rewriting.folds import floating
from hivm_passes.rewriting.folds.base import IN_PLACE

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation
    from hivm_passes.rewriting.folds.base import Fold, Folded

_FORMATS: Final = {"f32": "<f", "f64": "<d"}


def _to_python(bits: int, name: str) -> float:
    size = 4 if name == "f32" else 8
    return struct.unpack(_FORMATS[name], bits.to_bytes(size, "little"))[0]


def _from_python(value: float, name: str) -> int:
    if name == "f32" and math.isfinite(value) and abs(value) > 3.4028235677973366e38:
        value = math.copysign(math.inf, value)
    return int.from_bytes(struct.pack(_FORMATS[name], value), "little")


def _map_floats(attribute: Attribute | None, calculate: Callable[[int, str], int | None]) -> Folded:
    if isinstance(attribute, FloatAttr):
        bits = calculate(attribute.bits, attribute.type.name)
        return None if bits is None else (FloatAttr(bits, attribute.type),)
    if isinstance(attribute, DenseElementsAttr):
        element = element_type(attribute.type)
        if not isinstance(element, FloatType):
            return None
        values: list[int] = []
        for value in attribute.values:
            bits = calculate(value, element.name)
            if bits is None:
                return None
            values.append(bits)
        return (dense(values, attribute.type),)
    return None


def _library(function: Callable[[float], float], refuses: Callable[[float], bool] | None = None) -> Fold:
    """A function of the C library; only f32 and f64 fold."""

    def calculate(bits: int, name: str) -> int | None:
        if name not in _FORMATS:
            return None
        value = _to_python(bits, name)
        if refuses is not None and refuses(value):
            return None
        try:
            return _from_python(function(value), name)
        except OverflowError:
            return _from_python(math.inf, name)
        except ValueError:
            return floating.nan(name)

    return lambda op: _map_floats(constant_value(op.operands[0]), calculate)


def _library2(function: Callable[[float, float], float]) -> Fold:
    def fold(op: Operation) -> Folded:
        left, right = constant_value(op.operands[0]), constant_value(op.operands[1])
        if not isinstance(left, FloatAttr) or not isinstance(right, FloatAttr) or left.type.name not in _FORMATS:
            return None
        name = left.type.name
        try:
            value = function(_to_python(left.bits, name), _to_python(right.bits, name))
        except (OverflowError, ValueError, ZeroDivisionError):
            return None
        return (FloatAttr(_from_python(value, name), left.type),)

    return fold


def _exact(calculate: Callable[[int, str], int | None]) -> Fold:
    return lambda op: _map_floats(constant_value(op.operands[0]), calculate)


def _absolute(bits: int, name: str) -> int:
    return bits & ~(1 << (floating.FORMATS[name].width - 1))


def _integral(rounding: Callable[[float], int]) -> Fold:
    def calculate(bits: int, name: str) -> int | None:
        number = floating.decode(bits, name)
        if number.kind != "finite":
            return bits
        whole = rounding(number.value)  # pyright: ignore[reportArgumentType]
        return floating.encode(floating.rational(abs(whole)), number.negative, name)

    return _exact(calculate)


def _copysign(op: Operation) -> Folded:
    left, right = constant_value(op.operands[0]), constant_value(op.operands[1])
    if not isinstance(left, FloatAttr) or not isinstance(right, FloatAttr):
        return None
    sign = 1 << (left.type.width - 1)
    return (FloatAttr((left.bits & ~sign) | (right.bits & sign), left.type),)


def _integers(calculate: Callable[[int, int], int]) -> Fold:
    """``calculate`` gets the unsigned value and the width."""

    def fold(op: Operation) -> Folded:
        attribute = constant_value(op.operands[0])
        if isinstance(attribute, IntegerAttr):
            width = integer_width(attribute.type)
            return (integer(calculate(attribute.value & ((1 << width) - 1), width), attribute.type),)
        return None

    return fold


def _trailing_zeros(value: int, width: int) -> int:
    return (value & -value).bit_length() - 1 if value else width


def _absi(value: int, width: int) -> int:
    return (1 << width) - value if value >> (width - 1) else value


def _ipowi(op: Operation) -> Folded:
    base, exponent = constant_value(op.operands[0]), constant_value(op.operands[1])
    if not isinstance(base, IntegerAttr) or not isinstance(exponent, IntegerAttr) or exponent.value < 0:
        return None
    return (integer(pow(base.value, exponent.value, 1 << integer_width(base.type)), base.type),)


def _half_away(value: float) -> int:
    return math.floor(abs(value) + floating.rational(1, 2)) * (1 if value >= 0 else -1)


# --- index --------------------------------------------------------------------------------------------------------


def _index(calculate: Callable[[int, int], int | None], commutes: bool = False) -> Fold:
    """A binary operation of the index dialect; it folds only where 32 and 64 bits agree."""

    def fold(op: Operation) -> Folded:
        left, right = constant_value(op.operands[0]), constant_value(op.operands[1])
        if isinstance(left, IntegerAttr) and isinstance(right, IntegerAttr):
            wide = calculate(left.value, right.value)
            if wide is None:
                return None
            return (integer(wide, INDEX),) if -(1 << 31) <= wide < 1 << 31 else None
        if commutes and left is not None and right is None:
            first, second = op.operands
            op.set_operand(0, second)
            op.set_operand(1, first)
            return IN_PLACE
        return None

    return fold


def _index_cast(op: Operation) -> Folded:
    value = constant_value(op.operands[0])
    target = op.results[0].type
    return (integer(value.value, target),) if isinstance(value, IntegerAttr) and is_integer_like(target) else None


FOLDS: Final[dict[str, Fold]] = {
    "math.absf": _exact(_absolute),
    "math.absi": _integers(_absi),
    "math.acos": _library(math.acos),
    "math.acosh": _library(math.acosh),
    "math.asin": _library(math.asin),
    "math.asinh": _library(math.asinh),
    "math.atan": _library(math.atan),
    "math.atan2": _library2(math.atan2),
    "math.atanh": _library(math.atanh),
    "math.ceil": _integral(math.ceil),
    "math.copysign": _copysign,
    "math.cos": _library(math.cos),
    "math.cosh": _library(math.cosh),
    "math.ctlz": _integers(lambda v, w: w - v.bit_length()),
    "math.ctpop": _integers(lambda v, w: v.bit_count()),
    "math.cttz": _integers(_trailing_zeros),
    "math.erf": _library(math.erf),
    "math.exp": _library(math.exp),
    "math.exp2": _library(lambda x: 2.0**x),
    "math.expm1": _library(math.expm1),
    "math.floor": _integral(math.floor),
    "math.ipowi": _ipowi,
    "math.log": _library(math.log, lambda x: x < 0),
    "math.log10": _library(math.log10, lambda x: x < 0),
    "math.log1p": _library(math.log1p, lambda x: x + 1 < 0),
    "math.log2": _library(math.log2, lambda x: x < 0),
    "math.powf": _library2(math.pow),
    "math.round": _integral(_half_away),
    "math.roundeven": _integral(round),
    "math.sin": _library(math.sin),
    "math.sinh": _library(math.sinh),
    "math.sqrt": _library(math.sqrt, lambda x: x < 0),
    "math.tan": _library(math.tan),
    "math.tanh": _library(math.tanh),
    "math.trunc": _integral(math.trunc),
    "index.add": _index(lambda x, y: x + y, commutes=True),
    "index.sub": _index(lambda x, y: x - y),
    "index.mul": _index(lambda x, y: x * y, commutes=True),
    "index.maxs": _index(max, commutes=True),
    "index.mins": _index(min, commutes=True),
    "index.and": _index(lambda x, y: x & y, commutes=True),
    "index.or": _index(lambda x, y: x | y, commutes=True),
    "index.xor": _index(lambda x, y: x ^ y, commutes=True),
    "index.casts": _index_cast,
    "index.castu": _index_cast,
}
