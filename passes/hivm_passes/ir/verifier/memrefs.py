"""Checks of memref operations: allocations, views, accesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from hivm_passes.ir.memref import collapse_type, is_rank_reduced, subview_type
from hivm_passes.ir.types import DYNAMIC, MemRefType
from hivm_passes.ir.verifier.findings import Context, Finding, Findings, quoted

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import OpInfo
    from hivm_passes.ir.core import Operation


def dynamic_sizes(op: Operation, info: OpInfo, context: Context) -> Findings:
    """One operand per dynamic dimension of an allocation."""
    del context
    type = op.results[0].type if op.results else None
    groups = info.operand_groups(op)
    if not isinstance(type, MemRefType) or groups is None:
        return
    index = info.operand_index.get("dynamicSizes", info.operand_index.get("dynamicSize", 0))
    if len(groups[index]) != type.shape.count(DYNAMIC):
        yield Finding(
            op, "dimension operand count does not equal memref dynamic dimension count", "hivm.verify.operand-count"
        )


def index_counts(op: Operation, info: OpInfo, context: Context) -> Findings:
    """One index per dimension of a load or store."""
    del context
    groups = info.operand_groups(op)
    if groups is None:
        return
    named = dict(zip((g.name for g in info.operands), groups, strict=True))
    source = named.get("memref", ())
    type = source[0].type if source else None
    indices = named.get("indices", ())
    if isinstance(type, MemRefType) and type.rank != len(indices):
        text = f"incorrect number of indices for load, expected {type.rank} but got {len(indices)}"
        if op.name == "memref.store":
            text = "store index operand count not equal to memref rank"
        yield Finding(op, text, "hivm.verify.operand-count")


def subview(op: Operation, info: OpInfo, context: Context) -> Findings:
    """The result type of a subview is the inferred one or a rank-reduced version."""
    del info, context
    source, result = op.operands[0].type if op.operands else None, op.results[0].type if op.results else None
    if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
        return
    lists: list[tuple[int, ...]] = []
    for name in ("offset", "size", "stride"):
        static = op.attributes.get(f"static_{name}s")
        if not isinstance(static, DenseArrayAttr):
            return
        if len(static.values) != source.rank:
            yield Finding(
                op,
                f"expected {source.rank} {name} values, got {len(static.values)}",
                "hivm.verify.view",
                prefixed=False,
            )
            return
        lists.append(static.values)
    if source.space is not result.space:
        yield Finding(
            op,
            f"different memory spaces specified for base memref type {quoted(source)} and subview memref type "
            f"{quoted(result)}",
            "hivm.verify.view",
            prefixed=False,
        )
        return
    inferred = subview_type(source, *lists)
    if inferred is None:
        yield Finding(op, f"base type {quoted(source)} is not strided", "hivm.verify.view", prefixed=False)
        return
    reason = is_rank_reduced(inferred, result)
    if reason is None:
        return
    text = {
        "element type": f"expected result element type to be {quoted(source.element)}",
        "rank": "expected result rank to be smaller or equal to the source rank. ",
    }.get(reason)
    if text is None:
        text = (
            f"expected result type to be {quoted(inferred)} or a rank-reduced version. (mismatch of result {reason}) "
        )
    yield Finding(op, text, "hivm.verify.view", prefixed=False)


def collapse_shape(op: Operation, info: OpInfo, context: Context) -> Findings:
    """The groups of a collapse_shape are contiguous and their sizes multiply to the result's."""
    del info, context
    source, result = op.operands[0].type if op.operands else None, op.results[0].type if op.results else None
    groups = reassociation(op)
    if not isinstance(source, MemRefType) or not isinstance(result, MemRefType) or groups is None:
        return
    if len(groups) != result.rank or sorted(d for g in groups for d in g) != list(range(source.rank)):
        return
    for group, size in zip(groups, result.shape, strict=True):
        product = 1
        for dimension in group:
            product = DYNAMIC if DYNAMIC in (product, source.shape[dimension]) else product * source.shape[dimension]
        if DYNAMIC not in (product, size) and product != size:
            yield Finding(
                op, f"collapsed dim size ({size}) must equal reassociation group size ({product})", "hivm.verify.view"
            )
            return
    inferred = collapse_type(source, groups)
    if inferred is None:
        yield Finding(op, "invalid source layout map or collapsing non-contiguous dims", "hivm.verify.view")
    elif inferred is not result:
        yield Finding(
            op,
            f"expected collapsed type to be {quoted(inferred)} but found {quoted(result)}",
            "hivm.verify.view",
        )


def reassociation(op: Operation) -> list[list[int]] | None:
    """The groups of dimensions of a collapse or expand."""
    attribute = op.attributes.get("reassociation")
    if not isinstance(attribute, ArrayAttr):
        return None
    groups: list[list[int]] = []
    for group in attribute.elements:
        if not isinstance(group, ArrayAttr) or not all(isinstance(d, IntegerAttr) for d in group.elements):
            return None
        groups.append([cast("IntegerAttr", d).value for d in group.elements])
    return groups
