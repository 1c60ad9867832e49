"""The alias table against the plain one: a list per value, every list written out at every link."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from hivm_passes.ir.core import Operation, Value
from hivm_passes.ir.types import F32
from hivm_passes.transforms.plan_memory.alias_table import DEFINED, LIVE, PLAIN, UNTRACKED, AliasTable

Link = tuple[Value, Value, bool]


class NoUses:
    """Stands for a numbering in which nothing is used."""

    def last_use(self, value: Value) -> int:
        return -1


def table_of(links: list[Link], updates_flags: bool = False) -> AliasTable:
    table = AliasTable(NoUses(), updates_flags)  # type: ignore[arg-type]
    for a, b, conditional in links:
        table.link(a, b, conditional)
    return table


def written_out(links: list[Link], updates_flags: bool) -> dict[Value, dict[Value, bool]]:
    alias: dict[Value, dict[Value, bool]] = {}

    def join(a: Value, b: Value, firsts: list[Value], seconds: list[Value], conditional: bool) -> None:
        for x in firsts:
            of_x = alias.setdefault(a, {}).get(x, False)
            for y in seconds:
                flag = conditional or of_x or alias.setdefault(b, {}).get(y, False)
                row = alias.setdefault(x, {})
                if y not in row:
                    row[y] = flag
                elif updates_flags:
                    row[y] |= flag

    for a, b, conditional in links:
        firsts = list(dict.fromkeys([*alias.setdefault(a, {}), a]))
        seconds = list(dict.fromkeys([*alias.setdefault(b, {}), b]))
        join(a, b, firsts, seconds, conditional)
        join(b, a, seconds, firsts, conditional)
    return alias


def values(count: int, alloc: float = 0.3, rng: random.Random | None = None) -> list[Value]:
    rng = rng or random.Random(0)
    names = ("memref.alloc", "memref.cast")
    return [Operation(names[rng.random() > alloc], (), [F32]).results[0] for _ in range(count)]


@pytest.mark.parametrize("updates_flags", [False, True])
@pytest.mark.parametrize("seed", range(300))
def test_equals_the_plain_table(seed: int, updates_flags: bool) -> None:
    rng = random.Random(seed)
    pool = values(rng.randrange(1, 12), rng=rng)
    share = rng.choice([0, 0.3])
    links = [(rng.choice(pool), rng.choice(pool), rng.random() < share) for _ in range(rng.randrange(1, 14))]
    table, plain = table_of(links, updates_flags), written_out(links, updates_flags)
    for value in pool:
        tracked = table.find(value)
        found = [(other.value, flag) for other, flag in table.aliases(tracked)] if tracked is not None else []
        assert found == list(plain.get(value, {}).items())
        if tracked is not None and tracked.group is not None:
            members = tracked.group.members
            assert tracked.group.untracked == sum(m.status == UNTRACKED for m in members)
            assert tracked.group.allocs == sum(m.is_alloc for m in members)


def test_names_end_with_the_value_itself() -> None:
    a, b, c = values(3, alloc=0)
    table = table_of([(a, b, False), (c, b, False)])
    assert [t.value for t in table.names(table.entry(b))] == [a, c, b]
    assert [t.value for t in table.names(table.entry(c))] == [a, b, c]


def test_a_link_within_a_group_makes_everyone_its_own_alias() -> None:
    a, b = values(2, alloc=0)
    table = table_of([(a, b, False), (a, b, False)])
    assert [t.value for t, _ in table.aliases(table.entry(a))] == [b, a]


def test_first_flag_wins_on_a3_and_conditions_spread_on_a5() -> None:
    a, b = values(2, alloc=0)
    links = [(a, b, False), (a, b, True)]
    first, later = table_of(links), table_of(links, updates_flags=True)
    assert [flag for other, flag in first.aliases(first.entry(a)) if other.value is b] == [False]
    assert [flag for other, flag in later.aliases(later.entry(a)) if other.value is b] == [True]


def test_only_the_first_argument_of_a_link_becomes_tracked() -> None:
    view, source = values(2, alloc=0)
    (alloc,) = values(1, alloc=1)
    table = table_of([(view, source, False), (alloc, view, False)])
    assert table.entry(view).status == PLAIN
    assert table.entry(source).status == UNTRACKED
    assert table.entry(alloc).status == UNTRACKED
    table.set_status(table.entry(alloc), DEFINED)
    table.set_status(table.entry(alloc), LIVE)
    group = table.entry(alloc).group
    assert group is not None
    assert (group.defined, group.live, group.untracked) == (0, 1, 1)


def test_long_chains_of_views() -> None:
    """Views of views of views: no recursion, and the order is that of the plain table."""
    chain = values(3000, alloc=0)
    table = table_of([(b, a, False) for a, b in pairwise(chain)])
    assert [t.value for t in table.names(table.entry(chain[-1]))] == chain
