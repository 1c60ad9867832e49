"""Random operations for the decomposition passes and for ``hivm-inline-load-copy``."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.conformance.compare import Case
from tests.conformance.suites.buffers import GM, Operand, Program
from tests.conformance.suites.vector_ops import MAKERS, any_shape, inputs, outputs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OP = "--hivm-decompose-op"
AGGREGATED = "--hivm-aggregated-decompose-op=decompose-phase="
INLINE = "--hivm-inline-load-copy"
SPEC = "--hacc-append-device-spec=target=Ascend950PR_9589"
PHASES = (
    "before-hivm-align",
    "after-hivm-recognize-deinterleave",
    "after-hivm-recognize-broadcast",
    "after-hivm-align",
    "after-infer-hivm-data-layout",
    "after-hivm-flatten-ops",
    "no-constraint",
)
LAST_PHASE = "after-hivm-lift-lowest-stride"
_SUBJECTS = ("decompose-op", "decompose-op", "aggregated", "aggregated", "inline")


def cases(seed: int) -> Iterator[Case]:
    """One program for one of the passes, for both builds; on A5 also with a reg-based target."""
    subject = _SUBJECTS[seed % len(_SUBJECTS)]
    if subject == "inline":
        text = _loads_and_copies(random.Random(f"decompose {seed}"))
        yield Case("inline-load-copy a3", f"seed {seed}", "a3", (INLINE,), text)
        return
    for build, label in (("a3", "a3"), ("a5", "a5"), ("a5", "a5 reg-based")):
        source = random.Random(f"decompose {seed}")
        flag = OP
        if subject == "aggregated":
            phases = (*PHASES, LAST_PHASE) if build == "a3" else (*PHASES, PHASES[-1])
            flag = AGGREGATED + phases[source.randrange(len(phases))]
        makers = _SIMPLE if subject == "decompose-op" else _AGGREGATED
        program = Program(source, space=source.choice([", #hivm.address_space<ub>"] * 4 + [""]))
        for _ in range(source.choice([1, 1, 1, 2, 3])):
            name = source.choice(list(makers))
            makers[name](program, name, build)
        attributes = "hacc.function_kind = #hacc.function_kind<HOST>" if source.random() < 0.02 else ""
        flags = (SPEC, flag) if label.endswith("based") else (flag,)
        yield Case(f"{subject} {label}", f"seed {seed}", build, flags, program.text(attributes))


# --- decompose-op -------------------------------------------------------------------------------------------------

_CASTS = (
    ("f32", "i8"),
    ("i1", "i8"),
    ("i8", "i1"),
    ("i16", "i1"),
    ("i32", "i1"),
    ("f16", "i8"),
    ("i8", "f16"),
    ("f32", "f16"),
    ("i4", "i8"),
    ("f16", "i1"),
)


def _cast(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    before, after = source.choice(_CASTS)
    modes = ["", "", " round_mode = <rint>", " round_mode = <trunc>", " round_mode = <floor>"]
    ins, outs = inputs([program.operand(shape, before)]), outputs(program.operand(shape, after))
    program.emit(f"hivm.hir.vcast {ins} {outs}{source.choice(modes)}")


def _compare(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(["i16", "i32", "i64", "f32", "f16", "i32", *(["i8", "i1"] if build == "a5" else [])])
    second = program.scalar(element) if source.random() < 0.3 else program.operand(shape, element)
    target = program.operand(shape, source.choice(["i1", "i1", "i1", "i8"]))
    mode = source.choice(["eq", "ne", "lt", "gt", "ge", "le"])
    signed = f" is_signed = {source.choice(['true', 'false'])}" if build == "a5" and source.random() < 0.3 else ""
    ins = inputs([program.operand(shape, element), second])
    program.emit(f"hivm.hir.vcmp {ins} {outputs(target)} compare_mode = <{mode}>{signed}")


def _selection(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    compared, element = source.choice(["i64", "f32", "i32"]), source.choice(["i64", "i64", "i64", "f32"])
    condition = program.operand(shape, "i1")
    operands = [program.operand(shape, compared) for _ in range(2)]
    comparison = f"hivm.hir.vcmp {inputs(operands)} {outputs(condition)} compare_mode = <lt>"
    values = [program.scalar(element) if source.random() < 0.15 else program.operand(shape, element) for _ in range(2)]
    target = program.operand(shape, element)
    pick = source.random()
    program.emit(comparison)
    if pick < 0.15:
        program.emit(comparison)
    program.emit(f"hivm.hir.vsel {inputs([condition, *values])} {outputs(target)}")
    if 0.15 < pick < 0.3:
        program.emit(f"hivm.hir.vsel {inputs([condition, *values])} {outputs(target)}")


def _reciprocal(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(["f16", "f32"])
    operand = program.operand(shape, element)
    target = operand if source.random() < 0.5 else program.operand(shape, element)
    program.emit(f"hivm.hir.vrec {inputs([operand])} {outputs(target)}")


def _subtract(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(["f16", "f32", "i16", "i32", "i64"])
    operands = [program.operand(shape, element), program.scalar(element)]
    program.emit(f"hivm.hir.vsub {inputs(operands)} {outputs(program.operand(shape, element))}")


def _absolute(program: Program, name: str, build: str) -> None:
    shape = any_shape(program)
    element = program.random.choice(["i16", "i32", "i32", "i64", "f32"])
    target = outputs(program.operand(shape, element))
    program.emit(f"hivm.hir.vabs {inputs([program.operand(shape, element)])} {target}")


def _broadcast(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program, (2, 3, 3, 4))
    element = source.choice(["f32", "f16", "i32", "i8", "i1", "i64"])
    dims = sorted(source.sample(range(len(shape)), source.randrange(1, len(shape) + 1)))
    narrow = tuple(1 if i in dims else s for i, s in enumerate(shape))
    ins, outs = inputs([program.operand(narrow, element)]), outputs(program.operand(shape, element))
    program.emit(f"hivm.hir.vbrc {ins} {outs} broadcast_dims = {dims}")


_KINDS = ("sum", "max", "min", "prod", "xori", "any", "all", "any", "all", "sum")
_INDEXED = {
    "a3": ("max_with_index_left", "min_with_index_left", "max_with_index_right", "min_with_index_right"),
    "a5": ("max_with_index", "min_with_index"),
}


def _reduce(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program, (1, 2, 3, 3, 4))
    kind = source.choice(_KINDS)
    indexed = source.random() < 0.25
    logical = kind in ("any", "all")
    element = source.choice(["i1", "i1", "i16"] if logical else ["i64", "f32", "i32", "f16", "i16"])
    number = source.randrange(4)
    if indexed:
        element = source.choice(["f16", "f32", "i16", "i32", "i64"])
        names = _INDEXED["a5" if build == "a5" else "a3"]
        kind = names[number % len(names)]
    count = 1 if indexed and source.random() < 0.8 else source.choice([1, 1, 2, 3])
    dims = sorted(source.sample(range(len(shape)), min(count, len(shape))))
    narrow = tuple(1 if i in dims else s for i, s in enumerate(shape))
    targets = [program.operand(narrow, element)]
    if indexed:
        targets.append(program.operand(narrow, "i32"))
    more = f" unsigned_src = {source.choice(['false', 'false', 'true'])}" if build == "a5" else ""
    if indexed and build == "a5":
        more += f" tie_break_left = {source.choice(['true', 'false'])}"
    ins = inputs([program.operand(shape, element)])
    program.emit(f"hivm.hir.vreduce <{kind}> {ins} {outputs(*targets)}{more} reduce_dims = {dims}")


def _deinterleave(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program, (1, 2, 2, 3))
    element = source.choice(["i8", "i8", "f16", "f32", "i32"])
    wide = (*shape[:-1], shape[-1] * 2)
    mode = source.choice(["ALL_CHANNELS", "ALL_CHANNELS", "CHANNEL_0", "CHANNEL_1"])
    targets = [program.operand(shape, element) for _ in range(2 if mode == "ALL_CHANNELS" else 1)]
    ins = inputs([program.operand(wide, element)])
    program.emit(f"hivm.hir.vdeinterleave {ins} {outputs(*targets)} channel_num = 2 index_mode = <{mode}>")


_SCALARS = (
    ("arith.sitofp", "i1", "bf16"),
    ("arith.sitofp", "i8", "bf16"),
    ("arith.sitofp", "i16", "bf16"),
    ("arith.sitofp", "i32", "bf16"),
    ("arith.sitofp", "i64", "bf16"),
    ("arith.sitofp", "i32", "f32"),
    ("arith.extf", "bf16", "f32"),
    ("arith.extf", "f16", "f32"),
    ("arith.truncf", "f32", "bf16"),
    ("arith.truncf", "f32", "f16"),
    ("arith.fptosi", "bf16", "i32"),
    ("arith.fptosi", "bf16", "i1"),
    ("arith.fptosi", "bf16", "i64"),
    ("arith.fptoui", "bf16", "i32"),
    ("arith.uitofp", "i32", "bf16"),
    ("math.log", "f32", "f32"),
    ("math.log", "f16", "f16"),
    ("math.exp", "f32", "f32"),
)


def _scalar(program: Program, name: str, build: str) -> None:
    kind, before, after = program.random.choice(_SCALARS)
    value = program.argument(before)
    types = before if before == after else f"{before} to {after}"
    result = program.op(f"{kind} {value} : {types}")
    memory = program.argument(f"memref<4x{after}>")
    program.emit(f"memref.store {result}, {memory}[{program.index(1)}] : memref<4x{after}>")


def _long(program: Program, name: str, build: str) -> None:
    kind = program.random.choice(["mulsi_extended", "mului_extended"])
    element = program.random.choice(["i32", "i32", "i64", "i16"])
    first, second = program.argument(element), program.argument(element)
    low, high = program.fresh(), program.fresh()
    program.emit(f"{low}, {high} = arith.{kind} {first}, {second} : {element}")
    memory = program.argument(f"memref<4x{element}>")
    at = program.index(1)
    for value in (low, high):
        program.emit(f"memref.store {value}, {memory}[{at}] : memref<4x{element}>")


_SIMPLE: dict[str, Callable[[Program, str, str], None]] = {
    "cast": _cast,
    "cast again": _cast,
    "compare": _compare,
    "compare again": _compare,
    "select": _selection,
    "reciprocal": _reciprocal,
    "subtract": _subtract,
    "absolute": _absolute,
    "broadcast": _broadcast,
    "reduce": _reduce,
    "reduce again": _reduce,
    "deinterleave": _deinterleave,
    "scalar": _scalar,
    "long": _long,
    "vadd": MAKERS["vadd"],
    "vsub": MAKERS["vsub"],
    "vsel": MAKERS["vsel"],
}


# --- aggregated ---------------------------------------------------------------------------------------------------


def _load(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(["f32", "f16", "i32", "i8"])
    value = program.scalar(element)
    origin, target = program.operand(shape, element, space=GM), program.operand(shape, element)
    init = source.choice(["true", "true", "false"])
    text = f"hivm.hir.load {inputs([origin])} {outputs(target)}"
    pick = source.random()
    if pick < 0.8:
        text += f" pad_mode = <PadValue> pad_value = {value.name} : {element}"
        if source.random() < 0.3:
            text += f" left_padding_num = {program.index(1)} : index"
    text += f" init_out_buffer = {init}"
    if source.random() < 0.3:
        text += f" init_condition = {program.argument('i1')} : i1"
    program.emit(text)


def _pad(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(["f32", "f16", "i32"])
    low, high = [0] * len(shape), [0] * len(shape)
    for axis in source.sample(range(len(shape)), source.choice([0, 1, 1, 1, min(2, len(shape))])):
        low[axis], high[axis] = source.choice([0, 1, 7]), source.choice([0, 2, 9])
    wide = tuple(a + b + s for a, b, s in zip(low, high, shape, strict=True))
    ins, outs = inputs([program.operand(shape, element)]), outputs(program.operand(wide, element))
    program.emit(f"hivm.hir.vpad {ins} {outs} low{low} high{high} pad_value {program.scalar(element).name} : {element}")


def _concat(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(["f32", "f16", "i32"])
    axis = source.randrange(len(shape))
    parts: list[Operand] = []
    total = 0
    for _ in range(source.choice([1, 2, 2, 3])):
        size = source.choice([1, 2, 8, 16])
        total += size
        parts.append(program.operand((*shape[:axis], size, *shape[axis + 1 :]), element, 0.25))
    target = program.operand((*shape[:axis], total, *shape[axis + 1 :]), element)
    program.emit(f"hivm.hir.vconcat dim({axis}) {inputs(parts)} {outputs(target)}")


def _narrow_broadcast(program: Program, name: str, build: str) -> None:
    source = program.random
    shape = any_shape(program)
    element = source.choice(["i8", "i8", "i1", "f32"])
    if source.random() < 0.15:
        program.emit(f"hivm.hir.vbrc {inputs([program.scalar(element)])} {outputs(program.operand(shape, element))}")
        return
    dims = sorted(source.sample(range(len(shape)), source.choice([1, 1, min(2, len(shape))])))
    narrow = tuple(1 if i in dims else s for i, s in enumerate(shape))
    ins, outs = inputs([program.operand(narrow, element)]), outputs(program.operand(shape, element))
    program.emit(f"hivm.hir.vbrc {ins} {outs} broadcast_dims = {dims}")


def _columns(program: Program, name: str, build: str) -> None:
    source = program.random
    rows = source.choice([4, 20, 33])
    element = source.choice(["f32", "f16"])
    operands = []
    for _ in range(3):
        stride = source.choice([1, 1, 8, 16])
        type = f"memref<{rows}x1x{element}, strided<[{stride}, 1]>{program.space}>"
        operands.append(Operand(program.argument(type), type, (rows, 1)))
    kind = source.choice(["vadd", "vmul", "vsub", "vdiv", "vmax"])
    program.emit(f"hivm.hir.{kind} {inputs(operands[:2])} {outputs(operands[2])}")


_AGGREGATED: dict[str, Callable[[Program, str, str], None]] = {
    "load": _load,
    "load again": _load,
    "pad": _pad,
    "concat": _concat,
    "reduce": _reduce,
    "reduce again": _reduce,
    "deinterleave": _deinterleave,
    "broadcast": _narrow_broadcast,
    "broadcast again": _narrow_broadcast,
    "columns": _columns,
    "vadd": MAKERS["vadd"],
}


# --- loads and copies ---------------------------------------------------------------------------------------------


def _loads_and_copies(source: random.Random) -> str:
    """Loads into buffers, copies between them, views, and what may stand in the way."""
    program = Program(source)
    shape = source.choice([(32,), (4, 16), (90,)])
    size = "x".join(map(str, shape))
    remote, local = f"memref<{size}xf32{GM}>", f"memref<{size}xf32{program.space}>"
    remotes = [program.argument(remote) for _ in range(3)]
    buffers = [program.op(f"memref.alloc() : {local}") for _ in range(source.choice([2, 3, 4]))]
    padding = program.argument("f32")
    zeros, ones = ", ".join("0" * len(shape)), ", ".join("1" * len(shape))
    strides = [1] if len(shape) == 1 else [shape[1], 1]
    view_type = f"memref<{size}xf32, strided<{strides}>{program.space}>"
    views: list[tuple[str, str]] = [(b, local) for b in buffers]
    depth = 0

    def line(text: str) -> None:
        program.emit("  " * depth + text)

    for _ in range(source.choice([3, 4, 5, 6, 8])):
        pick = source.random()
        at, target, other = source.choice(remotes), source.choice(views), source.choice(views)
        if pick < 0.4:
            pad = source.choice(["", "", f" pad_mode = <PadValue> pad_value = {padding} : f32"])
            init = " init_out_buffer = true" if pad and source.random() < 0.4 else ""
            line(f"hivm.hir.load ins({at} : {remote}) outs({target[0]} : {target[1]}){pad}{init}")
            if source.random() < 0.7 and other[0] != target[0]:
                line(f"hivm.hir.copy ins({target[0]} : {target[1]}) outs({other[0]} : {other[1]})")
        elif pick < 0.55:
            line(f"hivm.hir.copy ins({target[0]} : {target[1]}) outs({other[0]} : {other[1]})")
        elif pick < 0.65:
            line(f"hivm.hir.store ins({target[0]} : {target[1]}) outs({at} : {remote})")
        elif pick < 0.73:
            line(f"hivm.hir.vexp ins({target[0]} : {target[1]}) outs({other[0]} : {other[1]})")
        elif pick < 0.8 and depth == 0:
            name = program.fresh()
            sizes = ", ".join(map(str, shape))
            line(
                f"{name} = memref.subview {source.choice(buffers)}[{zeros}] [{sizes}] [{ones}] : {local} to {view_type}"
            )
            views.append((name, view_type))
        elif pick < 0.84:
            line(f"annotation.mark {source.choice(buffers)} {{foo}} : {local}")
        elif pick < 0.88:
            line(f"func.call @g({source.choice(buffers)}) : ({local}) -> ()")
        elif pick < 0.92:
            line("hivm.hir.pipe_barrier[<PIPE_ALL>]")
        elif depth == 0:
            bounds = [program.index(n) for n in (0, 4, 1)]
            line(f"scf.for {program.fresh()} = {bounds[0]} to {bounds[1]} step {bounds[2]} {{")
            depth = 1
        else:
            depth = 0
            line("}")
    if depth:
        depth = 0
        line("}")
    for buffer in buffers:
        if source.random() < 0.5:
            line(f"hivm.hir.store ins({buffer} : {local}) outs({remotes[2]} : {remote})")
    text = program.text()
    return text.replace("module {\n", f"module {{\n  func.func private @g({local})\n", 1)
