"""Writes ``data/expected.json``: what the compiler makes of the examples. Run it when the compiler's package changes.

``python -m tests.passes.stride_align_mark.make_expected``
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

from tests.conformance.compiler import Build, run

DATA = Path(__file__).parent / "data"
_RUN = re.compile(r"^// RUN (\S+) (.+)$", re.M)


def runs(text: str) -> list[tuple[Build, str]]:
    """Build and flags of every run that an example names."""
    return [(cast("Build", m[1]), m[2]) for m in _RUN.finditer(text)]


def expected(text: str, build: Build, flags: str) -> dict[str, Any]:
    """One run of the compiler."""
    done = run(build, text, tuple(flags.split()), timeout=10)
    return {
        "build": build,
        "flags": flags,
        "status": done.status,
        "errors": [list(e) for e in done.errors],
        "output": done.output.splitlines(),
    }


def main() -> None:
    """Run every example in every way that its first lines name."""
    found = {
        path.stem: [expected(path.read_text(), *one) for one in runs(path.read_text())]
        for path in sorted((DATA / "examples").glob("*.mlir"))
    }
    (DATA / "expected.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
