"""Scratch buffers of ``vreduce`` (AllocExtraBuffer, section 3.4)."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import DYNAMIC, F16, F32, IntegerType, MemRefType
from hivm_passes.transforms.alloc_extra_buffer.site import (
    Need,
    integers,
    memref,
    repeat_elements,
    round_up,
    width,
)

if TYPE_CHECKING:
    from hivm_passes.transforms.alloc_extra_buffer.site import Site


def reduction(site: Site) -> Need | None:
    """The largest need of the reduced dimensions."""
    if site.around.reg_based:
        return None
    kind = reduce_kind(site)
    source = memref(site.operand("src"))
    dimensions = integers(site.op, "reduce_dims")
    if site.is_a3 and site.becomes_scalar:
        return None
    sizes = [size for d in dimensions if (size := _Reduction(site, kind, d).size()) is not None]
    return Need(max(sizes), source.element, f"partial results of {kind}") if sizes else None


def reduce_kind(site: Site) -> str:
    """``sum``, ``max_with_index_left`` ..."""
    return getattr(site.op.attributes.get("arith"), "body", None) or ""


class _Reduction:
    """One reduced dimension."""

    __slots__ = ("block", "dimension", "is_a3", "kind", "reduced", "repeat", "room", "site", "source", "type")

    def __init__(self, site: Site, kind: str, dimension: int) -> None:
        self.site = site
        self.is_a3 = site.is_a3
        self.kind = kind
        self.dimension = dimension
        self.source = site.operand("src")
        self.type = memref(self.source)
        self.reduced = self.type.shape[dimension]
        bits = width(self.type)
        self.room = site.needed_room(self.source)
        self.block = 256 // (-(-bits // 8) * 8)
        self.repeat = repeat_elements(bits)

    def size(self) -> int | None:
        last = self.dimension == self.type.rank - 1
        if "with_index" in self.kind:
            return self._with_index(last)
        return self._last() if last else self._other()

    # --- index reductions -----------------------------------------------------------------------------------

    def _with_index(self, last: bool) -> int:
        type, bits = self.type, width(self.type)
        block = 256 // bits
        if last:
            return block
        if not type.has_static_shape:
            return round_up(int(1.5 * self.room), block)
        if not self.is_a3:
            return (round_up(32 * self.reduced, 256) + 256) // bits
        # The compiler compares every size with the number of the dimension where it means the dimension itself.
        kept = prod(size for size in type.shape if size != self.dimension)
        bytes_each = -(-bits // 8)
        masks = -(-4 * kept // self.repeat) * self.repeat // bytes_each
        return masks + -(-kept // (8 * block)) * block + block

    # --- any dimension but the last -------------------------------------------------------------------------

    def _other(self) -> int:
        type, exclusive = self.type, self.kind == "xori"
        block = 256 // width(type)
        if not self.is_a3 or type.rank != 3 or not type.has_static_shape:
            return self.room + block if exclusive else self.room
        planes, rows, columns = type.shape
        power = 1 << (rows.bit_length() - 1) if rows else 0
        steps = power.bit_length() - 1 + rows - power
        form = None if type.layout is None else strides_and_offset(type)
        row = columns if form is None or DYNAMIC in form.strides else form.strides[1]
        if steps <= planes:
            halves = power // 2 * planes * round_up(columns, self.block)
            if exclusive:
                return max(self.room + block, round_up(halves, self.block) + halves)
            return max(self.room, halves)
        halves = power // 2 * row
        if exclusive:
            padded = round_up(rows * round_up(columns, self.block) // 2, self.block)
            return max(rows * columns + self.block, padded + halves)
        return max(rows * columns, halves)

    # --- the last dimension ---------------------------------------------------------------------------------

    def _last(self) -> int | None:
        type, element = self.type, self.type.element
        is_integer = isinstance(element, IntegerType)
        copies = 3 if self.kind == "xori" else 2
        if not type.has_static_shape:
            return copies * self.room if is_integer else self.room
        rows = self._rows()
        if is_integer or self.kind == "prod":
            if self.reduced > self.repeat:
                return (copies - 1) * rows * self.repeat + rows * self.block
            return copies * self.room
        if element in (F16, F32):
            return self._last_of_floats(rows)
        return self.room

    def _last_of_floats(self, rows: int) -> int | None:
        if self.is_a3 and self.site.around.saving_ub:
            return None if self.reduced <= self.repeat else -(-self.room // self.block)
        if self.type.rank == 1 and self.kind in ("max", "min"):
            return None if self.reduced <= self.repeat else self.repeat
        if self.reduced < self.block:
            return self.room // 2 if self.reduced % 2 == 0 else None
        if self.reduced <= self.repeat:
            return None
        if self.reduced <= 2 * self.repeat:
            return rows * self.repeat
        return self.room // 2

    def _rows(self) -> int:
        """How many results are computed, as the compiler counts them."""
        shape = self.type.shape
        if self.dimension == 0:
            return 1
        if not self.is_a3 or len(shape) == 2:
            return shape[0]
        planes, rows = shape[-3], shape[-2]
        destination = memref(self.site.operand("dst"))
        ours, theirs = _static_strides(self.type), _static_strides(destination)
        if ours is None or theirs is None:
            return planes * rows
        quotients = [_fused_rows(s) for s in (ours, theirs)]
        if quotients[0] is not None and quotients[0] == quotients[1]:
            return planes * quotients[0]
        if theirs[-2] == 1 or (theirs[-3] != 1 and planes <= rows):
            return rows
        return planes


def _static_strides(type: MemRefType) -> tuple[int, ...] | None:
    """The strides of an explicit layout without unknown ones."""
    form = None if type.layout is None else strides_and_offset(type)
    return None if form is None or DYNAMIC in form.strides else form.strides


def _fused_rows(strides: tuple[int, ...]) -> int | None:
    """The rows that a plane spans when planes and rows can count as one dimension."""
    outer, middle, inner = strides[-3:]
    return outer // middle if inner == 1 and middle and outer % middle == 0 else None
