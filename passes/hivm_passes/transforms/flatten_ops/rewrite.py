"""Replacing one operation by its flattened copy (FlattenOps, the rewrite)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.flatten import collapsed, integers, operand_roles
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.core import Operation
from hivm_passes.ir.memref import prod_of
from hivm_passes.ir.types import DYNAMIC, MemRefType
from hivm_passes.rewriting.constants import constant_int
from hivm_passes.transforms.flatten_ops.attributes import attribute_changes, reassociation_attribute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.flatten import FlattenResult, Groups
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Value


def is_host_function(func: Operation) -> bool:
    """Whether the function runs on the host, where nothing is flattened nor cleaned up."""
    return getattr(func.attributes.get("hacc.function_kind"), "body", None) == "HOST"


def is_left_padded_load(op: Operation, build: Build) -> bool:
    """A3: whether ``op`` is a load that may write in front of its rows, which the pass leaves alone.

    Padding of zero does not, nor does a load into a subview that starts at column 0.
    """
    if build != "a3" or op.name != "hivm.hir.load":
        return False
    info = registry(build).get(op.name)
    assert info is not None
    padding = info.operand_group(op, "left_padding_num")
    if not padding or constant_int(padding[0]) == 0:
        return False
    (target,) = info.operand_group(op, "dst")
    view = target.defining_op
    return view is None or view.name != "memref.subview" or not _starts_at_zero(view)


def _starts_at_zero(subview: Operation) -> bool:
    """Whether the last offset of a subview is known to be 0."""
    offsets = integers(subview.attributes.get("static_offsets"))
    if not offsets:
        return False
    if offsets[-1] != DYNAMIC:
        return offsets[-1] == 0
    return constant_int(subview.operands[offsets.count(DYNAMIC)]) == 0


def collapses(op: Operation, result: FlattenResult, build: Build) -> list[tuple[Value, Operation]]:
    """The (detached) collapses of all memref operands of ``op``, extra buffers included, in operand order."""
    roles = operand_roles(op, build)
    assert roles is not None
    found: list[tuple[Value, Operation]] = []
    for value, role in zip(op.operands, roles, strict=True):
        type = value.type
        if isinstance(type, MemRefType):
            groups = result.init_map if role == "out" else result.input_map
            found.append((value, _collapse(op, value, type, groups)))
    return found


def _collapse(op: Operation, value: Value, type: MemRefType, groups: Groups) -> Operation:
    flat = (collapsed(type, groups) if fits(type, groups) else None) or _illegal_type(type, groups)
    made = Operation("memref.collapse_shape", [value], [flat], {"reassociation": reassociation_attribute(groups)})
    made.location, made.derived_from = op.location, op
    return made


def fits(type: MemRefType, groups: Groups) -> bool:
    """Whether the groups name exactly the dims of the type."""
    return sum(map(len, groups)) == type.rank


def _illegal_type(type: MemRefType, groups: Groups) -> MemRefType:
    """Some type for a collapse that the verifier refuses whatever its type is."""
    inside = (group[-1] < type.rank for group in groups)
    shape = [prod_of([type.shape[d] for d in group]) if ok else 0 for group, ok in zip(groups, inside, strict=True)]
    return MemRefType(tuple(shape), type.element, None, type.space)


def flattened_copy(
    op: Operation, result: FlattenResult, made: Sequence[tuple[Value, Operation]], build: Build
) -> Operation:
    """A (detached) copy of ``op`` on the collapsed operands; the last collapse of a value serves all its uses."""
    # A fresh dictionary: cloning adds to it.
    copy = op.clone({value: collapse.results[0] for value, collapse in made})
    for name, value in attribute_changes(op, result, build).items():
        copy.set_attribute(name, value)
    copy.modified = True
    return copy
