"""Which rule sizes the scratch buffer of which operation (AllocExtraBuffer, table)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.types import I32
from hivm_passes.transforms.alloc_extra_buffer import broadcast, elementwise, others, reduction
from hivm_passes.transforms.alloc_extra_buffer.site import memref

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.transforms.alloc_extra_buffer.site import Need, Site

ONLY_I32: Final = "only int32 type need extra temp buffer"

_RULES: Final[dict[str, Callable[[Site], Need | None]]] = {
    **dict.fromkeys(
        ("vadd", "vsub", "vmul", "vdiv", "vmax", "vmin", "vshl", "vshr", "vand", "vor"), elementwise.binary
    ),
    **dict.fromkeys(("vexp", "vln", "vrelu", "vabs", "vsqrt", "vrsqrt", "vrec", "vnot"), elementwise.unary),
    **dict.fromkeys(("vcumsum", "vcummax", "vcummin", "vcumprod"), others.cumulative),
    "vbrc": broadcast.broadcast,
    "vcast": elementwise.cast,
    "vgather": others.gather,
    "vinterleave": others.interleave,
    "vmulextended": others.long_multiplication,
    "vpow": elementwise.power,
    "vreduce": reduction.reduction,
    "vsel": elementwise.select,
    "vsort": others.sort,
    "vtranspose": others.transpose,
    "vxor": elementwise.exclusive_or,
}
_DECLARED: Final = frozenset({"hivm.hir.custom", "hivm.hir.custom_macro"})


def needs_of(site: Site) -> tuple[list[Need], list[str]]:
    """The scratch buffers of an operation and the compiler's warnings about it; raises ``UnsizedError``."""
    if site.op.name in _DECLARED:
        return others.declared(site), []
    rule = _RULES.get(site.op.name.removeprefix("hivm.hir."))
    if rule is None:
        return [], []
    need = rule(site)
    warnings: list[str] = []
    if rule is elementwise.power and memref(site.operand("src")).element is not I32:
        warnings.append(ONLY_I32)
    return ([] if need is None else [need]), warnings
