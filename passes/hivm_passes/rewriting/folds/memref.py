"""Folds of the memref dialect, and the one that many dialects share: looking through ``memref.cast``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.affine import AffineDim, AffineMap
from hivm_passes.ir.attributes import AffineMapAttr, IntegerAttr
from hivm_passes.ir.core import OpResult, TypeSlot, VerbatimForm
from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import DYNAMIC, INDEX, MemRefType, UnrankedMemRefType
from hivm_passes.lazy import pattern
from hivm_passes.rewriting.constants import constant_value, integer
from hivm_passes.rewriting.folds.base import IN_PLACE
from hivm_passes.rewriting.folds.views import known, mixed_list, reassociation, same_entries

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.folds.base import Fold, Folded


def fold_memref_casts(op: Operation, excepted: Value | None = None) -> Folded:
    """Make ``op`` use the source of every ranked ``memref.cast`` it uses (but not of ``excepted``)."""
    folded: Folded = None
    for index, operand in enumerate(op.operands):
        if type(operand) is OpResult and operand.owner.name == "memref.cast" and operand is not excepted:
            source = operand.owner.operands[0]
            if not isinstance(source.type, UnrankedMemRefType):
                op.set_operand(index, source)
                if op.form is not None:
                    _retype_form(op, operand.type, source.type)
                folded = IN_PLACE
    return folded


def _retype_form(op: Operation, old: Type, new: Type) -> None:
    """Write ``new`` for the types in a verbatim form that belong to no single operand and are ``old``."""
    assert op.form is not None
    op.form = VerbatimForm(
        tuple(
            TypeSlot(new) if type(p) is TypeSlot and p.type is old and p.operand is None and p.result is None else p
            for p in op.form.pieces
        )
    )


def _cast(op: Operation) -> Folded:
    folded = fold_memref_casts(op)
    return (op.operands[0],) if op.operands[0].type is op.results[0].type else folded


def can_fold_into_consumer(cast: Operation) -> bool:
    """Whether a cast only forgets static information, so that its users may take the source."""
    source, result = cast.operands[0].type, cast.results[0].type
    if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
        return False
    if source.element is not result.element or source.rank != result.rank:
        return False
    left, right = strides_and_offset(source), strides_and_offset(result)
    if left is None or right is None:
        return False
    pairs = [
        *zip(source.shape, result.shape, strict=True),
        *zip(left.strides, right.strides, strict=True),
        (left.offset, right.offset),
    ]
    return not any(a == DYNAMIC and b != DYNAMIC for a, b in pairs)


def _copy(op: Operation) -> Folded:
    folded: Folded = None
    for index, operand in enumerate(op.operands):
        if type(operand) is OpResult and operand.owner.name == "memref.cast" and can_fold_into_consumer(operand.owner):
            op.set_operand(index, operand.owner.operands[0])
            folded = IN_PLACE
    return folded


def _dim(op: Operation) -> Folded:
    source, index_value = op.operands
    index_attribute = constant_value(index_value)
    if type(index_attribute) is not IntegerAttr:
        return None
    type_ = source.type
    if not isinstance(type_, MemRefType):
        return None
    index = index_attribute.value
    if not 0 <= index < type_.rank:
        return None
    size = type_.shape[index]
    if size != DYNAMIC:
        return (integer(size, INDEX),)
    if type(source) is OpResult:
        definition = source.owner
        found = _dynamic_size(definition, type_, index)
        if found is not None:
            return (found,)
    return fold_memref_casts(op)


def _dynamic_size(op: Operation, type: MemRefType, index: int) -> Value | None:
    """The operand that gives the dynamic size ``index`` of the result of ``op``."""
    position = sum(size == DYNAMIC for size in type.shape[:index])
    if op.name in ("memref.alloc", "memref.alloca"):
        return op.operands[position] if position < len(op.operands) else None
    if op.name == "memref.view":
        return op.operands[2 + position]
    if op.name == "memref.subview":
        sizes = mixed_list(op, "sizes")
        dropped = dropped_dimensions(op)
        kept = [size for i, size in enumerate(sizes) if i not in dropped]
        found = kept[index] if index < len(kept) else None
        return None if isinstance(found, int) else found
    if op.name == "memref.reinterpret_cast":
        found = mixed_list(op, "sizes")[index]
        return None if isinstance(found, int) else found
    return None


def dropped_dimensions(op: Operation) -> frozenset[int]:
    """The source dimensions that a rank-reducing subview drops."""
    source, result = op.operands[0].type, op.results[0].type
    sizes = mixed_list(op, "sizes")
    if not isinstance(source, MemRefType) or not isinstance(result, MemRefType) or len(sizes) == result.rank:
        return frozenset()
    unit = [i for i, size in enumerate(sizes) if size == 1]
    excess = len(sizes) - result.rank
    # Equal strides decide which unit dimensions went, as far as they tell them apart.
    left, right = strides_and_offset(source), strides_and_offset(result)
    if left is None or right is None:
        return frozenset(unit[:excess])
    steps = mixed_list(op, "strides")
    expected = [
        DYNAMIC if stride == DYNAMIC or not isinstance(step, int) else stride * step
        for stride, step in zip(left.strides, steps, strict=True)
    ]
    available: dict[int, int] = {}
    for stride in right.strides:
        available[stride] = available.get(stride, 0) + 1
    present: dict[int, int] = {}
    for stride in expected:
        present[stride] = present.get(stride, 0) + 1
    dropped: set[int] = set()
    for i in unit:
        if len(dropped) == excess:
            break
        stride = expected[i]
        if present[stride] > available.get(stride, 0):
            dropped.add(i)
            present[stride] -= 1
    return frozenset(dropped)


def fold_reshape(inverse: str) -> Fold:
    """``collapse_shape`` and ``expand_shape`` of memrefs and tensors; ``inverse`` is the operation that undoes it."""

    def fold(op: Operation) -> Folded:
        source, result = op.operands[0], op.results[0].type
        if source.type is result:
            return (source,)
        constant = constant_value(source)
        if constant is not None:
            from hivm_passes.ir.attributes import DenseElementsAttr

            if isinstance(constant, DenseElementsAttr):
                return (DenseElementsAttr(constant.values, result),)
        if type(source) is not OpResult or source.owner.name != inverse:
            return None
        producer = source.owner
        original = producer.operands[0]
        if original.type is not result:
            return None
        shape: tuple[int, ...] = getattr(result, "shape", ())
        if shape.count(DYNAMIC) < 2:
            return (original,)
        groups = reassociation(op)
        if groups != reassociation(producer):
            return None
        if op.name.endswith("collapse_shape") or all(sum(shape[d] == DYNAMIC for d in group) < 2 for group in groups):
            return (original,)
        return None

    return fold


def _memory_space_cast(op: Operation) -> Folded:
    source = op.operands[0]
    folded: Folded = None
    if type(source) is OpResult and source.owner.name == "memref.memory_space_cast":
        op.set_operand(0, source.owner.operands[0])
        folded = IN_PLACE
    return (op.operands[0],) if op.operands[0].type is op.results[0].type else folded


def _rank(op: Operation) -> Folded:
    type_ = op.operands[0].type
    shape = getattr(type_, "shape", None)
    return None if shape is None else (integer(len(shape), INDEX),)


def _reinterpret_cast(op: Operation) -> Folded:
    source = op.operands[0]
    if type(source) is OpResult:
        definition = source.owner
        if definition.name in ("memref.reinterpret_cast", "memref.cast") or (
            definition.name == "memref.subview" and all(known(o) == 0 for o in mixed_list(definition, "offsets"))
        ):
            op.set_operand(0, definition.operands[0])
            return IN_PLACE
    type_ = op.results[0].type
    if (
        source.type is type_
        and isinstance(type_, MemRefType)
        and type_.has_static_shape
        and mixed_list(op, "offsets")[0] == 0
    ):
        return (source,)
    return None


def _subview(op: Operation) -> Folded:
    source, type_ = op.operands[0], op.results[0].type
    if source.type is not type_ or not isinstance(type_, MemRefType):
        return None
    # The compiler does not look at offsets and strides, not even at those that the types leave open.
    if type_.has_static_shape:
        return (source,)
    if type(source) is OpResult and source.owner.name == "memref.subview":
        inner = source.owner
        if (
            all(known(o) == 0 for o in mixed_list(op, "offsets"))
            and all(known(s) == 1 for s in mixed_list(op, "strides"))
            and same_entries(mixed_list(op, "sizes"), mixed_list(inner, "sizes"))
        ):
            return (source,)
    return None


def _transpose(op: Operation) -> Folded:
    source, result = op.operands[0], op.results[0].type
    attribute = op.attributes.get("permutation")
    if not isinstance(attribute, AffineMapAttr):
        return None
    if attribute.map.is_identity and source.type is result:
        return (source,)
    if type(source) is not OpResult or source.owner.name != "memref.transpose":
        return None
    before = source.owner.attributes.get("permutation")
    outer = _dimensions(attribute.map)
    inner = _dimensions(before.map) if isinstance(before, AffineMapAttr) else None
    if inner is None or outer is None:
        return None
    both = [inner[position] for position in outer]
    op.set_operand(0, source.owner.operands[0])
    op.set_attribute("permutation", AffineMapAttr(AffineMap(len(both), 0, tuple(AffineDim(d) for d in both))))
    if op.form is not None:
        names = ", ".join(f"d{i}" for i in range(len(both)))
        text = f" ({names}) -> ({', '.join(f'd{d}' for d in both)})"
        op.form = VerbatimForm(tuple(_LAYOUT.sub(text, p) if isinstance(p, str) else p for p in op.form.pieces))
    return IN_PLACE


_LAYOUT: Final = pattern(r" \([^)]*\) -> \([^)]*\)")


def _dimensions(map: AffineMap) -> list[int] | None:
    """The dimension in each result of a permutation map."""
    found = [expr.position for expr in map.results if isinstance(expr, AffineDim)]
    return found if len(found) == len(map.results) else None


def _store(op: Operation) -> Folded:
    return fold_memref_casts(op, op.operands[0])


FOLDS: Final[dict[str, Fold]] = {
    "memref.cast": _cast,
    "memref.copy": _copy,
    "memref.dealloc": fold_memref_casts,
    "memref.dim": _dim,
    "memref.dma_start": fold_memref_casts,
    "memref.dma_wait": fold_memref_casts,
    "memref.collapse_shape": fold_reshape("memref.expand_shape"),
    "memref.expand_shape": fold_reshape("memref.collapse_shape"),
    "memref.load": fold_memref_casts,
    "memref.memory_space_cast": _memory_space_cast,
    "memref.prefetch": fold_memref_casts,
    "memref.rank": _rank,
    "memref.reinterpret_cast": _reinterpret_cast,
    "memref.store": _store,
    "memref.subview": _subview,
    "memref.transpose": _transpose,
    "memref.atomic_rmw": _store,
}
