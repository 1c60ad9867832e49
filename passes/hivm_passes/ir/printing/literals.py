"""Numbers and strings as the compiler prints them."""

from __future__ import annotations

from typing import Final

from hivm_passes.ir.parsing.floats import FORMATS
from hivm_passes.ir.types import FLOAT_WIDTHS
from hivm_passes.lazy import pattern

_PLAIN_KEY: Final = pattern(r"[A-Za-z_][A-Za-z0-9_$.]*\Z")
_SHORTEST_DIGITS: Final = {"f16": 5, "bf16": 4, "f32": 9, "f64": 17}
"""Decimal digits that tell every value of a format apart."""


def string_text(value: str) -> str:
    """A quoted string: printable ASCII as it is, everything else as two hexadecimal digits per byte."""
    out = ['"']
    for byte in value.encode("utf-8", "surrogateescape"):
        if byte == 0x5C:
            out.append("\\\\")
        elif 0x20 <= byte < 0x7F and byte != 0x22:
            out.append(chr(byte))
        else:
            out.append(f"\\{byte:02X}")
    out.append('"')
    return "".join(out)


def key_text(key: str) -> str:
    """A dictionary key, quoted where it is no plain identifier."""
    return key if _PLAIN_KEY.match(key) else string_text(key)


def symbol_text(name: str) -> str:
    """``@name`` or ``@"any name"``."""
    return f"@{name}" if _PLAIN_KEY.match(name) else f"@{string_text(name)}"


def float_text(bits: int, name: str) -> str:
    """A float by its bits: six digits where they read back exactly, else the shortest exact form, else the bits.

    The digits come from a decimal expansion that is cut before it is rounded, as in the compiler, so the last one is
    not always the nearest.
    """
    exact = _exact(bits, name)
    if exact is None:
        return f"0x{bits:0{-(-FLOAT_WIDTHS[name] // 4)}X}"
    negative, mantissa, exponent = exact
    sign = "-" if negative else ""
    if mantissa == 0:
        return f"{sign}0.000000e+00"
    digits, scale = _digits(mantissa, exponent, 6)
    if _equals(digits, scale, mantissa, exponent, bits, name):
        first = scale + len(digits) - 1
        fraction = digits[1:].ljust(6, "0")
        return f"{sign}{digits[0]}.{fraction}e{'-' if first < 0 else '+'}{abs(first):02d}"
    limit = _SHORTEST_DIGITS.get(name, 17)
    digits, scale = _digits(mantissa, exponent, limit)
    count, first = len(digits), scale + len(digits) - 1
    if scale > 3 or (scale >= 0 and count + scale > limit) or first < -3:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{'-' if first < 0 else '+'}{abs(first)}"
    if scale >= 0:
        return f"0x{bits:0{-(-FLOAT_WIDTHS[name] // 4)}X}"
    if first >= 0:
        return f"{sign}{digits[:scale]}.{digits[scale:]}"
    return f"{sign}0.{'0' * (-first - 1)}{digits}"


def _exact(bits: int, name: str) -> tuple[bool, int, int] | None:
    """(negative, m, e) with the value m * 2**e; None for infinities and NaNs."""
    layout = FORMATS[name]
    fraction = bits & ((1 << layout.fraction_bits) - 1)
    position = layout.fraction_bits + layout.explicit_one
    all_ones = (1 << layout.exponent_bits) - 1
    field = (bits >> position) & all_ones
    negative = bool(bits >> (layout.width - 1))
    if layout.special == "ieee" and field == all_ones:
        return None
    if layout.special == "nan_only" and field == all_ones and fraction == (1 << layout.fraction_bits) - 1:
        return None
    if layout.special == "negative_zero" and negative and field == 0 and fraction == 0:
        return None
    if layout.explicit_one:
        leading = (bits >> layout.fraction_bits) & 1
        mantissa = (leading << layout.fraction_bits) | fraction
    else:
        mantissa = fraction | ((1 << layout.fraction_bits) if field else 0)
    exponent = max(field, 1) - layout.bias - layout.fraction_bits
    return negative, mantissa, exponent


def _digits(mantissa: int, exponent: int, count: int) -> tuple[str, int]:
    """The value's first ``count`` decimal digits without trailing zeros, and the power of ten of the last one."""
    shift = (mantissa & -mantissa).bit_length() - 1
    mantissa, exponent = mantissa >> shift, exponent + shift
    scale = 0
    if exponent >= 0:
        mantissa <<= exponent
    else:
        mantissa *= 5**-exponent
        scale = exponent
    keep = -(-196 * count // 59)
    if mantissa.bit_length() > keep:
        drop = (mantissa.bit_length() - keep) * 59 // 196
        mantissa //= 10**drop
        scale += drop
    text = str(mantissa)
    if len(text) > count:
        dropped = len(text) - count
        mantissa = (mantissa + 5 * 10 ** (dropped - 1)) // 10**dropped
        scale += dropped
        text = str(mantissa)
    stripped = text.rstrip("0")
    return stripped, scale + len(text) - len(stripped)


def _equals(digits: str, scale: int, mantissa: int, exponent: int, bits: int, name: str) -> bool:
    """Whether reading the decimal number back gives the same bits."""
    from fractions import Fraction

    value = Fraction(int(digits)) * Fraction(10) ** scale
    exact = Fraction(mantissa) * Fraction(2) ** exponent
    if value == exact:
        return True
    layout = FORMATS[name]
    low = bits & ~(1 << (layout.width - 1))
    for neighbour in (low - 1, low + 1):
        other = _exact(neighbour, name) if neighbour >= 0 else None
        if other is None:
            # No finite neighbour above: the gap is that to the one below.
            half = Fraction(2) ** exponent / 2
            if abs(value - exact) >= half and (value > exact) == (neighbour > low):
                return False
            continue
        middle = (exact + Fraction(other[1]) * Fraction(2) ** other[2]) / 2
        beyond = value > middle if neighbour > low else value < middle
        tie = value == middle
        if beyond or (tie and low & 1):
            return False
    return True
