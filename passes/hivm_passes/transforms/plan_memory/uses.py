"""Who needs a buffer's contents, and why it is freed where it is: for reports, not for planning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.transforms.plan_memory.buffers import NEVER
from hivm_passes.transforms.plan_memory.op_roles import VIEWS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.analysis.liveness import Numbering
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.transforms.plan_memory.alias_table import AliasTable
    from hivm_passes.transforms.plan_memory.buffers import Buffer
    from hivm_passes.transforms.plan_memory.report import KillReason, PlanEvent

PASSING: Final = VIEWS | {"scf.yield", "scf.condition", "scope.return", "cf.br", "cf.cond_br", "annotation.mark"}
"""Operations that hand a buffer on without reading it."""

_HOLDING: Final[dict[str, KillReason]] = {
    "scf.for": "end of loop",
    "scf.while": "end of loop",
    "scf.if": "end of branch",
    "scope.scope": "end of scope",
}


def names_of(table: AliasTable, value: Value) -> list[Value]:
    """The value and all its aliases."""
    tracked = table.find(value)
    if tracked is None or tracked.group is None:
        return [value]
    return [member.value for member in tracked.group.members]


def last_reader(values: Iterable[Value], numbering: Numbering) -> Operation | None:
    """The last operation that works with one of these values, not merely passes it on."""
    last = -1
    for value in values:
        for number in reversed(numbering.use_numbers.get(value, ())):
            if number <= last:
                break
            if numbering.ops[number].name not in PASSING:
                last = number
                break
    return numbering.ops[last] if last >= 0 else None


def kill_reason(buffer: Buffer, events: list[PlanEvent]) -> tuple[KillReason, Operation | None]:
    """Why a buffer is freed where it is, and the operation that held it until then."""
    if buffer.gen is None:
        return "unwritten", None
    if buffer.kill == NEVER:
        return "never", None
    event = events[buffer.kill]
    reason = _HOLDING.get(event.op.name) if event.role else None
    if reason is not None:
        return reason, event.op
    return ("mark" if event.op.name == "annotation.mark" else "last use"), None
