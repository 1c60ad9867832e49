"""Exact arithmetic on floats held as bits, rounding to nearest even as LLVM's ``APFloat`` does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.parsing.floats import FORMATS
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

    from hivm_passes.ir.parsing.floats import FloatFormat


@dataclass(frozen=True, slots=True)
class Number:
    """A decoded float: ``kind`` is ``finite``, ``inf`` or ``nan``; ``magnitude`` counts for finite ones."""

    kind: str
    negative: bool
    magnitude: Fraction
    bits: int

    @property
    def value(self) -> Fraction:
        """The signed value of a finite number."""
        return -self.magnitude if self.negative else self.magnitude

    @property
    def is_zero(self) -> bool:
        """Whether this is +0 or -0."""
        return self.kind == "finite" and not self.magnitude


def rational(numerator: int, denominator: int = 1) -> Fraction:
    """An exact number."""
    from fractions import Fraction  # with the modules that it needs, a heavy import that few texts need

    return Fraction(numerator, denominator)


def decode(bits: int, name: str) -> Number:
    """The number behind ``bits`` in format ``name``."""
    layout = FORMATS[name]
    negative = bool(bits >> (layout.width - 1))
    fraction_bits = layout.fraction_bits + layout.explicit_one
    fraction = bits & ((1 << fraction_bits) - 1)
    exponent = (bits >> fraction_bits) & ((1 << layout.exponent_bits) - 1)
    top = (1 << layout.exponent_bits) - 1
    if layout.special == "negative_zero":
        if bits == 1 << (layout.width - 1):
            return Number("nan", True, rational(0), bits)
    elif exponent == top:
        if layout.special == "nan_only":
            if fraction == (1 << fraction_bits) - 1:
                return Number("nan", negative, rational(0), bits)
        else:
            payload = fraction & ((1 << layout.fraction_bits) - 1)
            return Number("nan" if payload else "inf", negative, rational(0), bits)
    leading = exponent and not layout.explicit_one
    significand = fraction | (1 << layout.fraction_bits) if leading else fraction
    scale = (exponent or 1) - layout.bias - layout.fraction_bits
    magnitude = rational(significand << scale) if scale >= 0 else rational(significand, 1 << -scale)
    return Number("finite", negative, magnitude, bits)


def encode(magnitude: Fraction, negative: bool, name: str) -> int:
    """The bits of the nearest number (ties to even); beyond the range infinity, or NaN where there is none."""
    layout = FORMATS[name]
    sign = int(negative) << (layout.width - 1)
    if not magnitude:
        return 0 if layout.special == "negative_zero" else sign
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < _power(exponent):
        exponent -= 1
    exponent = max(exponent, 1 - layout.bias)
    scaled = magnitude / _power(exponent - layout.fraction_bits)
    significand = round(scaled)  # Fraction rounds ties to even
    one = 1 << layout.fraction_bits
    if significand == 2 * one:
        significand, exponent = one, exponent + 1
    biased = exponent + layout.bias if significand >= one else 0
    top = (1 << layout.exponent_bits) - 1
    fraction = significand & (one - 1)
    if layout.special == "ieee":
        if biased >= top:
            return sign | infinity(layout)
    elif biased > top or (layout.special == "nan_only" and biased == top and fraction == one - 1):
        return nan(name) if layout.special == "negative_zero" else sign | nan(name)
    if layout.special == "negative_zero" and not biased and not fraction:
        return 0
    if layout.explicit_one:
        return sign | (biased << (layout.fraction_bits + 1)) | significand
    return sign | (biased << layout.fraction_bits) | fraction


def _power(exponent: int) -> Fraction:
    return rational(1 << exponent) if exponent >= 0 else rational(1, 1 << -exponent)


def infinity(layout: FloatFormat) -> int:
    """The bits of +infinity."""
    exponent = (1 << layout.exponent_bits) - 1
    if layout.explicit_one:
        return (exponent << (layout.fraction_bits + 1)) | (1 << layout.fraction_bits)
    return exponent << layout.fraction_bits


def nan(name: str) -> int:
    """The bits of the default quiet NaN."""
    layout = FORMATS[name]
    if layout.special == "nan_only":
        return (1 << (layout.width - 1)) - 1
    if layout.special == "negative_zero":
        return 1 << (layout.width - 1)
    return infinity(layout) | (1 << (layout.fraction_bits - 1))


def _quiet(number: Number, name: str) -> int:
    layout = FORMATS[name]
    return number.bits | (1 << (layout.fraction_bits - 1)) if layout.special == "ieee" else number.bits


def _sign_bit(name: str) -> int:
    return 1 << (FORMATS[name].width - 1)


def negate(bits: int, name: str) -> int:
    """``-x``."""
    return (
        bits
        if FORMATS[name].special == "negative_zero" and not decode(bits, name).magnitude
        else bits ^ _sign_bit(name)
    )


def add(a: int, b: int, name: str) -> int:
    """``a + b``."""
    return _add(decode(a, name), decode(b, name), name)


def subtract(a: int, b: int, name: str) -> int:
    """``a - b``."""
    right = decode(b, name)
    if right.kind != "nan":
        right = Number(right.kind, not right.negative, right.magnitude, right.bits ^ _sign_bit(name))
    return _add(decode(a, name), right, name)


def _add(left: Number, right: Number, name: str) -> int:
    special = _propagate(left, right, name)
    if special is not None:
        return special
    if left.kind == "inf":
        return nan(name) if right.kind == "inf" and right.negative != left.negative else left.bits
    if right.kind == "inf":
        return right.bits
    total = left.value + right.value
    negative = total < 0 if total else left.negative and right.negative
    return encode(abs(total), negative, name)


def multiply(a: int, b: int, name: str) -> int:
    """``a * b``."""
    left, right = decode(a, name), decode(b, name)
    special = _propagate(left, right, name)
    if special is not None:
        return special
    negative = left.negative != right.negative
    if "inf" in (left.kind, right.kind):
        return nan(name) if left.is_zero or right.is_zero else _signed_infinity(negative, name)
    return encode(left.magnitude * right.magnitude, negative, name)


def divide(a: int, b: int, name: str) -> int:
    """``a / b``."""
    left, right = decode(a, name), decode(b, name)
    special = _propagate(left, right, name)
    if special is not None:
        return special
    negative = left.negative != right.negative
    if left.kind == "inf":
        return nan(name) if right.kind == "inf" else _signed_infinity(negative, name)
    if right.kind == "inf":
        return encode(rational(0), negative, name)
    if right.is_zero:
        return nan(name) if left.is_zero else _signed_infinity(negative, name)
    return encode(left.magnitude / right.magnitude, negative, name)


def remainder(a: int, b: int, name: str) -> int:
    """``fmod(a, b)``: the sign is that of ``a``."""
    left, right = decode(a, name), decode(b, name)
    special = _propagate(left, right, name)
    if special is not None:
        return special
    if left.kind == "inf" or right.is_zero:
        return nan(name)
    if right.kind == "inf" or left.is_zero:
        return left.bits
    return encode(left.magnitude % right.magnitude, left.negative, name)


def _propagate(left: Number, right: Number, name: str) -> int | None:
    if left.kind == "nan":
        return _quiet(left, name)
    return _quiet(right, name) if right.kind == "nan" else None


def _signed_infinity(negative: bool, name: str) -> int:
    layout = FORMATS[name]
    bits = infinity(layout) if layout.special == "ieee" else nan(name)
    return bits | _sign_bit(name) if negative else bits


def less(left: Number, right: Number) -> bool:
    """``left < right`` for numbers that are not NaN."""
    return _key(left) < _key(right)


def _key(number: Number) -> tuple[int, Fraction]:
    if number.kind == "inf":
        return (-1 if number.negative else 1, rational(0))
    return (0, number.value)


def equal(left: Number, right: Number) -> bool:
    """``left == right`` for numbers that are not NaN."""
    return _key(left) == _key(right)


def _extreme(a: int, b: int, name: str, *, want_max: bool, numeric: bool) -> int:
    left, right = decode(a, name), decode(b, name)
    if left.kind == "nan":
        return b if numeric else a
    if right.kind == "nan":
        return a if numeric else b
    if left.is_zero and right.is_zero and left.negative != right.negative:
        return b if left.negative == want_max else a
    if want_max:
        return b if less(left, right) else a
    return b if less(right, left) else a


def maximum(a: int, b: int, name: str) -> int:
    """The larger one, NaN if either is."""
    return _extreme(a, b, name, want_max=True, numeric=False)


def minimum(a: int, b: int, name: str) -> int:
    """The smaller one, NaN if either is."""
    return _extreme(a, b, name, want_max=False, numeric=False)


def maxnum(a: int, b: int, name: str) -> int:
    """The larger one; a NaN is ignored."""
    return _extreme(a, b, name, want_max=True, numeric=True)


def minnum(a: int, b: int, name: str) -> int:
    """The smaller one; a NaN is ignored."""
    return _extreme(a, b, name, want_max=False, numeric=True)


def from_integer(value: int, name: str) -> int:
    """The nearest float of an integer."""
    return encode(rational(abs(value)), value < 0, name)


def to_integer(bits: int, name: str, width: int, signed: bool) -> int | None:
    """The integer towards zero, None when it does not fit into ``width`` bits."""
    number = decode(bits, name)
    if number.kind != "finite":
        return None
    value = int(number.value)  # Fraction truncates
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    return value if low <= value <= high else None


def convert(bits: int, source: str, target: str) -> int | None:
    """``bits`` in another format, None when the value changes (or is a NaN that has no equal there)."""
    number = decode(bits, source)
    if number.kind == "finite":
        result = encode(number.magnitude, number.negative, target)
        back = decode(result, target)
        exact = back.kind == "finite" and back.magnitude == number.magnitude
        return result if exact and back.negative == number.negative else None
    layout = FORMATS[target]
    if number.kind == "inf":
        return _signed_infinity(number.negative, target) if layout.special == "ieee" else None
    if layout.special != "ieee" or FORMATS[source].special != "ieee":
        return None
    shift = layout.fraction_bits - FORMATS[source].fraction_bits
    payload = bits & ((1 << FORMATS[source].fraction_bits) - 1)
    if shift < 0 and payload & ((1 << -shift) - 1):
        return None
    payload = payload << shift if shift >= 0 else payload >> -shift
    sign = _sign_bit(target) if number.negative else 0
    return sign | infinity(layout) | payload | (1 << (layout.fraction_bits - 1))
