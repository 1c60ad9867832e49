"""Which buffers are merged because one may overwrite the other (PlanMemory, inplace)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.tracing import is_view_like
from hivm_passes.ir.attributes import StridedLayoutAttr
from hivm_passes.ir.types import MemRefType, TensorType, VectorType, bit_width
from hivm_passes.records import dataclass
from hivm_passes.transforms.plan_memory.op_roles import ISA_INPLACE, inits, integers, op_role, temps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hivm_passes.analysis.tracing import Tracer
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.transforms.plan_memory.alias_table import AliasTable
    from hivm_passes.transforms.plan_memory.buffers import Buffer
    from hivm_passes.transforms.plan_memory.events import Lives
    from hivm_passes.transforms.plan_memory.op_roles import OpRole
    from hivm_passes.transforms.plan_memory.options import PlanOptions
    from hivm_passes.transforms.plan_memory.vector_functions import FunctionCalls

Pair = tuple[int, int]

_ONE_TEMP_INPLACE: Final = frozenset(
    f"hivm.hir.{name}"
    for name in (
        *("vadd", "vmul", "vmax", "vmin", "vsub", "vdiv", "vand", "vor", "vshl", "vshr", "vnot", "vabs"),
        *("vln", "vrelu", "vexp", "vrsqrt", "vsqrt", "vrec"),
    )
)
"""Operations that may overwrite an input in spite of a temporary buffer that holds a broadcast scalar."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Recorded pairs (gen, kill) in order, and the A3 pairs that were refused because pipes would stall."""

    pairs: tuple[Pair, ...]
    refused: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class ReuseSite:
    """An event at which some gen may take over some kill. ``allowed`` is the set of such pairs."""

    event: int
    allowed: frozenset[Pair]
    largest_only: bool = False
    """A call of a vector function: only the pair with the largest gen counts, and pairs that stall do not."""


def forced_pairs(table: AliasTable, buffers: Sequence[Buffer], skip_unique: bool) -> list[Pair]:
    """Buffers that must have one address because a loop, a scope or a branch makes them one value.

    Sets ``no_inplace`` of both.
    """
    pairs: dict[Pair, None] = {}
    for buffer in buffers:
        tracked = table.entry(buffer.value)
        group = tracked.group
        if group is None or (group.allocs == 1 and not tracked.self_aliased):
            continue
        for other, conditional in table.aliases(tracked):
            if not other.is_alloc or other.buffer < 0 or conditional:
                continue
            pair = (buffer.index, other.buffer)
            if pair in pairs or (pair[1], pair[0]) in pairs:
                continue
            partner = buffers[other.buffer]
            if skip_unique and (buffer.unique or partner.unique):
                continue
            pairs[pair] = None
            buffer.no_inplace = partner.no_inplace = True
    return list(pairs)


class _Recording:
    """The pairs of an attempt so far, in order, and what they mean for each buffer.

    ``multi`` are the buffers with several copies, and those paired with one. ``partners`` lists the others of a
    buffer's pairs in order.
    """

    def __init__(self, buffers: Sequence[Buffer], pairs: Iterable[Pair]) -> None:
        self._buffers = buffers
        self.pairs: list[Pair] = []
        self.multi = {b.index for b in buffers if b.copies > 1}
        self.partners: dict[int, list[int]] = {}
        for first, second in pairs:
            self.add(first, second)

    @cached_property
    def by_value(self) -> dict[Value, int]:
        """Buffer index by allocated value."""
        return {b.value: b.index for b in self._buffers}

    def add(self, first: int, second: int) -> None:
        """Record one pair."""
        self.pairs.append((first, second))
        if self._buffers[second].copies > 1:
            self.multi.add(first)
        if self._buffers[first].copies > 1:
            self.multi.add(second)
        if first != second:
            self.partners.setdefault(first, []).append(second)
            self.partners.setdefault(second, []).append(first)


class InplaceRules:
    """Decides about one function; what does not depend on the attempt is found out once."""

    def __init__(
        self,
        options: PlanOptions,
        lives: Lives,
        table: AliasTable,
        tracer: Tracer,
        calls: FunctionCalls | None = None,
    ) -> None:
        self._options = options
        self._a3 = options.tool == "a3"
        self._lives = lives
        self._tracer = tracer
        self._calls = calls
        self.forced: tuple[Pair, ...] = tuple(forced_pairs(table, lives.buffers, skip_unique=not self._a3))
        self.sites = self._find_sites()

    def pairs(self, kills: Mapping[int, Sequence[int]]) -> Pairs:
        """All pairs of an attempt, forced ones first. ``kills`` are its kill lists by event."""
        recorded = _Recording(self._lives.buffers, self.forced)
        refused: list[Pair] = []
        buffers = self._lives.buffers
        call_stalls = self._calls.stalls() if self._calls is not None else None
        for site in self.sites:
            largest: Pair | None = None
            for g in self._lives.gens[site.event]:
                for k in kills[site.event]:
                    if (g, k) not in site.allowed:
                        continue
                    if self._a3 and self._stalls(g, k, recorded):
                        refused.append((g, k))
                        continue
                    if (
                        site.largest_only
                        and call_stalls is not None
                        and call_stalls(buffers[g].value, buffers[k].value)
                    ):
                        continue
                    if not site.largest_only:
                        recorded.add(g, k)
                    elif largest is None or buffers[g].bits > buffers[largest[0]].bits:
                        largest = (g, k)
                    break
            if largest is not None:
                recorded.add(*largest)
        return Pairs(tuple(recorded.pairs), tuple(refused))

    # --- sites ----------------------------------------------------------------------------------------------

    def _find_sites(self) -> list[ReuseSite]:
        lives = self._lives
        sites: list[ReuseSite] = []
        if self._a3 and self._options.mode == "workspace":
            # The check for stalls looks for a memref.alloc behind both buffers and refuses where it finds none.
            return sites
        for event, kills in sorted(lives.kills.items()):
            gens = lives.gens.get(event)
            if gens is None:
                continue
            op = lives.events[event].op
            role = op_role(self._options.tool, op.name)
            rule: Callable[[Value, Value], bool] | None = None
            if not role.elementwise and (role.action != "call" or self._calls is None):
                continue
            if role.action == "call" and self._calls is not None:
                rule = self._calls.rule(op)
                if rule is None:
                    continue
            usable_gens = [lives.buffers[g] for g in gens if self._usable(lives.buffers[g])]
            usable_kills = [lives.buffers[k] for k in kills if self._usable(lives.buffers[k])]
            allowed = [
                (g.index, k.index)
                for g in usable_gens
                for k in usable_kills
                if k.bits >= g.bits
                and (rule(g.value, k.value) if rule is not None else self._reuse_allowed(op, role, g, k))
            ]
            if allowed:
                sites.append(ReuseSite(event, frozenset(allowed), largest_only=rule is not None))
        return sites

    def _usable(self, buffer: Buffer) -> bool:
        return not buffer.no_inplace and (self._a3 or not buffer.unique)

    def _reuse_allowed(self, op: Operation, role: OpRole, gen: Buffer, kill: Buffer) -> bool:
        """Whether the output ``gen`` of an elementwise operation may overwrite its input ``kill``."""
        outs = inits(op, role)
        if not outs:
            return False
        others = [v for v in op.operands if v not in outs]
        if self._a3 and not _offsets_agree(outs[0].type, others):
            return False
        broadcast, transpose = integers(op, "broadcast"), integers(op, "transpose")
        if op.name in ISA_INPLACE and not broadcast and not transpose:
            return True
        if self._options.restrict_inplace_as_isa:
            return False
        extra = temps(op, role)
        if len(extra) > 1:
            return False
        if extra:
            scalar = any(not _is_shaped(v.type) and bit_width(v.type) is not None for v in op.operands)
            if op.name not in _ONE_TEMP_INPLACE or not (broadcast or scalar):
                return False
        if transpose:
            return False
        if broadcast:
            return self._shape_of(op, gen) == self._shape_of(op, kill)
        if role.same_element_type:
            return True
        if self._a3 and op.name == "hivm.hir.vsel":
            return self._select_allowed(op, kill)
        return _widths_allow(op, outs[0].type, [v.type for v in others])

    def _shape_of(self, op: Operation, buffer: Buffer) -> tuple[int, ...]:
        found = buffer.value
        for operand in op.operands:
            if self._tracer.trace(operand) is buffer.value:
                found = operand
        return getattr(found.type, "shape", ())

    def _select_allowed(self, op: Operation, kill: Buffer) -> bool:
        condition, second = op.operands[0], op.operands[1]
        if _width(second.type) == 64 and not _is_float(second.type) and _width(condition.type) == 1:
            return self._tracer.trace(condition) is not kill.value
        return True

    # --- stalls (A3) ----------------------------------------------------------------------------------------

    def _stalls(self, gen: int, kill: int, recorded: _Recording) -> bool:
        """Whether writing one multi-buffer over another would tie the load and the store pipe together."""
        if gen not in recorded.multi or kill not in recorded.multi:
            return False
        buffers = self._lives.buffers
        return self._reaches(buffers[gen].value, "hivm.hir.store", recorded) and self._reaches(
            buffers[kill].value, "hivm.hir.load", recorded
        )

    def _reaches(self, value: Value, kind: str, recorded: _Recording) -> bool:
        """Whether the data of a value flows to an operation of a kind through views and recorded pairs."""
        seen: set[Value] = set()
        pending = [value]
        by_value = recorded.by_value
        while pending:
            value = pending.pop()
            if value in seen:
                continue
            seen.add(value)
            source = self._tracer.trace(value)
            if source not in by_value:
                continue
            through_view = False
            for user in value.users:
                if user.name == kind:
                    return True
                if is_view_like(self._options.tool, user):
                    pending.append(user.results[0])
                    through_view = True
                    break
            if not through_view:
                partners = recorded.partners.get(by_value[source], ())
                pending += [self._lives.buffers[p].value for p in reversed(partners)]
        return False


def _offsets_agree(out: Type, others: list[Value]) -> bool:
    """A3: whether output and inputs are memrefs that start at the same place of their buffers."""
    if not isinstance(out, MemRefType):
        return False
    return all(_offset(v.type) == _offset(out) for v in others if isinstance(v.type, MemRefType))


def _offset(type: Type) -> int:
    layout = getattr(type, "layout", None)
    return layout.offset if isinstance(layout, StridedLayoutAttr) else 0


def _is_shaped(type: Type) -> bool:
    return isinstance(type, MemRefType | TensorType | VectorType)


def _element(type: Type) -> Type:
    return type.element if isinstance(type, MemRefType | TensorType | VectorType) else type


def _width(type: Type) -> int:
    return bit_width(_element(type)) or 0


def _is_float(type: Type) -> bool:
    return hasattr(_element(type), "name")


def _widths_allow(op: Operation, out: Type, others: list[Type]) -> bool:
    """The last rules: an input as wide as the output, or a multiple of it."""
    out_width = _width(out)
    for type in others:
        width = _width(type)
        if width == out_width:
            return True
        if out_width and width % out_width == 0 and width > out_width:
            if op.name != "hivm.hir.vcast":
                return True
            rank = len(getattr(out, "shape", ()))
            return rank <= 1 and _is_contiguous_in_last(out) and _is_contiguous_in_last(type)
    return False


def _is_contiguous_in_last(type: Type) -> bool:
    layout = getattr(type, "layout", None)
    if not isinstance(layout, StridedLayoutAttr) or not layout.strides:
        return True
    return layout.strides[-1] == 1
