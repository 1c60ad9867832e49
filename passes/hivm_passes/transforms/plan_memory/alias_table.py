"""Which values share memory, in the order the compiler recorded it (PlanMemory, alias table).

The compiler keeps for every value a list of all its aliases, closed over both sides, each with a flag "only under some
condition". Here the values that are aliases of each other form one group; what every member's list gains later is
written once, in the log of the group, and a list is put together only when its order is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hivm_passes.analysis.liveness import Numbering
    from hivm_passes.ir.core import Value

DEFINED: Final = 1
LIVE: Final = 2
FREED: Final = 3
PLAIN: Final = 4
UNTRACKED: Final = 0

ALLOCATIONS: Final = frozenset({"memref.alloc", "memref_ext.alloc_workspace"})


class Tracked:
    """What is known about one value. ``status`` is one of the constants above; ``group`` its aliases, if any."""

    __slots__ = (
        "bit",
        "buffer",
        "flags",
        "group",
        "is_alloc",
        "last_use",
        "log",
        "parts",
        "self_aliased",
        "start",
        "status",
        "value",
    )

    def __init__(self, value: Value, last_use: int) -> None:
        self.value = value
        self.last_use = last_use
        self.status = UNTRACKED
        op = value.defining_op
        self.is_alloc = op is not None and op.name in ALLOCATIONS
        self.buffer = -1
        """Index of the buffer, -1 for other values."""
        self.group: AliasGroup | None = None
        self.parts: list[_Part] = []
        """The list of aliases up to the moment from which ``log`` (from ``start`` on) goes on with it."""
        self.log: list[_Entry] = []
        self.start = 0
        self.self_aliased = False
        self.bit = 0
        self.flags = 0
        """Bit ``other.bit`` is set when the alias ``other`` is conditional."""


class AliasGroup:
    """Values that are all aliases of each other; the counts are of allocations by status."""

    __slots__ = (
        "allocs",
        "conditional",
        "defined",
        "freed",
        "last_use",
        "live",
        "log",
        "members",
        "self_aliased",
        "untracked",
    )

    def __init__(self) -> None:
        self.members: list[Tracked] = []
        self.log: list[_Entry] = []
        self.last_use = -1
        self.allocs = 0
        self.defined = self.live = self.freed = 0
        self.untracked = 0
        self.self_aliased = 0
        self.conditional = False

    def add(self, member: Tracked) -> None:
        """Count a new member in."""
        member.bit = len(self.members)
        member.group = self
        member.log = self.log
        self.members.append(member)
        self.last_use = max(self.last_use, member.last_use)
        self.allocs += member.is_alloc
        self.defined += member.status == DEFINED
        self.live += member.status == LIVE
        self.freed += member.status == FREED
        self.untracked += member.status == UNTRACKED

    def absorb(self, other: AliasGroup) -> None:
        """Count the members of another group in."""
        offset = len(self.members)
        for member in other.members:
            member.group = self
            member.bit += offset
            member.flags <<= offset
        self.members += other.members
        self.last_use = max(self.last_use, other.last_use)
        self.allocs += other.allocs
        self.defined += other.defined
        self.live += other.live
        self.freed += other.freed
        self.untracked += other.untracked
        self.self_aliased += other.self_aliased
        self.conditional |= other.conditional


class _Names:
    """The names of ``owner`` at one moment: its aliases in order, then itself."""

    __slots__ = ("end", "owner", "parts")

    def __init__(self, owner: Tracked) -> None:
        self.owner = owner
        self.parts = [*owner.parts, (owner.log, owner.start, len(owner.log))] if owner.group is not None else []


class _Self:
    """Log entry: from here on every member is an alias of itself."""


_SELF: Final = _Self()
_Entry = Tracked | _Names | _Self
_Part = _Entry | tuple[list[_Entry], int, int]


def _expand(names: _Names) -> list[Tracked]:
    """A list of names, put together without recursion (views of views make long chains)."""
    found: list[Tracked] = []
    pending: list[tuple[Tracked, _Part]] = [(names.owner, names.owner)]
    pending += [(names.owner, part) for part in reversed(names.parts)]
    while pending:
        owner, part = pending.pop()
        if isinstance(part, Tracked):
            found.append(part)
        elif isinstance(part, tuple):
            log, start, end = part
            pending += [(owner, entry) for entry in reversed(log[start:end])]
        elif isinstance(part, _Names):
            pending.append((part.owner, part.owner))
            pending += [(part.owner, inner) for inner in reversed(part.parts)]
        else:
            found.append(owner)
    return found


class AliasTable:
    """All tracked values of a function.

    ``updates_flags`` tells whether a later link may make an existing pair conditional (A5).
    """

    def __init__(self, numbering: Numbering, updates_flags: bool) -> None:
        self._numbering = numbering
        self._updates_flags = updates_flags
        self._tracked: dict[Value, Tracked] = {}

    def find(self, value: Value) -> Tracked | None:
        """The entry of a value, if it has one."""
        return self._tracked.get(value)

    def entry(self, value: Value) -> Tracked:
        """The entry of a value, made when missing."""
        tracked = self._tracked.get(value)
        if tracked is None:
            tracked = self._tracked[value] = Tracked(value, self._numbering.last_use(value))
        return tracked

    def set_status(self, tracked: Tracked, status: int) -> None:
        """Change a status and the counts of the group."""
        group = tracked.group
        if group is not None:
            for value, sign in ((tracked.status, -1), (status, 1)):
                if value == LIVE:
                    group.live += sign
                elif value == DEFINED:
                    group.defined += sign
                elif value == FREED:
                    group.freed += sign
                elif value == UNTRACKED:
                    group.untracked += sign
        tracked.status = status

    def names(self, tracked: Tracked) -> list[Tracked]:
        """The aliases of a value in order, then the value itself, each once."""
        if tracked.group is None:
            return [tracked]
        return list(dict.fromkeys(_expand(_Names(tracked))))

    def aliases(self, tracked: Tracked) -> list[tuple[Tracked, bool]]:
        """The aliases of a value in order, each with whether it is conditional; the value itself only if recorded."""
        names = self.names(tracked) if tracked.group is not None else []
        return [
            (other, bool(tracked.flags >> other.bit & 1))
            for other in names
            if other is not tracked or tracked.self_aliased
        ]

    def are_aliases(self, a: Value, b: Value) -> bool:
        """Whether two values are aliases of each other by now."""
        first, second = self.find(a), self.find(b)
        return first is not None and second is not None and first.group is not None and first.group is second.group

    def link(self, a: Value, b: Value, conditional: bool = False) -> None:
        """Record that ``a`` is an alias of ``b``; ``a`` is tracked from now on."""
        first, second = self.entry(a), self.entry(b)
        if first.status == UNTRACKED and not first.is_alloc:
            self.set_status(first, PLAIN)
        if first.group is None and second.group is None:
            group = AliasGroup()
            group.add(second)
            if first is second:
                self._alias_with_themselves(group, first, second, conditional)
            else:
                self._join(group, first, second, conditional)
        elif first.group is None:
            assert second.group is not None
            self._join(second.group, first, second, conditional)
        elif second.group is None:
            self._join(first.group, second, first, conditional)
        elif first.group is second.group:
            self._relink(first.group, first, second, conditional)
        else:
            self._merge(first, second, conditional)

    @staticmethod
    def _join(group: AliasGroup, new: Tracked, via: Tracked, conditional: bool) -> None:
        """Add a value without aliases to the group of its partner."""
        new.parts.append(_Names(via))
        row = via.flags
        group.add(new)
        group.log.append(new)
        new.start = len(group.log)
        if conditional or group.conditional:
            group.conditional = True
            new.flags = (1 << new.bit) - 1 if conditional else row
            for member in group.members[:-1]:
                if conditional or row >> member.bit & 1:
                    member.flags |= 1 << new.bit

    def _relink(self, group: AliasGroup, first: Tracked, second: Tracked, conditional: bool) -> None:
        """Link two members of one group: everyone becomes an alias of itself, and A5 widens the conditions."""
        orders = ()
        if self._updates_flags and (conditional or group.conditional):
            orders = (self.names(first), self.names(second))
        self._alias_with_themselves(group, first, second, conditional)
        if orders:
            group.conditional = True
            everyone = (1 << len(group.members)) - 1
            for order, a, b in ((orders[0], first, second), (orders[1], second, first)):
                for member in order:
                    member.flags |= everyone if conditional or a.flags >> member.bit & 1 else b.flags

    @staticmethod
    def _alias_with_themselves(group: AliasGroup, first: Tracked, second: Tracked, conditional: bool) -> None:
        if group.self_aliased == len(group.members):
            return
        group.log.append(_SELF)
        group.conditional |= conditional
        for member in group.members:
            if not member.self_aliased:
                member.self_aliased = True
                if conditional or (first.flags | second.flags) >> member.bit & 1:
                    member.flags |= 1 << member.bit
        group.self_aliased = len(group.members)

    @staticmethod
    def _merge(first: Tracked, second: Tracked, conditional: bool) -> None:
        """Join two groups; the members of the smaller one go on with the log of the larger one."""
        if first.group is None or second.group is None:
            return
        swap = len(first.group.members) > len(second.group.members)
        minor, major = (second, first) if swap else (first, second)
        small, large = minor.group, major.group
        assert small is not None and large is not None
        minor_names, major_names = _Names(minor), _Names(major)
        offset = len(large.members)
        newcomers = small.members
        for member in newcomers:
            member.parts.append((small.log, member.start, len(small.log)))
            member.parts.append(major_names)
        large.log.append(minor_names)
        residents = large.members[:]
        if conditional or small.conditional or large.conditional:
            large.absorb(small)
            large.conditional = True
            resident_mask = (1 << offset) - 1
            newcomer_mask = (1 << len(large.members)) - 1 - resident_mask
            resident_row, newcomer_row = major.flags, minor.flags
            for member in residents:
                always = conditional or resident_row >> member.bit & 1
                member.flags |= newcomer_mask if always else newcomer_row
            for member in newcomers:
                always = conditional or newcomer_row >> member.bit & 1
                member.flags |= resident_mask if always else resident_row
        else:
            large.absorb(small)
        for member in newcomers:
            member.log = large.log
            member.start = len(large.log)
