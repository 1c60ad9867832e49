"""Folds of the HIVM family: casts into vector and DMA operations, size marks that move to their allocation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.core import BlockArgument, OpResult
from hivm_passes.rewriting.folds.base import IN_PLACE
from hivm_passes.rewriting.folds.memref import fold_memref_casts

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.folds.base import Fold, Folded

_CAST_FOLDING: Final[dict[Build, frozenset[str]]] = {
    "a3": frozenset({"hivm.hir.load", "hivm.hir.store", "hivm.hir.copy"}),
    "a5": frozenset({"hivm.hir.load", "hivm.hir.store", "hivm.hir.copy", "hivm.hir.fixpipe"}),
}


def folds_casts(name: str, build: Build) -> bool:
    """Whether the HIVM operation looks through ``memref.cast``: vector operations and the DMA operations."""
    return name.startswith("hivm.hir.v") or name in _CAST_FOLDING[build]


def _store_a5(op: Operation) -> Folded:
    """The a5 build's store also looks through ``memref.memory_space_cast``."""
    folded = fold_memref_casts(op)
    for index, operand in enumerate(op.operands):
        if type(operand) is OpResult and operand.owner.name == "memref.memory_space_cast":
            op.set_operand(index, operand.owner.operands[0])
            folded = IN_PLACE
    return folded


# --- annotation.mark ----------------------------------------------------------------------------------------------

_VIEWS: Final = frozenset(
    {
        "memref.subview",
        "memref.cast",
        "memref.collapse_shape",
        "memref.expand_shape",
        "memref.reinterpret_cast",
        "memref.memory_space_cast",
        "memref.transpose",
        "memref.view",
        "memref.reshape",
        "builtin.unrealized_conversion_cast",
    }
)
_VIEWS_A5: Final = _VIEWS | {
    "bufferization.to_tensor",
    "bufferization.to_memref",
    "memref.extract_strided_metadata",
    "hivm.hir.convert_layout",
}


def _step_back(value: Value, views: frozenset[str]) -> Value | None:
    """Where ``value`` comes from: the source of a view, the start value of a loop, the then value of an if."""
    if isinstance(value, BlockArgument):
        loop = value.owner.parent_op
        if loop is None:
            return None
        if loop.name == "scf.for":
            # Operands: bounds and step, then the start values; arguments: induction variable first.
            return loop.operands[2 + value.index] if 0 < value.index <= len(loop.operands) - 3 else None
        if loop.name == "scf.while" and value.owner is loop.regions[0].entry:
            return loop.operands[value.index] if value.index < len(loop.operands) else None
        return None
    if type(value) is not OpResult:
        return None
    op = value.owner
    if op.name in views:
        return op.operands[0] if value.index == 0 and op.operands else None
    if op.name == "scf.for":
        return op.operands[3 + value.index] if 3 + value.index < len(op.operands) else None
    if op.name == "scf.if":
        entry = op.regions[0].entry
        last = entry.last if entry is not None else None
        return last.operands[value.index] if last is not None and value.index < len(last.operands) else None
    return None


def _origin(value: Value, views: frozenset[str]) -> Value:
    """The value at the start of the way back from ``value``."""
    seen = {value}
    while True:
        previous = _step_back(value, views)
        if previous is None or previous in seen:
            return value
        seen.add(previous)
        value = previous


def _mark(views: frozenset[str]) -> Fold:
    def fold(op: Operation) -> Folded:
        if "buffer_size_in_byte" not in op.attributes or not op.operands:
            return None
        start = op.operands[0]
        origin = _origin(start, views)
        if origin is start or type(origin) is not OpResult or origin.owner.name != "memref.alloc":
            return None
        if not _is_visible(origin.owner, op):
            return None
        op.set_operand(0, origin)
        return IN_PLACE

    return fold


def is_deadly_mark(op: Operation, build: Build) -> bool:
    """Whether folding the mark kills the a5 build: a size mark on a view of a ``memref.alloca``."""
    if build != "a5" or op.name != "annotation.mark" or "buffer_size_in_byte" not in op.attributes or not op.operands:
        return False
    origin = _origin(op.operands[0], _VIEWS_A5)
    return origin is not op.operands[0] and type(origin) is OpResult and origin.owner.name == "memref.alloca"


def _is_visible(definition: Operation, user: Operation) -> bool:
    """Whether ``definition`` stands in a region around ``user`` (an alloc inside an ``scf.if`` does not).

    Every step back leads to a value that dominates the one before, in whatever block, save the step into an ``scf.if``.
    """
    region = definition.parent_region
    return region is not None and any(op.parent_region is region for op in user.ancestors())


def folds_of_build(build: Build) -> dict[str, Fold]:
    """The folds that differ between the builds."""
    found: dict[str, Fold] = {"annotation.mark": _mark(_VIEWS if build == "a3" else _VIEWS_A5)}
    if build == "a5":
        found["hivm.hir.store"] = _store_a5
    return found
