"""PlanMemory: addresses for on-chip buffers and workspace.

``hivm-plan-memory`` normalises loops (A2 and A3), plans, and writes the plan into the IR. A plan is also of use alone:
``plan_only`` gives the plans of a module without writing them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.core import name_span
from hivm_passes.passes import Build, Pass, PassContext, PassResult, merge_results, option
from hivm_passes.records import dataclass
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter
from hivm_passes.transforms.plan_memory.diagnose import UNWRITTEN, broken_use, diagnose, unwritten
from hivm_passes.transforms.plan_memory.normalize_loops import LOOPS, normalize_loop, separate_at
from hivm_passes.transforms.plan_memory.options import DEFAULT_SIMT_VF_KIB, PlanOptions
from hivm_passes.transforms.plan_memory.planner import is_planned, plan_function, plan_module
from hivm_passes.transforms.plan_memory.rewrite import edit_function, rewrite_function
from hivm_passes.transforms.plan_memory.target import module_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.core import Operation
    from hivm_passes.targets import Target
    from hivm_passes.transforms.plan_memory.report import FunctionPlan

LOCAL_MODE = "local-mem-plan"
WORKSPACE_MODE = "global-work-space-plan"
NO_OWNER = "hivm.plan-memory.no-coupled-owner"


@dataclass(frozen=True, slots=True, eq=False)
class LoopCopies:
    """A loop that normalisation changed, and the positions of the iteration arguments that it now yields."""

    loop: Operation
    indices: tuple[int, ...]


@dataclass(frozen=True)
class PlanMemoryPass(Pass):
    """The pass. Its report is the plans of the functions, in order."""

    mem_plan_mode: str = option(
        "mem-plan-mode",
        LOCAL_MODE,
        "which buffers to place: memref.alloc or memref_ext.alloc_workspace",
        choices=(LOCAL_MODE, WORKSPACE_MODE),
    )
    enable_global_workspace_reuse: bool = option(
        "enable-global-workspace-reuse", False, "let workspace buffers with disjoint lives share bytes"
    )
    restrict_inplace_as_isa: bool = option(
        "restrict-inplace-as-isa", False, "overwrite inputs only where the instruction itself may"
    )
    enable_memory_display: bool = option(
        "enable-memory-display", False, "write memory_info.json into the working directory", builds=("a3",)
    )
    disable_tightly_coupled_buffer_reuse: bool = option(
        "disable-tightly-coupled-buffer-reuse", False, "coupled buffers share with no other", builds=("a5",)
    )
    disable_vf_reachable_check: bool = option(
        "disable-vf-reachable-check", False, "overwrite arguments of vector functions more freely", builds=("a5",)
    )
    enable_print_memory_allocated_size: bool = option(
        "enable-print-memory-allocated-size", False, "print the size of UB used by each function", builds=("a5",)
    )
    simt_vf_dynamic_size: int = option(
        "simt-vf-dynamic-size", DEFAULT_SIMT_VF_KIB, "UB of SIMT and MIX functions in KiB", builds=("a5",)
    )

    name: ClassVar[str] = "hivm-plan-memory"
    class_name: ClassVar[str] = "PlanMemory"
    summary: ClassVar[str] = "give every on-chip buffer (or workspace buffer) its address"

    @classmethod
    def anchor(cls, build: Build) -> str:
        return "func.func" if build == "a3" else "builtin.module"

    def plan_options(self, module: Operation | None, build: Build, assumed: Target | None = None) -> PlanOptions:
        """The planner's options for a module; ``assumed`` is the target of one that does not describe its device."""
        return PlanOptions(
            tool=build,
            mode="local" if self.mem_plan_mode == LOCAL_MODE else "workspace",
            workspace_reuse=self.enable_global_workspace_reuse,
            restrict_inplace_as_isa=self.restrict_inplace_as_isa,
            disable_tightly_coupled_buffer_reuse=self.disable_tightly_coupled_buffer_reuse,
            disable_vf_reachable_check=self.disable_vf_reachable_check,
            simt_vf_dynamic_size=self.simt_vf_dynamic_size,
            target=None if module is None else module_memory(module, build, assumed),
        )

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if context.build == "a3":
            return self._apply_a3(op, context)
        return self._apply_a5(op, context)

    def plan_only(
        self, module: Operation, build: Build, assumed: Target | None = None, only: Sequence[Operation] | None = None
    ) -> tuple[tuple[FunctionPlan, ...], tuple[Diagnostic, ...]]:
        """The plans of the functions directly inside ``module``, which stays as it is, and what there is to say.

        ``only`` chooses functions.
        """
        options = self.plan_options(module, build, assumed)
        if build == "a5" or options.mode == "workspace":
            plans = tuple(p for p in plan_module(module, options) if only is None or p.func in only)
            return plans, tuple(d for p in plans for d in diagnose(p))
        found: list[FunctionPlan] = []
        diagnostics: list[Diagnostic] = []
        for func in only if only is not None else _planned_functions(module, build):
            copy = func.clone()
            _, refused = tidy(copy)
            plan = plan_function(copy, options)
            found.append(plan)
            diagnostics += [*map(_unsupported, refused), *diagnose(plan)]
        return tuple(found), tuple(diagnostics)

    # --- A2 and A3: function by function ------------------------------------------------------------------------

    def _apply_a3(self, func: Operation, context: PassContext) -> PassResult:
        if not is_planned(func, "a3"):
            return PassResult(func, changed=False)
        options = self.plan_options(func, "a3")
        planned, copies, refused = func, [], []
        if options.mode == "local":
            planned = func if context.exact else func.clone()
            copies, refused = tidy(planned)
        if self.enable_memory_display and planned is func:
            from hivm_passes.transforms.plan_memory.display import mark_temporaries

            mark_temporaries(func)
        plan = plan_function(planned, options)
        files = self._display(plan, context) if self.enable_memory_display else {}
        diagnostics = tuple(_unsupported(op) for op in refused)
        if not plan.succeeded:
            return PassResult(func, True, True, (*diagnostics, *diagnose(plan)), (plan,), files)
        if planned is not func:
            _repeat_copies(copies)
        result = _write(func, plan, options, context)
        return PassResult(func, True, result.failed, (*diagnostics, *result.diagnostics), (plan,), files)

    def _display(self, plan: FunctionPlan, context: PassContext) -> dict[str, str]:
        from hivm_passes.ir.printing import CanonicalNames, print_operation
        from hivm_passes.transforms.plan_memory.display import display_record, file_name

        names = CanonicalNames(plan.func)
        record = display_record(plan, lambda op: print_operation(op, names, build="a3"), context.location)
        return {file_name(plan.func): record}

    # --- A5: all functions of a module --------------------------------------------------------------------------

    def _apply_a5(self, module: Operation, context: PassContext) -> PassResult:
        options = self.plan_options(module, "a5", context.target)
        plans = plan_module(module, options)
        failed = next((i for i, p in enumerate(plans) if not _goes_on(p)), None)
        printed = self._allocated_sizes(plans if failed is None else plans[:failed])
        if failed is not None:
            # The compiler stops at the first function that fails and writes nothing.
            plan = plans[failed]
            return PassResult(module, False, True, diagnose(plan), plans[: failed + 1], output=printed)
        results = [_write(plan.func, plan, options, context) for plan in plans]
        merged = merge_results(module, results)
        # What only the verifier finds comes after everything that rewriting says.
        order = sorted(merged.diagnostics, key=lambda d: d.code == NO_OWNER)
        broken = merged.failed or not all(p.succeeded for p in plans)
        return PassResult(module, bool(plans), broken, tuple(order), plans, output=printed)

    def _allocated_sizes(self, plans: tuple[FunctionPlan, ...]) -> str:
        if not self.enable_print_memory_allocated_size:
            return ""
        sizes = [s.high_water for p in plans for s in p.spaces if s.space == "ub"]
        return "".join(f"[AscendNPU IR] Allocated UB size = {size} bits \n" for size in sizes)


def tidy(func: Operation) -> tuple[list[LoopCopies], list[Operation]]:
    """What the A3 tool does to a function before it plans local buffers, in place: clean-up and loop normalisation.

    Returns the loops changed and the operations at which the compiler says ``Unsupported block op type``.
    """
    changed: list[LoopCopies] = []
    refused: list[Operation] = []

    def note(op: Operation) -> None:
        if op not in refused:
            refused.append(op)

    def pattern(op: Operation, rewriter: Rewriter) -> bool:
        indices = normalize_loop(op, rewriter, note)
        if indices:
            changed.append(LoopCopies(op, indices))
        return bool(indices)

    apply_patterns_greedily(func, (RewritePattern("normalize-loop", pattern, tuple(LOOPS)),), build="a3")
    return changed, refused


def _goes_on(plan: FunctionPlan) -> bool:
    """Whether the compiler goes on to the next function, and to rewriting."""
    return all(f.exit == "success" or f.code == NO_OWNER for f in plan.failures)


def _planned_functions(module: Operation, build: Build) -> list[Operation]:
    return [o for r in module.regions for b in r.blocks for o in b.operations if is_planned(o, build)]


def _repeat_copies(copies: list[LoopCopies]) -> None:
    """Do to the loops of the user's text what normalisation did to those of a tidied copy."""
    for change in copies:
        if change.loop.origin is not None:
            separate_at(change.loop.origin, change.indices, Rewriter())


def _write(func: Operation, plan: FunctionPlan, options: PlanOptions, context: PassContext) -> PassResult:
    """Write a plan into its function (or into the function that the planned one is a copy of)."""
    if context.exact:
        outcome = rewrite_function(func, plan.addresses, options.tool, options.mode)
    else:
        addresses = {_in_function(op, plan.func is func): a for op, a in plan.addresses.items()}
        outcome = edit_function(
            func, {op: a for op, a in addresses.items() if op is not None}, options.tool, options.mode
        )
    reported = [d for d in diagnose(plan) if d.code != UNWRITTEN]
    borrowed = {f.op for f in plan.failures if f.code == NO_OWNER}
    reported += [unwritten(op) for op in outcome.unwritten if op not in borrowed]
    reported += [broken_use(op, operand) for op, operand in outcome.broken]
    return PassResult(func, failed=bool(outcome.broken), diagnostics=tuple(reported))


def _in_function(op: Operation, same: bool) -> Operation | None:
    return op if same else op.origin


def _unsupported(op: Operation) -> Diagnostic:
    return Diagnostic("error", "hivm.plan-memory.loop-argument", "Unsupported block op type", name_span(op))


PASSES = (PlanMemoryPass,)
