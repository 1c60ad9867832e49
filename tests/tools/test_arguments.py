from __future__ import annotations

import pytest

from hivm_passes.tools.arguments import Arguments, UsageError, help_text, parse_arguments


def test_flags_have_one_or_two_dashes() -> None:
    words = ["-split-input-file", "k.mlir", "--hivm-plan-memory=mem-plan-mode=local-mem-plan", "-o", "out", "-arch=a5"]
    assert parse_arguments(words) == Arguments(
        path="k.mlir",
        output="out",
        passes=(("hivm-plan-memory", "mem-plan-mode=local-mem-plan"),),
        arch="a5",
        split=True,
    )


def test_passes_keep_their_order_and_options() -> None:
    words = ["--b=x=1 y", "-a", "--b"]
    assert parse_arguments(words).passes == (("b", "x=1 y"), ("a", ""), ("b", ""))


def test_values_may_stand_alone() -> None:
    assert parse_arguments(["--target", "Ascend910B1", "--arch", "a3"]).target == "Ascend910B1"
    assert parse_arguments(["--pass-pipeline", "builtin.module()"]).pipeline == "builtin.module()"


def test_switches_can_be_turned_off() -> None:
    assert parse_arguments(["--verify-diagnostics=false"]).verify is False
    assert parse_arguments(["--mlir-print-op-generic=1"]).generic is True


def test_standard_input_is_the_default() -> None:
    assert parse_arguments([]).path == "-"
    assert parse_arguments(["--", "-x.mlir"]).path == "-x.mlir"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a", "b"], "one input file"),
        (["--target"], "needs a value"),
        (["--arch=a4"], "a3 or a5"),
        (["--version=x"], "true or false"),
        (["--pass-pipeline=x", "--hivm-plan-memory"], "together"),
    ],
)
def test_bad_usage(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_arguments(words)


def test_help_names_every_pass_and_option() -> None:
    text = help_text()
    for part in ("--hivm-plan-memory", "mem-plan-mode=local-mem-plan|global-work-space-plan", "(only a5)", "--arch"):
        assert part in text
