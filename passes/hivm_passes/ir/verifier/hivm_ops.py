"""Checks of HIVM operations: the table's traits, and the operations' own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from hivm_passes.dialects.registry import data_file
from hivm_passes.ir.attributes import DenseArrayAttr, DialectAttr, IntegerAttr
from hivm_passes.ir.types import (
    DYNAMIC,
    FloatType,
    IntegerType,
    MemRefType,
    TensorType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from hivm_passes.ir.verifier.findings import Check, Context, Finding, Findings, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hivm_passes.dialects.registry import OpInfo
    from hivm_passes.ir.core import Operation, Value

_SHAPED = (MemRefType, TensorType, VectorType, UnrankedMemRefType, UnrankedTensorType)
_FLOAT_NAMES: Final = {"bf16": "bfloat16 type", "f16": "16-bit float", "f32": "32-bit float", "f64": "64-bit float"}
_INTEGER_WORDS: Final = (
    ("any", "integer"),
    ("ui", "unsigned integer"),
    ("si", "signed integer"),
    ("i", "signless integer"),
)
_FP8: Final = ("f8E4M3FN", "f8E5M2")


def is_shaped(type: Type) -> bool:
    """Tensor, memref or vector."""
    return isinstance(type, _SHAPED)


def shape_of(type: Type) -> tuple[int, ...] | None:
    """The sizes of a ranked shaped type, else None."""
    return type.shape if isinstance(type, MemRefType | TensorType | VectorType) else None


def element_of(type: Type) -> Type:
    """The element type; a scalar is its own."""
    return type.element if isinstance(type, _SHAPED) else type


def space_of(type: Type) -> str | None:
    """The HIVM address space of a memref, or None."""
    return type.address_space if isinstance(type, MemRefType) else None


def integers(op: Operation, name: str) -> tuple[int, ...] | None:
    """The values of an integer array attribute, or None."""
    attribute = op.attributes.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else None


def case(op: Operation, name: str) -> str | None:
    """The case of an enum attribute, or None."""
    attribute = op.attributes.get(name)
    return attribute.body if isinstance(attribute, DialectAttr) else None


def _fit(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two shapes may be equal."""
    return len(a) == len(b) and all(x == y or DYNAMIC in (x, y) for x, y in zip(a, b, strict=True))


class _Roles:
    """The operands of a structured operation by role."""

    def __init__(self, op: Operation, info: OpInfo) -> None:
        groups = info.operand_groups(op) or []
        named = list(zip(info.operands, groups, strict=False))
        self.named: Mapping[str, list[Value]] = {g.name: values for g, values in named}
        self.inputs = [v for g, values in named if g.role == "in" for v in values]
        self.outs = [v for g, values in named if g.role == "out" for v in values]
        self.main = [v for g, values in named if g.role in ("in", "out") for v in values]

    def type(self, name: str) -> Type | None:
        """The type of the first operand of a group."""
        values = self.named.get(name)
        return values[0].type if values else None


# --- traits -----------------------------------------------------------------------------------------------------


def structured(op: Operation, info: OpInfo, context: Context) -> Findings:
    """Everything that the table's traits ask, in the compiler's order; own rules come before results."""
    roles = _Roles(op, info)
    traits = info.traits
    yield from _operand_types(op, info)
    yield from _element_types(op, cast("list[dict[str, Any]]", traits.get("elem_types", [])))
    shaped = [v for v in roles.main if is_shaped(v.type)]
    if traits.get("same_rank"):
        ranks = {len(s) for v in shaped if (s := shape_of(v.type)) is not None}
        if len(ranks) > 1:
            yield Finding(op, "operands must have same rank", "hivm.verify.rank")
    if info.elementwise is not None:
        yield from _elementwise(op, info, roles)
    if traits.get("same_element_type") and len({element_of(v.type) for v in roles.main}) > 1:
        yield Finding(op, "requires the same element type for all operands", "hivm.verify.element-type")
    for index in cast("list[int]", traits.get("vector_only", [])):
        if index < len(op.operands) and not is_shaped(op.operands[index].type):
            yield Finding(op, f"failed to verify that operand at index {index} is vector-only", "hivm.verify.operand")
    for index in cast("list[int]", traits.get("scalar_only", [])):
        if index < len(op.operands) and is_shaped(op.operands[index].type):
            yield Finding(op, f"failed to verify that operand at index {index} is scalar-only", "hivm.verify.operand")
    if traits.get("otf_broadcast"):
        yield from _broadcast(op, roles)
    if integers(op, "broadcast") and integers(op, "transpose"):
        text = "Broadcast OTF and Transpose OTF cannot be enabled at the same time"
        yield Finding(op, text, "hivm.verify.operation", prefixed=False)
    own = _OWN.get(op.name)
    if own is not None:
        yield from own(op, roles, context)
    if info.is_dps:
        yield from _results(op, roles)


def _operand_types(op: Operation, info: OpInfo) -> Findings:
    groups = info.operand_groups(op)
    if groups is None:
        return
    number = 0
    for group, values in zip(info.operands, groups, strict=True):
        for value in values:
            if group.type == "shaped" and not is_shaped(value.type):
                kind = "variadic of shaped" if group.arity == "variadic" else "shaped"
                text = f"operand #{number} must be {kind} of any type values, but got {quoted(value.type)}"
                yield Finding(op, text, "hivm.verify.operand")
            if group.type == "tensor|memref" and not isinstance(value.type, MemRefType | TensorType):
                kind = "variadic of Tensor or Memref" if group.arity == "variadic" else "Tensor or Memref"
                yield Finding(
                    op, f"operand #{number} must be {kind}, but got {quoted(value.type)}", "hivm.verify.operand"
                )
            number += 1


def _element_types(op: Operation, rules: list[dict[str, Any]]) -> Findings:
    for rule in rules:
        indices: list[int] = rule["operands"]
        allowed: list[str] = rule["types"]
        for index in indices:
            if index < len(op.operands) and not any(_is(element_of(op.operands[index].type), t) for t in allowed):
                places = " and ".join(str(i) for i in indices)
                names = " or ".join(_type_name(t) for t in allowed)
                text = f"failed to verify that operand at idx {places} should have element type {names}"
                yield Finding(op, text, "hivm.verify.element-type")


def _is(element: Type, name: str) -> bool:
    if name.startswith("any"):
        return isinstance(element, IntegerType) and element.width == int(name[3:])
    return str(element) == name


def _type_name(name: str) -> str:
    if name in _FLOAT_NAMES:
        return _FLOAT_NAMES[name]
    for prefix, word in (
        ("any", "integer"),
        ("ui", "unsigned integer"),
        ("si", "signed integer"),
        ("i", "signless integer"),
    ):
        if name.startswith(prefix) and name[len(prefix) :].isdigit():
            return f"{name[len(prefix) :]}-bit {word}"
    return f"{name} type"


def _elementwise(op: Operation, info: OpInfo, roles: _Roles) -> Findings:
    transpose = integers(op, "transpose")
    outs = [s for v in roles.outs if (s := shape_of(v.type)) is not None]
    if transpose and info.traits.get("otf_transpose"):
        yield from _transpose(op, transpose, roles)
    inputs = roles.named.get("src", roles.inputs)
    if len(inputs) != info.elementwise:
        text = f"elementwise op expected {info.elementwise} inputs, but found {len(inputs)}"
        yield Finding(op, text, "hivm.verify.operand-count")
    if transpose or integers(op, "broadcast"):
        return
    shapes = [
        s for v in [*inputs, *roles.outs] if isinstance(v.type, MemRefType) and (s := shape_of(v.type)) is not None
    ]
    if outs and any(not _fit(a, b) for i, a in enumerate(shapes) for b in shapes[i + 1 :]):
        yield Finding(op, "operands' shape are inconsistent", "hivm.verify.shape")


def _transpose(op: Operation, transpose: tuple[int, ...], roles: _Roles) -> Findings:
    if sorted(transpose) != list(range(len(transpose))):
        listed = ", ".join(map(str, transpose))
        yield Finding(op, f"expects 'transpose' to be a permutation, found {listed}", "hivm.verify.attribute")
        return
    moved = [i for i, p in enumerate(transpose) if i != p]
    if transpose and transpose[-1] != len(transpose) - 1:
        yield Finding(op, "transpose dim is the last dimension", "hivm.verify.attribute")
        return
    source, target = roles.inputs[0].type if roles.inputs else None, roles.outs[0].type if roles.outs else None
    if source is None or target is None:
        return
    a, b = shape_of(source), shape_of(target)
    if a is None or b is None or len(a) != len(b) or len(a) != len(transpose):
        return
    if any(not _fit((a[p],), (b[i],)) for i, p in enumerate(transpose)):
        yield Finding(op, f"failed to verify transpose behavior at {' '.join(map(str, moved))}", "hivm.verify.shape")


def _broadcast(op: Operation, roles: _Roles) -> Findings:
    dims = integers(op, "broadcast")
    out = shape_of(roles.outs[0].type) if roles.outs else None
    if not dims or out is None:
        return
    if any(d >= len(out) for d in dims):
        yield Finding(op, "broadcast dim exceeds op's rank", "hivm.verify.attribute")
        return
    inputs = [s for v in roles.inputs if (s := shape_of(v.type)) is not None and len(s) == len(out)]
    if any(all(s[d] not in (1, DYNAMIC) for s in inputs) for d in dims):
        yield Finding(op, "input operand's broadcast dim is not 1", "hivm.verify.shape")
    others = [d for d in range(len(out)) if d not in dims]
    if any(not _fit((s[d],), (out[d],)) for s in inputs for d in others):
        yield Finding(op, "input operand's non-broadcast dim does not match with output", "hivm.verify.shape")


def _results(op: Operation, roles: _Roles) -> Findings:
    outs = [v for v in roles.outs if isinstance(v.type, TensorType | UnrankedTensorType)]
    if len(op.results) != len(outs):
        yield Finding(
            op,
            f"expected the number of tensor results ({len(op.results)}) to be equal to the number of output tensors "
            f"({len(outs)})",
            "hivm.verify.results",
        )
        return
    for value, result in zip(outs, op.results, strict=True):
        if value.type is not result.type:
            yield Finding(
                op,
                f"expected type of operand #{op.operands.index(value)} ({quoted(value.type)}) to match type of "
                f"corresponding result ({quoted(result.type)})",
                "hivm.verify.results",
            )


# --- the operations' own rules ----------------------------------------------------------------------------------


def _error(op: Operation, text: str, code: str = "hivm.verify.operation", prefixed: bool = True) -> Finding:
    return Finding(op, text, code, prefixed)


def _dims(op: Operation, name: str, kind: str, rank: int) -> Findings:
    """A list of dimensions: not empty, not too long, in range, increasing."""
    dims = integers(op, name)
    if dims is None:
        return
    if list(dims) != sorted(set(dims)):
        text = (
            f"attribute '{name}' failed to satisfy constraint: i64 dense array attribute should be in increasing order"
        )
        yield _error(op, text, "hivm.verify.attribute")
    if not dims:
        yield _error(op, f"have empty {kind} dims array", "hivm.verify.attribute")
    if len(dims) > rank:
        yield _error(op, f"have too many indices in the {kind} dims array", "hivm.verify.attribute")
    for dim in dims:
        if not 0 <= dim < rank:
            yield _error(op, f"have invalid index '{dim}' inside {kind} dims array", "hivm.verify.attribute")


def _vbrc(op: Operation, roles: _Roles, context: Context) -> Findings:
    source, target, temp = roles.type("src"), roles.type("dst"), roles.type("temp_buffer")
    if source is None or target is None:
        return
    element = element_of(source)
    if isinstance(element, FloatType) and element.name in _FP8:
        if context.build == "a3":
            yield _error(op, "Current hardware doesn't support fp8 type", "hivm.verify.element-type")
        else:
            yield _error(op, "fp8 is not supported.", "hivm.verify.element-type", prefixed=False)
    if isinstance(temp, MemRefType) and temp.rank != 1:
        yield _error(op, "temp_buffer'rank should be one", "hivm.verify.rank")
    shape = shape_of(source)
    if shape is None:
        if integers(op, "broadcast_dims"):
            yield _error(op, "broadcast dims must be empty for scalar src", "hivm.verify.attribute")
        return
    yield from _dims(op, "broadcast_dims", "broadcast", len(shape))
    for dim in integers(op, "broadcast_dims") or ():
        if shape[dim] not in (1, DYNAMIC):
            yield _error(op, f"invalid source vector shape, 'SrcVecDim[{dim}]' != 1", "hivm.verify.shape")


_BITWISE: Final = ("xori", "ori", "andi")


def _vreduce(op: Operation, roles: _Roles, context: Context) -> Findings:
    source, outs, kind = roles.type("src"), roles.named.get("dst", []), case(op, "arith") or ""
    shape = shape_of(source) if source is not None else None
    if source is None or shape is None or not outs:
        return
    a3, target = context.build == "a3", shape_of(outs[0].type)
    integer = isinstance(element_of(source), IntegerType)
    if kind in _BITWISE and not integer:
        if a3:
            yield _error(op, "elemtype should be an integer", "hivm.verify.element-type")
        elif kind == "xori":
            yield _error(op, "invalid elemtype for xori", "hivm.verify.element-type")
    with_index = "_with_index" in kind
    if a3 and not with_index and len(outs) != 1:
        yield _error(op, "should have exactly 1 destination operand", "hivm.verify.operand-count")
    if a3 and with_index and len(outs) != 2:
        yield _error(op, "with index should have exactly 2 destination operands", "hivm.verify.operand-count")
    if a3 and target is not None and len(target) != len(shape):
        yield _error(op, "have src and dst with different ranks", "hivm.verify.rank")
    yield from _dims(op, "reduce_dims", "reduce", len(shape))
    dims = integers(op, "reduce_dims") or ()
    if a3 and with_index and len(dims) != 1:
        yield _error(op, "with index should have exactly 1 reduce dimension", "hivm.verify.attribute")
    if target is not None and len(target) == len(shape):
        for dim in range(len(shape)):
            if dim in dims and target[dim] not in (1, DYNAMIC):
                yield _error(op, f"invalid dst vector shape, 'DstVecDim[{dim}]' != 1", "hivm.verify.shape")
            elif a3 and dim not in dims and not _fit((shape[dim],), (target[dim],)):
                yield _error(op, f"have dim at index {dim} different between src and dst", "hivm.verify.shape")
    if with_index and len(outs) == 2:
        index = outs[1].type
        if str(element_of(index)) != "i32":
            yield _error(op, "invalid dst index elemtype", "hivm.verify.element-type")
        index_shape = shape_of(index)
        if a3 and target is not None and index_shape is not None and not _fit(index_shape, target):
            yield _error(op, "dst index shape should be compatible with dst value", "hivm.verify.shape")


_CAST_NAMES: Final = {
    "f16": "half",
    "bf16": "bfloat16_t",
    "f32": "float",
    "f64": "double",
    "f8E4M3FN": "float8_e4m3_t",
    "f8E5M2": "float8_e5m2_t",
}


def _vcast(op: Operation, roles: _Roles, context: Context) -> Findings:
    source, target = roles.type("src"), roles.type("dst")
    if source is None or target is None:
        return
    kind, mode = case(op, "cast") or "cast_signed", case(op, "round_mode") or "rint"
    table = data_file("hivm-casts.json")["casts"][context.build]
    a, b = str(element_of(source)).removeprefix("s"), str(element_of(target)).removeprefix("s")
    allowed = table.get(kind, {}).get(a, {}).get(b, ())
    if mode in allowed:
        return
    names = [_cast_name(t, kind, context) for t in (a, b)]
    unknown = next((t for t, n in zip((a, b), names, strict=True) if n is None), None)
    if unknown is not None:
        family = (
            "unrecognized float type"
            if unknown.startswith(("f", "b", "t")) and context.build == "a3"
            else "unsupported type"
        )
        yield _error(op, f"{family}: '{unknown}'", "hivm.verify.cast", prefixed=False)
        return
    yield _error(op, f"currently don't support cast {names[0]}_to_{names[1]}_{mode}mode", "hivm.verify.cast")


def _cast_name(type: str, kind: str, context: Context) -> str | None:
    if type == "i1":
        return "bool"
    if type.startswith("ui") or (type.startswith("i") and type[1:].isdigit() and kind == "cast_unsigned"):
        return f"uint{type.lstrip('ui')}_t"
    if type.startswith("i") and type[1:].isdigit():
        return f"int{type[1:]}_t"
    if type in _FP8 and context.build == "a3":
        return None
    return _CAST_NAMES.get(type)


def _vtranspose(op: Operation, roles: _Roles, context: Context) -> Findings:
    source, target, permutation = roles.type("src"), roles.type("dst"), integers(op, "permutation")
    if source is None or target is None or permutation is None:
        return
    a, b = shape_of(source), shape_of(target)
    if element_of(source) is not element_of(target):
        yield _error(op, "ElementType of src and dst are not the same", "hivm.verify.element-type")
    if a is None or b is None:
        return
    if len(a) != len(b):
        yield _error(op, "Rank of src and dst are not the same", "hivm.verify.rank")
    if not permutation:
        yield _error(op, "Permutation array should not be empty.", "hivm.verify.attribute")
    if len(permutation) != len(a):
        yield _error(op, "Permutation size should be equal to src rank", "hivm.verify.attribute")
    for dim in permutation:
        if not 0 <= dim < len(a):
            yield _error(op, f"have invalid index '{dim}' inside permutation array", "hivm.verify.attribute")
    moved = [i for i, p in enumerate(permutation) if i != p]
    swap = len(moved) == 2
    if context.build == "a3":
        if not swap:
            yield _error(op, "Vtranspose only support two axes transpose", "hivm.verify.attribute")
        disable = op.attributes.get("disable_align")
        if isinstance(disable, IntegerAttr) and disable.value and moved != [len(a) - 2, len(a) - 1]:
            yield _error(op, "Disabled allign mode supports only last 2 axes transpose", "hivm.verify.attribute")
        return
    swaps = sum(length - 1 for length in _cycles(permutation))
    if swaps > 2:
        yield _error(
            op,
            "Vtranspose supports only swapping two axes; for rank-4, also allows permutations equivalent to two swaps "
            f"(got moved={len(moved)}, swaps={swaps})",
            "hivm.verify.attribute",
        )


def _cycles(permutation: Sequence[int]) -> list[int]:
    """The lengths of the cycles of a permutation."""
    seen: set[int] = set()
    lengths: list[int] = []
    for start in range(len(permutation)):
        length, current = 0, start
        while current not in seen:
            seen.add(current)
            current = permutation[current]
            length += 1
        if length:
            lengths.append(length)
    return lengths


def _copy_shapes(op: Operation, roles: _Roles, context: Context, *, strict_padding: bool) -> Findings:
    """What load and copy share: element types, ranks, padding."""
    source, target = roles.type("src"), roles.type("dst")
    if source is None or target is None:
        return
    element = element_of(target)
    a3 = context.build == "a3"
    if a3 and strict_padding and any(str(element_of(t)) in _FP8 for t in (source, target)):
        yield _error(op, "Current hardware doesn't support fp8 type", "hivm.verify.element-type")
    if element_of(source) is not element:
        yield _error(op, "element types of dst and src should be the same!", "hivm.verify.element-type")
    a, b = shape_of(source), shape_of(target)
    if a is None or b is None:
        return
    if len(a) != len(b):
        yield _error(op, "src and dst should have the same dimensions!", "hivm.verify.rank")
    mode, value = case(op, "pad_mode"), roles.type("pad_value")
    if mode == "PadNull" and a3 and strict_padding:
        mode = None
    if mode is None:
        if not _fit(a, b):
            yield _error(op, "if pad_mode is not set, src and dst shape should be the same!", "hivm.verify.shape")
        if a3 and strict_padding and value is not None:
            yield _error(op, "if pad_mode is not set, pad_value should not be set!", "hivm.verify.attribute")
        return
    if mode == "PadValue":
        if value is None:
            yield _error(op, "if padmode is PadValue, pad_value is required!", "hivm.verify.attribute")
        elif strict_padding and value is not element:
            text = "dtype of pad_value and element type of dst/src should be the same!"
            yield _error(op, text, "hivm.verify.element-type")
    if not (a3 and strict_padding):
        return
    if mode == "PadFirstElem" and value is not None:
        yield _error(op, "if padmode is PadFirstElem, pad_value should not be set!", "hivm.verify.attribute")
    if not _fit(a[:-1], b[:-1]):
        yield _error(op, "only the last dimension can be different", "hivm.verify.shape")
    if a and DYNAMIC not in (a[-1], b[-1]) and b[-1] < a[-1]:
        yield _error(op, "dst last dimension cannot be less than src's", "hivm.verify.shape")


def _load(op: Operation, roles: _Roles, context: Context) -> Findings:
    source, target = roles.type("src"), roles.type("dst")
    if isinstance(source, TensorType) != isinstance(target, TensorType):
        yield _error(op, "dst/src should be memref/memref or tensor/tensor, res should be tensor!")
    yield from _copy_shapes(op, roles, context, strict_padding=True)
    yield from _integer_space(op, source)
    a, b = (space_of(t) if t is not None else None for t in (source, target))
    if a is not None and b is not None and not (a == "gm" and b != "gm"):
        yield _error(op, "only support src == gm and dst != gm currently!", "hivm.verify.space")


def _integer_space(op: Operation, type: Type | None) -> Findings:
    if isinstance(type, MemRefType) and isinstance(type.space, IntegerAttr):
        yield _error(op, "cast src memory space attr failed!", "hivm.verify.space")


def _store(op: Operation, roles: _Roles, context: Context) -> Findings:
    source, target = roles.type("src"), roles.type("dst")
    if source is None or target is None:
        return
    if element_of(source) is not element_of(target):
        yield _error(op, "element types of dst and src should be the same!", "hivm.verify.element-type")
    a, b = shape_of(source), shape_of(target)
    a3 = context.build == "a3"
    if a is not None and b is not None and (len(a) != len(b) or (a3 and not _fit(a, b))):
        yield _error(op, "src and dst should have the same dimensions!", "hivm.verify.shape")
    yield from _integer_space(op, source)
    pair = (space_of(source), space_of(target))
    if None in pair:
        return
    if a3 and pair != ("ub", "gm"):
        yield _error(op, "only support store ub to gm currently!", "hivm.verify.space")
    if not a3 and pair not in (("gm", "ub"), ("ub", "gm"), ("ub", "ub")):
        text = "only support copy gm to ub or copy ub to gm or copy ub to ub currently!"
        yield _error(op, text, "hivm.verify.space")


_COPIES: Final = {
    "a3": {("ub", "ub"), ("gm", "cbuf"), ("gm", "ub"), ("ub", "gm"), ("ub", "cbuf")},
    "a5": {("ub", "ub"), ("gm", "cbuf")},
}


def _copy(op: Operation, roles: _Roles, context: Context) -> Findings:
    yield from _copy_shapes(op, roles, context, strict_padding=False)
    source, target = roles.type("src"), roles.type("dst")
    if source is None or target is None:
        return
    a, b = space_of(source), space_of(target)
    if isinstance(source, TensorType) and b == "gm":
        yield _error(op, "Unsupported copy to gm!", "hivm.verify.space")
    if a is None or b is None:
        return
    is_950 = (context.target or "").startswith(("Ascend950", "Ascend910_95"))
    if (a, b) not in _COPIES[context.build] and not (is_950 and (a, b) == ("ub", "cbuf")):
        yield _error(op, f"Unsupported copy from {a} to {b}!", "hivm.verify.space")


def _cumulative(op: Operation, roles: _Roles, context: Context) -> Findings:
    del context
    source = roles.type("src")
    shape = shape_of(source) if source is not None else None
    if shape is None:
        return
    yield from _dims(op, "cum_dims", "cum", len(shape))
    if len(integers(op, "cum_dims") or ()) > 1:
        yield _error(op, "have more than one cumulative dims", "hivm.verify.attribute")


def _vsort(op: Operation, roles: _Roles, context: Context) -> Findings:
    del context
    source, axis = roles.type("src"), op.attributes.get("sort_axis")
    shape = shape_of(source) if source is not None else None
    if shape is not None and isinstance(axis, IntegerAttr) and axis.value not in (len(shape) - 1, -1):
        yield _error(op, "Currently only tail axis sorting is supported", "hivm.verify.attribute")


def _varange(op: Operation, roles: _Roles, context: Context) -> Findings:
    del context
    strides, target = roles.named.get("strides", []), roles.type("dst")
    shape = shape_of(target) if target is not None else None
    if not strides:
        yield _error(op, "stride array should not be empty", "hivm.verify.operand-count")
    elif shape is not None and len(strides) != len(shape):
        yield _error(op, "stride array size should match the rank of dst", "hivm.verify.operand-count")


def _vinterleave(op: Operation, roles: _Roles, context: Context) -> Findings:
    del context
    if len(roles.named.get("src", [])) != 2:
        yield _error(op, "Only support interleave two tensor2", "hivm.verify.operand-count")


def _vdeinterleave(op: Operation, roles: _Roles, context: Context) -> Findings:
    del context
    outs, channels, mode = roles.outs, op.attributes.get("channel_num"), case(op, "index_mode") or "ALL_CHANNELS"
    if mode in ("CHANNEL_0", "CHANNEL_1"):
        if len(outs) != 1:
            yield _error(op, "output num for CHANNEL_0 CHANNEL_1 should be one", "hivm.verify.operand-count")
    elif len(outs) != (channels.value if isinstance(channels, IntegerAttr) else 2):
        yield _error(op, "output num mismatch with channel num", "hivm.verify.operand-count")


def _unit_flags(op: Operation, roles: _Roles, context: Context) -> Findings:
    del context
    modes = op.attributes.get("unit_flag_mode")
    count = len(getattr(modes, "elements", ()))
    conditions = len(roles.named.get("unit_flag_cond", ()))
    text = None
    if conditions and not count:
        text = "Cannot have unit-flag conditions without unit-flag modes."
    elif count > 1 and not conditions:
        text = "Cannot have multiple unit-flag modes without having equal number of unit-flag conditions."
    elif conditions and conditions != count:
        text = "Number of unit-flag conditions should be equal to the number of unit-flag modes."
    if text is not None:
        yield _error(op, text, "hivm.verify.attribute", prefixed=False)


_OWN: Final = {
    "hivm.hir.copy": _copy,
    "hivm.hir.fixpipe": _unit_flags,
    "hivm.hir.load": _load,
    "hivm.hir.mmadL1": _unit_flags,
    "hivm.hir.store": _store,
    "hivm.hir.varange": _varange,
    "hivm.hir.vbrc": _vbrc,
    "hivm.hir.vcast": _vcast,
    "hivm.hir.vcummax": _cumulative,
    "hivm.hir.vcummin": _cumulative,
    "hivm.hir.vcumprod": _cumulative,
    "hivm.hir.vcumsum": _cumulative,
    "hivm.hir.vdeinterleave": _vdeinterleave,
    "hivm.hir.vinterleave": _vinterleave,
    "hivm.hir.vreduce": _vreduce,
    "hivm.hir.vsort": _vsort,
    "hivm.hir.vtranspose": _vtranspose,
}


# --- operations that are not structured -------------------------------------------------------------------------


def _pointer_cast(op: Operation, info: OpInfo, context: Context) -> Findings:
    groups = info.operand_groups(op)
    type = op.results[0].type if op.results else None
    if groups is None or not isinstance(type, MemRefType):
        return
    if not groups[0]:
        yield Finding(op, "addrs of PointerCastOp should not be empty!", "hivm.verify.operand-count")
    wanted, given = type.shape.count(DYNAMIC), len(groups[1])
    if context.build == "a3" and wanted != given:
        text = f"expected {wanted} dynamic size operands, but found {given}"
        yield Finding(op, text, "hivm.verify.operand-count")


OP_CHECKS: Final[dict[str, tuple[Check, ...]]] = {"hivm.hir.pointer_cast": (_pointer_cast,)}
