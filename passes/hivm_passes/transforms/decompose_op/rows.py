"""The rewrites of ``hivm-decompose-op`` on vector operations, one function per row of its table.

Each takes the operation, a rewriter that inserts in front of it, and the build; it answers whether it changed anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.tracing import Tracer
from hivm_passes.dialects.registry import operand_group
from hivm_passes.ir.attributes import UNIT, DenseArrayAttr, FloatAttr, IntegerAttr, StridedLayoutAttr
from hivm_passes.ir.types import (
    DYNAMIC,
    F16,
    F32,
    I1,
    I8,
    I16,
    I32,
    I64,
    FloatType,
    IntegerType,
    MemRefType,
    TensorType,
)
from hivm_passes.rewriting.hivm_ops import (
    alloc,
    arithmetic,
    constant,
    dimension,
    element_of,
    elementwise,
    hivm_enum,
    index,
    is_vector,
    number,
    structured,
    temporary,
)
from hivm_passes.transforms.decompose_op.rewrite import DecomposeError, finish, integers, is_reg_based

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.rewriter import Rewriter

INITIALISED: Final = "already_initialize_init"


def subtract_scalar(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vsub`` of a scalar is ``vadd`` of its negative."""
    sources, (target,) = operand_group(op, "src", build), operand_group(op, "dst", build)
    vector, scalar = sources
    if is_vector(scalar):
        return False
    element = scalar.type
    zero = constant(rewriter, number(element, 0), element)
    kind = "arith.subf" if isinstance(element, FloatType) else "arith.subi"
    negative = arithmetic(rewriter, build, kind, (zero, scalar), element)
    return finish(op, rewriter, elementwise(rewriter, build, "hivm.hir.vadd", [vector, negative], target))


def broadcast_one_by_one(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vbrc`` along several dimensions: one step per dimension, the last one first."""
    dimensions = integers(op, "broadcast_dims")
    if len(dimensions) < 2:
        return False
    source, target = op.operands[0], op.operands[1]
    assert isinstance(source.type, MemRefType | TensorType) and isinstance(target.type, MemRefType | TensorType)
    shape = list(source.type.shape)
    current = source
    for widened in reversed(dimensions[1:]):
        shape[widened] = target.type.shape[widened]
        step = temporary(rewriter, build, target, shape=shape)
        current = _broadcast(rewriter, build, current, step, (widened,))
    return finish(op, rewriter, _broadcast(rewriter, build, current, target, dimensions[:1]))


def _broadcast(rewriter: Rewriter, build: Build, source: Value, target: Value, dimensions: tuple[int, ...]) -> Value:
    attributes: dict[str, Attribute] = {"broadcast_dims": DenseArrayAttr(I64, dimensions)}
    op = structured(rewriter, build, "hivm.hir.vbrc", {"src": [source], "dst": [target]}, attributes)
    return op.results[0] if op.results else target


def _fill(rewriter: Rewriter, build: Build, value: Attribute, target: Value) -> Value:
    """A ``vbrc`` of a new constant."""
    return _broadcast(rewriter, build, constant(rewriter, value, element_of(target.type)), target, ())


# --- casts --------------------------------------------------------------------------------------------------------

_THROUGH_F16: Final = ((F32, I8), (IntegerType(4), I8), (I1, I8))
_TO_BITS: Final[dict[Type, FloatType]] = {I8: F16, I16: F16, I32: F32}


def cast(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """Casts that no instruction does: through f16, or by a comparison with zero."""
    (source,), (target,) = operand_group(op, "src", build), operand_group(op, "dst", build)
    pair = (element_of(source.type), element_of(target.type))
    if pair in _THROUGH_F16:
        mode = {k: v for k, v in op.attributes.items() if k == "round_mode"}
        half = cast_to(rewriter, build, source, temporary(rewriter, build, source, F16), mode)
        return finish(op, rewriter, cast_to(rewriter, build, half, target, mode))
    between = _TO_BITS.get(pair[0]) if pair[1] is I1 else None
    if between is None:
        return False
    values = cast_to(rewriter, build, source, temporary(rewriter, build, source, between))
    zeros = _fill(rewriter, build, number(between, 0), temporary(rewriter, build, source, between))
    compare: dict[str, Attribute] = {"compare_mode": hivm_enum("compare_mode", "ne")}
    return finish(op, rewriter, elementwise(rewriter, build, "hivm.hir.vcmp", [values, zeros], target, compare))


def cast_to(
    rewriter: Rewriter, build: Build, source: Value, target: Value, attributes: dict[str, Attribute] | None = None
) -> Value:
    """A new ``vcast``."""
    return elementwise(rewriter, build, "hivm.hir.vcast", [source], target, attributes)


# --- comparisons and selections -----------------------------------------------------------------------------------


def compare_integers(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vcmp`` of integers gives bytes; a cast makes bits of them."""
    sources, (target,) = operand_group(op, "src", build), operand_group(op, "dst", build)
    element = element_of(sources[0].type)
    if not isinstance(element, IntegerType) or element_of(target.type) is not I1:
        return False
    mode = getattr(op.attributes.get("compare_mode"), "body", None) or "eq"
    if element is I32 and mode in ("eq", "ne"):
        return False
    kept = {k: v for k, v in op.attributes.items() if k in ("compare_mode", "is_signed")}
    answers = elementwise(rewriter, build, "hivm.hir.vcmp", sources, temporary(rewriter, build, sources[0], I8), kept)
    return finish(op, rewriter, cast_to(rewriter, build, answers, target))


def select_on_bytes(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vsel`` of i64 on A2 and A3 works on bytes: the comparison that made its condition gives bytes instead."""
    sources, (target,) = operand_group(op, "src", build), operand_group(op, "dst", build)
    if build != "a3" or element_of(target.type) is not I64 or not all(is_vector(v) for v in sources):
        return False
    condition = sources[0]
    if element_of(condition.type) is not I1 or not isinstance(condition.type, MemRefType):
        return False
    makers = [u for u in condition.users if u is not op]
    if not makers or any(u.name != "hivm.hir.vcmp" for u in makers):
        return False
    # Of several the compiler takes the first in the text, whichever is the one that counts.
    comparison = makers[-1]
    inner = None if comparison.parent is None else comparison.parent.ancestor_in(op)
    if inner is None or not comparison.is_before_in_block(inner):
        raise DecomposeError("operand #0 does not dominate this use", named=False)
    rewriter.set_insertion_point(comparison)
    kept = {k: v for k, v in comparison.attributes.items() if k in ("compare_mode", "is_signed")}
    compared = operand_group(comparison, "src", build)
    answers = temporary(rewriter, build, compared[0], I8)
    elementwise(rewriter, build, "hivm.hir.vcmp", compared, answers, kept)
    rewriter.erase_op(comparison)
    rewriter.set_insertion_point(op)
    chosen = elementwise(rewriter, build, "hivm.hir.vsel", [answers, *sources[1:]], target)
    return finish(op, rewriter, chosen)


# --- arithmetic ---------------------------------------------------------------------------------------------------


def absolute(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vabs`` of i16 and i32: the larger of the value and its two's complement."""
    (source,), (target,) = operand_group(op, "src", build), operand_group(op, "dst", build)
    element = element_of(source.type)
    if element not in (I16, I32):
        return False
    inverted = elementwise(rewriter, build, "hivm.hir.vnot", [source], temporary(rewriter, build, source))
    one = constant(rewriter, number(element, 1), element)
    negated = elementwise(rewriter, build, "hivm.hir.vadd", [inverted, one], temporary(rewriter, build, source))
    return finish(op, rewriter, elementwise(rewriter, build, "hivm.hir.vmax", [source, negated], target))


def reciprocal(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vrec`` divides ones by its source."""
    (source,), (target,) = operand_group(op, "src", build), operand_group(op, "dst", build)
    room = _root_elements(target, build) if source is target else 0
    if room is None:
        return False
    one = constant(rewriter, number(element_of(source.type), 1), element_of(source.type))
    ones = target if source is not target else _twin(rewriter, target, room)
    ones = _broadcast(rewriter, build, one, ones, ())
    return finish(op, rewriter, elementwise(rewriter, build, "hivm.hir.vdiv", [ones, source], target))


def _root_elements(value: Value, build: Build) -> int | None:
    """How many elements the allocation behind a buffer has; None when it is not known."""
    root = Tracer(build).alloc(value) if isinstance(value.type, MemRefType) else None
    type = None if root is None else root.result.type
    return type.element_count if isinstance(type, MemRefType) else None


def _twin(rewriter: Rewriter, target: Value, room: int) -> Value:
    """A buffer of the type of ``target``; one of unknown size is a view of ``room`` bytes.

    The compiler counts elements of the root here where it means bytes.
    """
    type = target.type
    assert isinstance(type, MemRefType)
    if type.has_static_shape:
        return alloc(rewriter, type)
    if type.layout is not None and not (type.rank == 1 and type.layout is StridedLayoutAttr((1,))):
        raise DecomposeError(f"unsupported map for result memref type '{type}'", named=False)
    raw = alloc(rewriter, MemRefType((room,), I8, None, type.space))
    sizes = [dimension(rewriter, target, i) for i, s in enumerate(type.shape) if s == DYNAMIC]
    return rewriter.create("memref.view", (raw, index(rewriter, 0), *sizes), (type,)).result


def split_channels(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vdeinterleave`` of all channels: one operation per channel."""
    mode = getattr(op.attributes.get("index_mode"), "body", None)
    if mode != "ALL_CHANNELS":
        return False
    source, targets = op.operands[0], operand_group(op, "dst", build)
    results: list[Value] = []
    for channel, target in enumerate(targets):
        attributes = dict(op.attributes)
        attributes["index_mode"] = hivm_enum("deinterleave_mode", f"CHANNEL_{channel}")
        groups = {"src": [source], "dst": [target]}
        results += structured(rewriter, build, "hivm.hir.vdeinterleave", groups, attributes).results
    rewriter.replace_op(op, results)
    return True


# --- reductions ---------------------------------------------------------------------------------------------------

_LOGICAL: Final = {"any": "max", "all": "min"}


def reduce(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vreduce``: truth values as numbers, and a start value for reductions that become scalar loops."""
    kind = getattr(op.attributes.get("arith"), "body", "") or ""
    numeric = _LOGICAL.get(kind)
    if numeric is not None:
        return _reduce_truth(op, rewriter, build, numeric)
    return _reduce_from_start(op, rewriter, build, kind)


def _reduce_truth(op: Operation, rewriter: Rewriter, build: Build, kind: str) -> bool:
    source, target = op.operands[0], operand_group(op, "dst", build)[0]
    values = cast_to(rewriter, build, source, temporary(rewriter, build, source, F16))
    attributes = {k: v for k, v in op.attributes.items() if k in ("reduce_dims", "unsigned_src", "tie_break_left")}
    attributes["arith"] = hivm_enum("reduce_op", kind)
    groups = {"src": [values], "dst": [temporary(rewriter, build, target, F16)]}
    reduction = structured(rewriter, build, "hivm.hir.vreduce", groups, attributes)
    reduced = reduction.results[0] if reduction.results else groups["dst"][0]
    answers = cast_to(rewriter, build, reduced, temporary(rewriter, build, target, I8))
    return finish(op, rewriter, cast_to(rewriter, build, answers, target))


def _reduce_from_start(op: Operation, rewriter: Rewriter, build: Build, kind: str) -> bool:
    from hivm_passes.transforms.plan_memory.op_roles import op_role
    from hivm_passes.transforms.plan_memory.scalar_loops import lowers_to_scalar

    if INITIALISED in op.attributes or is_reg_based(op, build):
        return False
    if not lowers_to_scalar(op, op_role(build, op.name), build, "mem-based"):
        return False
    target = operand_group(op, "dst", build)[0]
    element = element_of(op.operands[0].type)
    unsigned = bool(getattr(op.attributes.get("unsigned_src"), "value", 0))
    value = _start_value(kind, element, unsigned)
    if value is None:
        return False
    _fill(rewriter, build, value, target)
    op.set_attribute(INITIALISED, UNIT)
    rewriter.modified(op)
    return True


def _start_value(kind: str, element: object, unsigned: bool) -> Attribute | None:
    if isinstance(element, FloatType):
        bits = _INFINITIES.get(element.name)
        if bits is None or not kind.startswith(("max", "min")):
            return None
        return FloatAttr(bits[kind.startswith("max")], element)
    if not isinstance(element, IntegerType):
        return None
    if kind.startswith("max"):
        return IntegerAttr(0 if unsigned else -(1 << (element.width - 1)), element)
    if kind.startswith("min"):
        return IntegerAttr(-1 if unsigned else (1 << (element.width - 1)) - 1, element)
    return IntegerAttr(1 if kind == "prod" else 0, element)


_INFINITIES: Final = {"f16": (0x7C00, 0xFC00), "bf16": (0x7F80, 0xFF80), "f32": (0x7F800000, 0xFF800000)}
"""Bits of plus and minus infinity."""
