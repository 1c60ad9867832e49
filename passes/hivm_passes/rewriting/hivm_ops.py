"""Making HIVM operations and temporary buffers in a rewrite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.tracing import Tracer
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import DenseArrayAttr, DialectAttr, FloatAttr, IntegerAttr
from hivm_passes.ir.memref import subview_type
from hivm_passes.ir.parsing.assembly import add_defaults
from hivm_passes.ir.types import DYNAMIC, I64, INDEX, FloatType, MemRefType, TensorType, bit_width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.rewriter import Rewriter

SIZE_MARK = "buffer_size_in_byte"


class TemporaryError(Exception):
    """No temporary buffer can be made: the compiler dies."""


def structured(
    rewriter: Rewriter,
    build: Build,
    name: str,
    groups: Mapping[str, Sequence[Value]],
    attributes: Mapping[str, Attribute] | None = None,
) -> Operation:
    """A new ``hivm.hir`` operation from its operand groups; on tensors it has a result per destination."""
    info = registry(build).get(name)
    assert info is not None
    ordered = [list(groups.get(described.name, ())) for described in info.operands]
    outs = [v for described, g in zip(info.operands, ordered, strict=True) if described.role == "out" for v in g]
    results = [v.type for v in outs if isinstance(v.type, TensorType)]
    sizes = tuple(len(g) for g in ordered) if info.segments == "sizes" else None
    complete = dict(attributes or {})
    add_defaults(info, complete)
    return rewriter.create(name, [v for g in ordered for v in g], results, complete, segments=sizes)


def elementwise(
    rewriter: Rewriter,
    build: Build,
    name: str,
    sources: Sequence[Value],
    target: Value,
    attributes: Mapping[str, Attribute] | None = None,
) -> Value:
    """A new operation from ``sources`` into ``target``; returns what holds the result."""
    op = structured(rewriter, build, name, {"src": sources, "dst": [target]}, attributes)
    return op.results[0] if op.results else target


def arithmetic(rewriter: Rewriter, build: Build, name: str, operands: Sequence[Value], type: Type) -> Value:
    """A new operation of upstream dialects with one result, with default flags."""
    info = registry(build).get(name)
    attributes: dict[str, Attribute] = {}
    if info is not None:
        add_defaults(info, attributes)
    return rewriter.create(name, operands, (type,), attributes).result


def hivm_enum(kind: str, text: str) -> DialectAttr:
    """``#hivm.round_mode<rint>`` and its like."""
    return DialectAttr("hivm", kind, text)


def constant(rewriter: Rewriter, value: Attribute, type: Type) -> Value:
    """A new ``arith.constant``."""
    return rewriter.create("arith.constant", (), (type,), {"value": value}).result


def index(rewriter: Rewriter, value: int) -> Value:
    """A new index constant."""
    return constant(rewriter, IntegerAttr(value, INDEX), INDEX)


def number(element: Type, value: int) -> Attribute:
    """A small whole number as an attribute of an integer or float type."""
    if isinstance(element, FloatType):
        return FloatAttr(_FLOAT_BITS[element.name][value], element)
    assert element is not INDEX
    return IntegerAttr(value, element)  # type: ignore[arg-type]


_FLOAT_BITS = {
    "f16": {0: 0, 1: 0x3C00},
    "bf16": {0: 0, 1: 0x3F80},
    "f32": {0: 0, 1: 0x3F800000},
    "f64": {0: 0, 1: 0x3FF0000000000000},
}


def element_of(type: Type) -> Type:
    """The element type of a memref or tensor; of anything else itself."""
    return type.element if isinstance(type, MemRefType | TensorType) else type


def is_vector(value: Value) -> bool:
    """Whether an operand is a memref or tensor rather than a scalar."""
    return isinstance(value.type, MemRefType | TensorType)


# --- sizes --------------------------------------------------------------------------------------------------------


def dimension(rewriter: Rewriter, value: Value, position: int) -> Value:
    """The run-time size of one dimension."""
    at = index(rewriter, position)
    kind = "tensor" if isinstance(value.type, TensorType) else "memref"
    return rewriter.create(f"{kind}.dim", (value, at), (INDEX,)).result


def mixed_sizes(rewriter: Rewriter, value: Value) -> list[int | Value]:
    """All sizes: numbers where known, else operations that ask."""
    assert isinstance(value.type, MemRefType | TensorType)
    return [dimension(rewriter, value, i) if s == DYNAMIC else s for i, s in enumerate(value.type.shape)]


# --- buffers ------------------------------------------------------------------------------------------------------


def alloc(rewriter: Rewriter, type: MemRefType, sizes: Sequence[Value] = ()) -> Value:
    """A new ``memref.alloc``."""
    return rewriter.create("memref.alloc", sizes, (type,), segments=(len(sizes), 0)).result


def temporary(
    rewriter: Rewriter,
    build: Build,
    like: Value,
    element: Type | None = None,
    shape: Sequence[int] | None = None,
    sizes: Value | None = None,
) -> Value:
    """A new buffer (or empty tensor) like ``like``, with another element type or shape.

    Unknown sizes are those of ``sizes`` (default: of ``like``). Where the root allocation is known to be large enough,
    A2 and A3 note its size; A5 allocates as much as the root and takes a part of it.
    """
    type = like.type
    assert isinstance(type, MemRefType | TensorType)
    new_element = type.element if element is None else element
    new_shape = tuple(type.shape if shape is None else shape)
    asked = like if sizes is None else sizes
    if isinstance(type, TensorType):
        dynamic = [dimension(rewriter, asked, i) for i, s in enumerate(new_shape) if s == DYNAMIC]
        return rewriter.create("tensor.empty", dynamic, (TensorType(new_shape, new_element),)).result
    if DYNAMIC not in new_shape:
        return alloc(rewriter, MemRefType(new_shape, new_element, None, type.space))
    if build == "a5":
        return _part_of_root(rewriter, like, new_element, new_shape, asked)
    dynamic = [dimension(rewriter, asked, i) for i, s in enumerate(new_shape) if s == DYNAMIC]
    new = alloc(rewriter, MemRefType(new_shape, new_element, None, type.space), dynamic)
    _note_size(rewriter, like, new)
    return new


def _note_size(rewriter: Rewriter, like: Value, new: Value) -> None:
    root = Tracer("a3").alloc(like)
    bits, width = bit_width(element_of(like.type)), bit_width(element_of(new.type))
    if root is None or not bits or not width:
        return
    type = root.result.type
    assert isinstance(type, MemRefType)
    own = bit_width(type.element)
    if type.element_count is None or not own:
        return
    size = type.element_count * own // bits * width // 8
    rewriter.create("annotation.mark", (new,), (), {SIZE_MARK: IntegerAttr(size, I64)})


def _part_of_root(rewriter: Rewriter, like: Value, element: Type, shape: Sequence[int], asked: Value) -> Value:
    root = Tracer("a5").alloc(like)
    if root is None:
        raise TemporaryError("a dynamic operand does not come from an allocation")
    type = root.result.type
    assert isinstance(type, MemRefType) and isinstance(like.type, MemRefType)
    if type.rank != like.type.rank:
        raise TemporaryError("a dynamic operand has another rank than its allocation")
    new = alloc(rewriter, MemRefType(type.shape, element, None, type.space), root.operands)
    sizes = [dimension(rewriter, asked, i) if s == DYNAMIC else s for i, s in enumerate(shape)]
    return subview(rewriter, new, [0] * type.rank, sizes)


def subview(rewriter: Rewriter, source: Value, offsets: Sequence[int | Value], sizes: Sequence[int | Value]) -> Value:
    """A new ``memref.subview`` with steps of 1."""
    assert isinstance(source.type, MemRefType)
    ones = [1] * len(sizes)
    numbers = [[DYNAMIC if not isinstance(e, int) else e for e in entries] for entries in (offsets, sizes)]
    type = subview_type(source.type, numbers[0], numbers[1], ones)
    assert type is not None
    values = [[e for e in entries if not isinstance(e, int)] for entries in (offsets, sizes)]
    attributes = {
        "static_offsets": DenseArrayAttr(I64, tuple(numbers[0])),
        "static_sizes": DenseArrayAttr(I64, tuple(numbers[1])),
        "static_strides": DenseArrayAttr(I64, tuple(ones)),
    }
    operands = [source, *values[0], *values[1]]
    segments = (1, len(values[0]), len(values[1]), 0)
    return rewriter.create("memref.subview", operands, (type,), attributes, segments=segments).result
