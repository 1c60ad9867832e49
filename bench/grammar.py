"""The grammar beside the public MLIR grammar (PyPI ``tree-sitter-mlir``): cold parses and single keystrokes."""

from __future__ import annotations

from pathlib import Path

import tree_sitter

import tree_sitter_hivm
from bench.timing import Timing, measure, row

KERNEL = Path(__file__).parent.parent / "examples/softmax.mlir"
KERNELS = Path(__file__).parent.parent / "tests/conformance/kernels"


def parsers() -> dict[str, tree_sitter.Parser]:
    """Ours and theirs."""
    import tree_sitter_mlir

    return {
        "ours": tree_sitter.Parser(tree_sitter.Language(tree_sitter_hivm.language())),
        "theirs": tree_sitter.Parser(tree_sitter.Language(tree_sitter_mlir.language())),
    }


def cold(parser: tree_sitter.Parser, source: bytes) -> Timing:
    """Parse from nothing."""
    return measure(lambda: parser.parse(source))


def keystrokes(parser: tree_sitter.Parser, lines: int) -> Timing:
    """One character typed, many times, in one function of ``lines`` operations; the edit itself is not timed."""
    body = b"\n".join(b"  %%v%d = arith.addi %%a, %%b%d : index" % (i, i % 7) for i in range(lines))
    source = b"func.func @f() {\n" + body + b"\n  return\n}\n"
    tree = parser.parse(source)
    runs: list[float] = []
    for step in range(12):
        at = source.index(b"%%v%d " % (lines // 3 + step)) + 2
        row_number = source.count(b"\n", 0, at)
        column = at - source.rfind(b"\n", 0, at) - 1
        source = source[:at] + b"9" + source[at:]
        tree.edit(at, at, at + 1, (row_number, column), (row_number, column), (row_number, column + 1))
        old, text = tree, source
        timing = measure(lambda old=old, text=text: parser.parse(text, old), 1)
        tree = parser.parse(source, old)
        runs.extend(timing.runs)
    return Timing(tuple(runs[2:]))  # the first re-parses after a cold parse cost more


def main() -> None:
    """Print the table."""
    both = parsers()
    source = KERNEL.read_bytes() * 400
    many = b"// -----\n".join(path.read_bytes() for path in sorted(KERNELS.glob("*.mlir"))) * 30
    print(f"{'grammar':<44} {'ours':>12} {'public':>12}   ratio")
    for what, text in {"one kernel": source, "many kernels": many}.items():
        ours, theirs = cold(both["ours"], text), cold(both["theirs"], text)
        print(row(f"cold parse of {len(text) / 1e6:.1f} MB, {what}", ours, theirs))
        print(f"{'':<44} {len(text) / ours.best / 1e6:9.1f} MB/s {len(text) / theirs.best / 1e6:7.1f} MB/s")
    for lines in (100, 1_000, 10_000, 50_000):
        title = f"one keystroke, one function of {lines:,} lines"
        print(row(title, keystrokes(both["ours"], lines), keystrokes(both["theirs"], lines)))


if __name__ == "__main__":
    main()
