"""``hivm-opt --hivm-plan-memory`` beside the compiler: whole processes, start-up included, on generated functions.

Kinds of functions: ``sequential`` (everything fits one behind the other), ``levels`` (buffers must share addresses, and
the first attempt does it), ``nearly full`` (the search has to back out), ``overflow`` (20 attempts fail).
"""

from __future__ import annotations

import random
import sys
import sysconfig
from pathlib import Path

from bench.timing import Timing, measure, row
from tests.conformance.compiler import TOOLS, binaries, run_program

KINDS = ("sequential", "levels", "nearly full", "overflow")
LENGTHS = (100, 300, 1_000, 2_000, 5_000)
PATIENCE = 120.0
"""Seconds after which the compiler is given up, and with it the longer functions of that kind."""

_ELEMENTS = {"sequential": 8, "levels": 2048, "nearly full": 8192, "overflow": 12288}
_LIVE = {"sequential": 4, "levels": 8, "nearly full": 5, "overflow": 5}


def function(kind: str, lines: int, seed: int = 1) -> str:
    """A straight-line function of about ``lines`` lines: loads, vector operations on what is alive, stores."""
    chooser = random.Random(seed)
    count = _ELEMENTS[kind]
    on_chip = f"memref<{count}xf32, #hivm.address_space<ub>>"
    in_gm = f"memref<{count}xf32, #hivm.address_space<gm>>"
    out = [f"func.func @f(%gm: {in_gm}) {{"]
    alive: list[int] = []
    number = 0
    while len(out) < lines:
        out.append(f"  %b{number} = memref.alloc() : {on_chip}")
        if len(alive) < 2 or chooser.random() < 0.3:
            out.append(f"  hivm.hir.load ins(%gm : {in_gm}) outs(%b{number} : {on_chip})")
        else:
            a, b = chooser.sample(alive[-_LIVE[kind] :], 2)
            name = chooser.choice(("vadd", "vmul", "vsub", "vmax"))
            out.append(f"  hivm.hir.{name} ins(%b{a}, %b{b} : {on_chip}, {on_chip}) outs(%b{number} : {on_chip})")
        alive.append(number)
        number += 1
        if len(alive) >= _LIVE[kind]:
            last = alive.pop(chooser.randrange(len(alive)))
            out.append(f"  hivm.hir.store ins(%b{last} : {on_chip}) outs(%gm : {in_gm})")
    return "\n".join([*out, "  return", "}", ""])


def main() -> None:
    """Print the table and draw the plot."""
    found = binaries()
    if found is None:
        print("The compiler's wheel (ascendnpu-ir) is not installed: nothing to compare with.")
        return
    compiler = [str(found / TOOLS["a3"]), "-", "--hivm-plan-memory"]
    tool = [str(Path(sysconfig.get_path("scripts")) / "hivm-opt"), "-", "--hivm-plan-memory"]
    print(f"{'plan-memory, whole process':<44} {'hivm-opt':>12} {'compiler':>12}   ratio")
    points: dict[str, list[tuple[int, Timing, Timing]]] = {}
    for kind in KINDS:
        for lines in LENGTHS:
            text = function(kind, lines)
            repeat = 5 if lines <= 1_000 else 3
            answers: list[str | None] = []

            def once(command: list[str], text: str = text, answers: list[str | None] = answers) -> None:
                done = run_program(command, text, timeout=PATIENCE)
                answers.append(None if done is None else done.stdout)

            theirs = measure(lambda once=once: once(compiler), repeat if lines <= 1_000 else 1)
            if None in answers:
                print(f"{kind}, {lines:,} lines: the compiler needs more than {PATIENCE:g} s")
                break
            ours = measure(lambda once=once: once(tool), repeat)
            if answers[0] != answers[-1]:
                print(f"{kind}, {lines:,} lines: the outputs differ", file=sys.stderr)
            points.setdefault(kind, []).append((lines, ours, theirs))
            print(row(f"{kind}, {lines:,} lines", ours, theirs), flush=True)
    plot(points, Path("bench-out/plan-memory.svg"))


def plot(points: dict[str, list[tuple[int, Timing, Timing]]], path: Path) -> None:
    """Both times over the length of the function, on logarithmic axes."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(points), figsize=(4 * len(points), 3.6), sharey=True)
    for axis, (kind, rows) in zip([axes] if len(points) == 1 else axes, points.items(), strict=True):
        lines = [r[0] for r in rows]
        axis.loglog(lines, [r[1].best for r in rows], marker="o", label="hivm-opt")
        axis.loglog(lines, [r[2].best for r in rows], marker="s", label="compiler")
        axis.set(title=kind, xlabel="lines")
        axis.grid(True, which="both", alpha=0.3)
    pyplot.gcf().axes[0].set_ylabel("seconds, whole process")
    pyplot.gcf().axes[0].legend()
    figure.tight_layout()
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path)
    print(f"plot: {path}")


if __name__ == "__main__":
    main()
