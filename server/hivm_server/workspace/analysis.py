"""Analysis of one unit: what the compiler half says about its text, sorted by function.

A pure function of the unit's text and a few options, so its results are remembered by content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from hivm_passes import targets
from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.types import MemRefType
from hivm_passes.tools.analyse import AnalysisSettings, UnitAnalysis, analyse_parsed
from hivm_server.workspace.engine import Cancelled
from hivm_server.workspace.memo import Memo
from hivm_server.workspace.syntax import parse_like, parse_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Tree

    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.parsing import ParsedModule
    from hivm_passes.transforms.plan_memory.report import FunctionPlan
    from hivm_server.settings import Settings
    from hivm_server.workspace.outline import FunctionText, Section
    from hivm_server.workspace.snapshot import Snapshot
    from hivm_server.workspace.units import Unit

Stage = Literal["no buffers", "early", "ready", "planned", "broken"]
"""How far a function is: without on-chip buffers; with buffers that no pass could give an address space and a size;
planned by us; with addresses of its own; with operations that could not be read."""

LOCAL_SPACES: Final = frozenset({"ub", "cbuf", "cc"})

_BYTES_PER_BYTE: Final = 60
"""About how many bytes of IR and plan one byte of text becomes."""
_TREE_BYTES: Final = 20
"""About how many bytes of syntax tree one byte of text becomes."""
_TREES_LIMIT: Final = 256 << 20
"""Bytes of syntax trees that are kept for the next edit."""


@dataclass(frozen=True, slots=True)
class FunctionResult:
    """What is known about one function.

    ``plan`` is that of on-chip memory, ``workspace`` that of global workspace; either may be None. ``unplaced`` are
    allocations without address space, ``dynamic`` on-chip ones without a fixed size, ``casts`` those with addresses.
    """

    func: Operation
    name: str
    stage: Stage
    plan: FunctionPlan | None
    workspace: FunctionPlan | None
    unplaced: tuple[Operation, ...]
    dynamic: tuple[Operation, ...]
    casts: tuple[Operation, ...]

    @property
    def plans(self) -> tuple[FunctionPlan, ...]:
        """The plans worth showing; at an early stage that of on-chip memory would only say what is missing."""
        local = None if self.stage == "early" else self.plan
        return tuple(plan for plan in (local, self.workspace) if plan is not None)


@dataclass(frozen=True, slots=True, eq=False)
class UnitResult:
    """Everything known about a unit; places count from the start of its text."""

    analysis: UnitAnalysis
    target: targets.Target
    """What the module names, else what was chosen, else the build's default."""
    functions: tuple[FunctionResult, ...]
    """The functions with bodies, in textual order."""

    @property
    def build(self) -> Build:
        """The compiler that was followed."""
        return self.analysis.build

    @property
    def module(self) -> Operation:
        """The IR, never changed."""
        return self.analysis.module

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What there is to say."""
        return self.analysis.diagnostics


class UnitAnalyser:
    """Analyses units and remembers the results.

    ``on_crash`` is told when an analysis raises; the unit then counts as one about which nothing is known.
    """

    def __init__(self, memo_bytes: int, on_crash: Callable[[Exception], None] | None = None) -> None:
        self.memo: Memo[tuple[object, ...], UnitResult] = Memo(memo_bytes)
        self._on_crash = on_crash
        self._trees: Memo[tuple[object, ...], tuple[bytes, Tree]] = Memo(_TREES_LIMIT)

    def for_document(self, snapshot: Snapshot, settings: Settings) -> Callable[[Unit, Callable[[], None]], UnitResult]:
        """The analyser of a version: which compiler counts is decided per section."""
        builds: dict[int, Build] = {}

        def analyse_remembered(unit: Unit, check: Callable[[], None]) -> UnitResult:
            section = snapshot.outline.section_at(unit.place)
            build = builds.get(section.start)
            if build is None:
                build = builds[section.start] = section_build(snapshot, section, settings)
            options = AnalysisSettings(build, settings.target or None, nearly_full=round(settings.usage_hint_percent))
            return self.memo.compute(
                (unit.text, options),
                lambda: self._analyse(unit, options, check),
                lambda _: _BYTES_PER_BYTE * len(unit.text),
            )

        return analyse_remembered

    def _analyse(self, unit: Unit, options: AnalysisSettings, check: Callable[[], None]) -> UnitResult:
        try:
            return analyse_unit(unit.text, options, check, self._tree(unit))
        except Cancelled:
            raise
        except Exception as error:
            if self._on_crash is not None:
                self._on_crash(error)
            return analyse_unit(b"", options, check)

    def _tree(self, unit: Unit) -> Tree:
        """The unit's syntax tree, from that of the unit with the same functions before the last edit.

        The parser keeps the interpreter to itself while it works, so a large function must not be read from scratch
        at every keystroke.
        """
        key = (unit.kind, unit.place, *(item.name for _, item in unit.items))
        known = self._trees.get(key)
        tree = parse_text(unit.text) if known is None else parse_like(unit.text, *known)
        self._trees.put(key, (unit.text, tree), _TREE_BYTES * len(unit.text))
        return tree


def section_build(snapshot: Snapshot, section: Section, settings: Settings) -> Build:
    """Which compiler a section is for: the setting, the module's target, the chosen target, or its operations."""
    if settings.arch != "auto":
        return settings.arch
    frame = _frame_text(snapshot, section)
    if b"hacc.target" in frame:
        return targets.guess_build(frame)
    chosen = targets.target(settings.target) if settings.target else None
    if chosen is not None:
        return "a3" if "a3" in chosen.builds and not chosen.is_reg_based else "a5"
    if targets.guess_build(frame) == "a5" or any(_guess(f.content) == "a5" for f in section.functions()):
        return "a5"
    return "a3"


def _frame_text(snapshot: Snapshot, section: Section) -> bytes:
    """The text of a section without its functions."""
    pieces: list[bytes] = []
    at = section.start
    for function in section.functions():
        pieces.append(snapshot.text.data[at : function.start])
        at = function.end
    pieces.append(snapshot.text.data[at : section.end])
    return b"\n".join(pieces)


def _guess(function: FunctionText) -> Build:
    """Remembered with the function's text."""
    known: Build | None = function.__dict__.get("build")
    if known is None:
        known = targets.guess_build(function.text)
        function.__dict__["build"] = known
    return known


def analyse_unit(
    text: bytes, settings: AnalysisSettings, check: Callable[[], None], tree: Tree | None = None
) -> UnitResult:
    """Analyse a unit; ``check`` is called between the steps and may raise. ``settings`` names the build."""
    parsed = parse_module(text, build=settings.build, tree=tree or parse_text(text))
    check()
    analysis = analyse_parsed(parsed, settings, check)
    for plan in analysis.plans:
        for space in plan.spaces:
            if space.overflow is not None:
                # Found on demand, by planning again; whoever shows them must not wait for that.
                check()
                _ = space.overflow.cures
    named = targets.module_target(analysis.module)
    if named is None and settings.target:
        named = targets.target(settings.target)
    local = {p.func.written or p.func: p for p in analysis.plans}
    workspace = {p.func.written or p.func: p for p in analysis.workspace_plans}
    functions = tuple(
        _function(func, analysis.parsed, local.get(func), workspace.get(func)) for func in _functions(analysis.module)
    )
    return UnitResult(analysis, named or targets.default_target(analysis.build), functions)


def _functions(op: Operation) -> Iterator[Operation]:
    """Functions with a body at any depth of modules."""
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                if inner.name == "func.func" and inner.regions and inner.regions[0].blocks:
                    yield inner
                elif inner.name == "builtin.module":
                    yield from _functions(inner)


def _function(
    func: Operation, parsed: ParsedModule, plan: FunctionPlan | None, workspace: FunctionPlan | None
) -> FunctionResult:
    unplaced: list[Operation] = []
    dynamic: list[Operation] = []
    casts: list[Operation] = []
    ready = broken = False
    for op in func.walk():
        if op in parsed.broken:
            broken = True
        if len(op.results) != 1 or not isinstance(type := op.results[0].type, MemRefType):
            continue
        if op.name == "memref.alloc":
            if type.space is None:
                unplaced.append(op)
            elif type.address_space in LOCAL_SPACES:
                if type.has_static_shape:
                    ready = True
                else:
                    dynamic.append(op)
        elif op.name == "hivm.hir.pointer_cast" and type.address_space in LOCAL_SPACES:
            casts.append(op)
    stage: Stage = "no buffers"
    if broken:
        stage = "broken"
    elif casts:
        stage = "planned"
    elif (unplaced or dynamic) and (plan is None or not plan.spaces):
        stage = "early"
    elif unplaced or dynamic or ready:
        stage = "ready"
    name = getattr(func.attributes.get("sym_name"), "value", "") or ""
    return FunctionResult(func, name, stage, plan, workspace, tuple(unplaced), tuple(dynamic), tuple(casts))


def cast_addresses(op: Operation) -> list[int] | None:
    """The byte addresses of a ``pointer_cast``; None when one is not a constant."""
    addresses: list[int] = []
    for operand in op.operands:
        definition = operand.defining_op
        value = definition.attributes.get("value") if definition is not None else None
        number = getattr(value, "value", None)
        if definition is None or definition.name != "arith.constant" or not isinstance(number, int):
            return None
        addresses.append(number)
    return addresses
