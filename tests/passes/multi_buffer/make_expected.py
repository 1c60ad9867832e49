"""Writes what the compiler does with the examples. Run it when the compiler's package changes.

``python -m tests.passes.multi_buffer.make_expected``
"""

from __future__ import annotations

from tests.passes.examples import write_expected
from tests.passes.multi_buffer.test_examples import DATA, PASSES

if __name__ == "__main__":
    for name, flag in PASSES.items():
        write_expected(DATA / f"{name}.mlir", (flag,))
