"""Up to twenty attempts to place all buffers of a function (PlanMemory, control flow of the pass).

Attempts differ only in the order of some gen and kill lists. What follows from equal orders is computed once, and a
search that must fail because the slots alive at some event exceed the capacity is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.buffer_loops import WhileYieldError, loop_of
from hivm_passes.records import dataclass, field
from hivm_passes.transforms.plan_memory.buffers import PlanStoppedError
from hivm_passes.transforms.plan_memory.placement import (
    UNLIMITED,
    Layout,
    LevelOneError,
    LevelSearch,
    PlacingRules,
    Signature,
)
from hivm_passes.transforms.plan_memory.slots import MissingSlotError, build_slots

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from hivm_passes.analysis.buffer_loops import LoopFinder
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.transforms.plan_memory.classes import Classes
    from hivm_passes.transforms.plan_memory.events import Lives
    from hivm_passes.transforms.plan_memory.inplace import InplaceRules, Pairs
    from hivm_passes.transforms.plan_memory.options import PlanOptions
    from hivm_passes.transforms.plan_memory.placement import StepBudget
    from hivm_passes.transforms.plan_memory.report import SlotClass, Strategy
    from hivm_passes.transforms.plan_memory.slots import Slot

ATTEMPTS: Final = 20


@dataclass(slots=True)
class Placed:
    """One space of one attempt. ``slots`` are in the compiler's list order, ``order`` in the order of placing.

    ``requires`` is None when the slots fit, otherwise the number of bits that the compiler reports; ``layout`` then is
    the one that this number belongs to, and ``failed`` is set.
    """

    space: str
    base: Value | None
    capacity: int | None
    alignment: int
    slots: list[Slot]
    order: list[Slot]
    strategy: Strategy
    layout: Layout
    split: bool = False
    failed: bool = False
    requires: int | None = None


@dataclass(slots=True)
class Outcome:
    """What an attempt led to: its pairs, slots and spaces; ``failed`` is the first space that does not fit.

    Unless ``complete``, the spaces behind it and the number to report are missing.
    """

    pairs: Pairs
    slots: list[Slot]
    spaces: list[Placed] = field(default_factory=list[Placed])
    failed: Placed | None = None
    complete: bool = True


@dataclass(slots=True)
class Problem:
    """Everything about a function that no attempt changes.

    ``capacities`` and ``alignments`` are in bits by space; ``may_share`` tells which pairs of unique buffers (A5) may
    overlap.
    """

    func: Operation
    lives: Lives
    rules: InplaceRules
    classes: Classes
    loops: LoopFinder
    options: PlanOptions
    capacities: Mapping[str, int]
    alignments: Mapping[str, int]
    may_share: Callable[[int, int], bool] | None = None
    budget: StepBudget | None = None
    """A limit on the search, for trials."""
    skip_hopeless: bool = True
    """Whether searches that must fail are left out; only tests of this shortcut turn it off."""

    def slot_class(self, slot: Slot) -> SlotClass:
        """The class by which UB slots are ordered: that of the first member that has one."""
        for index in slot.members:
            buffer = self.lives.buffers[index]
            if buffer.unique:
                return "unique"
            if buffer.value in self.classes.dma:
                return "dma"
            if buffer.value in self.classes.scalar:
                return "scalar"
        return "vector"

    def signature(self, slot: Slot) -> Signature:
        """The classes of all members."""
        values = [self.lives.buffers[index].value for index in slot.members]
        scalar = [value in self.classes.scalar for value in values]
        return Signature(
            any(scalar),
            not all(scalar),
            any(value in self.classes.dma and not s for value, s in zip(values, scalar, strict=True)),
        )

    def loop(self, slot: Slot) -> Operation | PlanStoppedError | None:
        """The loop of a slot; the error when the compiler crashes on looking for it."""
        try:
            return loop_of((self.lives.buffers[index].value for index in slot.members), self.loops)
        except WhileYieldError as error:
            return PlanStoppedError(
                "hivm.plan-memory.while-yield",
                "the compiler crashes on a buffer yielded by scf.while when it looks for the loop of the buffer",
                error.op,
                exit="crash",
                located=False,
            )


def run_attempts(problem: Problem) -> tuple[int, Outcome]:
    """The first attempt that places everything, or the last one. May raise ``PlanStoppedError``."""
    tried: dict[Hashable, Outcome] = {}
    last = ATTEMPTS - 1
    varies = bool(problem.lives.choices)
    loop_events = [choice.event for choice in problem.lives.choices if not choice.kills]
    for attempt in range(ATTEMPTS):
        final = attempt == last or not varies
        gens, kills = problem.lives.orders(attempt)
        pairs = problem.rules.pairs(kills)
        key = (pairs, tuple(tuple(gens[event]) for event in loop_events))
        outcome = tried.get(key)
        if outcome is None or (final and outcome.failed is not None):
            outcome = tried[key] = _place_all(problem, pairs, gens, final)
        if outcome.failed is None:
            return attempt, outcome
        if final:
            return last, outcome
    raise AssertionError


def _place_all(problem: Problem, pairs: Pairs, gens: Mapping[int, Sequence[int]], final: bool) -> Outcome:
    """Place space by space; unless ``final``, stop at the first failure without the number to report."""
    try:
        slots = build_slots(problem.lives.buffers, gens, pairs.pairs)
    except MissingSlotError as missing:
        raise PlanStoppedError(
            "hivm.plan-memory.unwritten-partner",
            "the compiler crashes because this buffer must share its address with another one but is never written",
            problem.lives.buffers[missing.buffer].op,
            exit="crash" if problem.options.tool == "a3" else "abort",
            located=False,
        ) from None
    outcome = Outcome(pairs, slots)
    groups: dict[tuple[str, Value | None], list[Slot]] = {}
    for slot in slots:
        groups.setdefault((slot.space, slot.base), []).append(slot)
    if problem.options.mode == "workspace":
        outcome.spaces = [_place_workspace(problem, base, members) for (_, base), members in groups.items()]
        return outcome
    rules = _rules(problem, pairs, slots)
    bound_holds = _bound_holds(problem, pairs, slots)
    split = False
    try:
        for (space, _), members in groups.items():
            placed = _place_local(problem, space, members, rules, split, final, bound_holds)
            outcome.spaces.append(placed)
            split = placed.split
            if placed.failed and outcome.failed is None:
                outcome.failed = placed
                if not final:
                    outcome.complete = False
                    break
    except LevelOneError as error:
        raise PlanStoppedError(
            "hivm.plan-memory.level-one",
            "the compiler aborts because it lays this buffer over a multi-buffer whose number of copies does not suit",
            problem.lives.buffers[error.slot.owner].op,
            fatal=error.assertion,
            located=False,
        ) from None
    return outcome


def _rules(problem: Problem, pairs: Pairs, slots: Sequence[Slot]) -> PlacingRules:
    slot_of = {index: slot.index for slot in slots if slot.head is None for index in slot.members}
    tolerated = {(slot_of[g], slot_of[k]) for g, k in pairs.refused}
    tolerated |= {(b, a) for a, b in tolerated}

    def tolerates(a: int, b: int) -> bool:
        return (slot_of[a], slot_of[b]) in tolerated

    unique = frozenset(b.index for b in problem.lives.buffers if b.unique) if problem.options.tool == "a5" else None
    return PlacingRules(
        problem.options.tool,
        0,
        problem.loop,
        problem.signature,
        tolerates if tolerated else None,
        unique or frozenset(),
        problem.may_share,
    )


def _bound_holds(problem: Problem, pairs: Pairs, slots: Sequence[Slot]) -> bool:
    """Whether slots alive at the same event always get disjoint addresses, and the search ends without a crash.

    They may not where refused pairs are tolerated, or where level 1 may place copies before their size is known.
    """
    copies = {slot.copies for slot in slots}
    most = max(copies, default=1)
    if pairs.refused or any(n > 1 and most > n for n in copies):
        return False
    if problem.options.tool == "a5":
        return not (0 in copies and most > 1)
    return not any(isinstance(problem.loop(slot), PlanStoppedError) for slot in slots)


def peak_bits(slots: Iterable[Slot], alignment: int) -> int:
    """The most that slots alive at one event need, each rounded up; slots that are never freed count nothing."""
    changes: dict[int, int] = {}
    for slot in slots:
        size = padded(slot.bits, alignment)
        for start, end, _ in slot.lives:
            if end >= start:
                changes[start] = changes.get(start, 0) + size
                changes[end + 1] = changes.get(end + 1, 0) - size
    most = now = 0
    for _, change in sorted(changes.items()):
        now += change
        most = max(most, now)
    return most


def padded(bits: int, alignment: int) -> int:
    """Bits rounded up to the alignment."""
    return -(-bits // alignment) * alignment if alignment else bits


def _stack(slots: Sequence[Slot], alignment: int) -> Layout:
    layout = Layout()
    address = 0
    for slot in slots:
        layout.addresses[slot.index] = address
        address += padded(slot.bits, alignment)
    layout.high_water = address
    return layout


def _place_local(
    problem: Problem,
    space: str,
    slots: list[Slot],
    rules: PlacingRules,
    split: bool,
    final: bool,
    bound_holds: bool,
) -> Placed:
    capacity, alignment = problem.capacities[space], problem.alignments[space]
    total = sum(padded(slot.bits, alignment) for slot in slots)
    placed = Placed(space, None, capacity, alignment, slots, slots, "sequential", Layout(), split)
    if len(slots) == 1:
        placed.strategy = "single"
        placed.layout = _stack(slots, alignment)
        if total > capacity:
            placed.failed, placed.requires = True, total
        return placed
    if total < capacity or (total == capacity and problem.options.tool == "a3"):
        placed.layout = _stack(slots, alignment)
        return placed
    placed.strategy = "levels"
    placed.order = _level_order(problem, space, slots)
    rules.alignment = alignment
    hopeless = problem.skip_hopeless and bound_holds and peak_bits(slots, alignment) > capacity
    layout = None
    if not hopeless:
        search = LevelSearch(placed.order, capacity, rules, split, problem.budget)
        layout = search.run()
        placed.split = search.split
    if layout is not None:
        placed.layout = layout
        return placed
    placed.failed = placed.split = True
    if final:
        placed.layout = LevelSearch(placed.order, capacity, rules, split=True).level_zero()
        placed.requires = placed.layout.high_water
    return placed


def _level_order(problem: Problem, space: str, slots: Sequence[Slot]) -> list[Slot]:
    """The order in which levels place slots: UB by class, copies directly behind their head."""
    ordered: Iterable[Slot] = slots
    if space == "ub":
        by_class: dict[SlotClass, list[Slot]] = {"unique": [], "dma": [], "vector": [], "scalar": []}
        for slot in slots:
            by_class[problem.slot_class(slot)].append(slot)
        if problem.options.tool == "a3":
            by_class["dma"] = [s for s in slots if problem.slot_class(s) in {"unique", "dma"}]
            by_class["unique"] = []
        ordered = [slot for members in by_class.values() for slot in members]
        found: dict[Slot, None] = {}
        for slot in ordered:
            found.setdefault(slot)
            for sibling in slot.siblings:
                found.setdefault(sibling)
        return list(found)
    return list(ordered)


def _place_workspace(problem: Problem, base: Value | None, slots: list[Slot]) -> Placed:
    alignment = problem.alignments["gm"]
    placed = Placed("gm", base, None, alignment, slots, slots, "stacked", Layout())
    if problem.options.workspace_reuse and len(slots) > 1:
        placed.strategy = "levels"
        rules = PlacingRules(
            problem.options.tool, alignment, lambda slot: None, lambda slot: Signature(False, True, False)
        )
        layout = LevelSearch(slots, UNLIMITED, rules, split=False).run(first_level=0)
        placed.layout = layout if layout is not None else _stack(slots, alignment)
    else:
        placed.layout = _stack(slots, alignment)
    return placed
