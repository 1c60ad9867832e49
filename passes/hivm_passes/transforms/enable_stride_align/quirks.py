"""Where the result of the pass is doubtful or dear, and the compiler says nothing.

Source: hivm-enable-stride-align, diagnostics of our own and known quirks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.alignment.requests import MARK
from hivm_passes.diagnostics import RelatedNote
from hivm_passes.ir.core import name_span
from hivm_passes.ir.types import MemRefType
from hivm_passes.rewriting.retype import CAST
from hivm_passes.transforms.enable_stride_align.allocate import BUFFER_SIZE
from hivm_passes.transforms.enable_stride_align.messages import quirk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.analysis.alignment.propagation import Propagation
    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.ir.core import Operation
    from hivm_passes.rewriting.retype import RetypeLog
    from hivm_passes.transforms.enable_stride_align.report import AllocationAlignment

_DEAR: Final = 4
"""Padding beyond this multiple of a buffer is worth a hint."""


def quirks(
    func: Operation, allocations: Sequence[AllocationAlignment], propagation: Propagation, log: RetypeLog, mode: Mode
) -> Iterator[Diagnostic]:
    """Everything doubtful about one function, after the pass."""
    for allocation in allocations:
        yield from _of_allocation(allocation)
    for view in propagation.known.negative:
        text = "alignment of a dropped dimension ends up on the first kept dimension of the buffer"
        yield quirk(view, "negative-dim", text)
    for user, copy in log.copies:
        size = _bytes(copy.operands[1].type)
        cost = "" if size is None else f" of {size} bytes"
        yield quirk(user, "copy", f"cannot take the padded layout and gets a copy{cost}", "hint")
        if mode.is_a3 and user.results:
            yield quirk(user, "lost-writes", "writes through this view do not reach the padded buffer")
    if not mode.is_a3:
        for user in log.failed:
            yield quirk(user, "no-copy", "cannot take the padded layout, and only the first such user gets a copy")
    for op in func.walk():
        if op.name == CAST and op.source is None and op.origin is None:
            yield quirk(op, "leftover-cast", "the change of type could not be completed here")
        elif op.name == MARK and mode.is_a3 and BUFFER_SIZE in op.attributes and _is_padded(op, allocations):
            yield quirk(op, "buffer-size", "the declared size is too small for the padded buffer")


def _of_allocation(allocation: AllocationAlignment) -> Iterator[Diagnostic]:
    op = allocation.op
    for dim, stride, asked in allocation.under:
        text = f"dimension {dim}: the resulting stride of {stride} bytes is not a multiple of {asked}"
        yield quirk(op, "under-aligned", text, "warning", *_why(allocation, dim))
    before, after = allocation.logical_bytes, allocation.allocated_bytes
    if before and after and after >= _DEAR * before:
        text = f"alignment makes this buffer {after} bytes instead of {before}"
        yield quirk(op, "costly", text, "hint", *_why(allocation, None))


def _why(allocation: AllocationAlignment, dim: int | None) -> tuple[RelatedNote, ...]:
    return tuple(
        RelatedNote(name_span(r.root.op), f"dim {r.dim}: {r.size} bytes, asked for here")
        for r in allocation.requests
        if dim is None or r.dim == dim
    )


def _is_padded(mark: Operation, allocations: Sequence[AllocationAlignment]) -> bool:
    """Whether a size is declared of a buffer that this run made."""
    made = mark.operands[0].defining_op
    return (
        made is not None
        and made.derived_from is not None
        and any(a.padding is not None and made.derived_from is a.op for a in allocations)
    )


def _bytes(type: object) -> int | None:
    from hivm_passes.ir.memref import byte_size

    return byte_size(type) if isinstance(type, MemRefType) else None
