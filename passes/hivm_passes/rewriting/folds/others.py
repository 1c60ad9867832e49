"""Folds of the remaining dialects, and those that a whole family of operations shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import DenseArrayAttr
from hivm_passes.ir.core import Operation, OpResult
from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import DYNAMIC, INDEX, MemRefType, TensorType
from hivm_passes.rewriting.constants import constant_int, integer
from hivm_passes.rewriting.folds import hivm
from hivm_passes.rewriting.folds.base import IN_PLACE
from hivm_passes.rewriting.folds.memref import fold_memref_casts

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Registry
    from hivm_passes.rewriting.folds.base import Fold, Folded


def _if(op: Operation) -> Folded:
    """``scf.if`` of a negated condition with an else branch: the branches change places."""
    otherwise = op.regions[1] if len(op.regions) > 1 else None
    if otherwise is None or not otherwise.blocks:
        return None
    condition = op.operands[0]
    if type(condition) is not OpResult or condition.owner.name != "arith.xori":
        return None
    if constant_int(condition.owner.operands[1]) != 1:
        return None
    op.set_operand(0, condition.owner.operands[0])
    then = op.regions[0]
    then.blocks, otherwise.blocks = otherwise.blocks, then.blocks
    for region in op.regions:
        for block in region.blocks:
            block.parent = region
    return IN_PLACE


def _unrealized_cast(op: Operation) -> Folded:
    wanted = [r.type for r in op.results]
    if [v.type for v in op.operands] == wanted:
        return tuple(op.operands)
    first = op.operands[0] if op.operands else None
    if type(first) is not OpResult or first.owner.name != op.name:
        return None
    before = first.owner
    if list(before.results) == op.operands and [v.type for v in before.operands] == wanted:
        return tuple(before.operands)
    return None


def _strided_metadata(op: Operation) -> Folded:
    """Results that the source type already tells become constants, created in front of the operation."""
    type_ = op.operands[0].type
    layout = strides_and_offset(type_) if isinstance(type_, MemRefType) else None
    if layout is None or not isinstance(type_, MemRefType):
        return None
    numbers = (layout.offset, *type_.shape, *layout.strides)
    block, folded = op.parent, None
    for result, number in zip(op.results[1:], numbers, strict=False):
        if number == DYNAMIC or not result.has_uses or block is None:
            continue
        constant = Operation("arith.constant", (), (INDEX,), {"value": integer(number, INDEX)})
        block.insert_before(op, constant)
        result.replace_all_uses_with(constant.results[0])
        folded = IN_PLACE
    return folded


def _linalg_transpose(op: Operation) -> Folded:
    permutation = op.attributes.get("permutation")
    if not op.results or not isinstance(op.operands[0].type, TensorType) or not isinstance(permutation, DenseArrayAttr):
        return None
    return (op.operands[0],) if permutation.values == tuple(range(len(permutation.values))) else None


FOLDS: Final[dict[str, Fold]] = {
    "builtin.unrealized_conversion_cast": _unrealized_cast,
    "linalg.transpose": _linalg_transpose,
    "memref.extract_strided_metadata": _strided_metadata,
    "scf.if": _if,
}

_NO_CAST_FOLDING: Final = frozenset({"linalg.map", "linalg.reduce", "linalg.broadcast", "linalg.softmax"})


def fold_of_family(name: str, facts: Registry) -> Fold | None:
    """The fold that ``name`` has as a member of a family, None when it has none."""
    if name.startswith("hivm.hir."):
        return fold_memref_casts if hivm.folds_casts(name, facts.build) else None
    if name.startswith(("linalg.", "hfusion.")) and name not in _NO_CAST_FOLDING:
        info = facts.get(name)
        return fold_memref_casts if info is not None and info.effects == "structured" else None
    return None
