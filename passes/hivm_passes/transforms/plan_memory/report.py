"""What PlanMemory found out about one function: plain data for rewriting, diagnostics, hover and the memory map.

Sizes are in bits and addresses (offsets) in bytes unless a name says otherwise. Event indices are those of the linear
list of events. Places are operations of the planned IR; ``Operation.source`` (and ``origin`` in a clone) leads to
the text, and an operation without a source was created by loop normalisation.
Buffers, slots and events refer to each other by their index in the lists of the plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.transforms.plan_memory.options import PlanOptions
    from hivm_passes.transforms.plan_memory.sharing import Sharing

EventRole = Literal["", "begin", "end", "after-then", "after-else"]
Strategy = Literal["single", "sequential", "levels", "stacked"]
SlotClass = Literal["unique", "dma", "vector", "scalar", "none"]
KillReason = Literal["last use", "end of loop", "end of branch", "end of scope", "mark", "never", "unwritten"]
SharingKind = Literal["inplace", "forced", "later", "overlapping"]
ExitKind = Literal["success", "error", "silent", "abort", "crash"]
Status = Literal["planned", "overflow", "failed", "empty"]


@dataclass(frozen=True, slots=True)
class PlanEvent:
    """One entry of the linear list of operations; control operations have several with different roles."""

    index: int
    op: Operation
    role: EventRole


@dataclass(frozen=True, slots=True)
class InplacePartner:
    """A buffer merged into the same slot.

    ``op`` is the operation whose output overwrites its input (kind ``rule``), or the operation that ties the two
    buffers together: a loop, a scope, an ``scf.if`` (kind ``forced``; None when it could not be told).
    """

    buffer: int
    kind: Literal["rule", "forced"]
    op: Operation | None


@dataclass(frozen=True, slots=True)
class AddressSharer:
    """Another buffer whose bytes intersect this one's.

    ``later`` means that the lives are disjoint, ``overlapping`` that both are needed at the same time (a wrong plan).
    """

    buffer: int
    kind: SharingKind


@dataclass(frozen=True, slots=True)
class BufferPlan:
    """One allocation.

    ``life`` is that of the slot (first event, last event; -1 when never freed), ``own_life`` that of the buffer before
    in-place merging; both None for a buffer that is never written. ``bits`` is exact and ``padded_bits`` rounded up to
    the alignment, both for one copy. ``copies`` counts what the buffer asks for (``hivm.multi_buffer``); it may
    get more ``offsets`` through its slot.
    """

    index: int
    op: Operation
    space: str
    bits: int
    padded_bits: int
    copies: int
    slot: int | None
    offsets: tuple[int, ...]
    life: tuple[int, int] | None
    own_life: tuple[int, int] | None
    first_writer: Operation | None
    last_reader: Operation | None
    """The last operation that needs the buffer's contents, followed through views, branches and loops."""
    kill_reason: KillReason
    held_by: Operation | None
    """The loop, branch or scope at whose end the buffer is freed, when that is what ends its life."""
    inplace: tuple[InplacePartner, ...]
    slot_class: SlotClass
    level: int | None
    unique: bool = False
    coupled_id: int | None = None
    """Id of a buffer that AIC and AIV functions have at one address."""
    borrowed: bool = False
    """A coupled buffer that takes over the address chosen by the other core's function."""
    fixed: bool = False
    """Workspace: the allocation already has offsets, which stay."""
    sharing: Sharing | None = field(default=None, repr=False, compare=False)

    @property
    def sharers(self) -> tuple[AddressSharer, ...]:
        """The buffers of other slots that have bytes in common with this one; looked up at each call."""
        return self.sharing.of(self.index) if self.sharing is not None else ()

    @property
    def value(self) -> Value:
        """The allocated memref."""
        return self.op.results[0]

    @property
    def name(self) -> str:
        """The name in the source with ``%``; for a buffer that a pass made, what it was made for."""
        written = self.op.written
        if written is None or (written.results and written.results[0].name is None):
            return "(new buffer)"
        if written.results and written.name == self.op.name:
            return f"%{written.results[0].name}"
        return f"(scratch of {written.name.rsplit('.', 1)[-1]})"


@dataclass(frozen=True, slots=True)
class SlotPlan:
    """Buffers that share one address list because of in-place reuse.

    ``members`` are buffer indices in the order of merging. ``lives`` are the closed intervals in which the slot is
    occupied, each with the buffer it came from. ``addresses`` are in bits, one per copy, extra copies last. ``level``
    is that of the first copy (None unless placed by levels); ``extra_copies`` counts addresses that level 1 added.
    """

    id: int
    space: str
    members: tuple[int, ...]
    owner: int
    copies: int
    slot_class: SlotClass
    bits: int
    padded_bits: int
    lives: tuple[tuple[int, int, int], ...]
    addresses: tuple[int, ...]
    level: int | None
    extra_copies: int


@dataclass(frozen=True, slots=True)
class PlanRect:
    """An address range over a closed range of events: one per copy and life interval of a slot.

    ``end`` of a slot that is never freed is the last event of the function. With overflow the addresses are those of
    the layout that the compiler's number refers to, and may lie beyond the capacity.
    """

    slot: int
    copy: int
    space: str
    address: int
    """In bytes."""
    size: int
    """Rounded size in bytes."""
    start: int
    end: int
    base: Value | None = None
    """Workspace mode: the workspace that the address counts from."""


@dataclass(frozen=True, slots=True)
class PeakShare:
    """What one slot holds at the peak: ``bits`` counts all copies."""

    slot: int
    bits: int


@dataclass(frozen=True, slots=True)
class Peak:
    """The event at which the live slots of a space need most; shares by descending size."""

    event: int
    bits: int
    shares: tuple[PeakShare, ...]


@dataclass(frozen=True, slots=True)
class Cure:
    """A change that reduces the need.

    ``single-buffer``: drop double buffering of ``buffers``. ``shrink``: make ``buffers`` smaller by ``bits`` bits in
    sum over all copies; they are the members of one slot, or of all slots at the peak in proportion to their shares.
    ``saves_bits`` is what it takes off the peak. ``sufficient`` tells whether the plan fits after it (tried with the
    planner itself); otherwise it is not enough alone.
    """

    kind: Literal["single-buffer", "shrink"]
    buffers: tuple[int, ...]
    bits: int
    saves_bits: int
    sufficient: bool


@dataclass(frozen=True, slots=True)
class Overflow:
    """A space that is too small. ``requires`` and ``available`` are the bits that the compiler prints.

    ``kind`` is ``peak`` when the live buffers exceed the capacity at some event (no placement exists), ``packing`` when
    they would fit but the search found no order. ``reported`` is False for spaces that the compiler does not
    reach because an earlier one failed.
    """

    requires: int
    available: int
    kind: Literal["peak", "packing"]
    message: str
    reported: bool
    find_cures: Callable[[], tuple[Cure, ...]] | None = field(default=None, repr=False, compare=False)

    @property
    def cures(self) -> tuple[Cure, ...]:
        """What would help, sufficient changes first. Planned anew for each change at the first call, so not cheap."""
        return self.find_cures() if self.find_cures is not None else ()


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """One address space (or one workspace argument) of a function.

    ``capacity`` is None where there is no limit. ``base`` is the workspace operand in workspace mode. ``order`` is the
    compiler's slot list: pairs of slot id and copy, in the order of placing for sequential and stacked layouts.
    """

    space: str
    base: Value | None
    capacity: int | None
    align: int
    strategy: Strategy
    split: bool
    high_water: int
    peak: Peak | None
    overflow: Overflow | None
    order: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PlanWarning:
    """The compiler's plan is doubtful or surprising; ``quirk`` numbers the known misbehaviours."""

    quirk: int
    code: str
    text: str
    op: Operation
    buffers: tuple[int, ...] = ()
    related: tuple[Operation, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanFailure:
    """Something that the compiler reports, or on which it aborts.

    ``text`` is the compiler's sentence where it has one (without its ``error:`` prefix), otherwise ours. ``op_name`` is
    set when the compiler prefixes ``'op.name' op``. ``exit`` is how the compiler ends: ``success`` (goes on), ``error``
    (exit status 1), ``silent`` (exit status 1 without a message), ``abort`` and ``crash`` (a signal). ``fatal`` is the
    line without location that an abort ends with (``LLVM ERROR: ...``), if any. ``located`` tells whether the
    compiler names the place.
    """

    code: str
    text: str
    op: Operation
    exit: ExitKind
    op_name: str | None = None
    fatal: str | None = None
    located: bool = True
    buffers: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanParts:
    """The parts of a plan that only its readers need."""

    spaces: tuple[SpacePlan, ...] = ()
    slots: tuple[SlotPlan, ...] = ()
    rects: tuple[PlanRect, ...] = ()
    buffers: tuple[BufferPlan, ...] = ()


class PlanDetails:
    """``PlanParts`` that are put together when somebody asks for them: rewriting a function needs none."""

    def __init__(self, make: Callable[[], PlanParts]) -> None:
        self._make: Callable[[], PlanParts] | None = make
        self._parts = PlanParts()

    def _all(self) -> PlanParts:
        make = self._make
        if make is not None:
            self._parts = make()
            self._make = None
        return self._parts

    @property
    def spaces(self) -> tuple[SpacePlan, ...]:
        """See ``FunctionPlan``."""
        return self._all().spaces

    @property
    def slots(self) -> tuple[SlotPlan, ...]:
        """See ``FunctionPlan``."""
        return self._all().slots

    @property
    def rects(self) -> tuple[PlanRect, ...]:
        """See ``FunctionPlan``."""
        return self._all().rects

    @property
    def buffers(self) -> tuple[BufferPlan, ...]:
        """See ``FunctionPlan``."""
        return self._all().buffers


@dataclass(frozen=True, slots=True, eq=False)
class FunctionPlan:
    """The plan of one function.

    ``attempt`` is the attempt that succeeded (19 when all failed), None when planning stopped before. ``addresses``
    maps every allocation that gets addresses to its byte offsets in order (A5: after coupling); it is empty unless
    every space was placed. ``rng_used`` tells whether any shuffle happened. ``ambiguous`` marks functions in which
    the compiler's own result differs from run to run.
    """

    func: Operation
    name: str
    options: PlanOptions
    attempt: int | None
    rng_used: bool
    ambiguous: bool
    events: tuple[PlanEvent, ...]
    warnings: tuple[PlanWarning, ...]
    failures: tuple[PlanFailure, ...]
    addresses: Mapping[Operation, tuple[int, ...]]
    borrows: bool
    """Whether some buffer is placed by another function (A5)."""
    details: PlanDetails = field(repr=False)

    @property
    def spaces(self) -> tuple[SpacePlan, ...]:
        """The address spaces with buffers."""
        return self.details.spaces

    @property
    def slots(self) -> tuple[SlotPlan, ...]:
        """What was placed."""
        return self.details.slots

    @property
    def rects(self) -> tuple[PlanRect, ...]:
        """Addresses by time."""
        return self.details.rects

    @property
    def buffers(self) -> tuple[BufferPlan, ...]:
        """All buffers, by index."""
        return self.details.buffers

    @property
    def overflow(self) -> Overflow | None:
        """The overflow that the compiler reports, if any."""
        return next((s.overflow for s in self.spaces if s.overflow is not None and s.overflow.reported), None)

    @property
    def status(self) -> Status:
        """``failed`` when the compiler stops for another reason than overflow, ``empty`` without any buffer."""
        if any(f.exit != "success" and f.code != "hivm.plan-memory.overflow" for f in self.failures):
            return "failed"
        if self.overflow is not None:
            return "overflow"
        return "planned" if self.buffers else "empty"

    @property
    def succeeded(self) -> bool:
        """Whether the compiler goes on to rewrite the function."""
        return all(f.exit == "success" for f in self.failures)
