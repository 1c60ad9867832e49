"""What the verifiers of the upstream operations that HIVM files hold check."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StridedLayoutAttr,
    TypeAttr,
)
from hivm_passes.ir.memref import (
    casts,
    collapse_type,
    dropped_dimensions,
    expand_type,
    has_identity_layout,
    is_rank_reduced,
    strides_and_offset,
    subview_type,
)
from hivm_passes.ir.types import (
    DYNAMIC,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    Type,
    UnrankedMemRefType,
)
from hivm_passes.ir.verifier.base import Failure, element, fits, is_unknown, plain, shape, shapes_fit

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.verifier.base import Check, Subject


# --- arith --------------------------------------------------------------------------------------------------------

_INTEGER_OPS: Final = frozenset(
    [
        "addi",
        "subi",
        "muli",
        "divsi",
        "divui",
        "ceildivsi",
        "ceildivui",
        "floordivsi",
        "remsi",
        "remui",
        "andi",
        "ori",
        "xori",
        "maxsi",
        "minsi",
        "maxui",
        "minui",
        "shli",
        "shrsi",
        "shrui",
        "addui_extended",
        "mulsi_extended",
        "mului_extended",
    ]
)
_FLOAT_OPS: Final = frozenset(
    ["addf", "subf", "mulf", "divf", "remf", "negf", "maximumf", "minimumf", "maxnumf", "minnumf"]
)


def is_arith(name: str) -> bool:
    """Whether this module checks the arith operation by its family."""
    dialect, _, rest = name.partition(".")
    return dialect == "arith" and (rest in _INTEGER_OPS or rest in _FLOAT_OPS)


def check_arith(op: Operation, subject: Subject) -> str | Failure | None:
    """Integer operations want integers or ``index``, float operations floats."""
    integers = op.name[6:] in _INTEGER_OPS
    for index, operand in enumerate(op.operands):
        if not _is_like(operand.type, integers, index=True):
            words = "signless-integer-like" if integers else "floating-point-like"
            return f"operand #{index} must be {words}, but got '{operand.type}'"
    return None


def _is_like(type: Type, integers: bool, index: bool) -> bool:
    one = element(type)
    if isinstance(type, MemRefType | UnrankedMemRefType):
        return False
    if not integers:
        return isinstance(one, FloatType)
    return (isinstance(one, IntegerType) and one.signedness == "signless") or (index and isinstance(one, IndexType))


_CAST_KINDS: Final = {
    # Operand and result: integers (True) or floats.
    "arith.extf": (False, False),
    "arith.extsi": (True, True),
    "arith.extui": (True, True),
    "arith.fptosi": (False, True),
    "arith.fptoui": (False, True),
    "arith.sitofp": (True, False),
    "arith.truncf": (False, False),
    "arith.trunci": (True, True),
    "arith.uitofp": (True, False),
}


def _arith_cast(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    kinds = _CAST_KINDS.get(op.name)
    if kinds is not None:
        for what, one, integers in (("operand", source, kinds[0]), ("result", target, kinds[1])):
            if not _is_like(one, integers, index=False):
                words = "signless-fixed-width-integer-like" if integers else "floating-point-like"
                return f"{what} #0 must be {words}, but got '{one}'"
    one, other = element(source), element(target)
    compatible = shape(source) == shape(target) and (type(source) is type(target) or shape(source) is None)
    if op.name in ("arith.index_cast", "arith.index_castui"):
        compatible = compatible and {type(one), type(other)} == {IntegerType, IndexType}
    elif isinstance(one, IntegerType | FloatType) and isinstance(other, IntegerType | FloatType):
        if op.name.startswith("arith.ext"):
            compatible = compatible and one.width < other.width
        elif op.name.startswith("arith.trunc"):
            compatible = compatible and one.width > other.width
        elif op.name == "arith.bitcast":
            compatible = compatible and one.width == other.width
    return None if compatible else _incompatible(source, target)


def _incompatible(source: Type, target: Type) -> str:
    return f"operand type '{source}' and result type '{target}' are cast incompatible"


def _select(op: Operation, subject: Subject) -> str | Failure | None:
    if len(op.operands) != 3 or any(is_unknown(v.type) for v in op.operands):
        return None
    if op.operands[1].type is op.operands[2].type is op.results[0].type:
        return None
    return "failed to verify that all of {true_value, false_value, result} have same type"


# --- memref -------------------------------------------------------------------------------------------------------


def _alloc(op: Operation, subject: Subject) -> str | Failure | None:
    type_ = op.results[0].type if op.results else None
    if not isinstance(type_, MemRefType):
        return None
    sizes = op.segments[0] if op.segments else len(op.operands)
    if type_.shape.count(DYNAMIC) != sizes:
        return "dimension operand count does not equal memref dynamic dimension count"
    wanted, given = _symbol_count(type_), len(op.operands) - sizes
    if wanted != given:
        return f"symbol operand count does not equal memref symbol count: expected {wanted}, got {given}"
    return None


def _symbol_count(type: MemRefType) -> int:
    """How many numbers the layout leaves open."""
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):
        return (*layout.strides, layout.offset).count(DYNAMIC)
    return layout.map.symbol_count if isinstance(layout, AffineMapAttr) else 0


def _memref_load(op: Operation, subject: Subject) -> str | Failure | None:
    type_ = op.operands[0].type if op.operands else None
    if isinstance(type_, MemRefType) and len(op.operands) - 1 != type_.rank:
        return f"incorrect number of indices for load, expected {type_.rank} but got {len(op.operands) - 1}"
    return None


def _memref_store(op: Operation, subject: Subject) -> str | Failure | None:
    type_ = op.operands[1].type if len(op.operands) > 1 else None
    if isinstance(type_, MemRefType) and len(op.operands) != 2 + type_.rank:
        return "store index operand count not equal to memref rank"
    return None


def _memref_cast(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    if isinstance(source, MemRefType) and isinstance(target, MemRefType):
        return None if casts(source, target) else _incompatible(source, target)
    if isinstance(source, UnrankedMemRefType) and isinstance(target, UnrankedMemRefType):
        return _incompatible(source, target)
    if isinstance(source, MemRefType | UnrankedMemRefType) and isinstance(target, MemRefType | UnrankedMemRefType):
        compatible = source.element is target.element and source.space is target.space
        return None if compatible else _incompatible(source, target)
    return None


def _memory_space_cast(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    if isinstance(source, MemRefType) and isinstance(target, MemRefType):
        same = source.element is target.element and source.shape == target.shape and source.layout is target.layout
        return None if same else _incompatible(source, target)
    return None


def _memref_copy(op: Operation, subject: Subject) -> str | Failure | None:
    if len(op.operands) != 2:
        return None
    source, target = op.operands[0].type, op.operands[1].type
    if is_unknown(source) or is_unknown(target):
        return None
    if element(source) is not element(target):
        return "requires the same element type for all operands"
    one, other = shape(source), shape(target)
    if one is not None and other is not None and not shapes_fit(one, other):
        return "requires the same shape for all operands"
    return None


def _memref_view(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    if not isinstance(source, MemRefType) or not isinstance(target, MemRefType):
        return None
    for type_, role in ((source, "base "), (target, "result ")):
        if not has_identity_layout(type_):
            return plain(f"unsupported map for {role}memref type '{type_}'")
    if source.space is not target.space:
        return plain(
            f"different memory spaces specified for base memref type '{source}' and view memref type '{target}'"
        )
    return None


def _numbers(op: Operation, name: str) -> tuple[int, ...]:
    value = op.attributes.get(name)
    return value.values if isinstance(value, DenseArrayAttr) else ()


def _list_lengths(op: Operation, rank: int) -> Failure | None:
    """``[x, y]`` lists of views: one entry per dimension, static ones not negative."""
    offsets, sizes, strides = (len(_numbers(op, f"static_{w}")) for w in ("offsets", "sizes", "strides"))
    if offsets != sizes:
        return plain(
            f"expected mixed offsets rank to match mixed sizes rank ({offsets} vs {sizes}) so the rank of the result "
            "type is well-formed."
        )
    if sizes != strides:
        return plain(
            f"expected mixed sizes rank to match mixed strides rank ({sizes} vs {strides}) so the rank of the result "
            "type is well-formed."
        )
    for which in ("offset", "size", "stride"):
        found = _numbers(op, f"static_{which}s")
        if len(found) != rank:
            return plain(f"expected {rank} {which} values, got {len(found)}")
    for which in ("offset", "size"):
        for value in _numbers(op, f"static_{which}s"):
            if value < 0 and value != DYNAMIC:
                return plain(f"expected {which}s to be non-negative, but got {value}")
    return None


def _subview(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    if not isinstance(source, MemRefType) or not isinstance(target, MemRefType):
        return None
    failure = _list_lengths(op, source.rank)
    if failure is not None:
        return failure
    if source.space is not target.space:
        return plain(
            f"different memory spaces specified for base memref type '{source}' and subview memref type '{target}'"
        )
    full = subview_type(
        source, _numbers(op, "static_offsets"), _numbers(op, "static_sizes"), _numbers(op, "static_strides")
    )
    if full is None:
        return plain(f"base type '{source}' is not strided")
    if target.rank > full.rank:
        return plain("expected result rank to be smaller or equal to the source rank. ")
    if dropped_dimensions(full.shape, target.shape) is None:
        return plain(f"expected result type to be '{full}' or a rank-reduced version. (mismatch of result sizes) ")
    if full.element is not target.element:
        return plain(f"expected result element type to be '{full.element}'")
    if is_rank_reduced(full, target) is not None:
        return plain(f"expected result type to be '{full}' or a rank-reduced version. (mismatch of result layout) ")
    return None


def _reinterpret_cast(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    if not isinstance(source, MemRefType | UnrankedMemRefType) or not isinstance(target, MemRefType):
        return None
    for which in ("size", "stride"):
        found = len(_numbers(op, f"static_{which}s"))
        if found != target.rank:
            return plain(f"expected {target.rank} {which} values, got {found}")
    if source.space is not target.space:
        return plain(f"different memory spaces specified for source type '{source}' and result memref type '{target}'")
    if source.element is not target.element:
        return plain(f"different element types specified for source type '{source}' and result memref type '{target}'")
    for index, (found, expected) in enumerate(zip(target.shape, _numbers(op, "static_sizes"), strict=False)):
        if not fits(found, expected):
            return plain(f"expected result type with size = {expected} instead of {found} in dim = {index}")
    form = strides_and_offset(target)
    if form is None:
        return plain(f"expected result type to have strided layout but found '{target}'")
    offsets = _numbers(op, "static_offsets")
    if offsets and not fits(form.offset, offsets[0]):
        return plain(f"expected result type with offset = {offsets[0]} instead of {form.offset}")
    for index, (found, expected) in enumerate(zip(form.strides, _numbers(op, "static_strides"), strict=False)):
        if not fits(found, expected):
            return plain(f"expected result type with stride = {expected} instead of {found} in dim = {index}")
    return None


def _reassociation(op: Operation) -> list[list[int]]:
    attribute = op.attributes.get("reassociation")
    if not isinstance(attribute, ArrayAttr):
        return []
    return [
        [e.value for e in g.elements if isinstance(e, IntegerAttr)]
        for g in attribute.elements
        if isinstance(g, ArrayAttr)
    ]


def _check_groups(
    groups: list[list[int]], collapsed: tuple[int, ...], expanded: tuple[int, ...], kind: str
) -> str | None:
    if len(collapsed) != len(groups):
        return f"invalid number of reassociation groups: found {len(groups)}, expected {len(collapsed)}"
    expected = 0
    for index, group in enumerate(groups):
        for dimension in group:
            if dimension != expected:
                return "reassociation indices must be contiguous"
            if dimension >= len(expanded):
                return f"reassociation index {dimension} is out of bounds"
            expected += 1
        sizes = [expanded[d] for d in group]
        if (DYNAMIC in sizes) != (collapsed[index] == DYNAMIC):
            return f"collapsed dim ({index}) must be dynamic if and only if reassociation group is dynamic"
        if DYNAMIC not in sizes and prod(sizes) != collapsed[index]:
            return f"collapsed dim size ({collapsed[index]}) must equal reassociation group size ({prod(sizes)})"
    if not collapsed:
        if any(size != 1 for size in expanded):
            return f"rank 0 {kind}s can only be extended/collapsed with/from ones"
    elif expected != len(expanded):
        return f"expanded rank ({len(expanded)}) inconsistent with number of reassociation indices ({expected})"
    return None


def _collapse(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    if not isinstance(source, MemRefType) or not isinstance(target, MemRefType):
        return None
    if source.rank < target.rank:
        return (
            f"has source rank {source.rank} and result rank {target.rank}. This is not a collapse "
            f"({source.rank} < {target.rank})."
        )
    groups = _reassociation(op)
    failure = _check_groups(groups, target.shape, source.shape, "memref")
    if failure is not None:
        return failure
    expected = collapse_type(source, groups)
    if expected is None:
        return "invalid source layout map or collapsing non-contiguous dims"
    return None if expected is target else f"expected collapsed type to be '{expected}' but found '{target}'"


def _expand(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    if not isinstance(source, MemRefType) or not isinstance(target, MemRefType):
        return None
    if source.rank > target.rank:
        return (
            f"has source rank {source.rank} and result rank {target.rank}. This is not an expansion "
            f"({source.rank} > {target.rank})."
        )
    groups = _reassociation(op)
    failure = _check_groups(groups, source.shape, target.shape, "memref")
    if failure is not None:
        return failure
    expected = expand_type(source, groups, target.shape)
    if expected is None:
        return "invalid source layout map"
    return None if expected is target else f"expected expanded type to be '{expected}' but found '{target}'"


# --- tensor -------------------------------------------------------------------------------------------------------


def _tensor_empty(op: Operation, subject: Subject) -> str | Failure | None:
    type_ = op.results[0].type if op.results else None
    if isinstance(type_, TensorType) and type_.shape.count(DYNAMIC) != len(op.operands):
        return f"incorrect number of dynamic sizes, has {len(op.operands)}, expected {type_.shape.count(DYNAMIC)}"
    return None


def _tensor_extract(op: Operation, subject: Subject) -> str | Failure | None:
    type_ = op.operands[0].type if op.operands else None
    if isinstance(type_, TensorType) and len(op.operands) - 1 != len(type_.shape):
        return "incorrect number of indices for extract_element"
    return None


def _tensor_cast(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = op.operands[0].type, op.results[0].type
    if isinstance(source, TensorType) and isinstance(target, TensorType):
        same = source.element is target.element and shapes_fit(source.shape, target.shape)
        return None if same else _incompatible(source, target)
    return None


def _slice_type(full: TensorType, found: Type) -> Failure | None:
    if not isinstance(found, TensorType):
        return None
    if len(found.shape) > len(full.shape):
        return plain("expected rank to be smaller or equal to the other rank. ")
    if dropped_dimensions(full.shape, found.shape) is None:
        return plain(f"expected type to be '{full}' or a rank-reduced version. (size mismatch) ")
    if full.element is not found.element:
        return plain(f"expected element type to be '{full.element}'")
    return None


def _extract_slice(op: Operation, subject: Subject) -> str | Failure | None:
    source = op.operands[0].type
    if not isinstance(source, TensorType):
        return None
    failure = _list_lengths(op, len(source.shape))
    return failure or _slice_type(
        TensorType(_numbers(op, "static_sizes"), source.element, source.encoding), op.results[0].type
    )


def _insert_slice(op: Operation, subject: Subject) -> str | Failure | None:
    target = op.operands[1].type if len(op.operands) > 1 else None
    if not isinstance(target, TensorType):
        return None
    failure = _list_lengths(op, len(target.shape))
    return failure or _slice_type(TensorType(_numbers(op, "static_sizes"), target.element), op.operands[0].type)


# --- control flow -------------------------------------------------------------------------------------------------


def _branch(op: Operation, subject: Subject) -> str | Failure | None:
    from hivm_passes.rewriting.regions import successor_operands

    for index, block in enumerate(op.successors):
        place = successor_operands(op, index)
        if place is None:
            continue
        if len(place) != len(block.arguments):
            return plain(
                f"branch has {len(place)} operands for successor #{index}, but target block has {len(block.arguments)}"
            )
        for position, argument in zip(place, block.arguments, strict=True):
            if op.operands[position].type is not argument.type:
                return plain(f"type mismatch for bb argument #{argument.index} of successor #{index}")
    return None


def _return(op: Operation, subject: Subject) -> str | Failure | None:
    func = op.parent_op
    if func is None or func.name != "func.func":
        return None
    results = function_type(func).results
    name = symbol_name(func)
    if len(op.operands) != len(results):
        return f"has {len(op.operands)} operands, but enclosing function (@{name}) returns {len(results)}"
    for index, (operand, wanted) in enumerate(zip(op.operands, results, strict=True)):
        if operand.type is not wanted and not is_unknown(operand.type):
            return plain(
                f"type of return operand {index} ('{operand.type}') doesn't match function result type ('{wanted}') in "
                f"function @{name}"
            )
    return None


def function_type(func: Operation) -> FunctionType:
    """The signature of a function."""
    attribute = func.attributes.get("function_type")
    if isinstance(attribute, TypeAttr) and isinstance(attribute.type, FunctionType):
        return attribute.type
    return FunctionType((), ())


def symbol_name(op: Operation) -> str | None:
    """The symbol that an operation defines."""
    value = getattr(op.attributes.get("sym_name"), "value", None)
    return value if isinstance(value, str) else None


def _func(op: Operation, subject: Subject) -> str | Failure | None:
    for key, words in (("arg_attrs", "arguments"), ("res_attrs", "results")):
        listed = op.attributes.get(key)
        if isinstance(listed, ArrayAttr):
            for one in listed.elements:
                if isinstance(one, DictionaryAttr) and any("." not in name for name, _ in one.entries):
                    return f"{words} may only have dialect attributes"
    if not op.regions or not op.regions[0].blocks:
        visibility = getattr(op.attributes.get("sym_visibility"), "value", "public")
        return "symbol declaration cannot have public visibility" if visibility == "public" else None
    wanted, found = function_type(op).inputs, op.regions[0].blocks[0].arguments
    if len(wanted) != len(found):
        return f"entry block must have {len(wanted)} arguments to match function signature"
    for index, (argument, type_) in enumerate(zip(found, wanted, strict=True)):
        if argument.type is not type_:
            return (
                f"type of entry block argument #{index}('{argument.type}') must match the type of the corresponding "
                f"argument in function signature('{type_}')"
            )
    return None


def _module(op: Operation, subject: Subject) -> str | Failure | None:
    for name in sorted(op.attributes):
        if "." not in name and name not in ("sym_name", "sym_visibility"):
            return f"can only contain attributes with dialect-prefixed names, found: '{name}'"
    return None


def _if(op: Operation, subject: Subject) -> str | Failure | None:
    if op.results and (len(op.regions) < 2 or not op.regions[1].blocks):
        return "must have an else block if defining values"
    return None


OWN: Final[dict[str, Check]] = {
    "arith.bitcast": _arith_cast,
    "arith.extf": _arith_cast,
    "arith.extsi": _arith_cast,
    "arith.extui": _arith_cast,
    "arith.fptosi": _arith_cast,
    "arith.fptoui": _arith_cast,
    "arith.index_cast": _arith_cast,
    "arith.index_castui": _arith_cast,
    "arith.select": _select,
    "arith.sitofp": _arith_cast,
    "arith.truncf": _arith_cast,
    "arith.trunci": _arith_cast,
    "arith.uitofp": _arith_cast,
    "builtin.module": _module,
    "cf.br": _branch,
    "cf.cond_br": _branch,
    "cf.switch": _branch,
    "func.func": _func,
    "func.return": _return,
    "memref.alloc": _alloc,
    "memref.alloca": _alloc,
    "memref.cast": _memref_cast,
    "memref.collapse_shape": _collapse,
    "memref.copy": _memref_copy,
    "memref.expand_shape": _expand,
    "memref.load": _memref_load,
    "memref.memory_space_cast": _memory_space_cast,
    "memref.reinterpret_cast": _reinterpret_cast,
    "memref.store": _memref_store,
    "memref.subview": _subview,
    "memref.view": _memref_view,
    "scf.if": _if,
    "tensor.cast": _tensor_cast,
    "tensor.empty": _tensor_empty,
    "tensor.extract": _tensor_extract,
    "tensor.extract_slice": _extract_slice,
    "tensor.insert_slice": _insert_slice,
}
"""Operation name to its own verifier."""

UNARY: Final = frozenset(
    name
    for name in OWN
    if name.startswith("arith.")
    or name.endswith(("cast", "_shape", "_slice"))
    or name in ("memref.subview", "memref.view", "tensor.cast")
)
"""Operations whose checks read their first operand and their result."""

PARENTS: Final[dict[str, tuple[str, ...]]] = {
    "func.return": ("func.func",),
    "scf.condition": ("scf.while",),
    "scf.forall.in_parallel": ("scf.forall",),
    "scf.reduce": ("scf.parallel",),
    "scf.reduce.return": ("scf.reduce",),
    "scf.yield": ("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
    "scope.return": ("scope.scope",),
    "tensor.yield": ("tensor.generate", "tensor.pad"),
}
"""Terminators that stand only in certain operations."""
