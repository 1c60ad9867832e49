"""Random functions for the storage alignment passes: every class of operation on buffers of every kind of layout."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

Build = Literal["a3", "a5"]
Shape = tuple[int | None, ...]
"""None is a dynamic size."""

UNARY = ("vexp", "vln", "vabs", "vrec", "vrelu", "vrsqrt", "vsqrt")
UNARY_PLAIN = ("vcos", "vsin", "vtanh", "verf")
UNARY_A5 = ("vatan", "vtan", "vexp2", "vexpm1", "vilogb", "vlog10", "vlog1p", "vlog2")
BINARY = ("vadd", "vsub", "vmul", "vmax", "vmin", "vdiv")
TARGETS = ("Ascend950PR_9589", "Ascend950DT_9571", "Ascend310B1", "Ascend910B1", "Nonsense")


@dataclass(frozen=True)
class Buffer:
    """A memref value. ``strides`` is None for the identity layout."""

    name: str
    shape: Shape
    element: str
    space: str
    strides: tuple[int | None, ...] | None = None
    offset: int | None = 0

    @property
    def type(self) -> str:
        """The type as text."""
        return memref_type(self.shape, self.element, self.space, self.strides, self.offset)


def memref_type(
    shape: Sequence[int | None],
    element: str,
    space: str = "",
    strides: Sequence[int | None] | None = None,
    offset: int | None = 0,
) -> str:
    """``memref<...>``."""
    parts = ["".join(f"{'?' if n is None else n}x" for n in shape) + element]
    if strides is not None:
        listed = ", ".join("?" if s is None else str(s) for s in strides)
        moved = "" if offset == 0 else f", offset: {'?' if offset is None else offset}"
        parts.append(f"strided<[{listed}]{moved}>")
    if space:
        parts.append(f"#hivm.address_space<{space}>" if space.isalpha() else space)
    return f"memref<{', '.join(parts)}>"


def row_major(shape: Sequence[int | None]) -> tuple[int | None, ...]:
    """Strides of the identity layout."""
    strides: list[int | None] = []
    running: int | None = 1
    for size in reversed(shape):
        strides.append(running)
        running = None if running is None or size is None else running * size
    return tuple(reversed(strides))


@dataclass
class Maker:
    """Writes one function."""

    rng: random.Random
    build: Build
    name: str = "f"
    arguments: list[str] = field(default_factory=list[str])
    lines: list[str] = field(default_factory=list[str])
    pool: list[Buffer] = field(default_factory=list[Buffer])
    count: int = 0
    dynamic: float = 0.1
    odd_spaces: float = 0.004
    depth: int = 0
    fewer_arguments: bool = False
    allocations: tuple[str, ...] = (*(["alloc"] * 12), "alloca")
    callees: list[str] = field(default_factory=list[str])

    def fresh(self) -> str:
        """A new value name."""
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line: str) -> None:
        """One line of the body."""
        self.lines.append("    " + "  " * self.depth + line)

    def argument(self, type: str) -> str:
        """A new function argument."""
        name = f"%p{len(self.arguments)}"
        self.arguments.append(f"{name}: {type}")
        return name

    def index(self) -> str:
        """A value of type index: an argument or a constant."""
        if self.rng.random() < 0.5:
            return self.argument("index")
        name = self.fresh()
        self.emit(f"{name} = arith.constant {self.rng.choice([1, 2, 5, 8, 20, 32])} : index")
        return name

    # --- shapes and layouts -------------------------------------------------------------------------------------

    def shape(self, lowest: int = 1, highest: int = 4) -> Shape:
        """A shape with sizes that matter for alignment."""
        rank = self.rng.choice([r for r in (1, 2, 2, 2, 3, 3, 3, 4, 5) if lowest <= r <= highest])
        sizes = [1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 12, 13, 16, 16, 20, 24, 32, 33, 64]
        made: list[int | None] = [self.rng.choice(sizes) for _ in range(rank)]
        if self.rng.random() < self.dynamic:
            made[self.rng.randrange(rank)] = None
        return tuple(made)

    def layout(self, shape: Shape) -> tuple[tuple[int | None, ...] | None, int | None]:
        """Strides and offset: mostly padded in a few dimensions."""
        rng = self.rng
        if not shape or rng.random() < 0.4:
            return None, 0
        strides: list[int | None] = []
        running: int | None = rng.choice([1, 1, 1, 1, 1, 1, 2, 3, 5])
        for size in reversed(shape):
            strides.append(running)
            if running is not None and size is not None:
                running = running * size
                if rng.random() < 0.3:
                    running += rng.choice([1, 2, 3, 4, 8, 16])
                if rng.random() < 0.15:
                    unit = rng.choice([8, 16, 32])
                    running = -(-running // unit) * unit
            elif rng.random() < 0.5:
                running = None
            else:
                running = rng.choice([8, 20, 32, 64])
        if rng.random() < 0.06:
            strides[rng.randrange(len(strides))] = None
        offset: int | None = 0 if rng.random() < 0.8 else rng.choice([8, 3, None])
        return tuple(reversed(strides)), offset

    # --- buffers --------------------------------------------------------------------------------------------------

    def buffer(self, shape: Shape, element: str, space: str = "ub") -> Buffer:
        """A buffer of this shape: one that is there already or a new one."""
        rng = self.rng
        known = [b for b in self.pool if b.shape == shape and b.element == element and b.space == space]
        if known and rng.random() < 0.45:
            return rng.choice(known)
        if rng.random() < self.odd_spaces:
            space = rng.choice(["", "1", "cbuf", "cc", "gm"])
        makers: list[Callable[[Shape, str, str], Buffer]] = [self._argument, self._argument]
        if self.fewer_arguments and space == "ub" and rng.random() < 0.95:
            makers = [self._alloc, self._alloc]
        if space != "gm":
            makers += [self._alloc, self._alloc]
        if None not in shape and shape:
            makers.append(self._subview)
            makers.append(self._reduced)
            makers.append(self._reshaped)
        made = rng.choice(makers)(shape, element, space)
        self.pool.append(made)
        return made

    def alloc_of(self, shape: Shape, element: str, space: str, kind: str = "") -> str:
        """A ``memref.alloc`` (or an argument in GM) with identity layout."""
        type = memref_type(shape, element, space)
        if space == "gm":
            return self.argument(type)
        name = self.fresh()
        sizes = ", ".join(self.index() for s in shape if s is None)
        op = kind or self.rng.choice(self.allocations)
        self.emit(f"{name} = memref.{op}({sizes}) : {type}")
        return name

    def _argument(self, shape: Shape, element: str, space: str) -> Buffer:
        strides, offset = self.layout(shape)
        return Buffer(
            self.argument(memref_type(shape, element, space, strides, offset)), shape, element, space, strides, offset
        )

    def _alloc(self, shape: Shape, element: str, space: str) -> Buffer:
        return Buffer(self.alloc_of(shape, element, space), shape, element, space)

    def _subview(self, shape: Shape, element: str, space: str) -> Buffer:
        """A window of a bigger buffer, now and then with steps."""
        rng = self.rng
        steps = [rng.choice([1] * 12 + [2, 3]) for _ in shape]
        starts = [rng.choice([0, 0, 0, 1, 8]) for _ in shape]
        outer = tuple(
            o + (s or 1) * t + rng.choice([0, 0, 0, 1, 3, 8]) for o, s, t in zip(starts, shape, steps, strict=True)
        )
        source = Buffer(self.alloc_of(outer, element, space), outer, element, space)
        weights = row_major(outer)
        strides = tuple((w or 0) * t for w, t in zip(weights, steps, strict=True))
        offset = sum(o * (w or 0) for o, w in zip(starts, weights, strict=True))
        made = Buffer(self.fresh(), shape, element, space, strides, offset)
        self.emit(
            f"{made.name} = memref.subview {source.name}{starts} {list(shape)} {steps} : {source.type} to {made.type}"
        )
        return made

    def _reduced(self, shape: Shape, element: str, space: str) -> Buffer:
        """A window that drops dimensions of size 1."""
        rng = self.rng
        full: list[int] = [s or 1 for s in shape]
        kept = [True] * len(full)
        for _ in range(rng.choice([1, 1, 2])):
            at = rng.choice([0, len(full), len(full)]) if rng.random() < 0.7 else rng.randrange(len(full) + 1)
            full.insert(at, 1)
            kept.insert(at, False)
        outer = tuple(n + rng.choice([0, 0, 1, 3, 7]) for n in full)
        source = Buffer(self.alloc_of(outer, element, space), outer, element, space)
        weights = row_major(outer)
        starts = [rng.choice([0, 0, 0, n - m]) for n, m in zip(outer, full, strict=True)]
        strides = tuple(w for w, k in zip(weights, kept, strict=True) if k)
        offset = sum(o * (w or 0) for o, w in zip(starts, weights, strict=True))
        made = Buffer(self.fresh(), shape, element, space, strides, offset)
        ones = [1] * len(full)
        self.emit(f"{made.name} = memref.subview {source.name}{starts} {full} {ones} : {source.type} to {made.type}")
        return made

    def _reshaped(self, shape: Shape, element: str, space: str) -> Buffer:
        """A collapsed or expanded buffer."""
        rng = self.rng
        made = Buffer(self.fresh(), shape, element, space)
        sizes = [s or 1 for s in shape]
        if len(sizes) > 1 and rng.random() < 0.5:
            at = rng.randrange(len(sizes) - 1)
            groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d] for d in range(at + 2, len(sizes))]
            flat = (*sizes[:at], sizes[at] * sizes[at + 1], *sizes[at + 2 :])
            source = Buffer(self.alloc_of(flat, element, space), flat, element, space)
            self.emit(
                f"{made.name} = memref.expand_shape {source.name} {groups} output_shape {sizes} : "
                f"{source.type} into {made.type}"
            )
            return made
        at = rng.randrange(len(sizes))
        divisors = [d for d in range(1, sizes[at] + 1) if sizes[at] % d == 0]
        part = rng.choice(divisors)
        groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d + 1] for d in range(at + 1, len(sizes))]
        full = (*sizes[:at], sizes[at] // part, part, *sizes[at + 1 :])
        source = Buffer(self.alloc_of(full, element, space), full, element, space)
        self.emit(f"{made.name} = memref.collapse_shape {source.name} {groups} : {source.type} into {made.type}")
        return made

    # --- text -----------------------------------------------------------------------------------------------------

    def function(self, attributes: str = "") -> str:
        """The whole function."""
        body = "\n".join(self.lines)
        return f"  func.func @{self.name}({', '.join(self.arguments)}){attributes} {{\n{body}\n    return\n  }}"


def listed(values: Sequence[Buffer]) -> str:
    """``%a, %b : type, type``."""
    return f"{', '.join(v.name for v in values)} : {', '.join(v.type for v in values)}"


def ins_outs(ins: Sequence[Buffer], outs: Sequence[Buffer]) -> str:
    """``ins(...) outs(...)``."""
    return f"ins({listed(ins)}) outs({listed(outs)})"


def module(functions: Sequence[str], target: str | None) -> str:
    """A module of functions for a target."""
    header = "" if target is None else f' attributes {{hacc.target = #hacc.target<"{target}">}}'
    return f"module{header} {{\n" + "\n".join(functions) + "\n}\n"


# --- operations -----------------------------------------------------------------------------------------------------


def _floats(maker: Maker) -> str:
    return maker.rng.choice(["f32", "f32", "f16"])


def _broadcast(maker: Maker, shape: Shape, inputs: int) -> tuple[list[Shape], str]:
    """Shapes of inputs that an inline broadcast stretches to ``shape``."""
    rank = len(shape)
    dims = sorted(maker.rng.sample(range(rank), maker.rng.choice([1, 1, min(2, rank)])))
    if maker.rng.random() < 0.5 and rank > 1:
        dims = sorted({*dims[:-1], rank - 1})
    shapes: list[Shape] = []
    for k in range(inputs):
        flat = dims if k == 0 or maker.rng.random() < 0.4 else []
        shapes.append(tuple(1 if d in flat else s for d, s in enumerate(shape)))
    return shapes, f" broadcast = {dims}"


def elementwise(maker: Maker) -> None:
    """Plain, with inline broadcast, with inline transpose."""
    rng = maker.rng
    a5 = maker.build == "a5"
    kinds = [("u", n) for n in UNARY] + [("p", n) for n in UNARY_PLAIN] + [("b", n) for n in BINARY] * 2
    kind, name = rng.choice(kinds + ([("p", n) for n in UNARY_A5] if a5 else []))
    inputs = 2 if kind == "b" else 1
    element = _floats(maker)
    if kind == "b" and name not in ("vdiv",) and rng.random() < 0.3:
        element = rng.choice(["i32", "i64", "i16"])
    shape = maker.shape()
    shapes: list[Shape] = [shape] * inputs
    tail = ""
    attributes = ""
    if kind != "p" and rng.random() < 0.35:
        shapes, tail = _broadcast(maker, shape, inputs)
    elif len(shape) > 2 and rng.random() < 0.15:
        permutation = [*rng.sample(range(len(shape) - 1), len(shape) - 1), len(shape) - 1]
        if permutation != list(range(len(shape))):
            tail = f" transpose = {permutation}"
            source = [0] * len(shape)
            for position, dim in enumerate(permutation):
                source[dim] = position
            shapes = [tuple(shape[p] for p in source)] * inputs
    if rng.random() < 0.1:
        mode = rng.choice(["SIMT", "SIMD"])
        attributes = f"{{hivm.vf_mode = #hivm.vf_mode<{mode}>}} "
    ins = [maker.buffer(s, element) for s in shapes]
    temp = ""
    if rng.random() < 0.08 and kind in "ub":
        extra = maker.buffer((rng.choice([64, 128]),), element)
        temp = f" temp_buffer({listed([extra])})"
    maker.emit(f"hivm.hir.{name} {attributes}{ins_outs(ins, [maker.buffer(shape, element)])}{temp}{tail}")


def cast(maker: Maker) -> None:
    """vcast between widths."""
    rng = maker.rng
    source, target, mode = rng.choice(
        [
            ("f32", "f16", "rint"),
            ("f16", "f32", "rint"),
            ("f32", "i32", "trunc"),
            ("i32", "f32", "rint"),
            ("i8", "f16", "rint"),
            ("i32", "i8", "truncwithoverflow"),
            ("i16", "i8", "truncwithoverflow"),
            ("f16", "i8", "trunc"),
            ("i1", "f16", "rint"),
        ]
    )
    shape = maker.shape()
    shapes, tail = [shape], ""
    if rng.random() < 0.2:
        shapes, tail = _broadcast(maker, shape, 1)
    pair = ins_outs([maker.buffer(shapes[0], source)], [maker.buffer(shape, target)])
    maker.emit(f"hivm.hir.vcast {pair} round_mode = <{mode}>{tail}")


def broadcast(maker: Maker) -> None:
    """vbrc of a buffer or a scalar."""
    rng = maker.rng
    element = rng.choice(["f32", "f16", "i32", "i16", "i8", "i1", "i64"])
    shape = maker.shape()
    if rng.random() < 0.15:
        scalar = maker.argument(element)
        out = maker.buffer(shape, element)
        maker.emit(f"hivm.hir.vbrc ins({scalar} : {element}) outs({listed([out])})")
        return
    dims = sorted(rng.sample(range(len(shape)), rng.choice([1, 1, min(2, len(shape))])))
    if rng.random() < 0.5:
        dims = sorted({*dims[:-1], len(shape) - 1})
    source = tuple(1 if d in dims else s for d, s in enumerate(shape))
    pair = ins_outs([maker.buffer(source, element)], [maker.buffer(shape, element)])
    maker.emit(f"hivm.hir.vbrc {pair} broadcast_dims = {dims}")


def reduce(maker: Maker) -> None:
    """vreduce, with and without indices."""
    rng = maker.rng
    shape = maker.shape()
    rank = len(shape)
    dims = sorted(rng.sample(range(rank), rng.choice([1, 1, 1, min(2, rank)])))
    if rng.random() < 0.5:
        dims = [rank - 1]
    out_shape = tuple(1 if d in dims else s for d, s in enumerate(shape))
    unsigned = " unsigned_src = false" if maker.build == "a5" else ""
    if rng.random() < 0.25:
        element = rng.choice(["f32", "f16", "i32", "i16"])
        dims = dims[-1:]
        out_shape = tuple(1 if d in dims else s for d, s in enumerate(shape))
        outs = [maker.buffer(out_shape, element), maker.buffer(out_shape, "i32")]
        if maker.build == "a3":
            kind = rng.choice(["max", "min"]) + "_with_index_" + rng.choice(["left", "right"])
            text = f"<{kind}>"
            tail = ""
        else:
            text = f"<{rng.choice(['max', 'min'])}_with_index>"
            tail = f"{unsigned} tie_break_left = true"
        ins = [maker.buffer(shape, element)]
        maker.emit(f"hivm.hir.vreduce {text} {ins_outs(ins, outs)}{tail} reduce_dims = {dims}")
        return
    element = rng.choice(["f32", "f32", "f16", "i32", "i64", "i16"])
    kind = rng.choice(
        ["sum", "sum", "max", "min", "prod", "xori"] if element[0] == "i" else ["sum", "sum", "max", "min"]
    )
    pair = ins_outs([maker.buffer(shape, element)], [maker.buffer(out_shape, element)])
    temp = ""
    if rng.random() < 0.1:
        temp = f" temp_buffer({listed([maker.buffer((rng.choice([64, 256]),), element)])})"
    maker.emit(f"hivm.hir.vreduce <{kind}> {pair}{temp}{unsigned} reduce_dims = {dims}")


def transfer(maker: Maker) -> None:
    """load, store, copy."""
    rng = maker.rng
    kind = rng.choice(["load", "store", "copy"])
    element = rng.choice(["f32", "f16", "i8", "i32", "i64", *(["i1"] if kind == "copy" else [])])
    shape = maker.shape()
    source, target = {"load": ("gm", "ub"), "store": ("ub", "gm"), "copy": ("ub", "ub")}[kind]
    pair = ins_outs([maker.buffer(shape, element, source)], [maker.buffer(shape, element, target)])
    tail = ""
    if maker.build == "a3" and rng.random() < 0.2:
        flag = rng.choice(["true", "false"])
        if kind == "load":
            tail = f" may_implicit_transpose_with_last_axis = {flag}"
        elif kind == "store":
            tail = f" {{may_implicit_transpose_with_last_axis = {flag}}}"
        elif len(shape) > 1:
            at = rng.randrange(len(shape) - 1)
            groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d] for d in range(at + 2, len(shape))]
            tail = f" collapse_reassociation = {groups}"
    maker.emit(f"hivm.hir.{kind} {pair}{tail}")


def cumulate(maker: Maker) -> None:
    """vcumsum and its kin."""
    rng = maker.rng
    names = ["vcumsum", "vcumprod"] + (["vcummax", "vcummin"] if maker.build == "a5" else [])
    name = rng.choice(names)
    element = rng.choice(["f32", "f16", "i32", "i16", "i64"])
    shape = maker.shape()
    pair = ins_outs([maker.buffer(shape, element)], [maker.buffer(shape, element)])
    maker.emit(f"hivm.hir.{name} {pair} cum_dims = [{rng.randrange(len(shape))}] reverse = false")


def concat(maker: Maker) -> None:
    """vconcat of two or three."""
    rng = maker.rng
    element = _floats(maker)
    shape = maker.shape()
    dim = rng.randrange(len(shape))
    parts = [rng.choice([1, 2, 3, 5, 8]) for _ in range(rng.choice([2, 2, 3]))]
    ins = [maker.buffer(tuple(p if d == dim else s for d, s in enumerate(shape)), element) for p in parts]
    out = maker.buffer(tuple(sum(parts) if d == dim else s for d, s in enumerate(shape)), element)
    maker.emit(f"hivm.hir.vconcat dim({dim}) {ins_outs(ins, [out])}")


def pad(maker: Maker) -> None:
    """vpad in some dimensions."""
    rng = maker.rng
    element = _floats(maker)
    shape = tuple(s or 4 for s in maker.shape())
    low = [rng.choice([0, 0, 0, 1]) for _ in shape]
    high = [rng.choice([0, 0, 0, 2]) for _ in shape]
    out = tuple(a + s + b for a, s, b in zip(low, shape, high, strict=True))
    value = maker.argument(element)
    pair = ins_outs([maker.buffer(shape, element)], [maker.buffer(out, element)])
    maker.emit(f"hivm.hir.vpad {pair} low{low} high{high} pad_value {value} : {element}")


def transpose(maker: Maker) -> None:
    """vtranspose of two dimensions (A5: of any)."""
    rng = maker.rng
    element = rng.choice(["f32", "f16", "i8", "i64", "i32", "i16"])
    shape = maker.shape(lowest=2)
    permutation = list(range(len(shape)))
    a, b = sorted(rng.sample(permutation, 2))
    permutation[a], permutation[b] = permutation[b], permutation[a]
    if maker.build == "a5" and rng.random() < 0.3:
        rng.shuffle(permutation)
    tail = ""
    if maker.build == "a3" and rng.random() < 0.1:
        shape, element, permutation = (64, rng.choice([3, 5])), "f32", [1, 0]
        tail = " disable_align = true"
    out = tuple(shape[p] for p in permutation)
    pair = ins_outs([maker.buffer(shape, element)], [maker.buffer(out, element)])
    temp = ""
    if rng.random() < 0.1:
        temp = f" temp_buffer({listed([maker.buffer(shape, element)])})"
    maker.emit(f"hivm.hir.vtranspose {pair}{temp} permutation = {permutation}{tail}")


def interleave(maker: Maker) -> None:
    """vinterleave and vdeinterleave, of strided sources too."""
    rng = maker.rng
    element = rng.choice(["f32", "f16", "i16", "i64"])
    shape = tuple(s or 4 for s in maker.shape(highest=3))
    double = (*shape[:-1], (shape[-1] or 1) * 2)
    if rng.random() < 0.4:
        ins = [maker.buffer(shape, element), maker.buffer(shape, element)]
        maker.emit(f"hivm.hir.vinterleave {ins_outs(ins, [maker.buffer(double, element)])} interleave_channel_nums = 2")
        return
    if rng.random() < 0.5:
        outs = [maker.buffer(shape, element), maker.buffer(shape, element)]
        maker.emit(f"hivm.hir.vdeinterleave {ins_outs([maker.buffer(double, element)], outs)}")
        return
    channels = rng.choice([2, 2, 3])
    strides: list[int | None] = [channels]
    for size in reversed(shape[1:]):
        strides.append((strides[-1] or 1) * size + rng.choice([0, 0, 4, 12]))
    source = Buffer(
        maker.argument(memref_type(shape, element, "ub", strides[::-1])), shape, element, "ub", tuple(strides[::-1])
    )
    pair = ins_outs([source], [maker.buffer(shape, element)])
    maker.emit(f"hivm.hir.vdeinterleave {pair} channel_num = {channels} index_mode = <CHANNEL_0>")


def compare(maker: Maker) -> None:
    """vcmp, vsel, vnot, vand and shifts."""
    rng = maker.rng
    shape = maker.shape()
    kind = rng.choice(["vcmp", "vcmp", "vsel", "vnot", "vand", "vshl", "vmod", "vmulext", "vxor"])
    if kind == "vcmp":
        element = rng.choice(["f32", "f16", "i32", "i16", "i64"])
        mode = rng.choice(["", " compare_mode = <eq>", " compare_mode = <ne>", " compare_mode = <lt>"])
        ins = [maker.buffer(shape, element), maker.buffer(shape, element)]
        maker.emit(f"hivm.hir.vcmp {ins_outs(ins, [maker.buffer(shape, 'i1')])}{mode}")
    elif kind == "vsel":
        element = _floats(maker)
        ins = [maker.buffer(shape, "i1"), maker.buffer(shape, element), maker.buffer(shape, element)]
        maker.emit(f"hivm.hir.vsel {ins_outs(ins, [maker.buffer(shape, element)])}")
    elif kind in ("vnot", "vand", "vxor"):
        element = rng.choice(["i16", "i1", "i32", "i8"])
        ins = [maker.buffer(shape, element) for _ in range(1 if kind == "vnot" else 2)]
        maker.emit(f"hivm.hir.{kind} {ins_outs(ins, [maker.buffer(shape, element)])}")
    elif kind == "vshl":
        element = rng.choice(["i32", "i16", "i64"])
        name = rng.choice(["vshl", "vshr"])
        source, out = maker.buffer(shape, element), maker.buffer(shape, element)
        if rng.random() < 0.3:
            maker.emit(f"hivm.hir.{name} {ins_outs([source, maker.buffer(shape, element)], [out])}")
            return
        amount = maker.argument(element)
        maker.emit(f"hivm.hir.{name} ins({source.name}, {amount} : {source.type}, {element}) outs({listed([out])})")
    else:
        element = rng.choice(["i32", "i16", "i64", "f32"] if kind == "vmod" else ["i32", "i16"])
        ins = [maker.buffer(shape, element), maker.buffer(shape, element)]
        maker.emit(f"hivm.hir.{kind} {ins_outs(ins, [maker.buffer(shape, element)])}")


def gather(maker: Maker) -> None:
    """vgather, vgathermask, vflip, varange, vsort, vmulextended."""
    rng = maker.rng
    kind = rng.choice(["vgather", "vflip", "varange", "vsort", "vmulextended", "vgathermask"])
    shape = maker.shape(highest=3)
    if kind == "vgather":
        element = _floats(maker)
        narrow = (*shape[:-1], rng.choice([3, 8]))
        ins, indices = maker.buffer(shape, element), maker.buffer(narrow, "i32")
        out = maker.buffer(narrow, element)
        maker.emit(f"hivm.hir.vgather ins({listed([ins])}) indices({listed([indices])}) outs({listed([out])})")
    elif kind == "vflip":
        element = _floats(maker)
        pair = ins_outs([maker.buffer(shape, element)], [maker.buffer(shape, element)])
        maker.emit(
            f"hivm.hir.vflip {pair} flip_axis = {rng.randrange(len(shape)) if rng.random() < 0.3 else len(shape) - 1}"
        )
    elif kind == "varange":
        start = maker.argument("index")
        out = maker.buffer(shape, rng.choice(["i32", "f32", "i16"]))
        maker.emit(f"hivm.hir.varange offset[{start}] strides[{', '.join([start] * len(shape))}] outs({listed([out])})")
    elif kind == "vsort":
        element = _floats(maker)
        outs = [maker.buffer(shape, element)]
        if rng.random() < 0.5:
            outs.append(maker.buffer(shape, "i32"))
        temp = f" temp_buffer({listed([maker.buffer(shape, element)])})" if rng.random() < 0.2 else ""
        pair = ins_outs([maker.buffer(shape, element)], outs)
        maker.emit(f"hivm.hir.vsort {pair} descending = false sort_axis = {len(shape) - 1}{temp}")
    elif kind == "vmulextended":
        two = [maker.buffer(shape, "i16"), maker.buffer(shape, "i16")]
        outs = [maker.buffer(shape, "i16"), maker.buffer(shape, "i16")]
        maker.emit(f"hivm.hir.vmulextended {ins_outs(two, outs)}")
    elif maker.build == "a3":
        element = _floats(maker)
        ins, mask, out = maker.buffer(shape, element), maker.buffer(shape, "i1"), maker.buffer(shape, element)
        maker.emit(f"hivm.hir.vgathermask ins({listed([ins])}) mask({listed([mask])}) outs({listed([out])})")


def stride_mark(maker: Maker) -> None:
    """A stride mark written by hand."""
    rng = maker.rng
    if not maker.pool:
        return
    buffer = rng.choice(maker.pool)
    if not buffer.shape:
        return
    dims = sorted(rng.sample(range(len(buffer.shape)), rng.choice([1, 1, min(2, len(buffer.shape))])))
    sizes = [rng.choice([32, 32, 64, 16]) for _ in dims]
    maker.emit(
        f"annotation.mark {buffer.name} {{hivm.stride_align_dims = array<i32: {', '.join(map(str, dims))}>, "
        f"hivm.stride_align_value_in_byte = array<i32: {', '.join(map(str, sizes))}>}} : {buffer.type}"
    )


OPERATIONS: tuple[tuple[Callable[[Maker], None], int], ...] = (
    (elementwise, 8),
    (transfer, 5),
    (broadcast, 3),
    (reduce, 4),
    (cast, 3),
    (cumulate, 1),
    (concat, 1),
    (pad, 1),
    (transpose, 2),
    (interleave, 2),
    (compare, 2),
    (gather, 2),
)


def size_of(buffer: Buffer) -> int:
    """Number of elements of a static shape."""
    return prod(n or 1 for n in buffer.shape)
