"""What a memref type says about its rows: which dimensions lie packed, whether padding one would be pointless."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import DialectAttr, StridedLayoutAttr
from hivm_passes.ir.memref import has_identity_layout, strides_and_offset
from hivm_passes.ir.types import DYNAMIC, MemRefType, bit_width

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.types import Type

BLOCK_BITS: Final = 256
"""A hardware block: rows start at its multiples. 32 bytes."""
BLOCK_BYTES: Final = 32
LOCAL_SPACES: Final = frozenset({"ub", "cbuf", "cc"})


def hivm_space(space: Attribute | None) -> str | None:
    """The case of an ``#hivm.address_space``; None for any other memory space and for none."""
    if isinstance(space, DialectAttr) and space.dialect == "hivm" and space.kind == "address_space":
        return space.body
    return None


def space_of(type: Type) -> str | None:
    """The HIVM address space of a ranked memref; None for everything else."""
    return hivm_space(type.space) if isinstance(type, MemRefType) else None


@cache
def strides_of(type: MemRefType) -> tuple[int, ...] | None:
    """Strides in elements, None when the layout is not strided."""
    form = strides_and_offset(type)
    return None if form is None else form.strides


@cache
def last_stride_is_one(type: MemRefType) -> bool:
    """Whether the elements of a row lie side by side (true for rank 0)."""
    if type.rank == 0:
        return True
    strides = strides_of(type)
    return strides is not None and strides[-1] == 1


@cache
def is_packed_from(type: MemRefType, dim: int) -> bool:
    """Whether dimensions ``dim`` and up lie without gaps for sure; dimensions of size 1 are not excused."""
    if has_identity_layout(type) or dim >= type.rank - 1:
        return True
    strides = strides_of(type)
    if strides is None:
        return False
    return all(
        DYNAMIC not in (strides[k - 1], strides[k], type.shape[k]) and strides[k - 1] == strides[k] * type.shape[k]
        for k in range(dim + 1, type.rank)
    )


@cache
def is_aligned_at(type: MemRefType, dim: int, mode: Mode) -> bool:
    """Whether the stride of ``dim`` is known to be a multiple of a block, by the rules of the mode.

    Only the A2/A3 build looks at explicit strides; otherwise the dimensions behind must be packed and fill blocks,
    where dynamic sizes do not count.
    """
    bits = bit_width(type.element) or 0
    if mode.is_a3 and isinstance(type.layout, StridedLayoutAttr):
        stride = type.layout.strides[dim] if dim < len(type.layout.strides) else DYNAMIC
        if stride != DYNAMIC and stride * bits % BLOCK_BITS == 0:
            return True
    if not is_packed_from(type, dim):
        return False
    inner = bits
    for size in type.shape[dim + 1 :]:
        if size != DYNAMIC:
            inner *= size
    return inner % BLOCK_BITS == 0


@cache
def needs_no_alignment(type: Type, dim: int | None, mode: Mode) -> bool:
    """Whether aligning the stride of ``dim`` of a value of this type would be pointless.

    So it is for anything but ranked memrefs in HIVM spaces other than GM, where nothing but size 1 lies in the
    dimensions up to ``dim``, and where the stride is aligned anyway.
    """
    if dim is None or not isinstance(type, MemRefType):
        return True
    space = hivm_space(type.space)
    if space is None or space == "gm":
        return True
    if all(size == 1 for size in type.shape[: max(dim, -1) + 1]):
        return True
    return is_aligned_at(type, dim, mode)
