"""What a fixpipe into UB asks for (A5, reg-based): tables of how many elements a row and a column are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.analysis.alignment.demands import Demand, checked
from hivm_passes.analysis.alignment.layout import BLOCK_BYTES, needs_no_alignment, space_of
from hivm_passes.analysis.alignment.modes import Mode
from hivm_passes.analysis.alignment.scalar_loops import case
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.types import DYNAMIC, MemRefType, bit_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.ir.core import Operation, Value

Split = Literal["none", "m", "n"]
"""How the two vector cores share the result: not at all, by rows or by columns."""

_REG_BASED: Final = Mode("a5", reg_based=True)

_N_COUNT: Final[dict[tuple[bool, bool, bool], dict[int, int]]] = {
    # (channel split, nz2nd, split by columns): element width in bits to elements per row
    (False, False, False): {32: 16, 16: 16, 8: 16, 4: 16},
    (False, True, False): {32: 8, 16: 16, 8: 32, 4: 64},
    (False, False, True): {32: 32},
    (False, True, True): {32: 32},
    (True, False, False): {32: 8},
}
_M_COUNT: Final[dict[tuple[bool, bool], dict[int, int]]] = {
    # (nz2dn, split by rows): element width in bits to elements per column
    (False, True): {32: 2},
    (True, False): {32: 8, 16: 16, 8: 32, 4: 64},
}

_ROOT_VIEWS: Final = frozenset(
    {
        "memref.subview",
        "memref.collapse_shape",
        "memref.expand_shape",
        "memref.reshape",
        "memref.view",
        "memref.cast",
    }
)
COUPLED: Final = "hivm.tightly_coupled_buffer"
TILING_DIM: Final = "hivm.tiling_dim"


def fixpipe_demands(op: Operation) -> Iterator[Demand]:
    """Rows and columns of the destination, then the buffer of a 3-D dot. Raises ``AlignmentError``."""
    destination = op.operands[1]
    type = destination.type
    if (
        isinstance(type, MemRefType)
        and type.rank == 2
        and space_of(op.operands[0].type) == "cc"
        and space_of(type) == "ub"
    ):
        bits = bit_width(type.element) or 32
        width = bits if bits in (4, 8, 16) else 32
        split = dual_split(op)
        mode = case(op, "dma_mode")
        channels = op.attributes.get("channel_split")
        is_channel_split = isinstance(channels, IntegerAttr) and bool(channels.value)
        n = _N_COUNT.get((is_channel_split, mode == "nz2nd", split == "n"), {}).get(width)
        m = _M_COUNT.get((mode == "nz2dn", split == "m"), {}).get(width)
        if n is not None:
            yield checked(Demand(op, 1, destination, 1, n * bits // 8, "fixpipe-n"))
        if m is not None:
            yield checked(Demand(op, 1, destination, 0, m * bits // 8, "fixpipe-m"))
    yield from _dot_demands(op)


def dual_split(op: Operation) -> Split:
    """How a fixpipe divides its result: by its attribute, else by the tiling of its tightly coupled buffer."""
    mode = case(op, "dual_dst_mode")
    if mode is not None:
        return "m" if mode == "ROW_SPLIT" else "n" if mode == "COLUMN_SPLIT" else "none"
    alloc = traced_alloc(op.operands[1])
    if alloc is None:
        return "none"
    value = alloc.results[0]
    mark = next((u for u in value.users if u.name == "annotation.mark" and COUPLED in u.attributes), None)
    tiled = None if mark is None else mark.attributes.get(TILING_DIM)
    if not isinstance(tiled, IntegerAttr) or not isinstance(value.type, MemRefType):
        return "none"
    rank = value.type.rank
    return "m" if tiled.value == rank - 2 else "n" if tiled.value == rank - 1 else "none"


def _dot_demands(op: Operation) -> Iterator[Demand]:
    """A buffer of several matrices: each has to start at a block."""
    index = next((i for i, v in enumerate(op.operands) if space_of(v.type) == "ub"), None)
    alloc = None if index is None else traced_alloc(op.operands[index])
    if index is None or alloc is None:
        return
    value = alloc.results[0]
    type = value.type
    if not isinstance(type, MemRefType) or type.rank != 3 or type.shape[0] == DYNAMIC or type.shape[0] <= 1:
        return
    if not needs_no_alignment(type, 0, _REG_BASED):
        yield checked(Demand(op, index, value, 1, BLOCK_BYTES, "dot"))


def traced_alloc(value: Value) -> Operation | None:
    """The ``memref.alloc`` behind views and the results and arguments of scf.for and scf.if; None for other roots."""
    seen: set[Value] = set()
    while value not in seen:
        seen.add(value)
        source = _step(value)
        if source is None:
            op = value.defining_op
            return op if op is not None and op.name == "memref.alloc" else None
        value = source
    return None


def _step(value: Value) -> Value | None:
    op = value.defining_op
    if op is None:
        block = value.parent_block
        loop = None if block is None else block.parent_op
        index = getattr(value, "index", 0) - 1
        if loop is not None and loop.name == "scf.for" and index >= 0:
            return loop.operands[3 + index]
        return None
    if op.name in _ROOT_VIEWS:
        return op.operands[0]
    index = getattr(value, "index", 0)
    if op.name == "scf.for":
        return op.operands[3 + index]
    if op.name == "scf.if":
        block = op.regions[0].entry
        last = None if block is None else block.last
        return None if last is None else last.operands[index]
    return None
