"""Programs of the other suites through the whole chain of passes up to the plan."""

from __future__ import annotations

import random
from importlib import import_module
from typing import TYPE_CHECKING, Final

from hivm_passes.memory_pipeline import PLAN, STEPS
from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conformance.compiler import Build

SOURCES: Final = ("alloc_extra_buffer", "buffer_size", "decompose", "enable_stride_align", "flatten_ops")
SOURCES_MARKED: Final = ("infer_mem_scope", "mark_stride_align", "align_alloc_size")
REG_BASED: Final = "--hacc-append-device-spec=target=Ascend950PR_9589"


def chain(build: Build, *, plan: bool = True) -> tuple[str, ...]:
    """The flags of the pipeline's passes."""
    flags = [
        f"--{step.name}={step.options}" if step.options else f"--{step.name}" for step in STEPS if build in step.builds
    ]
    return (*flags, f"--{PLAN}") if plan else tuple(flags)


def cases(seed: int) -> Iterator[Case]:
    """One program of another suite, up to the plan and with it."""
    rng = random.Random(f"memory-pipeline {seed}")
    name = rng.choice(SOURCES + SOURCES_MARKED)
    module = import_module(f"tests.conformance.suites.{name}")
    source = next((c for c in module.cases(seed) if c.kind == "tool"), None)
    if source is None:
        return
    build: Build = source.build
    first = (REG_BASED,) if build == "a5" else ()
    plan = rng.random() < 0.5
    group = f"{build} chain{' with plan' if plan else ''}"
    yield Case(group, f"seed {seed} ({name})", build, (*first, *chain(build, plan=plan)), source.text)
