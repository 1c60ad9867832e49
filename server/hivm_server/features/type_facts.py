"""What a type means in memory, in words: size, strides, contiguity, rows."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import (
    DYNAMIC,
    FloatType,
    IntegerType,
    MemRefType,
    TensorType,
    Type,
    VectorType,
    bit_width,
)
from hivm_server.features.memory_facts import space_name
from hivm_server.memory_map.facts import size

if TYPE_CHECKING:
    from hivm_passes.targets import Target

_BLOCK_BITS: Final = 256
"""The smallest transfer; rows in UB and L1 that vector and DMA operations touch start at multiples of it."""


def byte_size(type: Type) -> int | None:
    """Bytes of all elements, without gaps between them; None when a size or the element's width is unknown."""
    if not isinstance(type, MemRefType | TensorType | VectorType) or DYNAMIC in type.shape:
        return None
    width = bit_width(type.element)
    return None if width is None else -(-prod(type.shape) * width // 8)


def extent(type: MemRefType) -> int | None:
    """Bytes from the first to behind the last element, gaps included; None when unknown."""
    form, width = strides_and_offset(type), bit_width(type.element)
    if form is None or width is None or DYNAMIC in (*type.shape, *form.strides):
        return None
    if 0 in type.shape:
        return 0
    last = sum((n - 1) * s for n, s in zip(type.shape, form.strides, strict=True))
    return -(-(last + 1) * width // 8)


def is_contiguous(type: MemRefType) -> bool | None:
    """Whether the elements lie without gaps in row-major order; None when that cannot be told."""
    form = strides_and_offset(type)
    if form is None:
        return None
    expected = 1
    for n, stride in zip(reversed(type.shape), reversed(form.strides), strict=True):
        if n == 1:
            continue
        if DYNAMIC in (stride, expected):
            return None
        if stride != expected:
            return False
        expected = DYNAMIC if n == DYNAMIC else expected * n
    return True


def describe(type: Type, target: Target | None = None) -> list[str]:
    """Lines about a type, for a hover."""
    if isinstance(type, MemRefType):
        return _memref(type, target)
    lines: list[str] = []
    if isinstance(type, TensorType | VectorType):
        total = byte_size(type)
        if total is not None:
            lines.append(f"{_elements(prod(type.shape))} of {_element(type.element)}, {size(total)}")
        elif DYNAMIC in type.shape:
            lines.append(f"elements of {_element(type.element)}, size not known before run time")
    elif isinstance(type, IntegerType | FloatType):
        lines.append(f"{type.width} bits")
    return lines


def _memref(type: MemRefType, target: Target | None) -> list[str]:
    total = byte_size(type)
    if total is not None:
        lines = [f"{_elements(prod(type.shape))} of {_element(type.element)}, {size(total)}"]
    else:
        lines = [f"elements of {_element(type.element)}, size not known before run time"]
    lines += layout(type)
    space = type.address_space
    if space is not None and space != "gm":
        capacity = None if target is None else target.capacity(space)
        limit = "" if capacity is None or target is None else f", {size(capacity // 8)} on {target.name}"
        lines.append(f"in {space_name(space)}{limit}")
    elif space == "gm":
        lines.append("in global memory")
    return lines


def layout(type: MemRefType) -> list[str]:
    """Lines about strides, gaps and rows."""
    form = strides_and_offset(type)
    if form is None:
        return ["laid out by a map that is no list of strides"]
    if not type.shape:
        return []
    contiguous = is_contiguous(type)
    word = {True: "contiguous", False: "not contiguous", None: "contiguity not known before run time"}[contiguous]
    lines = [f"strides {_numbers(form.strides)}, offset {_number(form.offset)} (elements): {word}"]
    spread = extent(type)
    if spread is not None and spread != byte_size(type):
        lines.append(f"spreads over {size(spread)}")
    width = bit_width(type.element)
    if type.address_space in ("ub", "cbuf") and width is not None and len(form.strides) > 1:
        row = form.strides[-2]
        if type.shape[-2] != 1 and row != DYNAMIC and (row * width) % _BLOCK_BITS:
            lines.append(f"rows start every {row * width / 8:g} bytes, not at multiples of {_BLOCK_BITS // 8}")
    return lines


def _element(type: Type) -> str:
    return str(type)


def _elements(count: int) -> str:
    return "1 element" if count == 1 else f"{count} elements"


def _numbers(values: tuple[int, ...]) -> str:
    return f"[{', '.join(_number(v) for v in values)}]"


def _number(value: int) -> str:
    return "?" if value == DYNAMIC else str(value)
