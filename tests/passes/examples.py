"""Examples of a pass in one file, and what the compiler does with each: text in, text or errors out, per build."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.conformance.compare import Case, run_ours

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.compiler import Build

BUILDS: tuple[Build, ...] = ("a3", "a5")
_SEPARATOR = "// ----- "


def read_examples(path: Path) -> dict[str, str]:
    """The examples of a file by name: each starts with a line ``// ----- name``."""
    found: dict[str, str] = {}
    for part in path.read_text().split(_SEPARATOR)[1:]:
        name, _, text = part.partition("\n")
        found[name] = text
    return found


def write_expected(path: Path, flags: tuple[str, ...]) -> None:
    """Ask the compiler about every example of ``path`` and write its answers beside it."""
    from tests.conformance.compiler import run

    answers: dict[str, Any] = {}
    for name, text in read_examples(path).items():
        for build in BUILDS:
            done = run(build, text, flags)
            errors = [list(e) for e in dict.fromkeys(done.errors)]
            answers[f"{build} {name}"] = {"status": done.status, "output": done.output, "errors": errors}
    path.with_suffix(".json").write_text(json.dumps(answers, indent=1) + "\n")


def read_expected(path: Path) -> dict[str, dict[str, Any]]:
    """The answers by build and name."""
    return json.loads(path.with_suffix(".json").read_text())


def check(path: Path, key: str, wanted: dict[str, Any], flags: tuple[str, ...]) -> None:
    """Our tool must print what the compiler printed, or report its errors; where it died, some error will do."""
    build, _, name = key.partition(" ")
    ours = run_ours(Case(key, name, "a5" if build == "a5" else "a3", flags, read_examples(path)[name]))
    errors = {tuple(e) for e in wanted["errors"] if e[0]}
    if wanted["status"] == "ok":
        assert ours.status == "ok", ours.errors
        assert ours.output == wanted["output"]
        assert set(ours.errors) == errors
    else:
        assert ours.status == "error"
        assert ours.errors
        assert set(ours.errors) >= errors
