"""Running the planner on text, for tests."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from hivm_passes.dialects.registry import operand_group
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.parsing import parse_module
from hivm_passes.targets import target as target_by_name
from hivm_passes.transforms.plan_memory import PlanMemoryPass

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.passes import Build
    from hivm_passes.transforms.plan_memory.report import FunctionPlan

_FIELDS = {
    "mem-plan-mode": "mem_plan_mode",
    "enable-global-workspace-reuse": "enable_global_workspace_reuse",
    "restrict-inplace-as-isa": "restrict_inplace_as_isa",
    "disable-tightly-coupled-buffer-reuse": "disable_tightly_coupled_buffer_reuse",
    "disable-vf-reachable-check": "disable_vf_reachable_check",
    "simt-vf-dynamic-size": "simt_vf_dynamic_size",
}


def _value(text: str) -> Any:
    return {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)


def pass_with(options: str) -> PlanMemoryPass:
    """The pass with options as they are written on a command line."""
    pairs = (word.split("=", 1) for word in options.split())
    return PlanMemoryPass(**{_FIELDS[key]: _value(value) for key, value in pairs})


def plan_text(text: str, target: str = "a3", options: str = "") -> tuple[FunctionPlan, ...]:
    """The plans of all functions of a module.

    ``target`` is ``a3``, the name of an SoC for the A5 tool, or ``none`` for the A5 tool without a target.
    """
    build: Build = "a3" if target == "a3" else "a5"
    module = parse_module(text, build=build).module
    plans, _ = pass_with(options).plan_only(module, build, target_by_name(target))
    return plans


@cache
def cached_plans(text: str, target: str, options: str) -> tuple[FunctionPlan, ...]:
    """``plan_text``, remembering the answer."""
    return plan_text(text, target, options)


def place(op: Operation, text: str) -> str:
    """``line:column`` of the name of an operation, as the compiler locates it; ``new`` for an inserted one."""
    source = op.source
    if source is None:
        return "new"
    before = text.encode()[: source.name.start].decode()
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def addresses(plans: tuple[FunctionPlan, ...], text: str) -> dict[str, list[int]]:
    """Addresses in bytes by the place of the allocation, those that workspace came with included."""
    found = {
        place(op, text): list(given) for plan in plans for op, given in plan.addresses.items() if op.results[0].has_uses
    }
    for plan in plans:
        for buffer in plan.buffers:
            if buffer.fixed:
                constants = [value.defining_op for value in operand_group(buffer.op, "offset")]
                given = [c.attributes["value"] for c in constants if c is not None]
                found[place(buffer.op, text)] = [a.value for a in given if isinstance(a, IntegerAttr)]
    return found


def by_name(plan: FunctionPlan) -> dict[str, tuple[int, ...]]:
    """Addresses in bytes by the name of the buffer."""
    return {b.name.removeprefix("%"): b.offsets for b in plan.buffers}


def lives(plan: FunctionPlan) -> dict[str, tuple[int, int] | None]:
    """Life of the slot by the name of the buffer."""
    return {b.name.removeprefix("%"): b.life for b in plan.buffers}
