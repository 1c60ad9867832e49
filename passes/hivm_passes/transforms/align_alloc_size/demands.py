"""Which operands need bigger allocations: operations that work on whole squares or blocks of elements.

Source: AlignAllocSize, the marks for vtranspose, vcast to 8 bits and vsort.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.alignment.adjust import integers
from hivm_passes.analysis.alignment.demands import AlignmentError
from hivm_passes.analysis.alignment.layout import BLOCK_BYTES, hivm_space
from hivm_passes.analysis.flatten import operand_roles
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.types import DYNAMIC, IntegerType, MemRefType, UnrankedMemRefType, bit_width
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.core import Operation, Value

DISABLED_FOR_CASTS: Final = "hivm.disable_size_align_for_cast"
"""On a function: its casts need no padding (A3)."""
_DOUBLE_BLOCK: Final = 2 * BLOCK_BYTES
_CAST_ROWS: Final = 32
_CAST_ELEMENTS: Final = 1024
_SORTED: Final = 32
"""Elements that are sorted at a time."""
_KNOWN_SPACES: Final = frozenset({"ub", "cbuf"})


@dataclass(frozen=True, slots=True)
class SizeDemand:
    """The size of dimension ``dim`` of operand ``operand`` of ``op`` shall be a multiple of ``bytes``."""

    op: Operation
    operand: int
    value: Value
    dim: int
    bytes: int


class SilentFailureError(Exception):
    """The compiler fails at ``op`` without a message; ours says why."""

    def __init__(self, op: Operation, message: str, code: str) -> None:
        super().__init__(message)
        self.op = op
        self.message = message
        self.code = code


def size_demands(op: Operation, function: Operation, mode: Mode) -> list[SizeDemand]:
    """What ``op`` of ``function`` asks for, in the order in which the compiler makes the marks.

    Raises ``SilentFailureError`` and ``AlignmentError``.
    """
    if op.name == "hivm.hir.vtranspose":
        return _transpose(op, mode)
    if op.name == "hivm.hir.vcast":
        return _cast(op, function, mode)
    if op.name == "hivm.hir.vsort":
        return _sort(op, mode)
    return []


# --- vtranspose -----------------------------------------------------------------------------------------------------


def _transpose(op: Operation, mode: Mode) -> list[SizeDemand]:
    """Both moved dimensions in whole blocks, and for 32-bit elements one of them in double blocks."""
    permutation = integers(op.attributes.get("permutation"))
    if not permutation or permutation[-1] == len(permutation) - 1:
        return []
    disabled = op.attributes.get("disable_align")
    if mode.is_a3 and isinstance(disabled, IntegerAttr) and disabled.value:
        return []
    types = _buffers(op)
    moved = [dim for dim, source in enumerate(permutation) if dim != source]
    width = element_bytes(types[0])
    found: list[SizeDemand] = []
    for operand, type in enumerate(types):
        for dim in moved:
            if dim >= type.rank:
                if mode.is_a3:
                    continue
                raise AlignmentError(op, "operands have different ranks", "rank", crash=True)
            found += _unless_aligned(op, operand, dim, BLOCK_BYTES)
    if width != 4:
        return found
    source = types[0]
    rounded = [0 if source.shape[d] == DYNAMIC else -(-source.shape[d] * width // BLOCK_BYTES) for d in moved]
    if any(blocks * BLOCK_BYTES % _DOUBLE_BLOCK == 0 for blocks in rounded):
        return found
    if len(moved) != 2:
        raise SilentFailureError(op, "32-bit elements are transposed in more than two dimensions", "transpose")
    first, second = moved
    return [
        SizeDemand(op, 0, op.operands[0], first, BLOCK_BYTES),
        SizeDemand(op, 0, op.operands[0], second, _DOUBLE_BLOCK),
        SizeDemand(op, 1, op.operands[1], first, _DOUBLE_BLOCK),
        SizeDemand(op, 1, op.operands[1], second, BLOCK_BYTES),
    ]


# --- vcast ----------------------------------------------------------------------------------------------------------


def _cast(op: Operation, function: Operation, mode: Mode) -> list[SizeDemand]:
    """From 32 or 16 bits to 8: the result is put together from squares of 32 rows."""
    groups = operand_roles(op, mode.build) or ()
    outs = [index for index, role in enumerate(groups) if role == "out"]
    if not outs or not _narrows(op.operands[0], op.operands[outs[0]]):
        return []
    if mode.is_a3 and DISABLED_FOR_CASTS in function.attributes:
        return []
    _buffers(op, 2)
    source, target = op.operands[0].type, op.operands[outs[0]].type
    assert isinstance(source, MemRefType)
    assert isinstance(target, MemRefType)
    width, out = element_bytes(source), outs[0]
    if source.rank == 0:
        raise AlignmentError(op, "cast op rank need lager than 0.", "rank-0", crash=True)
    if source.rank == 1:
        size = source.shape[0]
        total = _CAST_ELEMENTS * width
        if size != DYNAMIC and size <= _CAST_ROWS:
            total = -(-size * width // BLOCK_BYTES) * BLOCK_BYTES * _CAST_ROWS
        if total == 0:
            raise AlignmentError(op, "an empty buffer is cast", "empty", crash=True)
        return [
            *_unless_aligned(op, 0, 0, total),
            *_unless_aligned(op, out, 0, _CAST_ELEMENTS),
        ]
    last = source.rank - 1
    return [
        *_unless_aligned(op, 0, last, BLOCK_BYTES),
        *_unless_aligned(op, 0, last - 1, _CAST_ROWS * width),
        *_unless_aligned(op, out, last - 1, _CAST_ROWS),
        *_unless_aligned(op, out, last, _CAST_ROWS),
    ]


def _narrows(source: Value, target: Value) -> bool:
    elements = [getattr(v.type, "element", v.type) for v in (source, target)]
    wide, narrow = elements
    return (
        isinstance(wide, IntegerType)
        and isinstance(narrow, IntegerType)
        and wide.width in (16, 32)
        and narrow.width == 8
        and wide.signedness == narrow.signedness == "signless"
    )


# --- vsort ----------------------------------------------------------------------------------------------------------


def _sort(op: Operation, mode: Mode) -> list[SizeDemand]:
    """The sorted dimension of every operand, the extra buffer included, in runs of 32 elements."""
    types = _buffers(op)
    dim = types[0].rank - 1
    found: list[SizeDemand] = []
    for operand, type in enumerate(types):
        if dim >= type.rank:
            if mode.is_a3:
                continue
            raise AlignmentError(op, "operands have different ranks", "rank", crash=True)
        found += _unless_aligned(op, operand, dim, _SORTED * element_bytes(type))
    return found


# --- helpers --------------------------------------------------------------------------------------------------------


def element_bytes(type: MemRefType) -> int:
    """Whole bytes of one element: 0 for less than 8 bits."""
    return (bit_width(type.element) or 0) // 8


def _buffers(op: Operation, checked: int = 1) -> list[MemRefType]:
    """The types of all operands, which have to be ranked memrefs; the first ``checked`` of them in UB or L1."""
    types: list[MemRefType] = []
    for value in op.operands:
        type = value.type
        if not isinstance(type, MemRefType | UnrankedMemRefType):
            raise SilentFailureError(op, "operand is not bufferized", "not-bufferized")
        if not isinstance(type, MemRefType):
            raise AlignmentError(op, "operand is an unranked memref", "unranked", crash=True)
        types.append(type)
    for type in types[:checked]:
        space = hivm_space(type.space)
        if space is None:
            raise AlignmentError(op, "operand has no memory space of HIVM's", "no-space", crash=True)
        if space not in _KNOWN_SPACES:
            raise AlignmentError(op, "Unsupported address space", "space", crash=True)
    return types


def _unless_aligned(op: Operation, operand: int, dim: int, bytes: int) -> list[SizeDemand]:
    type = op.operands[operand].type
    assert isinstance(type, MemRefType)
    size = type.shape[dim]
    if size != DYNAMIC and size * element_bytes(type) % bytes == 0:
        return []
    if element_bytes(type) == 0:
        raise AlignmentError(op, "elements of less than a byte have a dynamic size", "bits", crash=True)
    return [SizeDemand(op, operand, op.operands[operand], dim, bytes)]
