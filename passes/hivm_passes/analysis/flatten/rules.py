"""What the flatten analysis has to know about each operation: its class, its operands' roles, the dims it names."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.flatten.marks import integers
from hivm_passes.dialects.registry import OpInfo, registry
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.types import DYNAMIC, MemRefType
from hivm_passes.rewriting.constants import constant_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.analysis.flatten.result import OpClass, Role
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value

PREFIX: Final = "hivm.hir."


@lru_cache(maxsize=1024)
def flatten_class(name: str, build: Build) -> OpClass | None:
    """The class of operation ``name`` in ``build``; None when it is no structured operation."""
    info = registry(build).get(name)
    if info is None or not info.is_structured:
        return None
    facts = info.traits.get("flatten")
    if facts is None or not facts["uniform"]:
        return "identity"
    if facts["mode"] == "elementwise":
        return "inline-broadcast" if info.traits.get("otf_broadcast") else "elementwise"
    return "target-merging" if facts["collapse_targets"] else "plain"


@lru_cache(maxsize=4096)
def _roles(name: str, build: Build, count: int, segments: tuple[int, ...] | None) -> tuple[Role, ...] | None:
    info = registry(build).get(name)
    sizes = None if info is None else _group_sizes(info, count, segments)
    if info is None or sizes is None:
        return None
    found: list[Role] = []
    for group, size in zip(info.operands, sizes, strict=True):
        role: Role = "out" if group.role == "out" else "temp" if group.role == "temp" else "in"
        found.extend(role for _ in range(size))
    return tuple(found)


def _group_sizes(info: OpInfo, count: int, segments: tuple[int, ...] | None) -> tuple[int, ...] | None:
    groups = info.operands
    if info.segments == "sizes" and segments is not None:
        return segments if len(segments) == len(groups) and sum(segments) == count else None
    variable = sum(g.arity != "one" for g in groups)
    rest = count - (len(groups) - variable)
    if rest < 0 or (rest % variable if variable else rest):
        return None
    return tuple(1 if g.arity == "one" else rest // variable for g in groups)


def operand_roles(op: Operation, build: Build) -> tuple[Role, ...] | None:
    """The role of every operand of ``op``: destinations are ``out``, extra buffers ``temp``, all others ``in``.

    None when the operands do not fit the op's table.
    """
    return _roles(op.name, build, len(op.operands), op.segments)


# --- the dimensions that an operation names -------------------------------------------------------------------------


def named_dims(op: Operation, build: Build, rank: int) -> tuple[int, ...]:
    """The target dims of an operation that does not permute, in the order of its attribute."""
    rule = _NAMED.get(op.name.removeprefix(PREFIX))
    return () if rule is None else rule(op, build, rank)


def inline_broadcast(op: Operation) -> tuple[int, ...]:
    """The ``broadcast`` list, sorted and without repeats."""
    return tuple(sorted(set(integers(op.attributes.get("broadcast")))))


def _broadcast_dims(op: Operation, build: Build, rank: int) -> tuple[int, ...]:
    # A scalar is broadcast along every dimension, so none is special.
    return integers(op.attributes.get("broadcast_dims")) if isinstance(op.operands[0].type, MemRefType) else ()


def _list(name: str) -> Callable[[Operation, Build, int], tuple[int, ...]]:
    return lambda op, build, rank: integers(op.attributes.get(name))


def _single(name: str) -> Callable[[Operation, Build, int], tuple[int, ...]]:
    def rule(op: Operation, build: Build, rank: int) -> tuple[int, ...]:
        value = integer(op, name)
        return () if value is None else (value,)

    return rule


def integer(op: Operation, name: str) -> int | None:
    """An integer attribute of ``op``, or None."""
    attribute = op.attributes.get(name)
    return attribute.value if isinstance(attribute, IntegerAttr) else None


def _moved_dims(op: Operation, build: Build, rank: int) -> tuple[int, ...]:
    return tuple(i for i, p in enumerate(integers(op.attributes.get("permutation"))) if i != p)


def _gather_axis(op: Operation, build: Build, rank: int) -> tuple[int, ...]:
    axis = integer(op, "gather_axis") if build == "a5" else None
    return (rank - 1 if axis is None or axis == -1 else axis,)


def _padded_dims(op: Operation, build: Build, rank: int) -> tuple[int, ...]:
    info = registry(build).get(op.name)
    assert info is not None
    padded: set[int] = set()
    for name in ("low", "high"):
        bounds = iter(info.operand_group(op, name))
        for dim, bound in enumerate(integers(op.attributes.get(f"static_{name}"))):
            if (not _is_zero(next(bounds, None))) if bound == DYNAMIC else bound:
                padded.add(dim)
    return tuple(sorted(padded))


def _is_zero(value: Value | None) -> bool:
    definition = value.defining_op if value is not None else None
    constant = constant_of(definition) if definition is not None else None
    return isinstance(constant, IntegerAttr) and constant.value == 0


_NAMED: Final[dict[str, Callable[[Operation, Build, int], tuple[int, ...]]]] = {
    "vbrc": _broadcast_dims,
    "vreduce": _list("reduce_dims"),
    "vtranspose": _moved_dims,
    **dict.fromkeys(("vcumsum", "vcumprod", "vcummax", "vcummin"), _list("cum_dims")),
    "vpad": _padded_dims,
    "vconcat": _single("dim"),
    "vflip": _single("flip_axis"),
    "vgather": _gather_axis,
    "vgathermask": lambda op, build, rank: tuple(range(rank)),
}


_NAMING: Final = {
    "vbrc": ("broadcast_dims",),
    "vreduce": ("reduce_dims",),
    "vtranspose": ("permutation",),
    **dict.fromkeys(("vcumsum", "vcumprod", "vcummax", "vcummin"), ("cum_dims",)),
    "vconcat": ("dim",),
    "vflip": ("flip_axis",),
    "vgather": ("gather_axis",),
}
"""The attributes in which operations that are not element-wise name dimensions."""


@lru_cache(maxsize=1024)
def memo_attributes(name: str, build: Build) -> tuple[str, ...] | None:
    """The attributes that decide how ``name`` flattens, besides its operands' types; None when values do, too."""
    if name == "hivm.hir.vpad":
        return None  # Constants behind its bounds.
    if flatten_class(name, build) in ("inline-broadcast", "elementwise"):
        return "transpose", "broadcast"
    return _NAMING.get(name.removeprefix(PREFIX), ())


def permutation(op: Operation, op_class: OpClass, build: Build) -> tuple[int, ...]:
    """The permutation by which ``op`` permutes; empty when it does not permute (or, in A3, joins without it)."""
    if op_class in ("inline-broadcast", "elementwise"):
        return integers(op.attributes.get("transpose"))
    if build == "a5" and op.name == "hivm.hir.vtranspose":
        return integers(op.attributes.get("permutation"))
    return ()


def keeps_barriers_apart(op: Operation, build: Build) -> bool:
    """Whether not even dimensions of size 1 join a dimension that the operation names."""
    return build == "a5" and op.name == "hivm.hir.vflip"
