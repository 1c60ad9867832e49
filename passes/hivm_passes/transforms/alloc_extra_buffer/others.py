"""Scratch buffers of the remaining operations (AllocExtraBuffer, table and section 3.6)."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import ArrayAttr, IntegerAttr, TypeAttr
from hivm_passes.ir.types import DYNAMIC, F16, F32, I32, I64
from hivm_passes.transforms.alloc_extra_buffer.site import (
    Need,
    UnsizedError,
    block_elements,
    integers,
    memref,
    round_up,
    width,
)

if TYPE_CHECKING:
    from hivm_passes.ir.types import Type
    from hivm_passes.transforms.alloc_extra_buffer.site import Site

_SORT_FACTORS: Final[dict[tuple[bool, bool], dict[Type, int]]] = {
    # (indices too, descending): by element type.
    (True, True): {F32: 4, F16: 8},
    (True, False): {F32: 5, F16: 9},
    (False, True): {F32: 5, F16: 10},
    (False, False): {F32: 6, F16: 11},
}
_SORT_FACTORS_A5: Final[dict[Type, int]] = {I32: 12, I64: 10}


UNKNOWN_LENGTH: Final = "the compiler sizes the scratch buffer of this dynamic operand as if it had no elements"


def interleave(site: Site) -> Need | None:
    """``vinterleave``: both sources spread out, and the result."""
    type = memref(site.operand("src"))
    block = block_elements(width(type))
    size = type.shape[-1]
    if size == DYNAMIC:
        # The compiler rounds the number that stands for "unknown"; what is left of it after the overflow is 8 rows.
        return Need(8 * block, type.element, "spread sources and result", quirk=UNKNOWN_LENGTH)
    return Need(round_up(size, 8) * block + round_up(2 * size, block), type.element, "spread sources and result")


def long_multiplication(site: Site) -> Need | None:
    """``vmulextended``: partial products."""
    return Need(3 * round_up(site.needed_room(site.operand("src")), 8), I32, "partial products")


def gather(site: Site) -> Need | None:
    """``vgather``: the indices in bytes."""
    if site.around.reg_based:
        return None
    indices = site.operand("indices")
    return Need(site.needed_room(indices), memref(indices).element, "indices in bytes")


def sort(site: Site) -> Need | None:
    """``vsort``: pairs of value and index, for two merge buffers."""
    source = site.operand("src")
    type = memref(source)
    size, room = type.shape[-1], site.needed_room(source)
    if not type.has_static_shape:
        size = room
    elif size == 1:
        size = 0
    with_indices = len(site.group("dst")) > 1
    descending = site.op.attributes.get("descending")
    down = isinstance(descending, IntegerAttr) and bool(descending.value)
    factor = _SORT_FACTORS[with_indices, down].get(type.element, 0)
    if not site.is_a3 and not with_indices:
        factor = _SORT_FACTORS_A5.get(type.element, factor)
    return Need(factor * round_up(size, 32), type.element, "merge buffers")


_TRANSPOSE_I64: Final = 512


def transpose(site: Site) -> Need | None:
    """``vtranspose`` of i64 that moves the last axis."""
    type = memref(site.operand("src"))
    permutation = integers(site.op, "permutation")
    if type.element is I64 and permutation and permutation[-1] != type.rank - 1:
        return Need(_TRANSPOSE_I64, type.element, "tiles of 64-bit values")
    return None


def cumulative(site: Site) -> Need | None:
    """Running sums and the like on A5: a sum of one row works in halves, a middle or last axis in a padded copy."""
    source = site.operand("src")
    type = memref(source)
    dimensions = integers(site.op, "cum_dims")
    if dimensions == (0,) and type.rank == 1 and site.op.name == "hivm.hir.vcumsum":
        size = type.shape[0]
        return None if size == DYNAMIC else Need(2 * -(-size // 32), type.element, "partial sums")
    if dimensions != (1,) or type.rank not in (2, 3):
        return None
    block = block_elements(width(type))
    shape = type.shape if type.rank == 3 else tuple(reversed(type.shape))
    if shape[-1] == DYNAMIC:
        raise UnsizedError("invalid memref size", crash=True, said="invalid memref size")
    if DYNAMIC in shape:
        raise UnsizedError("dimension operand count does not equal memref dynamic dimension count", on="memref.alloc")
    padded = (*shape[:-1], round_up(shape[-1], block))
    return Need(prod(padded), type.element, "padded copy", padded)


def declared(site: Site) -> list[Need]:
    """User-defined operations say themselves what they need."""
    sizes, types = (site.op.attributes.get(f"extra_buffers_{what}") for what in ("sizes", "types"))
    if not isinstance(sizes, ArrayAttr) or not isinstance(types, ArrayAttr):
        return []
    return [
        Need(size.value, type.type, "declared by the operation")
        for size, type in zip(sizes.elements, types.elements, strict=False)
        if isinstance(size, IntegerAttr) and isinstance(type, TypeAttr)
    ]
