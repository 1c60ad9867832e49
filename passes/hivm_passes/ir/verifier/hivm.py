"""What the verifiers of single HIVM operations check beyond their definitions and traits."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from hivm_passes.dialects.registry import data_file
from hivm_passes.ir.attributes import AffineMapAttr, ArrayAttr, DialectAttr, IntegerAttr
from hivm_passes.ir.core import BlockArgument
from hivm_passes.ir.types import DYNAMIC, FloatType, IntegerType, MemRefType, TensorType, Type
from hivm_passes.ir.verifier import relations
from hivm_passes.ir.verifier.base import Failure, element, first, fits, group, plain, shape
from hivm_passes.ir.verifier.vector_traits import dimensions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.verifier.base import Check, Subject


def _case(op: Operation, name: str) -> str | None:
    """The case text of an enum attribute."""
    value = op.attributes.get(name)
    return value.body if isinstance(value, DialectAttr) else None


def _int(op: Operation, name: str, default: int) -> int:
    value = op.attributes.get(name)
    return value.value if isinstance(value, IntegerAttr) else default


def _space(type: Type) -> str | None:
    """The HIVM address space of a memref; ``"?"`` for any other memory space."""
    if not isinstance(type, MemRefType) or type.space is None:
        return None
    return type.address_space or "?"


def _is_fp8(type: Type) -> bool:
    return isinstance(type, FloatType) and type.name.startswith("f8")


# --- DMA ----------------------------------------------------------------------------------------------------------


def _load(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = first(subject, op, "src"), first(subject, op, "dst")
    if source is None or target is None:
        return None
    failure = _dma(op, subject, source, target)
    if failure is None and isinstance(source.type, MemRefType) and isinstance(target.type, MemRefType):
        failure = _load_spaces(source.type, target.type)
    if failure is None and isinstance(source.type, MemRefType) != isinstance(target.type, MemRefType):
        return "dst/src should be memref/memref or tensor/tensor, res should be tensor!"
    return failure


def _dma(op: Operation, subject: Subject, source: Value, target: Value) -> str | None:
    """What load and copy have in common."""
    return _same_elements_and_rank(op, subject, source, target) or _padding(op, subject, source, target)


def _same_elements_and_rank(op: Operation, subject: Subject, source: Value, target: Value) -> str | None:
    if subject.build == "a3" and _is_fp8(element(source.type)):
        return "Current hardware doesn't support fp8 type"
    if element(source.type) is not element(target.type):
        return "element types of dst and src should be the same!"
    result = op.results[0].type if op.results and isinstance(target.type, TensorType) else None
    if result is not None and element(result) is not element(target.type):
        return "element types of dst src and res should be the same!"
    one, other = shape(source.type), shape(target.type)
    if one is not None and other is not None and len(one) != len(other):
        return "src and dst should have the same dimensions!"
    if result is not None and other is not None and len(shape(result) or ()) != len(other):
        return "res and dst should have the same dimensions!"
    return None


def _padding(op: Operation, subject: Subject, source: Value, target: Value) -> str | None:
    mode, value = _case(op, "pad_mode"), first(subject, op, "pad_value")
    one, other = shape(source.type) or (), shape(target.type) or ()
    is_load, a3 = op.name == "hivm.hir.load", subject.build == "a3"
    if mode is None or (mode == "PadNull" and is_load and a3):
        if any(not fits(a, b) for a, b in zip(one, other, strict=False)):
            return "if pad_mode is not set, src and dst shape should be the same!"
        result = shape(op.results[0].type) if op.results and isinstance(target.type, TensorType) else None
        if result is not None and any(not fits(a, b) for a, b in zip(result, other, strict=False)):
            return "if pad_mode is not set, res and dst shape should be the same!"
        if value is not None and is_load and a3:
            return "if pad_mode is not set, pad_value should not be set!"
        return None
    if mode == "PadValue":
        if value is None:
            return "if padmode is PadValue, pad_value is required!"
        if value.type is not element(source.type):
            return "dtype of pad_value and element type of dst/src should be the same!"
    if mode == "PadFirstElem" and value is not None and is_load and a3:
        return "if padmode is PadFirstElem, pad_value should not be set!"
    if is_load and a3 and one and other:
        if any(not fits(a, b) for a, b in zip(one[:-1], other[:-1], strict=False)):
            return "only the last dimension can be different"
        if DYNAMIC not in (one[-1], other[-1]) and other[-1] < one[-1]:
            return "dst last dimension cannot be less than src's"
    return None


def _load_spaces(source: MemRefType, target: MemRefType) -> str | None:
    one, other = _space(source), _space(target)
    if one is None or other is None:
        return None
    if one == "?":
        return "cast src memory space attr failed!"
    if other == "?":
        return "cast dst memory space attr failed!"
    return None if one == "gm" and other != "gm" else "only support src == gm and dst != gm currently!"


def _store(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = first(subject, op, "src"), first(subject, op, "dst")
    if source is None or target is None:
        return None
    failure = _same_elements_and_rank(op, subject, source, target)
    if failure is not None:
        return failure
    one, other = shape(source.type) or (), shape(target.type) or ()
    if subject.build == "a3" and any(not fits(a, b) for a, b in zip(one, other, strict=False)):
        return "src and dst should have the same dimensions!"
    spaces = _space(source.type), _space(target.type)
    if None not in spaces:
        if spaces == ("ub", "gm"):
            return None
        if "?" in spaces:
            return f"cast {'src' if spaces[0] == '?' else 'dst'} memory space attr failed!"
        if subject.build == "a3":
            return "only support store ub to gm currently!"
        # The sentence promises more than the check allows.
        return "only support copy gm to ub or copy ub to gm or copy ub to ub currently!"
    return None


_COPIES: Final = {
    "a3": frozenset({("ub", "ub"), ("gm", "cbuf"), ("gm", "ub"), ("ub", "gm"), ("ub", "cbuf")}),
    "a5": frozenset({("ub", "ub"), ("gm", "cbuf")}),
}


def _copy(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = first(subject, op, "src"), first(subject, op, "dst")
    if source is None or target is None:
        return None
    failure = _dma(op, subject, source, target)
    if failure is not None:
        return failure
    one, other = _space(source.type), _space(target.type)
    if isinstance(source.type, TensorType) and other == "gm":
        return "Unsupported copy to gm!"
    if one is not None and other is not None and "?" not in (one, other):
        allowed = (one, other) in _COPIES[subject.build]
        if not allowed and not (subject.build == "a5" and subject.is_950 and (one, other) == ("ub", "cbuf")):
            return f"Unsupported copy from {one} to {other}!"
    return None


def _fixpipe(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = first(subject, op, "src"), first(subject, op, "dst")
    if source is None or target is None:
        return None
    dual = _case(op, "dual_dst_mode") not in (None, "NO_DUAL")
    if not subject.is_950:
        if subject.build == "a3":
            if _case(op, "dma_mode") == "nz2dn":
                return "The current hardware does not support dma mode is nz2nz"
            if dual:
                return "The current hardware does not support dual_dst_mode is enabled"
            if _int(op, "channel_split", 0):
                return "The current hardware does not channel split"
        else:
            if _case(op, "dma_mode") == "nz2dn":
                return "NZ2DN is only supported on Ascend950!"
            if _space(target.type) == "ub":
                return "dst=UB is only supported on Ascend950!"
            if dual:
                return "dual_dst_mode is only supported on Ascend950!"
    elif dual and (_space(source.type) not in (None, "cc") or _space(target.type) not in (None, "ub")):
        return "if dual_dst_mode is enabled, the data movement must be performed from L0C to UB!"
    return _unit_flags(op, subject)


def _unit_flags(op: Operation, subject: Subject) -> Failure | None:
    value = op.attributes.get("unit_flag_mode")
    modes = len(value.elements) if isinstance(value, ArrayAttr) else 0
    conditions = len(group(subject, op, "unit_flag_cond"))
    if conditions and not modes:
        return plain("Cannot have unit-flag conditions without unit-flag modes.")
    if modes > 1 and not conditions:
        return plain("Cannot have multiple unit-flag modes without having equal number of unit-flag conditions.")
    if conditions and conditions != modes:
        return plain("Number of unit-flag conditions should be equal to the number of unit-flag modes.")
    return None


def _mmad(op: Operation, subject: Subject) -> str | Failure | None:
    values = group(subject, op, "sync_related_args")
    if values and len(values) != 7:
        return "sync_related_args should be empty or of size 7 " + " ".join(map(value_text, values))
    return _unit_flags(op, subject)


def value_text(value: Value) -> str:
    """How the compiler streams a value into a message (a block argument; operations are printed in full)."""
    if isinstance(value, BlockArgument):
        return f"<block argument> of type '{value.type}' at index: {value.index}"
    from hivm_passes.ir.printing import print_operation

    definition = value.defining_op
    return print_operation(definition, generic=True) if definition is not None else ""


def _unreduced_difference(source: Sequence[int], target: Sequence[int], dims: Sequence[int]) -> int | None:
    """The first dim that is not reduced but differs. A dim listed twice hides those listed behind it."""
    ordered = sorted(dims)
    reached = 0
    for dim, (a, b) in enumerate(zip(source, target, strict=False)):
        if reached < len(ordered) and ordered[reached] == dim:
            reached += 1
        elif not fits(a, b):
            return dim
    return None


# --- vector operations --------------------------------------------------------------------------------------------


def _vreduce(op: Operation, subject: Subject) -> str | Failure | None:
    source, targets = first(subject, op, "src"), group(subject, op, "dst")
    if source is None or not targets:
        return None
    a3 = subject.build == "a3"
    dims, kind = dimensions(op, "reduce_dims"), _case(op, "arith") or ""
    one, other = shape(source.type), shape(targets[0].type)
    if one is None or other is None:
        return None
    with_index = "with_index" in kind
    temporary = first(subject, op, "temp_buffer")
    if temporary is not None and len(shape(temporary.type) or ()) != 1:
        return "temp_buffer'rank should be one"
    if not dims:
        return "have empty reduce dims array"
    if len(dims) > len(one):
        return "have too many indices in the reduce dims array"
    for d in dims:
        if not 0 <= d < len(other):
            return f"have invalid index '{d}' inside reduce dims array"
    for d in dims:
        if other[d] != 1:
            return f"invalid dst vector shape, 'DstVecDim[{d}]' != 1"
    if a3 and len(one) != len(other):
        return "have src and dst with different ranks"
    if a3:
        different = _unreduced_difference(one, other, dims)
        if different is not None:
            return f"have dim at index {different} different between src and dst"
        if with_index:
            if len(targets) != 2:
                return "with index should have exactly 2 destination operands"
            if len(dims) != 1:
                return "with index should have exactly 1 reduce dimension"
            index_shape = shape(targets[1].type)
            if index_shape is not None and (
                len(index_shape) != len(other) or any(not fits(a, b) for a, b in zip(index_shape, other, strict=True))
            ):
                return "dst index shape should be compatible with dst value"
        elif len(targets) != 1:
            return "should have exactly 1 destination operand"
    if with_index and len(targets) > 1:
        index_element = element(targets[1].type)
        if not (isinstance(index_element, IntegerType) and index_element.width == 32):
            return "invalid dst index elemtype"
    is_integer = isinstance(element(source.type), IntegerType)
    if a3 and kind in ("andi", "ori", "xori") and not is_integer:
        return "elemtype should be an integer"
    if not a3 and kind == "xori" and not is_integer:
        return "invalid elemtype for xori"
    return None


def _vbrc(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = first(subject, op, "src"), first(subject, op, "dst")
    if source is None or target is None:
        return None
    if _is_fp8(element(source.type)):
        return "Current hardware doesn't support fp8 type" if subject.build == "a3" else plain("fp8 is not supported.")
    temporary = first(subject, op, "temp_buffer")
    if temporary is not None and len(shape(temporary.type) or ()) != 1:
        return "temp_buffer'rank should be one"
    dims, one = dimensions(op, "broadcast_dims"), shape(source.type)
    if one is None:
        return "broadcast dims must be empty for scalar src" if dims else None
    if not dims:
        return "have empty broadcast dims array"
    if len(dims) > len(one):
        return "have too many indices in the broadcast dims array"
    for d in dims:
        if not 0 <= d < len(one):
            return f"have invalid index '{d}' inside broadcast dims array"
    for d in dims:
        if one[d] != 1:
            return f"invalid source vector shape, 'SrcVecDim[{d}]' != 1"
    return None


def _vtranspose(op: Operation, subject: Subject) -> str | Failure | None:
    source, target = first(subject, op, "src"), first(subject, op, "dst")
    if source is None or target is None:
        return None
    one, other = shape(source.type) or (), shape(target.type) or ()
    permutation = dimensions(op, "permutation")
    if not permutation:
        return "Permutation array should not be empty."
    if len(permutation) != len(one):
        return "Permutation size should be equal to src rank"
    for d in permutation:
        if not 0 <= d < len(one):
            return f"have invalid index '{d}' inside permutation array"
    if element(source.type) is not element(target.type):
        return "ElementType of src and dst are not the same"
    if len(one) != len(other):
        return "Rank of src and dst are not the same"
    moved = [i for i, d in enumerate(permutation) if i != d]
    if subject.build == "a3":
        if len(moved) != 2:
            return "Vtranspose only support two axes transpose"
        if _int(op, "disable_align", 0) and moved != [len(one) - 2, len(one) - 1]:
            return "Disabled allign mode supports only last 2 axes transpose"
        return None
    swaps = _swaps(permutation)
    if len(one) == 4 and swaps not in (1, 2):
        return (
            "Vtranspose supports only swapping two axes; for rank-4, also allows permutations equivalent to two swaps "
            f"(got moved={len(moved)}, swaps={swaps})"
        )
    return None


def _swaps(permutation: tuple[int, ...]) -> int:
    """The number of exchanges that make up a permutation."""
    seen: set[int] = set()
    count = 0
    for start in range(len(permutation)):
        length, position = 0, start
        while position not in seen:
            seen.add(position)
            position = permutation[position]
            length += 1
        count += max(length - 1, 0)
    return count


def _varange(op: Operation, subject: Subject) -> str | Failure | None:
    strides, target = group(subject, op, "strides"), first(subject, op, "dst")
    if not strides:
        return "stride array should not be empty"
    rank = shape(target.type) if target is not None else None
    return "stride array size should match the rank of dst" if rank is not None and len(strides) != len(rank) else None


def _cumulative(op: Operation, subject: Subject) -> str | Failure | None:
    target, dims = first(subject, op, "dst"), dimensions(op, "cum_dims")
    rank = shape(target.type) if target is not None else None
    if rank is None:
        return None
    if not dims:
        return "have empty cum dims array"
    if len(dims) > len(rank):
        return "have too many indices in the cum dims array"
    for d in dims:
        if not 0 <= d < len(rank):
            return f"have invalid index '{d}' inside cum dims array"
    return "have more than one cumulative dims" if len(dims) > 1 else None


def _vsort(op: Operation, subject: Subject) -> str | Failure | None:
    temporary = first(subject, op, "temp_buffer")
    if temporary is not None and len(shape(temporary.type) or ()) != 1:
        return "temp_buffer'rank should be one"
    source = first(subject, op, "src")
    rank = shape(source.type) if source is not None else None
    axis = _int(op, "sort_axis", -1)
    if rank is not None and axis not in (-1, len(rank) - 1):
        return "Currently only tail axis sorting is supported"
    return None


def _vinterleave(op: Operation, subject: Subject) -> str | Failure | None:
    if len(group(subject, op, "src")) != 2 or _int(op, "interleave_channel_nums", 2) != 2:
        return "Only support interleave two tensor2"
    return None


def _vdeinterleave(op: Operation, subject: Subject) -> str | Failure | None:
    targets = len(group(subject, op, "dst"))
    if _case(op, "index_mode") in (None, "ALL_CHANNELS"):
        return "output num mismatch with channel num" if targets != _int(op, "channel_num", 2) else None
    return "output num for CHANNEL_0 CHANNEL_1 should be one" if targets != 1 else None


@cache
def _casts() -> dict[str, Any]:
    return data_file("hivm-casts.json")["casts"]


_CAST_NAMES: Final = {
    "i1": "bool",
    "f16": "half",
    "bf16": "bfloat16_t",
    "f32": "float",
    "f64": "double",
    "f8E4M3FN": "float8_e4m3_t",
    "f8E5M2": "float8_e5m2_t",
}


def _vcast(op: Operation, subject: Subject) -> str | Failure | None:
    sources, targets = group(subject, op, "src"), group(subject, op, "dst")
    if len(sources) != 1 or len(targets) != 1:
        return None
    source, target = element(sources[0].type), element(targets[0].type)
    mode, cast = _case(op, "round_mode") or "rint", _case(op, "cast") or "cast_signed"
    for one in (source, target):
        if isinstance(one, FloatType) and one.name.startswith("f8") and subject.build == "a3":
            return plain(f"unrecognized float type: '{one}'")
        if not isinstance(one, FloatType | IntegerType):
            return plain(f"unsupported type: '{one}'")
    allowed = _casts()[subject.build].get(cast, {}).get(_short(source), {}).get(_short(target), ())
    if mode in allowed:
        return None
    unsigned = cast == "cast_unsigned"
    return f"currently don't support cast {_cast_name(source, unsigned)}_to_{_cast_name(target, unsigned)}_{mode}mode"


def _short(type: Type) -> str:
    if isinstance(type, IntegerType):
        return f"{'ui' if type.signedness == 'unsigned' else 'i'}{type.width}"
    return type.name if isinstance(type, FloatType) else "?"


def _cast_name(type: Type, unsigned: bool) -> str:
    short = _short(type)
    known = _CAST_NAMES.get(short)
    if known is not None:
        return known
    if isinstance(type, IntegerType):
        return f"{'u' if unsigned or type.signedness == 'unsigned' else ''}int{type.width}_t"
    return short


# --- other operations ---------------------------------------------------------------------------------------------


def _pointer_cast(op: Operation, subject: Subject) -> str | Failure | None:
    if not group(subject, op, "addrs"):
        return "addrs of PointerCastOp should not be empty!"
    type_ = op.results[0].type if op.results else None
    if subject.build == "a3" and isinstance(type_, MemRefType):
        wanted, found = type_.shape.count(DYNAMIC), len(group(subject, op, "dynamicSizes"))
        if wanted != found:
            return f"expected {wanted} dynamic size operands, but found {found}"
    return None


def _alloc_workspace(op: Operation, subject: Subject) -> str | Failure | None:
    type_ = op.results[0].type if op.results else None
    if isinstance(type_, MemRefType) and type_.shape.count(DYNAMIC) != len(group(subject, op, "dynamicSize")):
        return "dimension operand count does not equal memref dynamic dimension count"
    return None


def _create_lock(op: Operation, subject: Subject) -> str | Failure | None:
    type_ = op.results[0].type if op.results else None
    if isinstance(type_, MemRefType) and not type_.has_static_shape:
        return "'create_sync_block_lock' op should only support static shape"
    return None


def _load_scalar(op: Operation, subject: Subject) -> str | Failure | None:
    body = getattr(op.operands[0].type, "body", None) if op.operands else None
    return None if body == "1" else "expecting GM address"


_SYNC_PIPES: Final = {
    # Mode of hivm.hir.sync_block: (tcube_pipe, tvector_pipe) needed, forbidden or free.
    "ALL": (True, True),
    "ALL_CUBE": (True, None),
    "ALL_VECTOR": (None, True),
    "ALL_SUB_VECTOR": (None, True),
    "BARRIER_CUBE": (False, None),
    "BARRIER_VECTOR": (None, False),
}
_FOREIGN_PIPES: Final = {
    "tcube_pipe": (frozenset({"PIPE_V", "PIPE_MTE3"}), "tcube_pipe of should match CUBE core type!"),
    "tvector_pipe": (
        frozenset({"PIPE_M", "PIPE_MTE1", "PIPE_FIX"}),
        "tvector_pipe of ALL_VECTOR should match VECTOR core type!",
    ),
}
"""Pipes of the other core, and what is said about them."""


def _sync_block(op: Operation, subject: Subject) -> str | Failure | None:
    needed = _SYNC_PIPES.get(_case(op, "sync_block_mode") or "", (None, None))
    for name, wanted in zip(_FOREIGN_PIPES, needed, strict=True):
        pipe = _case(op, name)
        if wanted is True and pipe is None:
            return f"{name} should be defined!"
        if wanted is False and pipe is not None:
            return f"{name} should not be defined!"
        foreign, message = _FOREIGN_PIPES[name]
        if wanted is True and pipe in foreign:
            return message
    return None


def _custom(op: Operation, subject: Subject) -> str | Failure | None:
    is_macro = op.name == "hivm.hir.custom_macro"
    if "hivm.tcore_type" not in op.attributes:
        return "Missing core type information"
    if subject.build == "a5" and "hivm.vf_mode" not in op.attributes:
        return "Missing vf mode information"
    if is_macro:
        if "hivm.pipe_in" not in op.attributes:
            return "Missing input pipe information"
        if "hivm.pipe_out" not in op.attributes:
            return "Missing output pipe information"
    elif "hivm.pipe" not in op.attributes:
        return "Missing pipe information"
    return None if "symbol" in op.attributes else "Missing implementation function name"


def _matmul(op: Operation, subject: Subject) -> str | Failure | None:
    a, b = first(subject, op, "a"), first(subject, op, "b")
    if a is None or b is None:
        return None
    if len(shape(a.type) or ()) != 2 or len(shape(b.type) or ()) != 2:
        return "matrix A and matrix B must be 2D"
    return None


def _same_shape(op: Operation, subject: Subject) -> str | Failure | None:
    shapes = [s for v in (*op.operands, *op.results) if (s := shape(v.type)) is not None]
    if any(len(s) != len(shapes[0]) or any(not fits(a, b) for a, b in zip(s, shapes[0], strict=True)) for s in shapes):
        return "requires the same shape for all operands and results"
    return None


def _same_elements(op: Operation, subject: Subject) -> str | Failure | None:
    source = first(subject, op, "source")
    if source is not None and op.results and element(source.type) is not element(op.results[0].type):
        return "requires the same element type for all operands and results"
    return None


def _bind_symbolic_shape(op: Operation, subject: Subject) -> str | Failure | None:
    map_attribute = op.attributes.get("shape_expressions")
    rank = shape(op.operands[0].type) if op.operands else None
    if subject.build == "a5" and len(op.operands) < 2:
        return "requires non-empty shapeSymbols"
    if isinstance(map_attribute, AffineMapAttr) and rank is not None and len(map_attribute.map.results) != len(rank):
        return "number of results doesn't match the rank of binded operand shape"
    return None


OWN: Final[dict[str, Check]] = {
    **relations.OWN,
    "hivm.hir.batchMmadL1": _mmad,
    "hivm.hir.bitcast": _same_shape,
    "hivm.hir.convert_layout": _same_elements,
    "hivm.hir.copy": _copy,
    "hivm.hir.create_sync_block_lock": _create_lock,
    "hivm.hir.custom": _custom,
    "hivm.hir.custom_macro": _custom,
    "hivm.hir.fixpipe": _fixpipe,
    "hivm.hir.load": _load,
    "hivm.hir.load_scalar": _load_scalar,
    "hivm.hir.matmul": _matmul,
    "hivm.hir.mix_matmul": _matmul,
    "hivm.hir.mmadL1": _mmad,
    "hivm.hir.pointer_cast": _pointer_cast,
    "hivm.hir.store": _store,
    "hivm.hir.sync_block": _sync_block,
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
    "memref_ext.alloc_workspace": _alloc_workspace,
    "symbol.bind_symbolic_shape": _bind_symbolic_shape,
}
"""Operation name to its own verifier."""
