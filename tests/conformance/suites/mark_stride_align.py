"""Random functions for ``hivm-pre-mark-stride-align`` and ``hivm-mark-stride-align``, in all three modes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.conformance.compare import Case
from tests.conformance.suites import aligned_programs as programs
from tests.conformance.suites.aligned_programs import Buffer, Maker, ins_outs, memref_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conformance.compiler import Build

_MARK = "--hivm-mark-stride-align"
_PRE_MARK = "--hivm-pre-mark-stride-align"
REG_BASED = ("Ascend950PR_9589", "Ascend950DT_9571", "Ascend310B1")


def cases(seed: int) -> Iterator[Case]:
    """One program for A3 and one for each mode of A5."""
    for build, target, mode in _modes(seed):
        text = program(random.Random(f"mark_stride_align {seed} {mode}"), build, target)
        flags = (_PRE_MARK, _MARK) if build == "a5" and seed % 3 == 0 else (_MARK, _MARK) if seed % 7 == 0 else (_MARK,)
        yield Case(f"mark-stride-align {mode}", f"seed {seed}", build, flags, text)
        if build == "a5" and seed % 5 == 0:
            yield Case(f"pre-mark-stride-align {mode}", f"seed {seed}", build, (_PRE_MARK,), text)


def _modes(seed: int) -> tuple[tuple[Build, str | None, str], ...]:
    rng = random.Random(f"mark_stride_align target {seed}")
    return (
        ("a3", rng.choice([None, None, "Ascend910B1", "Ascend950PR_9589"]), "a3"),
        ("a5", rng.choice([None, None, "Ascend910B1", "Nonsense"]), "a5"),
        ("a5", rng.choice(REG_BASED), "a5 reg-based"),
    )


def program(rng: random.Random, build: Build, target: str | None) -> str:
    """A module."""
    is_reg_based = target in REG_BASED and build == "a5"
    functions: list[str] = []
    for number in range(rng.choice([1, 1, 1, 2])):
        maker = Maker(rng, build, f"f{number}", dynamic=rng.choice([0, 0.1, 0.3]))
        maker.odd_spaces = rng.choice([0, 0, 0, 0.02])
        operations = list(programs.OPERATIONS)
        if build == "a3":
            operations.append((_custom, 1))
        if is_reg_based:
            operations += [(_call, 6), (_banks, 2), (_vector_load, 3)]
            if target != "Ascend310B1" or rng.random() < 0.05:
                operations.append((_fixpipe, 4))
        if build == "a5":
            operations.append((_narrowed_store, 3))
        operations.append((programs.stride_mark, 1))
        operations.append((untouched, 1))
        statements(maker, operations, rng.choice([1, 2, 3, 5, 8]))
        host = rng.random() < 0.03
        attributes = " attributes {hacc.function_kind = #hacc.function_kind<HOST>}" if host else ""
        functions.append(maker.function(attributes))
        functions += maker.callees
    return programs.module(functions, target)


def statements(maker: Maker, operations: list[tuple[Callable[[Maker], None], int]], count: int) -> None:
    """Some operations, a few of them in loops and branches."""
    rng = maker.rng
    choices, weights = [o for o, _ in operations], [w for _, w in operations]
    for _ in range(count):
        if maker.depth < 2 and rng.random() < 0.08:
            _region(maker, operations)
        else:
            rng.choices(choices, weights)[0](maker)


def _region(maker: Maker, operations: list[tuple[Callable[[Maker], None], int]]) -> None:
    rng = maker.rng
    carried = rng.choice(maker.pool) if maker.pool and rng.random() < 0.6 else None
    outside = list(maker.pool)
    if rng.random() < 0.7:
        low, high, step = maker.index(), maker.index(), maker.index()
        if carried is None:
            maker.emit(f"scf.for %i{maker.count}_{maker.depth} = {low} to {high} step {step} {{")
            _body(maker, operations, None)
            maker.emit("}")
        else:
            result, inner = maker.fresh(), maker.fresh()
            maker.emit(
                f"{result} = scf.for %i{maker.count}_{maker.depth} = {low} to {high} step {step} "
                f"iter_args({inner} = {carried.name}) -> ({carried.type}) {{"
            )
            argument = Buffer(inner, carried.shape, carried.element, carried.space, carried.strides, carried.offset)
            _body(maker, operations, argument)
            maker.emit("}")
            outside.append(
                Buffer(result, carried.shape, carried.element, carried.space, carried.strides, carried.offset)
            )
    else:
        condition = maker.argument("i1")
        if carried is None:
            maker.emit(f"scf.if {condition} {{")
            _body(maker, operations, None)
            maker.emit("}")
        else:
            result = maker.fresh()
            maker.emit(f"{result} = scf.if {condition} -> ({carried.type}) {{")
            _body(maker, operations, carried, fresh=False)
            maker.emit("} else {")
            maker.pool = list(outside)
            _body(maker, operations, carried, fresh=False)
            maker.emit("}")
            outside.append(
                Buffer(result, carried.shape, carried.element, carried.space, carried.strides, carried.offset)
            )
    maker.pool = outside


def _body(
    maker: Maker,
    operations: list[tuple[Callable[[Maker], None], int]],
    carried: Buffer | None,
    *,
    fresh: bool = True,
) -> None:
    maker.depth += 1
    outside = list(maker.pool)
    if carried is not None and fresh:
        maker.pool.append(carried)
    statements(maker, operations, maker.rng.choice([1, 2, 3]))
    if carried is not None:
        same = [b for b in maker.pool if b.type == carried.type]
        if maker.build == "a3" and fresh and maker.rng.random() < 0.98:
            # A loop that yields what it starts with keeps the A3 compiler busy for ever.
            known = {b.name for b in outside}
            same = [b for b in same if b.name not in known]
        maker.emit(f"scf.yield {maker.rng.choice(same).name} : {carried.type}")
    maker.depth -= 1


# --- special operations -----------------------------------------------------------------------------------------


def untouched(maker: Maker) -> None:
    """Something the passes do not look at."""
    buffer = maker.buffer(maker.shape(), "f32")
    maker.emit(f"annotation.mark {buffer.name} {{hivm.multi_buffer = 2 : i32}} : {buffer.type}")


def _custom(maker: Maker) -> None:
    rng = maker.rng
    buffers = [maker.buffer(maker.shape(highest=3), "f32") for _ in range(2)]
    entries = [rng.choice(["{}", "{align_dim = 0 : i64}", "{align_dim = 1 : i64}", '"x"']) for _ in range(2)]
    attributes = "" if rng.random() < 0.1 else f"arg_attrs = [{', '.join(entries)}], "
    maker.emit(
        f"hivm.hir.custom {{{attributes}hivm.pipe = #hivm.pipe<PIPE_V>, hivm.tcore_type = #hivm.tcore_type<VECTOR>, "
        f'hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "k"}} "my_op" {ins_outs(buffers[:1], buffers[1:])}'
    )


def _fixpipe(maker: Maker) -> None:
    rng = maker.rng
    element = rng.choice(["f32", "f16", "i8", "i32"])
    shape = rng.choice([(16, 16), (18, 20), (32, 8)])
    source = Buffer(maker.argument(memref_type(shape, element, "cc")), shape, element, "cc")
    out = maker.buffer(shape, element)
    if rng.random() < 0.3:
        outer = (rng.choice([1, 2, 4]), *shape)
        alloc = Buffer(maker.alloc_of(outer, element, "ub", "alloc"), outer, element, "ub")
        weights = programs.row_major(outer)
        out = Buffer(maker.fresh(), shape, element, "ub", weights[1:], 0)
        maker.emit(
            f"{out.name} = memref.subview {alloc.name}[0, 0, 0] [1, {shape[0]}, {shape[1]}] [1, 1, 1] : "
            f"{alloc.type} to {out.type}"
        )
    attributes: list[str] = []
    if rng.random() < 0.6:
        attributes.append(f"dma_mode = #hivm.dma_mode<{rng.choice(['nz2nd', 'nz2dn', 'normal'])}>")
    if rng.random() < 0.3:
        attributes.append(f"channel_split = {rng.choice(['true', 'false'])}")
    dual = f" dual_dst_mode = <{rng.choice(['ROW_SPLIT', 'COLUMN_SPLIT', 'NO_DUAL'])}>" if rng.random() < 0.4 else ""
    if rng.random() < 0.4:
        coupled = f"hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<{rng.randrange(3)}>"
        tiled = f"hivm.tiling_dim = {rng.choice([0, 1, 2])} : i64"
        maker.emit(f"annotation.mark {out.name} {{{coupled}, {tiled}}} : {out.type}")
    inside = f"{{{', '.join(attributes)}}} " if attributes else ""
    maker.emit(f"hivm.hir.fixpipe {inside}{ins_outs([source], [out])}{dual}")


def _narrowed_store(maker: Maker) -> None:
    """A store of a view that dropped dimensions at its end."""
    rng = maker.rng
    element = rng.choice(["f32", "f16"])
    kept = [rng.choice([1, 3, 7, 8]) for _ in range(rng.choice([1, 2]))]
    tail = [rng.choice([1, 1, 3, 8]) for _ in range(rng.choice([1, 2]))]
    outer = (*kept, *tail)
    strides, offset = maker.layout(outer) if rng.random() < 0.4 else (None, 0)
    source = Buffer(
        maker.argument(memref_type(outer, element, "ub", strides, offset)), outer, element, "ub", strides, offset
    )
    weights = strides or programs.row_major(outer)
    view = Buffer(maker.fresh(), tuple(kept), element, "ub", weights[: len(kept)], offset)
    starts, ones = [0] * len(outer), [1] * len(outer)
    maker.emit(
        f"{view.name} = memref.subview {source.name}{starts} {kept + [1] * len(tail)} {ones} : "
        f"{source.type} to {view.type}"
    )
    maker.emit(f"hivm.hir.store {ins_outs([view], [maker.buffer(tuple(kept), element, 'gm')])}")


def _callee(maker: Maker, arguments: list[tuple[str, str]], body: list[str]) -> str:
    made = maker.callees
    name = f"{maker.name}_callee{len(made)}"
    lines = "".join(f"    {line}\n" for line in body)
    text = ", ".join(f"{n}: {t}" for n, t in arguments)
    vector = " attributes {hivm.vector_function}" if maker.rng.random() < 0.7 else ""
    made.append(f"  func.func @{name}({text}){vector} {{\n{lines}    return\n  }}")
    return name


def _call(maker: Maker) -> None:
    """Any operands; the callee does nothing with them."""
    rng = maker.rng
    buffers = [
        maker.buffer(maker.shape(), rng.choice(["i1", "i1", "f32", "i8"]), rng.choice(["ub", "ub", "gm", "cbuf"]))
        for _ in range(rng.choice([1, 2, 3]))
    ]
    name = _callee(maker, [(f"%a{k}", b.type) for k, b in enumerate(buffers)], [])
    maker.emit(
        f"func.call @{name}({', '.join(b.name for b in buffers)}) : ({', '.join(b.type for b in buffers)}) -> ()"
    )


def _banks(maker: Maker) -> None:
    """A callee that writes blocks at a distance."""
    rng = maker.rng
    element, lanes = rng.choice([("f32", 8), ("f16", 16), ("i8", 32), ("i64", 4), ("bf16", 16)])
    rows = rng.choice([1, 2, 3, 5, 8, 12, 16, 17, 24, 32])
    count = rng.choice([2, 4, 8, 16])
    shape = (count, rows, lanes)
    buffer = maker.buffer(shape, element)
    strides = buffer.strides or programs.row_major(shape)
    blocks = rng.choice([n for n in (1, 2, 4, 8) if n <= count])
    view = memref_type((blocks, 1, lanes), element, "ub", strides, buffer.offset)
    vector = f"vector<{blocks}x1x{lanes}x{element}>"
    body = [
        "%c0 = arith.constant 0 : index",
        f"%cst = arith.constant dense<{'0.0' if element[0] in 'fb' else '0'}> : {vector}",
        f"%s = memref.subview %a0[0, 0, 0] [{blocks}, 1, {lanes}] [1, 1, 1] : {buffer.type} to {view}",
        f"vector.transfer_write %cst, %s[%c0, %c0, %c0] {{in_bounds = [true, true, true]}} : {vector}, {view}",
    ]
    name = _callee(maker, [("%a0", buffer.type)], body)
    maker.emit(f"func.call @{name}({buffer.name}) : ({buffer.type}) -> ()")


def _vector_load(maker: Maker) -> None:
    """A load into a buffer that a callee reads."""
    rng = maker.rng
    shape = tuple(s or 4 for s in maker.shape(lowest=2, highest=3))
    buffer = maker.buffer(shape, "f32")
    given = buffer
    if rng.random() < 0.3:
        given = Buffer(maker.fresh(), shape, "f32", "ub", buffer.strides, buffer.offset)
        if buffer.strides is not None:
            maker.emit(
                f"{given.name} = memref.subview {buffer.name}{[0] * len(shape)} {list(shape)} {[1] * len(shape)} : "
                f"{buffer.type} to {given.type}"
            )
        else:
            given = buffer
    vector = f"vector<{'x'.join(map(str, shape))}xf32>"
    zeros = ", ".join(["%c0"] * len(shape))
    bounds = ", ".join(["true"] * len(shape))
    body = ["%c0 = arith.constant 0 : index", "%cst = arith.constant 0.0 : f32"]
    source, type = "%a0", given.type
    if rng.random() < 0.4:
        strides = given.strides or programs.row_major(shape)
        type = memref_type(shape, "f32", "ub", strides, given.offset)
        if type != given.type or rng.random() < 0.5:
            body.append(
                f"%s = memref.subview %a0{[0] * len(shape)} {list(shape)} {[1] * len(shape)} : {given.type} to {type}"
            )
            source = "%s"
    uses = [
        f"%r = vector.transfer_read {source}[{zeros}], %cst {{in_bounds = [{bounds}]}} : {type}, {vector}",
        f"memref.dealloc {source} : {type}",
    ]
    rng.shuffle(uses)
    body += uses if rng.random() < 0.4 else uses[:1]
    name = _callee(maker, [("%a0", given.type)], body)
    loaded = f"hivm.hir.load {ins_outs([maker.buffer(shape, 'f32', 'gm')], [buffer])}"
    call = f"func.call @{name}({given.name}) : ({given.type}) -> ()"
    for line in (loaded, call) if rng.random() < 0.7 else (call, loaded):
        maker.emit(line)
