"""Which dimensions of a permuting operation join: its inputs and its destinations have a grouping each."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from hivm_passes.analysis.flatten.grouping import Cut
from hivm_passes.analysis.flatten.layout import collapsed, compose, continues, identity, unit_groups
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.analysis.flatten.result import Groups, Problem
    from hivm_passes.ir.types import MemRefType


@dataclass(frozen=True, slots=True)
class PermutedGrouping:
    """``units`` are the groupings per operand after dims of size 1 joined; ``maps`` the final ones.

    ``maps`` is the input's and the init's, or ``units`` when no blocks joined (``joined`` false). ``permutation`` is
    the new one. ``flat`` are the collapsed types in operand order. ``masks`` has a letter per dim of every operand: U
    of size 1 and free to join, C all others. ``cuts`` lie between the unit groups of the input.
    """

    masks: tuple[str, ...]
    cuts: tuple[Cut, ...]
    units: tuple[Groups, ...]
    maps: tuple[Groups, ...]
    permutation: tuple[int, ...]
    flat: tuple[MemRefType, ...]
    joined: bool


@lru_cache(maxsize=4096)
def group_permuted(
    types: tuple[MemRefType, ...],
    inputs: tuple[bool, ...],
    permutation: tuple[int, ...],
    keep_last: bool,
    checked: bool,
) -> PermutedGrouping | Problem:
    """Group the dims of operands of which the destinations have the inputs' dims in the order of ``permutation``.

    ``checked``: the compiler asserts (A5) that every operand keeps as many dims as the permutation; without that, what
    is not there does not join. ``keep_last``: the last dim does not join another for being of size 1 (inline
    transposition).
    """
    rank = types[0].rank
    units = tuple(_unit_stage(type, keep_last) for type in types)
    narrowed: list[MemRefType] = []
    for type, groups in zip(types, units, strict=True):
        flat = collapsed(type, groups)
        if flat is None:
            return "layout"
        narrowed.append(flat)
    source = next((t for t, i in zip(reversed(types), reversed(inputs), strict=True) if i), types[0])
    order = _reduced(permutation, source, rank, keep_last)
    inverse = [0] * len(order)
    for position, dim in enumerate(order):
        inverse[dim] = position
    if not order:
        return "all-unit"
    ins = [i for i, is_input in enumerate(inputs) if is_input]
    outs = [i for i, is_input in enumerate(inputs) if not is_input]
    if checked and (
        any(narrowed[i].rank != len(order) for i in ins) or any(narrowed[i].rank < len(order) for i in outs)
    ):
        return "compose"
    blocks: list[list[int]] = [[0]]
    cuts: list[Cut] = []
    for dim in range(1, len(order)):
        cut = _cut(dim, inverse, narrowed, ins, outs)
        if cut is None:
            blocks[-1].append(dim)
        else:
            cuts.append(cut)
            blocks.append([dim])
    masks = tuple("".join("U" if _absorbable(t, d, keep_last) else "C" for d in range(rank)) for t in types)
    if len(blocks) == len(order):
        return PermutedGrouping(masks, tuple(cuts), units, units, order, tuple(narrowed), False)
    moved = sorted(range(len(blocks)), key=lambda block: inverse[blocks[block][0]])
    in_groups: Groups = tuple(tuple(block) for block in blocks)
    out_groups: Groups = tuple(tuple(inverse[dim] for dim in blocks[block]) for block in moved)
    in_map, out_map = _composed(units[0], in_groups, len(order)), _composed(units[-1], out_groups, len(order))
    if in_map is None or out_map is None:
        return "compose"
    flats: list[MemRefType] = []
    for type, is_input in zip(types, inputs, strict=True):
        flat = collapsed(type, in_map if is_input else out_map)
        if flat is None:
            return "layout"
        flats.append(flat)
    return PermutedGrouping(masks, tuple(cuts), units, (in_map, out_map), tuple(moved), tuple(flats), True)


def _composed(unit: Groups, groups: Groups, count: int) -> Groups | None:
    """The groups of original dims; None where the compiler gives up.

    Where a dynamic size faces one of size 1, an operand may be left with another number of dims than ``count``, that
    of the permutation. With as many as there are groups, the compiler takes these for groups of original dims.
    """
    if len(unit) == len(groups):
        return groups
    return compose(unit, groups) if len(unit) == count else None


def _cut(dim: int, inverse: list[int], types: list[MemRefType], ins: list[int], outs: list[int]) -> Cut | None:
    """Why unit group ``dim`` of the input does not join the one before it, or None when it does."""
    target = inverse[dim]
    if target != inverse[dim - 1] + 1:
        return Cut(dim, "moved apart")
    for index in ins:
        if dim >= types[index].rank or not continues(types[index], dim):
            return Cut(dim, "layout", index, dim)
    for index in outs:
        if target >= types[index].rank or not continues(types[index], target):
            return Cut(dim, "layout", index, target)
    return None


def _absorbable(type: MemRefType, dim: int, keep_last: bool) -> bool:
    return type.shape[dim] == 1 and not (keep_last and dim == type.rank - 1)


def _unit_stage(type: MemRefType, keep_last: bool) -> Groups:
    if 1 not in type.shape:
        return identity(type.rank)
    return tuple(unit_groups(range(type.rank), lambda dim: _absorbable(type, dim, keep_last)))


def _reduced(permutation: tuple[int, ...], source: MemRefType, rank: int, keep_last: bool) -> tuple[int, ...]:
    """The permutation of the dims that are left once those of size 1 have joined others."""
    kept = [dim for dim in permutation if not _absorbable(source, dim, keep_last)]
    number = {dim: position for position, dim in enumerate(sorted(kept))}
    return tuple(number[dim] for dim in kept)
