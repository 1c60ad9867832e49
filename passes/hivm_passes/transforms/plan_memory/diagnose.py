"""From plans to diagnostics: the compiler's sentences first, then what the plan knows about the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import name_span
from hivm_passes.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.plan_memory.report import BufferPlan, Cure, FunctionPlan, PlanFailure, SpacePlan

OVERFLOW: Final = "hivm.plan-memory.overflow"
UNWRITTEN: Final = "hivm.plan-memory.unwritten"
BROKEN: Final = "hivm.plan-memory.broken-dominance"

_ENDINGS: Final = {
    "abort": "the compiler would abort here",
    "crash": "the compiler would crash here",
    "silent": "the compiler stops here without a message",
}
_MAX_CURES: Final = 4


def diagnose(plan: FunctionPlan) -> tuple[Diagnostic, ...]:
    """Everything that is to be said about a plan, errors first."""
    return (*(failure_diagnostic(plan, f) for f in plan.failures), *warnings(plan))


def failure_diagnostic(plan: FunctionPlan, failure: PlanFailure) -> Diagnostic:
    """What the compiler reports, or why it dies."""
    ending = _ENDINGS.get(failure.exit)
    details = list(failure.notes)
    if ending is not None:
        details.insert(0, f"{ending}: {failure.fatal}" if failure.fatal else ending)
    found = Diagnostic(
        "error",
        failure.code,
        failure.text,
        name_span(failure.op),
        details=tuple(details),
        op_name=failure.op_name,
        data={"function": plan.name, "exit": failure.exit, "located": failure.located},
    )
    return overflow_reasons(plan, found) if failure.code == OVERFLOW else found


def warnings(plan: FunctionPlan) -> list[Diagnostic]:
    """Where the compiler's plan is doubtful: only ours, the compiler is silent."""
    return [
        Diagnostic(
            "warning",
            w.code,
            w.text,
            name_span(w.op),
            related=tuple(RelatedNote(name_span(op), f"'{op.name}' here") for op in w.related),
            data={"function": plan.name, "quirk": w.quirk, "own": True},
        )
        for w in plan.warnings
    ]


def unwritten(op: Operation) -> Diagnostic:
    """A buffer that the compiler gives no address."""
    return Diagnostic("error", UNWRITTEN, "error: read before first write", name_span(op), op_name=op.name)


def broken_use(op: Operation, operand: int) -> Diagnostic:
    """An operand that rewriting moved behind its use (A5)."""
    definition = op.operands[operand].defining_op
    related = () if definition is None else (RelatedNote(name_span(definition), "operand defined here"),)
    return Diagnostic(
        "error",
        BROKEN,
        f"operand #{operand} does not dominate this use",
        name_span(op),
        related=related,
        details=("the compiler moved a multi-buffered allocation into its loop, away from this use",),
    )


# --- overflow -----------------------------------------------------------------------------------------------------


def overflow_reasons(plan: FunctionPlan, found: Diagnostic) -> Diagnostic:
    """An overflow with its peak, the buffers alive there, and what would cure it."""
    space = next((s for s in plan.spaces if s.overflow is not None and s.overflow.reported), None)
    if space is None or space.overflow is None:
        return found
    return replace(found, details=(*found.details, *_reasons(plan, space)), related=tuple(_peak_notes(plan, space)))


def _reasons(plan: FunctionPlan, space: SpacePlan) -> Iterable[str]:
    assert space.overflow is not None and space.capacity is not None
    name, capacity = space.space, size(space.capacity)
    if space.peak is not None:
        needed = size(space.peak.bits)
        if space.overflow.kind == "peak":
            yield (
                f"{needed} are needed at once and {name} has {capacity}: no placement exists, "
                "so buffers must shrink or lose double buffering"
            )
        else:
            yield (
                f"{needed} are needed at once and {name} has {capacity}: the lives would fit, but the search found "
                f"no order; the layout without sharing rules needs {size(space.overflow.requires)}"
            )
    for cure in space.overflow.cures[:_MAX_CURES]:
        yield _cure(plan, cure)
    for other in plan.spaces:
        if other is not space and other.overflow is not None:
            yield f"{other.space} would overflow too ({size(other.overflow.requires)}); the compiler does not get there"


def _cure(plan: FunctionPlan, cure: Cure) -> str:
    names = ", ".join(plan.buffers[b].name for b in cure.buffers)
    effect = "then it fits" if cure.sufficient else "not enough alone"
    if cure.kind == "single-buffer":
        return f"without double buffering {names}: saves {size(cure.saves_bits)}, {effect}"
    return f"{names} smaller by {size(cure.bits)}: saves {size(cure.saves_bits)}, {effect}"


def _peak_notes(plan: FunctionPlan, space: SpacePlan) -> Iterable[RelatedNote]:
    """The peak and every buffer alive there, by descending size."""
    if space.peak is None or space.capacity is None:
        return
    event = plan.events[space.peak.event]
    count = len(space.peak.shares)
    yield RelatedNote(
        name_span(event.op),
        f"peak of {space.space} at {event.op.name}: {count} {'buffers' if count != 1 else 'buffer'}, "
        f"{size(space.peak.bits)}, capacity {size(space.capacity)}",
    )
    slots = {s.id: s for s in plan.slots}
    for share in space.peak.shares:
        slot = slots[share.slot]
        owner, *others = [plan.buffers[b] for b in (slot.owner, *(m for m in slot.members if m != slot.owner))]
        yield RelatedNote(name_span(owner.op), f"{size(share.bits)}  {_described(plan, owner, slot.copies)}")
        for other in others:
            yield RelatedNote(name_span(other.op), f"{other.name} shares the address of {owner.name}")


def _described(plan: FunctionPlan, buffer: BufferPlan, copies: int) -> str:
    text = buffer.name if copies == 1 else f"{buffer.name} ({copies} copies)"
    if buffer.life is None:
        return text
    start, end = buffer.life
    first = plan.events[start].op.name
    last = plan.events[end].op.name if end >= start else "the end of the function"
    return f"{text}, alive from {first} to {last}"


def size(bits: int) -> str:
    """A size in bytes, from bits."""
    return f"{-(-bits // 8)} B"
