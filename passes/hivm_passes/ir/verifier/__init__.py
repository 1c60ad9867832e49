"""What the compiler's verifier says about a module: all of it, where the compiler stops at the first error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.verifier.walk import Verifier

if TYPE_CHECKING:
    from collections.abc import Collection

    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

__all__ = ["verify"]


def verify(module: Operation, build: Build, broken: Collection[Operation] = ()) -> tuple[Diagnostic, ...]:
    """The errors of ``module`` in the compiler's order, so that the first one is the compiler's.

    ``broken`` are operations that did not parse: nothing is said about them, nor about what they leave open. Never
    raises; spans count as those of the operations do.
    """
    return Verifier(module, build, frozenset(broken)).run()
