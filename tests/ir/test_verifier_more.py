"""More of the verifier: recorded answers on upstream operations and structure, notes, several errors, robustness."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.verifier import verify
from tests.conformance.compiler import binaries, run
from tests.ir.test_verifier import first_error

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "verifier-more.json").read_text())
EXAMPLES = json.loads((DATA / "op-examples.json").read_text())["examples"]
PARAMETERS = [
    pytest.param(case["input"], build, case[build], id=f"{case['id']}-{build}".replace(" ", "-"))
    for case in CASES
    for build in ("a3", "a5")
]


@pytest.mark.parametrize(("source", "build", "answer"), PARAMETERS)
def test_first_error(source: str, build: Any, answer: str | None) -> None:
    assert first_error(source, build) == answer


@pytest.mark.skipif(
    binaries() is None, reason="THE COMPILER IS NOT INSTALLED, NOTHING IS COMPARED: pip install ascendnpu-ir==1.2.0"
)
@pytest.mark.parametrize(("source", "build", "answer"), PARAMETERS)
def test_recording_is_what_the_compiler_says(source: str, build: Any, answer: str | None) -> None:
    done = run(build, source, ())
    first = done.errors[0] if done.errors else None
    if answer is None:
        assert done.status == "ok"
    else:
        line, _, message = answer.removeprefix("<input>:").split(":", 2)
        assert first == (int(line), message.removeprefix(" error: "))


@pytest.mark.parametrize("build", ["a3", "a5"])
def test_every_example_of_an_operation_is_good(build: Any) -> None:
    for example in EXAMPLES:
        if build in example["printed"] or "both" in example["printed"]:
            assert first_error(example["input"], build) is None, example["id"]


def test_all_errors_are_reported() -> None:
    text = """module {
  func.func @a(%x: memref<8xf32>, %y: memref<9xf32>) {
    hivm.hir.vexp ins(%x : memref<8xf32>) outs(%y : memref<9xf32>)
    hivm.hir.vadd ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
    call @missing() : () -> ()
    return
  }
  func.func @a() -> i32 {
    return
  }
}
"""
    parsed = parse_module(text, build="a3")
    assert [d.text for d in verify(parsed.module, "a3")] == [
        "'hivm.hir.vexp' op operands' shape are inconsistent",
        "'hivm.hir.vadd' op elementwise op expected 2 inputs, but found 1",
        "'func.return' op has 0 operands, but enclosing function (@a) returns 1",
        "redefinition of symbol named 'a'",
        "'func.call' op 'missing' does not reference a valid function",
    ]


@pytest.mark.parametrize(
    ("body", "note"),
    [
        (
            "%a = arith.addi %b, %b : i32\n    %b = arith.constant 1 : i32",
            "operand defined here (op in the same block)",
        ),
        (
            "cf.cond_br %c, ^x, ^y\n  ^x:\n    %b = arith.constant 1 : i32\n    cf.br ^y\n  ^y:\n"
            "    %a = arith.addi %b, %b : i32",
            "operand defined here (op in the same region)",
        ),
        (
            "scf.if %c {\n    %a = arith.addi %b, %b : i32\n    }\n    %b = arith.constant 1 : i32",
            "operand defined here (op in a parent region)",
        ),
        (
            "cf.cond_br %c, ^x(%n : i32), ^y\n  ^x(%b: i32):\n    cf.br ^y\n  ^y:\n    %a = arith.addi %b, %b : i32",
            "operand defined as a block argument (block #1 in the same region)",
        ),
    ],
)
def test_dominance_says_where_the_definition_is(body: str, note: str) -> None:
    text = f"module {{\n  func.func @k(%c: i1, %n: i32) {{\n    {body}\n    return\n  }}\n}}\n"
    parsed = parse_module(text, build="a3")
    assert not parsed.has_errors, parsed.diagnostics
    (found,) = verify(parsed.module, "a3")
    assert found.text == "operand #0 does not dominate this use"
    assert [n.message for n in found.related] == [note]


def test_redefinition_points_at_the_first() -> None:
    text = "func.func @k() {\n  return\n}\nfunc.func @k() {\n  return\n}\n"
    (found,) = verify(parse_module(text, build="a3").module, "a3")
    (note,) = found.related
    assert note.message == "see existing symbol definition here"
    assert note.span.start == text.index("func.func")


@pytest.mark.parametrize("build", ["a3", "a5"])
def test_never_raises(build: Any) -> None:
    # Every case cut short and with pieces left out.
    texts = [c["input"] for c in CASES] + [e["input"] for e in EXAMPLES]
    for text in texts:
        for cut in range(20, len(text), 71):
            for damaged in (text[:cut], text[: cut - 15] + text[cut:]):
                parsed = parse_module(damaged, build=build)
                verify(parsed.module, build, parsed.broken)
                verify(parsed.module, build)
