"""Runs one input through the compiler and through ``hivm-opt`` and compares what they say."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from hivm_passes.ir.edits import apply_edits
from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.verifier import verify
from hivm_passes.pipeline import make_pass
from hivm_passes.targets import target
from hivm_passes.tools.apply import pass_edits
from hivm_passes.tools.opt import run_tool
from tests.conformance.compiler import Build, Outcome, reprint, run

Verdict = Literal["equal", "different", "varies", "crash", "unclear crash"]
"""``varies``: the compiler's own answers differ and ours is one of them. ``crash``: it dies and we say why."""

_ERROR = re.compile(r"^<stdin>:(\d+):\d+: error: (.*)$", re.M)
_UNLOCATED = re.compile(r"^hivm-opt: error: (.*)$", re.M)
_REPEATS = 12


@dataclass(frozen=True)
class Case:
    """An input: ``group`` is what it is counted under."""

    group: str
    name: str
    build: Build
    flags: tuple[str, ...]
    text: str
    timeout: float = 60
    kind: Literal["tool", "edit"] = "tool"
    """``edit``: the pass as a change of the text, compared up to the clean-up of the rewrite driver."""


@dataclass(frozen=True)
class Result:
    """How a case ended. ``identical`` tells that even the printed bytes are the same."""

    case: Case
    verdict: Verdict
    reason: str = ""
    identical: bool = False
    compiler: Outcome = field(default_factory=lambda: Outcome("ok"))
    ours: Outcome = field(default_factory=lambda: Outcome("ok"))

    @property
    def is_good(self) -> bool:
        return self.verdict in ("equal", "varies", "crash")


def compare(case: Case) -> Result:
    """Run both and judge."""
    try:
        return _compare_edit(case) if case.kind == "edit" else _compare_tool(case)
    except Exception as error:  # an exception of ours is a finding like any other
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        at = "" if where is None else f" at {Path(where.tb_frame.f_code.co_filename).name}:{where.tb_lineno}"
        return Result(case, "different", f"we raise {error!r}{at}")


def _compare_tool(case: Case) -> Result:
    ours = run_ours(case)
    with tempfile.TemporaryDirectory() as work:
        directory = Path(work)
        theirs = run(case.build, case.text, case.flags, directory, case.timeout)
        if theirs.status == "crash":
            reason = _crash_difference(theirs, ours)
            verdict: Verdict = "unclear crash" if reason else "crash"
            return Result(case, verdict, reason, False, theirs, ours)
        reason, identical = _difference(case, theirs, ours)
        if not reason:
            return Result(case, "equal", "", identical, theirs, ours)
        # Some inputs have several answers: ask again whether ours is among them.
        for _ in range(_REPEATS):
            again = run(case.build, case.text, case.flags, directory, case.timeout)
            if again != theirs and again.status != "crash" and not _difference(case, again, ours)[0]:
                return Result(case, "varies", reason, False, theirs, ours)
    return Result(case, "different", reason, False, theirs, ours)


def run_ours(case: Case) -> Outcome:
    """What ``hivm-opt`` does with the input."""
    done = run_tool(["-", f"--arch={case.build}", *case.flags], case.text.encode("utf-8", "surrogateescape"))
    errors = tuple((int(line), message) for line, message in _ERROR.findall(done.messages))
    errors += tuple((0, message) for message in _UNLOCATED.findall(done.messages))
    output = done.output.decode("utf-8", "surrogateescape")
    return Outcome("ok" if done.status == 0 else "error", output, errors, files=tuple(sorted(done.files.items())))


def _difference(case: Case, theirs: Outcome, ours: Outcome) -> tuple[str, bool]:
    """What differs (empty: nothing), and whether the outputs are the same to the byte."""
    if theirs.status != ours.status:
        return f"the compiler says {theirs.status} {theirs.errors[:1]}, we say {ours.status} {ours.errors[:2]}", False
    if theirs.files != ours.files:
        return f"side files differ: {[n for n, _ in theirs.files]} and {[n for n, _ in ours.files]}", False
    if theirs.status == "error":
        # The compiler runs functions at the same time and may stop before the second error; ours come in order.
        if not theirs.errors:
            return ("" if ours.errors else "no reason given"), False
        missing = [e for e in theirs.errors if e not in ours.errors]
        return (f"not reported: {missing[:2]}, but {ours.errors[:2]}" if missing else ""), False
    if set(theirs.errors) != set(ours.errors):
        return f"errors differ: {sorted(set(theirs.errors) ^ set(ours.errors))[:2]}", False
    if theirs.output == ours.output:
        return "", True
    printed = reprint(case.build, ours.output)
    if printed.status != "ok":
        return f"our output is not accepted: {printed.errors[:1]} {printed.crash}", False
    if printed.output == theirs.output:
        return "", False
    for number, (left, right) in enumerate(
        zip(theirs.output.splitlines(), printed.output.splitlines(), strict=False), 1
    ):
        if left != right:
            return f"output line {number}: expected {left.strip()[:160]!r}, got {right.strip()[:160]!r}", False
    return "outputs differ in length", False


def _crash_difference(theirs: Outcome, ours: Outcome) -> str:
    """Why our answer to an input that kills the compiler is not clear enough; empty when it is."""
    if ours.status != "error" or not ours.errors:
        return f"the compiler dies ({theirs.crash[:120]}), we say {ours.status} without an error"
    said = {message for _, message in ours.errors}
    missing = [e for e in theirs.errors if e not in ours.errors and not (e[0] == 0 and e[1] in said)]
    return f"before it died the compiler said {missing[:2]}, we say {ours.errors[:2]}" if missing else ""


# --- edits --------------------------------------------------------------------------------------------------------

_NORMALISER = "--hivm-lift-zero-rank"
_CONSTANT = re.compile(r"^ *(%[\w.-]+) = arith\.constant (.*)$")
_NAME = re.compile(r"%[\w.-]+(?:#\d+)?")


def _compare_edit(case: Case) -> Result:
    """The edited text and the compiler's output must be the same once both went through a pass that only cleans up."""
    device = tuple(f for f in case.flags if "hacc-append-device-spec" in f)
    name, _, options = next(f for f in case.flags if f not in device).removeprefix("--").partition("=")
    parsed = parse_module(case.text, build=case.build)
    broken = any(
        d.severity == "error" for d in (*parsed.diagnostics, *verify(parsed.module, parsed.build, parsed.broken))
    )
    entry = make_pass(name, options, case.build)
    edits, outcome = pass_edits(parsed, entry, target(device[0].rpartition("=")[2]) if device else None)
    edited = apply_edits(parsed.text, edits).decode("utf-8", "surrogateescape")
    ours = Outcome("error" if outcome.failed or broken else "ok", edited)
    theirs = run(case.build, case.text, (*case.flags, _NORMALISER), timeout=case.timeout)
    if theirs.status != "ok":
        if ours.status == "error" and (broken or not edits):
            return Result(case, "equal" if theirs.status == "error" else "crash", "", False, theirs, ours)
        return Result(case, "different", f"the compiler says {theirs.status}, we edit", False, theirs, ours)
    if ours.status == "error":
        said = [d.text for d in outcome.diagnostics if d.severity == "error"]
        return Result(case, "different", f"the compiler goes on, we do not: {said[:2]}", False, theirs, ours)
    again = run(case.build, edited, (*device, _NORMALISER), timeout=case.timeout)
    if again.status != "ok":
        return Result(case, "different", f"the edited text is not accepted: {again.errors[:1]}", False, theirs, ours)
    expected, got = _without_constants(theirs.output), _without_constants(again.output)
    if expected != got:
        number = next((i for i, (a, b) in enumerate(zip(expected, got, strict=False)) if a != b), len(got))
        reason = f"edited text differs: expected {expected[number:][:1]!s:.200}, got {got[number:][:1]!s:.200}"
        return Result(case, "different", reason, False, theirs, ours)
    touched = _bystanders(case.text, name) - _bystanders(edited, name)
    reason = f"a bystander was changed: {min(touched)}" if touched else ""
    return Result(case, "different" if touched else "equal", reason, False, theirs, ours)


def _without_constants(text: str) -> list[str]:
    """The lines with every constant in the place of its name, leading constants left out: their order means nothing."""
    lines: list[str] = []
    values: dict[str, str] = {}

    def value(match: re.Match[str]) -> str:
        return values.get(match[0], match[0])

    for line in text.splitlines():
        constant = _CONSTANT.match(line)
        if constant:
            values[constant[1]] = f"<{constant[2]}>"
            continue
        if line.lstrip().startswith("func.func"):
            values.clear()
        lines.append(_NAME.sub(value, line))
    return lines


_TOUCHED: Final = {
    "hivm-plan-memory": re.compile(r"alloc|annotation\.mark|scf\.yield|scope\.return"),
    "hivm-flatten-ops": re.compile(r"hivm\.hir\."),
}
"""Lines that a pass has a reason to touch."""


def _bystanders(text: str, name: str) -> set[str]:
    """Lines that the pass has no reason to touch.

    Names do not count, since a buffer may give way to its marked twin.
    """
    return {_NAME.sub("%", line) for line in text.splitlines() if not _TOUCHED[name].search(line)}
