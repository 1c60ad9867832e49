"""Writes ``data/expected.json``: what the compiler makes of every example, alone."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conformance.compiler import run

DATA = Path(__file__).parent / "data"


def main() -> None:
    """Run both builds on all examples."""
    found: dict[str, dict[str, object]] = {}
    for path in sorted(DATA.glob("*.mlir")):
        answers: dict[str, object] = {}
        for build in ("a3", "a5"):
            outcome = run(build, path.read_text(), ("--hivm-flatten-ops",))
            answers[build] = {"status": outcome.status, "output": outcome.output, "errors": outcome.errors}
        found[path.stem] = answers
    (DATA / "expected.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
