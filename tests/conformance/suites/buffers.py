"""Random operands for generated programs: allocations, views of all kinds, arguments, dynamic sizes."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

UB = ", #hivm.address_space<ub>"
GM = ", #hivm.address_space<gm>"
BITS = {"i1": 1, "i4": 4, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}


@dataclass(frozen=True)
class Operand:
    """A value by name and printed type; ``shape`` has None for dynamic sizes."""

    name: str
    type: str
    shape: tuple[int | None, ...] = ()


@dataclass
class Program:
    """The body of one function, written line by line."""

    random: random.Random
    space: str = UB
    lines: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    _count: int = 0

    def fresh(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def emit(self, line: str) -> None:
        self.lines.append(f"    {line}")

    def op(self, text: str) -> str:
        """An operation with one result."""
        name = self.fresh()
        self.emit(f"{name} = {text}")
        return name

    def argument(self, type: str) -> str:
        name = f"%arg{len(self.arguments)}"
        self.arguments.append(f"{name}: {type}")
        return name

    def index(self, value: int | None = None) -> str:
        """An index: a constant, or an argument when the value is not to be known."""
        return self.argument("index") if value is None else self.op(f"arith.constant {value} : index")

    def scalar(self, element: str) -> Operand:
        if self.random.random() < 0.5:
            return Operand(self.argument(element), element)
        value = self.random.choice(["1", "2", "7"]) + (".0" if element[0] in "fb" else "")
        if element == "i1":
            value = "true"
            return Operand(self.op("arith.constant true"), element)
        return Operand(self.op(f"arith.constant {value} : {element}"), element)

    def operand(self, shape: tuple[int, ...], element: str, wild: float = 0.4, space: str | None = None) -> Operand:
        """A buffer of a shape: mostly an allocation, with probability ``wild`` something else."""
        space = self.space if space is None else space
        pick = self.random.random()
        if pick > wild or not shape:
            if self.random.random() < 0.25:
                type = _type(shape, element, None, space)
                return Operand(self.argument(type), type, shape)
            return self.alloc(shape, element, space)
        makers = (self.padded, self.padded, self.spread, self.dynamic, self.dynamic, self.rows_of_bytes, self.recast)
        return self.random.choice(makers)(shape, element, space)

    def alloc(self, shape: tuple[int, ...], element: str, space: str) -> Operand:
        type = _type(shape, element, None, space)
        return Operand(self.op(f"memref.alloc() : {type}"), type, shape)

    def padded(self, shape: tuple[int, ...], element: str, space: str) -> Operand:
        """A subview of something with wider rows."""
        pads = (0, 1, 2, 6, 8, 16)
        outer = tuple(s + self.random.choice(pads) for s in shape)
        if self.random.random() < 0.5:
            outer = (*outer[:-1], -(-outer[-1] // 16) * 16)
        source = self.alloc(outer, element, space)
        strides = [prod(outer[i + 1 :]) for i in range(len(outer))]
        type = _type(shape, element, (strides, 0), space)
        zeros, ones = ", ".join("0" * len(shape)), ", ".join("1" * len(shape))
        sizes = ", ".join(map(str, shape))
        name = self.op(f"memref.subview {source.name}[{zeros}] [{sizes}] [{ones}] : {source.type} to {type}")
        return Operand(name, type, shape)

    def spread(self, shape: tuple[int, ...], element: str, space: str) -> Operand:
        """Every second element of the last dimension."""
        outer = (*shape[:-1], shape[-1] * 2)
        source = self.alloc(outer, element, space)
        strides = [prod(outer[i + 1 :]) for i in range(len(outer))]
        strides[-1] = 2
        type = _type(shape, element, (strides, 0), space)
        zeros = ", ".join("0" * len(shape))
        steps = ", ".join([*("1" * (len(shape) - 1)), "2"])
        sizes = ", ".join(map(str, shape))
        name = self.op(f"memref.subview {source.name}[{zeros}] [{sizes}] [{steps}] : {source.type} to {type}")
        return Operand(name, type, shape)

    def dynamic(self, shape: tuple[int, ...], element: str, space: str) -> Operand:
        """Some sizes unknown: a subview of an allocation."""
        unknown = [i for i in range(len(shape)) if self.random.random() < 0.5] or [self.random.randrange(len(shape))]
        source = self.alloc(shape, element, space)
        sizes: list[int | None] = [None if i in unknown else s for i, s in enumerate(shape)]
        strides = [prod(shape[i + 1 :]) for i in range(len(shape))]
        type = _type(tuple(sizes), element, (strides, 0), space)
        zeros, ones = ", ".join("0" * len(shape)), ", ".join("1" * len(shape))
        written = ", ".join(self.index() if s is None else str(s) for s in sizes)
        name = self.op(f"memref.subview {source.name}[{zeros}] [{written}] [{ones}] : {source.type} to {type}")
        return Operand(name, type, tuple(sizes))

    def rows_of_bytes(self, shape: tuple[int, ...], element: str, space: str) -> Operand:
        """A view of a byte buffer, perhaps with unknown sizes."""
        size = prod(shape) * max(BITS[element], 8) // 8 + self.random.choice([0, 0, 32, 96])
        source = self.alloc((max(size, 1),), "i8", space)
        sizes: list[int | None] = [None if self.random.random() < 0.4 else s for s in shape]
        type = _type(tuple(sizes), element, None, space)
        zero = self.index(0)
        written = ", ".join(self.index() for s in sizes if s is None)
        name = self.op(f"memref.view {source.name}[{zero}][{written}] : {source.type} to {type}")
        return Operand(name, type, tuple(sizes))

    def recast(self, shape: tuple[int, ...], element: str, space: str) -> Operand:
        """A cast that forgets sizes, an unknown allocation, or a reinterpreted base."""
        pick = self.random.random()
        if pick < 0.3:
            sizes = (None, *shape[1:])
            type = _type(sizes, element, None, space)
            return Operand(self.op(f"memref.alloc({self.index()}) : {type}"), type, sizes)
        source = self.alloc(shape, element, space)
        strides = [prod(shape[i + 1 :]) for i in range(len(shape))]
        if pick < 0.6:
            type = _type(shape, element, (strides, 0), space)
            outs = ", ".join(["index"] * len(shape))
            base = self.fresh()
            results = f"{base}, {base}o, {base}s:{len(shape)}, {base}t:{len(shape)}"
            scalar = f"memref<{element}{space}>"
            text = f"memref.extract_strided_metadata {source.name} : {source.type}"
            self.emit(f"{results} = {text} -> {scalar}, index, {outs}, {outs}")
            sizes = ", ".join(map(str, shape))
            numbers = ", ".join(map(str, strides))
            form = f"to offset: [0], sizes: [{sizes}], strides: [{numbers}]"
            return Operand(self.op(f"memref.reinterpret_cast {base} {form} : {scalar} to {type}"), type, shape)
        unknown = (None, *shape[1:])
        type = _type(unknown, element, None, space)
        return Operand(self.op(f"memref.cast {source.name} : {source.type} to {type}"), type, unknown)

    def text(self, attributes: str = "", module: str = "") -> str:
        """The whole module."""
        head = f"  func.func @f({', '.join(self.arguments)})" + (f" attributes {{{attributes}}}" if attributes else "")
        opening = f"module attributes {{{module}}} {{" if module else "module {"
        return "\n".join([opening, head + " {", *self.lines, "    return", "  }", "}", ""])


def _type(shape: tuple[int | None, ...], element: str, layout: tuple[list[int], int] | None, space: str) -> str:
    sizes = "".join(f"{'?' if s is None else s}x" for s in shape)
    strided = "" if layout is None else f", strided<[{', '.join(map(str, layout[0]))}]>"
    return f"memref<{sizes}{element}{strided}{space}>"
