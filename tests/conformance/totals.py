"""``python -m tests.conformance.totals``: the memory pipeline from every stage of every kernel, by what it ends with.

The highest address used in each memory by each function must be that of the compiler's own pipeline.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING

from hivm_passes.ir.memref import byte_size
from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.types import MemRefType
from hivm_passes.memory_pipeline import run_memory_pipeline
from hivm_passes.passes import PassContext
from hivm_passes.targets import target
from hivm_passes.transforms.plan_memory import PlanMemoryPass
from tests.conformance import stages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.ir.core import Operation
    from tests.conformance.compiler import Build

TARGETS: dict[Build, str] = {"a3": "Ascend910B1", "a5": "Ascend950PR_9589"}
FIRST, PLANNED = "20-bufferized", "61-planned"

Totals = dict[str, dict[str, int]]
"""Function and address space to the byte behind the last one used."""


def totals_of(module: Operation) -> Totals:
    """How far the addresses of a planned module reach."""
    found: Totals = {}
    for func in module.walk():
        if func.name == "func.func":
            reach: dict[str, int] = defaultdict(int)
            for op in func.walk():
                type = op.results[0].type if op.name == "hivm.hir.pointer_cast" else None
                if not isinstance(type, MemRefType) or type.address_space is None:
                    continue
                for operand in op.operands[: op.segments[0] if op.segments else None]:
                    address = getattr(operand.defining_op.attributes["value"], "value")  # noqa: B009
                    reach[type.address_space] = max(reach[type.address_space], address + (byte_size(type) or 0))
            if reach:
                found[getattr(func.attributes["sym_name"], "value")] = dict(reach)  # noqa: B009
    return found


def planned(text: str, build: Build) -> Totals:
    """The totals of a text after our pipeline and plan; raises ``ValueError`` when a pass fails."""
    run = run_memory_pipeline(parse_module(text, build=build).module, build, target(TARGETS[build]))
    done = PlanMemoryPass().run(run.module, PassContext(build))
    if run.failed or done.failed:
        raise ValueError([d.text for d in (*run.diagnostics, *done.diagnostics)])
    return totals_of(done.module)


def check(lowered: Iterable[stages.Stage]) -> tuple[int, list[str]]:
    """How many stages of a kernel were tried, and what is wrong."""
    texts = {s.stage: s for s in lowered}
    if PLANNED not in texts:
        return 0, []
    expected = totals_of(parse_module(texts[PLANNED].text, build=texts[PLANNED].build).module)
    wrong: list[str] = []
    between = [s for name, s in texts.items() if FIRST <= name < PLANNED]
    for stage in between:
        got = planned(stage.text, stage.build)
        if got != expected:
            wrong.append(f"{stage.name} ({stage.build}): expected {expected}, got {got}")
    return len(between), wrong


def main() -> int:
    """All kernels, both compilers."""
    for build in ("a3", "a5"):
        tried, wrong = 0, list[str]()
        for kernel in stages.kernels():
            count, found = check(stages.lower(kernel, build))
            tried, wrong = tried + count, wrong + found
        print(f"{build}: {tried} stages, {tried - len(wrong)} with the compiler's totals", *wrong, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
