"""The live pipeline of the editor beside the compiler's whole process with the same passes on the same file.

Ours is what the server does for a document: parse, verify, all passes up to the plan, report. An edit changes one
operation in the middle; what did not change is remembered.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from bench.processes import run_once
from bench.timing import Timing
from hivm_passes.memory_pipeline import PLAN, STEPS
from hivm_server.settings import Settings
from hivm_server.workspace.analysis import UnitAnalyser
from hivm_server.workspace.snapshot import Change, Snapshot
from hivm_server.workspace.units import units_of
from tests.conformance.compiler import TOOLS, binaries

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 100.0
REPEAT = 5
_ATTRIBUTES = (
    "attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, "
    "hivm.func_core_type = #hivm.func_core_type<AIV>}"
)


def function(name: str, lines: int, seed: int = 1) -> str:
    """Loops of loads, vector operations, a reduction of uneven rows and a store, as they come from bufferization."""
    chooser = random.Random(seed)
    tile, row, outer = "memref<4x27xf32>", "memref<4x1xf32>", "memref<64x27xf32>"
    view = "memref<4x27xf32, strided<[27, 1], offset: ?>>"
    out = [f"func.func @{name}(%a: {outer}, %b: {outer}) {_ATTRIBUTES} {{"]
    out += [f"  %c{n} = arith.constant {n} : index" for n in (0, 4, 64)]
    count = 0
    while len(out) < lines:
        count += 1
        out.append(f"  scf.for %i{count} = %c0 to %c64 step %c4 {{")
        made: list[str] = []
        for step in range(12):
            new = f"%t{count}_{step}"
            out.append(f"    {new} = memref.alloc() : {tile}")
            if step < 2:
                source = f"%v{count}_{step}"
                out.append(f"    {source} = memref.subview %a[%i{count}, 0] [4, 27] [1, 1] : {outer} to {view}")
                out.append(f"    hivm.hir.load ins({source} : {view}) outs({new} : {tile})")
            else:
                x, y = chooser.choice(made[-4:]), chooser.choice(made[-4:])
                op = chooser.choice(("vadd", "vmul", "vsub", "vmax"))
                out.append(f"    hivm.hir.{op} ins({x}, {y} : {tile}, {tile}) outs({new} : {tile})")
            made.append(new)
        out.append(f"    %r{count} = memref.alloc() : {row}")
        out.append(f"    hivm.hir.vreduce <max> ins({made[-1]} : {tile}) outs(%r{count} : {row}) reduce_dims = [1]")
        last = f"%s{count}"
        out.append(f"    {last} = memref.alloc() : {tile}")
        out.append(
            f"    hivm.hir.vsub ins({made[-1]}, %r{count} : {tile}, {row}) outs({last} : {tile}) broadcast = [1]"
        )
        out.append(f"    %o{count} = memref.subview %b[%i{count}, 0] [4, 27] [1, 1] : {outer} to {view}")
        out.append(f"    hivm.hir.store ins({last} : {tile}) outs(%o{count} : {view})")
        out.append("  }")
    return "\n".join([*out, "  return", "}", ""])


def _analyse(analyser: UnitAnalyser, snapshot: Snapshot) -> None:
    analyse = analyser.for_document(snapshot, Settings())
    for unit in units_of(snapshot.outline, snapshot.text.data):
        analyse(unit, lambda: None)


def _edited(snapshot: Snapshot, number: int) -> Snapshot:
    """The same text with one more operation in the middle, another one each time: nothing like it was seen before."""
    data = snapshot.text.data
    line = snapshot.text.line_of(data.index(b"hivm.hir.v", len(data) // 2))
    new = f"    %edit{number} = arith.constant {number} : index\n"
    return snapshot.changed(number + 2, [Change(new, (line, 0, line, 0))])


def _timed(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def main() -> None:
    """Print the table."""
    found = binaries()
    if found is None:
        print("The compiler's wheel (ascendnpu-ir) is not installed: nothing to compare with.")
        return
    flags = [f"--{s.name}={s.options}" if s.options else f"--{s.name}" for s in STEPS if "a3" in s.builds]
    compiler = [str(found / TOOLS["a3"]), "{}", *flags, f"--{PLAN}"]
    files = {
        "1,000 lines, one function": function("f", 1_000),
        "5,000 lines, one function": function("f", 5_000),
        "10,000 lines, 100 functions": "".join(function(f"f{n}", 100, n) for n in range(100)),
    }
    print("live pipeline, seconds of processor time (noise: median over best run)")
    print(f"{'file':<28} {'compiler':>9} {'cold':>8} {'ratio':>7} {'edit':>8} {'ratio':>7}   noise")
    for name, text in files.items():
        theirs = Timing(tuple(run_once(compiler, text, PATIENCE).processor for _ in range(3)))
        cold: list[float] = []
        edits: list[float] = []
        for _ in range(3):
            analyser = UnitAnalyser(1 << 28)
            snapshot = Snapshot.open("file:///bench.mlir", 1, text)
            cold.append(_timed(lambda a=analyser, s=snapshot: _analyse(a, s)))
            for number in range(REPEAT):
                snapshot = _edited(snapshot, number)
                edits.append(_timed(lambda a=analyser, s=snapshot: _analyse(a, s)))
        first, later = Timing(tuple(cold)), Timing(tuple(edits))
        print(
            f"{name:<28} {theirs.best:9.3f} {first.best:8.3f} {first.best / theirs.best:7.2f} {later.best:8.3f}"
            f" {later.best / theirs.best:7.2f}   {theirs.noise:3.0%} / {first.noise:3.0%} / {later.noise:3.0%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
