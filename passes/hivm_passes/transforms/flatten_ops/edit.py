"""Flattening in the user's own text: only what flattening needs, no clean-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.flatten import flatten, integers
from hivm_passes.dialects.effects import effects
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.core import Value
from hivm_passes.ir.types import DYNAMIC
from hivm_passes.passes import PassResult, merge_results
from hivm_passes.rewriting.folds import fold_table
from hivm_passes.transforms.flatten_ops.attributes import attribute_changes
from hivm_passes.transforms.flatten_ops.casts import values_behind_casts
from hivm_passes.transforms.flatten_ops.diagnose import broken_flattening, refused_flattening
from hivm_passes.transforms.flatten_ops.quirks import quirks
from hivm_passes.transforms.flatten_ops.report import OpFlattening
from hivm_passes.transforms.flatten_ops.rewrite import collapses, is_left_padded_load

if TYPE_CHECKING:
    from hivm_passes.analysis.flatten import FlattenResult
    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation


def flatten_function(func: Operation, build: Build) -> PassResult:
    """Flatten every operation of a function in place, and change nothing else."""
    return merge_results(func, [flatten_operation(op, build) for op in list(func.walk())])


def flatten_operation(op: Operation, build: Build) -> PassResult:
    """Flatten one operation in place: collapses in front of it, other operands and attributes.

    Like the compiler, analyses operands behind their casts; casts stay where nothing is flattened.
    """
    if is_left_padded_load(op, build) or flatten(op, build) is None or effects(build).is_trivially_dead(op):
        return PassResult(op, changed=False)
    diagnostics: list[Diagnostic] = []
    done: list[OpFlattening] = []
    made: set[Operation] = set()
    failed = False
    values = values_behind_casts(op, build)
    while True:
        result = flatten(op, build, operands=values)
        assert result is not None
        if result.problem is not None:
            diagnostics.append(refused_flattening(op, result))
            failed = True
            break
        if result.is_identity:
            break
        diagnostics += quirks(op, result, build, diagnostics)
        for index, value in enumerate(values):
            op.set_operand(index, value)
        _rewrite(op, result, build, made)
        values = op.operands
        done.append(OpFlattening(op.origin or op, result))
    if done and op.name == "hivm.hir.vpad":
        _drop_bounds(op, build)
    if done and not failed:
        diagnostics = [*broken_flattening(op, (*made, op), build), *diagnostics]
        failed = any(d.severity == "error" for d in diagnostics)
    return PassResult(op, bool(done), failed, tuple(diagnostics), tuple(done))


def _rewrite(op: Operation, result: FlattenResult, build: Build, made: set[Operation]) -> None:
    block = op.parent
    assert block is not None
    fold_collapse = fold_table(build)["memref.collapse_shape"]
    assert fold_collapse is not None
    changes = attribute_changes(op, result, build)
    flat: dict[Value, Value] = {}
    for value, collapse in collapses(op, result, build):
        # The last collapse of a value serves all its uses, so none before it is needed.
        known = flat.get(value)
        if known is not None and known.defining_op in made:
            _discard(known, made)
        folded = fold_collapse(collapse)
        if folded and isinstance(folded[0], Value):
            collapse.drop_operands()
            flat[value] = folded[0]
        else:
            block.insert_before(op, collapse)
            made.add(collapse)
            flat[value] = collapse.results[0]
    for index, value in enumerate(list(op.operands)):
        if value in flat:
            op.set_operand(index, flat[value])
    for name, attribute in changes.items():
        op.set_attribute(name, attribute)


def _discard(value: Value, made: set[Operation]) -> None:
    """Take back a collapse."""
    collapse = value.defining_op
    if collapse is not None and not value.has_uses:
        made.discard(collapse)
        collapse.erase()


def _drop_bounds(op: Operation, build: Build) -> None:
    """Take off a ``vpad`` the operands that its lists of bounds have no place for any more.

    Bounds of joined dims are gone from the lists, but operands are counted from the first on, as in the compiler.
    """
    info = registry(build).get(op.name)
    groups = info.operand_groups(op) if info is not None else None
    if info is None or groups is None:
        return
    for name in ("low", "high"):
        position = info.operand_index[name]
        groups[position] = groups[position][: integers(op.attributes.get(f"static_{name}")).count(DYNAMIC)]
    sizes = tuple(map(len, groups))
    if sum(sizes) < len(op.operands):
        op.set_operands([v for group in groups for v in group], sizes)
