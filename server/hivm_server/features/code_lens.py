"""Code lenses: above each function, how full its memories are; a click opens the memory map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from hivm_passes.ir.types import MemRefType
from hivm_passes.memory_pipeline import ALIGN
from hivm_passes.transforms.enable_stride_align.report import FunctionAlignment
from hivm_server.features.memory_facts import space_name, usage
from hivm_server.features.ranges import position, range_of
from hivm_server.features.type_facts import byte_size
from hivm_server.memory_map.facts import size
from hivm_server.workspace.analysis import cast_addresses

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.targets import Target
    from hivm_server.features.view import FunctionFacts, View
    from hivm_server.workspace.analysis import FunctionResult

OPEN_MAP: Final = "hivm.openMemoryMap"
"""The client's command: arguments are the document's URI and a position in the function."""


def code_lenses(view: View) -> list[types.CodeLens]:
    """The lenses of a document."""
    text = view.snapshot.text
    lenses: list[types.CodeLens] = []
    for item in view.snapshot.outline.functions():
        facts = view.facts(item)
        title = None if facts is None else _title(facts)
        if facts is None or title is None:
            continue
        start, end = item.start + item.content.name_start, item.start + item.content.name_end
        has_map = facts.function is not None and bool(facts.function.plans)
        command = OPEN_MAP if has_map else ""
        arguments = [view.snapshot.uri, position(text, start)] if has_map else None
        lenses.append(types.CodeLens(range_of(text, start, end), types.Command(title, command, arguments=arguments)))
    return lenses


def _title(facts: FunctionFacts) -> str | None:
    function = facts.function
    if function is None:
        return None
    parts = [_not_yet(len(function.unplaced), len(function.dynamic))] if function.stage == "early" else []
    for plan in function.plans:
        parts += [usage(space) for space in plan.spaces if space.high_water or space.overflow]
        if plan.status == "failed":
            parts.append("no memory plan: see the error")
    if parts and function.plan is not None and function.stage != "early":
        parts += _after(facts, function)
    if not parts and function.casts:
        parts = planned_use(function.casts, facts.result.target)
    return ", ".join(parts) or None


def _after(facts: FunctionFacts, function: FunctionResult) -> list[str]:
    """What was done on the way to the plan, as far as it changed sizes: alignment and scratch."""
    run, stage = facts.result.analysis.run, facts.result.analysis.stages.get(function.func)
    if run is None or run.failed or stage is None:
        return []
    names = {step.entry.name for step in run.steps}
    padding = sum(
        sum(r.padding_per_space().values())
        for r in run.reports(ALIGN)
        if isinstance(r, FunctionAlignment) and r.func.written is function.func
    )
    parts = [f"{size(padding)} of it padding"] if padding else []
    done = [text for name, text in _DONE if name in names]
    return [*parts, f"from {stage}: after {', '.join(done)}"] if done else parts


_DONE: Final = (
    (ALIGN, "storage alignment"),
    ("hivm-flatten-ops", "flattening"),
    ("hivm-alloc-extra-buffer", "scratch buffers"),
)


def _not_yet(unplaced: int, dynamic: int) -> str:
    reasons: list[str] = []
    if unplaced:
        reasons.append(f"{unplaced} {_buffers(unplaced)} without address space")
    if dynamic:
        reasons.append(f"{dynamic} {_buffers(dynamic)} without fixed size")
    return f"memory not planned yet: {', '.join(reasons)}"


def _buffers(count: int) -> str:
    return "buffer" if count == 1 else "buffers"


def planned_use(casts: tuple[Operation, ...], target: Target) -> list[str]:
    """How far the addresses of planned buffers reach, per memory."""
    reach: dict[str, int] = {}
    for op in casts:
        type, addresses = op.results[0].type, cast_addresses(op)
        if isinstance(type, MemRefType) and type.address_space is not None and addresses:
            reach.setdefault(type.address_space, 0)
            end = max(addresses) + (byte_size(type) or 0)
            reach[type.address_space] = max(reach[type.address_space], end)
    parts: list[str] = []
    for space, end in sorted(reach.items()):
        capacity = target.capacity(space)
        limit = "" if capacity is None else f" of {size(capacity // 8)} ({100 * 8 * end // capacity} %)"
        parts.append(f"{space_name(space)} {size(end)}{limit}")
    return parts
