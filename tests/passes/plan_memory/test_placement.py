"""The level search against the plain one, on random slots."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from hivm_passes.transforms.plan_memory.placement import (
    LevelOneError,
    LevelSearch,
    PlacingRules,
    Signature,
)
from hivm_passes.transforms.plan_memory.slots import Slot, event_mask, merge_lives
from tests.passes.plan_memory.plain_search import AbortedError, PlainSearch

if TYPE_CHECKING:
    from hivm_passes.transforms.plan_memory.options import Tool

ALIGNMENT = 256
SIGNATURES = [
    Signature(False, True, False),
    Signature(False, True, True),
    Signature(True, False, False),
    Signature(True, True, False),
    Signature(True, True, True),
]


def random_problem(seed: int, tool: Tool) -> tuple[list[Slot], int, PlacingRules]:
    """Slots in the order of placing, a capacity that they nearly fill, and rules."""
    rng = random.Random(seed)
    count = rng.randrange(2, 26)
    events = rng.randrange(4, 60)
    copies_of = rng.choice([[1], [1, 1, 2], [1, 2, 2, 3], [1, 2, 3, 4], [0, 1, 2]])
    sizes = [rng.randrange(1, 40) for _ in range(rng.choice([1, 2, 4]))]
    slots: list[Slot] = []
    ordered: list[Slot] = []
    for index in range(count):
        lives = []
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            start = rng.randrange(events)
            end = -1 if rng.random() < 0.03 else min(events - 1, start + rng.randrange(max(1, events // 3)))
            lives.append((start, end, index))
        lives = merge_lives(lives)
        bits = 0 if rng.random() < 0.03 else rng.choice(sizes) * ALIGNMENT - rng.choice([0, 0, 8])
        head = Slot(0, index, deque([index]), lives, bits, "ub", None, rng.choice(copies_of), mask=event_mask(lives))
        head.siblings = [replace(head, head=head, siblings=[]) for _ in range(head.copies - 1)]
        slots.append(head)
        ordered += [head, *head.siblings]
    if rng.random() < 0.2:
        ordered = [*slots, *(sibling for slot in slots for sibling in slot.siblings)]
    for index, slot in enumerate(ordered):
        slot.index = index
    loops = rng.choice([[None], ["a"], ["a", "b"], [None, "a", "b"]])
    loop_of = {slot.owner: rng.choice(loops) for slot in slots}
    signature_of = {slot.owner: rng.choice(SIGNATURES[: rng.choice([1, 2, 3, 5])]) for slot in slots}
    refused: set[tuple[int, int]] = set()
    if tool == "a3" and rng.random() < 0.3:
        pairs = [(rng.randrange(count), rng.randrange(count)) for _ in range(3)]
        refused = {*pairs, *((b, a) for a, b in pairs)}
    unique: frozenset[int] = frozenset()
    if tool == "a5" and rng.random() < 0.3:
        unique = frozenset(rng.randrange(count) for _ in range(2))
    rules = PlacingRules(
        tool,
        ALIGNMENT,
        lambda slot: loop_of[slot.owner],
        lambda slot: signature_of[slot.owner],
        (lambda a, b: (a, b) in refused) if refused else None,
        unique,
        lambda a, b: a != b and (a + b) % 3 == 0,
    )
    live = [sum(-(-s.bits // ALIGNMENT) for s in ordered if s.mask >> e & 1) for e in range(events)]
    capacity = max(1, int(max(live) * rng.choice([0.9, 1.0, 1.0, 1.1, 1.25, 1.5]))) * ALIGNMENT
    return ordered, capacity, rules


@pytest.mark.parametrize("tool", ["a3", "a5"])
@pytest.mark.parametrize("block", range(6))
def test_equals_the_plain_search(tool: Tool, block: int) -> None:
    outcomes = set()
    for seed in range(block * 20, block * 20 + 20):
        slots, capacity, rules = random_problem(seed, tool)
        split = seed % 7 == 0
        plain = PlainSearch(slots, capacity, rules, split)
        search = LevelSearch(slots, capacity, rules, split)
        try:
            fits = plain.run()
        except AbortedError:
            with pytest.raises(LevelOneError):
                search.run()
            outcomes.add("aborted")
            continue
        layout = search.run()
        assert (layout is not None) == fits
        assert search.split == plain.split
        if layout is not None:
            assert layout.addresses == {e.slot.index: e.off for e in plain.entries}
            extras = {e.slot.index: [c.off for c in copies] for e, copies in plain.extra.items()}
            assert layout.extras == extras
            outcomes.add("split" if search.split else "fits")
        else:
            need = PlainSearch(slots, capacity, rules, split=True).level_zero_need()
            assert LevelSearch(slots, capacity, rules, split=True).level_zero().high_water == need
            outcomes.add("failed")
    assert "fits" in outcomes and len(outcomes) > 1


def test_levels_are_reported() -> None:
    """Two DMA buffers side by side at the top level; a vector buffer that fits only over one of them, at level 0."""
    mask = {0: (0, 1), 1: (3, 4), 2: (6, 7)}
    slots = [
        Slot(i, i, deque([i]), [(*mask[i], i)], 512, "ub", None, 1, mask=event_mask([(*mask[i], i)])) for i in range(3)
    ]
    dma = {0, 1}
    rules = PlacingRules("a3", ALIGNMENT, lambda slot: None, lambda slot: Signature(False, True, slot.owner in dma))
    layout = LevelSearch(slots, 1024, rules, split=False).run()
    assert layout is not None
    assert layout.addresses == {0: 0, 1: 512, 2: 0}
    assert layout.levels == {0: 3, 1: 3, 2: 0}


def test_merging_lives_joins_touching_intervals() -> None:
    assert merge_lives([(5, 6, 1), (0, 4, 0), (8, 9, 2)]) == [(0, 6, 0), (8, 9, 2)]
    assert merge_lives([(3, -1, 0), (4, 5, 1)]) == [(3, -1, 0), (4, 5, 1)]
    assert event_mask([(1, 3, 0), (5, -1, 1)]) == 0b1110
