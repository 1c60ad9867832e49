"""Which copy an iteration uses, on A2 and A3: the number of the iteration in the whole loop nest, modulo the copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.multi_buffer import enclosing_loops
from hivm_passes.ir.affine import AffineConstant, AffineExpr, AffineMap, AffineSymbol
from hivm_passes.ir.parsing.affine import add, divide, modulo, multiply, negate
from hivm_passes.ir.types import I64, INDEX
from hivm_passes.rewriting.affine_compose import composed_apply
from hivm_passes.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value

_PER_LOOP: Final = 4
"""Symbols of each loop: induction variable, lower bound, upper bound, step."""


def iteration_index(loop: Operation, copies: int) -> Value:
    """The number of the copy as i64, computed at the start of the body of ``loop``.

    The compiler does not tell the rewrite driver of these operations, so they are folded one round later than others.
    """
    rewriter = Rewriter()
    rewriter.matched = loop
    rewriter.set_insertion_point_to_start(loop.regions[0].blocks[0])
    nest = enclosing_loops(loop)
    operands: list[Value] = []
    for one in nest:
        iv = one.regions[0].blocks[0].arguments[0]
        operands += [as_index(v, rewriter) for v in (iv, *one.operands[:3])]
    expr = modulo(nest_index(len(nest)), AffineConstant(copies))
    apply = rewriter.insert(composed_apply(AffineMap(0, len(operands), (expr,)), operands))
    return rewriter.create("arith.index_cast", [apply.result], [I64]).result


def nest_index(depth: int) -> AffineExpr:
    """The number of an iteration of ``depth`` loops (symbols from inner to outer), counted over all of them.

    Of each loop the iterations so far, times the trip counts of all loops inside it.
    """
    total: AffineExpr = AffineConstant(0)
    inner: AffineExpr = AffineConstant(1)
    for level in range(depth):
        iv, lower, upper, step = (AffineSymbol(_PER_LOOP * level + i) for i in range(_PER_LOOP))
        done = divide("floordiv", add(iv, negate(lower)), step)
        total = add(total, multiply(done, inner))
        trips = divide("floordiv", add(add(add(upper, negate(lower)), step), AffineConstant(-1)), step)
        inner = multiply(inner, trips)
    return total


def as_index(value: Value, rewriter: Rewriter) -> Value:
    """The value as ``index``."""
    if value.type is INDEX:
        return value
    return rewriter.create("arith.index_cast", [value], [INDEX]).result
