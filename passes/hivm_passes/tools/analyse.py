"""Everything there is to say about one text: the one entry of the editor and of ``hivm check``.

A text is a module that the compiler could read by itself; equal texts and settings give equal results, and places are
byte offsets in the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.stage import PLANNABLE, UNBLOCKED, UNSCOPED, stage_of
from hivm_passes.analysis.stride_alignment import misalignment_diagnostics
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.core import Operation, Span, name_span
from hivm_passes.ir.parsing import parse_file, parse_module
from hivm_passes.ir.types import MemRefType, TensorType, UnrankedTensorType
from hivm_passes.ir.verifier import verify
from hivm_passes.memory_pipeline import ALIGN, run_memory_pipeline
from hivm_passes.records import dataclass, field, replace
from hivm_passes.targets import default_target, guess_build, target
from hivm_passes.transforms.auto_blockify_parallel_loop.preconditions import COUNT, MARK, examine
from hivm_passes.transforms.enable_stride_align.report import FunctionAlignment
from hivm_passes.transforms.plan_memory import WORKSPACE_MODE, PlanMemoryPass
from hivm_passes.transforms.plan_memory.diagnose import OVERFLOW, size
from hivm_passes.transforms.plan_memory.options import LOCAL_SPACES
from hivm_passes.transforms.plan_memory.planner import is_planned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from hivm_passes.analysis.stage import Stage
    from hivm_passes.ir.parsing import ParsedModule
    from hivm_passes.memory_pipeline import PipelineRun
    from hivm_passes.passes import Build
    from hivm_passes.targets import Target
    from hivm_passes.transforms.plan_memory.report import FunctionPlan, SpacePlan

NEARLY_FULL: Final = "hivm.plan-memory.nearly-full"
UNUSED: Final = "hivm.plan-memory.unused"
DYNAMIC_SIZE: Final = "hivm.plan-memory.dynamic-size"


@dataclass(frozen=True, slots=True)
class AnalysisSettings:
    """What the user may set; hashable, so that it can be part of a key.

    ``build`` is the compiler to follow (None: by the text), ``target`` the SoC of modules that name none.
    ``nearly_full`` is the share of a space, in percent, above which a hint says so.
    """

    build: Build | None = None
    target: str | None = None
    plan: PlanMemoryPass = field(default_factory=PlanMemoryPass)
    whole_pipeline: bool = True
    """Whether the passes in front of the plan run first; without them the text is planned as it stands."""
    nearly_full: float = 90.0
    allow_unregistered: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class UnitAnalysis:
    """What is known about a text. ``plans`` are those of on-chip buffers, ``workspace_plans`` those of workspace.

    Operations of plans may belong to a copy of the parsed IR; ``Operation.origin`` leads back.
    """

    parsed: ParsedModule
    diagnostics: tuple[Diagnostic, ...]
    plans: tuple[FunctionPlan, ...] = ()
    workspace_plans: tuple[FunctionPlan, ...] = ()
    stages: Mapping[Operation, Stage] = field(default_factory=dict[Operation, "Stage"])
    """How far the functions are, by function of the parsed IR."""
    run: PipelineRun | None = None
    """The passes in front of the plan, where they had to run."""

    @property
    def build(self) -> Build:
        """The compiler that was followed."""
        return self.parsed.build

    @property
    def module(self) -> Operation:
        """The parsed IR, never changed."""
        return self.parsed.module


def _no_checkpoint() -> None:
    return


def analyse(
    text: bytes, settings: AnalysisSettings | None = None, check: Callable[[], None] = _no_checkpoint
) -> UnitAnalysis:
    """Parse, verify and plan. ``check`` is called between the steps and may raise to stop."""
    settings = settings or AnalysisSettings()
    build = choose_build(text, settings)
    return analyse_parsed(
        parse_module(text, build=build, allow_unregistered=settings.allow_unregistered), settings, check
    )


def choose_build(text: bytes, settings: AnalysisSettings) -> Build:
    """The compiler that a text is for: as set, by the text's own target, by the chosen target, by its operations."""
    if settings.build is not None:
        return settings.build
    chosen = None if b"hacc.target" in text else build_for(settings.target)
    return chosen or guess_build(text)


def analyse_file(source: bytes, settings: AnalysisSettings, file_name: str = "-") -> Iterator[tuple[int, UnitAnalysis]]:
    """The analyses of a file's parts, each with the byte offset where it starts.

    Parts lie between separator lines and behind the banners of IR dumps.
    """
    unregistered = settings.allow_unregistered
    for chunk in parse_file(source, editor=True, allow_unregistered=unregistered, file_name=file_name):
        parsed = chunk.parsed
        build = choose_build(parsed.text, settings)
        if build != parsed.build:
            parsed = parse_module(parsed.text, build=build, allow_unregistered=unregistered, file_name=file_name)
        yield chunk.start, analyse_parsed(parsed, settings)


def analyse_parsed(
    parsed: ParsedModule, settings: AnalysisSettings, check: Callable[[], None] = _no_checkpoint
) -> UnitAnalysis:
    """Verify and plan a text that is parsed already."""
    build = parsed.build
    check()
    diagnostics = [*parsed.diagnostics, *verify(parsed.module, parsed.build, parsed.broken)]
    if any(d.severity == "error" for d in diagnostics):
        # A plan of half-understood code would be wrong in ways that nobody can see.
        found = _plans_without_errors(parsed, diagnostics, settings, check)
        return UnitAnalysis(parsed, tuple(diagnostics), found.local, found.workspace, found.stages, found.run)
    check()
    found = _plan(parsed.module, None, build, settings, check)
    said = (*diagnostics, *found.diagnostics)
    return UnitAnalysis(parsed, said, found.local, found.workspace, found.stages, found.run)


def build_for(name: str | None) -> Build | None:
    """The compiler for a SoC; None for a name that is not known."""
    found = None if name is None else target(name)
    if found is None:
        return None
    return "a5" if found.is_reg_based or "a3" not in found.builds else "a3"


def _assumed(settings: AnalysisSettings, build: Build) -> Target:
    named = None if settings.target is None else target(settings.target)
    return named if named is not None and build in named.builds else default_target(build)


@dataclass(frozen=True, slots=True, eq=False)
class _Plans:
    """What planning a module gives."""

    local: tuple[FunctionPlan, ...]
    workspace: tuple[FunctionPlan, ...]
    diagnostics: tuple[Diagnostic, ...]
    stages: Mapping[Operation, Stage]
    run: PipelineRun | None


def _plans_without_errors(
    parsed: ParsedModule, diagnostics: Iterable[Diagnostic], settings: AnalysisSettings, check: Callable[[], None]
) -> _Plans:
    """Plans of the functions in which nothing is wrong; what they say is left for when the rest is right."""
    places = [d.span.start for d in diagnostics if d.severity == "error"]
    funcs = [
        op
        for region in parsed.module.regions
        for block in region.blocks
        for op in block.operations
        if op.source is not None and not any(op.source.span.start <= p <= op.source.span.end for p in places)
    ]
    return _plan(parsed.module, funcs, parsed.build, settings, check)


def _plan(
    module: Operation,
    only: list[Operation] | None,
    build: Build,
    settings: AnalysisSettings,
    check: Callable[[], None],
) -> _Plans:
    funcs = [
        op
        for region in module.regions
        for block in region.blocks
        for op in block.operations
        if is_planned(op, build) and (only is None or op in only)
    ]
    stages: dict[Operation, Stage] = {f: stage_of(f, build) for f in funcs}
    assumed = _assumed(settings, build)
    found: list[Diagnostic] = []
    plans: tuple[FunctionPlan, ...] = ()
    workspace_plans: tuple[FunctionPlan, ...] = ()
    ready, run = module, None
    local = [f for f in funcs if stages[f] in PLANNABLE]
    found += (d for f in funcs for d in _blockify_problems(f, build, assumed))
    unplanned = local
    if settings.whole_pipeline and local:
        found += (d for f in local if stages[f] not in UNSCOPED for d in misalignment_diagnostics(f, build, assumed))
        check()
        run = run_memory_pipeline(module, build, assumed, local, check)
        found += run.diagnostics
        if not run.failed:
            ready, local = run.module, _copies(run, local)
    if ready is module:
        local = [f for f in local if _can_be_planned(f)]
    check()
    if local:
        plans, said = settings.plan.plan_only(ready, build, assumed, local)
        names = {name_span(f): symbol_span(f) for f in local}
        if run is not None and any(d.code == OVERFLOW for d in said):
            said = _with_padding(said, run, module, build, assumed, unplanned, settings, check)
        found += (_for_editor(d, names) for d in said)
        found += (hint for plan in plans for hint in _hints(plan, settings))
    check()
    workspace = [f for f in funcs if _has_open_workspace(f)]
    if workspace:
        mode = replace(settings.plan, mem_plan_mode=WORKSPACE_MODE, enable_memory_display=False)
        workspace_plans, said = mode.plan_only(module, build, assumed, workspace)
        found += (_for_editor(d, {}) for d in said)
    return _Plans(plans, workspace_plans, tuple(found), stages, run)


def _blockify_problems(func: Operation, build: Build, assumed: Target) -> Iterable[Diagnostic]:
    """Why a kernel that names its number of logical blocks cannot be wrapped in a loop over them.

    Before that pass runs this is a warning: it concerns only those who ask for it.
    """
    if stage_of(func, build) in UNBLOCKED and any(COUNT in op.attributes for op in func.walk() if op.name == MARK):
        for problem in examine(func, build, assumed).problems:
            yield replace(problem, severity="warning" if problem.severity == "error" else problem.severity)


def _copies(run: PipelineRun, funcs: Iterable[Operation]) -> list[Operation]:
    """The functions of a run's module that stand for ``funcs``."""
    wanted = set(funcs)
    return [f for f in run.module.regions[0].blocks[0].operations if f.origin in wanted and f.regions[0].blocks]


def _with_padding(
    said: Iterable[Diagnostic],
    run: PipelineRun,
    module: Operation,
    build: Build,
    assumed: Target,
    funcs: list[Operation],
    settings: AnalysisSettings,
    check: Callable[[], None],
) -> tuple[Diagnostic, ...]:
    """Overflows of functions that alignment padded, with the need before padding."""
    padded = {name_span(r.func): r.padding_per_space() for r in run.reports(ALIGN) if isinstance(r, FunctionAlignment)}
    if not any(padded.values()):
        return tuple(said)
    bare = run_memory_pipeline(module, build, assumed, funcs, check, align=False)
    if bare.failed:
        return tuple(said)
    plans, _ = settings.plan.plan_only(bare.module, build, assumed, _copies(bare, funcs))
    needs = {(name_span(p.func), s.space): s for p in plans for s in p.spaces}
    return tuple(_overflow_with_padding(d, padded, needs) if d.code == OVERFLOW else d for d in said)


def _overflow_with_padding(
    found: Diagnostic, padded: Mapping[Span, Mapping[str, int]], needs: Mapping[tuple[Span, str], SpacePlan]
) -> Diagnostic:
    space = str(found.data.get("space", ""))
    bytes, before = padded.get(found.span, {}).get(space), needs.get((found.span, space))
    if not bytes or before is None:
        return found
    text = f"storage alignment pads buffers in {space} by {bytes} B; without it "
    if before.overflow is None:
        text += f"they would fit: {size(before.high_water)} of {size(before.capacity or 0)}"
    else:
        text += f"{size(before.overflow.requires)} would be needed"
    return replace(found, details=(*found.details, text))


# --- which functions the planner may judge ------------------------------------------------------------------------


def _can_be_planned(func: Operation) -> bool:
    """Whether the local plan applies: all allocations have their spaces, and the function is past tensors.

    Earlier in the compiler's pipeline the planner would only report what later passes are going to change.
    """
    any_alloc = False
    for op in func.walk():
        for result in op.results:
            if isinstance(result.type, TensorType | UnrankedTensorType):
                return False
        if op.name == "memref.alloc":
            type = op.results[0].type
            if not isinstance(type, MemRefType) or type.address_space is None:
                return False
            any_alloc = True
    return any_alloc


def _has_open_workspace(func: Operation) -> bool:
    """Whether some workspace buffer has no offset yet."""
    return any(
        op.name == "memref_ext.alloc_workspace" and not (op.segments is not None and op.segments[-1])
        for op in func.walk()
    )


# --- how the editor says it ---------------------------------------------------------------------------------------


def _for_editor(found: Diagnostic, names: Mapping[Span, Span]) -> Diagnostic:
    """An overflow goes to the function's name; a size that a later stage will know is no error yet."""
    if found.code == OVERFLOW:
        return replace(found, span=names.get(found.span, found.span))
    if found.code == DYNAMIC_SIZE:
        return replace(
            found,
            severity="information",
            details=(*found.details, "hivm-set-buffer-size must give this buffer a size before it can be placed"),
        )
    return found


_SYMBOL: Final = re.compile(r'@(?:[A-Za-z_][A-Za-z0-9_$.]*|"[^"\n]*")')


def symbol_span(func: Operation) -> Span:
    """Where a function's name is written, with its ``@``."""
    source = func.source
    if source is None:
        return name_span(func)
    # Everything in front of the first region is written as in the text.
    start = source.name.end - source.span.start
    match = _SYMBOL.search(source.text, start)
    if match is None:
        return source.name
    lead = source.span.start + len(source.text[: match.start()].encode("utf-8", "surrogateescape"))
    return Span(lead, lead + len(match[0].encode("utf-8", "surrogateescape")))


def _hints(plan: FunctionPlan, settings: AnalysisSettings) -> Iterable[Diagnostic]:
    for space in plan.spaces:
        if _is_nearly_full(space, settings.nearly_full):
            assert space.capacity is not None
            share = 100 * space.high_water / space.capacity
            yield Diagnostic(
                "hint",
                NEARLY_FULL,
                f"{space.space} is {share:.0f} % full: {size(space.high_water)} of {size(space.capacity)}",
                symbol_span(plan.func),
                data={"function": plan.name, "own": True},
            )
    yield from (_unused(plan, op) for op in _unused_buffers(plan.func.written or plan.func))


def _is_nearly_full(space: SpacePlan, percent: float) -> bool:
    if space.capacity is None or space.overflow is not None:
        return False
    return space.high_water * 100 > space.capacity * percent


def _unused_buffers(func: Operation) -> Iterable[Operation]:
    """Allocations in on-chip memory that nothing reads."""
    from hivm_passes.transforms.plan_memory.normalize_loops import only_writes

    for op in func.walk():
        if op.name == "memref.alloc" and getattr(op.results[0].type, "address_space", None) in LOCAL_SPACES:
            users = [u for u in op.results[0].users if u.name != "annotation.mark"]
            if all(only_writes(user, op.results[0]) for user in users):
                yield op


def _unused(plan: FunctionPlan, op: Operation) -> Diagnostic:
    written = any(u.name != "annotation.mark" for u in op.results[0].users)
    text = "this buffer is written but never read" if written else "this buffer is never used"
    return Diagnostic(
        "hint", UNUSED, text, name_span(op), tags=("unnecessary",), data={"function": plan.name, "own": True}
    )
