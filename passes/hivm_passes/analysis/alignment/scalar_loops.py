"""Which structured operations end up as loops over single elements, so that it does not matter where rows start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.flatten import flatten
from hivm_passes.ir.types import FloatType, IntegerType, MemRefType

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.types import Type

_PLAIN_REDUCTIONS: Final = frozenset({"min", "max", "sum", "prod", "xori"})
_INDEXED_FLOATS: Final = frozenset({"f16", "f32", "bf16"})
_INDEXED_INTEGERS: Final = frozenset({16, 32, 64})


def becomes_scalar_loop(op: Operation, mode: Mode) -> bool:
    """Whether the compiler will carry out ``op``, which works on buffers alone, element by element."""
    rule = _RULES.get(op.name)
    return rule is not None and rule(op, mode)


def case(op: Operation, name: str) -> str | None:
    """The case of an enum attribute of ``op``, None when it is absent."""
    return getattr(op.attributes.get(name), "body", None)


def element(op: Operation, index: int = 0) -> Type:
    """The element type of an operand (its type, when it is no memref)."""
    type = op.operands[index].type
    return type.element if isinstance(type, MemRefType) else type


def integer_width(op: Operation, index: int = 0) -> int:
    """Width in bits of an operand's integer elements; 0 for others."""
    found = element(op, index)
    return found.width if isinstance(found, IntegerType) else 0


def _wide(op: Operation, mode: Mode) -> bool:
    """64-bit integers; A5 also when the operation asks for SIMT."""
    return integer_width(op) == 64 or (not mode.is_a3 and case(op, "hivm.vf_mode") == "SIMT")


def _division(op: Operation, mode: Mode) -> bool:
    return mode.is_a3 and integer_width(op) == 64


def _shift(op: Operation, mode: Mode) -> bool:
    """A3 also when every element has an amount of its own."""
    by_elements = mode.is_a3 and len(op.operands) > 1 and isinstance(op.operands[1].type, MemRefType)
    return by_elements or _wide(op, mode)


def _remainder(op: Operation, mode: Mode) -> bool:
    return mode.is_a3 and integer_width(op) in (32, 64)


def _wide_product(op: Operation, mode: Mode) -> bool:
    return integer_width(op) in (32, 64)


def _comparison(op: Operation, mode: Mode) -> bool:
    """Integers, but for 32 bits compared for equality."""
    width = integer_width(op)
    equality = case(op, "compare_mode") in (None, "eq", "ne")
    return width != 0 and isinstance(op.operands[0].type, MemRefType) and not (width == 32 and equality)


def _cumulation(op: Operation, mode: Mode) -> bool:
    """64-bit integers; A3 also along the last of the joined dimensions."""
    dims = getattr(op.attributes.get("cum_dims"), "values", ())
    if len(dims) != 1:
        return False
    if integer_width(op, 1) == 64:
        return True
    if not mode.is_a3:
        return False
    flat = flatten(op, mode.build, stride_marks=True)
    return flat is not None and bool(flat.maps) and flat.flat_targets == (flat.flat_rank - 1,)


def _reduction(op: Operation, mode: Mode) -> bool:
    kind = case(op, "arith") or ""
    if kind in _PLAIN_REDUCTIONS:
        return not mode.reg_based and integer_width(op) == 64
    if "_with_index_" not in kind or not mode.is_a3:
        return False
    if integer_width(op) in _INDEXED_INTEGERS:
        return True
    found = element(op)
    if not isinstance(found, FloatType) or found.name not in _INDEXED_FLOATS:
        return False
    flat = flatten(op, mode.build, stride_marks=True)
    if flat is not None and flat.flat_rank > 2:
        return True
    source = op.operands[0].type
    if not kind.endswith("_right") or not isinstance(source, MemRefType):
        return False
    return source.rank == 1 or source.rank - 1 in getattr(op.attributes.get("reduce_dims"), "values", ())


_WIDE: Final = ("vadd", "vsub", "vmul", "vmin", "vmax", "vabs", "vinterleave", "vdeinterleave")
_RULES: Final[dict[str, Callable[[Operation, Mode], bool]]] = {
    **{
        f"hivm.hir.{n}": _wide for n in ("vadd", "vsub", "vmul", "vmin", "vmax", "vabs", "vinterleave", "vdeinterleave")
    },
    "hivm.hir.vdiv": _division,
    "hivm.hir.vshl": _shift,
    "hivm.hir.vshr": _shift,
    "hivm.hir.vmod": _remainder,
    "hivm.hir.vmulext": _wide_product,
    "hivm.hir.vmulextui": _wide_product,
    "hivm.hir.vcmp": _comparison,
    **{f"hivm.hir.{n}": _cumulation for n in ("vcumsum", "vcumprod", "vcummax", "vcummin")},
    "hivm.hir.vreduce": _reduction,
}
