"""Where a request to align a dimension ends up on one operand of an operation, if anywhere.

The operation's hardware loop decides: what it broadcasts, reduces or de-interleaves need not have aligned rows; then
the request moves to the dimension in front, or is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.alignment.layout import (
    BLOCK_BYTES,
    last_stride_is_one,
    needs_no_alignment,
    strides_of,
)
from hivm_passes.analysis.alignment.scalar_loops import becomes_scalar_loop, case
from hivm_passes.analysis.flatten import flatten, flatten_class, operand_roles
from hivm_passes.analysis.flatten.marks import stride_marks
from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from hivm_passes.ir.memref import has_identity_layout
from hivm_passes.ir.types import DYNAMIC, FloatType, MemRefType
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.analysis.flatten import FlattenResult, Groups
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value


def adjust_dim(op: Operation, value: Value, dim: int | None, mode: Mode) -> int | None:
    """The dimension of ``value`` to align when ``op`` hands on a request for ``dim``; None when there is none.

    Stride-align marks that exist on the operands count. ``op`` may be any operation; view-like ones pass ``dim`` as it
    is, unless aligning it is pointless.
    """
    if dim is None or needs_no_alignment(value.type, dim - mode.shift, mode):
        return None
    rule = _rule(op, mode)
    if rule is None:
        return None if becomes_scalar_loop(op, mode) else dim
    if becomes_scalar_loop(op, mode):
        return None
    return rule(_Asked(op, value, dim, mode))


def analysed_operands(op: Operation, mode: Mode) -> list[tuple[int, Value, MemRefType]]:
    """The ranked memref operands of rank 1 and more with their positions; values used as extra buffers left out."""
    roles = operand_roles(op, mode.build)
    extra: set[Value] = set()
    if roles is not None and "temp" in roles:
        extra = {value for value, role in zip(op.operands, roles, strict=True) if role == "temp"}
    return [
        (index, value, value.type)
        for index, value in enumerate(op.operands)
        if isinstance(value.type, MemRefType) and value.type.rank and value not in extra
    ]


def live_dim(group: Sequence[int], types: Sequence[MemRefType], mode: Mode) -> int | None:
    """The last dimension of a group whose size is not 1 in some type.

    A3 counts a dimension that a type of lower rank does not have as one. Raises ``IndexError`` there for A5.
    """
    for dim in reversed(group):
        for type in types:
            if dim >= type.rank:
                if mode.is_a3:
                    return dim
                raise IndexError
            if type.shape[dim] != 1:
                return dim
    return None


def previous_dim(groups: Groups, index: int, types: Sequence[MemRefType], mode: Mode) -> int | None:
    """The last dimension in front of group ``index`` that is not of size 1: A3 in any group, A5 in the one before."""
    for group in range(index - 1, -1 if mode.is_a3 else max(index - 2, -1), -1):
        found = live_dim(groups[group], types, mode)
        if found is not None:
            return found
    return None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request on its way through an operation."""

    op: Operation
    value: Value
    dim: int
    mode: Mode

    def flat(self) -> FlattenResult | None:
        """How the dimensions join with all marks of this moment; None when the compiler takes too much for granted.

        Raises ``IndexError`` where A5 dies of a mark for a dimension that does not exist.
        """
        if not self.mode.is_a3:
            for value in self.op.operands:
                type = value.type
                if isinstance(type, MemRefType) and any(not 0 <= d < type.rank for d, _ in stride_marks(value)):
                    raise IndexError
        found = flatten(self.op, self.mode.build, stride_marks=True)
        return found if found is not None and found.maps else None

    def in_front(self, flat: FlattenResult, index: int) -> int | None:
        """The dimension in front of group ``index``, unless aligning it is pointless."""
        types = [type for _, _, type in analysed_operands(self.op, self.mode)]
        found = previous_dim(flat.input_map, index, types, self.mode)
        return None if needs_no_alignment(self.value.type, found, self.mode) else found

    def is_destination(self) -> bool:
        """Whether the value is (also) a destination of the operation."""
        roles = operand_roles(self.op, self.mode.build) or ()
        return any(role == "out" and value is self.value for value, role in zip(self.op.operands, roles, strict=False))


def integers(attribute: Attribute | None) -> tuple[int, ...]:
    """The numbers of an array attribute; empty when it is absent."""
    if isinstance(attribute, DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, ArrayAttr):
        return tuple(e.value for e in attribute.elements if isinstance(e, IntegerAttr))
    return ()


def _flat_memrefs(flat: FlattenResult) -> list[MemRefType]:
    return [type for type in flat.flat_types if type.rank]


def _broadcast(asked: _Asked) -> int | None:
    """vbrc along the last joined dimension: rows of the destination are written whole."""
    op, dim, mode = asked.op, asked.dim, asked.mode
    destination = op.operands[1].type
    if isinstance(destination, MemRefType) and getattr(destination.element, "width", 0) in (1, 8):
        return dim
    flat = asked.flat()
    if flat is None:
        return dim
    types = _flat_memrefs(flat)
    unit = all(last_stride_is_one(type) for type in types)
    if mode.is_a3 and not unit:
        return dim
    named = integers(op.attributes.get("broadcast_dims"))
    last = named[-1] if named else flat.rank - 1
    group = flat.group_of(dim)
    if flat.group_of(last) != flat.flat_rank - 1 or group is None or group != flat.flat_rank - 2:
        return dim
    if not unit or any(not _last_two_join(type) for type in types):
        return dim
    return asked.in_front(flat, group)


def _last_two_join(type: MemRefType) -> bool:
    if has_identity_layout(type) or type.rank < 2:
        return True
    strides = strides_of(type)
    if strides is None:
        return True
    outer, inner, size = strides[-2], strides[-1], type.shape[-1]
    return DYNAMIC not in (outer, inner, size) and inner * size == outer


def _reduce(asked: _Asked) -> int | None:
    """vreduce along the last joined dimension: the destination has one element per row."""
    op, dim, mode = asked.op, asked.dim, asked.mode
    kind = case(op, "arith") or ""
    if not mode.is_a3 and "_with_index" in kind:
        return None
    flat = asked.flat()
    if flat is None or (mode.is_a3 and not all(last_stride_is_one(t) for t in _flat_memrefs(flat))):
        return dim
    dims = integers(op.attributes.get("reduce_dims"))
    group = flat.group_of(dim)
    if not dims or flat.group_of(dims[-1]) != flat.flat_rank - 1 or group is None or group != flat.flat_rank - 2:
        return dim
    if kind == "sum" and _sums_within_a_block(flat, mode):
        return None
    if not asked.is_destination():
        return dim
    return asked.in_front(flat, group - 1 if mode.is_a3 else group)


def _sums_within_a_block(flat: FlattenResult, mode: Mode) -> bool:
    """Whether rows of the source are short powers of two, which the vector unit sums without looking at rows.

    A dynamic length passes for one.
    """
    source = flat.inputs[0].flat
    if not isinstance(source.element, FloatType):
        return False
    size = source.shape[-1]
    if size != DYNAMIC and (size * source.element.width // 8 > BLOCK_BYTES or size <= 0 or size & (size - 1)):
        return False
    if not mode.is_a3:
        return True
    strides = strides_of(flat.inits[0].flat)
    return bool(strides) and strides[0] == 1


def _deinterleave(asked: _Asked) -> int | None:
    """vdeinterleave of every ``channel_num``-th element: the step of the source is no row."""
    dim = asked.dim
    flat = asked.flat()
    if flat is None:
        return dim
    group = flat.group_of(dim)
    if group is None or group != flat.flat_rank - 1 or not flat.inputs or not flat.inits:
        return dim
    channels = asked.op.attributes.get("channel_num")
    number = channels.value if isinstance(channels, IntegerAttr) else 2
    strides = strides_of(flat.inputs[0].flat)
    if not strides or strides[-1] != number or not last_stride_is_one(flat.inits[0].flat):
        return dim
    return asked.in_front(flat, group)


def _may_transpose(asked: _Asked) -> int | None:
    """load and store that may transpose while they move (A3)."""
    flag = asked.op.attributes.get("may_implicit_transpose_with_last_axis")
    return None if asked.mode.is_a3 and isinstance(flag, IntegerAttr) and flag.value else asked.dim


def _collapsing_copy(asked: _Asked) -> int | None:
    """copy that joins dimensions while it moves (A3): only the last of a group of the destination counts."""
    groups = asked.op.attributes.get("collapse_reassociation")
    if not asked.mode.is_a3 or not isinstance(groups, ArrayAttr) or not asked.is_destination():
        return asked.dim
    for group in groups.elements:
        dims = integers(group)
        if asked.dim in dims:
            return asked.dim if dims[-1] == asked.dim else None
    return asked.dim


def _inline_broadcast(asked: _Asked) -> int | None:
    """An elementwise operation that broadcasts along the last dimension: a dense column has no rows."""
    dim, type = asked.dim, asked.value.type
    if not isinstance(type, MemRefType) or type.rank < 2 or type.shape[-1] != 1:
        return dim
    if type.rank - 1 not in integers(asked.op.attributes.get("broadcast")):
        return dim
    strides = strides_of(type)
    if strides is None or strides[-2] != 1:
        return dim
    flat = asked.flat()
    group = None if flat is None else flat.group_of(dim)
    return dim if flat is None or group is None else asked.in_front(flat, group)


_RULES: Final[dict[str, Callable[[_Asked], int | None]]] = {
    "hivm.hir.vbrc": _broadcast,
    "hivm.hir.vreduce": _reduce,
    "hivm.hir.vdeinterleave": _deinterleave,
    "hivm.hir.load": _may_transpose,
    "hivm.hir.store": _may_transpose,
    "hivm.hir.copy": _collapsing_copy,
}


def _rule(op: Operation, mode: Mode) -> Callable[[_Asked], int | None] | None:
    found = _RULES.get(op.name)
    if found is None and flatten_class(op.name, mode.build) == "inline-broadcast":
        return _inline_broadcast
    return found
