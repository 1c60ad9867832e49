"""What an editor wants to show about alignment: every allocation before and after, and who asked for it.

Sizes are in bytes; None where a size is not known before run time.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from hivm_passes.ir.memref import byte_size, strides_and_offset
from hivm_passes.ir.types import DYNAMIC, MemRefType, bit_width
from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.alignment.requests import Request
    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.enable_stride_align.padding import Padding


@dataclass(frozen=True, slots=True, eq=False)
class AllocationAlignment:
    """One allocation. ``op`` is the one of the function that the pass was given (before padding).

    ``requests`` are those that reached it, each with its path; ``padding`` is None when it stays as it is.
    ``under`` are the dimensions whose stride is not a multiple of what was asked, as (dim, stride bytes, bytes asked).
    """

    op: Operation
    type: MemRefType
    requests: tuple[Request, ...]
    padding: Padding | None
    under: tuple[tuple[int, int, int], ...] = ()

    @property
    def space(self) -> str | None:
        """The address space."""
        return self.type.address_space

    @property
    def logical_bytes(self) -> int | None:
        """Bytes of the elements alone."""
        return _bytes(self.type, self.type.shape)

    @property
    def allocated_bytes(self) -> int | None:
        """Bytes with padding."""
        return self.logical_bytes if self.padding is None else _bytes(self.type, self.padding.aligned_shape)

    @property
    def padding_bytes(self) -> int | None:
        """Bytes that alignment costs."""
        before, after = self.logical_bytes, self.allocated_bytes
        return None if before is None or after is None else after - before

    @property
    def aligned_shape(self) -> tuple[int, ...]:
        """The shape of the allocation after the pass, appended dimension included."""
        return self.type.shape if self.padding is None else self.padding.aligned_shape

    @property
    def strides(self) -> tuple[int, ...]:
        """The strides, in elements, that users of the buffer see after the pass."""
        if self.padding is not None:
            return self.padding.strides
        form = strides_and_offset(self.type)
        return () if form is None else form.strides


@dataclass(frozen=True, slots=True, eq=False)
class CopyMade:
    """A user that could not take the new type, and the ``hivm.hir.copy`` that fills the buffer it got instead."""

    user: Operation
    copy: Operation

    @property
    def bytes(self) -> int | None:
        """Bytes copied each time."""
        type = self.copy.operands[1].type
        return byte_size(type) if isinstance(type, MemRefType) else None


@dataclass(frozen=True, slots=True, eq=False)
class FunctionAlignment:
    """One function: ``rounds`` used of ten, all allocations that were asked for anything, copies, dropped requests.

    ``dropped`` are requests that went no further: (request, operation, reason), with reason ``pointless`` (aligned
    anyway, or no rows), ``unmapped``, ``reshape`` or ``unsupported``.
    """

    func: Operation
    rounds: int
    allocations: tuple[AllocationAlignment, ...] = ()
    copies: tuple[CopyMade, ...] = ()
    dropped: tuple[tuple[Request, Operation, str], ...] = field(default=())

    def padding_per_space(self) -> dict[str, int]:
        """Address space to bytes of padding, as far as they are known."""
        found: dict[str, int] = {}
        for allocation in self.allocations:
            if allocation.padding_bytes and allocation.space is not None:
                found[allocation.space] = found.get(allocation.space, 0) + allocation.padding_bytes
        return found


def _bytes(type: MemRefType, shape: Sequence[int]) -> int | None:
    bits = bit_width(type.element)
    return None if bits is None or DYNAMIC in shape else -(-prod(shape) * bits // 8)


def under_aligned(padding: Padding, requests: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Where a stride of the padded buffer is not a multiple of the bytes asked for its dimension."""
    bits = bit_width(padding.type.element) or 8
    found: list[tuple[int, int, int]] = []
    for dim, size in requests:
        if not 0 <= dim < padding.type.rank or size <= 0:
            continue
        stride = padding.strides[dim]
        if stride != DYNAMIC and stride * bits % (size * 8):
            found.append((dim, stride * bits // 8, size))
    return tuple(found)
