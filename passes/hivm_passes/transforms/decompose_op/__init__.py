"""``hivm-decompose-op``: operations that no instruction does become several that instructions do.

The report is a ``Decomposed`` per rewrite and an ``Unmodelled`` per operation that only the compiler rewrites.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.ir.types import I64, bit_width
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.rewriting.hivm_ops import element_of
from hivm_passes.transforms.decompose_op import rows, scalars
from hivm_passes.transforms.decompose_op.run import Rules, decompose

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

_LEFT_OUT: Final = {
    "hivm.hir.set_atomic": "set_atomic becomes control instructions",
    "hivm.hir.sync_block": "sync_block becomes flags",
    "hivm.hir.atomic_cas": "atomic_cas becomes a locked load and store through buffers",
    "hivm.hir.atomic_xchg": "atomic_xchg becomes a locked load and store through buffers",
    "hivm.hir.atomic_rmw": "atomic_rmw becomes a locked load and store through buffers",
}
_ATOMIC_STORE: Final = "an atomic store of this type becomes a locked load, an operation and a store, with two buffers"


def left_out(op: Operation, build: Build) -> str | None:
    """Why a total behind this operation is an estimate: the compiler rewrites it and this pass does not."""
    if op.name == "hivm.hir.store":
        kind = getattr(op.attributes.get("atomic_kind"), "body", None)
        if kind in (None, "none"):
            return None
        element = element_of(op.operands[0].type)
        needs_lock = element is I64 or kind in ("and", "or", "xor") or (bit_width(element) or 0) < 8
        return _ATOMIC_STORE if needs_lock else None
    return _LEFT_OUT.get(op.name)


RULES: Final = Rules(
    {
        "hivm.hir.vsub": ("subtract a scalar", rows.subtract_scalar),
        "hivm.hir.vbrc": ("one broadcast per dimension", rows.broadcast_one_by_one),
        "hivm.hir.vcast": ("cast in steps", rows.cast),
        "hivm.hir.vcmp": ("compare into bytes", rows.compare_integers),
        "hivm.hir.vsel": ("select on bytes", rows.select_on_bytes),
        "hivm.hir.vabs": ("absolute value of integers", rows.absolute),
        "hivm.hir.vrec": ("reciprocal by division", rows.reciprocal),
        "hivm.hir.vdeinterleave": ("one operation per channel", rows.split_channels),
        "hivm.hir.vreduce": ("reduction of truth values or from a start value", rows.reduce),
        "arith.extf": ("bf16 through the vector unit", scalars.convert),
        "arith.truncf": ("bf16 through the vector unit", scalars.convert),
        "arith.sitofp": ("bf16 through the vector unit", scalars.convert),
        "arith.fptosi": ("bf16 through the vector unit", scalars.convert),
        "arith.fptoui": ("bf16 through the vector unit", scalars.convert),
        "arith.mulsi_extended": ("long multiplication", scalars.long_multiplication),
        "arith.mului_extended": ("long multiplication", scalars.long_multiplication),
        "math.log": ("logarithm through the vector unit", scalars.logarithm),
    },
    left_out,
)


@dataclass(frozen=True)
class DecomposeOpPass(Pass):
    """The pass."""

    name: ClassVar[str] = "hivm-decompose-op"
    class_name: ClassVar[str] = "HIVMDecomposeOp"
    summary: ClassVar[str] = "split vector operations into what the instructions can do"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        return decompose(op, RULES, context)


PASSES = (DecomposeOpPass,)
