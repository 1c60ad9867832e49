"""What FlattenOps does to an operation, and why no more than that, for people to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.analysis.flatten import collapsed, compose, flatten, grouping, identity, operand_roles
from hivm_passes.analysis.flatten.permuting import PermutedGrouping
from hivm_passes.ir.attributes import StridedLayoutAttr
from hivm_passes.ir.core import Value
from hivm_passes.ir.types import DYNAMIC, MemRefType
from hivm_passes.records import dataclass
from hivm_passes.transforms.flatten_ops.attributes import attribute_changes
from hivm_passes.transforms.flatten_ops.casts import values_behind_casts
from hivm_passes.transforms.flatten_ops.diagnose import reason_of
from hivm_passes.transforms.flatten_ops.rewrite import fits, is_host_function, is_left_padded_load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.flatten import FlattenResult, Groups, Problem, Role
    from hivm_passes.analysis.flatten.grouping import CutReason as CutWhy
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.types import Type

Status = Literal["flattened", "already flat", "op kind", "left padding", "host function", "not applicable"]

STATUS_TEXT: Final[dict[Status, str]] = {
    "flattened": "flattened by hivm-flatten-ops",
    "already flat": "already flat",
    "op kind": "not flattened: op kind",
    "left padding": "not flattened: left padding",
    "host function": "not flattened: host function",
    "not applicable": "not applicable",
}


@dataclass(frozen=True, slots=True, eq=False)
class OpFlattening:
    """An operation that was flattened, as it was before, and how."""

    op: Operation
    result: FlattenResult


@dataclass(frozen=True, slots=True)
class OperandShape:
    """An operand: ``type`` now, ``flat`` once flattened, joined by ``groups``.

    Scalars have neither ``flat`` nor ``groups``. ``marked`` is the flat type with stride-align marks obeyed, where it
    differs. ``problem`` says why an extra buffer does not follow.
    """

    index: int
    name: str
    role: Role
    type: Type
    flat: MemRefType | None = None
    groups: Groups | None = None
    through_cast: bool = False
    marked: MemRefType | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class AttributeChange:
    """An attribute that names dimensions."""

    name: str
    before: Attribute | None
    after: Attribute


@dataclass(frozen=True, slots=True)
class CutReason:
    """Why dimension ``right`` does not join ``left`` (dimensions of the first input), in words."""

    left: int
    right: int
    reason: str


@dataclass(frozen=True, slots=True)
class OpReport:
    """How one operation flattens. ``rank`` and ``flat_rank`` are 0 when it is not applicable; ``reason`` says why."""

    name: str
    status: Status
    rank: int = 0
    flat_rank: int = 0
    operands: tuple[OperandShape, ...] = ()
    attributes: tuple[AttributeChange, ...] = ()
    masks: tuple[str, ...] = ()
    cuts: tuple[CutReason, ...] = ()
    reason: str | None = None
    problem: Problem | None = None

    @property
    def status_text(self) -> str:
        """The status in words."""
        text = STATUS_TEXT[self.status]
        return f"{text}: {self.reason}" if self.reason else text


def describe(op: Operation, build: Build) -> OpReport | None:
    """How ``op`` flattens, whether or not the pass would touch it; None for an operation that is no structured one."""
    values = values_behind_casts(op, build)
    first = flatten(op, build, operands=values)
    if first is None:
        return None
    if first.problem is not None:
        return OpReport(op.name, "not applicable", reason=reason_of(first.problem), problem=first.problem)
    in_map, out_map, last = _fixed_point(op, values, first, build)
    func = next((o for o in op.ancestors() if o.name == "func.func"), None)
    status: Status = "already flat" if first.is_identity else "flattened"
    if first.op_class == "identity":
        status = "op kind"
    elif is_left_padded_load(op, build):
        status = "left padding"
    elif func is not None and is_host_function(func):
        status = "host function"
    changes = () if first.is_identity else attribute_changes(op, first, build).items()
    masks, cuts = _reasons(op, first, values, build)
    return OpReport(
        op.name,
        status,
        first.rank,
        last.flat_rank,
        _operands(op, values, in_map, out_map, build),
        tuple(
            AttributeChange(name, op.attributes.get(name), after)
            for name, after in changes
            if op.attributes.get(name) is not after
        ),
        masks,
        cuts,
    )


def _fixed_point(
    op: Operation, values: Sequence[Value], result: FlattenResult, build: Build
) -> tuple[Groups, Groups, FlattenResult]:
    """The maps of inputs and destinations after all visits of the pass, and the last result that is not identity.

    One visit is enough but for the gather whose axis is not renumbered.
    """
    in_map, out_map = result.input_map, result.init_map
    if result.is_identity or op.name != "hivm.hir.vgather":
        return in_map, out_map, result
    types = {o.index: o.flat for o in result.operands}
    while True:
        flat = [Value(types.get(i, v.type)) for i, v in enumerate(values)]
        following = flatten(op, build, operands=flat)
        if following is None or following.problem is not None or following.is_identity:
            return in_map, out_map, result
        result = following
        in_map, out_map = compose(in_map, result.input_map), compose(out_map, result.init_map)
        types = {o.index: o.flat for o in result.operands}


def _operands(
    op: Operation, values: Sequence[Value], in_map: Groups, out_map: Groups, build: Build
) -> tuple[OperandShape, ...]:
    roles = operand_roles(op, build)
    assert roles is not None
    marked = flatten(op, build, stride_marks=True, operands=values)
    by_mark = {o.index: o.flat for o in marked.operands} if marked is not None else {}
    found: list[OperandShape] = []
    for index, (value, role) in enumerate(zip(values, roles, strict=True)):
        type, through = value.type, value is not op.operands[index]
        name = operand_name(op.operands[index], index)
        if not isinstance(type, MemRefType):
            found.append(OperandShape(index, name, role, type))
            continue
        groups = out_map if role == "out" else in_map
        flat = type if groups == identity(type.rank) else collapsed(type, groups) if fits(type, groups) else None
        problem = None
        if flat is None:
            problem = "not collapsible: " + (
                "its dimensions are not contiguous" if fits(type, groups) else f"it has {type.rank} dimensions"
            )
        other = by_mark.get(index)
        if other is not None and (other.layout is (flat.layout if flat is not None else None)):
            other = None
        found.append(OperandShape(index, name, role, type, flat, groups, through, other, problem))
    return tuple(found)


def operand_name(value: Value, index: int) -> str:
    """``%name`` as written, or ``operand #index``."""
    return f"%{value.name}" if value.name else f"operand #{index}"


def _reasons(
    op: Operation, result: FlattenResult, values: Sequence[Value], build: Build
) -> tuple[tuple[str, ...], tuple[CutReason, ...]]:
    done = grouping(op, result, build)
    if done is None:
        return (), ()
    operands = sorted(result.operands, key=lambda o: o.index)
    units = done.units if isinstance(done, PermutedGrouping) else (done.unit,) * len(operands)
    masks = done.masks if isinstance(done, PermutedGrouping) else (done.mask,)
    # With an extra buffer of other shape, operands keep different numbers of dims; cuts are between the most of them.
    split = max((u for u, o in zip(units, operands, strict=True) if o.role != "out"), key=len, default=units[0])
    cuts: list[CutReason] = []
    for cut in done.cuts:
        words = _WORDS[cut.reason]
        if cut.operand is not None:
            operand = operands[cut.operand]
            narrowed = collapsed(operand.type, units[cut.operand])
            name = operand_name(op.operands[operand.index], operand.index)
            words = f"{name}: {_layout_words(narrowed, cut.dim)}" if narrowed is not None else words
        cuts.append(CutReason(split[cut.position - 1][-1], split[cut.position][0], words))
    return masks, tuple(cuts)


_WORDS: Final[dict[CutWhy, str]] = {
    "target edge": "the operation names one of them only",
    "targets apart": "the operation works along both",
    "layout": "not contiguous",
    "inputs differ": "inputs differ in size there",
    "moved apart": "the permutation moves them apart",
}


def _layout_words(type: MemRefType, dim: int) -> str:
    """``stride 8 != 7*1``: why ``dim`` does not continue the one before it."""
    layout = type.layout
    if dim >= type.rank:
        return "it is left with fewer dimensions than the permutation"
    if not isinstance(layout, StridedLayoutAttr):
        return "not contiguous"

    def number(value: int) -> str:
        return "?" if value == DYNAMIC else str(value)

    outer, inner, size = layout.strides[dim - 1], layout.strides[dim], type.shape[dim]
    relation = "may not be" if DYNAMIC in (outer, inner, size) else "!="
    return f"stride {number(outer)} {relation} {number(size)}*{number(inner)}"
