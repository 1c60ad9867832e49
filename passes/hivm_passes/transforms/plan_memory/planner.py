"""Plans the buffers of a function or a module (PlanMemory). Returns data; never raises on any input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.buffer_loops import LoopFinder
from hivm_passes.analysis.tracing import Tracer
from hivm_passes.records import dataclass
from hivm_passes.transforms.plan_memory.assemble import Findings, assemble, couple, stop_failure, stopped_plan
from hivm_passes.transforms.plan_memory.attempts import Problem, run_attempts
from hivm_passes.transforms.plan_memory.buffers import PlanStoppedError
from hivm_passes.transforms.plan_memory.classes import Classes, find_classes
from hivm_passes.transforms.plan_memory.coupled import CoupledTable, borrowed_spaces, coupled_table, owned_spaces
from hivm_passes.transforms.plan_memory.events import EventWalk
from hivm_passes.transforms.plan_memory.inplace import InplaceRules
from hivm_passes.transforms.plan_memory.options import A3_TARGET, LOCAL_SPACES
from hivm_passes.transforms.plan_memory.quirks import QuirkFinder
from hivm_passes.transforms.plan_memory.report import PlanFailure
from hivm_passes.transforms.plan_memory.vector_functions import FunctionCalls, VectorCalls

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.plan_memory.attempts import Placed
    from hivm_passes.transforms.plan_memory.options import MemoryTarget, PlanOptions
    from hivm_passes.transforms.plan_memory.report import Cure, FunctionPlan

WORKSPACE_ALIGNMENT: Final = {"a3": 256, "a5": 0}
"""In bits; 0 means that sizes are exact."""

_KIB_BITS: Final = 8192


def is_planned(func: Operation, tool: str) -> bool:
    """Whether the compiler plans a function: not a declaration, not host code, on A5 no vector function."""
    if func.name != "func.func" or not func.regions or not func.regions[0].blocks:
        return False
    if getattr(func.attributes.get("hacc.function_kind"), "body", None) == "HOST":
        return False
    return not (tool == "a5" and "hivm.vector_function" in func.attributes)


def plan_function(func: Operation, options: PlanOptions) -> FunctionPlan:
    """Plan one function. A3 local mode expects loop normalisation to have run on it.

    On A5 a function with coupled buffers or calls of vector functions depends on its module: use ``plan_module``.
    """
    return _plan(func, options, _Surroundings(VectorCalls(None, False), CoupledTable()))


def plan_module(module: Operation, options: PlanOptions) -> tuple[FunctionPlan, ...]:
    """Plan every function directly inside a module that the compiler plans, in order.

    On A5 the compiler stops at the first function that fails; here the others are planned all the same.
    """
    funcs = [op for region in module.regions for block in region.blocks for op in block.operations]
    funcs = [op for op in funcs if is_planned(op, options.tool)]
    if options.tool == "a3":
        surroundings = _Surroundings(VectorCalls(None, False), CoupledTable())
        return tuple(_plan(func, options, surroundings) for func in funcs)
    surroundings = _Surroundings(VectorCalls(module, options.disable_vf_reachable_check), coupled_table(funcs))
    return couple(tuple(_plan(func, options, surroundings) for func in funcs))


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What a function's plan depends on outside of it (A5)."""

    calls: VectorCalls
    coupled: CoupledTable


def _plan(func: Operation, options: PlanOptions, surroundings: _Surroundings) -> FunctionPlan:
    target = A3_TARGET if options.tool == "a3" else options.target
    if target is None:
        text = "the module has no NPU device description, without which the compiler fails silently"
        failure = PlanFailure("hivm.plan-memory.no-target", text, func, "silent", located=False)
        return stopped_plan(func, options, [failure])
    try:
        return _plan_for(func, options, target, surroundings)
    except PlanStoppedError as error:
        return stopped_plan(func, options, [stop_failure(error)])


def _plan_for(func: Operation, options: PlanOptions, target: MemoryTarget, surroundings: _Surroundings) -> FunctionPlan:
    tracer = Tracer(options.tool)
    walk = EventWalk(func, options, tracer, owned_spaces(func), borrowed_spaces(func))
    lives = walk.run()
    local = options.mode == "local"
    calls = FunctionCalls(surroundings.calls, tracer) if options.tool == "a5" else None
    rules = InplaceRules(options, lives, walk.table, tracer, calls)
    classes = find_classes(func, options.tool, target.arch, tracer) if local else Classes()
    buffers = lives.buffers

    def may_share(a: int, b: int) -> bool:
        return surroundings.coupled.may_share(buffers[a].coupled_id, buffers[b].coupled_id)

    problem = Problem(
        func,
        lives,
        rules,
        classes,
        LoopFinder(options.tool),
        options,
        _capacities(func, options, target),
        {space: target.alignment(space) for space in LOCAL_SPACES} | {"gm": WORKSPACE_ALIGNMENT[options.tool]},
        may_share,
    )
    attempt, outcome = run_attempts(problem)
    quirks = QuirkFinder(problem, walk.table, walk.numbering, tracer, outcome).find()

    def cures(placed: Placed) -> tuple[Cure, ...]:
        from hivm_passes.transforms.plan_memory.cures import CureFinder

        return CureFinder(problem, walk.table, tracer, calls).find(placed)

    return assemble(Findings(problem, walk.table, walk.numbering, attempt, outcome, cures, quirks))


def _capacities(func: Operation, options: PlanOptions, target: MemoryTarget) -> dict[str, int]:
    """Capacities in bits; SIMT and MIX functions of reg-based targets get only part of UB."""
    capacities = {space: target.capacity(space) for space in LOCAL_SPACES}
    mode = getattr(func.attributes.get("hivm.vf_mode"), "body", None)
    if options.tool == "a5" and target.arch == "reg-based" and mode in {"SIMT", "MIX"}:
        least = (target.ub - target.max_d_cache) // _KIB_BITS
        most = (target.ub - target.min_d_cache) // _KIB_BITS
        size = options.simt_vf_dynamic_size
        if not least <= size <= most:
            raise PlanStoppedError(
                "hivm.plan-memory.simt-size",
                f"PlanMemory Fail : SimtVFDynamicSize have to in range [{least}, {most}], but got {size}!",
                func,
                exit="error",
            )
        capacities["ub"] = size * _KIB_BITS
    return capacities
