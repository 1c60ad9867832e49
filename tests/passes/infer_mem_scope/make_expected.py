"""Writes what the compiler does with the examples. Run it when the compiler's package changes.

``python -m tests.passes.infer_mem_scope.make_expected``
"""

from __future__ import annotations

from tests.passes.examples import write_expected
from tests.passes.infer_mem_scope.test_examples import EXAMPLES, FLAGS

if __name__ == "__main__":
    write_expected(EXAMPLES, FLAGS)
