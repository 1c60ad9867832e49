"""Random programs for ``hivm-flatten-ops``: every class of operations, layouts that join and layouts that do not."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Final

from hivm_passes.dialects.registry import registry
from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.conformance.compiler import Build

FLAG: Final = "--hivm-flatten-ops"
REG_BASED: Final = "--hacc-append-device-spec=target=Ascend950PR_9589"
Size = int | str
"""A number or ``?``."""

_DTYPES: Final = {"vcmp": "i1", "visinf": "i1", "visnan": "i1"}
"""Element types of destinations that differ from those of the inputs."""


def cases(seed: int) -> Iterator[Case]:
    """One random program, in every mode that knows it."""
    rng = random.Random(f"hivm-flatten-ops {seed}")
    build: Build = rng.choice(("a3", "a5"))
    text = _Program(rng, build).text()
    if build == "a3":
        yield Case("flatten-ops a3", f"seed {seed}", "a3", (FLAG,), text)
    elif rng.random() < 0.5:
        yield Case("flatten-ops a5", f"seed {seed}", "a5", (FLAG,), text)
    else:
        yield Case("flatten-ops a5 reg-based", f"seed {seed}", "a5", (REG_BASED, FLAG), text)
    roll = rng.random()
    if roll < 0.1:
        yield Case(f"flatten-ops {build} twice", f"seed {seed}", build, (FLAG, FLAG), text)
    elif roll < 0.3:
        yield Case(f"flatten-ops {build} edits", f"seed {seed}", build, (FLAG,), text, kind="edit")


def _elements(build: Build, name: str) -> list[str]:
    info = registry(build).get(f"hivm.hir.{name}")
    assert info is not None
    for entry in info.traits.get("elem_types") or ():
        if 0 in entry["operands"] or name == "vsel":
            known = [t for t in entry["types"] if t in ("f16", "f32", "i8", "i16", "i32", "i64", "bf16")]
            if known:
                return known
    return ["f32"]


@cache
def elementwise_names(build: Build) -> list[str]:
    """All element-wise operations of a build."""
    facts = registry(build)
    names = [name for name in facts.names() if (info := facts.get(name)) is not None and info.elementwise]
    return [name.removeprefix("hivm.hir.") for name in names]


class _Program:
    def __init__(self, rng: random.Random, build: Build) -> None:
        self.rng = rng
        self.build: Build = build
        self.arguments: list[str] = []
        self.lines: list[str] = []
        self.indent = 1
        self.values = 0
        self.wild = rng.random() < 0.06
        self.reused: list[tuple[str, str]] = []

    def text(self) -> str:
        functions: list[str] = []
        for number in range(self.rng.choice((1, 1, 1, 2))):
            self.arguments, self.lines, self.reused = [], [], []
            for _ in range(1 if self.wild else self.rng.randint(1, 6)):
                self.operation()
            head = ", ".join(["%n: index", "%p: i1", *self.arguments])
            kind = self.rng.choice(
                ("", "", "", "", "", "", " attributes {hacc.function_kind = #hacc.function_kind<HOST>}")
            )
            if self.rng.random() < 0.3:
                kind = " attributes {hacc.function_kind = #hacc.function_kind<DEVICE>}"
            functions.append(f"func.func @f{number}({head}){kind} {{\n" + "\n".join(self.lines) + "\n  return\n}\n")
        return "".join(functions)

    # --- pieces -----------------------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def name(self) -> str:
        self.values += 1
        return f"%v{self.values}"

    def size(self) -> Size:
        roll = self.rng.random()
        return 1 if roll < 0.33 else "?" if roll < 0.45 else 0 if roll < 0.455 else self.rng.choice((2, 3, 4, 5, 8, 16))

    def shape(self, low: int = 1, high: int = 6) -> list[Size]:
        return [self.size() for _ in range(self.rng.randint(low, high))]

    def layout(self, shape: Sequence[Size]) -> str:
        rng = self.rng
        if rng.random() < 0.5:
            return ""
        stride: Size = 1 if rng.random() < 0.9 else 2
        strides: list[Size] = []
        odd = rng.random() < 0.3
        for size in reversed(shape):
            strides.append(rng.choice((1, 3, 7, 64, 999)) if size == 1 and odd else stride)
            roll = rng.random()
            if roll < 0.06:
                stride = "?"
            elif stride == "?" or size == "?":
                stride = "?" if roll < 0.8 else rng.choice((6, 32, 64))
            else:
                stride = int(stride) * max(int(size), 1)
                stride = stride * 2 if roll < 0.15 else -(-stride // 16) * 16 if roll < 0.25 else stride
        strides.reverse()
        offset = rng.choice((0, 0, 0, 5, "?"))
        if rng.random() < 0.06 and "?" not in strides and offset != "?":
            dims = [f"d{i}" for i in range(len(shape))]
            terms = " + ".join(f"{d} * {s}" for d, s in zip(dims, strides, strict=True))
            return f", affine_map<({', '.join(dims)}) -> ({terms} + {offset})>"
        shown = "" if offset == 0 else f", offset: {offset}"
        return f", strided<[{', '.join(map(str, strides))}]{shown}>"

    def memref(self, shape: Sequence[Size], element: str, space: str = "", layout: str | None = None) -> str:
        shown = "".join(f"{size}x" for size in shape)
        where = f", #hivm.address_space<{space}>" if space else ""
        return f"memref<{shown}{element}{self.layout(shape) if layout is None else layout}{where}>"

    def operand(self, type: str) -> str:
        """A value of the type: an argument, used before or not; a cast or an expansion."""
        rng = self.rng
        same = [name for name, known in self.reused if known == type]
        if same and rng.random() < 0.5:
            return rng.choice(same)
        name = self.name()
        roll = rng.random()
        if roll < 0.06 and "strided" not in type and "affine" not in type and "x" in type:
            inner = type[len("memref<") : -1].split(", ", 1)
            sizes = inner[0].split("x")
            if len(sizes) > 1 and sizes[0] not in ("?", "0"):
                loose = "x".join(["?", *sizes[1:]])
                cast = f"memref<{', '.join([loose, *inner[1:]])}>"
                self.line(f"{name} = memref.cast {self.argument(type)} : {type} to {cast}")
                self.cast = cast
                self.reused.append((name, cast))
                return f"{name}\0{cast}"
        if roll < 0.2 and "?" not in type and "strided" not in type and "affine" not in type:
            self.line(f"{name} = memref.alloc() : {type}")
            self.reused.append((name, type))
            return name
        self.reused.append((name, type))
        self.arguments.append(f"{name}: {type}")
        return name

    def argument(self, type: str) -> str:
        name = self.name()
        self.arguments.append(f"{name}: {type}")
        return name

    def group(self, types: Sequence[str]) -> str:
        """``%a, %b : type, type``."""
        names: list[str] = []
        shown: list[str] = []
        for type in types:
            name, _, other = self.operand(type).partition("\0")
            names.append(name)
            shown.append(other or type)
        return f"{', '.join(names)} : {', '.join(shown)}"

    def same(self, shape: Sequence[Size], element: str, count: int) -> list[str]:
        """Types of ``count`` operands of one shape, with layouts of their own or all the same."""
        if self.rng.random() < 0.5:
            layout = self.layout(shape)
            return [self.memref(shape, element, layout=layout)] * count
        return [self.memref(shape, element) for _ in range(count)]

    def temp(self, rank: int, element: str, chance: float = 0.06) -> str:
        if self.rng.random() >= chance:
            return ""
        # Ranks that do not fit make the compiler die.
        shape = self.shape(rank, rank) if not self.wild else self.shape(1, 4)
        layout = "" if not self.wild or self.rng.random() < 0.7 else None
        return f" temp_buffer({self.group([self.memref(shape, element, layout=layout)])})"

    # --- operations -------------------------------------------------------------------------------------------------

    def operation(self) -> None:
        rng = self.rng
        roll = rng.random()
        if roll < 0.08 and self.indent == 1:
            self.line("scf.if %p {")
            self.indent += 1
            self.one()
            self.indent -= 1
            self.line("}")
            self.reused = []
        elif roll < 0.14 and self.indent == 1:
            lower, step = self.name(), self.name()
            self.line(f"{lower} = arith.constant 0 : index")
            self.line(f"{step} = arith.constant {rng.choice((1, 2))} : index")
            self.line(f"scf.for %i{self.values} = {lower} to %n step {step} {{")
            self.indent += 1
            self.one()
            self.indent -= 1
            self.line("}")
            self.reused = []
        else:
            self.one()

    def one(self) -> None:
        kinds = [
            (self.elementwise, 8),
            (self.inline_broadcast, 4),
            (self.inline_transpose, 4),
            (self.vbrc, 4),
            (self.vreduce, 4),
            (self.vtranspose, 4),
            (self.cumulative, 3),
            (self.vpad, 3),
            (self.vconcat, 2),
            (self.vflip, 2),
            (self.vgather, 3),
            (self.interleave, 2),
            (self.vmulextended, 1),
            (self.transfer, 6),
            (self.left_alone, 1),
            (self.bystander, 1),
        ]
        if self.wild:
            kinds.append((self.broken, 30))
        self.rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]()

    def _elementwise_ops(self) -> list[str]:
        return elementwise_names(self.build)

    def elementwise(self) -> None:
        name = self.rng.choice(self._elementwise_ops())
        shape = self.shape()
        self.write(name, [shape] * self.arity(name), shape)

    def arity(self, name: str) -> int:
        info = registry(self.build).get(f"hivm.hir.{name}")
        assert info is not None
        return info.elementwise or 1

    def write(
        self, name: str, inputs: Sequence[Sequence[Size]], output: Sequence[Size], lists: str = "", attributes: str = ""
    ) -> None:
        rng = self.rng
        element = rng.choice(_elements(self.build, name))
        target = _DTYPES.get(name, element)
        sources = [element] * len(inputs)
        if name == "vsel":
            sources[0] = "i1"
        if name == "vcast":
            sources, target = ["f16"], "f32"
        share = rng.random() < 0.5
        layouts: dict[tuple[Size, ...], str] = {}
        types: list[str] = []
        for shape, kind in [*zip(inputs, sources, strict=True), (output, target)]:
            layout = self.layout(shape)
            if share:
                layout = layouts.setdefault(tuple(shape), layout)
            types.append(self.memref(shape, kind, layout=layout))
        if len(inputs) == 2 and name in ("vadd", "vmul", "vmax", "vmin", "vshl", "vshr") and rng.random() < 0.2:
            scalar = self.argument(element)
            vector, _, other = self.operand(types[0]).partition("\0")
            ins = f"{vector}, {scalar} : {other or types[0]}, {element}"
        else:
            ins = self.group(types[:-1])
        outs = self.group(types[-1:])
        info = registry(self.build).get(f"hivm.hir.{name}")
        temp = self.temp(len(output), target) if info is not None and info.extra_buffer else ""
        extra = " compare_mode = <lt>" if name == "vcmp" else " round_mode = <rint>" if name == "vcast" else ""
        self.line(f"hivm.hir.{name}{attributes} ins({ins}) outs({outs}){temp}{extra}{lists}")

    def with_list(self, name: str, key: str, dims: Sequence[int]) -> tuple[str, str]:
        """A list of dims as it is written: behind the operands, or among the attributes."""
        shown = ", ".join(map(str, dims))
        if self.build == "a5" and name in ("vcmp", "vsel", "vpow", "vshr"):
            return "", f" {{{key} = array<i64: {shown}>}}"
        return f" {key} = [{shown}]", ""

    def inline_broadcast(self) -> None:
        rng = self.rng
        name = rng.choice(self._elementwise_ops())
        output = self.shape(1, 5)
        dims = sorted(rng.sample(range(len(output)), rng.randint(1, min(2, len(output)))))
        inputs: list[list[Size]] = []
        agree = rng.random() < 0.5
        for _ in range(self.arity(name)):
            chosen = [d for d in dims if agree or rng.random() < 0.7]
            inputs.append([1 if i in chosen else s for i, s in enumerate(output)])
        if not any(i[d] == 1 for i in inputs for d in dims):
            inputs[0][dims[0]] = 1
        info = registry(self.build).get(f"hivm.hir.{name}")
        if info is not None and not info.traits.get("otf_broadcast") and rng.random() < 0.8:
            inputs = [list(output)] * len(inputs)
        lists, attributes = self.with_list(name, "broadcast", dims)
        self.write(name, inputs, output, lists, attributes)

    def inline_transpose(self) -> None:
        rng = self.rng
        name = rng.choice(self._elementwise_ops())
        shape = self.shape(2, 5)
        order = list(range(len(shape)))
        if rng.random() < 0.6:
            a, b = rng.randrange(len(shape)), rng.randrange(len(shape))
            order[a], order[b] = order[b], order[a]
        else:
            head = order[:-1]
            cut = rng.randrange(len(head))
            order = [*head[cut:], *head[:cut], order[-1]]
        if not self.wild and order[-1] != len(order) - 1:
            order = (
                [*sorted(order[:-1]), len(order) - 1]
                if sorted(order[:-1])[-1] < len(order) - 1
                else list(range(len(order)))
            )
        lists, attributes = self.with_list(name, "transpose", order)
        self.write(name, [shape] * self.arity(name), [shape[p] for p in order], lists, attributes)

    def vbrc(self) -> None:
        rng = self.rng
        output = self.shape()
        element = rng.choice(("f32", "f16", "i32", "i16", "bf16"))
        if rng.random() < 0.2:
            scalar = self.argument(element)
            self.line(f"hivm.hir.vbrc ins({scalar} : {element}) outs({self.group([self.memref(output, element)])})")
            return
        dims = sorted(rng.sample(range(len(output)), rng.randint(1, min(3, len(output)))))
        source = [1 if i in dims else s for i, s in enumerate(output)]
        if rng.random() < 0.1:
            rng.shuffle(dims)
        ins, outs = self.group([self.memref(source, element)]), self.group([self.memref(output, element)])
        self.line(f"hivm.hir.vbrc ins({ins}) outs({outs}){self.temp(len(output), element)} broadcast_dims = {dims}")

    def vreduce(self) -> None:
        rng = self.rng
        source = self.shape()
        kind = rng.choice(("sum", "max", "min", "prod", "xori", "index"))
        element = "i32" if kind == "xori" else rng.choice(("f32", "f16"))
        count = 1 if kind == "index" else rng.randint(1, min(3, len(source)))
        dims = sorted(rng.sample(range(len(source)), count))
        target = [1 if i in dims else s for i, s in enumerate(source)]
        if rng.random() < 0.1:
            rng.shuffle(dims)
        types = [self.memref(target, element)]
        if kind == "index":
            types.append(self.memref(target, "i32"))
            kind = rng.choice(("max", "min")) + ("_with_index_left" if self.build == "a3" else "_with_index")
        flags = ""
        if self.build == "a5":
            flags = " unsigned_src = false" + (" tie_break_left = true" if "index" in kind else "")
        ins = self.group([self.memref(source, element)])
        indices = ""
        if self.build == "a3" and "index" in kind and rng.random() < 0.3:
            indices = f" indices({self.group([self.memref(source, 'i32')])})"
        self.line(
            f"hivm.hir.vreduce <{kind}> ins({ins}){indices} outs({self.group(types)}){flags} reduce_dims = {dims}"
        )

    def vtranspose(self) -> None:
        rng = self.rng
        shape = self.shape(2, 5)
        order = list(range(len(shape)))
        if self.build == "a3" or rng.random() < 0.4:
            a, b = rng.sample(order, 2)
            order[a], order[b] = order[b], order[a]
        elif rng.random() < 0.6:
            cut = rng.randrange(len(order))
            order = order[cut:] + order[:cut]
        else:
            rng.shuffle(order)
        element = rng.choice(("f32", "f16", "i32"))
        ins = self.group([self.memref(shape, element)])
        outs = self.group([self.memref([shape[p] for p in order], element)])
        temp = self.temp(len(shape), element, 0.03)
        self.line(f"hivm.hir.vtranspose ins({ins}) outs({outs}){temp} permutation = {order}")

    def cumulative(self) -> None:
        rng = self.rng
        shape = self.shape()
        name = rng.choice(
            ("vcumsum", "vcumprod") if self.build == "a3" else ("vcumsum", "vcumprod", "vcummax", "vcummin")
        )
        ins, outs = (self.group([t]) for t in self.same(shape, rng.choice(("f32", "f16", "i32")), 2))
        temp = self.temp(len(shape), "f32") if self.build == "a5" else ""
        dims = [rng.randrange(len(shape))]
        nan = ""
        self.line(f"hivm.hir.{name} ins({ins}) outs({outs}){temp} cum_dims = {dims} reverse = false{nan}")

    def vpad(self) -> None:
        rng = self.rng
        source = self.shape()
        low: list[str] = []
        high: list[str] = []
        target: list[Size] = []
        for size in source:
            total: Size = size
            for bounds in (low, high):
                roll = rng.random()
                if roll < 0.7:
                    bounds.append("0")
                elif roll < 0.85:
                    by = rng.choice((1, 2, 5))
                    bounds.append(str(by))
                    total = total + by if isinstance(total, int) else total
                elif roll < 0.93:
                    zero = self.name()
                    self.line(f"{zero} = arith.constant {rng.choice((0, 0, 3))} : index")
                    bounds.append(zero)
                    total = total if rng.random() < 0.5 else "?"
                else:
                    bounds.append("%n")
                    total = "?"
            target.append(total)
        ins, outs = self.group([self.memref(source, "f16")]), self.group([self.memref(target, "f16")])
        value = self.argument("f16")
        bounds = f"low[{', '.join(low)}] high[{', '.join(high)}]"
        self.line(f"hivm.hir.vpad ins({ins}) outs({outs}) {bounds} pad_value {value} : f16")

    def vconcat(self) -> None:
        rng = self.rng
        shape = self.shape()
        dim = rng.randrange(len(shape))
        parts = [list(shape) for _ in range(rng.randint(2, 3))]
        for part in parts:
            part[dim] = rng.choice((1, 2, 4, 6))
        target = list(shape)
        target[dim] = sum(int(part[dim]) for part in parts)
        ins = self.group([self.memref(part, "f16") for part in parts])
        self.line(f"hivm.hir.vconcat dim({dim}) ins({ins}) outs({self.group([self.memref(target, 'f16')])})")

    def vflip(self) -> None:
        shape = self.shape()
        ins, outs = (self.group([t]) for t in self.same(shape, "f32", 2))
        self.line(f"hivm.hir.vflip ins({ins}) outs({outs}) flip_axis = {self.rng.randrange(len(shape))}")

    def vgather(self) -> None:
        rng = self.rng
        shape = self.shape()
        if self.build == "a3" and rng.random() < 0.2:
            types = [*self.same(shape, "f32", 1), self.memref(shape, "i1"), *self.same(shape, "f32", 1)]
            a, b, c = (self.group([t]) for t in types)
            self.line(f"hivm.hir.vgathermask ins({a}) mask({b}) outs({c})")
            return
        axis = len(shape) - 1
        shown = ""
        if self.build == "a5" and rng.random() < 0.5:
            axis = rng.randrange(len(shape))
            shown = f" gather_axis = {axis}"
        found = list(shape)
        found[axis] = self.size()
        a, b, c = (
            self.group([t]) for t in (self.memref(shape, "f16"), self.memref(found, "i32"), self.memref(found, "f16"))
        )
        self.line(f"hivm.hir.vgather ins({a}) indices({b}) outs({c}){self.temp(len(shape), 'f16', 0.03)}{shown}")

    def interleave(self) -> None:
        rng = self.rng
        shape = [*self.shape(0, 4), rng.choice((4, 8, 16))]
        wide = [*shape[:-1], int(shape[-1]) * 2]
        one, two = self.memref(wide, "f16"), self.same(shape, "f16", 2)
        if rng.random() < 0.5:
            self.line(
                f"hivm.hir.vinterleave ins({self.group(two)}) outs({self.group([one])}) interleave_channel_nums = 2"
            )
        else:
            self.line(f"hivm.hir.vdeinterleave ins({self.group([one])}) outs({self.group(two)})")

    def vmulextended(self) -> None:
        shape = self.shape()
        types = self.same(shape, "i16", 4)
        ins, outs = self.group(types[:2]), self.group(types[2:])
        self.line(f"hivm.hir.vmulextended ins({ins}) outs({outs}){self.temp(len(shape), 'i32', 0.3)}")

    def transfer(self) -> None:
        rng = self.rng
        shape = self.shape()
        name = rng.choice(("load", "load", "store", "copy"))
        source, target = {"load": ("gm", "ub"), "store": ("ub", "gm"), "copy": ("ub", "ub")}[name]
        other = list(shape)
        extra = ""
        if name == "load":
            if rng.random() < 0.2:
                value = self.argument("f32")
                extra = f" pad_mode = <PadValue> pad_value = {value} : f32"
                if isinstance(other[-1], int):
                    other[-1] = other[-1] + rng.choice((0, 3))
            if rng.random() < 0.3:
                bound = "%n"
                if rng.random() < 0.4:
                    bound = self.name()
                    self.line(f"{bound} = arith.constant {rng.choice((0, 0, 2))} : index")
                extra += f" left_padding_num = {bound} : index"
        elif name == "store" and rng.random() < 0.3:
            extra = f" atomic = <{rng.choice(('add', 'max', 'min'))}>"
        elif name == "copy" and self.build == "a3" and rng.random() < 0.2 and len(shape) > 1:
            extra = f" collapse_reassociation = [[0, {1}]{''.join(f', [{d}]' for d in range(2, len(shape)))}]"
        ins = self.group([self.memref(shape, "f32", source)])
        if name == "load" and "?" not in shape and rng.random() < 0.3:
            outs = self.subview([int(s) for s in other], target)
        else:
            outs = self.group([self.memref(other, "f32", target)])
        self.line(f"hivm.hir.{name} ins({ins}) outs({outs}){extra}")

    def subview(self, shape: Sequence[int], space: str) -> str:
        """A part of a wider buffer, at column 0 or not."""
        rng = self.rng
        wide = [*shape[:-1], shape[-1] + rng.choice((0, 8, 16))]
        buffer, view = self.name(), self.name()
        whole = self.memref(wide, "f32", space, layout="")
        self.line(f"{buffer} = memref.alloc() : {whole}")
        start = rng.choice(("0", "0", "4", "%n", "zero"))
        if start == "zero":
            start = self.name()
            self.line(f"{start} = arith.constant 0 : index")
        offset = {"0": "", "4": ", offset: 4"}.get(start, ", offset: ?")
        strides = [1]
        for size in reversed(wide[1:]):
            strides.insert(0, strides[0] * size)
        layout = f", strided<[{', '.join(map(str, strides))}]{offset}>"
        type = self.memref(shape, "f32", space, layout=layout)
        offsets = ", ".join([*["0"] * (len(shape) - 1), start])
        ones = ", ".join(["1"] * len(shape))
        sizes = ", ".join(map(str, shape))
        self.line(f"{view} = memref.subview {buffer}[{offsets}] [{sizes}] [{ones}] : {whole} to {type}")
        return f"{view} : {type}"

    def left_alone(self) -> None:
        rng = self.rng
        shape = self.shape(1, 3)
        if rng.random() < 0.5:
            a, b, c = (
                self.group([t])
                for t in (self.memref(shape, "f16"), self.memref(shape, "f16"), self.memref(shape, "i32"))
            )
            names, types = zip(*(x.split(" : ", 1) for x in (b, c)), strict=True)
            outs = f"{', '.join(names)} : {', '.join(types)}"
            self.line(f"hivm.hir.vsort ins({a}) outs({outs}) descending = false sort_axis = {len(shape) - 1}")
        else:
            outs = self.group([self.memref(shape, "i32")])
            strides = ", ".join(["%n"] * len(shape))
            self.line(f"hivm.hir.varange offset[%n] strides[{strides}] outs({outs})")

    def bystander(self) -> None:
        """Operations of others that the driver folds, removes or moves."""
        rng = self.rng
        a, b = self.name(), self.name()
        shape = [rng.choice((2, 3, 4)) for _ in range(3)]
        kind = rng.randrange(4)
        if kind == 0:
            self.line(f"{a} = arith.constant {rng.randrange(9)} : index")
            self.line(f"{b} = arith.addi {a}, %n : index")
            target = self.argument("memref<8xindex>")
            self.line(f"memref.store {b}, {target}[{a}] : memref<8xindex>")
        elif kind == 1:
            self.line(f"{a} = memref.alloc() : memref<{shape[0]}x{shape[1]}xf32>")
        elif kind == 2:
            flat, full = shape[0] * shape[1], f"memref<{shape[0]}x{shape[1]}xf32>"
            source = self.argument(f"memref<{flat}xf32>")
            self.line(
                f"{a} = memref.expand_shape {source} [[0, 1]] output_shape [{shape[0]}, {shape[1]}] : "
                f"memref<{flat}xf32> into {full}"
            )
            self.line(f"hivm.hir.vexp ins({a} : {full}) outs({a} : {full})")
        else:
            full = f"memref<{shape[0]}x{shape[1]}x{shape[2]}xf32>"
            flat = f"memref<{shape[0] * shape[1]}x{shape[2]}xf32>"
            source = self.argument(full)
            self.line(f"{a} = memref.collapse_shape {source} [[0, 1], [2]] : {full} into {flat}")
            self.line(f"hivm.hir.vrelu ins({a} : {flat}) outs({a} : {flat})")

    def broken(self) -> None:
        """What the compiler refuses, or dies of."""
        rng = self.rng
        kind = rng.randrange(7)
        if kind == 0:
            shape = "".join(f"{rng.choice((1, 2, 9))}x" for _ in range(rng.randint(0, 3)))
            a = self.argument(f"tensor<{shape}f32>")
            self.line(
                f"{self.name()} = hivm.hir.vexp ins({a} : tensor<{shape}f32>) outs({a} : tensor<{shape}f32>) "
                f"-> tensor<{shape}f32>"
            )
        elif kind == 1:
            a = self.argument("memref<f32>")
            scalar = self.argument("f32")
            self.line(f"hivm.hir.vbrc ins({scalar} : f32) outs({a} : memref<f32>)")
        elif kind == 2:
            shape = "".join(f"{rng.choice((1, 2, 9))}x" for _ in range(rng.randint(1, 3)))
            a = self.argument(f"tensor<{shape}f16>")
            b = self.argument(f"memref<{shape}f16, #hivm.address_space<ub>>")
            self.line(
                f"hivm.hir.copy ins({a} : tensor<{shape}f16>) outs({b} : memref<{shape}f16, #hivm.address_space<ub>>)"
            )
        elif kind == 3:
            a, b = self.argument("memref<1x1xf32>"), self.argument("memref<2x4x6xf32>")
            self.line(f"hivm.hir.vbrc ins({a} : memref<1x1xf32>) outs({b} : memref<2x4x6xf32>) broadcast_dims = [0, 1]")
        elif kind == 4:
            shape = self.shape(2, 4)
            ins, outs = (self.group([t]) for t in self.same(shape, "f32", 2))
            axis = rng.choice((-1, len(shape), len(shape) + 2, 0))
            if rng.random() < 0.5:
                # An axis just behind the last one makes the compiler read whatever lies there.
                axis = min(axis, 0)
                self.line(f"hivm.hir.vflip ins({ins}) outs({outs}) flip_axis = {axis}")
            else:
                self.line(f"hivm.hir.vcumsum ins({ins}) outs({outs}) cum_dims = [{axis}] reverse = false")
        elif kind == 5:
            type = "memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>"
            a = self.argument(type)
            self.line(f"hivm.hir.vexp ins({a} : {type}) outs({a} : {type})")
        else:
            a, b = self.argument("memref<4x1x8xf32>"), self.argument("memref<?x4x8xf32>")
            self.line(f"hivm.hir.vexp ins({a} : memref<4x1x8xf32>) outs({b} : memref<?x4x8xf32>) transpose = [1, 0, 2]")
