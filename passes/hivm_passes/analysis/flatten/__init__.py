"""How the dimensions of structured operations on memrefs join (FlattenOps, the analysis).

``flatten(op, build)`` is pure and memoised by content: the operation's facts, the types of its operands and the
dimensions that it names. FlattenOps, MarkStrideAlign, PlanMemory and hover share it.
"""

from __future__ import annotations

from hivm_passes.analysis.flatten.analysis import flatten, grouping
from hivm_passes.analysis.flatten.layout import collapsed, compose, identity
from hivm_passes.analysis.flatten.marks import integers, marked_type
from hivm_passes.analysis.flatten.result import FlatOperand, FlattenResult, Groups, OpClass, Problem, Role
from hivm_passes.analysis.flatten.rules import flatten_class, named_dims, operand_roles

__all__ = [
    "FlatOperand",
    "FlattenResult",
    "Groups",
    "OpClass",
    "Problem",
    "Role",
    "collapsed",
    "compose",
    "flatten",
    "flatten_class",
    "grouping",
    "identity",
    "integers",
    "marked_type",
    "named_dims",
    "operand_roles",
]
