"""Random programs for hivm-enable-stride-align: marks on allocations, views, loops, branches and operands."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import DialectAttr, StridedLayoutAttr
from hivm_passes.ir.memref import collapse_type, expand_type, strides_and_offset, subview_type
from hivm_passes.ir.types import (
    BF16,
    DYNAMIC,
    F16,
    F32,
    I1,
    I8,
    I16,
    I32,
    I64,
    FloatType,
    IntegerType,
    MemRefType,
    Type,
    bit_width,
)
from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FLAG = "--hivm-enable-stride-align"
REG_BASED = "--hacc-append-device-spec=target=Ascend950PR_9589"
UNREGISTERED = "--allow-unregistered-dialect"

MODES = {
    "enable-stride-align a3": ("a3", ()),
    "enable-stride-align a5": ("a5", ()),
    "enable-stride-align a5 reg-based": ("a5", (REG_BASED,)),
}

_ELEMENTS: tuple[Type, ...] = (F32, F32, F32, F16, F16, BF16, I8, I16, I32, I32, I64, I1)
_SIZES = (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 24, 32)
_UB = DialectAttr("hivm", "address_space", "ub")
_GM = DialectAttr("hivm", "address_space", "gm")
_L1 = DialectAttr("hivm", "address_space", "cbuf")
_UNARY = ("vexp", "vln", "vabs", "vrec", "vrelu", "vrsqrt", "vsqrt", "vnot")
_BINARY = ("vadd", "vsub", "vmul", "vmax", "vmin", "vdiv", "vand", "vor", "vxor")
_INTEGER_OPS = ("vand", "vor", "vxor", "vnot")
_FLOAT_OPS = ("vexp", "vln", "vrec", "vrsqrt", "vsqrt", "vdiv")


@dataclass
class Value:
    """A memref by its name."""

    name: str
    type: MemRefType

    @property
    def typed(self) -> str:
        return f"{self.name} : {self.type}"


@dataclass
class Program:
    """A program under construction."""

    rng: random.Random
    build: str
    lines: list[str] = field(default_factory=list)
    scopes: list[list[Value]] = field(default_factory=list)
    depth: int = 1
    count: int = 0
    wild: bool = False
    mark_rate: float = 0.4
    functions: list[str] = field(default_factory=list)

    def fresh(self, stem: str = "v") -> str:
        self.count += 1
        return f"%{stem}{self.count}"

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    def values(self, accept: Callable[[Value], bool] = lambda v: True) -> list[Value]:
        return [v for scope in self.scopes for v in scope if accept(v)]

    def pick(self, accept: Callable[[Value], bool] = lambda v: True) -> Value | None:
        found = self.values(accept)
        if not found:
            return None
        # Recent values are more interesting.
        return found[-1 - min(int(self.rng.expovariate(0.35)), len(found) - 1)]

    def add(self, name: str, type: MemRefType) -> Value:
        value = Value(name, type)
        self.scopes[-1].append(value)
        if self.rng.random() < self.mark_rate * 0.5:
            self.mark(value)
        return value

    # --- types ------------------------------------------------------------------------------------------------------

    def shape(self, rank: int | None = None) -> tuple[int, ...]:
        rng = self.rng
        rank = rank or rng.choice((1, 2, 2, 2, 3, 3, 4))
        return tuple(rng.choice(_SIZES) for _ in range(rank))

    def space(self) -> DialectAttr | None:
        if self.wild and self.rng.random() < 0.1:
            return self.rng.choice((_L1, _GM, None))
        return _UB

    # --- allocations --------------------------------------------------------------------------------------------------

    def alloc(self, type: MemRefType | None = None) -> Value:
        rng = self.rng
        if type is None:
            shape = self.shape()
            if rng.random() < 0.15:
                shape = tuple(DYNAMIC if rng.random() < 0.4 else s for s in shape)
            type = MemRefType(shape, rng.choice(_ELEMENTS), None, self.space())
            if rng.random() < 0.04 and DYNAMIC not in shape:
                step, strides = 1, []
                for size in reversed(shape):
                    strides.insert(0, step)
                    step *= size + rng.choice((0, 0, 1, 2))
                if rng.random() < 0.3:
                    strides = [s * 2 for s in strides]
                type = MemRefType(shape, type.element, StridedLayoutAttr(tuple(strides), 0), type.space)
        sizes = ", ".join(rng.choice(("%n", "%n", "%m", "%c6", "%c4")) for s in type.shape if s == DYNAMIC)
        kind = "alloca" if rng.random() < 0.05 else "alloc"
        attributes = " {alignment = 64 : i64}" if rng.random() < 0.05 else ""
        name = self.fresh("a")
        self.emit(f"{name} = memref.{kind}({sizes}){attributes} : {type}")
        return self.add(name, type)

    def like(self, value: Value) -> Value:
        """A buffer of the same shape: an existing one or a new one."""
        rng = self.rng
        if rng.random() < 0.5:
            same = self.values(
                lambda v: (
                    v.type.shape == value.type.shape
                    and v.type.element is value.type.element
                    and v.type.space is value.type.space
                )
            )
            if same:
                return rng.choice(same)
        return self.alloc(MemRefType(value.type.shape, value.type.element, None, value.type.space))

    # --- marks --------------------------------------------------------------------------------------------------------

    def mark(self, value: Value | None = None) -> None:
        rng = self.rng
        value = value or self.pick()
        if value is None:
            return
        rank = max(value.type.rank, 1)
        dims = sorted(rng.sample(range(rank), rng.randint(1, min(rank, 2))))
        if rng.random() < 0.1:
            rng.shuffle(dims)
        if rng.random() < 0.03:
            dims.append(rng.choice(dims))
        width = (bit_width(value.type.element) or 8) // 8 or 1
        sizes = [rng.choice((32, 32, 32, 32, 64, 96, 16, 8, width, 2 * width)) for _ in dims]
        if self.wild and rng.random() < 0.04:
            match rng.randrange(5):
                case 0 if len(sizes) > 1:
                    sizes = sizes[:-1]
                case 1:
                    dims[0] = rng.choice((-1, rank))
                case 2:
                    sizes[0] = rng.choice((0, -32, 6))
                case 3:
                    dims, sizes = [], []
                case _:
                    dims = dims[:-1]
        entries = [
            f"hivm.stride_align_dims = {_array(dims)}",
            f"hivm.stride_align_value_in_byte = {_array(sizes)}",
        ]
        if self.wild and rng.random() < 0.02:
            del entries[rng.randrange(2)]
        if rng.random() < 0.08:
            entries.append(rng.choice(("hivm.multi_buffer = 2 : i32", "note", 'other = "x"')))
        self.emit(f"annotation.mark {value.name} {{{', '.join(entries)}}} : {value.type}")

    def other_mark(self) -> None:
        value = self.pick(lambda v: v.type.space is _UB)
        if value is not None:
            size = self.rng.choice((512, 1024, 96))
            kind = self.rng.choice((f"buffer_size_in_byte = {size} : i64", "hivm.multi_buffer = 2 : i32"))
            if value.name[1] not in "ask":
                # The driver moves sizes to allocations in branches, where nobody sees them, in every pass.
                kind = "hivm.multi_buffer = 2 : i32"
            self.emit(f"annotation.mark {value.name} {{{kind}}} : {value.type}")

    # --- views --------------------------------------------------------------------------------------------------------

    def subview(self) -> None:
        rng = self.rng
        source = self.pick()
        if source is None or not source.type.rank or strides_and_offset(source.type) is None:
            return
        offsets, sizes, steps, texts = [], [], [], ([], [], [])
        for size in source.type.shape:
            limit = 4 if size == DYNAMIC else size
            if rng.random() < 0.1:
                offset, offset_text = DYNAMIC, "%n"
            else:
                offset = 0 if rng.random() < 0.6 else rng.randrange(limit)
                offset_text = str(offset)
            rest = limit - (offset if offset != DYNAMIC else 0)
            if rng.random() < 0.1:
                length, length_text = DYNAMIC, rng.choice(("%n", "%m"))
            else:
                length = rest if rng.random() < 0.5 else rng.choice((1, rng.randint(1, rest)))
                length_text = str(length)
            step = 2 if rng.random() < 0.06 and length != DYNAMIC and length * 2 <= rest else 1
            offsets.append(offset)
            sizes.append(length)
            steps.append(step)
            for texts_of, text in zip(texts, (offset_text, length_text, str(step)), strict=True):
                texts_of.append(text)
        type = subview_type(source.type, offsets, sizes, steps)
        if type is None:
            return
        unit = [d for d, s in enumerate(sizes) if s == 1]
        if unit and rng.random() < 0.4 and len(sizes) > 1:
            dropped = set(rng.sample(unit, rng.randint(1, min(len(unit), len(sizes) - 1))))
            form = strides_and_offset(type)
            assert form is not None
            kept = [d for d in range(len(sizes)) if d not in dropped]
            layout = StridedLayoutAttr(tuple(form.strides[d] for d in kept), form.offset)
            type = MemRefType(tuple(sizes[d] for d in kept), type.element, layout, type.space)
        name = self.fresh("s")
        lists = "".join(f"[{', '.join(t)}] " for t in texts)
        tag = " {tag}" if rng.random() < 0.03 else ""
        self.emit(f"{name} = memref.subview {source.name}{lists}{tag}: {source.type} to {type}")
        self.add(name, type)

    def collapse(self) -> None:
        rng = self.rng
        source = self.pick(lambda v: v.type.rank > 1)
        if source is None:
            return
        groups = _groups(rng, source.type.rank)
        type = collapse_type(source.type, groups)
        if type is not None:
            name = self.fresh("k")
            self.emit(f"{name} = memref.collapse_shape {source.name} {groups} : {source.type} into {type}")
            self.add(name, type)

    def expand(self) -> None:
        rng = self.rng
        source = self.pick(lambda v: 0 < v.type.rank < 4)
        if source is None:
            return
        shape: list[int] = []
        groups: list[list[int]] = []
        texts: list[str] = []
        for size in source.type.shape:
            parts = [size]
            if rng.random() < 0.6:
                if size == DYNAMIC:
                    parts = rng.choice(([DYNAMIC, 2], [2, DYNAMIC], [1, DYNAMIC], [DYNAMIC, 1]))
                else:
                    divisor = rng.choice([d for d in range(1, size + 1) if size % d == 0])
                    parts = rng.choice(([divisor, size // divisor], [1, size], [size, 1]))
            groups.append(list(range(len(shape), len(shape) + len(parts))))
            shape += parts
            texts += ["%h" if p == DYNAMIC else str(p) for p in parts]
        type = expand_type(source.type, groups, shape)
        if type is None:
            return
        name = self.fresh("e")
        output = f" output_shape [{', '.join(texts)}]"
        self.emit(f"{name} = memref.expand_shape {source.name} {groups}{output} : {source.type} into {type}")
        self.add(name, type)

    def reshape(self) -> None:
        rng = self.rng
        source = self.pick(lambda v: v.type.rank > 0 and v.type.layout is None and DYNAMIC not in v.type.shape)
        if source is None:
            return
        groups = _groups(rng, source.type.rank)
        shape = tuple(prod(source.type.shape[d] for d in g) for g in groups)
        if rng.random() < 0.4:
            shape = tuple(p for s in source.type.shape for p in ((s // 2, 2) if s % 2 == 0 else (s,)))
        if len(shape) > 4:
            return
        type = MemRefType(shape, source.type.element, None, source.type.space)
        name = self.fresh("r")
        holder = f"%sh{len(shape)}"
        types = f"({source.type}, memref<{len(shape)}xi64>) -> {type}"
        self.emit(f"{name} = memref.reshape {source.name}({holder}) : {types}")
        self.add(name, type)

    def cast(self) -> None:
        rng = self.rng
        source = self.pick(lambda v: v.type.rank > 0)
        if source is None:
            return
        form = strides_and_offset(source.type)
        if form is None:
            return
        name = self.fresh("c")
        match rng.randrange(4):
            case 0:
                layout = StridedLayoutAttr((DYNAMIC,) * source.type.rank, DYNAMIC)
                type = MemRefType(source.type.shape, source.type.element, layout, source.type.space)
            case 1:
                shape = tuple(DYNAMIC if rng.random() < 0.5 else s for s in source.type.shape)
                layout = StridedLayoutAttr((DYNAMIC,) * (source.type.rank - 1) + (form.strides[-1],), form.offset)
                type = MemRefType(shape, source.type.element, layout, source.type.space)
            case 2:
                shape = (DYNAMIC, *source.type.shape[1:])
                type = MemRefType(shape, source.type.element, source.type.layout, source.type.space)
            case _:
                if rng.random() < 0.7:
                    return
                space = f", {source.type.space}" if source.type.space is not None else ""
                target = f"memref<*x{source.type.element}{space}>"
                self.emit(f"{name} = memref.cast {source.name} : {source.type} to {target}")
                self.emit(f'"test.use"({name}) : ({target}) -> ()')
                return
        self.emit(f"{name} = memref.cast {source.name} : {source.type} to {type}")
        self.add(name, type)

    def bitcast(self) -> None:
        source = self.pick(lambda v: v.type.element in (F32, I32, F16, I16))
        if source is None:
            return
        other = {F32: I32, I32: F32, F16: I16, I16: F16}[source.type.element]
        type = MemRefType(source.type.shape, other, source.type.layout, source.type.space)
        name = self.fresh("b")
        self.emit(f"{name} = hivm.hir.bitcast {source.name} : {source.type} -> {type}")
        self.add(name, type)

    def other_view(self) -> None:
        """Views that cannot follow a new type."""
        rng = self.rng
        source = self.pick(lambda v: v.type.rank > 0 and DYNAMIC not in v.type.shape)
        if source is None:
            return
        name = self.fresh("o")
        shape = source.type.shape
        match rng.randrange(3):
            case 0:
                strides = [prod(shape[i + 1 :]) for i in range(len(shape))]
                type = MemRefType(
                    shape, source.type.element, StridedLayoutAttr(tuple(strides), DYNAMIC), source.type.space
                )
                sizes = f"offset: [%n], sizes: {list(shape)}, strides: {strides}"
                self.emit(f"{name} = memref.reinterpret_cast {source.name} to {sizes} : {source.type} to {type}")
            case 1:
                raw = self.alloc(MemRefType((4096,), I8, None, source.type.space))
                type = MemRefType(shape, source.type.element, None, source.type.space)
                if type.element is I1:
                    return
                self.emit(f"{name} = memref.view {raw.name}[%c0][] : {raw.type} to {type}")
            case _:
                other = self.pick(lambda v: v.type is source.type)
                if other is None:
                    return
                type = source.type
                self.emit(f"{name} = arith.select %b, {source.name}, {other.name} : {type}")
        self.add(name, type)

    # --- operations ---------------------------------------------------------------------------------------------------

    def vector(self) -> None:
        rng = self.rng
        source = self.pick(lambda v: v.type.space is _UB and v.type.rank > 0)
        if source is None:
            return
        if rng.random() < 0.4:
            name = self._unary_for(source.type.element)
            target = self.like(source)
            if name:
                self._plain(name, [source], [target])
            return
        name = self._binary_for(source.type.element)
        other = self.like(source)
        target = self.like(source)
        if not name:
            return
        if rng.random() < 0.1 and name in ("vadd", "vmul", "vmax", "vmin"):
            self.emit(
                f"hivm.hir.{name} ins({source.name}, %{_scalar(source.type.element)} : {source.type}, "
                f"{source.type.element}) outs({target.typed})"
            )
            return
        self._plain(name, [source, other], [target])

    def broadcasting(self) -> None:
        """An elementwise operation with inline broadcast."""
        rng = self.rng
        target = self.pick(lambda v: v.type.space is _UB and v.type.rank > 0 and DYNAMIC not in v.type.shape)
        if target is None:
            return
        name = self._binary_for(target.type.element)
        if not name or name == "vxor":
            return
        dims = sorted(rng.sample(range(target.type.rank), 1))
        if rng.random() < 0.6:
            dims = [target.type.rank - 1]
        shape = tuple(1 if d in dims else s for d, s in enumerate(target.type.shape))
        small = self.alloc(MemRefType(shape, target.type.element, None, _UB))
        other = self.like(target) if rng.random() < 0.6 else small
        self._plain(name, [small, other] if rng.random() < 0.5 else [other, small], [target], f" broadcast = {dims}")

    def _plain(self, name: str, sources: list[Value], targets: list[Value], tail: str = "") -> None:
        ins = f"{', '.join(v.name for v in sources)} : {', '.join(str(v.type) for v in sources)}"
        outs = f"{', '.join(v.name for v in targets)} : {', '.join(str(v.type) for v in targets)}"
        if self.rng.random() < 0.04 and name in _BINARY and not tail:
            temp = self.alloc(MemRefType((64,), targets[0].type.element, None, _UB))
            tail = f" temp_buffer({temp.typed})"
        self.emit(f"hivm.hir.{name} ins({ins}) outs({outs}){tail}")

    def _unary_for(self, element: Type) -> str:
        names = [n for n in _UNARY if _fits(n, element)]
        return self.rng.choice(names) if names else ""

    def _binary_for(self, element: Type) -> str:
        names = [n for n in _BINARY if _fits(n, element)]
        return self.rng.choice(names) if names else ""

    def broadcast(self) -> None:
        rng = self.rng
        target = self.pick(lambda v: v.type.space is _UB and v.type.rank > 0 and DYNAMIC not in v.type.shape)
        if target is None or target.type.element is I1:
            return
        if rng.random() < 0.15:
            self.emit(
                f"hivm.hir.vbrc ins(%{_scalar(target.type.element)} : {target.type.element}) outs({target.typed})"
            )
            return
        rank = target.type.rank
        dims = [rank - 1] if rng.random() < 0.6 else sorted(rng.sample(range(rank), rng.randint(1, rank)))
        shape = tuple(1 if d in dims else s for d, s in enumerate(target.type.shape))
        source = self.alloc(MemRefType(shape, target.type.element, None, _UB))
        self.emit(f"hivm.hir.vbrc ins({source.typed}) outs({target.typed}) broadcast_dims = {dims}")

    def reduce(self) -> None:
        rng = self.rng
        source = self.pick(lambda v: v.type.space is _UB and v.type.rank > 0 and DYNAMIC not in v.type.shape)
        if source is None or source.type.element not in (F16, F32, I32, I16, I64):
            return
        rank = source.type.rank
        dims = [rank - 1] if rng.random() < 0.6 else sorted(rng.sample(range(rank), 1))
        shape = tuple(1 if d in dims else s for d, s in enumerate(source.type.shape))
        target = self.alloc(MemRefType(shape, source.type.element, None, _UB))
        kind = rng.choice(("sum", "sum", "max", "min", "prod"))
        tail, outs = "", target.typed
        if rng.random() < 0.25:
            kind = "max_with_index_left" if self.build == "a3" else "max_with_index"
            if rng.random() < 0.5 and self.build == "a3":
                kind = "min_with_index_right"
            index = self.alloc(MemRefType(shape, I32, None, _UB))
            outs = f"{target.name}, {index.name} : {target.type}, {index.type}"
            tail = " unsigned_src = false tie_break_left = true" if self.build == "a5" else ""
        elif self.build == "a5":
            tail = " unsigned_src = false"
        self.emit(f"hivm.hir.vreduce <{kind}> ins({source.typed}) outs({outs}){tail} reduce_dims = {dims}")

    def moved(self) -> None:
        """Operations that move data: copy, load, store, transpose, interleave, concat, cumulative sums."""
        rng = self.rng
        source = self.pick(lambda v: v.type.rank > 0)
        if source is None:
            return
        kind = rng.choice(("copy", "copy", "load", "store", "vtranspose", "vinterleave", "vdeinterleave", "vcumsum"))
        if kind == "copy":
            self.emit(f"hivm.hir.copy ins({source.typed}) outs({self.like(source).typed})")
        elif kind in ("load", "store"):
            outer = MemRefType(source.type.shape, source.type.element, None, _GM)
            name = self.fresh("g")
            self.emit(f'{name} = "test.gm"() : () -> {outer}')
            ends = (f"{name} : {outer}", source.typed)
            first, second = ends if kind == "load" else ends[::-1]
            self.emit(f"hivm.hir.{kind} ins({first}) outs({second})")
        elif source.type.space is not _UB:
            return
        elif kind == "vtranspose":
            if source.type.rank != 2:
                return
            shape = (source.type.shape[1], source.type.shape[0])
            target = self.alloc(MemRefType(shape, source.type.element, None, _UB))
            self.emit(f"hivm.hir.vtranspose ins({source.typed}) outs({target.typed}) permutation = [1, 0]")
        elif kind == "vinterleave":
            if source.type.shape[-1] == DYNAMIC:
                return
            shape = (*source.type.shape[:-1], 2 * source.type.shape[-1])
            target = self.alloc(MemRefType(shape, source.type.element, None, _UB))
            self._plain("vinterleave", [source, self.like(source)], [target], " interleave_channel_nums = 2")
        elif kind == "vdeinterleave":
            if source.type.shape[-1] == DYNAMIC or source.type.shape[-1] % 2:
                return
            shape = (*source.type.shape[:-1], source.type.shape[-1] // 2)
            targets = [self.alloc(MemRefType(shape, source.type.element, None, _UB)) for _ in range(2)]
            self._plain("vdeinterleave", [source], targets, " channel_num = 2 index_mode = <ALL_CHANNELS>")
        else:
            axis = rng.randrange(source.type.rank)
            target = self.like(source)
            reverse = " reverse = false" if self.build == "a5" else ""
            self._plain("vcumsum", [source], [target], f" cum_dims = [{axis}]{reverse}")

    def use(self) -> None:
        values = [v for v in (self.pick(), self.pick()) if v is not None]
        if values:
            self.emit(
                f'"test.use"({", ".join(v.name for v in values)}) : ({", ".join(str(v.type) for v in values)}) -> ()'
            )

    def scalar_access(self) -> None:
        value = self.pick(lambda v: v.type.rank > 0)
        if value is None:
            return
        index = ", ".join(["%c0"] * value.type.rank)
        match self.rng.randrange(3):
            case 0:
                name = self.fresh("x")
                self.emit(f"{name} = memref.load {value.name}[{index}] : {value.type}")
                self.emit(f"memref.store {name}, {value.name}[{index}] : {value.type}")
            case 1:
                name = self.fresh("d")
                self.emit(f"{name} = memref.dim {value.name}, %c0 : {value.type}")
                self.emit(f'"test.use"({name}) : (index) -> ()')
            case _:
                other = self.like(value)
                self.emit(f"memref.copy {value.name}, {other.name} : {value.type} to {other.type}")

    # --- control flow -------------------------------------------------------------------------------------------------

    def loop(self) -> None:
        rng = self.rng
        inits = [v for v in (self.pick() for _ in range(rng.choice((0, 1, 1, 1, 2)))) if v is not None]
        name, index = self.fresh("l"), self.fresh("i")
        arguments = [self.fresh("x") for _ in inits]
        header = f"scf.for {index} = %c0 to %n step %c1"
        if inits:
            pairs = ", ".join(f"{a} = {v.name}" for a, v in zip(arguments, inits, strict=True))
            types = ", ".join(str(v.type) for v in inits)
            results = f"{name}:{len(inits)}" if len(inits) > 1 else name
            header = f"{results} = {header} iter_args({pairs}) -> ({types})"
        self.emit(header + " {")
        self._nested([Value(a, v.type) for a, v in zip(arguments, inits, strict=True)])
        if inits:
            yielded = [self._yieldable(v.type, Value(a, v.type)) for a, v in zip(arguments, inits, strict=True)]
            self.emit(f"  scf.yield {', '.join(v.name for v in yielded)} : {', '.join(str(v.type) for v in yielded)}")
        self.scopes.pop()
        self.emit("}")
        for position, init in enumerate(inits):
            self.add(f"{name}#{position}" if len(inits) > 1 else name, init.type)

    def _yieldable(self, type: MemRefType, default: Value) -> Value:
        if self.rng.random() < 0.65:
            return default
        same = self.values(lambda v: v.type is type)
        return self.rng.choice(same) if same else default

    def _nested(self, arguments: list[Value]) -> None:
        self.scopes.append(list(arguments))
        self.depth += 1
        for argument in arguments:
            if self.rng.random() < self.mark_rate * 0.3:
                self.mark(argument)
        self.statements(self.rng.randint(1, 4))
        self.depth -= 1

    def branch(self) -> None:
        rng = self.rng
        like = self.pick() if rng.random() < 0.7 else None
        name = self.fresh("f")
        self.emit(f"{name} = scf.if %b -> ({like.type}) {{" if like else "scf.if %b {")
        for arm in range(2 if like or rng.random() < 0.4 else 1):
            if arm:
                self.emit("} else {")
            self._nested([])
            if like:
                self.depth += 1
                value = self._yieldable(like.type, like)
                if rng.random() < 0.5 and like.type.layout is None:
                    value = self.alloc(like.type)
                self.emit(f"scf.yield {value.typed}")
                self.depth -= 1
            self.scopes.pop()
        self.emit("}")
        if like:
            self.add(name, like.type)

    def call(self) -> None:
        value = self.pick()
        if value is None or len(self.functions) > 2:
            return
        name = f"callee{len(self.functions)}"
        inner = self.rng.choice(
            (
                f'"test.use"(%arg0) : ({value.type}) -> ()',
                f'"test.use"(%arg0, %arg0) : ({value.type}, {value.type}) -> ()',
            )
        )
        host = " attributes {hacc.function_kind = #hacc.function_kind<HOST>}" if self.rng.random() < 0.2 else ""
        self.functions.append(f"func.func @{name}(%arg0: {value.type}){host} {{\n  {inner}\n  return\n}}")
        self.emit(f"func.call @{name}({value.name}) : ({value.type}) -> ()")

    def statements(self, count: int) -> None:
        rng = self.rng
        for _ in range(count):
            if rng.random() < self.mark_rate:
                self.mark()
            kinds: list[tuple[Callable[[], object], int]] = [
                (self.alloc, 5),
                (self.subview, 5),
                (self.collapse, 2),
                (self.expand, 2),
                (self.reshape, 1),
                (self.cast, 1),
                (self.bitcast, 1),
                (self.other_view, 1),
                (self.vector, 6),
                (self.broadcasting, 3),
                (self.broadcast, 2),
                (self.reduce, 2),
                (self.moved, 3),
                (self.use, 3),
                (self.scalar_access, 1),
                (self.other_mark, 1),
                (self.call, 1 if self.wild else 0),
                (self.loop, 2 if self.depth < 4 else 0),
                (self.branch, 2 if self.depth < 4 else 0),
            ]
            rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]()


def _array(values: list[int]) -> str:
    return f"array<i32: {', '.join(map(str, values))}>" if values else "array<i32>"


def _groups(rng: random.Random, rank: int) -> list[list[int]]:
    groups: list[list[int]] = [[0]]
    for d in range(1, rank):
        if rng.random() < 0.5:
            groups[-1].append(d)
        else:
            groups.append([d])
    return groups


def _scalar(element: Type) -> str:
    return f"s_{element}"


def _fits(name: str, element: Type) -> bool:
    if element is I1 or element is BF16:
        return False
    if name in _INTEGER_OPS:
        return isinstance(element, IntegerType) and element in (I16, I8)
    if name in _FLOAT_OPS:
        return isinstance(element, FloatType)
    if name == "vrelu":
        return element in (F16, F32, I32)
    if name == "vabs":
        return element in (F16, F32)
    return element in (F16, F32, I16, I32, I64) and (name not in ("vdiv",) or isinstance(element, FloatType))


def program_text(seed: int, build: str) -> str:
    """The module of a seed for one build."""
    rng = random.Random(f"enable-stride-align {seed} {build}")
    program = Program(rng, build, scopes=[[]], wild=rng.random() < 0.3, mark_rate=rng.choice((0.15, 0.3, 0.5)))
    arguments = [Value("%u", MemRefType((4, 6), F32, None, _UB)), Value("%w", MemRefType((8,), F16, None, _UB))]
    if rng.random() < 0.3:
        program.scopes[0] += arguments
    for name, number in (("c0", 0), ("c1", 1), ("c4", 4), ("c6", 6)):
        program.emit(f"%{name} = arith.constant {number} : index")
    for _ in range(rng.randint(1, 3)):
        program.alloc()
    program.statements(rng.choice((2, 4, 6, 10, 16)))
    program.use()
    scalars = ", ".join(f"%{_scalar(e)}: {e}" for e in dict.fromkeys(_ELEMENTS))
    holders = ", ".join(f"%sh{rank}: memref<{rank}xi64>" for rank in range(1, 5))
    signature = ", ".join(f"{v.name}: {v.type}" for v in arguments)
    head = f"func.func @k(%n: index, %m: index, %h: index, %b: i1, {signature}, {scalars}, {holders})"
    functions = [f"{head} {{\n" + "\n".join(program.lines) + "\n  return\n}", *program.functions]
    if rng.random() < 0.1:
        rng.shuffle(functions)
    return "\n".join(functions) + "\n"


def cases(seed: int) -> Iterator[Case]:
    """The program of a seed, once per mode."""
    for group, (build, flags) in MODES.items():
        text = program_text(seed, build)
        yield Case(group, f"random {seed}", build, (*flags, FLAG, UNREGISTERED), text, 10)  # pyright: ignore[reportArgumentType]
