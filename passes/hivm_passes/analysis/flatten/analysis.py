"""The flatten result of an operation."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.flatten.grouping import Grouping, Rules, group_dims
from hivm_passes.analysis.flatten.layout import identity, of_rank
from hivm_passes.analysis.flatten.marks import marked_type
from hivm_passes.analysis.flatten.permuting import PermutedGrouping, group_permuted
from hivm_passes.analysis.flatten.result import FlatOperand, FlattenResult
from hivm_passes.analysis.flatten.rules import (
    flatten_class,
    inline_broadcast,
    keeps_barriers_apart,
    memo_attributes,
    named_dims,
    operand_roles,
    permutation,
)
from hivm_passes.ir.types import MemRefType, TensorType, UnrankedMemRefType, UnrankedTensorType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.flatten.result import OpClass, Problem, Role
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value

Analysed = tuple[tuple[int, "Role", MemRefType], ...]
"""The analysed memref operands: position, role, type."""


def flatten(
    op: Operation, build: Build, *, stride_marks: bool = False, operands: Sequence[Value] | None = None
) -> FlattenResult | None:
    """How the dimensions of ``op`` join; None for an operation that is no structured one.

    ``stride_marks`` analyses every operand as if the stride-align marks on it were obeyed already; permuting operations
    and those that join nothing do not look at marks. ``operands`` are other values in the place of the operation's own
    (the sources of casts, for example).
    """
    op_class = flatten_class(op.name, build)
    if op_class is None:
        return None
    values = op.operands if operands is None else operands
    names = None if stride_marks else memo_attributes(op.name, build)
    if names is None:
        return _analyse(op, build, op_class, values, stride_marks)
    attributes = op.attributes
    key = (op.name, build, op.segments, *[v.type for v in values], *[attributes.get(name) for name in names])
    known = _MEMO.get(key)
    if known is None:
        roles = operand_roles(op, build)
        known = _analyse(op, build, op_class, values, stride_marks)
        # Whether a value is an extra buffer too does not show in the key.
        if roles is not None and "temp" not in roles:
            if len(_MEMO) >= _MEMO_LIMIT:
                _MEMO.clear()
            _MEMO[key] = known
    return known


_MEMO: dict[tuple[object, ...], FlattenResult] = {}
_MEMO_LIMIT: Final = 1 << 14


def _analyse(
    op: Operation, build: Build, op_class: OpClass, values: Sequence[Value], stride_marks: bool
) -> FlattenResult:
    roles = operand_roles(op, build)
    if roles is None:
        return _refused(op_class, "no-memref")
    permuted = permutation(op, op_class, build) if op_class != "identity" else ()
    found = _analysed(values, roles, keep_temps=bool(permuted))
    if op_class == "identity":
        return _nothing_joins(found)
    problem = _precondition(values, found)
    if problem is not None:
        return _refused(op_class, problem, bool(permuted))
    ranks = {type.rank for _, _, type in found}
    if len(ranks) > 1 and (permuted or (build == "a5" and min(ranks) < found[0][2].rank)):
        return _refused(op_class, "rank-mix", bool(permuted))
    if permuted:
        return _permuting(op_class, found, permuted, op.name != "hivm.hir.vtranspose", build == "a5")
    if stride_marks:
        found = tuple((i, role, marked_type(values[i], type)) for i, role, type in found)
    rank = found[0][2].rank
    consistent = False
    if op_class == "inline-broadcast":
        targets = inline_broadcast(op)
        consistent = bool(targets)
        if consistent and build == "a5" and all(role == "out" for _, role, _ in found):
            return _refused(op_class, "no-input")
    elif op_class == "elementwise":
        targets = ()
    else:
        targets = named_dims(op, build, rank)
    if any(not 0 <= dim < rank for dim in targets):
        return _refused(op_class, "axis")
    rules = Rules(targets, op_class != "plain", keeps_barriers_apart(op, build), consistent)
    return _joined(op_class, found, rules)


def grouping(op: Operation, result: FlattenResult, build: Build) -> Grouping | PermutedGrouping | None:
    """The grouping behind a result, with the reason for every cut; None where nothing could join."""
    if result.problem is not None or result.op_class == "identity":
        return None
    if len({o.type.rank for o in result.operands}) > 1:
        return None
    if result.permuting:
        operands = sorted(result.operands, key=lambda o: o.index)
        done = group_permuted(
            tuple(o.type for o in operands),
            tuple(o.role != "out" for o in operands),
            result.targets,
            op.name != "hivm.hir.vtranspose",
            build == "a5",
        )
        return done if isinstance(done, PermutedGrouping) else None
    rules = Rules(
        result.targets,
        result.op_class != "plain",
        keeps_barriers_apart(op, build),
        result.op_class == "inline-broadcast" and bool(result.targets),
    )
    return group_dims(tuple(o.type for o in result.operands), tuple(o.role != "out" for o in result.operands), rules)


def _refused(op_class: OpClass, problem: Problem, permuting: bool = False) -> FlattenResult:
    return FlattenResult(op_class, permuting, (), (), problem=problem)


def _analysed(values: Sequence[Value], roles: Sequence[Role], keep_temps: bool) -> Analysed:
    """The memref operands that count: those whose value is an extra buffer do not, unless the operation permutes."""
    extra: set[Value] = set()
    if not keep_temps and "temp" in roles:
        extra = {value for value, role in zip(values, roles, strict=True) if role == "temp"}
    found: list[tuple[int, Role, MemRefType]] = []
    for index, value in enumerate(values):
        type = value.type
        if isinstance(type, MemRefType) and value not in extra:
            found.append((index, roles[index], type))
    return tuple(found)


def _precondition(values: Sequence[Value], found: Analysed) -> Problem | None:
    if not found:
        shaped = (TensorType, UnrankedTensorType, UnrankedMemRefType)
        return "tensor" if any(isinstance(v.type, shaped) for v in values) else "no-memref"
    return "rank-0" if found[0][2].rank == 0 else None


@lru_cache(maxsize=8192)
def _joined(op_class: OpClass, found: Analysed, rules: Rules) -> FlattenResult:
    rank = found[0][2].rank
    types = tuple(type if type.rank == rank else of_rank(type, rank) for _, _, type in found)
    done = group_dims(types, tuple(role != "out" for _, role, _ in found), rules)
    if done is None:
        return _refused(op_class, "layout")
    operands = _operands(found, done.flat)
    return FlattenResult(op_class, False, (done.groups,), operands, rules.targets, done.targets)


@lru_cache(maxsize=4096)
def _permuting(
    op_class: OpClass, found: Analysed, permuted: tuple[int, ...], keep_last: bool, checked: bool
) -> FlattenResult:
    types = tuple(type for _, _, type in found)
    if sorted(permuted) != list(range(types[0].rank)):
        return _refused(op_class, "permutation", True)
    done = group_permuted(types, tuple(role != "out" for _, role, _ in found), permuted, keep_last, checked)
    if not isinstance(done, PermutedGrouping):
        return _refused(op_class, done, True)
    operands = _operands(found, done.flat)
    if done.joined:
        operands = tuple(sorted(operands, key=lambda o: o.role == "out"))
    return FlattenResult(op_class, True, done.maps, operands, permuted, done.permutation)


@lru_cache(maxsize=4096)
def _nothing_joins(found: Analysed) -> FlattenResult:
    if not found:
        return _refused("identity", "no-memref")
    rank = found[-1][2].rank
    operands = _operands(found, tuple(type for _, _, type in found))
    return FlattenResult("identity", False, (identity(rank),), operands)


def _operands(found: Analysed, flat: Sequence[MemRefType]) -> tuple[FlatOperand, ...]:
    return tuple(FlatOperand(i, role, type, to) for (i, role, type), to in zip(found, flat, strict=True))
