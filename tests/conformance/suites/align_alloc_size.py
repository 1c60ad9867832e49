"""Random functions for ``hivm-align-alloc-size``: transposes, casts to 8 bits, sorts, and size marks by hand."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.conformance.compare import Case
from tests.conformance.suites import aligned_programs as programs
from tests.conformance.suites.aligned_programs import Buffer, Maker, ins_outs, listed
from tests.conformance.suites.mark_stride_align import REG_BASED, statements, untouched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conformance.compiler import Build

_PASS = "--hivm-align-alloc-size"
_MARK = "--hivm-mark-stride-align"


def cases(seed: int) -> Iterator[Case]:
    """One program for A3 and one for each mode of A5."""
    rng = random.Random(f"align_alloc_size target {seed}")
    modes: tuple[tuple[Build, str | None, str], ...] = (
        ("a3", rng.choice([None, None, "Ascend950PR_9589"]), "a3"),
        ("a5", rng.choice([None, None, "Ascend910B1"]), "a5"),
        ("a5", rng.choice(REG_BASED), "a5 reg-based"),
    )
    for build, target, mode in modes:
        text = program(random.Random(f"align_alloc_size {seed} {mode}"), build, target)
        flags = (_PASS, _PASS) if seed % 11 == 0 else (_PASS, _MARK) if seed % 5 == 0 else (_PASS,)
        yield Case(f"align-alloc-size {mode}", f"seed {seed}", build, flags, text, timeout=10)


def program(rng: random.Random, build: Build, target: str | None) -> str:
    """A module."""
    functions: list[str] = []
    for number in range(rng.choice([1, 1, 1, 2])):
        maker = Maker(rng, build, f"f{number}", dynamic=rng.choice([0, 0.1, 0.3]))
        maker.odd_spaces = rng.choice([0, 0, 0, 0, 0.01])
        maker.fewer_arguments = rng.random() < 0.7
        operations: list[tuple[Callable[[Maker], None], int]] = [
            (programs.transpose, 6),
            (_narrow, 6),
            (_sort, 3),
            (programs.elementwise, 4),
            (programs.transfer, 3),
            (_size_mark, 3),
            (untouched, 1),
            (_use, 2),
        ]
        if rng.random() < 0.15:
            operations.append((_call, 2))
        if build == "a3" or rng.random() < 0.5:
            # A declared size on a view of an alloca kills the A5 compiler in the rewrite driver.
            maker.allocations = ("alloc",)
            operations.append((_declared_size, 1))
        statements(maker, operations, rng.choice([1, 2, 3, 5, 8]))
        kind = rng.random()
        attributes = ""
        if kind < 0.03:
            attributes = " attributes {hacc.function_kind = #hacc.function_kind<HOST>}"
        elif kind < 0.1:
            attributes = " attributes {hivm.disable_size_align_for_cast}"
        functions.append(maker.function(attributes))
        functions += maker.callees
    return programs.module(functions, target)


def _narrow(maker: Maker) -> None:
    """vcast to 8 bits, over 1 to 3 dimensions."""
    rng = maker.rng
    source = rng.choice(["i32", "i16", "i32", "i16", "f16"])
    shape = maker.shape(highest=rng.choice([1, 2, 3]))
    if rng.random() < 0.3:
        shape = (rng.choice([10, 20, 31, 32, 33, 40, 1000, 1024, None, 1]),)
    shapes, tail = [shape], ""
    if rng.random() < 0.15 and len(shape) > 1:
        dim = rng.randrange(len(shape))
        shapes = [tuple(1 if d == dim else s for d, s in enumerate(shape))]
        tail = f" broadcast = [{dim}]"
    mode = "trunc" if source == "f16" else "truncwithoverflow"
    pair = ins_outs([maker.buffer(shapes[0], source)], [maker.buffer(shape, "i8")])
    maker.emit(f"hivm.hir.vcast {pair} round_mode = <{mode}>{tail}")


def _sort(maker: Maker) -> None:
    rng = maker.rng
    element = rng.choice(["f32", "f16"])
    shape = maker.shape(highest=2)
    outs = [maker.buffer(shape, element)]
    if rng.random() < 0.5:
        outs.append(maker.buffer(shape, "i32"))
    temp = ""
    if rng.random() < 0.2 and (len(shape) == 1 or maker.build == "a5"):
        temp = f" temp_buffer({listed([maker.buffer((rng.choice([64, 70]),), element)])})"
    pair = ins_outs([maker.buffer(shape, element)], outs)
    maker.emit(f"hivm.hir.vsort {pair} descending = false sort_axis = {len(shape) - 1}{temp}")


def _size_mark(maker: Maker) -> None:
    """A size mark written by hand; now and then a broken one."""
    rng = maker.rng
    buffers = [b for b in maker.pool if b.shape and b.element != "i1" and b.space == "ub"]
    if not buffers:
        return
    buffer = rng.choice(buffers)
    rank = len(buffer.shape)
    dims = sorted(rng.sample(range(rank), rng.choice([1, 1, min(2, rank)])))
    sizes = [rng.choice([32, 32, 64, 96, 256]) for _ in dims]
    if rng.random() < 0.05:
        sizes.append(32)
    extra = ", foo" if rng.random() < 0.1 else ""
    maker.emit(
        f"annotation.mark {buffer.name} {{hivm.alloc_align_dims = array<i32: {', '.join(map(str, dims))}>, "
        f"hivm.alloc_align_value_in_byte = array<i32: {', '.join(map(str, sizes))}>{extra}}} : {buffer.type}"
    )


def _declared_size(maker: Maker) -> None:
    if maker.pool:
        buffer = maker.rng.choice(maker.pool)
        maker.emit(f"annotation.mark {buffer.name} {{buffer_size_in_byte = 512 : i64}} : {buffer.type}")


def _use(maker: Maker) -> None:
    """Users of other kinds: casts, copies, loads, views that cannot follow."""
    rng = maker.rng
    buffers = [b for b in maker.pool if b.shape and None not in b.shape and b.space == "ub"]
    if not buffers:
        return
    buffer = rng.choice(buffers)
    rank = len(buffer.shape)
    kind = rng.choice(["cast", "load", "copy", "mark", "collapse", "view"])
    if kind == "cast":
        name = maker.fresh()
        strides = buffer.strides or programs.row_major(buffer.shape)
        loose = rng.choice([strides, (None,) * rank])
        offset = buffer.offset if loose is strides else None
        target = Buffer(name, (None, *buffer.shape[1:]), buffer.element, buffer.space, loose, offset)
        maker.emit(f"{name} = memref.cast {buffer.name} : {buffer.type} to {target.type}")
        maker.emit(f"annotation.mark {name} {{foo}} : {target.type}")
        if buffer.element == "f32":
            maker.emit(f"hivm.hir.vexp {ins_outs([target], [target])}")
    elif kind == "load":
        zero = maker.fresh()
        maker.emit(f"{zero} = arith.constant 0 : index")
        maker.emit(f"{maker.fresh()} = memref.load {buffer.name}[{', '.join([zero] * rank)}] : {buffer.type}")
    elif kind == "copy":
        other = maker.buffer(buffer.shape, buffer.element)
        maker.emit(f"memref.copy {buffer.name}, {other.name} : {buffer.type} to {other.type}")
    elif kind == "mark":
        maker.emit(f"annotation.mark {buffer.name} {{bar}} : {buffer.type}")
    elif kind == "collapse" and buffer.strides is None and rank > 1:
        size = programs.size_of(buffer)
        flat = Buffer(maker.fresh(), (size,), buffer.element, buffer.space)
        maker.emit(
            f"{flat.name} = memref.collapse_shape {buffer.name} [{list(range(rank))}] : {buffer.type} into {flat.type}"
        )
        maker.pool.append(flat)
    elif kind == "view" and buffer.strides is None:
        size = programs.size_of(buffer)
        flat = Buffer(maker.fresh(), (size,), buffer.element, buffer.space, (1,), 0)
        maker.emit(
            f"{flat.name} = memref.reinterpret_cast {buffer.name} to offset: [0], sizes: [{size}], strides: [1] : "
            f"{buffer.type} to {flat.type}"
        )
        maker.emit(f"annotation.mark {flat.name} {{foo}} : {flat.type}")
        if buffer.element == "f32":
            maker.emit(f"hivm.hir.vexp {ins_outs([flat], [flat])}")


def _call(maker: Maker) -> None:
    rng = maker.rng
    if not maker.pool:
        return
    buffer = rng.choice(maker.pool)
    name = f"{maker.name}_callee{len(maker.callees)}"
    body = ""
    if buffer.element in ("f32", "f16") and buffer.shape:
        body = f"    hivm.hir.vexp ins(%a0 : {buffer.type}) outs(%a0 : {buffer.type})\n" if rng.random() < 0.6 else ""
    maker.callees.append(f"  func.func @{name}(%a0: {buffer.type}) {{\n{body}    return\n  }}")
    maker.emit(f"func.call @{name}({buffer.name}) : ({buffer.type}) -> ()")
