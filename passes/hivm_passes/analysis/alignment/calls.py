"""What calls of vector functions ask for (A5, reg-based): the row rule for arguments, and separate memory banks."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.alignment.demands import AlignmentError, Demand, checked, has_stride_mark
from hivm_passes.analysis.alignment.layout import (
    BLOCK_BITS,
    BLOCK_BYTES,
    hivm_space,
    last_stride_is_one,
    needs_no_alignment,
    strides_of,
)
from hivm_passes.analysis.alignment.skip import has_skip_mark
from hivm_passes.ir.attributes import SymbolRefAttr
from hivm_passes.ir.core import BlockArgument
from hivm_passes.ir.memref import has_identity_layout
from hivm_passes.ir.types import DYNAMIC, FloatType, IntegerType, MemRefType, bit_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.attributes import StringAttr
    from hivm_passes.ir.core import Operation, Value

_BANKS: Final = 16
_BLOCK_WRITES: Final = frozenset({"f16", "bf16", "f32", "f8E4M3FN", "f8E5M2"})
_MAX_BLOCKS: Final = 8


def call_demands(call: Operation, mode: Mode) -> Iterator[Demand]:
    """What a ``func.call`` asks for: alignment of its operands, then distance of strided block writes.

    Marks have to be made at once, since an operand that has one asks for nothing. Raises ``AlignmentError``.
    """
    for index, value in enumerate(call.operands):
        dim = _operand_dim(call, value, mode)
        if dim is not None:
            yield checked(Demand(call, index, value, dim, BLOCK_BYTES, "call"))
    callee = callee_in_module(call)
    if callee is not None:
        yield from _bank_demands(call, callee)


def _operand_dim(call: Operation, value: Value, mode: Mode) -> int | None:
    type = value.type
    if has_stride_mark(value) or not isinstance(type, MemRefType) or type.rank == 0:
        return None
    space = hivm_space(type.space)
    if space is None:
        raise AlignmentError(call, "operand has no memory space of HIVM's", "no-space", crash=True)
    if space == "gm":
        return None
    bits = bit_width(type.element)
    if bits is None:
        raise AlignmentError(call, "operand has elements without a width", "element", crash=True)
    if mode.ascend950 and bits != 1:
        return None
    dim = call_dim(type)
    if dim is None or has_skip_mark(value) or needs_no_alignment(type, dim - 1, mode):
        return None
    if space not in ("ub", "cbuf"):
        raise AlignmentError(call, "Unsupported address space", "space", crash=True)
    return dim


def call_dim(type: MemRefType) -> int | None:
    """The dimension that a callee runs through in rows, judged by the type alone."""
    run = _last_packed_run(type)
    if last_stride_is_one(type) and len(run) == type.rank:
        return None if type.rank == 1 else type.rank - 1
    return next((dim for dim in reversed(run) if type.shape[dim] != 1), None)


def _last_packed_run(type: MemRefType) -> range:
    if has_identity_layout(type):
        return range(type.rank)
    strides = strides_of(type)
    start = type.rank - 1
    while (
        strides is not None
        and start > 0
        and DYNAMIC not in (strides[start - 1], strides[start], type.shape[start])
        and strides[start - 1] == strides[start] * type.shape[start]
    ):
        start -= 1
    return range(start, type.rank)


# --- memory banks -------------------------------------------------------------------------------------------------


def callee_in_module(call: Operation) -> Operation | None:
    """The function of the call's module with the callee's name, or None."""
    callee = call.attributes.get("callee")
    module = _module_of(call)
    if module is None and call.origin is not None:
        # In a copy of a function alone.
        module = _module_of(call.origin)
    if module is None or not isinstance(callee, SymbolRefAttr) or callee.nested:
        return None
    for region in module.regions:
        for block in region.blocks:
            for op in block.operations:
                name: StringAttr | None = op.attributes.get("sym_name")  # pyright: ignore[reportAssignmentType]
                if op.name == "func.func" and name is not None and name.value == callee.root:
                    return op
    return None


def _module_of(op: Operation) -> Operation | None:
    module = op.parent_op
    while module is not None and module.name != "builtin.module":
        module = module.parent_op
    return module


def _bank_demands(call: Operation, callee: Operation) -> Iterator[Demand]:
    """Blocks that a callee writes at a fixed distance should fall into different banks."""
    for op in callee.walk():
        if op.name != "vector.transfer_write":
            continue
        target = op.operands[1]
        if not isinstance(target.type, MemRefType) or not writes_strided_blocks(target.type):
            continue
        argument = _argument(target, callee)
        if argument is None or argument.index >= len(call.operands):
            continue
        value = call.operands[argument.index]
        type = value.type
        if not isinstance(type, MemRefType) or type.rank < 2 or has_stride_mark(value):
            continue
        if any(user.name in ("memref.collapse_shape", "memref.reshape") for user in value.users):
            continue
        yield checked(Demand(call, argument.index, value, type.rank - 2, bank_bytes(type), "bank-conflict"))


def writes_strided_blocks(type: MemRefType) -> bool:
    """Whether a transfer_write into this type becomes one strided store of up to eight 32-byte blocks."""
    strides, element = strides_of(type), type.element
    if type.rank < 2 or strides is None:
        return False
    is_known = (isinstance(element, IntegerType) and element.width in (8, 16, 32)) or (
        isinstance(element, FloatType) and element.name in _BLOCK_WRITES
    )
    if not is_known or type.shape[-1] != BLOCK_BITS // (bit_width(element) or 1):
        return False
    first = type.shape[0]
    if first != DYNAMIC and not 1 < first <= _MAX_BLOCKS:
        return False
    return all(size == 1 for size in type.shape[1:-1]) and strides[0] != type.shape[-1]


def bank_bytes(type: MemRefType) -> int:
    """The size in bytes to which dimension ``rank - 2`` is padded: a multiple of 16 elements and one more."""
    size, width = type.shape[-2], (bit_width(type.element) or 8) // 8
    rows = 0 if size == DYNAMIC else size * _BANKS // gcd(size, _BANKS)
    return (rows + 1) * width


def _argument(value: Value, callee: Operation) -> BlockArgument | None:
    op = value.defining_op
    while op is not None and op.name in ("memref.subview", "memref.view"):
        value = op.operands[0]
        op = value.defining_op
    is_argument = isinstance(value, BlockArgument) and value.owner.parent_op is callee
    return value if is_argument and isinstance(value, BlockArgument) else None
