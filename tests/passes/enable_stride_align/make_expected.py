"""Writes ``data/expected.json``: what the compiler does with the examples. Run it when the compiler's package changes.

``python -m tests.passes.enable_stride_align.make_expected``
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conformance.compiler import run
from tests.conformance.suites.enable_stride_align import FLAG, MODES, UNREGISTERED

DATA = Path(__file__).parent / "data"


def expected(text: str) -> dict[str, Any]:
    """What the compiler does with a text in every mode."""
    found: dict[str, Any] = {}
    for mode, (build, flags) in MODES.items():
        done = run(build, text, (*flags, FLAG, UNREGISTERED))  # pyright: ignore[reportArgumentType]
        errors = [list(e) for e in dict.fromkeys(done.errors)]
        found[mode] = {"status": done.status, "output": done.output, "errors": errors}
    return found


def main() -> None:
    """Write the file."""
    answers = {path.stem: expected(path.read_text()) for path in sorted((DATA / "examples").glob("*.mlir"))}
    (DATA / "expected.json").write_text(json.dumps(answers, indent=1) + "\n")


if __name__ == "__main__":
    main()
