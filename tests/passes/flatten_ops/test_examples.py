"""Every example against what the compiler does with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hivm_passes.tools.opt import run_tool
from tests.passes.flatten_ops.examples import EXPECTED, run, text_of

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build

BUILDS: tuple[Build, ...] = ("a3", "a5")
UNPARSED = ("is unknown (tried", "expected 'unsigned_src'", "expected ::mlir::hivm::ReduceOperation")


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("name", EXPECTED)
def test_example(name: str, build: Build) -> None:
    expected = EXPECTED[name][build]
    if any(word in message for _, message in expected["errors"] for word in UNPARSED):
        pytest.skip("this build has another syntax")
    done = run_tool(["-", f"--arch={build}", "--hivm-flatten-ops"], text_of(name).encode())
    if expected["status"] == "ok":
        assert done.output.decode() == expected["output"]
        assert "error: " not in done.messages
        return
    assert done.status != 0
    assert "error: " in done.messages
    for line, message in expected["errors"]:
        assert f"<stdin>:{line}:3: error: {message}\n" in done.messages


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize(
    "name",
    # A bound that is no longer printed keeps its constant alive until the text is read again.
    [
        n
        for n, e in EXPECTED.items()
        if n not in ("padding", "shifted_bounds") and all(e[b]["status"] == "ok" for b in BUILDS)
    ],
)
def test_flattening_again_changes_nothing(name: str, build: Build) -> None:
    once = run_tool(["-", f"--arch={build}", "--hivm-flatten-ops"], text_of(name).encode())
    twice = run_tool(["-", f"--arch={build}", "--hivm-flatten-ops"], once.output)
    assert twice.output == once.output


QUIRKS: list[tuple[str, Build, list[str]]] = [
    ("gather_axis", "a5", ["gather-axis"]),
    ("stale_reassociation", "a3", ["stale-attribute"]),
    ("inline_broadcast", "a3", ["stale-attribute"]),
    ("not_broadcast_dynamic", "a3", ["broadcast"]),
    ("right_padding", "a5", ["padded-rows"]),
    ("shifted_bounds", "a3", ["shifted-bounds"]),
    ("one_group", "a3", []),
    ("left_padding", "a5", []),
]


@pytest.mark.parametrize(("name", "build", "codes"), QUIRKS)
@pytest.mark.parametrize("exact", [True, False])
def test_silent_mistakes_are_named(name: str, build: Build, codes: list[str], exact: bool) -> None:
    result = run(text_of(name), build, exact=exact)
    assert [d.code for d in result.diagnostics] == [f"hivm.flatten-ops.{code}" for code in codes]
    assert all(d.severity == "warning" for d in result.diagnostics)
    assert not result.failed


REFUSED: list[tuple[str, Build, str]] = [
    ("bad_tensor", "a3", "tensor"),
    ("bad_rank_0", "a5", "rank-0"),
    ("unit_transpose", "a5", "all-unit"),
    ("unit_against_dynamic", "a3", "compose"),
    ("no_strides", "a5", "layout"),
    ("stale_gather_axis", "a5", "axis"),
    ("bad_temp_buffer", "a5", "result"),
    ("half_tensor", "a3", "result"),
    ("not_broadcast", "a5", "result"),
]


@pytest.mark.parametrize(("name", "build", "code"), REFUSED)
@pytest.mark.parametrize("exact", [True, False])
def test_errors_have_codes(name: str, build: Build, code: str, exact: bool) -> None:
    result = run(text_of(name), build, exact=exact)
    assert result.failed
    assert f"hivm.flatten-ops.{code}" in [d.code for d in result.diagnostics if d.severity == "error"]
