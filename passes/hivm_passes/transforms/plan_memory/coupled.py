"""Buffers that an AIC and an AIV function share at one address (PlanMemory on A5, coupled buffers)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.liveness import Numbering
from hivm_passes.analysis.tracing import Tracer
from hivm_passes.ir.attributes import DialectAttr
from hivm_passes.ir.types import MemRefType, UnrankedMemRefType
from hivm_passes.records import dataclass, field
from hivm_passes.transforms.plan_memory.events import COUPLED, coupled_id
from hivm_passes.transforms.plan_memory.vector_functions import VECTOR_FUNCTION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.ir.core import Operation, Value

_OWNED: Final = {"AIV": frozenset({"ub"}), "AIC": frozenset({"cbuf"})}
_BORROWED: Final = {"AIV": frozenset({"cbuf"}), "AIC": frozenset({"ub"})}


def core_type(func: Operation) -> str:
    """``AIC``, ``AIV`` ... of a function; vector functions count as AIV."""
    if VECTOR_FUNCTION in func.attributes:
        return "AIV"
    return getattr(func.attributes.get("hivm.func_core_type"), "body", None) or ""


def owned_spaces(func: Operation) -> frozenset[str]:
    """Address spaces whose coupled buffers the function places."""
    return _OWNED.get(core_type(func), frozenset())


def borrowed_spaces(func: Operation) -> frozenset[str]:
    """Address spaces whose coupled buffers take over the address that the other core's function chose."""
    return _BORROWED.get(core_type(func), frozenset())


@dataclass(slots=True)
class CoupledTable:
    """Which ids may overlap: those whose use ranges are disjoint in every function that has both."""

    allowed: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])

    def may_share(self, a: int, b: int) -> bool:
        """Whether buffers with these two ids may have one address."""
        return a >= 0 and b >= 0 and a != b and (a, b) in self.allowed


def coupled_table(funcs: Iterable[Operation]) -> CoupledTable:
    """The table of a module from its functions that are neither vector functions nor host code."""
    table = CoupledTable()
    refused: set[tuple[int, int]] = set()
    for func in funcs:
        ranges = _use_ranges(func)
        for a, (first_a, last_a) in ranges.items():
            for b, (first_b, last_b) in ranges.items():
                if a == b:
                    continue
                if last_a < first_b or last_b < first_a:
                    table.allowed.add((a, b))
                else:
                    refused.add((a, b))
    table.allowed -= refused
    return table


def _use_ranges(func: Operation) -> dict[int, tuple[int, int]]:
    """First and last operation that works with the buffer of each id."""
    ranges: dict[int, tuple[int, int]] = {}
    marks = [op for op in func.walk() if op.name == "annotation.mark" and COUPLED in op.attributes]
    if not marks:
        return ranges
    numbering = Numbering(func)
    tracer = Tracer("a5")
    for mark in marks:
        attribute = mark.attributes[COUPLED]
        alloc = tracer.alloc(mark.operands[0]) if mark.operands else None
        if alloc is None or not isinstance(attribute, DialectAttr):
            continue
        id = coupled_id(attribute)
        numbers = [numbering.number[alloc], *_user_numbers(alloc.results[0], numbering)]
        first, last = min(numbers), max(numbers)
        if id in ranges:
            first, last = min(first, ranges[id][0]), max(last, ranges[id][1])
        ranges[id] = (first, last)
    return ranges


def _user_numbers(value: Value, numbering: Numbering) -> list[int]:
    """Numbers of the users of a value and, through results that are memrefs, of their users."""
    numbers: list[int] = []
    seen: set[Value] = set()
    pending = [value]
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        for user in value.users:
            numbers.append(numbering.number[user])
            pending += [r for r in user.results if isinstance(r.type, MemRefType | UnrankedMemRefType)]
    return numbers
