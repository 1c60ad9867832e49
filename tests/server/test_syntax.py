"""Syntax problems kept up to date by edits are those of a fresh parse; outlines too."""

import random
from pathlib import Path

import pytest

from hivm_server.workspace.snapshot import Change, Snapshot
from hivm_server.workspace.syntax import SyntaxProblem

SOFTMAX = (Path(__file__).parents[2] / "examples" / "softmax.mlir").read_text()
URI = "file:///k.mlir"


def problems(text: str) -> tuple[SyntaxProblem, ...]:
    return Snapshot.open(URI, 1, text).problems


def test_a_bracket_that_is_never_closed_is_named_with_its_place() -> None:
    text = "func.func @f() {\n  foo.bar ins(%a, %b\n  return\n}\n"
    (found,) = problems(text)
    assert found.code == "hivm.syntax.unclosed"
    assert "expected ')'" in found.message
    assert found.opened is not None
    assert text[found.opened[0] : found.opened[1]] == "("


def test_a_bracket_that_was_never_opened() -> None:
    text = "func.func @f() {\n  foo.bar )\n  return\n}\n"
    (found,) = problems(text)
    assert found.code == "hivm.syntax.unexpected"
    assert text[found.start : found.end] == ")"


def test_neighbours_of_a_broken_operation_are_fine() -> None:
    text = "func.func @f() {\n  a.b %x : i32\n  c.d ins(%x : \n  e.f %x : i32\n  return\n}\n"
    lines = {text[: p.start].count("\n") for p in problems(text)}
    assert lines <= {2, 3}


def test_valid_text_has_no_problems() -> None:
    assert problems(SOFTMAX) == ()


@pytest.mark.parametrize("seed", range(12))
def test_incremental_problems_are_those_of_a_fresh_parse(seed: int) -> None:
    rng = random.Random(seed)
    snapshot = Snapshot.open(URI, 1, SOFTMAX)
    text = SOFTMAX
    pieces = [
        "(",
        ")",
        "{",
        "}",
        '"',
        "<",
        ">",
        "%x",
        ",",
        " = ",
        "\n",
        "// -----\n",
        "return\n",
        "foo.bar ins(%a",
        "^bb0:",
        "",
    ]
    for step in range(60):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 0, 0, 1, 3, 60]))
        new = rng.choice(pieces)
        if rng.random() < 0.4:
            # Undo all damage now and then, in one change of the whole text.
            start, end, new = 0, len(text), SOFTMAX
        places = [*snapshot.text.place(start), *snapshot.text.place(end)]
        text = text[:start] + new + text[end:]
        snapshot = snapshot.changed(step + 2, [Change(new, (places[0], places[1], places[2], places[3]))])
        assert snapshot.text.data.decode() == text
        fresh = Snapshot.open(URI, 1, text)
        if str(snapshot.tree.root_node) == str(fresh.tree.root_node):
            assert snapshot.problems == fresh.problems
            assert snapshot.outline.sections == fresh.outline.sections
