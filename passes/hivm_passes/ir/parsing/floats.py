"""Encoding of floating point numbers in the formats that the two compiler builds know."""

from __future__ import annotations

import struct
from math import copysign, frexp, isinf, isnan
from typing import Final, Literal

from hivm_passes.records import dataclass


@dataclass(frozen=True, slots=True)
class FloatFormat:
    """Layout of a binary float: sign, exponent and fraction bits.

    ``special`` tells how infinity and NaN are encoded: ``ieee`` (all-ones exponent), ``nan_only`` (all bits ones,
    no infinity) or ``negative_zero`` (the pattern of -0 is the NaN, no infinity). ``explicit_one`` marks x87's stored
    leading bit.
    """

    exponent_bits: int
    fraction_bits: int
    bias: int
    special: Literal["ieee", "nan_only", "negative_zero"] = "ieee"
    explicit_one: bool = False

    @property
    def width(self) -> int:
        """Total bits."""
        return 1 + self.exponent_bits + self.fraction_bits + self.explicit_one


FORMATS: Final = {
    "bf16": FloatFormat(8, 7, 127),
    "f128": FloatFormat(15, 112, 16383),
    "f16": FloatFormat(5, 10, 15),
    "f32": FloatFormat(8, 23, 127),
    "f64": FloatFormat(11, 52, 1023),
    "f80": FloatFormat(15, 63, 16383, explicit_one=True),
    "f8E4M3": FloatFormat(4, 3, 7),
    "f8E4M3B11FNUZ": FloatFormat(4, 3, 11, "negative_zero"),
    "f8E4M3FN": FloatFormat(4, 3, 7, "nan_only"),
    "f8E4M3FNUZ": FloatFormat(4, 3, 8, "negative_zero"),
    "f8E5M2": FloatFormat(5, 2, 15),
    "f8E5M2FNUZ": FloatFormat(5, 2, 16, "negative_zero"),
    "tf32": FloatFormat(8, 10, 127),
}

_STRUCT: Final = {"f32": "<f", "f64": "<d"}


def encode_float(value: float, name: str) -> int:
    """The bits of ``value`` rounded to nearest even in format ``name``; too large numbers become infinity or NaN."""
    if name == "f64":
        return int.from_bytes(struct.pack("<d", value), "little")
    if name == "f32" and not isinf(value) and abs(value) < 3.4e38:
        return int.from_bytes(struct.pack("<f", value), "little")
    layout = FORMATS[name]
    sign = 1 if copysign(1.0, value) < 0 else 0
    sign_bit = sign << (layout.width - 1)
    all_exponent = (1 << layout.exponent_bits) - 1
    one = 1 << layout.fraction_bits
    if isnan(value):
        return sign_bit | _nan(layout)
    if isinf(value):
        return sign_bit | _infinity(layout) if layout.special == "ieee" else _overflow(layout, sign_bit)
    if value == 0.0:
        return 0 if layout.special == "negative_zero" else sign_bit
    mantissa, exponent = frexp(abs(value))
    integer, exponent = int(mantissa * (1 << 53)), exponent - 1  # value = integer * 2**(exponent - 52)
    biased = exponent + layout.bias
    # Bits to drop so that the leading one lands on the format's leading place (fewer for subnormals).
    drop = 52 - layout.fraction_bits + (1 - biased if biased < 1 else 0)
    if drop > 0:
        quotient, rest = integer >> drop, integer & ((1 << drop) - 1)
        half = 1 << (drop - 1)
        if rest > half or (rest == half and quotient & 1):
            quotient += 1
    else:
        quotient = integer << -drop
    if biased < 1:
        biased = 1 if quotient >= one else 0
        fraction = quotient - one if biased else quotient
    else:
        if quotient == 2 * one:
            quotient, biased = one, biased + 1
        fraction = quotient - one
    limit = all_exponent if layout.special == "ieee" else all_exponent + 1
    if biased >= limit:
        return sign_bit | _infinity(layout) if layout.special == "ieee" else _overflow(layout, sign_bit)
    if layout.special == "nan_only" and biased == all_exponent and fraction == one - 1:
        return _overflow(layout, sign_bit)
    if biased == 0 and fraction == 0 and layout.special == "negative_zero":
        return 0
    if layout.explicit_one:
        return sign_bit | (biased << (layout.fraction_bits + 1)) | (one if biased else 0) | fraction
    return sign_bit | (biased << layout.fraction_bits) | fraction


def _infinity(layout: FloatFormat) -> int:
    exponent = (1 << layout.exponent_bits) - 1
    if layout.explicit_one:
        return (exponent << (layout.fraction_bits + 1)) | (1 << layout.fraction_bits)
    return exponent << layout.fraction_bits


def _nan(layout: FloatFormat) -> int:
    if layout.special == "nan_only":
        return (1 << (layout.width - 1)) - 1
    if layout.special == "negative_zero":
        return 1 << (layout.width - 1)
    return _infinity(layout) | (1 << (layout.fraction_bits - 1))


def _overflow(layout: FloatFormat, sign_bit: int) -> int:
    """What a number beyond the range becomes in a format without infinity: NaN."""
    return _nan(layout) if layout.special == "negative_zero" else sign_bit | _nan(layout)
