"""Who demands copies of a buffer, in which loop they take turns, and why not; marks and rotations as edits."""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path

import pytest

from hivm_passes.ir.edits import apply_edits
from hivm_passes.ir.parsing import parse_module
from hivm_passes.passes import Build, PassContext
from hivm_passes.pipeline import PipelineError, make_pass
from hivm_passes.tools.apply import pass_edits
from hivm_passes.transforms.enable_multi_buffer import RotatingBuffer
from hivm_passes.transforms.mark_multi_buffer import MarkedBuffer
from hivm_passes.transforms.mark_multi_buffer.decisions import decide_local
from tests.passes.examples import read_examples

DATA = Path(__file__).parent / "data"
MARK = read_examples(DATA / "mark.mlir")
ENABLE = read_examples(DATA / "enable.mlir")


def test_who_demands_copies() -> None:
    parsed = parse_module(MARK["a load and a store"], build="a3")
    result = make_pass("hivm-mark-multi-buffer", "enable-auto=true", "a3").run(parsed.module, PassContext("a3"))
    (found,) = result.report
    assert isinstance(found, MarkedBuffer)
    assert (found.buffer.name, found.copies) == ("memref.alloc", 2)
    assert found.demanded_by.name in ("hivm.hir.load", "hivm.hir.store")
    assert found.loop is not None and found.loop.name == "scf.for"


@pytest.mark.parametrize(
    ("name", "build", "reason"),
    [
        ("a load and a store", "a3", "marked"),
        ("marked already", "a3", "has-mark"),
        ("marked with nothing", "a3", "illegal-mark"),
        ("marked with nothing", "a5", "has-mark"),
        ("outside of loops", "a3", "no-loop"),
        ("no memory space", "a3", "no-space"),
        ("below a forall", "a5", "loop-kind"),
        ("below a while", "a3", "loop-kind"),
        ("below a while", "a5", "marked"),
        ("yielded by the only loop", "a3", "no-loop"),
        ("yielded by the only loop", "a5", "marked"),
    ],
)
def test_why_a_buffer_is_marked_or_not(name: str, build: Build, reason: str) -> None:
    parsed = parse_module(MARK[name], build=build)
    load = next(op for op in parsed.module.walk() if op.name == "hivm.hir.load")
    assert decide_local(load, build).reason == reason


def test_mark_as_an_edit_is_one_line() -> None:
    text = MARK["a load and a store"]
    parsed = parse_module(text, build="a3")
    edits, _ = pass_edits(parsed, make_pass("hivm-mark-multi-buffer", "enable-auto=true", "a3"))
    changed = apply_edits(parsed.text, edits).decode()
    lines = [line for line in ndiff(text.splitlines(), changed.splitlines()) if line[0] in "+-"]
    assert lines == ["+     annotation.mark %a {hivm.multi_buffer = 2 : i32} : memref<64xf16, #hivm.address_space<ub>>"]


def test_number_of_workspace_copies() -> None:
    with pytest.raises(PipelineError, match="value invalid for uint argument"):
        make_pass("hivm-mark-multi-buffer", "set-workspace-multibuffer=-1", "a3")
    with pytest.raises(PipelineError):
        make_pass("hivm-mark-multi-buffer", "disable-multi-buffer-on-ub=true", "a3")


@pytest.mark.parametrize(
    ("name", "build", "reason", "codes"),
    [
        ("one loop", "a3", "enabled", []),
        ("one loop", "a5", "enabled", []),
        ("no loop", "a3", "no-loop", ["not-enabled"]),
        ("no loop", "a5", "no-loop", ["no-loop"]),
        ("below a while", "a3", "loop-kind", ["not-enabled"]),
        ("below a while", "a5", "enabled", []),
        ("yielded twice", "a5", "escapes", ["escapes"]),
        ("an address that is an argument", "a3", "address", ["address"]),
    ],
)
def test_why_copies_take_turns_or_not(name: str, build: Build, reason: str, codes: list[str]) -> None:
    parsed = parse_module(ENABLE[name], build=build)
    result = make_pass("hivm-enable-multi-buffer", "", build).run(parsed.module, PassContext(build))
    (found,) = result.report
    assert isinstance(found, RotatingBuffer)
    assert (found.reason, found.copies) == (reason, 2)
    assert [d.code.rpartition(".")[2] for d in result.diagnostics] == codes


def test_rotation_as_an_edit_keeps_other_lines() -> None:
    text = ENABLE["one loop"]
    parsed = parse_module(text, build="a3")
    edits, _ = pass_edits(parsed, make_pass("hivm-enable-multi-buffer", "", "a3"))
    changed = apply_edits(parsed.text, edits).decode()
    gone = [line[2:].strip() for line in ndiff(text.splitlines(), changed.splitlines()) if line[0] == "-"]
    assert all("%a" in line for line in gone), gone
    assert "for %i = %c0 to %n step %c1 {" in changed
