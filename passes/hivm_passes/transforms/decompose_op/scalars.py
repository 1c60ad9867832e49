"""Rewrites of ``hivm-decompose-op`` on scalars: what only the vector unit can do goes through a buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.types import BF16, F16, F32, I32, I64, IntegerType, MemRefType
from hivm_passes.rewriting.hivm_ops import alloc, arithmetic, constant, elementwise, index
from hivm_passes.transforms.decompose_op.rewrite import finish

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.rewriter import Rewriter

_WIDE: Final = 32


def convert(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """Conversions to and from bf16."""
    source, target = op.operands[0].type, op.results[0].type
    steps = _steps(op.name, source, target)
    if steps is None:
        return False
    return _through_buffers(op, rewriter, build, [("hivm.hir.vcast", step) for step in steps])


def _steps(name: str, source: Type, target: Type) -> list[Type] | None:
    if name in ("arith.extf", "arith.truncf"):
        return [target] if {source, target} == {BF16, F32} else None
    if name == "arith.sitofp" and target is BF16 and isinstance(source, IntegerType):
        return [F32, BF16] if source in (I32, I64) else [BF16]
    if name in ("arith.fptosi", "arith.fptoui") and source is BF16 and isinstance(target, IntegerType):
        return [target]
    return None


def logarithm(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``math.log``."""
    if op.operands[0].type not in (F16, F32):
        return False
    return _through_buffers(op, rewriter, build, [("hivm.hir.vln", op.results[0].type)])


def _through_buffers(op: Operation, rewriter: Rewriter, build: Build, steps: list[tuple[str, Type]]) -> bool:
    """Store the operand in a buffer of one element, work on buffers, load the result."""
    value = op.operands[0]
    current = alloc(rewriter, MemRefType((1,), value.type))
    zero = index(rewriter, 0)
    rewriter.create("memref.store", (value, current, zero))
    for name, element in steps:
        target = alloc(rewriter, MemRefType((1,), element))
        current = elementwise(rewriter, build, name, [current], target)
    loaded = rewriter.create("memref.load", (current, zero), (op.results[0].type,)).result
    return finish(op, rewriter, loaded)


def long_multiplication(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``mulsi_extended`` and ``mului_extended`` of i32 by a multiplication of i64.

    A5 leaves the signed one alone and treats the unsigned one as if it were signed.
    """
    signed = op.name == "arith.mulsi_extended"
    if op.operands[0].type is not I32 or (build == "a5" and signed):
        return False
    signed |= build == "a5"
    extend, shift = ("arith.extsi", "arith.shrsi") if signed else ("arith.extui", "arith.shrui")
    first, second = (arithmetic(rewriter, build, extend, (v,), I64) for v in op.operands)
    product = arithmetic(rewriter, build, "arith.muli", (first, second), I64)
    width = constant(rewriter, IntegerAttr(_WIDE, I64), I64)
    shifted = arithmetic(rewriter, build, "arith.shli", (product, width), I64)
    low = _narrow(rewriter, build, arithmetic(rewriter, build, shift, (shifted, width), I64))
    high = _narrow(rewriter, build, arithmetic(rewriter, build, shift, (product, width), I64))
    rewriter.replace_op(op, [low, high])
    return True


def _narrow(rewriter: Rewriter, build: Build, value: Value) -> Value:
    return arithmetic(rewriter, build, "arith.trunci", (value,), I32)
