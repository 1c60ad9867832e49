"""Passes, options and pipelines in text form. The spellings accepted and refused are those of bishengir-opt."""

from __future__ import annotations

import pytest

from hivm_passes.pipeline import (
    Nested,
    PipelineError,
    all_passes,
    find_pass,
    make_pass,
    nest,
    options_text,
    parse_pipeline,
    split_options,
)
from hivm_passes.transforms.hacc_append_device_spec import AppendDeviceSpecPass, target_names
from hivm_passes.transforms.plan_memory import PlanMemoryPass


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  ", []),
        ("a", [("a", None)]),
        ("a=1 b", [("a", "1"), ("b", None)]),
        ("  a=1   b=2 ", [("a", "1"), ("b", "2")]),
        ("a={x y} b=1", [("a", "x y"), ("b", "1")]),
        ("a='x y'", [("a", "x y")]),
        ('a="x"', [("a", "x")]),
        ("a=[1 2]", [("a", "[1 2]")]),
        ("a=", [("a", "")]),
    ],
)
def test_options_are_split_at_blanks_outside_brackets(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert split_options(text) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("restrict-inplace-as-isa", True),
        ("restrict-inplace-as-isa=1", True),
        ("restrict-inplace-as-isa=true", True),
        ("restrict-inplace-as-isa=TRUE", True),
        ("restrict-inplace-as-isa=0", False),
        ("restrict-inplace-as-isa=false", False),
        ("restrict-inplace-as-isa restrict-inplace-as-isa=false", False),
    ],
)
def test_boolean_options(text: str, value: bool) -> None:
    made = make_pass("hivm-plan-memory", text, "a3")
    assert isinstance(made, PlanMemoryPass)
    assert made.restrict_inplace_as_isa is value


def test_all_options_of_plan_memory() -> None:
    a3 = make_pass(
        "hivm-plan-memory",
        "mem-plan-mode=global-work-space-plan enable-global-workspace-reuse enable-memory-display=true",
        "a3",
    )
    assert a3 == PlanMemoryPass(
        mem_plan_mode="global-work-space-plan", enable_global_workspace_reuse=True, enable_memory_display=True
    )
    a5 = make_pass("hivm-plan-memory", "simt-vf-dynamic-size=128 disable-vf-reachable-check", "a5")
    assert a5 == PlanMemoryPass(simt_vf_dynamic_size=128, disable_vf_reachable_check=True)
    assert options_text(a5, "a5") == "disable-vf-reachable-check=true simt-vf-dynamic-size=128"


@pytest.mark.parametrize(
    ("options", "build", "message"),
    [
        ("foo=1", "a3", "no option 'foo'"),
        ("enable-memory-display", "a5", "no option 'enable-memory-display'"),
        ("simt-vf-dynamic-size=128", "a3", "no option 'simt-vf-dynamic-size'"),
        ("mem-plan-mode=xx", "a3", "for the --mem-plan-mode option: Cannot find option named 'xx'!"),
        ("mem-plan-mode", "a3", "for the --mem-plan-mode option: requires a value!"),
        (
            "restrict-inplace-as-isa=maybe",
            "a3",
            "for the --restrict-inplace-as-isa option: 'maybe' is invalid value for boolean argument! Try 0 or 1",
        ),
        ("simt-vf-dynamic-size=x", "a5", "'x' value invalid for integer argument!"),
        ("mem-plan-mode={x", "a3", "'}' is missing"),
    ],
)
def test_wrong_options_are_named(options: str, build: str, message: str) -> None:
    with pytest.raises(PipelineError) as caught:
        make_pass("hivm-plan-memory", options, "a5" if build == "a5" else "a3")
    assert message in caught.value.message


def test_unknown_passes_get_a_hint() -> None:
    with pytest.raises(PipelineError, match="did you mean 'hivm-plan-memory'"):
        make_pass("hivm-plan-memry", "", "a3")
    with pytest.raises(PipelineError, match="does not exist in the a5 compiler"):
        make_pass("hivm-normalize-loop-iterator", "", "a5")


def test_a_target_must_be_known_to_the_build() -> None:
    assert make_pass("hacc-append-device-spec", "target=Ascend310B1", "a5") == AppendDeviceSpecPass("Ascend310B1")
    with pytest.raises(PipelineError, match="Cannot find option named 'Ascend310B1'"):
        make_pass("hacc-append-device-spec", "target=Ascend310B1", "a3")
    assert "Unknown" in target_names("a3")


def test_every_pass_can_be_found_by_name() -> None:
    names = [p.name for p in all_passes()]
    assert {"hivm-plan-memory", "hacc-append-device-spec", "hivm-normalize-loop-iterator"} <= set(names)
    assert len(names) == len(set(names))
    for cls in all_passes():
        assert find_pass(cls.name, cls.builds[0]) is cls
        assert cls.summary


@pytest.mark.parametrize(
    "text",
    [
        "builtin.module(func.func(hivm-plan-memory))",
        " builtin.module( func.func ( hivm-plan-memory { mem-plan-mode=local-mem-plan } ) )",
        "builtin.module(any(hivm-plan-memory{}))",
        "any(func.func(hivm-plan-memory))",
        "builtin.module()",
    ],
)
def test_pipelines_that_the_compiler_takes(text: str) -> None:
    assert parse_pipeline(text, "a3").anchor == "builtin.module"


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("hivm-plan-memory", "wrapped with the operation", 0),
        ("func.func(hivm-plan-memory)", "can't run 'func.func' pass manager", 0),
        ("builtin.module(hivm-plan-memory)", "write func.func(hivm-plan-memory)", 15),
        ("builtin.module(func.func(nope))", "no pass called 'nope'", 25),
        ("builtin.module(func.func(hivm-plan-memory)", "unbalanced parentheses", 14),
        ("builtin.module(func.func(hivm-plan-memory,))", "is expected", 42),
        ("builtin.module(func.func(hivm-plan-memory{x))", "missing closing '}'", 41),
        ("builtin.module(func.func(hivm-plan-memory{foo}))", "no option 'foo'", 25),
        ("builtin.module(func.func(hivm-plan-memory)) x", "behind the pipeline", 44),
    ],
)
def test_pipelines_that_it_refuses(text: str, message: str, position: int) -> None:
    with pytest.raises(PipelineError) as caught:
        parse_pipeline(text, "a3")
    assert message in caught.value.message
    assert caught.value.position == position


def test_function_passes_in_a_row_share_one_nesting() -> None:
    plan, spec = PlanMemoryPass(), AppendDeviceSpecPass()
    assert nest([spec, plan, plan], "a3").entries == (spec, Nested("func.func", (plan, plan)))
    assert nest([spec, plan], "a5").entries == (spec, plan)
