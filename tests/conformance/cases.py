"""The inputs: generated programs, and the bundled kernels at every stage of the compiler's pipeline."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from tests.conformance import stages, suites
from tests.conformance.compare import Case
from tests.conformance.compiler import is_deadly
from tests.conformance.generate import program
from tests.conformance.loops import loop_program
from tests.conformance.vector_calls import call_program

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.pool import Pool
    from pathlib import Path

    from tests.conformance.compiler import Build
    from tests.conformance.generate import Mode

# Of ten generated programs in a row: build and mode.
_MIX: tuple[tuple[Build, Mode], ...] = (
    ("a3", "local"),
    ("a5", "local"),
    ("a3", "local"),
    ("a5", "local"),
    ("a3", "workspace"),
    ("a5", "local"),
    ("a3", "local"),
    ("a5", "workspace"),
    ("a3", "local"),
    ("a5", "local"),
)
BUILDS: tuple[Build, ...] = ("a3", "a5")
_DISPLAY_EVERY = 3
_NORMALIZE_EVERY = 4
_EDIT_EVERY = 5
_LOOPS_EVERY = 8
_CALLS_EVERY = 8
_A5_SPEC = "--hacc-append-device-spec=target=Ascend950PR_9589"
_WORKSPACE = "--hivm-plan-memory=mem-plan-mode=global-work-space-plan"


@dataclass(frozen=True)
class Selection:
    """Which inputs to run. ``only`` is ``generated``, ``kernels`` or None; ``group`` is part of a group's name."""

    count: int = 6000
    seed: int = 1
    only: str | None = None
    arch: str | None = None
    group: str | None = None
    suites: tuple[str, ...] = ()
    """Passes whose own suites to run instead; empty: plan-memory."""


def all_cases(selection: Selection, pool: Pool) -> list[Case]:
    """Every input of a selection, in a fixed order."""
    if selection.suites:
        return suite_cases(selection, pool)
    cases: list[Case] = []
    if selection.only != "generated":
        cases += kernel_cases(pool.starmap(stages.lower, _kernel_builds(selection), chunksize=1))
    if selection.only != "kernels":
        cases += generated_cases(range(selection.seed, selection.seed + selection.count))
    return [c for c in cases if is_wanted(c, selection)]


def is_wanted(case: Case, selection: Selection) -> bool:
    """Whether a case belongs to a selection and can be given to the compiler."""
    if selection.arch is not None and case.build != selection.arch:
        return False
    if selection.group is not None and selection.group not in case.group:
        return False
    return not is_deadly(case.text)


def suite_names() -> list[str]:
    """The passes that have suites of their own."""
    found = sorted(m.name for m in iter_modules(suites.__path__))
    return [name for name in found if hasattr(import_module(f"{suites.__name__}.{name}"), "cases")]


def suite_cases(selection: Selection, pool: Pool) -> list[Case]:
    """``count`` inputs of each chosen suite; the kernels at all stages for all of its passes."""
    found: list[Case] = []
    lowered = [] if selection.only == "generated" else pool.starmap(stages.lower, _kernel_builds(selection))
    for name in selection.suites:
        module = import_module(f"{suites.__name__}.{name}")
        made: list[Case] = []
        seed = selection.seed
        while len(made) < selection.count:
            made += [c for c in module.cases(seed) if is_wanted(c, selection)]
            seed += 1
        made = made[: selection.count]
        if selection.only != "kernels":
            found += made
        for build in BUILDS:
            used = dict.fromkeys(c.flags for c in made if c.build == build and c.kind == "tool")
            for stage in (s for listed in lowered for s in listed if s.build == build):
                found += (
                    Case(f"{name} {build} kernels", f"{stage.name} {flags}", build, flags, stage.text) for flags in used
                )
    return [c for c in found if is_wanted(c, selection)]


def _kernel_builds(selection: Selection) -> list[tuple[Path, Build]]:
    return [(k, b) for k in stages.kernels() for b in BUILDS if selection.arch in (None, b)]


def generated_cases(seeds: range) -> Iterator[Case]:
    """One program per seed; some are also run for the display file or for loop normalisation alone."""
    for seed in seeds:
        build, mode = _MIX[seed % len(_MIX)]
        made = program(seed, build, mode)
        extra = [o.split("=")[0] for o in made.options if not o.startswith("mem-plan-mode")]
        group = " ".join([build, mode, *extra])
        flags = made.flags
        if build == "a3" and mode == "local" and seed % _DISPLAY_EVERY == 0:
            group = f"{build} {mode} with display file"
            # Functions write the same file; without threads the last one wins, every time.
            flags = (*flags[:-1], f"{flags[-1]} enable-memory-display", "--mlir-disable-threading")
        yield Case(group, f"seed {seed}", build, flags, made.text)
        if build == "a3" and mode == "local" and seed % _NORMALIZE_EVERY == 0:
            yield Case("a3 loop normalisation", f"seed {seed}", build, ("--hivm-normalize-loop-iterator",), made.text)
        if seed % _LOOPS_EVERY == 0:
            yield Case(
                "a3 loops with carried buffers",
                f"seed {seed}",
                "a3",
                ("--hivm-normalize-loop-iterator",),
                loop_program(seed),
            )
        if seed % _CALLS_EVERY == 1:
            flags = (_A5_SPEC, "--hivm-plan-memory")
            yield Case("a5 calls of vector functions", f"seed {seed}", "a5", flags, call_program(seed))
        if seed % _EDIT_EVERY == 0:
            yield Case(f"{build} {mode} as edits", f"seed {seed}", build, made.flags, made.text, kind="edit")


def kernel_cases(lowered: list[list[stages.Stage]]) -> Iterator[Case]:
    """Each stage of each kernel: printed, planned, and planned for workspace."""
    for stage in (s for listed in lowered for s in listed):
        first = (_A5_SPEC,) if stage.build == "a5" else ()
        yield Case(f"{stage.build} kernels printed", stage.name, stage.build, (), stage.text)
        yield Case(f"{stage.build} kernels local", stage.name, stage.build, (*first, "--hivm-plan-memory"), stage.text)
        yield Case(f"{stage.build} kernels workspace", stage.name, stage.build, (*first, _WORKSPACE), stage.text)
