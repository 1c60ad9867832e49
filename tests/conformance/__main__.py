"""``python -m tests.conformance``: compares ``hivm-opt`` with the compiler on many inputs and prints counts."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from multiprocessing import Pool
from pathlib import Path

from tests.conformance.cases import Selection, all_cases, is_wanted, suite_names
from tests.conformance.compare import Result, compare
from tests.conformance.compiler import binaries

_HEAD = ("tried", "equal", "identical", "varies", "crash", "wrong")


def main() -> int:
    """Exit status 0 when nothing differs, 1 when something does, 2 without the compiler."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--count", type=int, default=6000, help="how many programs to generate (default 6000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first generated program (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--only", choices=["generated", "kernels"], help="leave the other inputs out")
    parser.add_argument("--arch", choices=["a3", "a5"], help="only one compiler")
    parser.add_argument("--group", help="only groups whose name contains this text")
    parser.add_argument("--suite", action="append", choices=["all", *suite_names()], help="passes instead of the plan")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a summary for machines there")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write inputs that differ there")
    arguments = parser.parse_args()
    if binaries() is None:
        print("the compiler is not installed: pip install ascendnpu-ir==1.2.0 (Linux, x86-64)", file=sys.stderr)
        return 2
    chosen = suite_names() if "all" in (arguments.suite or ()) else arguments.suite or ()
    selection = Selection(
        arguments.count, arguments.seed, arguments.only, arguments.arch, arguments.group, tuple(chosen)
    )
    started = time.monotonic()
    results: list[Result] = []
    with Pool(arguments.jobs) as pool:
        cases = [c for c in all_cases(selection, pool) if is_wanted(c, selection)]
        for result in pool.imap_unordered(compare, cases, chunksize=4):
            results.append(_without_texts(result) if result.is_good else result)
            _progress(results, len(cases), started)
    _print_table(results)
    wrong = sorted((r for r in results if not r.is_good), key=lambda r: (r.case.group, r.case.name))
    for result in wrong[:40]:
        print(f"{result.verdict}: {result.case.group} {result.case.name}: {result.reason}")
    if len(wrong) > 40:
        print(f"... and {len(wrong) - 40} more")
    seconds = time.monotonic() - started
    print(f"{len(results)} inputs in {seconds:.0f} s; generated ones have seeds from {arguments.seed} on")
    if arguments.json:
        arguments.json.write_text(json.dumps(_summary(results, arguments.seed, seconds), indent=2) + "\n")
    if arguments.keep:
        _keep(wrong, arguments.keep)
    return 1 if wrong else 0


def _without_texts(result: Result) -> Result:
    return Result(result.case, result.verdict, result.reason, result.identical)


def _progress(results: list[Result], total: int, started: float) -> None:
    if not sys.stderr.isatty() and len(results) % 500 and len(results) != total:
        return
    wrong = sum(not r.is_good for r in results)
    text = f"{len(results)}/{total} inputs, {wrong} wrong, {time.monotonic() - started:.0f} s"
    print(f"\r{text}" if sys.stderr.isatty() else text, end="" if sys.stderr.isatty() else "\n", file=sys.stderr)
    if sys.stderr.isatty() and len(results) == total:
        print(file=sys.stderr)


def _rows(results: list[Result]) -> dict[str, Counter[str]]:
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        row = rows[result.case.group]
        row["tried"] += 1
        row["identical"] += result.identical
        row[result.verdict if result.is_good else "wrong"] += 1
    return rows


def _print_table(results: list[Result]) -> None:
    rows = dict(sorted(_rows(results).items()))
    total: Counter[str] = Counter()
    for row in rows.values():
        total.update(row)
    width = max(len(name) for name in [*rows, "all"])
    print(f"{'':{width}} " + " ".join(f"{h:>9}" for h in _HEAD))
    for name, row in [*rows.items(), ("all", total)]:
        print(f"{name:{width}} " + " ".join(f"{row[h]:>9}" for h in _HEAD))
    print("equal: the compiler prints the same for our output as its own (identical: even without that), or the same")
    print("errors; varies: its own answers differ, ours is one of them; crash: it dies, we report why")


def _summary(results: list[Result], seed: int, seconds: float) -> dict[str, object]:
    return {
        "seed": seed,
        "seconds": round(seconds, 1),
        "groups": {name: {h: row[h] for h in _HEAD} for name, row in sorted(_rows(results).items())},
        "wrong": [
            {"group": r.case.group, "name": r.case.name, "verdict": r.verdict, "reason": r.reason}
            for r in results
            if not r.is_good
        ],
    }


def _keep(wrong: list[Result], directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for number, result in enumerate(wrong):
        base = directory / f"{number:04d}"
        flags = " ".join(result.case.flags)
        head = f"// {result.case.group} {result.case.name}: {result.reason}\n// --arch={result.case.build} {flags}\n"
        base.with_suffix(".mlir").write_text(result.case.text)
        base.with_suffix(".txt").write_text(head)
        base.with_suffix(".expected").write_text(result.compiler.output or repr(result.compiler.errors))
        base.with_suffix(".got").write_text(result.ours.output or repr(result.ours.errors))


if __name__ == "__main__":
    sys.exit(main())
