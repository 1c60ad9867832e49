"""Scratch buffers of elementwise operations (AllocExtraBuffer, sections 3.1, 3.2, 3.5 and table)."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.types import DYNAMIC, I1, I8, I16, I32, I64, MemRefType, TensorType
from hivm_passes.transforms.alloc_extra_buffer.site import (
    Need,
    UnsizedError,
    block_elements,
    memref,
    round_up,
    width,
)

if TYPE_CHECKING:
    from hivm_passes.ir.core import Value
    from hivm_passes.ir.types import Type
    from hivm_passes.transforms.alloc_extra_buffer.site import Site

_SPREAD_SCALAR: Final = frozenset({"hivm.hir.vsub", "hivm.hir.vdiv"})
"""Operations without a form for vector and scalar: the scalar is spread over a block first."""

_SELECT_BITS: Final = 256
_BITS_TO_VALUES_BITS: Final = 768


def binary(site: Site) -> Need | None:
    """Two sources: room for sources that are broadcast inline, and for a scalar where only vectors are possible."""
    first, second = site.operand("src"), site.operand("src", 1)
    if site.is_a3 and site.becomes_scalar:
        return None
    destination = memref(site.operand("dst"))
    if not _knows_room(site, site.operand("dst")):
        return None
    vectors = [isinstance(v.type, MemRefType) for v in (first, second)]
    inline = [v for v in (first, second) if _is_inline(v, destination)]
    spread = not all(vectors) and site.op.name in _SPREAD_SCALAR
    if all(vectors) and not inline:
        return None
    if vectors[0] and not vectors[1] and not inline and not spread:
        return None
    size = block_elements(width(destination)) if spread else 0
    size += sum(_inline_cost(site, v, site.operand("dst")) for v in inline)
    why = " and ".join([*(["the scalar as a block"] if spread else []), *(["inline broadcast"] if inline else [])])
    return Need(size, destination.element, why or "scalar source")


def unary(site: Site) -> Need | None:
    """One source: room for it when it is broadcast inline."""
    source, destination = site.operand("src"), memref(site.operand("dst"))
    if site.is_a3 and site.becomes_scalar:
        return None
    if not _is_inline(source, destination):
        return None
    fallback = site.operand("dst") if site.is_a3 else source
    if not _knows_room(site, fallback):
        return None
    return Need(_inline_cost(site, source, fallback), destination.element, "inline broadcast")


def _knows_room(site: Site, value: Value) -> bool:
    """Whether the allocation behind ``value`` has a known size; where it has not, A2 and A3 crash."""
    room = site.needed_room(value) if site.is_a3 else site.room(value)
    return room is not None


def _is_inline(source: Value, destination: MemRefType) -> bool:
    """Whether the last size of a source is 1 and that of the destination is not."""
    if not isinstance(source.type, MemRefType) or not source.type.shape:
        return False
    return source.type.shape[-1] == 1 and destination.shape[-1] != 1


def _inline_cost(site: Site, source: Value, fallback: Value) -> int:
    """Elements that an inline source takes; ``fallback`` bounds it where its second last size is dynamic."""
    type = memref(source)
    block = block_elements(width(type))
    if type.rank == 1 or type.shape[-2] == 1:
        return block
    if type.shape[-2] == DYNAMIC:
        return site.needed_room(fallback)
    return block * round_up(type.shape[-2], 8)


def cast(site: Site) -> Need | None:
    """Casts that take more than one step inside."""
    source, destination = site.operand("src"), memref(site.operand("dst"))
    type = memref(source)
    pair = (type.element, destination.element)
    if pair in ((I32, I8), (I16, I8)):
        if site.is_a3 and site.around.unaligned_casts:
            return Need(_unaligned_cast(site, source, destination), type.element, "narrowing by transposes")
        return Need(2 * site.needed_room(source), type.element, "narrowing")
    if pair in ((I64, I32), (I32, I16)):
        mode = getattr(site.op.attributes.get("round_mode"), "body", None)
        return Need(0, type.element, "truncation") if mode == "truncwithoverflow" else None
    if type.element is I1:
        return Need(_BITS_TO_VALUES_BITS // width(destination), destination.element, "bits to values")
    return None


def _unaligned_cast(site: Site, source: Value, destination: MemRefType) -> int:
    """Three copies of the source with sizes that suit its transposition (function attribute, A2 and A3 only)."""
    type = memref(source)
    if type.space is None:
        raise UnsizedError("the source has no memory space", crash=True)
    if not type.has_static_shape:
        return 3 * site.needed_room(source)
    bytes_from, bytes_to = width(type) // 8, width(destination) // 8
    factor = bytes_from // bytes_to
    unit = 32 // bytes_from * factor
    if type.rank == 1:
        (size,) = type.shape
        multiple = round_up(size * factor, unit) * unit if size <= unit else unit * unit * factor
        return 3 * round_up(size, multiple // bytes_from)
    *outer, rows, columns = type.shape
    return 3 * prod(outer) * round_up(rows, unit * factor // bytes_from) * round_up(columns, 32 // bytes_from)


def select(site: Site) -> Need | None:
    """``vsel``: scalars as blocks; 64-bit values by halves."""
    sources, destination = site.group("src"), memref(site.operand("dst"))
    condition, *values = sources
    scalars = sum(not isinstance(v.type, MemRefType | TensorType) for v in values)
    if destination.element is not I64:
        return Need(_SELECT_BITS // width(destination) * (1 + scalars), destination.element, "mask and scalars")
    if memref(condition).element is not I8 or scalars:
        return None
    size = destination.shape[-1] if destination.has_static_shape else site.needed_room(site.operand("dst"))
    return Need(round_up(size, 8) // 2 + round_up(size, 16) // 4, destination.element, "masks of 64-bit values")


def power(site: Site) -> Need | None:
    """``vpow`` of i32 by repeated multiplication."""
    source = site.operand("src")
    element: Type = memref(source).element
    if element is not I32:
        return None
    size = site.needed_room(source)
    rest = 72 if size > 64 else round_up(3 * size // 2, 8)
    return Need(2 * size + 8 + 2 * (round_up(size, 256) // 32) + rest, element, "powers and masks")


def exclusive_or(site: Site) -> Need | None:
    """``vxor`` keeps one intermediate result."""
    source = site.operand("src")
    return Need(site.needed_room(source), memref(source).element, "intermediate result")
