"""Folds of vector transfers: casts of their memory, and dimensions that are known to be in bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.affine import AffineDim
from hivm_passes.ir.attributes import AffineMapAttr, ArrayAttr, IntegerAttr
from hivm_passes.ir.core import TypeSlot, VerbatimForm
from hivm_passes.ir.types import DYNAMIC, I1, MemRefType, TensorType, VectorType
from hivm_passes.lazy import pattern
from hivm_passes.rewriting.constants import constant_int
from hivm_passes.rewriting.folds.base import IN_PLACE
from hivm_passes.rewriting.folds.memref import fold_memref_casts
from hivm_passes.rewriting.folds.tensor import fold_tensor_casts

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.rewriting.folds.base import Fold, Folded

_IN_BOUNDS: Final = pattern(r"in_bounds = \[[^]]*\]")


def _transfer(source: int, vector_operand: int | None) -> Fold:
    """``source`` is the operand with the memory; the vector is an operand or (None) the result."""

    def fold(op: Operation) -> Folded:
        vector = op.results[0].type if vector_operand is None else op.operands[vector_operand].type
        if isinstance(vector, VectorType) and _mark_in_bounds(op, source, vector):
            return IN_PLACE
        excepted = None if vector_operand is None else op.operands[vector_operand]
        folded = fold_memref_casts(op, excepted)
        return fold_tensor_casts(op) if folded is None else folded

    return fold


def _mark_in_bounds(op: Operation, source: int, vector: VectorType) -> bool:
    shaped = op.operands[source].type
    map_attribute, listed = op.attributes.get("permutation_map"), op.attributes.get("in_bounds")
    if (
        not isinstance(shaped, MemRefType | TensorType)
        or not isinstance(map_attribute, AffineMapAttr)
        or not isinstance(listed, ArrayAttr)
    ):
        return False
    results = map_attribute.map.results
    known = [isinstance(e, IntegerAttr) and bool(e.value) for e in listed.elements]
    if len(known) != len(results) or len(results) != len(vector.shape):
        return False
    # Broadcast dimensions are in bounds already, or the verifier rejects the operation.
    new = [
        flag or (isinstance(expr, AffineDim) and _fits(op, source, shaped, expr.position, length))
        for flag, expr, length in zip(known, results, vector.shape, strict=True)
    ]
    if new == known:
        return False
    op.set_attribute("in_bounds", ArrayAttr(tuple(IntegerAttr(int(flag), I1) for flag in new)))
    _rewrite_form(op, new)
    return True


def _fits(op: Operation, source: int, shaped: MemRefType | TensorType, dimension: int, length: int) -> bool:
    if dimension >= len(shaped.shape) or shaped.shape[dimension] == DYNAMIC:
        return False
    index = constant_int(op.operands[source + 1 + dimension])
    return index is not None and index + length <= shaped.shape[dimension]


def _rewrite_form(op: Operation, flags: list[bool]) -> None:
    """Say the new flags in the operation's verbatim form too."""
    if op.form is None:
        return
    text = f"in_bounds = [{', '.join('true' if flag else 'false' for flag in flags)}]"
    pieces = list(op.form.pieces)
    first_type = next((i for i, piece in enumerate(pieces) if isinstance(piece, TypeSlot)), len(pieces))
    before = pieces[first_type - 1]
    if first_type and isinstance(before, str):
        if _IN_BOUNDS.search(before):
            before = _IN_BOUNDS.sub(text, before)
        elif "{" in before:
            before = before.replace("{", f"{{{text}, ", 1)
        else:
            head, colon, tail = before.rpartition(" :")
            before = f"{head} {{{text}}}{colon}{tail}"
        pieces[first_type - 1] = before
        op.form = VerbatimForm(tuple(pieces))


FOLDS: Final[dict[str, Fold]] = {
    "vector.load": fold_memref_casts,
    "vector.maskedload": fold_memref_casts,
    "vector.maskedstore": fold_memref_casts,
    "vector.store": fold_memref_casts,
    "vector.transfer_read": _transfer(0, None),
    "vector.transfer_write": _transfer(1, 0),
}
