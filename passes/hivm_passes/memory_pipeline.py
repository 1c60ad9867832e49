"""The memory pipeline: from the stage at which a text is to the plan, as the compiler's own pipeline gets there.

The order is that between bufferization and the plan; passes that only clean up are left out, since no plan depends on
them. A function that is past a stage is not taken through it again where that would change it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.stage import ALIGNED, PLANNABLE, UNSCOPED, Stage, stage_of
from hivm_passes.ir.attributes import StringAttr
from hivm_passes.passes import BUILDS, Build, PassContext
from hivm_passes.pipeline import Nested, make_pass, nest
from hivm_passes.records import dataclass
from hivm_passes.transforms.alloc_extra_buffer import PRESENT
from hivm_passes.transforms.set_buffer_size import UNSIZED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.ir.core import Operation
    from hivm_passes.passes import Pass, PassResult
    from hivm_passes.targets import Target

PLAN: Final = "hivm-plan-memory"
ALIGN: Final = "hivm-enable-stride-align"
SCOPES: Final = "hivm-infer-mem-scope"
_QUIET: Final = frozenset({PRESENT, UNSIZED})
"""What is news for who runs a pass, but not for who edits a text."""


@dataclass(frozen=True, slots=True)
class Step:
    """A pass of the pipeline. ``aligns``: not for functions whose storage is aligned already (A5)."""

    name: str
    options: str = ""
    builds: tuple[Build, ...] = BUILDS
    aligns: bool = False


def _aggregated(phase: str, builds: tuple[Build, ...] = BUILDS) -> Step:
    return Step("hivm-aggregated-decompose-op", f"decompose-phase={phase}", builds)


STEPS: Final = (
    Step("hivm-decompose-op"),
    Step("hivm-infer-mem-scope"),
    Step("hivm-decompose-op"),
    _aggregated("before-hivm-align"),
    _aggregated("after-hivm-recognize-deinterleave", ("a3",)),
    _aggregated("after-hivm-recognize-broadcast"),
    Step("hivm-align-alloc-size", aligns=True),
    Step("hivm-pre-mark-stride-align", builds=("a5",), aligns=True),
    Step("hivm-mark-stride-align", aligns=True),
    Step("fold-alloc-reshape", aligns=True),
    Step("hivm-enable-stride-align", aligns=True),
    _aggregated("after-hivm-align"),
    _aggregated("after-infer-hivm-data-layout"),
    Step("hivm-auto-infer-buffer-size"),
    Step("hivm-constantize-buffer-size"),
    Step("hivm-set-buffer-size"),
    Step("hivm-flatten-ops"),
    _aggregated("after-hivm-flatten-ops"),
    _aggregated("after-hivm-lift-lowest-stride", ("a3",)),
    Step("hivm-alloc-extra-buffer"),
    Step("hivm-infer-mem-scope"),
    Step("hivm-inline-load-copy", builds=("a3",)),
)
"""All that comes in front of the plan."""

_FIRST: Final[dict[Stage, int]] = {
    "marked": next(i for i, step in enumerate(STEPS) if step.name == "fold-alloc-reshape"),
    "extra buffers, not scoped": len(STEPS) - 2,
    "extra buffers": len(STEPS) - 1,
}
"""Where functions at these stages go on; others start at the beginning."""


@dataclass(frozen=True, slots=True, eq=False)
class StepResult:
    """What a pass did to the module: ``changed`` tells whether anything is different afterwards."""

    entry: Pass
    result: PassResult


@dataclass(frozen=True, slots=True, eq=False)
class PipelineRun:
    """A run up to the plan, which is not part of it.

    ``module`` is a changed clone that holds only what can be planned (functions whose buffers get no memory space, for
    lack of any hint, cannot); ``stages`` are those of the functions of the
    original, by function. ``failed`` tells that a pass stopped.
    """

    module: Operation
    stages: dict[Operation, Stage]
    steps: tuple[StepResult, ...]
    failed: bool = False

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the passes said that concerns the text, in order, every message once."""
        found: dict[tuple[str, int, str], Diagnostic] = {}
        for step in self.steps:
            for d in step.result.diagnostics:
                if d.code not in _QUIET:
                    found.setdefault((d.code, d.span.start, d.text), d)
        return tuple(found.values())

    def reports(self, name: str) -> tuple[object, ...]:
        """What the pass called ``name`` reported, over all its runs."""
        return tuple(r for step in self.steps if step.entry.name == name for r in step.result.report)


def stages_of(module: Operation, build: Build) -> dict[Operation, Stage]:
    """The stages of the functions with a body directly inside ``module``, host code and vector functions left out."""
    return {op: stage_of(op, build) for op in _functions(module) if _is_device(op)}


def steps_for(stages: Iterable[Stage], build: Build, *, align: bool = True) -> list[Pass]:
    """The passes in front of the plan for functions at these stages; ``align=False`` leaves storage alignment out."""
    reached = set(stages) & PLANNABLE
    if not reached:
        return []
    align = align and (build == "a3" or bool(reached - ALIGNED))
    first = min(_FIRST.get(stage, 0) for stage in reached)
    return [
        make_pass(step.name, step.options, build)
        for step in STEPS[first:]
        if build in step.builds and (align or not step.aligns)
    ]


def whole_pipeline(module: Operation, build: Build) -> Nested:
    """The pipeline of a module as it stands, the plan included: from its earliest function on."""
    return nest([*steps_for(stages_of(module, build).values(), build), make_pass(PLAN, "", build)], build)


def run_memory_pipeline(
    module: Operation,
    build: Build,
    target: Target | None = None,
    only: Sequence[Operation] | None = None,
    check: Callable[[], None] = lambda: None,
    *,
    align: bool = True,
) -> PipelineRun:
    """Run the passes in front of the plan on a clone of ``module``.

    ``target`` is the SoC of a module that names none; ``only`` chooses functions; ``check`` is called between passes
    and may raise to stop. ``align=False`` leaves storage alignment out.
    """
    stages = stages_of(module, build)
    wanted = [f for f, stage in stages.items() if stage in PLANNABLE and (only is None or f in only)]
    copy = module.clone()
    _keep(copy, wanted, stages)
    if build == "a5" and target is not None and "hacc.target" not in copy.attributes:
        describe = make_pass("hacc-append-device-spec", f"target={target.name}", build)
        describe.apply(copy, PassContext(build))
    context = PassContext(build, target=target)
    steps: list[StepResult] = []
    for entry in steps_for((stages[f] for f in wanted), build, align=align):
        check()
        if entry.anchor(build) == copy.name:
            results = [entry.apply(copy, context)]
        else:
            results = [entry.apply(f, context) for f in _functions(copy)]
        steps += [StepResult(entry, r) for r in results]
        if entry.name == SCOPES:
            for func in _functions(copy):
                if stage_of(func, build) in UNSCOPED:
                    _declare(func)
        if any(r.failed for r in results):
            return PipelineRun(copy, stages, tuple(steps), failed=True)
    return PipelineRun(copy, stages, tuple(steps))


def _functions(module: Operation) -> list[Operation]:
    return [
        op
        for region in module.regions
        for block in region.blocks
        for op in block.operations
        if op.name == "func.func" and op.regions and op.regions[0].blocks
    ]


def _is_device(func: Operation) -> bool:
    if getattr(func.attributes.get("hacc.function_kind"), "body", None) == "HOST":
        return False
    return "hivm.vector_function" not in func.attributes


def _keep(copy: Operation, wanted: Sequence[Operation], stages: dict[Operation, Stage]) -> None:
    """Make declarations of the functions that no memory pass can work on."""
    for func in _functions(copy):
        assert func.origin is not None
        stage = stages.get(func.origin, "no buffers")
        if stage != "no buffers" and func.origin not in wanted:
            _declare(func)


def _declare(func: Operation) -> None:
    """Take the body of a function away."""
    for op in [o for o in func.walk() if o is not func]:
        op.drop_operands()
    func.regions[0].blocks.clear()
    func.set_attribute("sym_visibility", StringAttr("private"))
