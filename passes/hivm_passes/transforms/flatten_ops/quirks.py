"""Where the compiler flattens without a word and the result is wrong or misleading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.flatten import integers, operand_roles
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.core import name_span
from hivm_passes.ir.types import DYNAMIC, MemRefType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.analysis.flatten import FlattenResult
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

    Quirk = Callable[[Operation, FlattenResult, Build], "tuple[str, str] | None"]


def quirks(op: Operation, result: FlattenResult, build: Build, known: Sequence[Diagnostic] = ()) -> list[Diagnostic]:
    """Warnings about flattening ``op`` as ``result`` says; empty where nothing is joined.

    What ``known`` says about the operation already is not said again when it is visited once more.
    """
    if result.is_identity:
        return []
    span = name_span(op)
    found: list[Diagnostic] = []
    for quirk in _QUIRKS:
        said = quirk(op, result, build)
        code = f"hivm.flatten-ops.{said[0]}" if said is not None else ""
        if said is not None and not any(d.code == code and d.span == span for d in known):
            found.append(Diagnostic("warning", code, said[1], span, data={"own": True, "quirk": said[0]}))
    return found


def _gather_axis(op: Operation, result: FlattenResult, build: Build) -> tuple[str, str] | None:
    """A5: the axis keeps its number though its dimension moves."""
    axis = op.attributes.get("gather_axis")
    if build != "a5" or op.name != "hivm.hir.vgather" or not isinstance(axis, IntegerAttr) or axis.value < 0:
        return None
    if result.flat_targets == result.targets:
        return None
    return (
        "gather-axis",
        f"gather_axis = {axis.value} is not updated by hivm-flatten-ops (the dimension becomes "
        f"{result.flat_targets[0]}); the result gathers along the wrong dimension",
    )


def _stale_attribute(op: Operation, result: FlattenResult, build: Build) -> tuple[str, str] | None:
    """Lists that name dimensions and stay as written."""
    for name, concerned in (
        ("collapse_reassociation", op.name == "hivm.hir.copy"),
        ("broadcast", result.op_class == "elementwise"),
    ):
        attribute = op.attributes.get(name)
        if concerned and attribute is not None and (name != "broadcast" or integers(attribute)):
            return "stale-attribute", f"{name} keeps the numbers that dimensions had before hivm-flatten-ops"
    return None


def _inline_broadcast(op: Operation, result: FlattenResult, build: Build) -> tuple[str, str] | None:
    """Listed dimensions join though only some of them are broadcast."""
    if result.op_class != "inline-broadcast" or result.permuting or not result.targets or not result.inits:
        return None
    target = result.inits[0].type.shape
    for group in result.input_map:
        listed = [dim for dim in group if dim in result.targets]
        if len(listed) < 2:
            continue
        for operand in result.inputs:
            kept = [dim for dim in listed if operand.type.shape[dim] != 1 or target[dim] == 1]
            real = [dim for dim in kept if target[dim] != 1]
            if real and len(kept) < len(listed):
                return (
                    "broadcast",
                    f"broadcast lists dimension {real[0]}, which is not broadcast; joined with others, it makes the "
                    "result invalid or wrong",
                )
    return None


def _padded_rows(op: Operation, result: FlattenResult, build: Build) -> tuple[str, str] | None:
    """Padding at the end of rows becomes padding at the end of everything."""
    if op.name not in ("hivm.hir.load", "hivm.hir.copy") or len(result.operands) < 2:
        return None
    source, target = result.operands[0].type.shape, result.inits[-1].type.shape
    for group in result.input_map:
        for position, dim in enumerate(group):
            outer = [d for d in group[:position] if target[d] != 1]
            if outer and source[dim] != target[dim] and (DYNAMIC not in (source[dim], target[dim]) or _pads(op)):
                return (
                    "padded-rows",
                    f"source and destination differ in dimension {dim}, which hivm-flatten-ops joins with dimension "
                    f"{outer[-1]}: padding inside rows is lost",
                )
    return None


def _pads(op: Operation) -> bool:
    return op.attributes.get("pad_mode") is not None


def _shifted_bounds(op: Operation, result: FlattenResult, build: Build) -> tuple[str, str] | None:
    """A dynamic bound of a joined dimension goes, its operand stays, and the bounds behind it read the wrong one."""
    if op.name != "hivm.hir.vpad":
        return None
    for name in ("low", "high"):
        dynamic = [dim for dim, bound in enumerate(integers(op.attributes.get(f"static_{name}"))) if bound == DYNAMIC]
        gone = [dim for dim in dynamic if dim not in result.targets]
        if gone and gone[0] < dynamic[-1] and dynamic[-1] in result.targets:
            return (
                "shifted-bounds",
                f"hivm-flatten-ops drops the {name} bound of dimension {gone[0]} but not its operand, so the bound of "
                f"dimension {dynamic[-1]} reads another one: padding is lost",
            )
    return None


def _shared_buffer(op: Operation, result: FlattenResult, build: Build) -> tuple[str, str] | None:
    """An operand that is also the extra buffer does not count in the analysis."""
    roles = operand_roles(op, build)
    if roles is None or result.permuting or "temp" not in roles:
        return None
    extra = {v for v, role in zip(op.operands, roles, strict=True) if role == "temp"}
    for value, role in zip(op.operands, roles, strict=True):
        if role != "temp" and value in extra and isinstance(value.type, MemRefType):
            return (
                "shared-buffer",
                "an operand is the extra buffer too, so hivm-flatten-ops does not look at its layout",
            )
    return None


_QUIRKS: Final[tuple[Quirk, ...]] = (
    _gather_axis,
    _stale_attribute,
    _inline_broadcast,
    _padded_rows,
    _shifted_bounds,
    _shared_buffer,
)
