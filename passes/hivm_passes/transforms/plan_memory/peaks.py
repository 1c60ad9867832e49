"""Where a space is fullest, and what would make the function fit (PlanMemory, overflow diagnostic)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.transforms.plan_memory.attempts import padded
from hivm_passes.transforms.plan_memory.report import Peak, PeakShare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.transforms.plan_memory.slots import Slot


def find_peak(slots: Sequence[Slot], alignment: int, last_event: int) -> Peak | None:
    """The first event at which the slots (first copies; their copies count) need most.

    A slot that is never freed counts to the end of the function, unlike in the compiler.
    """
    heads = [slot for slot in slots if slot.head is None]
    changes: dict[int, int] = {}
    for slot in heads:
        size = padded(slot.bits, alignment) * max(1, slot.copies)
        for start, end, _ in slot.lives:
            stop = end if end >= start else last_event
            changes[start] = changes.get(start, 0) + size
            changes[stop + 1] = changes.get(stop + 1, 0) - size
    most, event, now = -1, 0, 0
    for at, change in sorted(changes.items()):
        now += change
        if now > most:
            most, event = now, at
    if most < 0:
        return None
    alive = [s for s in heads if any(a <= event <= (b if b >= a else last_event) for a, b, _ in s.lives)]
    shares = [PeakShare(s.index, padded(s.bits, alignment) * max(1, s.copies)) for s in alive]
    return Peak(event, most, tuple(sorted(shares, key=lambda share: -share.bits)))
