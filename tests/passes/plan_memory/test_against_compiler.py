"""Random programs planned by us and by the compiler: same addresses, same overflow, same deaths."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from hivm_passes.ir.parsing import parse_module
from hivm_passes.targets import target as target_by_name
from tests.conformance.compiler import TOOLS, Build, binaries, run_program
from tests.conformance.generate import Mode, Program, program
from tests.passes.plan_memory.make_expected import addresses as printed_addresses
from tests.passes.plan_memory.planning import addresses, pass_with

if TYPE_CHECKING:
    from hivm_passes.transforms.plan_memory.report import FunctionPlan

pytestmark = pytest.mark.skipif(binaries() is None, reason="the compiler is not installed")

_OVERFLOW = re.compile(r"\w+ overflow, requires \d+ bits while \d+ bits available!")
_OF_REWRITING = "does not dominate this use"


def run_compiler(made: Program, *flags: str) -> tuple[int, str, str]:
    """Exit status, output and messages."""
    directory = binaries()
    assert directory is not None
    done = run_program([str(directory / TOOLS[made.build]), "-", *flags], made.text)
    assert done is not None, f"the compiler does not end on seed {made.seed}"
    return done.returncode, done.stdout, done.stderr


def plans_of(made: Program) -> tuple[FunctionPlan, ...]:
    module = parse_module(made.text, build=made.build).module
    plans, _ = pass_with(" ".join(made.options)).plan_only(module, made.build, target_by_name(made.target))
    return plans


def compare(made: Program) -> str:
    """In what way the two are the same; fails when they are not."""
    code, output, messages = run_compiler(made, *made.flags, "--mlir-print-debuginfo")
    plans = plans_of(made)
    fatal = [f for plan in plans for f in plan.failures if f.exit != "success"]
    where = f"seed {made.seed}, {made.build} {made.mode} {made.target}"
    if any(plan.ambiguous for plan in plans):
        return "ambiguous"
    if code == 0:
        assert not fatal, f"{where}: only we report: {fatal[0].text}"
        printed = printed_addresses(output, made.build)
        # Allocations that the compiler's clean-up removed are not printed, those without addresses have an empty list.
        ours = {place: found for place, found in addresses(plans, made.text).items() if place in printed}
        assert ours == {place: found for place, found in printed.items() if found}, where
        return "planned"
    if code != 1:
        assert fatal and fatal[0].exit in {"abort", "crash"}, f"{where}: only the compiler dies: {messages[:300]}"
        return "dies"
    if _OF_REWRITING in messages:
        return "broken by rewriting"
    overflow = _OVERFLOW.search(messages)
    if overflow is None and not fatal:
        assert run_compiler(made)[0] != 0, f"{where}: only the compiler reports: {messages[:300]}"
        return "not valid"
    assert fatal, where
    assert (overflow[0] if overflow is not None else fatal[0].text) in messages and fatal[0].text in messages, where
    return "overflow" if overflow is not None else "error"


@pytest.mark.parametrize("block", range(5))
@pytest.mark.parametrize(
    ("build", "mode"), [("a3", "local"), ("a5", "local"), ("a3", "workspace"), ("a5", "workspace")]
)
def test_same_as_the_compiler(build: Build, mode: Mode, block: int) -> None:
    count = 20 if mode == "local" else 8
    found = Counter(compare(program(seed, build, mode)) for seed in range(block * count, block * count + count))
    assert found["planned"] > count // 3
    assert found["not valid"] <= count // 4
