"""The level search written out plainly: zones with lists of intervals, every check a walk over all placements.

Slow and close to the description of the algorithm; the planner's search must give the same addresses.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hivm_passes.transforms.plan_memory.placement import MAX_LEVEL, PlacingRules
from hivm_passes.transforms.plan_memory.slots import Interval, Slot, merge_lives

INFINITE = (1 << 64) - 1


class AbortedError(Exception):
    """Where the A5 tool fails an assertion."""


@dataclass(eq=False)
class Entry:
    """A slot, a sibling, or a further copy of a slot."""

    slot: Slot
    copies: int
    siblings: list[Entry] = field(default_factory=list)
    is_sibling: bool = False
    size: int = 0
    off: int = 0
    order: int = -1


@dataclass
class Zone:
    lives: list[Interval]
    off: int
    ext: int
    holder: Entry | None


@dataclass
class Record:
    entry: Entry
    level: int
    order: int
    base: int
    size: int
    direct: bool
    zone: int
    count: int
    replaced: list[Zone]


class PlainSearch:
    def __init__(self, slots: list[Slot], capacity: int, rules: PlacingRules, split: bool = False) -> None:
        self.rules, self.capacity, self.split = rules, capacity, split
        self.a3 = rules.tool == "a3"
        entry_of = {slot: Entry(slot, slot.copies, is_sibling=slot.head is not None) for slot in slots}
        for slot, entry in entry_of.items():
            entry.siblings = [entry_of[s] for s in slot.siblings if s in entry_of]
        self.entries = list(entry_of.values())
        for order, entry in enumerate(self.entries, -1):
            entry.order = order
        self.max = MAX_LEVEL[rules.tool]
        self.fresh()

    def fresh(self) -> None:
        self.zones = [Zone([], 0, self.capacity, None)]
        self.log: list[Record] = []
        self.extra: dict[Entry, list[Entry]] = {}
        self.order, self.level, self.start = -1, self.max, 0
        self.tabu_order, self.tabu_address = -1, INFINITE

    def padded(self, entry: Entry) -> int:
        alignment = self.rules.alignment
        return -(-entry.slot.bits // alignment) * alignment if alignment else entry.slot.bits

    def run(self) -> bool:
        last = len(self.entries) - 1
        current = self.entries[0]
        while self.order < last:
            current.size = self.padded(current)
            if any(self.place(current, level) for level in range(self.level, -1, -1)):
                if self.order == self.start:
                    self.level = self.max
                self.order += 1
            else:
                case = self.backtrack(current)
                if case == "restart":
                    self.fresh()
                    current = self.entries[0]
                    continue
                if case == "failed":
                    return False
            if self.order >= last:
                break
            current = self.entries[self.order + 1]
        return True

    def level_zero_need(self) -> int:
        self.capacity = 1 << 62
        self.fresh()
        self.max = self.level = 0
        for entry in self.entries:
            entry.size = self.padded(entry)
            assert self.place(entry, 0)
        return max(entry.off + entry.size for entry in self.entries)

    def place(self, entry: Entry, level: int) -> bool:
        if any(record.entry is entry for record in self.log):
            return True
        if self.a3 and entry.size == 0:
            entry.off = 0
            return True
        start = 0
        while start < len(self.zones):
            base, extent, end = self.zones[start].off, 0, start
            while end < len(self.zones):
                zone = self.zones[end]
                extent += zone.ext
                tabu = entry.order == self.tabu_order and base == self.tabu_address
                if tabu or self.clash(entry.slot.lives, zone.lives):
                    start = end
                    break
                if extent < entry.size:
                    end += 1
                    continue
                addresses: list[int] | None = []
                if level == 1:
                    addresses = self.multi_addresses(entry, start, end)
                    if addresses is None:
                        break
                if level == self.max or (self.a3 and level == 2):
                    resume = self.scan(entry, start, level)
                    if resume is not None:
                        start = resume
                        break
                entry.off = base
                self.commit(entry, start, end, extent, level, direct=False)
                if level == 1:
                    assert addresses is not None
                    self.give_addresses(entry, addresses)
                return True
            start += 1
        return False

    def scan(self, entry: Entry, start: int, level: int) -> int | None:
        """None to accept, otherwise the zone behind which to go on."""
        if level == 0:
            return None
        for i in range(start, len(self.zones)):
            address = self.zones[i].off
            bad = any(
                r.base + r.size > address and r.base < address + entry.size and self.conflict(r.entry, entry, level)
                for r in self.log
            )
            if bad or (i == len(self.zones) - 1 and self.zones[i].ext < entry.size):
                continue
            return None if i == start else i - 1
        return start

    def conflict(self, a: Entry, b: Entry, level: int) -> bool:
        if level == self.max:
            return self.rules.signature(a.slot).conflicts(self.rules.signature(b.slot))
        return self.rules.loop(a.slot) is self.rules.loop(b.slot)

    def clash(self, lives: list[Interval], others: list[Interval]) -> bool:
        if not self.a3 and lives and others:
            a, b = lives[0][2], others[0][2]
            share = self.rules.may_share
            if (a in self.rules.unique or b in self.rules.unique) and not (share is not None and share(a, b)):
                return True
        i = j = 0
        seen: set[tuple[int, int]] = set()
        while i < len(lives) and j < len(others):
            a, b = lives[i], others[j]
            low, high = max(a[0], b[0]), min(a[1], b[1])
            if low <= high:
                tolerates = self.rules.tolerates
                if not self.a3 or tolerates is None:
                    return True
                pair = (a[2], b[2]) if low == a[0] and high == b[1] else (b[2], a[2])
                if pair not in seen:
                    seen.add(pair)
                    if low != high or not tolerates(a[2], b[2]):
                        return True
            if a[1] < b[1]:
                i += 1
            else:
                j += 1
        return False

    def plain_overlap(self, first: Slot, second: Slot) -> bool:
        if any(max(a, c) <= min(b, d) for a, b, _ in first.lives for c, d, _ in second.lives):
            return True
        if self.a3:
            return False
        a, b = second.lives[0][2], first.lives[0][2]
        share = self.rules.may_share
        return (a in self.rules.unique or b in self.rules.unique) and not (share is not None and share(a, b))

    def multi_addresses(self, entry: Entry, start: int, end: int) -> list[int] | None:
        holder = self.zones[start].holder
        if start != end or holder is None:
            return None
        candidates = holder.siblings if holder.copies > 1 else self.extra.get(holder, [])
        found = [c.off for c in candidates if c.off]
        own, other = self.rules.loop(entry.slot), self.rules.loop(holder.slot)
        if not found or own is None or own is not other:
            return None
        if entry.copies > 1 and len(found) < entry.copies:
            return None
        for address in found[: entry.copies]:
            for r in self.log:
                touches = r.base + r.size > address and r.base < address + entry.size
                if touches and self.plain_overlap(r.entry.slot, entry.slot):
                    return None
        return found[: entry.copies]

    def give_addresses(self, entry: Entry, addresses: list[int]) -> None:
        if not addresses and not self.a3:
            raise AbortedError
        if entry.copies > 1:
            others = entry.siblings
            for sibling, address in zip(others, addresses, strict=False):
                sibling.off = address
        else:
            others = [Entry(entry.slot, 1, size=entry.size, off=address) for address in addresses]
            self.extra[entry] = others
        for address in addresses:
            first = next((i for i, zone in enumerate(self.zones) if zone.off == address), None)
            if first is None:
                continue
            extent, end = 0, first
            while end < len(self.zones):
                extent += self.zones[end].ext
                if extent >= entry.size:
                    break
                end += 1
            if end == len(self.zones):
                continue
            other = next((o for o in others if o.off == address), None)
            if other is None:
                if not self.a3:
                    raise AbortedError
                continue
            self.commit(other, first, end, extent, 1, direct=True)

    def commit(self, entry: Entry, start: int, end: int, extent: int, level: int, direct: bool) -> None:
        rest = extent - entry.size
        replaced = self.zones[start : end + 1]
        last = replaced[-1]
        if self.split:
            new = [Zone(merge_lives([*entry.slot.lives, *z.lives]), z.off, z.ext, entry) for z in replaced]
            new[-1].ext = entry.off + entry.size - last.off
        else:
            merged = merge_lives([*entry.slot.lives, *(i for z in replaced for i in z.lives)])
            new = [Zone(merged, entry.off, entry.size, entry)]
        if rest > 0:
            new.append(Zone(last.lives, last.off + last.ext - rest, rest, last.holder))
        self.zones[start : end + 1] = new
        self.log.append(Record(entry, level, entry.order, entry.off, entry.size, direct, start, len(new), replaced))

    def backtrack(self, current: Entry) -> str:
        found = False
        while not found and self.log:
            self.start = max(self.start, self.order)
            while self.log:
                r = self.log.pop()
                self.zones[r.zone : r.zone + r.count] = r.replaced
                self.extra.pop(r.entry, None)
                if r.direct or r.entry.is_sibling:
                    continue
                self.order, self.level = r.order, r.level
                if r.level > 0:
                    self.tabu_address = INFINITE if r.order == -1 else r.entry.off
                    self.tabu_order = r.order
                    if (self.tabu_address + current.size) & INFINITE > self.capacity:
                        continue
                    found = True
                    break
        if self.level > 0 and self.order >= 0:
            self.level -= 1
            return "continue"
        if not self.split:
            self.split = True
            return "restart"
        return "failed"
