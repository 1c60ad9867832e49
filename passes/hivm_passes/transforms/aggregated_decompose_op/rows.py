"""The rewrites of ``hivm-aggregated-decompose-op``, one function per row of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.tracing import Tracer
from hivm_passes.dialects.registry import operand_group, registry
from hivm_passes.ir.attributes import UNIT, DenseArrayAttr, IntegerAttr
from hivm_passes.ir.core import Region
from hivm_passes.ir.memref import strides_and_offset
from hivm_passes.ir.types import DYNAMIC, F16, I1, I8, I64, MemRefType, bit_width
from hivm_passes.rewriting.hivm_ops import (
    alloc,
    constant,
    dimension,
    element_of,
    elementwise,
    hivm_enum,
    index,
    is_vector,
    mixed_sizes,
    number,
    structured,
    subview,
    temporary,
)
from hivm_passes.transforms.decompose_op.rewrite import DecomposeError, finish, integers

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter

UNLIKELY: Final = "hivm.unlikely_condition"
_KEPT_BY_LOADS: Final = frozenset({"pad_mode", "dst_continuous"})


# --- loads that initialise ----------------------------------------------------------------------------------------


def load(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``load`` and ``nd2nz`` with initialisation: the whole allocation is filled first."""
    if not getattr(op.attributes.get("init_out_buffer"), "value", 0):
        return False
    info = registry(build).get(op.name)
    groups = None if info is None else info.operand_groups(op)
    if info is None or groups is None:
        return False
    operands = {o.name: g for o, g in zip(info.operands, groups, strict=True)}
    (target,) = operands["dst"]
    if not isinstance(target.type, MemRefType):
        return False
    if target.type.space is None:
        if build == "a3":
            raise DecomposeError("the destination has no memory space", crash=True)
        return False
    root = Tracer(build).alloc(target)
    if root is None:
        if build == "a5":
            raise DecomposeError("the destination does not come from an allocation", crash=True)
        return False
    if not operands["pad_value"]:
        raise DecomposeError("there is no value to initialise with", crash=True)
    (value,) = operands["pad_value"]
    condition = operands.get("init_condition", [])
    if condition:
        _fill_if(rewriter, build, condition[0], value, root)
    else:
        _fill(rewriter, build, value, root)
    attributes = {k: v for k, v in op.attributes.items() if k in _KEPT_BY_LOADS}
    attributes["init_out_buffer"] = IntegerAttr(0, I1)
    if op.name == "hivm.hir.load":
        if build == "a3":
            attributes["may_implicit_transpose_with_last_axis"] = IntegerAttr(0, I1)
        else:
            # The A5 tool forgets the padding numbers.
            operands["left_padding_num"] = operands["right_padding_num"] = []
    operands["init_condition"] = []
    structured(rewriter, build, op.name, operands, attributes)
    rewriter.replace_op(op, [])
    return True


def _fill(rewriter: Rewriter, build: Build, value: Value, root: Operation) -> None:
    """Spread ``value`` over an allocation, whatever its type."""
    target: Value = root.result
    type = root.result.type
    assert isinstance(type, MemRefType)
    if build == "a3" and type.element is not value.type:
        own, wanted, count = bit_width(type.element), bit_width(value.type), type.element_count
        if count is None or not own or not wanted:
            raise DecomposeError("the allocation has another type and no known size", crash=True)
        flat = MemRefType((count * own // wanted,), value.type, None, type.space)
        target = rewriter.create("memref.view", (root.result, index(rewriter, 0)), (flat,)).result
    broadcast(rewriter, build, value, target, ())


def _fill_if(rewriter: Rewriter, build: Build, condition: Value, value: Value, root: Operation) -> None:
    block, anchor = rewriter.block, rewriter.anchor
    branch = rewriter.create("scf.if", (condition,), (), {UNLIKELY: UNIT}, (Region(), Region()))
    rewriter.create_block(branch.regions[0])
    _fill(rewriter, build, value, root)
    rewriter.create("scf.yield")
    rewriter.block, rewriter.anchor = block, anchor


# --- reductions ---------------------------------------------------------------------------------------------------


def reduce(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vreduce`` of several dimensions: one after the other, through parts of one or two buffers like the source."""
    dimensions = integers(op, "reduce_dims")
    source, targets = op.operands[0], operand_group(op, "dst", build)
    if len(dimensions) < 2 or not isinstance(source.type, MemRefType):
        return False
    if len(targets) > 1:
        raise DecomposeError("an index reduction has several dimensions", crash=True)
    buffers = [temporary(rewriter, build, source) for _ in range(min(2, len(dimensions) - 1))]
    sizes = mixed_sizes(rewriter, source)
    current = source
    for step, reduced in enumerate(dimensions):
        left = len(dimensions) - 2 - step
        sizes[reduced] = 1
        outs = targets if left < 0 else [subview(rewriter, buffers[left % 2], [0] * len(sizes), sizes)]
        attributes = dict(op.attributes)
        attributes["reduce_dims"] = DenseArrayAttr(I64, (reduced,))
        structured(rewriter, build, op.name, {"src": [current], "dst": outs}, attributes)
        current = outs[0]
    rewriter.replace_op(op, [])
    return True


# --- padding and concatenation ------------------------------------------------------------------------------------


def pad(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vpad`` along at most one dimension: fill the ends, copy the middle."""
    source, target = op.operands[0], op.operands[1]
    (value,) = operand_group(op, "pad_value", build)
    low, high = integers(op, "static_low"), integers(op, "static_high")
    if not isinstance(source.type, MemRefType) or not isinstance(target.type, MemRefType):
        return False
    if has_unknown_ends(op):
        return False
    padded = [i for i, (a, b) in enumerate(zip(low, high, strict=True)) if a or b]
    if len(padded) > 1:
        return False
    if not padded:
        structured(rewriter, build, "hivm.hir.copy", {"src": [source], "dst": [target]})
        rewriter.replace_op(op, [])
        return True
    (axis,) = padded
    zeros = [0] * source.type.rank
    for size, at_end in ((low[axis], False), (high[axis], True)):
        if size:
            sizes = mixed_sizes(rewriter, target)
            whole = target.type.shape[axis]
            sizes[axis] = size
            offsets = [*zeros[:axis], whole - size if at_end else 0, *zeros[axis + 1 :]]
            broadcast(rewriter, build, value, subview(rewriter, target, offsets, sizes), ())
    sizes = mixed_sizes(rewriter, source)
    middle = subview(rewriter, source, zeros, sizes)
    offsets = [*zeros[:axis], low[axis], *zeros[axis + 1 :]]
    place = subview(rewriter, target, offsets, sizes)
    structured(rewriter, build, "hivm.hir.copy", {"src": [middle], "dst": [place]})
    rewriter.replace_op(op, [])
    return True


def concatenate(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vconcat``: a copy of every source to its place in the destination."""
    sources, (target,) = operand_group(op, "src", build), operand_group(op, "dst", build)
    if not isinstance(target.type, MemRefType) or INSERTED in op.attributes:
        return False
    if has_unknown_places(op, build):
        return False
    axis = concatenated_axis(op)
    offsets: list[int | Value] = [0]
    for source in sources[:-1]:
        before = offsets[-1]
        assert isinstance(source.type, MemRefType) and isinstance(before, int)
        size = source.type.shape[axis]
        offsets.append(dimension(rewriter, source, axis) if size == DYNAMIC else before + size)
    for source, offset in zip(sources, offsets, strict=True):
        sizes = mixed_sizes(rewriter, source)
        place = subview(rewriter, target, [offset if i == axis else 0 for i in range(len(sizes))], sizes)
        structured(rewriter, build, "hivm.hir.copy", {"src": [source], "dst": [place]})
    rewriter.replace_op(op, [])
    return True


def concatenated_axis(op: Operation) -> int:
    """The dimension along which ``vconcat`` joins."""
    return getattr(op.attributes.get("dim"), "value", 0)


def has_unknown_places(op: Operation, build: Build) -> bool:
    """Whether the place of some source of ``vconcat`` is a sum of unknown sizes."""
    axis = concatenated_axis(op)
    types = [v.type for v in operand_group(op, "src", build)]
    sizes = [t.shape[axis] for t in types if isinstance(t, MemRefType)][:-1]
    # What follows an unknown size alone has a simple place, behind that places are sums.
    return DYNAMIC in sizes and sizes != [DYNAMIC]


def has_unknown_ends(op: Operation) -> bool:
    """Whether the places of the ends of ``vpad`` are known only at run time."""
    low, high = integers(op, "static_low"), integers(op, "static_high")
    types = [v.type for v in op.operands[:2]]
    shapes = [t.shape for t in types if isinstance(t, MemRefType)]
    padded = [i for i, (a, b) in enumerate(zip(low, high, strict=True)) if a or b]
    return DYNAMIC in (*low, *high) or any(s[i] == DYNAMIC for s in shapes for i in padded)


INSERTED: Final = "hivm.insert_slice_source_index"


# --- bytes and bits -----------------------------------------------------------------------------------------------


def broadcast_bytes(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vbrc`` of a vector of bytes or bits goes through f16."""
    source, target = op.operands[0], op.operands[1]
    element = element_of(source.type)
    if not is_vector(source) or element not in (I8, I1):
        return False
    trunc: dict[str, Attribute] = {"round_mode": hivm_enum("round_mode", "trunc")}
    mode = trunc if element is I1 and build == "a5" else None
    half = temporary(rewriter, build, source, F16)
    values = elementwise(rewriter, build, "hivm.hir.vcast", [source], half, mode)
    wide = temporary(rewriter, build, target, F16)
    spread = broadcast(rewriter, build, values, wide, integers(op, "broadcast_dims"))
    if element is I8:
        return finish(op, rewriter, elementwise(rewriter, build, "hivm.hir.vcast", [spread], target, trunc))
    zero = constant(rewriter, number(F16, 0), F16)
    compare: dict[str, Attribute] = {"compare_mode": hivm_enum("compare_mode", "ne")}
    return finish(op, rewriter, elementwise(rewriter, build, "hivm.hir.vcmp", [spread, zero], target, compare))


def broadcast(rewriter: Rewriter, build: Build, source: Value, target: Value, dimensions: tuple[int, ...]) -> Value:
    """A new ``vbrc``."""
    attributes: dict[str, Attribute] = {"broadcast_dims": DenseArrayAttr(I64, dimensions)}
    op = structured(rewriter, build, "hivm.hir.vbrc", {"src": [source], "dst": [target]}, attributes)
    return op.results[0] if op.results else target


def deinterleave_bytes(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """``vdeinterleave`` of bytes goes through f16."""
    source, targets = op.operands[0], operand_group(op, "dst", build)
    if element_of(source.type) is not I8:
        return False
    half = temporary(rewriter, build, source, F16)
    values = elementwise(rewriter, build, "hivm.hir.vcast", [source], half)
    channels = [temporary(rewriter, build, target, F16) for target in targets]
    split = structured(rewriter, build, op.name, {"src": [values], "dst": channels}, op.attributes)
    trunc: dict[str, Attribute] = {"round_mode": hivm_enum("round_mode", "trunc")}
    parts = split.results or channels
    results = [
        elementwise(rewriter, build, "hivm.hir.vcast", [part], target, trunc)
        for part, target in zip(parts, targets, strict=True)
    ]
    rewriter.replace_op(op, results if op.results else [])
    return True


# --- columns ------------------------------------------------------------------------------------------------------


def align_columns(op: Operation, rewriter: Rewriter, build: Build) -> bool:
    """Two columns of different pitch: the dense one is spread so that both have the same (A2 and A3)."""
    sources, (target,) = operand_group(op, "src", build), operand_group(op, "dst", build)
    if len(sources) != 2:
        return False
    pitches = [_pitch(v) for v in sources]
    if None in pitches or sources[0].type.shape != sources[1].type.shape:  # type: ignore[union-attr]
        return False
    dense = [i for i, p in enumerate(pitches) if p == 1]
    wide = [p for p in pitches if p is not None and p > 1]
    if len(dense) != 1 or len(wide) != 1:
        return False
    column = sources[dense[0]]
    type = column.type
    assert isinstance(type, MemRefType)
    buffer = alloc(rewriter, MemRefType((type.shape[0], wide[0]), type.element, None, type.space))
    broadcast(rewriter, build, column, buffer, (1,))
    spread = list(sources)
    spread[dense[0]] = subview(rewriter, buffer, [0, 0], list(type.shape))
    structured(rewriter, build, op.name, {"src": spread, "dst": [target]}, op.attributes)
    rewriter.replace_op(op, [])
    return True


def _pitch(value: Value) -> int | None:
    """Elements from one row to the next of a column; None for anything else."""
    type = value.type
    if not isinstance(type, MemRefType) or type.rank != 2 or type.shape[1] != 1 or not type.has_static_shape:
        return None
    form = strides_and_offset(type)
    return None if form is None or form.strides[0] == DYNAMIC else form.strides[0]
