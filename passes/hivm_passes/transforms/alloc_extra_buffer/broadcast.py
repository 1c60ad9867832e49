"""Scratch buffers of ``vbrc`` (AllocExtraBuffer, section 3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import DYNAMIC, MemRefType
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
    from hivm_passes.transforms.alloc_extra_buffer.site import Site

NOT_DECOMPOSED = "broadcast dimensions array is not decomposed yet"


def broadcast(site: Site) -> Need | None:
    """Room for the way in which the axis is widened: the first, the last, or one between."""
    dimensions = integers(site.op, "broadcast_dims")
    if len(dimensions) > 1:
        raise UnsizedError(NOT_DECOMPOSED, crash=False)
    if not dimensions:
        return None
    destination = memref(site.operand("dst"))
    (dimension,) = dimensions
    rank = destination.rank
    if rank > 3:
        dimension += 3 - rank
        rank = 3
    if dimension == rank - 1:
        size = _last_axis(site)
    elif dimension <= 0:
        size = _first_axis(site)
    else:
        return None
    return None if size is None else Need(size, destination.element, "broadcast")


def _is_aligned(type: MemRefType) -> bool:
    """Whether rows of the destination are known to start at multiples of 32 bytes."""
    bits = width(type)
    if bits == 1:
        return True
    if type.layout is None:
        size = type.shape[-1]
    else:
        form = strides_and_offset(type)
        if form is None or type.rank < 2:
            return False
        size = form.strides[-2]
    return size != DYNAMIC and size * (bits // 8) % 32 == 0


def _rooms(site: Site) -> tuple[int, int]:
    """The rooms of source and destination; the compiler asks for both before it looks which one it needs."""
    return site.needed_room(site.operand("src")), site.needed_room(site.operand("dst"))


def _first_axis(site: Site) -> int | None:
    destination = memref(site.operand("dst"))
    if _is_aligned(destination):
        return None
    _, room = _rooms(site)
    if not destination.has_static_shape:
        return room
    shape = destination.shape
    columns = shape[-1] if destination.rank == 2 else shape[-2] * shape[-1]
    return shape[0] * round_up(columns, block_elements(width(destination)))


def _last_axis(site: Site) -> int | None:
    source, destination = memref(site.operand("src")), memref(site.operand("dst"))
    if all(size == 1 for size in source.shape) or destination.rank == 1:
        return None
    sources, room = _rooms(site)
    bits = width(destination)
    block = block_elements(bits)
    rows, columns = destination.shape[-2:]
    if _is_aligned(destination):
        return _last_axis_aligned(destination, room, rows, columns, bits, block)
    if not destination.has_static_shape:
        return None if sources == 0 else round_up(sources, 8) * round_up(room // sources, block)
    return (rows if bits == 64 else round_up(rows, 8)) * round_up(columns, block)


def _last_axis_aligned(destination: MemRefType, room: int, rows: int, columns: int, bits: int, block: int) -> int:
    known_rows = 0 if rows == DYNAMIC else rows
    if bits == 64 or (known_rows % 8 == 0 and columns == block):
        return 0
    if not destination.has_static_shape:
        size = max(2 * room, 8 * block)
        return size + 2 * block + 16 * room if bits == 1 else size
    rows = round_up(rows, 8)
    return (rows + 2) * block + 16 * rows if bits == 1 else rows * block
