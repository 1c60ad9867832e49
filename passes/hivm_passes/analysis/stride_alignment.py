"""Misaligned strides as an editor shows them: which operand, by how much, what it costs to pad, who demands it.

The rule is that of MarkStrideAlign; operands that are aligned already (which the A5 compiler marks again) are left out.
Strides and costs are in bytes, None where they are not known before run time.
"""

from __future__ import annotations

from math import lcm, prod
from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.alignment.adjust import integers
from hivm_passes.analysis.alignment.demands import STRIDE_ALIGN_BYTES, STRIDE_ALIGN_DIMS
from hivm_passes.analysis.alignment.dimensions import up_subview, view_dim
from hivm_passes.analysis.alignment.functions import is_host_function
from hivm_passes.analysis.alignment.layout import BLOCK_BITS, strides_of
from hivm_passes.analysis.alignment.marking import MARK, mark_function
from hivm_passes.analysis.alignment.modes import mode_of
from hivm_passes.analysis.flatten import flatten_class
from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.dialects.effects import effects
from hivm_passes.ir.core import name_span
from hivm_passes.ir.types import DYNAMIC, MemRefType, bit_width, row_major_strides
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.alignment.demands import Demand, Rule
    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.diagnostics import Severity
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.targets import Target

MISALIGNED: Final = "hivm.mark-stride-align.misaligned-stride"
STORAGE_ALIGNED: Final = "hivm.storage_aligned"
_ALLOCATIONS: Final = frozenset({"memref.alloc", "memref.alloca"})
_RESHAPES: Final = frozenset({"memref.collapse_shape", "memref.expand_shape", "memref.reshape"})

_WHO: Final[dict[Rule, str]] = {
    "row": "the hardware reads and writes rows in blocks of 32 bytes",
    "narrowed-store": "the store goes through a view that dropped trailing dimensions",
    "custom": "the operation asks for it by align_dim",
    "fixpipe-n": "the fixpipe writes whole fractal rows",
    "fixpipe-m": "the fixpipe writes whole fractal columns",
    "dot": "each matrix of a three-dimensional result has to start at a block",
    "call": "the called function reads and writes rows in blocks of 32 bytes",
    "bank-conflict": "the called function writes blocks at a distance that keeps hitting the same memory bank",
}


@dataclass(frozen=True, slots=True)
class Misalignment:
    """One operand that is misaligned.

    ``op`` and ``operand`` (its position) demand it by ``rule``; ``value`` is what is to be marked, with ``dim`` and
    ``required_bytes`` as in the mark. ``row_dim`` is the dimension along which rows follow one another, ``row_bytes``
    their distance and ``padded_row_bytes`` the next one that is legal. ``sized``: a mark pads the size of ``dim`` (A5,
    reg-based), otherwise its stride. ``root`` is the buffer behind ``value`` and ``padding_bytes`` what it
    grows by. ``is_requested``: a mark in the text asks for this already.
    """

    op: Operation
    operand: int
    value: Value
    dim: int
    row_dim: int
    row_bytes: int | None
    required_bytes: int
    padded_row_bytes: int | None
    rule: Rule
    sized: bool
    root: Value
    padding_bytes: int | None
    is_requested: bool = False

    @property
    def can_be_padded(self) -> bool:
        """Whether the buffer is an allocation, which the compiler can make bigger."""
        op = self.root.defining_op
        return op is not None and op.name in _ALLOCATIONS


def misaligned_strides(function: Operation, build: Build, target: Target | None = None) -> tuple[Misalignment, ...]:
    """The misaligned operands of a function, in the order in which the compiler would mark them.

    The function stays as it is; ``op``, ``value`` and ``root`` are its own. ``target`` is the SoC of a module that
    names none.
    """
    if is_host_function(function):
        return ()
    mode = mode_of(function, build, target)
    values: dict[Value, Value] = {}
    marking = mark_function(function.clone(values), mode)
    back = {copy: original for original, copy in values.items()}
    found: list[Misalignment] = []
    seen: set[tuple[Operation, int, int]] = set()
    for demand in marking.demands:
        origin = demand.op.origin
        if origin is None or (origin, demand.operand, demand.dim) in seen:
            continue
        seen.add((origin, demand.operand, demand.dim))
        one = describe(demand, origin, back.get(demand.value, demand.value), mode)
        if one is not None:
            found.append(one)
    return tuple(found)


def describe(demand: Demand, op: Operation, value: Value, mode: Mode) -> Misalignment | None:
    """A demand of MarkStrideAlign as a misalignment of ``value``; None when ``value`` is aligned well enough."""
    type = value.type
    if not isinstance(type, MemRefType) or not 0 <= demand.dim < type.rank:
        return None
    bits = bit_width(type.element) or 8
    row_dim = max(demand.dim - mode.shift, 0)
    strides = strides_of(type)
    stride = DYNAMIC if strides is None else strides[row_dim]
    required = demand.bytes * 8
    if _is_fine(demand, type, stride, bits, mode) or (mode.reg_based and _is_column(demand, op, type)):
        return None
    row_bytes = None if stride == DYNAMIC or stride * bits % 8 else stride * bits // 8
    padded = None if stride == DYNAMIC else _round_up(stride * bits, lcm(required, 8)) // 8
    root = effects(mode.build).root_of_views(value)
    return Misalignment(
        op,
        demand.operand,
        value,
        demand.dim,
        row_dim,
        row_bytes,
        demand.bytes,
        padded,
        demand.rule,
        mode.reg_based,
        root,
        _cost(value, root, demand.dim, demand.bytes, mode),
        _is_requested(value, root, demand, mode),
    )


def _is_fine(demand: Demand, type: MemRefType, stride: int, bits: int, mode: Mode) -> bool:
    """Whether the operand is aligned although the compiler would mark it."""
    if demand.rule in ("fixpipe-n", "fixpipe-m", "bank-conflict"):
        size = type.shape[demand.dim]
        return size != DYNAMIC and size * bits % (demand.bytes * 8) == 0
    if demand.rule == "custom" or not mode.is_a3:
        return stride != DYNAMIC and stride * bits % BLOCK_BITS == 0
    return False


def _is_column(demand: Demand, op: Operation, type: MemRefType) -> bool:
    """Whether the operand is a dense column that an elementwise operation broadcasts along its last dimension."""
    if demand.rule != "row" or flatten_class(op.name, "a5") != "inline-broadcast" or type.rank < 2:
        return False
    strides = strides_of(type)
    listed = type.rank - 1 in integers(op.attributes.get("broadcast"))
    return listed and type.shape[-1] == 1 and strides is not None and strides[-2] == 1


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit


# --- the buffer behind ----------------------------------------------------------------------------------------------


def _root_dim(value: Value, root: Value, dim: int, mode: Mode) -> int | None:
    """The dimension of the root that stands for ``dim`` of a view of it."""
    found: int | None = dim
    while value is not root and found is not None:
        op = value.defining_op
        if op is None or not op.operands:
            return None
        try:
            if op.name == "memref.subview":
                found = up_subview(op, found)
            elif op.name in _RESHAPES:
                found = view_dim(op, found, mode, up=True)
            elif op.name != "memref.cast":
                return None
        except LookupError:
            return None
        value = op.operands[0]
    return found if found is not None and found >= 0 else None


def _cost(value: Value, root: Value, dim: int, bytes: int, mode: Mode) -> int | None:
    """By how many bytes the buffer grows when it obeys one request."""
    at = _root_dim(value, root, dim, mode)
    type = root.type
    if at is None or not isinstance(type, MemRefType) or at >= type.rank or DYNAMIC in type.shape:
        return None
    bits = bit_width(type.element)
    if bits is None or bytes * 8 % bits:
        return None
    unit = bytes * 8 // bits
    before = prod(type.shape)
    if mode.reg_based:
        sizes = list(type.shape)
        sizes[at] = _round_up(sizes[at], unit)
        after = prod(sizes)
    else:
        after = prod(type.shape[: at + 1]) * _round_up(row_major_strides(type.shape)[at], unit)
    return -(-after * bits // 8) - -(-before * bits // 8)


def _is_requested(value: Value, root: Value, demand: Demand, mode: Mode) -> bool:
    """Whether the text holds a mark on the value or its buffer that asks for as much."""
    at = _root_dim(value, root, demand.dim, mode)
    places = ((value, demand.dim), (root, at))
    return any(dim is not None and _marks(v, dim, demand.bytes) for v, dim in places)


def _marks(value: Value, dim: int, bytes: int) -> bool:
    for user in value.users:
        if user.name != MARK or user.derived_from is not None:
            continue
        dims, sizes = (integers(user.attributes.get(n)) for n in (STRIDE_ALIGN_DIMS, STRIDE_ALIGN_BYTES))
        if any(d == dim and b % bytes == 0 for d, b in zip(dims, sizes, strict=False)):
            return True
    return False


# --- diagnostics ----------------------------------------------------------------------------------------------------


def misalignment_diagnostics(function: Operation, build: Build, target: Target | None = None) -> tuple[Diagnostic, ...]:
    """One diagnostic per misaligned operand, at the operand's name."""
    from hivm_passes.ir.parsing import operand_spans

    is_late = STORAGE_ALIGNED in function.attributes
    found: list[Diagnostic] = []
    for one in misaligned_strides(function, build, target):
        spans = operand_spans(one.op)
        span = spans[one.operand] if one.operand < len(spans) else name_span(one.op)
        definition = one.root.defining_op
        related = () if definition is None else (RelatedNote(name_span(definition), "the buffer that would grow"),)
        found.append(
            Diagnostic(
                _severity(one, is_late),
                MISALIGNED,
                message_of(one),
                span,
                related=related,
                details=tuple(details_of(one)),
                data=data_of(one),
            )
        )
    return tuple(found)


def _severity(one: Misalignment, is_late: bool) -> Severity:
    if one.is_requested:
        return "hint"
    if is_late:
        return "error"
    return "information" if one.can_be_padded else "warning"


def message_of(one: Misalignment) -> str:
    """What is wrong, in one sentence."""
    if one.rule in ("fixpipe-n", "fixpipe-m", "bank-conflict"):
        type = one.value.type
        size = type.shape[one.dim] if isinstance(type, MemRefType) else DYNAMIC
        shown = "a dynamic number of" if size == DYNAMIC else str(size)
        return f"dim {one.dim} has {shown} elements, not a multiple of {one.required_bytes} bytes"
    if one.row_bytes is None:
        return (
            f"rows along dim {one.row_dim} start at distances not known to be multiples of {one.required_bytes} bytes"
        )
    return f"rows along dim {one.row_dim} start every {one.row_bytes} bytes, not at multiples of {one.required_bytes}"


def details_of(one: Misalignment) -> Sequence[str]:
    """Who demands it, and what padding costs."""
    lines = [f"demanded by '{one.op.name}', operand {one.operand}: {_WHO[one.rule]}"]
    if one.is_requested:
        lines.append("a mark asks for this already; hivm-enable-stride-align carries it out")
    elif not one.can_be_padded:
        lines.append("the buffer is no allocation of this function, so the compiler cannot pad it")
    elif one.padding_bytes is not None:
        what = f"the size of dim {one.dim}" if one.sized else f"the stride of dim {one.dim}"
        lines.append(f"the mark pads {what}; the buffer grows by {one.padding_bytes} bytes")
    return lines


def data_of(one: Misalignment) -> dict[str, object]:
    """The numbers for quick-fixes and other tools."""
    return {
        "own": True,
        "operand": one.operand,
        "dim": one.dim,
        "rowDim": one.row_dim,
        "rowBytes": one.row_bytes,
        "requiredBytes": one.required_bytes,
        "paddedRowBytes": one.padded_row_bytes,
        "paddingBytes": one.padding_bytes,
        "rule": one.rule,
        "requested": one.is_requested,
    }
