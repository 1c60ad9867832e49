"""Placing the slots of one address space by levels, with backtracking (PlanMemory, placing one space).

The search gives the compiler's addresses with other means: the lives of a zone are a bit set of events, and what a
level refuses is a bit set of address units, so that one step costs a few operations on long integers instead of
walks over all placements.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hivm_passes.transforms.plan_memory.buffers import PlanStoppedError
from hivm_passes.transforms.plan_memory.slots import merge_lives

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from hivm_passes.transforms.plan_memory.options import Tool
    from hivm_passes.transforms.plan_memory.slots import Interval, Slot

UNLIMITED: Final = 1 << 62
"""Capacity in bits of a space without limit."""

_FAR: Final = (1 << 64) - 1

MAX_LEVEL: Final[dict[Tool, int]] = {"a3": 3, "a5": 2}


@dataclass(frozen=True, slots=True)
class Signature:
    """Which classes the members of a slot have; decides about pipe conflicts."""

    scalar: bool
    other: bool
    dma: bool
    """Some member that is not scalar is moved by DMA."""

    def conflicts(self, with_: Signature) -> bool:
        """Whether some pair of members is worked on by pipes that would have to wait for each other."""
        return (
            (self.scalar and with_.other)
            or (self.other and with_.scalar)
            or (self.dma and with_.other)
            or (self.other and with_.dma)
        )


@dataclass(slots=True, eq=False)
class Extra:
    """A further address of a single slot, given by level 1."""

    slot: Slot
    address: int


@dataclass(slots=True)
class PlacingRules:
    """What the search must know about the slots of a space besides sizes and lives.

    ``loop`` and ``signature`` answer for a slot. The rest is by owner (buffer index): ``tolerates`` tells which pairs
    A3 lets overlap in one event, ``unique`` and ``may_share`` are the A5 rules about unique buffers.
    """

    tool: Tool
    alignment: int
    loop: Callable[[Slot], Hashable | None]
    signature: Callable[[Slot], Signature]
    tolerates: Callable[[int, int], bool] | None = None
    unique: frozenset[int] = frozenset()
    may_share: Callable[[int, int], bool] | None = None


@dataclass(slots=True)
class Layout:
    """Addresses in bits by slot index, levels by slot index, extra addresses by slot index."""

    addresses: dict[int, int] = field(default_factory=dict[int, int])
    levels: dict[int, int] = field(default_factory=dict[int, int])
    extras: dict[int, list[int]] = field(default_factory=dict[int, "list[int]"])
    high_water: int = 0


@dataclass(slots=True)
class _Record:
    slot: Slot
    level: int
    order: int
    base: int
    size: int
    direct: bool
    start: int
    count: int
    zones: tuple[list[int], list[int], list[int], list[Slot | None], list[list[Interval]]]
    """The zones that this placement replaced."""
    cover: int
    """Address units of earlier placements with the same signature."""
    loop_cover: int


class LevelSearch:
    """The search for one space. ``slots`` are in the order of placing."""

    def __init__(self, slots: Sequence[Slot], capacity: int, rules: PlacingRules, split: bool) -> None:
        self._slots = slots
        self._capacity = capacity
        self._rules = rules
        self._a3 = rules.tool == "a3"
        self._max = MAX_LEVEL[rules.tool]
        self._unit = max(1, rules.alignment)
        self.split = split
        self._sizes = [0] * (max((s.index for s in slots), default=-1) + 1)
        self._address = [0] * len(self._sizes)
        self._order = {slot: i - 1 for i, slot in enumerate(slots)}
        self._exact = bool(rules.tolerates or rules.unique)
        self._loops = {slot: rules.loop(slot) for slot in slots} if capacity < UNLIMITED else {}
        self._signatures = {slot: rules.signature(slot) for slot in slots} if capacity < UNLIMITED else {}
        self._crashing = [loop for loop in self._loops.values() if isinstance(loop, PlanStoppedError)]
        self.steps = 0
        self._reset()

    # --- state ----------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        self._offs = [0]
        self._exts = [self._capacity]
        self._masks = [0]
        self._holders: list[Slot | None] = [None]
        self._lives: list[list[Interval]] = [[]]
        self._log: list[_Record] = []
        self._logged: dict[Slot, int] = {}
        self._extra: dict[Slot, list[Extra]] = {}
        self._covers: dict[Signature, int] = {}
        self._loop_covers: dict[Hashable | None, int] = {}
        self._points: list[_Record] = []
        self._tabu_order = -1
        self._tabu_address = _FAR

    # --- search ---------------------------------------------------------------------------------------------

    def run(self, first_level: int | None = None) -> Layout | None:
        """Place all slots; None when every way was tried in vain."""
        slots, count = self._slots, len(self._slots) - 1
        order, start, level = -1, 0, self._max if first_level is None else first_level
        alignment = self._rules.alignment
        while order < count:
            slot = slots[order + 1]
            bits = slot.bits
            size = -(-bits // alignment) * alignment if alignment else bits
            self._sizes[slot.index] = size
            self.steps += 1
            if self._place(slot, order, level):
                if order == start:
                    level = self._max
                order += 1
                continue
            found = False
            log = self._log
            while not found and log:
                start = max(start, order)
                while log:
                    record = log[-1]
                    self._undo()
                    if record.direct or record.slot.head is not None:
                        continue
                    order, level = record.order, record.level
                    if level > 0:
                        first = record.order == -1
                        self._tabu_address = _FAR if first else record.base
                        self._tabu_order = record.order
                        if (self._tabu_address + size) & _FAR > self._capacity:
                            continue
                        found = True
                        break
            if level > 0 and order >= 0:
                level -= 1
                continue
            if self.split:
                return None
            self.split = True
            self._reset()
            order, start, level = -1, 0, self._max
        return self._layout()

    def level_zero(self) -> Layout:
        """Place all slots by lives alone in unlimited space."""
        self._capacity = UNLIMITED
        self._reset()
        alignment = self._rules.alignment
        for order, slot in enumerate(self._slots, -1):
            self._sizes[slot.index] = -(-slot.bits // alignment) * alignment if alignment else slot.bits
            self._place(slot, order, 0)
        return self._layout()

    def _layout(self) -> Layout:
        layout = Layout()
        for slot in self._slots:
            address = self._address[slot.index]
            layout.addresses[slot.index] = address
            layout.high_water = max(layout.high_water, address + self._sizes[slot.index])
        for record in self._log:
            if not record.direct or record.slot.head is not None:
                layout.levels.setdefault(record.slot.index, record.level)
        for slot, extras in self._extra.items():
            layout.extras[slot.index] = [extra.address for extra in extras]
            for extra in extras:
                layout.high_water = max(layout.high_water, extra.address + self._sizes[slot.index])
        return layout

    # --- one slot -------------------------------------------------------------------------------------------

    def _place(self, slot: Slot, order: int, highest: int) -> bool:
        """Place a slot at the first address that the highest possible level accepts."""
        if slot in self._logged:
            return True
        size = self._sizes[slot.index]
        if size == 0 and self._a3:
            self._address[slot.index] = 0
            return True
        tabu = self._tabu_address if order == self._tabu_order else None
        windows: list[tuple[int, int, int]] = []
        for window in self._windows(slot, size):
            if tabu is not None and self._offs[window[0]] == tabu:
                continue
            if highest == 0 or self._accepts(slot, size, window, highest):
                self._settle(slot, order, window, highest)
                return True
            windows.append(window)
        for level in range(highest - 1, -1, -1):
            for window in windows:
                if level == 0 or self._accepts(slot, size, window, level):
                    self._settle(slot, order, window, level)
                    return True
        return False

    def _windows(self, slot: Slot, size: int) -> Iterator[tuple[int, int, int]]:
        """Zones first to last (and their extent) that are long enough and free during the slot's lives."""
        masks, exts = self._masks, self._exts
        mask = slot.mask
        count = len(masks)
        start = 0
        while start < count:
            extent = 0
            zone = start
            while zone < count:
                if (masks[zone] & mask) if not self._exact else self._clashes(slot, zone):
                    start = zone
                    break
                extent += exts[zone]
                if extent >= size:
                    yield start, zone, extent
                    break
                zone += 1
            else:
                return
            start += 1

    def _accepts(self, slot: Slot, size: int, window: tuple[int, int, int], level: int) -> bool:
        if level == 1:
            return self._multi_addresses(slot, size, window) is not None
        if not self._signatures:
            return True
        address = self._offs[window[0]]
        if level == self._max:
            signature = self._signatures[slot]
            for other, cover in self._covers.items():
                if signature.conflicts(other) and self._is_covered(cover, address, size):
                    return False
            return not any(
                point.base > address
                and point.base < address + size
                and signature.conflicts(self._signatures[point.slot])
                for point in self._points
            )
        loop = self._loops[slot]
        if self._crashing:
            self._crash_on_loops(loop, address, size)
        if self._is_covered(self._loop_covers.get(loop, 0), address, size):
            return False
        return not any(
            point.base > address and point.base < address + size and self._loops[point.slot] is loop
            for point in self._points
        )

    def _crash_on_loops(self, loop: Hashable | None, address: int, size: int) -> None:
        """Stop where the compiler compares loops of which one cannot be told."""
        for error in [loop] if isinstance(loop, PlanStoppedError) else self._crashing:
            covers = self._loop_covers.values() if error is loop else [self._loop_covers.get(error, 0)]
            if any(self._is_covered(cover, address, size) for cover in covers):
                raise error

    def _is_covered(self, cover: int, address: int, size: int) -> bool:
        first = address // self._unit
        return bool(cover >> first & ((1 << (size // self._unit)) - 1))

    def _settle(self, slot: Slot, order: int, window: tuple[int, int, int], level: int) -> None:
        addresses: list[int] = []
        if level == 1:
            addresses = self._multi_addresses(slot, self._sizes[slot.index], window) or []
        self._address[slot.index] = self._offs[window[0]]
        self._commit(slot, self._offs[window[0]], window, level, order, direct=False)
        if level == 1:
            self._give_addresses(slot, addresses)

    # --- level 1 --------------------------------------------------------------------------------------------

    def _multi_addresses(self, slot: Slot, size: int, window: tuple[int, int, int]) -> list[int] | None:
        """The further addresses that a slot takes over from the multi-buffer under it; None: refused."""
        start, end, _ = window
        holder = self._holders[start]
        if start != end or holder is None:
            return None
        if holder.copies > 1:
            candidates = [self._address[sibling.index] for sibling in holder.siblings]
        else:
            candidates = [extra.address for extra in self._extra.get(holder, ())]
        candidates = [address for address in candidates if address]
        if not candidates:
            return None
        loop, holder_loop = self._loops[slot], self._loops[holder]
        for error in (loop, holder_loop):
            if isinstance(error, PlanStoppedError):
                raise error
        if loop is None or loop is not holder_loop:
            return None
        if slot.copies > 1 and len(candidates) < slot.copies:
            return None
        chosen = candidates[: slot.copies]
        mask = slot.mask
        for address in chosen:
            end_address = address + size
            for record in self._log:
                if (
                    record.base < end_address
                    and record.base + record.size > address
                    and (record.slot.mask & mask if not self._exact else self._overlap(record.slot, slot))
                ):
                    return None
        return chosen

    def _give_addresses(self, slot: Slot, addresses: list[int]) -> None:
        size = self._sizes[slot.index]
        if slot.copies > 1:
            for sibling, address in zip(slot.siblings, addresses, strict=False):
                self._address[sibling.index] = address
        else:
            self._extra[slot] = [Extra(slot, address) for address in addresses]
        for address in addresses:
            zone = next((i for i, off in enumerate(self._offs) if off == address), None)
            if zone is None:
                continue
            extent = 0
            for end in range(zone, len(self._offs)):
                extent += self._exts[end]
                if extent >= size:
                    break
            else:
                continue
            if slot.copies > 1:
                sibling = next((s for s in slot.siblings if self._address[s.index] == address), None)
                if sibling is None:
                    if self._a3:
                        continue
                    raise MissingCopyError(slot)
                self._commit(sibling, address, (zone, end, extent), 1, -1, direct=True)
            else:
                self._commit(slot, address, (zone, end, extent), 1, -1, direct=True)

    # --- zones ----------------------------------------------------------------------------------------------

    def _commit(
        self, slot: Slot, address: int, window: tuple[int, int, int], level: int, order: int, direct: bool
    ) -> None:
        """Cut a slot into the zones of a window."""
        start, end, extent = window
        size = self._sizes[slot.index]
        rest = extent - size
        offs, exts, masks, holders, lives = self._offs, self._exts, self._masks, self._holders, self._lives
        stop = end + 1
        replaced = (offs[start:stop], exts[start:stop], masks[start:stop], holders[start:stop], lives[start:stop])
        mask = slot.mask
        if self.split:
            new_offs = list(replaced[0])
            new_exts = list(replaced[1])
            new_masks = [m | mask for m in replaced[2]]
            new_lives = [merge_lives([*slot.lives, *z]) for z in replaced[4]] if self._exact else list(replaced[4])
            new_exts[-1] = address + size - new_offs[-1]
            count = stop - start
        else:
            new_offs, new_exts = [address], [size]
            for zone_mask in replaced[2]:
                mask |= zone_mask
            new_masks = [mask]
            if self._exact:
                new_lives = [merge_lives([*slot.lives, *(i for z in replaced[4] for i in z)])]
            else:
                new_lives = replaced[4][:1]
            count = 1
        new_holders: list[Slot | None] = [slot] * count
        if rest > 0:
            new_offs.append(replaced[0][-1] + replaced[1][-1] - rest)
            new_exts.append(rest)
            new_masks.append(replaced[2][-1])
            new_holders.append(replaced[3][-1])
            new_lives.append(replaced[4][-1])
            count += 1
        offs[start:stop] = new_offs
        exts[start:stop] = new_exts
        masks[start:stop] = new_masks
        holders[start:stop] = new_holders
        lives[start:stop] = new_lives
        record = _Record(slot, level, order, address, size, direct, start, count, replaced, 0, 0)
        if self._signatures:
            signature, loop = self._signatures[slot], self._loops[slot]
            record.cover = cover = self._covers.get(signature, 0)
            record.loop_cover = loop_cover = self._loop_covers.get(loop, 0)
            if size:
                units = ((1 << (size // self._unit)) - 1) << (address // self._unit)
                self._covers[signature] = cover | units
                self._loop_covers[loop] = loop_cover | units
            else:
                self._points.append(record)
        self._log.append(record)
        self._logged[slot] = self._logged.get(slot, 0) + 1

    def _undo(self) -> None:
        """Take back the last placement."""
        record = self._log.pop()
        slot = record.slot
        start, stop = record.start, record.start + record.count
        offs, exts, masks, holders, lives = record.zones
        self._offs[start:stop] = offs
        self._exts[start:stop] = exts
        self._masks[start:stop] = masks
        self._holders[start:stop] = holders
        self._lives[start:stop] = lives
        if self._signatures:
            if record.size:
                self._covers[self._signatures[slot]] = record.cover
                self._loop_covers[self._loops[slot]] = record.loop_cover
            else:
                self._points.pop()
        remaining = self._logged[slot] - 1
        if remaining:
            self._logged[slot] = remaining
        else:
            del self._logged[slot]
        self._extra.pop(slot, None)

    # --- lives with exceptions ------------------------------------------------------------------------------

    def _clashes(self, slot: Slot, zone: int) -> bool:
        """Whether a slot may not share a zone, with the rules about refused pairs and unique buffers."""
        lives = self._lives[zone]
        if not self._a3:
            return self._unique_clash(slot.lives, lives) or bool(slot.mask & self._masks[zone])
        if not slot.mask & self._masks[zone]:
            return False
        return not self._all_tolerated(slot.lives, lives)

    def _overlap(self, first: Slot, second: Slot) -> bool:
        """Plain overlap of two slots; on A5 with the rule about unique buffers."""
        if first.mask & second.mask:
            return True
        return not self._a3 and self._unique_clash(second.lives, first.lives)

    def _unique_clash(self, lives: list[Interval], others: list[Interval]) -> bool:
        if not lives or not others:
            return False
        a, b = lives[0][2], others[0][2]
        unique = self._rules.unique
        may_share = self._rules.may_share
        return (a in unique or b in unique) and not (may_share is not None and may_share(a, b))

    def _all_tolerated(self, lives: list[Interval], others: list[Interval]) -> bool:
        """A3: whether all overlaps are single events of refused pairs (of each ordered pair the first one counts)."""
        tolerates = self._rules.tolerates
        assert tolerates is not None
        i = j = 0
        seen: set[tuple[int, int]] = set()
        while i < len(lives) and j < len(others):
            a, b = lives[i], others[j]
            start, end = max(a[0], b[0]), min(a[1], b[1])
            if start <= end:
                pair = (a[2], b[2]) if start == a[0] and end == b[1] else (b[2], a[2])
                if pair not in seen:
                    seen.add(pair)
                    if start != end or not tolerates(a[2], b[2]):
                        return False
            if a[1] < b[1]:
                i += 1
            else:
                j += 1
        return True


class MissingCopyError(Exception):
    """A5: a multi-buffer was laid over one with more copies; the compiler aborts."""

    def __init__(self, slot: Slot) -> None:
        super().__init__(slot.index)
        self.slot = slot


__all__ = ["UNLIMITED", "Extra", "Layout", "LevelSearch", "MissingCopyError", "PlacingRules", "Signature"]
