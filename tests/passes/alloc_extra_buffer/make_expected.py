"""Writes what the compiler does with the examples. Run it when the compiler's package changes.

``python -m tests.passes.alloc_extra_buffer.make_expected``
"""

from __future__ import annotations

from tests.passes.alloc_extra_buffer.test_examples import EXAMPLES, FLAGS
from tests.passes.examples import write_expected

if __name__ == "__main__":
    write_expected(EXAMPLES, FLAGS)
