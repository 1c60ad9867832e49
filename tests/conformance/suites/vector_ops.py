"""Random vector operations, one maker per family: ``maker(program, name, build)`` writes one operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conformance.suites.buffers import Operand, Program

_SIZES = (1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 20, 31, 32, 33, 40, 63, 64, 65, 100, 128, 129, 130, 200, 256)
_SMALL = (1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 20, 32)
_INTEGERS = ("i8", "i16", "i32", "i64")
_FLOATS = ("f16", "f32", "f16", "f32", "bf16")


def any_shape(program: Program, ranks: tuple[int, ...] = (1, 2, 2, 3, 3, 4)) -> tuple[int, ...]:
    rank = program.random.choice(ranks)
    sizes = _SIZES if rank < 3 else _SMALL
    return tuple(program.random.choice(sizes) for _ in range(rank))


def inputs(operands: list[Operand]) -> str:
    return f"ins({', '.join(o.name for o in operands)} : {', '.join(o.type for o in operands)})"


def outputs(*operands: Operand) -> str:
    return f"outs({', '.join(o.name for o in operands)} : {', '.join(o.type for o in operands)})"


def _inline(program: Program, shape: tuple[int, ...], build: str) -> tuple[tuple[int, ...], str]:
    """A source shape for a destination shape, perhaps broadcast, and the attribute that says so."""
    if program.random.random() < 0.5:
        return shape, ""
    count = program.random.choice([1, 1, 2])
    dims = sorted({program.random.choice([len(shape) - 1, program.random.randrange(len(shape))]) for _ in range(count)})
    return tuple(1 if i in dims else s for i, s in enumerate(shape)), f" broadcast = {dims}"


def _binary(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(_INTEGERS if name in ("vshl", "vshr", "vand", "vor", "vxor") else (*_FLOATS, *_INTEGERS))
    narrow, attribute = _inline(program, shape, build)
    first = program.operand(narrow if source.random() < 0.5 else shape, element)
    pick = source.random()
    if pick < 0.2:
        second = program.scalar(element)
    else:
        second = program.operand(narrow if source.random() < 0.5 else shape, element)
    sources = [first, second]
    if pick < 0.3 and source.random() < 0.4:
        sources = [program.scalar(element), second]
    target = program.operand(shape, element)
    program.emit(f"hivm.hir.{name} {inputs(sources)} {outputs(target)}{attribute}")


def _unary(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    kinds = {"vabs": (*_FLOATS, *_INTEGERS), "vnot": _INTEGERS, "vrelu": (*_FLOATS, "i32")}
    element = source.choice(kinds.get(name, ("f16", "f32")))
    narrow, attribute = _inline(program, shape, build)
    sources = [program.operand(narrow, element)]
    program.emit(f"hivm.hir.{name} {inputs(sources)} {outputs(program.operand(shape, element))}{attribute}")


def _broadcast(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = list(any_shape(program))
    element = source.choice([*_FLOATS, *_INTEGERS, "i1"])
    if source.random() < 0.5:
        shape[-1] = source.choice([8, 16, 32, 64, 4])
    target = program.operand(tuple(shape), element)
    if source.random() < 0.1:
        program.emit(f"hivm.hir.{name} {inputs([program.scalar(element)])} {outputs(target)}")
        return
    axis = source.randrange(len(shape))
    dims = sorted({axis, source.randrange(len(shape))}) if source.random() < 0.08 else [axis]
    narrow = tuple(1 if i in dims else s for i, s in enumerate(shape))
    if source.random() < 0.05:
        narrow = tuple(1 for _ in shape)
    program.emit(
        f"hivm.hir.{name} {inputs([program.operand(narrow, element)])} {outputs(target)} broadcast_dims = {dims}"
    )


_KINDS = ("sum", "max", "min", "prod", "xori", "ori", "andi")
_INDEXED = {
    "a3": ("max_with_index_left", "min_with_index_left", "max_with_index_right", "min_with_index_right"),
    "a5": ("max_with_index", "min_with_index"),
}


def _reduce(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    indexed = source.random() < 0.35
    number = source.randrange(4)
    element = source.choice(("f16", "f32", "i16", "i32") if indexed else (*_FLOATS, "f32", "f16", *_INTEGERS))
    kind = source.choice(_KINDS)
    if kind in ("ori", "andi", "xori") and element not in _INTEGERS:
        kind = "sum"
    kinds = _INDEXED["a5" if build == "a5" else "a3"]
    kind = kinds[number % len(kinds)] if indexed else kind
    axis = source.choice([len(shape) - 1, source.randrange(len(shape))])
    dims = sorted({axis, source.randrange(len(shape))}) if source.random() < 0.1 else [axis]
    narrow = tuple(1 if i in dims else s for i, s in enumerate(shape))
    targets = [program.operand(narrow, element)]
    if indexed:
        targets.append(program.operand(narrow, "i32"))
    sources = inputs([program.operand(shape, element)])
    more = " unsigned_src = false" if build == "a5" else ""
    if indexed and build == "a5":
        more += f" tie_break_left = {source.choice(['true', 'false'])}"
    program.emit(f"hivm.hir.{name} <{kind}> {sources} {outputs(*targets)}{more} reduce_dims = {dims}")


_CASTS = (
    ("i32", "i8"),
    ("i16", "i8"),
    ("i64", "i32"),
    ("i32", "i16"),
    ("i1", "f16"),
    ("i1", "f32"),
    ("i1", "i32"),
    ("f32", "f16"),
    ("f16", "f32"),
    ("i8", "f16"),
    ("f32", "i32"),
    ("i64", "f32"),
    ("i32", "f32"),
    ("i16", "i32"),
    ("i1", "i16"),
    ("i1", "i64"),
    ("i1", "i8"),
)


def _cast(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    before, after = source.choice([*_CASTS, *_CASTS[:4] * 2])
    modes = ["", " round_mode = <rint>", " round_mode = <trunc>", " round_mode = <truncwithoverflow>"]
    ins, outs = inputs([program.operand(shape, before)]), outputs(program.operand(shape, after))
    program.emit(f"hivm.hir.{name} {ins} {outs}{source.choice(modes)}")


def _select(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(["f16", "f32", "i16", "i32", "i64", "i64", "bf16", "i8"])
    condition = program.operand(shape, source.choice(["i1", "i1", "i8"]))
    values = [program.scalar(element) if source.random() < 0.3 else program.operand(shape, element) for _ in range(2)]
    program.emit(f"hivm.hir.{name} {inputs([condition, *values])} {outputs(program.operand(shape, element))}")


def _interleave(program: Program, name: str, build: str) -> None:
    shape = any_shape(program, (1, 1, 2, 3))
    element = program.random.choice([*_FLOATS, *_INTEGERS])
    sources = [program.operand(shape, element) for _ in range(2)]
    wide = (*shape[:-1], shape[-1] * 2)
    program.emit(
        f"hivm.hir.{name} {inputs(sources)} {outputs(program.operand(wide, element))} interleave_channel_nums = 2"
    )


def _long(program: Program, name: str, build: str) -> None:
    shape = any_shape(program, (1, 2))
    element = program.random.choice(["i32", "i16"])
    first, second, low, high = (program.operand(shape, element) for _ in range(4))
    program.emit(f"hivm.hir.{name} {inputs([first, second])} {outputs(low, high)}")


def _power(program: Program, name: str, build: str) -> None:
    shape = any_shape(program)
    element = program.random.choice(["i32", "i32", "f32", "i16", "f16"])
    sources = [program.operand(shape, element) for _ in range(2)]
    program.emit(f"hivm.hir.{name} {inputs(sources)} {outputs(program.operand(shape, element))}")


def _gather(program: Program, name: str, build: str) -> None:
    source = program.random
    element = source.choice(["f32", "f16", "i32", "i16"])
    shape = any_shape(program)
    outer = (*shape[:-1], source.choice(_SIZES))
    data = program.operand(outer, element)
    indices = program.operand(shape, source.choice(["i32", "i32", "i32", "i64"]))
    target = program.operand(shape, element)
    axis = f" gather_axis = {len(shape) - 1} : i64" if build == "a5" and source.random() < 0.5 else ""
    program.emit(f"hivm.hir.{name} {inputs([data])} indices({indices.name} : {indices.type}) {outputs(target)}{axis}")


def _sort(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program, (1, 1, 2, 3))
    elements = ["f32", "f16"] if build == "a3" else ["f32", "f16", "i8", "i16", "i32", "i64"]
    element = source.choice(elements)
    targets = [program.operand(shape, element)]
    if source.random() < 0.5:
        targets.append(program.operand(shape, "i32"))
    descending = source.choice(["true", "false"])
    program.emit(
        f"hivm.hir.{name} {inputs([program.operand(shape, element)])} {outputs(*targets)} "
        f"descending = {descending} sort_axis = {len(shape) - 1}"
    )


def _transpose(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program, (2, 2, 3, 4))
    element = source.choice(["i64", "i64", "f32", "f16", "i8"])
    permutation = list(range(len(shape)))
    i, j = source.sample(permutation, 2)
    permutation[i], permutation[j] = permutation[j], permutation[i]
    target = program.operand(tuple(shape[p] for p in permutation), element)
    ins = inputs([program.operand(shape, element)])
    program.emit(f"hivm.hir.{name} {ins} {outputs(target)} permutation = {permutation}")


def _cumulative(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program, (1, 2, 2, 3, 4))
    element = source.choice(["f32", "f16", "i16", "i32", "i64"] + (["i8", "bf16"] if build == "a5" else []))
    if name in ("vcummax", "vcummin") and build == "a3":
        name = "vcumsum"
    dims = [source.randrange(len(shape))]
    if source.random() < 0.06:
        dims = sorted({*dims, source.randrange(len(shape))})
    program.emit(
        f"hivm.hir.{name} {inputs([program.operand(shape, element)])} {outputs(program.operand(shape, element))} "
        f"cum_dims = {dims} reverse = {source.choice(['true', 'false'])}"
    )


def _custom(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    ins, outs = inputs([program.operand(shape, "f32")]), outputs(program.operand(shape, "f32"))
    declared = source.choice(
        [
            "",
            ", extra_buffers_sizes = [16, 32], extra_buffers_types = [f32, i32]",
            ", extra_buffers_sizes = [5], extra_buffers_types = [i8]",
        ]
    )
    attributes = (
        'symbol = "f", hivm.pipe = #hivm.pipe<PIPE_V>, hivm.tcore_type = #hivm.tcore_type<VECTOR>, '
        "hivm.vf_mode = #hivm.vf_mode<SIMD>"
    )
    program.emit(f'hivm.hir.custom {{{attributes}{declared}}} "name" {ins} {outs}')


MAKERS: dict[str, Callable[[Program, str, str], None]] = {
    **dict.fromkeys(("vadd", "vsub", "vmul", "vdiv", "vmax", "vmin", "vshl", "vshr", "vand", "vor", "vxor"), _binary),
    **dict.fromkeys(("vexp", "vln", "vrelu", "vabs", "vsqrt", "vrsqrt", "vrec", "vnot"), _unary),
    "vbrc": _broadcast,
    "vbrc ": _broadcast,
    "vbrc  ": _broadcast,
    "vreduce": _reduce,
    "vreduce ": _reduce,
    "vreduce  ": _reduce,
    "vreduce   ": _reduce,
    "vcast": _cast,
    "vcast ": _cast,
    "vsel": _select,
    "vsel ": _select,
    "vinterleave": _interleave,
    "vmulextended": _long,
    "vpow": _power,
    "vgather": _gather,
    "vsort": _sort,
    "vtranspose": _transpose,
    "vcumsum": _cumulative,
    "vcumprod": _cumulative,
    "vcummax": _cumulative,
    "custom": _custom,
}
