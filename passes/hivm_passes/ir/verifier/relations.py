"""Own checks of operations that only relate named operands to each other, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hivm_passes.ir.verifier.base import Failure, element, first, group, shape

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.types import Type
    from hivm_passes.ir.verifier.base import Check, Subject


class Relation(NamedTuple):
    """``one`` and ``other`` (operand groups, or ``result``) must agree in ``what``, else ``message``.

    ``what`` is ``shape``, ``element``, ``type`` (the type of ``one`` is the element type of ``other``) or a rank.
    """

    what: str | int
    one: str
    other: str
    message: str


def _same_shape(operation: str, one: str, other: str, words: str = "shape and rank") -> Relation:
    return Relation("shape", one, other, f"{one} of {operation} must have the same {words} as {other}")


def _same_element(operation: str, one: str, other: str) -> Relation:
    return Relation("element", one, other, f"{one} of {operation} must have the same element type as {other}")


_RELATIONS: Final[dict[str, tuple[Relation, ...]]] = {
    "hivm.hir.gather_load": (
        _same_shape("hivm::GatherLoadOp", "mask", "indices"),
        _same_shape("hivm::GatherLoadOp", "other", "indices"),
        _same_element("hivm::GatherLoadOp", "other", "base"),
    ),
    "hivm.hir.scatter_store": (_same_shape("hivm::ScatterStoreOp", "mask", "data"),),
    "hivm.hir.indirect_load": (
        _same_element("hivm::IndirectLoadOp", "dst", "src"),
        _same_shape("hivm::IndirectLoadOp", "dst", "offsets", "shape"),
        _same_shape("hivm::IndirectLoadOp", "mask", "offsets"),
        _same_element("hfusion::IndirectLoadOp", "other", "src"),
        _same_shape("hfusion::IndirectLoadOp", "other", "offsets"),
    ),
    "hivm.hir.local_load": (
        Relation(
            "element",
            "addr",
            "result",
            "input address of hivm::LocalLoadOp must have the same element type as output tensor",
        ),
        Relation(
            "shape", "addr", "result", "input address of hivm::LocalLoadOp must have the same shape as output tensor"
        ),
    ),
    "hivm.hir.local_store": (
        Relation(
            "element",
            "addr",
            "data",
            "dst address of hivm::LocalStoreOp must have the same element type as output tensor",
        ),
        Relation(
            "shape", "addr", "data", "dst address of hivm::LocalStoreOp must have the same shape as output tensor"
        ),
    ),
    "hivm.hir.mix_group_matmul": (
        Relation(3, "a", "", "matrix A must be 3D"),
        Relation(2, "b", "", "matrix B must be 2D"),
        Relation(1, "tokens_per_expert", "", "matrix TokensPerExpert must be 1D"),
    ),
    "hivm.hir.scatterT": (
        Relation(
            "shape",
            "value",
            "index_tile",
            "tensor of value and index_tile of hivm::ScatterTOp must have the same shape",
        ),
    ),
}


def _types(op: Operation, subject: Subject, name: str) -> Type | None:
    if name == "result":
        return op.results[0].type if op.results else None
    value = first(subject, op, name)
    return None if value is None else value.type


def _related(op: Operation, subject: Subject) -> str | Failure | None:
    return _check(op, subject, _RELATIONS[op.name])


def _check(op: Operation, subject: Subject, relations: tuple[Relation, ...]) -> str | Failure | None:
    for relation in relations:
        one = _types(op, subject, relation.one)
        if one is None:
            continue
        if isinstance(relation.what, int):
            found = shape(one)
            if found is not None and len(found) != relation.what:
                return relation.message
            continue
        other = _types(op, subject, relation.other)
        if other is None:
            continue
        if relation.what == "element":
            good = element(one) is element(other)
        elif relation.what == "type":
            good = one is element(other)
        else:
            good = shape(one) == shape(other)
        if not good:
            return relation.message
    return None


def _indirect_store(op: Operation, subject: Subject) -> str | Failure | None:
    name = "hivm::IndirectStoreOp"
    relations = [_same_element(name, "src", "dst"), _same_shape(name, "mask", "offsets")]
    if subject.build == "a3":
        relations.insert(1, _same_shape(name, "offsets", "src"))
    return _check(op, subject, tuple(relations))


def _embedding_gather(op: Operation, subject: Subject) -> str | Failure | None:
    index, target = _types(op, subject, "index"), _types(op, subject, "dst")
    one, other = (None if t is None else shape(t) for t in (index, target))
    if one is not None and other is not None and len(other) != len(one) + 1:
        return "dst of hivm::EmbeddingGatherOp must be idxRank + 1!"
    return None


def _strided(op: Operation, subject: Subject) -> str | Failure | None:
    """``stride_load`` and ``stride_store``."""
    is_load = op.name == "hivm.hir.stride_load"
    source, target = _types(op, subject, "src"), _types(op, subject, "dst")
    if source is None or target is None:
        return None
    if element(source) is not element(target):
        if is_load:
            return "dst of hivm::StrideLoadOp must have the same element type as src"
        return "src of hivm::StrideStoreOp must have the same element type as dst"
    other = _types(op, subject, "other")
    if is_load and other is not None and other is not element(source):
        return "other must have the same element type as src"
    strides, counts = group(subject, op, "stride"), group(subject, op, "numel")
    rank = shape(target if is_load else source)
    if rank is not None and not len(strides) == len(counts) == len(rank):
        return f"stride and numel operand counts must match {'dst' if is_load else 'src'} rank"
    if len({v.type for v in strides}) > 1:
        return "stride operands must have the same type"
    if len({v.type for v in counts}) > 1:
        return "numel operands must have the same type"
    offset = _types(op, subject, "offset")
    if strides and counts and not (strides[0].type is counts[0].type is offset):
        return "offset, stride and numel operands must have the same type"
    if is_load and op.results and op.results[0].type is not target:
        return "result must have the same type as dst"
    return None


OWN: Final[dict[str, Check]] = {
    **dict.fromkeys(_RELATIONS, _related),
    "hivm.hir.embedding_gather": _embedding_gather,
    "hivm.hir.indirect_store": _indirect_store,
    "hivm.hir.stride_load": _strided,
    "hivm.hir.stride_store": _strided,
}
"""Operation name to its own verifier."""
