"""``hivm-opt --hivm-plan-memory`` beside the compiler: whole processes, start-up included, on generated functions.

What the compiler's planner takes depends on how much is alive at once and on whether it has to search, so there are
functions of both kinds: from a chain in which two buffers are alive at a time to hundreds that fill UB.
"""

from __future__ import annotations

import os
import random
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from bench.processes import Runs, compare
from tests.conformance.compiler import TOOLS, binaries

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTHS = (100, 300, 1_000, 2_000, 5_000)
PATIENCE = 100.0
"""Seconds after which the compiler is given up, and with it the longer functions of that kind."""


def _memref(elements: int, space: str) -> str:
    return f"memref<{elements}xf32, #hivm.address_space<{space}>>"


class _Writer:
    """Writes the lines of a function body."""

    def __init__(self, elements: int, seed: int = 1) -> None:
        self.chooser = random.Random(seed)
        self.local, self.gm = _memref(elements, "ub"), _memref(elements, "gm")
        self.lines: list[str] = []
        self.count = 0

    def alloc(self) -> int:
        self.lines.append(f"  %b{self.count} = memref.alloc() : {self.local}")
        self.count += 1
        return self.count - 1

    def load(self, to: int) -> None:
        self.lines.append(f"  hivm.hir.load ins(%gm : {self.gm}) outs(%b{to} : {self.local})")

    def store(self, of: int) -> None:
        self.lines.append(f"  hivm.hir.store ins(%b{of} : {self.local}) outs(%gm : {self.gm})")

    def vector(self, a: int, b: int, to: int) -> None:
        name = self.chooser.choice(("vadd", "vmul", "vsub", "vmax"))
        types = f"{self.local}, {self.local}"
        self.lines.append(f"  hivm.hir.{name} ins(%b{a}, %b{b} : {types}) outs(%b{to} : {self.local})")

    def loop(self, number: int) -> None:
        self.lines.append(f"  scf.for %i{number} = %c0 to %n step %c1 {{")

    def end(self) -> None:
        self.lines.append("  }")

    def text(self) -> str:
        head = f"func.func @f(%gm: {self.gm}, %c0: index, %c1: index, %n: index) {{"
        return "\n".join([head, *self.lines, "  return", "}", ""])


def chain(lines: int) -> str:
    """Each operation reads the two buffers before its own: half the lines are allocations, everything fits."""
    out = _Writer(8)
    while len(out.lines) < lines:
        new = out.alloc()
        if new < 2:
            out.load(new)
        else:
            out.vector(new - 1, new - 2, new)
    out.store(out.count - 1)
    return out.text()


def random_reads(lines: int, elements: int, back: int) -> str:
    """Each operation reads two of the ``back`` buffers before its own."""
    out = _Writer(elements)
    while len(out.lines) < lines:
        new = out.alloc()
        if new < 2 or out.chooser.random() < 0.2:
            out.load(new)
        else:
            known = range(max(0, new - back), new)
            out.vector(out.chooser.choice(known), out.chooser.choice(known), new)
    out.store(out.count - 1)
    return out.text()


def gathered(lines: int, elements: int, in_loop: bool = False) -> str:
    """Everything is loaded before anything is stored: all buffers are alive at once."""
    out = _Writer(elements)
    if in_loop:
        out.loop(0)
    buffers = [out.alloc() for _ in range(lines // 3)]
    for buffer in buffers:
        out.load(buffer)
    for buffer in buffers:
        out.store(buffer)
    if in_loop:
        out.end()
    return out.text()


def nested(lines: int, elements: int) -> str:
    """A loop around many loops of 30 vector operations each, whose buffers must share addresses."""
    out = _Writer(elements)
    out.loop(0)
    number = 0
    while len(out.lines) < lines:
        number += 1
        out.loop(number)
        own: list[int] = []
        for _ in range(30):
            new = out.alloc()
            if len(own) < 2 or out.chooser.random() < 0.3:
                out.load(new)
            else:
                out.vector(out.chooser.choice(own[-10:]), out.chooser.choice(own[-10:]), new)
            own.append(new)
        out.store(own[-1])
        out.end()
    out.end()
    return out.text()


KINDS: dict[str, Callable[[int], str]] = {
    "chain, fits": chain,
    "reads far back, fits": lambda n: random_reads(n, 8, n),
    "all alive, fits": lambda n: gathered(n, 8),
    "all alive in a loop, fits": lambda n: gathered(n, 8, in_loop=True),
    "reads 10 back, shares": lambda n: random_reads(n, 1024, 10),
    "nested loops, shares": lambda n: nested(n, 4096),
    "reads 100 back, full": lambda n: random_reads(n, 1024, 100),
    "all alive, overflow": lambda n: gathered(n, 160_000 // n),
}


def main() -> None:
    """Print the table and draw the plot."""
    found = binaries()
    if found is None:
        print("The compiler's wheel (ascendnpu-ir) is not installed: nothing to compare with.")
        return
    compiler = [str(found / TOOLS["a3"]), "{}", "--hivm-plan-memory"]
    # An editable installation, or one without compiled modules, starts much slower than what users install.
    program = os.environ.get("HIVM_OPT") or str(Path(sysconfig.get_path("scripts")) / "hivm-opt")
    tool = [program, "{}", "--hivm-plan-memory"]
    kinds = [k for k in KINDS if not sys.argv[1:] or k in sys.argv[1:]]
    print(
        "plan-memory, whole processes, seconds of processor time (noise: median over best run); clock: ratio of times"
    )
    print(f"{'function':<26} {'lines':>6} {'hivm-opt':>9} {'compiler':>9} {'ratio':>8} {'clock':>8}   noise")
    points: dict[str, list[tuple[int, Runs, Runs]]] = {}
    for kind in kinds:
        for lines in LENGTHS:
            text = KINDS[kind](lines)
            ours, theirs = compare([tool, compiler], text, 7 if lines <= 1_000 else 3, PATIENCE)
            if ours.output != theirs.output and theirs.output is not None:
                print(f"{kind}, {lines:,} lines: the outputs differ", file=sys.stderr)
            print(_row(kind, lines, ours, theirs), flush=True)
            if theirs.output is None:
                break
            points.setdefault(kind, []).append((lines, ours, theirs))
    plot(points, Path("bench-out/plan-memory.svg"))


def _row(kind: str, lines: int, ours: Runs, theirs: Runs) -> str:
    sign = "<" if theirs.output is None else " "
    return (
        f"{kind:<26} {lines:>6,} {ours.processor.best:9.3f} {'>' if sign == '<' else ' '}{theirs.processor.best:8.3f}"
        f" {sign}{ours.processor.best / theirs.processor.best:7.3f} {sign}{ours.clock.best / theirs.clock.best:7.3f}"
        f"   {ours.processor.noise:3.0%} / {theirs.processor.noise:3.0%}"
    )


def plot(points: dict[str, list[tuple[int, Runs, Runs]]], path: Path) -> None:
    """Both times over the length of the function, on logarithmic axes."""
    try:
        import matplotlib as mpl
    except ImportError:
        print("matplotlib is not installed: no plot")
        return
    mpl.use("svg")
    from matplotlib import pyplot

    columns = min(4, len(points))
    rows = -(-len(points) // columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(3.6 * columns, 3.2 * rows), sharey=True, squeeze=False)
    for axis, (kind, measured) in zip(axes.flat, points.items(), strict=False):
        lines = [n for n, _, _ in measured]
        axis.loglog(lines, [r.processor.best for _, r, _ in measured], marker="o", label="hivm-opt")
        axis.loglog(lines, [r.processor.best for _, _, r in measured], marker="s", label="compiler")
        axis.set(title=kind, xlabel="lines")
        axis.grid(True, which="both", alpha=0.3)
    axes[0][0].set_ylabel("seconds, whole process")
    axes[0][0].legend()
    figure.tight_layout()
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path)
    print(f"plot: {path}")


if __name__ == "__main__":
    main()
