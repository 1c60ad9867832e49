"""The row rule: the row pitch of a structured operation's UB operands has to be a multiple of 32 bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hivm_passes.analysis.alignment.adjust import adjust_dim, analysed_operands, integers, live_dim
from hivm_passes.analysis.alignment.custom import custom_demands
from hivm_passes.analysis.alignment.demands import AlignmentError, Demand, checked
from hivm_passes.analysis.alignment.fixpipe import fixpipe_demands
from hivm_passes.analysis.alignment.layout import (
    BLOCK_BITS,
    BLOCK_BYTES,
    LOCAL_SPACES,
    last_stride_is_one,
    space_of,
    strides_of,
)
from hivm_passes.analysis.alignment.scalar_loops import case
from hivm_passes.analysis.alignment.skip import has_skip_mark
from hivm_passes.analysis.alignment.views import dropped_dims
from hivm_passes.analysis.flatten import flatten
from hivm_passes.ir.types import DYNAMIC, MemRefType, TensorType, UnrankedMemRefType, UnrankedTensorType, bit_width
from hivm_passes.rewriting.folds.views import static_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.core import Operation, Value

Operands = list[tuple[int, "Value", MemRefType]]

_A5_EXEMPT: Final = frozenset({"hivm.hir.custom", "hivm.hir.custom_macro", "hivm.hir.mmadmxL1"})
_CUSTOM: Final = frozenset({"hivm.hir.custom", "hivm.hir.custom_macro"})
_TRANSFERS: Final = frozenset({"hivm.hir.load", "hivm.hir.store", "hivm.hir.copy"})


def structured_demands(op: Operation, mode: Mode) -> Iterator[Demand]:
    """What structured operation ``op`` asks for, in the order in which the compiler makes the marks.

    Each answer depends on the marks that exist when it is asked for, so whoever makes them has to do so at once.
    Raises ``AlignmentError``.
    """
    operands = _a3_operands(op, mode) if mode.is_a3 else _a5_operands(op, mode)
    if mode.is_a3 and operands is not None and op.name in _CUSTOM:
        yield from custom_demands(op)
        return
    if not operands:
        return
    if mode.reg_based and op.name == "hivm.hir.fixpipe":
        yield from fixpipe_demands(op)
        return
    dim = _row_dim(op, operands, mode)
    narrowed = _narrowed_store(op, operands, dim) if not mode.is_a3 else None
    for index, value, _ in operands:
        if space_of(value.type) != "ub":
            continue
        if narrowed is not None:
            value, dim = narrowed.value, narrowed.dim
        if dim is not None and op.name == "hivm.hir.load" and not mode.is_a3 and has_skip_mark(value):
            continue
        target = adjust_dim(op, value, dim, mode)
        if target is not None:
            rule = "row" if narrowed is None else "narrowed-store"
            yield checked(Demand(op, index, value, target, BLOCK_BYTES, rule))


# --- which operations count ---------------------------------------------------------------------------------------


def _a3_operands(op: Operation, mode: Mode) -> Operands | None:
    """The analysed operands; empty when the operation has no rows to speak of, None when it works outside."""
    if not any(_is_local(op, value, mode) for value in op.operands):
        return None
    if _has_tensor(op):
        raise AlignmentError(op, "Not bufferized.", "not-bufferized")
    if op.name in _CUSTOM:
        return []
    if _moves_last_dim(op):
        return []
    operands = analysed_operands(op, mode)
    if any(space_of(type) is None for _, _, type in operands):
        raise AlignmentError(op, "operand has no memory space of HIVM's", "no-space", crash=True)
    return _with_local(operands)


def _a5_operands(op: Operation, mode: Mode) -> Operands | None:
    if op.name in _A5_EXEMPT:
        return None
    if _has_tensor(op) or not any(isinstance(v.type, MemRefType | UnrankedMemRefType) for v in op.operands):
        raise AlignmentError(op, "Not bufferized.", "not-bufferized")
    if _moves_last_dim(op) or "_with_index" in (case(op, "arith") or ""):
        return None
    operands = analysed_operands(op, mode)
    for _, value, _ in operands:
        _is_local(op, value, mode)
    operands = _with_local(operands)
    is_fixpipe = mode.reg_based and op.name == "hivm.hir.fixpipe"
    if not is_fixpipe and all(size == 1 for _, _, type in operands for size in type.shape):
        return None
    if mode.reg_based and not any(space_of(type) == "ub" for _, _, type in operands):
        return None
    return operands


def _is_local(op: Operation, value: Value, mode: Mode) -> bool:
    """Whether an operand lies in an HIVM space other than GM. Raises ``AlignmentError`` where it has no space."""
    type = value.type
    if not isinstance(type, MemRefType | UnrankedMemRefType):
        return False
    if type.space is None or (not mode.is_a3 and space_of(type) is None):
        name = "no memory space" if type.space is None else "a memory space that is none of HIVM's"
        raise AlignmentError(op, f"operand has {name}", "no-space", crash=True)
    return space_of(type) not in (None, "gm")


def _has_tensor(op: Operation) -> bool:
    return any(isinstance(v.type, TensorType | UnrankedTensorType) for v in op.operands)


def _moves_last_dim(op: Operation) -> bool:
    if op.name != "hivm.hir.vtranspose":
        return False
    permutation = integers(op.attributes.get("permutation"))
    return bool(permutation) and permutation[-1] != len(permutation) - 1


def _with_local(operands: Operands) -> Operands:
    return operands if any(space_of(type) in LOCAL_SPACES for _, _, type in operands) else []


# --- the row dimension --------------------------------------------------------------------------------------------


def _row_dim(op: Operation, operands: Operands, mode: Mode) -> int | None:
    """The dimension along which rows follow one another, in original numbering; None when nothing needs alignment."""
    try:
        return _last_dim(op, operands, mode) if mode.reg_based else _joined_row_dim(op, operands, mode)
    except IndexError:
        raise AlignmentError(op, "operands have different ranks", "rank", crash=True) from None


def _joined_row_dim(op: Operation, operands: Operands, mode: Mode) -> int | None:
    """What is left in front of the innermost joined dimensions, which the hardware runs through as one row.

    When some innermost stride is not 1 every element is a row.
    """
    flat = flatten(op, mode.build, stride_marks=True)
    if flat is None or not flat.maps:
        return None
    groups = flat.input_map
    row = len(groups) - (1 if any(not last_stride_is_one(t) for t in flat.flat_types if t.rank) else 2)
    types = [type for _, _, type in operands]
    for group in range(row, -1 if mode.is_a3 else max(row - 1, -1), -1):
        found = live_dim(groups[group], types, mode)
        if found is not None:
            return found
    return None


def _last_dim(op: Operation, operands: Operands, mode: Mode) -> int | None:
    """A5, reg-based: the last dimension that is not of size 1, unless a transfer finds its rows where it wants them."""
    types = [type for _, _, type in operands if space_of(type) == "ub"]
    rank = types[0].rank
    if all(last_stride_is_one(t) for t in types):
        if op.name in _TRANSFERS and any(suits_transfers(t) for t in types):
            return None
        if rank == 1:
            return None
    return live_dim(range(rank), types, mode)


def suits_transfers(type: MemRefType) -> bool:
    """Whether load, store and copy take this UB operand as it is: rows packed or padded to blocks (A5, reg-based).

    Unknown strides count as aligned, an unknown row length does not.
    """
    strides, bits = strides_of(type), bit_width(type.element) or 0
    if strides is None:
        return False
    if type.rank > 2 and not _is_block_stride(strides[-3], bits):
        return False
    if type.rank == 1:
        return True
    return type.shape[-1] != DYNAMIC and (strides[-2] == type.shape[-1] or _is_block_stride(strides[-2], bits))


def _is_block_stride(stride: int, bits: int) -> bool:
    return stride == DYNAMIC or stride * bits % BLOCK_BITS == 0


# --- stores through narrowed views --------------------------------------------------------------------------------


class _Narrowed(NamedTuple):
    """What a store through a rank-reducing subview aligns instead."""

    value: Value
    dim: int | None


def _narrowed_store(op: Operation, operands: Operands, dim: int | None) -> _Narrowed | None:
    """A5: a store of a view that lost trailing dimensions looks at the buffer behind it."""
    if op.name != "hivm.hir.store":
        return None
    local = [value for _, value, type in operands if space_of(type) == "ub"]
    subview = local[0].defining_op if len(local) == 1 else None
    if subview is None or subview.name != "memref.subview":
        return None
    source, value = subview.operands[0], local[0]
    if not isinstance(source.type, MemRefType) or not isinstance(value.type, MemRefType):
        return None
    lost = source.type.rank - value.type.rank
    if lost <= 0:
        return None
    dropped = dropped_dims(subview)
    tail = range(source.type.rank - lost, source.type.rank)
    if dropped is None:
        raise AlignmentError(op, "the view does not tell which dimensions it drops", "subview", crash=True)
    if dropped != frozenset(tail) or any(static_list(subview, "static_sizes")[d] != 1 for d in tail):
        return None
    last = next((d for d in reversed(range(source.type.rank)) if source.type.shape[d] != 1), None)
    if last is None:
        return _Narrowed(value, dim)
    return _Narrowed(source, last) if last in dropped else _Narrowed(value, last)
