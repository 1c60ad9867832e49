"""Planning as an edit: the edited text is, for the compiler, what its own pass makes of the original."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from hivm_server.features import plan_edits
from hivm_server.features.view import View
from hivm_server.settings import Settings
from hivm_server.workspace.analysis import UnitAnalyser
from hivm_server.workspace.engine import Analysis
from hivm_server.workspace.snapshot import Snapshot
from hivm_server.workspace.units import units_of

from ..conformance.compiler import TOOLS, binaries, run_program

SOFTMAX = (Path(__file__).parents[2] / "examples" / "softmax.mlir").read_text()
UB = "#hivm.address_space<ub>"
GM = "#hivm.address_space<gm>"


def view_of(text: str) -> View:
    snapshot = Snapshot.open("file:///k.mlir", 1, text)
    analyse = UnitAnalyser(1 << 28).for_document(snapshot, Settings())
    units = units_of(snapshot.outline, snapshot.text.data)
    return View(snapshot, Analysis(snapshot, units, tuple(analyse(u, lambda: None) for u in units)), Settings())


def planned(text: str) -> str:
    data = text.encode()
    for change in sorted(plan_edits.plan_file_edits(view_of(text), "local"), reverse=True):
        data = data[: change.start] + change.text.encode() + data[change.end :]
    return data.decode()


def compiled(text: str, *passes: str) -> list[str]:
    """What the compiler makes of a text, cleaned up. The order of constants at the top carries no meaning."""
    directory = binaries()
    if directory is None:
        pytest.skip("the compiler is not installed")
    done = run_program([str(directory / TOOLS["a3"]), "-", *passes, "--canonicalize", "--cse"], text)
    assert done is not None
    assert done.returncode == 0, done.stderr
    return sorted(done.stdout.splitlines())


def random_kernel(rng: random.Random, name: str) -> str:
    """Loads, a soup of vector operations on a few buffers in a loop, a store."""
    size = rng.choice([64, 256, 1024])
    tile, outside = f"memref<{size}xf32, {UB}>", f"memref<{size}xf32, {GM}>"
    lines = [f"  func.func @{name}(%in: {outside}, %out: {outside}, %n: index) {{  // {name}"]
    lines += ["    %c0 = arith.constant 0 : index", "    %c1 = arith.constant 1 : index"]
    lines.append("    scf.for %i = %c0 to %n step %c1 {")
    buffers: list[str] = []
    for number in range(rng.randrange(2, 9)):
        buffer = f"%b{number}"
        lines.append(f"      {buffer} = memref.alloc() : {tile}")
        if rng.random() < 0.3:
            lines.append(f"      annotation.mark {buffer} {{hivm.multi_buffer = 2 : i32}} : {tile}")
        if not buffers or rng.random() < 0.3:
            lines.append(f"      hivm.hir.load ins(%in : {outside}) outs({buffer} : {tile})")
        else:
            a, b = rng.choice(buffers), rng.choice(buffers)
            lines.append(f"      hivm.hir.vadd ins({a}, {b} : {tile}, {tile}) outs({buffer} : {tile})")
        buffers.append(buffer)
    lines.append(f"      hivm.hir.store ins({buffers[-1]} : {tile}) outs(%out : {outside})")
    lines += ["    }", "    return", "  }"]
    return "\n".join(lines)


def test_the_example_plans_as_the_compiler_plans_it() -> None:
    assert compiled(planned(SOFTMAX)) == compiled(SOFTMAX, "--hivm-plan-memory")


@pytest.mark.parametrize("seed", range(10))
def test_random_files_plan_as_the_compiler_plans_them(seed: int) -> None:
    rng = random.Random(seed)
    kernels = [random_kernel(rng, f"k{n}") for n in range(3)]
    text = "module {\n" + "\n".join(kernels) + "\n}\n"
    result = planned(text)
    assert compiled(result) == compiled(text, "--hivm-plan-memory")
    # Comments and all lines that the plan has nothing to do with are as they were.
    for line in text.splitlines():
        if re.search(r"func\.func|scf\.for|hivm\.hir\.load|return", line) and "%b" not in line:
            assert line in result.splitlines()


def test_line_breaks_stay_those_of_the_document() -> None:
    text = SOFTMAX.replace("\n", "\r\n")
    assert planned(text) == planned(SOFTMAX).replace("\n", "\r\n")


def test_planned_text_has_nothing_more_to_plan() -> None:
    assert plan_edits.plan_file_edits(view_of(planned(SOFTMAX)), "local") == []
