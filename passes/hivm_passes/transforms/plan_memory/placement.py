"""Placing the slots of one address space by levels, with backtracking (PlanMemory, placing one space).

The search gives the compiler's addresses with other means: the lives of a zone are a bit set of events, and what a
level refuses is a bit set of address units, so that one step costs a few operations on long integers instead of
walks over all placements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.records import dataclass, field, replace
from hivm_passes.transforms.plan_memory.buffers import PlanStoppedError
from hivm_passes.transforms.plan_memory.slots import merge_lives

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from hivm_passes.transforms.plan_memory.options import Tool
    from hivm_passes.transforms.plan_memory.slots import Interval, Slot

UNLIMITED: Final = 1 << 62
"""Capacity in bits of a space without limit."""

_FAR: Final = (1 << 64) - 1

_NO_ENTRY: Final = 'Assertion `otherBufferStorageEntry && "otherBuffer Storage Entry not found!"\' failed.'
_NO_OFFSETS: Final = (
    'Assertion `!otherBufferOffsets.empty() && "otherBufferOffsets should not be empty at SPEC_LEVEL_1"\' failed.'
)


class LevelOneError(Exception):
    """A5: level 1 accepts a place that the compiler then cannot handle; it aborts with the assertion."""

    def __init__(self, slot: Slot, assertion: str) -> None:
        super().__init__(assertion)
        self.slot = slot
        self.assertion = assertion


class OutOfStepsError(Exception):
    """A trial used up its steps."""


class StepBudget:
    """How many placements trials may still make."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def spend(self, steps: int = 1) -> None:
        """Use some up; raises ``OutOfStepsError`` when there are no more."""
        self._left -= steps
        if self._left < 0:
            raise OutOfStepsError


Window = tuple[int, int, int]
"""First and last zone of a place, and the extent of all of them."""

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
    """One placement: where, how, and what it replaced.

    ``start`` and ``count`` tell which zones it made. ``covers`` are the address units that slots of the same signature
    and of the same loop touched before.
    """

    slot: Slot
    level: int
    order: int
    base: int
    size: int
    direct: bool
    start: int
    count: int
    offs: Sequence[int]
    exts: Sequence[int]
    masks: Sequence[int]
    holders: Sequence[Slot | None]
    lives: Sequence[list[Interval]]
    covers: tuple[int, int]
    old: tuple[int, int, Slot | None] | None = None
    """Instead of the lists: extent, events and slot of the one zone that was replaced."""


class LevelSearch:
    """The search for one space. ``slots`` are in the order of placing.

    Zones are kept in parallel lists: offset, extent, events at which they are occupied, slot put there last. The last
    one exists only where rules about single intervals apply. For the levels that refuse addresses touched by certain
    other slots, the touched address units are kept as bit sets by signature and by loop.
    """

    def __init__(
        self,
        slots: Sequence[Slot],
        capacity: int,
        rules: PlacingRules,
        split: bool,
        budget: StepBudget | None = None,
    ) -> None:
        self._slots = slots
        self._budget = budget
        self._capacity = capacity
        self._rules = rules
        self._a3 = rules.tool == "a3"
        self._max = MAX_LEVEL[rules.tool]
        self._unit = max(1, rules.alignment)
        self.split = split
        self.steps = 0
        """How many times a slot was tried."""
        count = max((slot.index for slot in slots), default=-1) + 1
        self._sizes = [0] * count
        self._address = [0] * count
        self._exact = bool(rules.tolerates or rules.unique)
        self._has_copies = any(slot.copies > 1 for slot in slots)
        self._limited = capacity < UNLIMITED
        self._signature = [0] * count
        self._loop = [0] * count
        self._conflicts: list[list[int]] = []
        self._errors: list[PlanStoppedError | None] = []
        self._no_loop = -1
        if self._limited:
            self._number_signatures()
            self._number_loops()
        self._reset()

    def _number_signatures(self) -> None:
        numbers: dict[Signature, int] = {}
        for slot in self._slots:
            signature = self._rules.signature(slot)
            self._signature[slot.index] = numbers.setdefault(signature, len(numbers))
        self._conflicts = [[n for other, n in numbers.items() if signature.conflicts(other)] for signature in numbers]

    def _number_loops(self) -> None:
        numbers: dict[Hashable | None, int] = {}
        for slot in self._slots:
            self._loop[slot.index] = numbers.setdefault(self._rules.loop(slot), len(numbers))
        self._errors = [loop if isinstance(loop, PlanStoppedError) else None for loop in numbers]
        self._no_loop = numbers.get(None, -1)
        self._crashing = [n for n, error in enumerate(self._errors) if error is not None]

    def _reset(self) -> None:
        self._offs = [0]
        self._exts = [self._capacity]
        self._masks = [0]
        self._holders: list[Slot | None] = [None]
        self._lives: list[list[Interval]] = [[]]
        self._log: list[_Record] = []
        self._logged = [0] * len(self._sizes)
        self._extra: dict[Slot, list[int]] = {}
        self._signature_covers = [0] * len(self._conflicts)
        self._loop_covers = [0] * len(self._errors)
        self._points: list[_Record] = []
        self._tabu_order = -1
        self._tabu_address = _FAR

    # --- search ---------------------------------------------------------------------------------------------

    def run(self, first_level: int | None = None) -> Layout | None:
        """Place all slots; None when every way was tried in vain."""
        slots, last = self._slots, len(self._slots) - 1
        order, start, level = -1, 0, self._max if first_level is None else first_level
        while order < last:
            slot = slots[order + 1]
            size = self._set_size(slot)
            self.steps += 1
            if self._budget is not None:
                self._budget.spend()
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
                    record = self._undo()
                    if record.direct or record.slot.head is not None:
                        continue
                    order, level = record.order, record.level
                    if level > 0:
                        self._tabu_address = _FAR if order == -1 else record.base
                        self._tabu_order = order
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
        self._limited = False
        self._reset()
        for order, slot in enumerate(self._slots, -1):
            self._set_size(slot)
            self._place(slot, order, 0)
        return self._layout()

    def _set_size(self, slot: Slot) -> int:
        alignment, size = self._rules.alignment, slot.bits
        if alignment:
            size = -(-size // alignment) * alignment
        self._sizes[slot.index] = size
        return size

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
            layout.extras[slot.index] = list(extras)
            for address in extras:
                layout.high_water = max(layout.high_water, address + self._sizes[slot.index])
        return layout

    # --- one slot -------------------------------------------------------------------------------------------

    def _place(self, slot: Slot, order: int, highest: int) -> bool:
        """Place a slot at the first address that the highest possible level accepts."""
        if self._logged[slot.index]:
            return True
        size = self._sizes[slot.index]
        if size == 0 and self._a3:
            self._address[slot.index] = 0
            return True
        tabu = self._tabu_address if order == self._tabu_order else -1
        for level in range(highest, -1, -1):
            if level == 1 and not self._has_copies and self._limited:
                continue
            if level == 0 and not self._exact:
                window = self._first_window(slot.mask, size, tabu)
            else:
                window = self._find_window(slot, size, level, tabu)
            if window is not None:
                self._settle(slot, order, window, level)
                return True
        return False

    def _first_window(self, mask: int, size: int, tabu: int) -> Window | None:
        """The first of ``_windows`` where lives are all that counts; most steps of a long search end here."""
        masks, exts = self._masks, self._exts
        last = len(masks) - 1
        start = 0
        while start <= last:
            if masks[start] & mask:
                start += 1
                continue
            zone, extent = start, exts[start]
            while extent < size:
                if zone == last:
                    return None
                zone += 1
                if masks[zone] & mask:
                    start = zone
                    break
                extent += exts[zone]
            else:
                if self._offs[start] != tabu:
                    return start, zone, extent
            start += 1
        return None

    def _find_window(self, slot: Slot, size: int, level: int, tabu: int) -> Window | None:
        """The first place that a level accepts."""
        if level == 0 or not self._limited:
            return next(self._windows(slot, size, tabu), None)
        if level == 1:
            if self._has_copies:
                for window in self._windows(slot, size, tabu):
                    if self._multi_addresses(slot, size, window) is not None:
                        return window
            return None
        by_class = level == self._max
        if not size:
            return next((w for w in self._windows(slot, 0, tabu) if not self._is_inside(slot, w, by_class)), None)
        refused = self._refused(slot, by_class)
        units = size // self._unit
        if refused and not self._has_gap(refused, units):
            if not by_class and self._crashing:
                self._crash_on_loops(slot, self._windows(slot, size, tabu), size)
            return None
        wanted = (1 << units) - 1
        for window in self._windows(slot, size, tabu):
            address = self._offs[window[0]]
            if not by_class and self._crashing:
                self._crash_on_loops(slot, [window], size)
            if refused >> (address // self._unit) & wanted:
                continue
            if self._points and self._point_refuses(slot, address, size, by_class):
                continue
            return window
        return None

    def _windows(self, slot: Slot, size: int, tabu: int) -> Iterator[Window]:
        """Zones first to last (and their extent) that are long enough and free during the slot's lives."""
        masks, exts, offs = self._masks, self._exts, self._offs
        mask, exact = slot.mask, self._exact
        count = len(masks)
        start = 0
        while start < count:
            extent = 0
            zone = start
            while zone < count:
                if self._clashes(slot, zone) if exact else masks[zone] & mask:
                    start = zone
                    break
                extent += exts[zone]
                if extent >= size:
                    if offs[start] != tabu:
                        yield start, zone, extent
                    break
                zone += 1
            else:
                return
            start += 1

    def _refused(self, slot: Slot, by_class: bool) -> int:
        """The address units that a level does not let the slot touch."""
        if not by_class:
            return self._loop_covers[self._loop[slot.index]]
        refused = 0
        for number in self._conflicts[self._signature[slot.index]]:
            refused |= self._signature_covers[number]
        return refused

    def _has_gap(self, refused: int, units: int) -> bool:
        """Whether ``units`` consecutive address units are not refused."""
        run = ((1 << (self._capacity // self._unit)) - 1) & ~refused
        length = 1
        while run and length < units:
            step = min(length, units - length)
            run &= run >> step
            length += step
        return bool(run)

    def _is_inside(self, slot: Slot, window: Window, by_class: bool) -> bool:
        """Whether the place of a slot without extent is strictly inside a conflicting placement."""
        address = self._offs[window[0]]
        return any(
            record.base < address < record.base + record.size and self._conflict(record.slot, slot, by_class)
            for record in self._log
        )

    def _conflict(self, first: Slot, second: Slot, by_class: bool) -> bool:
        """Whether two slots may not touch the same addresses at a level."""
        a, b = first.index, second.index
        if by_class:
            return self._signature[a] in self._conflicts[self._signature[b]]
        return self._loop[a] == self._loop[b]

    def _point_refuses(self, slot: Slot, address: int, size: int, by_class: bool) -> bool:
        """Whether a placement without extent, strictly inside, conflicts."""
        return any(
            address < point.base < address + size and self._conflict(point.slot, slot, by_class)
            for point in self._points
        )

    def _crash_on_loops(self, slot: Slot, windows: Iterable[Window], size: int) -> None:
        """Stop where the compiler compares loops of which one cannot be told."""
        own = self._loop[slot.index]
        error = self._errors[own]
        if error is not None:
            touched = 0
            for cover in self._loop_covers:
                touched |= cover
            checks = [(error, touched)]
        else:
            checks = [(self._errors[n], self._loop_covers[n]) for n in self._crashing]
        wanted = (1 << (size // self._unit)) - 1
        for window in windows:
            first = self._offs[window[0]] // self._unit
            for found, cover in checks:
                if found is not None and cover >> first & wanted:
                    raise found

    def _settle(self, slot: Slot, order: int, window: Window, level: int) -> None:
        addresses = self._multi_addresses(slot, self._sizes[slot.index], window) or [] if level == 1 else []
        self._address[slot.index] = address = self._offs[window[0]]
        self._commit(slot, address, window, level, order, direct=False)
        if level == 1:
            if not addresses and not self._a3:
                raise LevelOneError(slot, _NO_OFFSETS)
            self._give_addresses(slot, addresses)

    # --- level 1 --------------------------------------------------------------------------------------------

    def _multi_addresses(self, slot: Slot, size: int, window: Window) -> list[int] | None:
        """The further addresses that a slot takes over from the multi-buffer under it; None: refused."""
        start, end, _ = window
        holder = self._holders[start]
        if start != end or holder is None:
            return None
        if holder.copies > 1:
            candidates = [self._address[sibling.index] for sibling in holder.siblings]
        else:
            candidates = self._extra.get(holder, [])
        candidates = [address for address in candidates if address]
        if not candidates:
            return None
        own, other = self._loop[slot.index], self._loop[holder.index]
        for number in (own, other):
            error = self._errors[number]
            if error is not None:
                raise error
        if own != other or own == self._no_loop:
            return None
        if slot.copies > 1 and len(candidates) < slot.copies:
            return None
        chosen = candidates[: slot.copies]
        mask = slot.mask
        for address in chosen:
            stop = address + size
            for record in self._log:
                if record.base < stop and record.base + record.size > address:
                    overlaps = self._overlap(record.slot, slot) if self._exact else record.slot.mask & mask
                    if overlaps:
                        return None
        return chosen

    def _give_addresses(self, slot: Slot, addresses: list[int]) -> None:
        """Commit the further addresses of a slot that level 1 placed."""
        size = self._sizes[slot.index]
        if slot.copies > 1:
            for sibling, address in zip(slot.siblings, addresses, strict=False):
                self._address[sibling.index] = address
        else:
            self._extra[slot] = addresses
        for address in addresses:
            window = self._window_at(address, size)
            if window is None:
                continue
            if slot.copies > 1:
                sibling = next((s for s in slot.siblings if self._address[s.index] == address), None)
                if sibling is None:
                    if self._a3:
                        continue
                    raise LevelOneError(slot, _NO_ENTRY)
                self._commit(sibling, address, window, 1, -1, direct=True)
            else:
                # The further address is an entry of its own: what lands on it finds no copies there.
                self._commit(replace(slot, copies=1, siblings=[]), address, window, 1, -1, direct=True)

    def _window_at(self, address: int, size: int) -> Window | None:
        """The zones from the one that begins at an address on, as many as a size needs."""
        try:
            start = self._offs.index(address)
        except ValueError:
            return None
        extent = 0
        for end in range(start, len(self._offs)):
            extent += self._exts[end]
            if extent >= size:
                return start, end, extent
        return None

    # --- zones ----------------------------------------------------------------------------------------------

    def _commit(self, slot: Slot, address: int, window: Window, level: int, order: int, direct: bool) -> None:
        """Cut a slot into the zones of a window."""
        start, end, extent = window
        size = self._sizes[slot.index]
        if start == end and not self._exact and size:
            self._commit_in_zone(slot, address, start, level, order, direct)
            return
        stop = end + 1
        rest = extent - size
        offs, exts = self._offs[start:stop], self._exts[start:stop]
        masks, holders = self._masks[start:stop], self._holders[start:stop]
        lives = self._lives[start:stop] if self._exact else []
        mask = slot.mask
        new_holders: list[Slot | None]
        if self.split:
            # The borders of the old zones stay, and so do their separate histories.
            new_offs, new_exts = offs[:], exts[:]
            new_exts[-1] = address + size - offs[-1]
            new_masks = [m | mask for m in masks]
            new_holders = [slot] * len(offs)
        else:
            for m in masks:
                mask |= m
            new_offs, new_exts, new_masks = [address], [size], [mask]
            new_holders = [slot]
        if rest > 0:
            new_offs.append(offs[-1] + exts[-1] - rest)
            new_exts.append(rest)
            new_masks.append(masks[-1])
            new_holders.append(holders[-1])
        self._offs[start:stop] = new_offs
        self._exts[start:stop] = new_exts
        self._masks[start:stop] = new_masks
        self._holders[start:stop] = new_holders
        if self._exact:
            self._merge_lives(slot, lives, start, stop, rest > 0)
        index = slot.index
        covers = self._cover(index, address, size)
        record = _Record(
            slot, level, order, address, size, direct, start, len(new_offs), offs, exts, masks, holders, lives, covers
        )
        if not size:
            self._points.append(record)
        self._log.append(record)
        self._logged[index] += 1

    def _commit_in_zone(self, slot: Slot, address: int, zone: int, level: int, order: int, direct: bool) -> None:
        """``_commit`` into a single zone, where old borders make no difference."""
        index = slot.index
        size = self._sizes[index]
        extent, mask, holder = self._exts[zone], self._masks[zone], self._holders[zone]
        self._exts[zone] = size
        self._masks[zone] = mask | slot.mask
        self._holders[zone] = slot
        count = 1
        if extent > size:
            count = 2
            self._offs.insert(zone + 1, address + size)
            self._exts.insert(zone + 1, extent - size)
            self._masks.insert(zone + 1, mask)
            self._holders.insert(zone + 1, holder)
        old = (extent, mask, holder)
        covers = self._cover(index, address, size)
        self._log.append(
            _Record(slot, level, order, address, size, direct, zone, count, (), (), (), (), (), covers, old)
        )
        self._logged[index] += 1

    def _cover(self, index: int, address: int, size: int) -> tuple[int, int]:
        """Note which address units a slot touches; returns what was noted before for its signature and its loop."""
        if not self._limited:
            return 0, 0
        signature, loop = self._signature[index], self._loop[index]
        signatures, loops = self._signature_covers, self._loop_covers
        before = signatures[signature], loops[loop]
        units = ((1 << (size // self._unit)) - 1) << (address // self._unit)
        signatures[signature] |= units
        loops[loop] |= units
        return before

    def _merge_lives(self, slot: Slot, lives: list[list[Interval]], start: int, stop: int, has_rest: bool) -> None:
        if self.split:
            merged = [merge_lives([*slot.lives, *zone]) for zone in lives]
        else:
            merged = [merge_lives([*slot.lives, *(interval for zone in lives for interval in zone)])]
        if has_rest:
            merged.append(lives[-1])
        self._lives[start:stop] = merged

    def _undo(self) -> _Record:
        """Take back the last placement."""
        record = self._log.pop()
        slot, start = record.slot, record.start
        if record.old is not None:
            self._exts[start], self._masks[start], self._holders[start] = record.old
            if record.count == 2:
                del self._offs[start + 1], self._exts[start + 1], self._masks[start + 1], self._holders[start + 1]
        else:
            stop = start + record.count
            self._offs[start:stop] = record.offs
            self._exts[start:stop] = record.exts
            self._masks[start:stop] = record.masks
            self._holders[start:stop] = record.holders
            if self._exact:
                self._lives[start:stop] = record.lives
        if self._limited:
            self._signature_covers[self._signature[slot.index]] = record.covers[0]
            self._loop_covers[self._loop[slot.index]] = record.covers[1]
        if not record.size:
            self._points.pop()
        self._logged[slot.index] -= 1
        if self._extra:
            self._extra.pop(slot, None)
        return record

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
