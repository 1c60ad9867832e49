"""What would make an overflowing function fit, tried out with the planner itself (PlanMemory, overflow diagnostic)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.records import dataclass, replace
from hivm_passes.transforms.plan_memory.attempts import padded, run_attempts
from hivm_passes.transforms.plan_memory.buffers import PlanStoppedError
from hivm_passes.transforms.plan_memory.inplace import InplaceRules
from hivm_passes.transforms.plan_memory.peaks import find_peak
from hivm_passes.transforms.plan_memory.placement import OutOfStepsError, StepBudget
from hivm_passes.transforms.plan_memory.report import Cure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hivm_passes.analysis.tracing import Tracer
    from hivm_passes.transforms.plan_memory.alias_table import AliasTable
    from hivm_passes.transforms.plan_memory.attempts import Placed, Problem
    from hivm_passes.transforms.plan_memory.buffers import Buffer
    from hivm_passes.transforms.plan_memory.report import Peak
    from hivm_passes.transforms.plan_memory.slots import Slot
    from hivm_passes.transforms.plan_memory.vector_functions import FunctionCalls

STEPS: Final = 6000
"""How many placements all trials of a function may make together."""

_MAX_SLOTS: Final = 6
_FRACTIONS: Final = (16, 8, 4, 2)


@dataclass(slots=True)
class CureFinder:
    """Looks for cures of one function; everything but sizes and copies stays as it was planned."""

    problem: Problem
    table: AliasTable
    tracer: Tracer
    calls: FunctionCalls | None

    def find(self, placed: Placed) -> tuple[Cure, ...]:
        """Cures of one space, sufficient ones first. What could not be tried within the limit is left out."""
        peak = find_peak(placed.slots, placed.alignment, len(self.problem.lives.events) - 1)
        if peak is None or placed.capacity is None:
            return ()
        budget = StepBudget(STEPS)
        cures: list[Cure] = []
        try:
            for kind in (self._single, self._shrink):
                for cure in kind(placed, peak, budget):
                    cures.append(cure)
            if not any(cure.sufficient for cure in cures):
                cures += self._shrink_all(placed, peak, budget)
        except OutOfStepsError:
            pass
        return tuple(sorted(cures, key=lambda cure: (not cure.sufficient, cure.bits)))

    # --- double buffering -----------------------------------------------------------------------------------

    def _single(self, placed: Placed, peak: Peak, budget: StepBudget) -> Iterable[Cure]:
        """Give up double buffering, buffer by buffer, then of all at the peak together."""
        slots = {slot.index: slot for slot in placed.slots}
        several = [slots[share.slot] for share in peak.shares if slots[share.slot].copies > 1]
        tried: list[Cure] = []
        for slot in several[:_MAX_SLOTS]:
            members = [self._buffer(m) for m in slot.members if self._buffer(m).copies > 1]
            cure = self._cure_single([slot], members, placed, budget)
            tried.append(cure)
            yield cure
        if len(several) > 1 and not any(cure.sufficient for cure in tried):
            members = [self._buffer(m) for slot in several for m in slot.members if self._buffer(m).copies > 1]
            yield self._cure_single(several, members, placed, budget)

    def _cure_single(
        self, slots: Sequence[Slot], members: Sequence[Buffer], placed: Placed, budget: StepBudget
    ) -> Cure:
        saves = sum(padded(slot.bits, placed.alignment) * (slot.copies - 1) for slot in slots)
        changed = [replace(buffer, copies=1) for buffer in members]
        return Cure("single-buffer", tuple(b.index for b in members), saves, saves, self._fits(changed, placed, budget))

    # --- sizes ----------------------------------------------------------------------------------------------

    def _shrink(self, placed: Placed, peak: Peak, budget: StepBudget) -> Iterable[Cure]:
        """Make the members of one slot smaller: by what the peak exceeds, or by more where that is not enough."""
        assert placed.capacity is not None
        slots = {slot.index: slot for slot in placed.slots}
        excess = peak.bits - placed.capacity
        for share in peak.shares[:_MAX_SLOTS]:
            slot = slots[share.slot]
            size, copies = padded(slot.bits, placed.alignment), max(1, slot.copies)
            steps = [padded(size // fraction, placed.alignment) for fraction in _FRACTIONS]
            if excess > 0:
                least = padded(-(-excess // copies), placed.alignment)
                steps = [least, *(step for step in steps if step > least)]
            usable = [step for step in dict.fromkeys(steps) if 0 < step < size]
            for step in usable:
                fits = self._fits(self._smaller(slot, size - step), placed, budget)
                if fits or step == usable[-1]:
                    yield Cure("shrink", tuple(slot.members), step * copies, step * copies, fits)
                    break

    def _shrink_all(self, placed: Placed, peak: Peak, budget: StepBudget) -> Iterable[Cure]:
        """Make everything at the peak smaller in proportion, where no slot alone can give enough."""
        assert placed.capacity is not None
        excess = peak.bits - placed.capacity
        if excess <= 0:
            return
        slots = {slot.index: slot for slot in placed.slots}
        changed: list[Buffer] = []
        saved = 0
        for share in peak.shares:
            slot = slots[share.slot]
            size, copies = padded(slot.bits, placed.alignment), max(1, slot.copies)
            step = padded(-(-size * excess // peak.bits), placed.alignment)
            if 0 < step < size:
                changed += self._smaller(slot, size - step)
                saved += step * copies
        if saved >= excess:
            fits = self._fits(changed, placed, budget)
            yield Cure("shrink", tuple(b.index for b in changed), saved, saved, fits)

    def _smaller(self, slot: Slot, bits: int) -> list[Buffer]:
        return [replace(b, bits=bits) for b in map(self._buffer, slot.members) if b.bits > bits]

    # --- trials ---------------------------------------------------------------------------------------------

    def _buffer(self, index: int) -> Buffer:
        return self.problem.lives.buffers[index]

    def _fits(self, changed: Iterable[Buffer], placed: Placed, budget: StepBudget) -> bool:
        """Whether the space fits with some buffers changed."""
        budget.spend(len(placed.slots))
        buffers = list(self.problem.lives.buffers)
        for buffer in changed:
            buffers[buffer.index] = buffer
        lives = replace(self.problem.lives, buffers=buffers)
        rules = InplaceRules(self.problem.options, lives, self.table, self.tracer, self.calls)
        trial = replace(self.problem, lives=lives, rules=rules, budget=budget)
        try:
            _, outcome = run_attempts(trial)
        except PlanStoppedError:
            return False
        return not any(other.failed for other in outcome.spaces if other.space == placed.space)
