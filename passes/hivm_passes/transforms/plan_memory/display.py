"""The record of ``enable-memory-display``, byte for byte the file that the compiler writes (A2 and A3)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hivm_passes.analysis.tracing import Tracer
from hivm_passes.ir.attributes import IntegerAttr, StringAttr
from hivm_passes.ir.types import I1
from hivm_passes.transforms.plan_memory.op_roles import op_role, temps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.plan_memory.report import FunctionPlan, SlotPlan, SpacePlan


TEMPORARY = "is_tmpbuf"
"""The attribute that says that an allocation is a temporary buffer of some operation."""


def mark_temporaries(func: Operation) -> None:
    """Give the allocations of temporary buffers their mark, as the compiler does for the sake of the record."""
    tracer = Tracer("a3")
    for op in func.walk():
        role = op_role("a3", op.name)
        if role.structured:
            for value in temps(op, role):
                alloc = tracer.alloc(value)
                if alloc is not None:
                    alloc.set_attribute(TEMPORARY, IntegerAttr(1, I1))


def file_name(func: Operation) -> str:
    """The file that the compiler writes into the working directory, by the kind of core that runs the function."""
    kind = getattr(func.attributes.get("hivm.func_core_type"), "body", None)
    return f"memory_info_{kind.lower()}.json" if kind in ("AIC", "AIV") else "memory_info.json"


def display_record(plan: FunctionPlan, text: Callable[[Operation], str], location: Callable[[Operation], str]) -> str:
    """The file's content. ``text`` prints an allocation as it stands in the function, ``location`` its ``loc(...)``.

    Both are asked about allocations of the planned IR, before rewriting.
    """
    name = plan.func.attributes.get("sym_name")
    failed = next((i for i, s in enumerate(plan.spaces) if s.overflow is not None and s.overflow.reported), None)
    spaces: list[dict[str, Any]] = []
    for number, space in enumerate(plan.spaces if plan.options.mode == "local" else ()):
        entry = _space(plan, space, text, location, placed=failed is None or number <= failed)
        # A space that fails is recorded at once, all others at the end.
        spaces.insert(0 if entry["status"] == "fail" else len(spaces), entry)
    record = {"Header": {"KernelName": name.value if isinstance(name, StringAttr) else plan.name}, "Record": spaces}
    return json.dumps(record, indent=2, sort_keys=True, ensure_ascii=False)


def _space(
    plan: FunctionPlan,
    space: SpacePlan,
    text: Callable[[Operation], str],
    location: Callable[[Operation], str],
    *,
    placed: bool,
) -> dict[str, Any]:
    """One entry of ``Record``; spaces that the compiler did not get to have address 0 everywhere."""
    # A space with one slot is never marked as failed, whatever its size.
    overflow = space.overflow if placed and space.overflow is not None and space.strategy != "single" else None
    slots = {s.id: s for s in plan.slots}
    entries: list[dict[str, Any]] = []
    order = [slots[slot_id] for slot_id, _ in space.order]
    heads = sorted({s.id: s for s in order}.values(), key=lambda s: s.id)
    if not placed or (overflow is None and order and order[0] is not heads[0]):
        # The record hangs on the slot that was listed first. Placing by levels hangs its order on the slot that it
        # places first; unless that is the same one, the record shows slots as listed, further copies last.
        order = [*heads, *(s for s in heads for _ in range(s.copies - 1))]
    for position, slot in enumerate(order):
        # The first slot shows its owner alone.
        members = (slot.owner,) if position == 0 else slot.members
        addresses = slot.addresses if placed else (0,) * max(slot.copies, 1)
        entries += [_buffer(plan, slot, m, addresses, text, location) for m in members]
    return {
        "error_info": overflow.message if overflow is not None else "",
        "memory_info_array": entries,
        "scope": space.space,
        "status": "fail" if overflow is not None else "success",
    }


def _buffer(
    plan: FunctionPlan,
    slot: SlotPlan,
    index: int,
    addresses: Sequence[int],
    text: Callable[[Operation], str],
    location: Callable[[Operation], str],
) -> dict[str, Any]:
    buffer = plan.buffers[index]
    start, end, _ = slot.lives[0]
    return {
        "alloc_time_in_ir": start,
        "buffer": text(buffer.op),
        "extent": -(-slot.bits // 8) * 8,
        "is_tmpbuf": TEMPORARY in buffer.op.attributes,
        "life_time_in_ir": [start, end],
        "offset": [-(-a // 8) for a in addresses],
        "source_location": location(buffer.op),
    }
