"""What the driver does without patterns, against what the compiler printed (and prints)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hivm_passes.dialects.registry import BUILDS, Build
from hivm_passes.ir.parsing import parse_module
from hivm_passes.rewriting.driver import normalise
from tests.conformance.compiler import binaries, run
from tests.rewriting.programs import branching, structured
from tests.rewriting.structure import structure

DATA = Path(__file__).parent / "data"
CASES = [(path.stem, build) for path in sorted(DATA.glob("*.mlir")) for build in BUILDS]
NORMALISER = ("--hivm-lift-zero-rank",)
"""A pass whose patterns match nothing in these programs."""


def normalised(text: str, build: Build) -> list[str]:
    parsed = parse_module(text, build=build)
    assert not parsed.has_errors, parsed.diagnostics
    for op in parsed.module.regions[0].blocks[0].operations:
        if op.name == "func.func":
            normalise(op, build)
    return structure(parsed.module)


def read(text: str, build: Build) -> list[str]:
    parsed = parse_module(text, build=build)
    assert not parsed.has_errors, parsed.diagnostics
    return structure(parsed.module)


@pytest.mark.parametrize(("name", "build"), CASES)
def test_recorded(name: str, build: Build) -> None:
    expected = (DATA / f"{name}.{build}.out").read_text()
    assert normalised((DATA / f"{name}.mlir").read_text(), build) == read(expected, build)


needs_compiler = pytest.mark.skipif(
    binaries() is None, reason="THE COMPILER IS NOT INSTALLED, NOTHING IS COMPARED: pip install ascendnpu-ir==1.2.0"
)


@needs_compiler
@pytest.mark.parametrize(("name", "build"), CASES)
def test_recording_is_what_the_compiler_prints(name: str, build: Build) -> None:
    done = run(build, (DATA / f"{name}.mlir").read_text(), NORMALISER)
    assert done.output.rstrip("\n") == (DATA / f"{name}.{build}.out").read_text().rstrip("\n")


@needs_compiler
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", [structured, branching])
def test_random_program(kind, seed: int) -> None:  # type: ignore[no-untyped-def]
    build: Build = BUILDS[seed % 2]
    text = kind(seed, build)
    done = run(build, text, NORMALISER)
    if done.status == "ok":
        assert normalised(text, build) == read(done.output, build), text


@pytest.mark.parametrize("name", [name for name, build in CASES if build == "a3"])
def test_a_second_run_changes_nothing(name: str) -> None:
    parsed = parse_module((DATA / f"{name}.a3.out").read_text(), build="a3")
    before = structure(parsed.module)
    for op in parsed.module.regions[0].blocks[0].operations:
        result = normalise(op)
        assert result.converged
        assert not result.changed
    assert structure(parsed.module) == before
