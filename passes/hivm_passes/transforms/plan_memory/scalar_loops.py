"""Which structured operations the compiler turns into scalar loops (PlanMemory, classes)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import StridedLayoutAttr
from hivm_passes.ir.types import (
    DYNAMIC,
    FloatType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedTensorType,
    bit_width,
)
from hivm_passes.transforms.plan_memory.op_roles import integers, temps

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.transforms.plan_memory.op_roles import OpRole
    from hivm_passes.transforms.plan_memory.options import Arch, Tool

_WIDE: Final = frozenset(
    {"vinterleave", "vdeinterleave", "vmul", "vadd", "vsub", "vmin", "vmax", "vabs", "vshl", "vshr"}
)
"""Scalar for 64-bit integers."""

_INDEXED_FLOATS: Final = frozenset({"f16", "f32", "bf16"})
_CUMULATIVE: Final = frozenset({"vcumsum", "vcumprod", "vcummax", "vcummin"})


def lowers_to_scalar(op: Operation, role: OpRole, tool: Tool, arch: Arch) -> bool:
    """Whether a structured operation on buffers is carried out by scalar loops."""
    name = op.name.removeprefix("hivm.hir.")
    types = [v.type for v in op.operands]
    if not any(isinstance(t, MemRefType) for t in types):
        return False
    if any(isinstance(t, TensorType | UnrankedTensorType) for t in types):
        return False
    element = _element(types[0])
    width = element.width if isinstance(element, IntegerType) else 0
    a3 = tool == "a3"
    if name in _WIDE or (a3 and name == "vdiv"):
        if width == 64:
            return True
        if not a3:
            return _body(op, "hivm.vf_mode") == "SIMT"
        return name in {"vshl", "vshr"} and len(types) > 1 and isinstance(types[1], MemRefType)
    if name == "vmod":
        return a3 and width in {32, 64}
    if name == "vcmp":
        equality = _body(op, "compare_mode") in {None, "eq", "ne"}
        return isinstance(element, IntegerType) and not (width == 32 and equality)
    if name in {"vmulext", "vmulextui"}:
        return width in {32, 64}
    if name == "vreduce":
        return _reduce_is_scalar(op, role, element, tool, arch)
    if name in _CUMULATIVE:
        dims = integers(op, "cum_dims")
        if len(dims) != 1:
            return False
        if width == 64:
            return True
        if not a3:
            return False
        rank, moved = _flattened(op, dims, tool)
        return moved == (rank - 1,)
    return False


def _element(type: Type) -> Type:
    return type.element if isinstance(type, MemRefType) else type


def _body(op: Operation, name: str) -> str | None:
    return getattr(op.attributes.get(name), "body", None)


def _memrefs(op: Operation, role: OpRole) -> list[tuple[Value, MemRefType]]:
    extra = temps(op, role)
    return [(v, v.type) for v in op.operands if v not in extra and isinstance(v.type, MemRefType)]


def _flattened(op: Operation, dims: tuple[int, ...], tool: Tool) -> tuple[int, tuple[int, ...]]:
    """Rank after joining dimensions, with stride-align marks obeyed, and where ``dims`` (all it names) end up."""
    from hivm_passes.analysis.flatten import flatten

    result = flatten(op, tool, stride_marks=True)
    if result is not None and result.problem is None:
        return result.flat_rank, result.flat_targets
    return next((v.type.rank for v in op.operands if isinstance(v.type, MemRefType)), 0), dims


def _reduce_is_scalar(op: Operation, role: OpRole, element: Type, tool: Tool, arch: Arch) -> bool:
    kind = _body(op, "arith") or ""
    width = element.width if isinstance(element, IntegerType) else 0
    reg_based = tool == "a5" and arch == "reg-based"
    if kind in {"min", "max", "sum", "prod", "xori"}:
        return width == 64 and not reg_based
    if "_with_index" not in kind:
        return False
    dims = integers(op, "reduce_dims")
    if reg_based:
        return _has_illegal_operand(op, role, dims)
    if width in {16, 32, 64}:
        return True
    if not isinstance(element, FloatType) or element.name not in _INDEXED_FLOATS:
        return False
    rank, _ = _flattened(op, dims, tool)
    if rank > 2:
        return True
    if not kind.endswith("_right"):
        return False
    source = op.operands[0].type
    source_rank = source.rank if isinstance(source, MemRefType) else 0
    return source_rank == 1 or source_rank - 1 in dims


def _has_illegal_operand(op: Operation, role: OpRole, dims: tuple[int, ...]) -> bool:
    """A5, reg-based: whether some operand's rows are not where the vector unit wants them."""
    for _, type in _memrefs(op, role):
        if type.rank < 2:
            continue
        layout = type.layout
        if not isinstance(layout, StridedLayoutAttr):
            return True
        if all(dim == type.rank - 1 for dim in dims):
            continue
        size = (bit_width(type.element) or 8) // 8
        if any(stride == DYNAMIC or stride * size % 32 for stride in layout.strides):
            return True
    return False
