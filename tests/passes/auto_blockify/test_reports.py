"""What the editor shows about a kernel before and after it is wrapped."""

from __future__ import annotations

from pathlib import Path

import pytest

from hivm_passes.ir.edits import apply_edits
from hivm_passes.ir.parsing import parse_module
from hivm_passes.passes import PassContext
from hivm_passes.pipeline import make_pass
from hivm_passes.targets import target
from hivm_passes.tools.apply import pass_edits
from hivm_passes.transforms.auto_blockify_parallel_loop import BlockLoop, examine
from tests.passes.examples import read_examples

EXAMPLES = read_examples(Path(__file__).parent / "data" / "blockify.mlir")
NAME = "auto-blockify-parallel-loop"


def report(name: str, **context: object) -> BlockLoop:
    parsed = parse_module(EXAMPLES[name], build="a3")
    made = make_pass(NAME, "", "a3").run(parsed.module, PassContext("a3", **context))  # type: ignore[arg-type]
    (only,) = made.report
    assert isinstance(only, BlockLoop)
    return only


def test_numbers_of_the_loop() -> None:
    found = report("the count is an argument")
    assert (found.verdict, found.cores, found.cores_key, found.block_size) == ("ready", 40, "VECTOR_CORE_COUNT", 1)
    assert found.moved == 2
    assert found.loop is not None and found.loop.name == "scf.for"


def test_cube_kernel() -> None:
    found = report("a cube kernel counts cube cores")
    assert (found.cores, found.cores_key) == (20, "CUBE_CORE_COUNT")


def test_assumed_device() -> None:
    assert report("no device").verdict == "failed"
    soc = target("Ascend910B1")
    assert soc is not None
    found = report("no device", exact=False, target=soc)
    assert (found.verdict, found.assumed_target, found.cores) == ("ready", "Ascend910B1", soc.vector_cores)


@pytest.mark.parametrize(
    ("name", "verdict", "codes"),
    [
        ("the count is an argument", "ready", []),
        ("no entry", "skipped", []),
        ("no block id", "unneeded", []),
        ("no mark", "failed", ["no-count"]),
        ("no core type", "failed", ["no-core-count"]),
        ("device without the entry", "failed", ["core-count"]),
        ("count of another type", "invalid", ["count-type"]),
        ("a branch at the end", "invalid", ["branches"]),
        ("a returned value", "invalid", ["escape"]),
        ("the count captures", "invalid", ["escape"]),
        ("two block ids", "ready", ["several-ids"]),
        ("no blocks at a time", "ready", ["block-size"]),
    ],
)
def test_preconditions(name: str, verdict: str, codes: list[str]) -> None:
    parsed = parse_module(EXAMPLES[name], build="a3")
    func = next(op for op in parsed.module.walk() if op.name == "func.func")
    found = examine(func, "a3")
    assert found.verdict == verdict
    assert [d.code.rpartition(".")[2] for d in found.problems] == codes


def test_edit_keeps_comments_and_names() -> None:
    text = EXAMPLES["the count is an argument"].replace("    %i = ", "    // where it goes\n    %i = ")
    parsed = parse_module(text, build="a3")
    edits, _ = pass_edits(parsed, make_pass(NAME, "", "a3"))
    lines = [line.strip() for line in apply_edits(parsed.text, edits).decode().splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith("scf.for"))
    assert lines.index("// where it goes") > start
    assert lines[lines.index("// where it goes") + 1].startswith("%i = arith.index_cast ")
    assert lines[-4:] == ["} {autoblockify.subloop}", "return", "}", "}"]
