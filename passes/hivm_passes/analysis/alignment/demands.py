"""Which operands of an operation have to be aligned, at which dimension, to how many bytes (MarkStrideAlign)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.ir.attributes import StridedLayoutAttr
from hivm_passes.ir.types import MemRefType
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value

Rule = Literal["row", "narrowed-store", "custom", "fixpipe-n", "fixpipe-m", "dot", "call", "bank-conflict"]
"""Who asks: the row rule; the same for a store through a view that drops dimensions; the ``align_dim`` of a custom
operation; the two fixpipe tables; the result of a 3-D dot; an argument of a call; the banks behind a strided write."""

STRIDE_ALIGN_DIMS: Final = "hivm.stride_align_dims"
STRIDE_ALIGN_BYTES: Final = "hivm.stride_align_value_in_byte"


@dataclass(frozen=True, slots=True)
class Demand:
    """Align dimension ``dim`` of ``value`` to ``bytes``, because operand ``operand`` of ``op`` needs it by ``rule``."""

    op: Operation
    operand: int
    value: Value
    dim: int
    bytes: int
    rule: Rule


class AlignmentError(Exception):
    """The compiler stops at ``op`` with ``message``; with ``crash`` it would not even say that."""

    def __init__(self, op: Operation, message: str, code: str, *, crash: bool = False) -> None:
        super().__init__(message)
        self.op = op
        self.message = message
        self.code = code
        self.crash = crash


def checked(demand: Demand) -> Demand:
    """The demand, when its value can be marked; raises ``AlignmentError``."""
    type = demand.value.type
    if not isinstance(type, MemRefType):
        raise AlignmentError(demand.op, "UnrankedMemRef not supported.", "unranked")
    layout = type.layout
    form = getattr(layout, "map", None)
    if layout is not None and not isinstance(layout, StridedLayoutAttr) and not (form is not None and form.is_identity):
        raise AlignmentError(demand.op, "Non-strided-memref not supported.", "layout")
    if demand.dim >= type.rank:
        raise AlignmentError(demand.op, "align dim is too large.", "dimension")
    return demand


def has_stride_mark(value: Value) -> bool:
    """Whether some mark asks to align the strides of ``value``."""
    return any(user.name == "annotation.mark" and STRIDE_ALIGN_DIMS in user.attributes for user in value.users)
