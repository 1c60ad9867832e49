"""How the attributes that name dimensions follow when these are joined (FlattenOps, attributes)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.flatten import integers
from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from hivm_passes.ir.types import I64

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hivm_passes.analysis.flatten import FlattenResult, Groups
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation

    Changes = dict[str, Attribute]
    Rule = Callable[[Operation, FlattenResult], Changes]


def attribute_changes(op: Operation, result: FlattenResult, build: Build) -> Mapping[str, Attribute]:
    """The attributes of ``op`` that name dimensions, as they are for the joined ones."""
    if result.op_class in ("inline-broadcast", "elementwise"):
        return _elementwise(op, result)
    name = op.name.removeprefix("hivm.hir.")
    if name == "vtranspose":
        return _list("permutation")(op, result) if result.permuting else _swapped(op, result)
    rule = _RULES.get(name)
    return {} if rule is None else rule(op, result)


@lru_cache(maxsize=4096)
def reassociation_attribute(groups: Groups) -> ArrayAttr:
    """Groups as the attribute of a reshape."""
    return ArrayAttr(tuple(ArrayAttr(tuple(IntegerAttr(dim, I64) for dim in group)) for group in groups))


def _array(op: Operation, name: str, values: Sequence[int]) -> DenseArrayAttr:
    old = op.attributes.get(name)
    return DenseArrayAttr(old.element if isinstance(old, DenseArrayAttr) else I64, tuple(values))


def _single(op: Operation, name: str, value: int) -> IntegerAttr:
    old = op.attributes.get(name)
    return IntegerAttr(value, old.type if isinstance(old, IntegerAttr) else I64)


def _elementwise(op: Operation, result: FlattenResult) -> Changes:
    if result.permuting:
        return {"transpose": _array(op, "transpose", result.flat_targets)}
    # Without targets the list is empty or, for operations that do not obey it, stays as written.
    return {"broadcast": _array(op, "broadcast", result.flat_targets)} if result.targets else {}


def _list(name: str) -> Rule:
    return lambda op, result: {name: _array(op, name, result.flat_targets)}


def _one(name: str) -> Rule:
    return lambda op, result: {name: _single(op, name, result.flat_targets[0])}


def _swapped(op: Operation, result: FlattenResult) -> Changes:
    """A3: the two moved dims are found again, all others stay in place."""
    order = list(range(result.flat_rank))
    if len(result.flat_targets) == 2:
        first, second = result.flat_targets
        order[first], order[second] = second, first
    return {"permutation": _array(op, "permutation", order)}


def _padding(op: Operation, result: FlattenResult) -> Changes:
    """Bounds of joined dims are zero, those of padded ones move along; dynamic bounds stay with the operation."""
    changes: Changes = {}
    for name in ("static_low", "static_high"):
        old = integers(op.attributes.get(name))
        new = [0] * result.flat_rank
        for before, after in zip(result.targets, result.flat_targets, strict=True):
            new[after] = old[before]
        changes[name] = _array(op, name, new)
    return changes


_RULES: Final[dict[str, Rule]] = {
    "vbrc": _list("broadcast_dims"),
    "vreduce": _list("reduce_dims"),
    **dict.fromkeys(("vcumsum", "vcumprod", "vcummax", "vcummin"), _list("cum_dims")),
    "vpad": _padding,
    "vconcat": _one("dim"),
    "vflip": _one("flip_axis"),
}
