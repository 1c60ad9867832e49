"""A fast part of ``python -m tests.conformance``; needs the compiler's wheel."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.conformance import totals
from tests.conformance.cases import generated_cases, kernel_cases, suite_names
from tests.conformance.compare import Case, compare
from tests.conformance.compiler import binaries
from tests.conformance.stages import KERNELS, lower

pytestmark = pytest.mark.skipif(
    binaries() is None, reason="THE COMPILER IS NOT INSTALLED, NOTHING IS COMPARED: pip install ascendnpu-ir==1.2.0"
)

SEEDS = range(9000, 9060)
CASES = list(generated_cases(SEEDS))


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.group} {c.name}".replace(" ", "-"))
def test_generated_program(case: Case) -> None:
    result = compare(case)
    assert result.is_good, result.reason


@pytest.mark.parametrize(
    ("kernel", "build"), [("t02_rowsum_loop", "a3"), ("h01_ping_pong_loop", "a5"), ("h03_ub_overflow", "a3")]
)
def test_kernel_at_all_stages(kernel: str, build: str) -> None:
    stages = lower(KERNELS / f"{kernel}.mlir", "a5" if build == "a5" else "a3")
    assert len(stages) > 10
    wrong = [
        f"{r.case.name} {r.case.flags}: {r.reason}" for c in kernel_cases([stages]) if not (r := compare(c)).is_good
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("kernel", "build"), [("g03_softmax", "a3"), ("h02_uneven_rows", "a3"), ("t02_rowsum_loop", "a5")]
)
def test_the_memory_pipeline_ends_as_the_compilers_does(kernel: str, build: str) -> None:
    tried, wrong = totals.check(lower(KERNELS / f"{kernel}.mlir", "a5" if build == "a5" else "a3"))
    assert tried > 10
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("suite", suite_names())
def test_random_programs_of_a_suite(suite: str) -> None:
    module = import_module(f"tests.conformance.suites.{suite}")
    cases = [c for seed in range(1, 13) for c in module.cases(seed)]
    wrong = [f"{c.group} {c.name}: {r.reason}" for c in cases if not (r := compare(c)).is_good]
    assert not wrong, "\n".join(wrong)
