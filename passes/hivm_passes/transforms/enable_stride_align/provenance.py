"""Who asked for the alignment of an allocation, and along which way the request came: for hovers and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.requests import Request
    from hivm_passes.ir.core import Operation

_HOPS: Final = {
    "mark": "asked for by a mark",
    "up": "up through",
    "down": "down through",
    "among": "from another operand of",
    "loop": "through the loop",
    "coupled": "from the coupled buffer of the cube side",
    "both": "together with another request at",
}


@dataclass(frozen=True, slots=True, eq=False)
class Hop:
    """One step of a request: ``text`` says what kind, ``op`` where; ``dim`` and ``bytes`` as they were behind it."""

    op: Operation
    text: str
    dim: int
    bytes: int


def path_of(request: Request) -> tuple[Hop, ...]:
    """The way of a request, from the first mark to the allocation."""
    hops = [Hop(r.op, f"{_HOPS[r.rule]} {r.op.name}", r.dim, r.size) for r in request.path()]
    return tuple(reversed(hops))


def demanding_op(request: Request) -> Operation:
    """The operation that wants the alignment: the one a pass made the mark for, or that follows it, or the mark."""
    mark = request.root.op
    if mark.derived_from is not None:
        return mark.derived_from
    # The mark itself may be gone; what it was copied from still has its neighbours.
    while mark.origin is not None:
        mark = mark.origin
    following = mark.next
    value = mark.operands[0] if mark.operands else None
    if following is not None and value is not None and value in following.operands:
        return following
    return mark
