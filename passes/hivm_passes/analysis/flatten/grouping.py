"""Which dimensions of an operation join when one grouping serves all its operands."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from hivm_passes.analysis.flatten.layout import collapsed, compose, continues, identity, translate, unit_groups
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.analysis.flatten.result import Groups
    from hivm_passes.ir.types import MemRefType

CutReason = Literal["target edge", "targets apart", "layout", "inputs differ", "moved apart"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What one operation asks of the grouping.

    ``targets``: the dims that it names. ``mergeable``: neighbouring targets may join. ``strict``: dims of size 1 do not
    join a target. ``consistent``: only dims join in which all inputs have the same size.
    """

    targets: tuple[int, ...] = ()
    mergeable: bool = False
    strict: bool = False
    consistent: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """Why unit group ``position`` does not join the one before it.

    ``operand`` is the analysed operand whose layout is to blame, ``dim`` the unit group there (destinations of
    permuting operations have others than the inputs).
    """

    position: int
    reason: CutReason
    operand: int | None = None
    dim: int = 0


@dataclass(frozen=True, slots=True)
class Grouping:
    """``unit`` is the grouping after dims of size 1 joined, ``groups`` the final one, both of original dims.

    ``mask`` has a letter per dim: U of size 1 and free to join, N never to join, C all others.
    """

    mask: str
    unit: Groups
    groups: Groups
    targets: tuple[int, ...]
    flat: tuple[MemRefType, ...]
    cuts: tuple[Cut, ...]


@lru_cache(maxsize=8192)
def group_dims(types: tuple[MemRefType, ...], inputs: tuple[bool, ...], rules: Rules) -> Grouping | None:
    """Group the dims of operands of equal rank; ``inputs`` tells which of them are inputs.

    None when a layout has no strides. ``rules.targets`` must be dims of the operands.
    """
    unit = _unit_stage(types, rules)
    narrowed = _collapse_all(types, unit)
    if narrowed is None:
        return None
    targets = translate(rules.targets, unit)
    cuts = tuple(
        cut for i in range(1, len(unit)) if (cut := _cut(i, narrowed, inputs, frozenset(targets), rules)) is not None
    )
    starts = [0, *(cut.position for cut in cuts), len(unit)]
    joined = tuple(tuple(range(a, b)) for a, b in pairwise(starts))
    if len(joined) == len(unit):
        return Grouping(_mask(types, rules), unit, unit, targets, narrowed, cuts)
    flat = _collapse_all(narrowed, joined)
    if flat is None:
        return None
    return Grouping(_mask(types, rules), unit, compose(unit, joined), translate(targets, joined), flat, cuts)


def _mask(types: tuple[MemRefType, ...], rules: Rules) -> str:
    letters: list[str] = []
    for dim in range(types[0].rank):
        if dim in rules.targets:
            letters.append("N" if rules.strict else "C")
        else:
            letters.append("U" if all(type.shape[dim] == 1 for type in types) else "C")
    return "".join(letters)


def _unit_stage(types: tuple[MemRefType, ...], rules: Rules) -> Groups:
    """Dims of size 1 in all operands join a neighbour."""
    rank = types[0].rank
    named = frozenset(rules.targets)
    shapes = [type.shape for type in types]

    def absorbable(dim: int) -> bool:
        return dim not in named and all(shape[dim] == 1 for shape in shapes)

    if not any(absorbable(dim) for dim in range(rank)):
        return identity(rank)
    if not rules.strict:
        return tuple(unit_groups(range(rank), absorbable))
    found: list[tuple[int, ...]] = []
    run: list[int] = []
    for dim in range(rank):
        if dim in named:
            found += unit_groups(run, absorbable)
            found.append((dim,))
            run = []
        else:
            run.append(dim)
    return (*found, *unit_groups(run, absorbable))


def _cut(
    position: int, types: tuple[MemRefType, ...], inputs: tuple[bool, ...], targets: frozenset[int], rules: Rules
) -> Cut | None:
    """Why group ``position`` does not join the one before it, or None when it does."""
    named = position in targets
    if named != (position - 1 in targets):
        return Cut(position, "target edge")
    if named and not rules.mergeable:
        return Cut(position, "targets apart")
    for index, type in enumerate(types):
        if not continues(type, position):
            return Cut(position, "layout", index, position)
    if rules.consistent:
        for dim in (position - 1, position):
            sizes = {type.shape[dim] for type, is_input in zip(types, inputs, strict=True) if is_input}
            if len(sizes) != 1:
                return Cut(position, "inputs differ")
    return None


def _collapse_all(types: tuple[MemRefType, ...], groups: Groups) -> tuple[MemRefType, ...] | None:
    found = [collapsed(type, groups) for type in types]
    return None if None in found else tuple(t for t in found if t is not None)
