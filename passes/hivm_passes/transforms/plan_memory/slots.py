"""Slots: sets of buffers that share one address list (PlanMemory, slots and classes, merging)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from hivm_passes.records import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hivm_passes.ir.core import Value
    from hivm_passes.transforms.plan_memory.buffers import Buffer
    from hivm_passes.transforms.plan_memory.inplace import Pair

Interval = tuple[int, int, int]
"""First event, last event (NEVER when nothing frees it), buffer it came from."""


class MissingSlotError(Exception):
    """A forced pair contains a buffer that nothing writes; the compiler crashes on it."""

    def __init__(self, buffer: int) -> None:
        super().__init__(buffer)
        self.buffer = buffer


@dataclass(slots=True, eq=False)
class Slot:
    """One set of buffers, or one further copy of it (a sibling, whose ``head`` is the first copy).

    ``owner`` is the buffer that the slot was made for; merging adds members. ``bits`` is exact; ``lives`` are sorted
    and disjoint. ``mask`` has a bit for every event at which the slot is occupied.
    """

    index: int
    owner: int
    members: deque[int]
    lives: list[Interval]
    bits: int
    space: str
    base: Value | None
    copies: int
    head: Slot | None = None
    siblings: list[Slot] = field(default_factory=list["Slot"])
    mask: int = 0


def merge_lives(intervals: Iterable[Interval]) -> list[Interval]:
    """Sorted intervals with touching ones joined; a joined one keeps the owner of its first part."""
    merged: list[Interval] = []
    for start, end, owner in sorted(intervals, key=lambda i: (i[0], i[1])):
        if merged and start <= merged[-1][1] + 1:
            first = merged[-1]
            if end > first[1]:
                merged[-1] = (first[0], end, first[2])
        else:
            merged.append((start, end, owner))
    return merged


def event_mask(lives: Iterable[Interval]) -> int:
    """The events covered by intervals as a bit set; an interval without end covers none."""
    mask = 0
    for start, end, _ in lives:
        if end >= start:
            mask |= (1 << (end + 1)) - (1 << start)
    return mask


def build_slots(buffers: Sequence[Buffer], gens: Mapping[int, Sequence[int]], pairs: Sequence[Pair]) -> list[Slot]:
    """All slots of an attempt in the compiler's order: first copies by first write, then all siblings."""
    slots: list[Slot] = []
    slot_of: dict[int, Slot] = {}
    for event in sorted(gens):
        for index in gens[event]:
            buffer = buffers[index]
            lives = [(event, buffer.kill, index)]
            members = deque((index,))
            slot = Slot(len(slots), index, members, lives, buffer.bits, buffer.space, buffer.base, buffer.copies)
            slots.append(slot)
            slot_of[index] = slot
    absorbed: dict[Slot, Slot] = {}

    def current(index: int) -> Slot | None:
        slot = slot_of.get(index)
        if slot is None:
            return None
        while slot in absorbed:
            slot = absorbed[slot]
        slot_of[index] = slot
        return slot

    for gen, kill in pairs:
        source, target = current(gen), current(kill)
        if source is target:
            continue
        if source is None or target is None:
            raise MissingSlotError(gen if source is None else kill)
        target.lives = merge_lives([*source.lives, *target.lives])
        target.copies = max(target.copies, source.copies)
        if len(source.members) <= len(target.members):
            target.members.extendleft(reversed(source.members))
        else:
            source.members.extend(target.members)
            target.members = source.members
        absorbed[source] = target
    heads = [slot for slot in slots if slot not in absorbed]
    result = list(heads)
    for slot in heads:
        slot.mask = event_mask(slot.lives)
        for _ in range(slot.copies - 1):
            sibling = replace(slot, index=-1, head=slot, siblings=[])
            slot.siblings.append(sibling)
            result.append(sibling)
    for index, slot in enumerate(result):
        slot.index = index
    return result
