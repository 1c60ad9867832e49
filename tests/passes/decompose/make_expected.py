"""Writes what the compiler does with the examples. Run it when the compiler's package changes.

``python -m tests.passes.decompose.make_expected``
"""

from __future__ import annotations

from tests.passes.decompose.test_examples import DATA, FLAGS
from tests.passes.examples import write_expected

if __name__ == "__main__":
    for name, flag in FLAGS.items():
        write_expected(DATA / f"{name}.mlir", (flag,))
