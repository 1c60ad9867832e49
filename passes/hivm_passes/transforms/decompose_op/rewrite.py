"""What the rewrites of the decomposition passes share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from hivm_passes.targets import module_target

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter


class DecomposeError(Exception):
    """The compiler stops here: with ``message`` (``named``: as "'op' op message"), or by a crash."""

    def __init__(self, message: str, *, crash: bool = False, named: bool = True) -> None:
        super().__init__(message)
        self.message = message
        self.crash = crash
        self.named = named


def finish(op: Operation, rewriter: Rewriter, result: Value) -> bool:
    """Put ``result`` in the place of ``op``; on buffers ``op`` just goes."""
    rewriter.replace_op(op, [result] if op.results else [])
    return True


def is_reg_based(op: Operation, build: Build) -> bool:
    """Whether the module of ``op`` names a reg-based target, for a build that cares."""
    module = next((o for o in op.ancestors() if o.name == "builtin.module"), None)
    named = None if module is None or build == "a3" else module_target(module)
    return named is not None and named.family == "reg-based"


def integers(op: Operation, name: str) -> tuple[int, ...]:
    """The numbers of an attribute that is an array of integers; empty when absent."""
    attribute = op.attributes.get(name)
    if isinstance(attribute, DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, ArrayAttr):
        return tuple(e.value for e in attribute.elements if isinstance(e, IntegerAttr))
    return ()
