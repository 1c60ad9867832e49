"""Writes what the compiler does with the examples. Run it when the compiler's package changes.

``python -m tests.passes.auto_blockify.make_expected``
"""

from __future__ import annotations

from tests.passes.auto_blockify.test_examples import DATA, PASSES
from tests.passes.examples import write_expected

if __name__ == "__main__":
    for name, flag in PASSES.items():
        write_expected(DATA / f"{name}.mlir", (flag,))
