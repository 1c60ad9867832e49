"""Attempts: what they share, what sets them apart, and searches left out because they must fail."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from hivm_passes.ir.parsing import parse_module
from hivm_passes.transforms.plan_memory import planner as planner_module
from hivm_passes.transforms.plan_memory import tidy
from hivm_passes.transforms.plan_memory.options import PlanOptions
from tests.conformance.generate import program
from tests.passes.plan_memory.planning import plan_text
from tests.passes.plan_memory.test_examples import read

if TYPE_CHECKING:
    from hivm_passes.transforms.plan_memory.attempts import Outcome, Problem
    from hivm_passes.transforms.plan_memory.report import FunctionPlan


@pytest.mark.parametrize(("name", "attempt"), [("an_attempt_other_than_0", 1), ("attempt_5", 5)])
def test_later_attempts_succeed(name: str, attempt: int) -> None:
    (plan,) = plan_text(read(name))
    assert (plan.attempt, plan.status, plan.rng_used) == (attempt, "planned", True)


def test_failure_is_that_of_the_last_attempt() -> None:
    (plan,) = plan_text(read("overflow_several_slots_n_is_the_level_0_height"))
    assert (plan.attempt, plan.status) == (19, "overflow")


def summary(plan: FunctionPlan) -> object:
    spaces = [(s.space, s.strategy, s.high_water, s.overflow and s.overflow.message) for s in plan.spaces]
    return plan.attempt, list(plan.addresses.values()), spaces, [f.text for f in plan.failures]


@pytest.mark.parametrize("build", ["a3", "a5"])
@pytest.mark.parametrize("seed", range(60))
def test_skipping_hopeless_searches_changes_nothing(seed: int, build: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = program(seed, build, target="Ascend910B1", pressure=2.5, statements=30)  # type: ignore[arg-type]
    module = parse_module(made.text, build=made.build).module
    options = PlanOptions(tool=made.build)
    funcs = [op for op in module.walk() if op.name == "func.func"]
    if build == "a3":
        for func in funcs:
            tidy(func)
    run = planner_module.run_attempts
    skipping = [summary(plan) for plan in planner_module.plan_module(module, options)]

    def searching(problem: Problem) -> tuple[int, Outcome]:
        return run(replace(problem, skip_hopeless=False))

    monkeypatch.setattr(planner_module, "run_attempts", searching)
    assert [summary(plan) for plan in planner_module.plan_module(module, options)] == skipping
