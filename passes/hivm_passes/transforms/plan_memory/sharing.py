"""Which buffers have bytes in common, found out only when asked (a buffer may share with hundreds of others)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from hivm_passes.transforms.plan_memory.report import AddressSharer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.transforms.plan_memory.report import PlanRect, SlotPlan


class Sharing:
    """Address sharers of all buffers of a function, from its slots and rectangles."""

    def __init__(self, slots: Sequence[SlotPlan], rects: Sequence[PlanRect]) -> None:
        self._slots = slots
        self._rects = rects

    @cached_property
    def _by_slot(self) -> dict[int, list[PlanRect]]:
        found: dict[int, list[PlanRect]] = {}
        for rect in self._rects:
            found.setdefault(rect.slot, []).append(rect)
        return found

    @cached_property
    def _slot_of(self) -> dict[int, SlotPlan]:
        return {member: slot for slot in self._slots for member in slot.members}

    def of(self, buffer: int) -> tuple[AddressSharer, ...]:
        """The members of other slots whose bytes intersect the buffer's, in the order of the slots."""
        slot = self._slot_of.get(buffer)
        if slot is None:
            return ()
        own = self._by_slot.get(slot.id, [])
        found: list[AddressSharer] = []
        for other in self._slots:
            if other.id == slot.id or other.space != slot.space:
                continue
            common = [
                a.start <= b.end and b.start <= a.end
                for a in own
                for b in self._by_slot.get(other.id, ())
                if a.base is b.base and a.address < b.address + b.size and b.address < a.address + a.size
            ]
            if common:
                kind = "overlapping" if any(common) else "later"
                found += [AddressSharer(member, kind) for member in other.members]
        return tuple(found)

    def overlaps(self) -> list[tuple[int, int]]:
        """Pairs of slots that are occupied at the same time with bytes in common (by id, lower address first)."""
        found: dict[tuple[int, int], None] = {}
        active: list[PlanRect] = []
        for rect in sorted(self._rects, key=lambda r: (r.start, r.address)):
            active = [other for other in active if other.end >= rect.start]
            for other in active:
                if (
                    other.slot != rect.slot
                    and other.space == rect.space
                    and other.base is rect.base
                    and other.address < rect.address + rect.size
                    and rect.address < other.address + other.size
                ):
                    found[(min(other.slot, rect.slot), max(other.slot, rect.slot))] = None
            active.append(rect)
        return list(found)
