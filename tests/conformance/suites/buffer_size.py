"""Random functions for the passes that size dynamic buffers: index arithmetic, marks, allocations of every kind."""

from __future__ import annotations

import random
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conformance.compiler import Build

AUTO, CONSTANT, SET = "--hivm-auto-infer-buffer-size", "--hivm-constantize-buffer-size", "--hivm-set-buffer-size"
_BUILDS: tuple[Build, ...] = ("a3", "a5")
_A5_SPEC = "--hacc-append-device-spec=target=Ascend950PR_9589"
_ELEMENTS = ("f32", "f16", "i8", "i1", "i64", "bf16", "i16")
_ODD_ELEMENTS = ("index", "i3", "vector<4xf32>", "complex<f32>")
_SIZES = (0, 1, 2, 3, 7, 8, 16, 31, 64, 100)
_ATTRIBUTE = "buffer_size_in_byte"


def cases(seed: int) -> Iterator[Case]:
    """One module: each pass alone (constants most of all), and the three in a row."""
    made = _Module(seed)
    text = made.text()
    rng = made.rng
    for build in _BUILDS:
        yield Case(f"constantize-buffer-size {build}", f"seed {seed}", build, (CONSTANT,), text)
        kind = rng.randrange(4)
        if kind == 0:
            yield Case(f"auto-infer-buffer-size {build}", f"seed {seed}", build, (AUTO,), text)
        elif kind == 1:
            yield Case(f"set-buffer-size {build}", f"seed {seed}", build, (SET,), text)
        else:
            chain = (AUTO, CONSTANT, SET)
            if build == "a5" and kind == 2:
                yield Case("buffer sizes a5 reg-based", f"seed {seed}", build, (_A5_SPEC, *chain), text)
            else:
                yield Case(f"buffer sizes {build}", f"seed {seed}", build, chain, text)


class _Module:
    """Writes one module."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"buffer-size {seed}")
        self.lines: list[str] = []
        self.indices: list[list[str]] = []
        self.integers: list[str] = []
        self.memrefs: list[list[tuple[str, str]]] = []
        self.indent = 2
        self.counter = 0
        self.odd = self.rng.random() < 0.15
        self.negative = self.rng.random() < 0.15
        self.marks = self.rng.random() < 0.7

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def text(self) -> str:
        return "".join(self._function(i) for i in range(self.rng.choice((1, 1, 2))))

    def _function(self, number: int) -> str:
        self.lines, self.indent, self.counter = [], 2, 0
        self.indices, self.integers = [["%x", "%y"]], ["%w"]
        self.memrefs = [[("%g", "memref<?x8xf32>")]]
        for value in self.rng.sample((0, 1, 2, 5, 8, 40), 3):
            self.emit(f"%c{value}_{number} = arith.constant {value} : index")
            self.indices[0].append(f"%c{value}_{number}")
        for _ in range(self.rng.choice((3, 6, 10, 16))):
            self._statement(0)
        attributes: list[str] = []
        if self.chance(0.5):
            attributes.append("enable_auto_mark_buffer_size")
        if self.chance(0.08):
            attributes.append("hacc.function_kind = #hacc.function_kind<HOST>")
        clause = f" attributes {{{', '.join(attributes)}}}" if attributes else ""
        body = "\n".join(self.lines)
        head = "%x: index, %y: index, %w: i32, %c: i1, %g: memref<?x8xf32>, %ws: memref<?xi8>, %k: i64"
        return f"func.func @f{number}({head}){clause} {{\n{body}\n  return\n}}\n"

    # --- helpers --------------------------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        self.lines.append(" " * self.indent + line)

    def new(self) -> str:
        self.counter += 1
        return f"%v{self.counter}"

    def index(self) -> str:
        found = [v for scope in self.indices for v in scope]
        return self.rng.choice(found[-5:] if self.chance(0.6) else found)

    def keep(self, name: str) -> str:
        self.indices[-1].append(name)
        return name

    @contextmanager
    def nested(self) -> Iterator[None]:
        self.indices.append([])
        self.memrefs.append([])
        self.indent += 2
        yield
        self.indent -= 2
        self.indices.pop()
        self.memrefs.pop()

    # --- statements -----------------------------------------------------------------------------------------------

    def _statement(self, depth: int) -> None:
        kind = self.rng.choice(
            (self._arithmetic, self._arithmetic, self._affine, self._affine, self._allocation, self._allocation)
        )
        if self.chance(0.12) and depth < 2:
            self._region(depth)
        elif self.chance(0.12):
            self._dimension()
        elif self.chance(0.1):
            self._integer()
        elif self.marks and self.chance(0.15):
            self._mark_something()
        else:
            kind()

    def _arithmetic(self) -> None:
        name = self.new()
        op = self.rng.choice(
            ("minsi", "minsi", "minsi", "maxsi", "addi", "addi", "subi", "muli", "minui", "divsi", "remsi", "select")
        )
        if op == "select":
            self.emit(f"{name} = arith.select %c, {self.index()}, {self.index()} : index")
        else:
            self.emit(f"{name} = arith.{op} {self.index()}, {self._operand()} : index")
        self.keep(name)

    def _operand(self) -> str:
        if self.chance(0.4):
            name = self.new()
            value = self.rng.choice(_SIZES)
            if self.negative and self.chance(0.3):
                value = -value
            self.emit(f"{name} = arith.constant {value} : index")
            return name
        return self.index()

    def _affine(self) -> None:
        name = self.new()
        op = self.rng.choice(("min", "min", "min", "max", "apply"))
        results = [self._expression() for _ in range(1 if op == "apply" else self.rng.choice((1, 2, 2, 3)))]
        kind = "dims" if self.chance(0.5) else "mixed"
        text = ", ".join(results)
        if kind == "dims":
            text = text.replace("s0", "d1")
            self.emit(f"{name} = affine.{op} affine_map<(d0, d1) -> ({text})>({self.dim()}, {self.dim()})")
        else:
            text = text.replace("d1", "d0")
            self.emit(f"{name} = affine.{op} affine_map<(d0)[s0] -> ({text})>({self.dim()})[{self.dim()}]")
        self.keep(name)

    def dim(self) -> str:
        """A value that affine operations accept: at the top level any index value would do."""
        return self.index()

    def _expression(self) -> str:
        number = self.rng.choice((1, 2, 3, 4, 5, 8, 16, 33, 64, 100))
        return self.rng.choice(
            (
                f"{number}",
                "d0",
                "d1",
                f"d0 + {number}",
                f"-d0 + {number}",
                f"d0 * {number}",
                f"d0 floordiv {number}",
                f"d0 ceildiv {number}",
                f"d0 mod {number}",
                f"d0 + s0 * {number}",
                "d0 - s0",
                f"(d0 + 3) floordiv {number} + s0",
                f"s0 * {number} - d0 mod {number}",
                f"(d0 ceildiv {number}) * {number}",
            )
        )

    def _integer(self) -> None:
        name = self.new()
        if self.chance(0.4):
            constant = self.new()
            self.emit(f"{constant} = arith.constant {self.rng.choice(_SIZES)} : i32")
            self.emit(
                f"{name} = arith.{self.rng.choice(('minsi', 'maxsi', 'addi', 'subi', 'muli'))} "
                f"{self.rng.choice(self.integers)}, {constant} : i32"
            )
            if len(self.indices) == 1:
                self.integers.append(name)
        else:
            op = self.rng.choice(("index_cast", "index_cast", "index_castui"))
            self.emit(f"{name} = arith.{op} {self.rng.choice(self.integers)} : i32 to index")
            self.keep(name)

    def _dimension(self) -> None:
        source, type = self.rng.choice([m for scope in self.memrefs for m in scope])
        rank = type.split("<")[1].count("x") if "vector" not in type else 1
        number = self.new()
        self.emit(f"{number} = arith.constant {self.rng.randrange(max(rank, 1))} : index")
        name = self.new()
        self.emit(f"{name} = memref.dim {source}, {number} : {type}")
        self.keep(name)

    # --- memrefs --------------------------------------------------------------------------------------------------

    def _allocation(self) -> None:
        name = self.new()
        element = self.rng.choice(_ODD_ELEMENTS if self.odd and self.chance(0.2) else _ELEMENTS)
        shape = [self.rng.choice(("?", "?", "?", "1", "4", "16")) for _ in range(self.rng.choice((1, 1, 2, 3)))]
        space = self.rng.choice(("", "", ", #hivm.address_space<ub>"))
        layout = ", strided<[1]>" if len(shape) == 1 and self.chance(0.03) else ""
        if self.odd and self.chance(0.05) and len(shape) == 2:
            layout = ", strided<[16, 1]>"
        type = f"memref<{'x'.join(shape)}x{element}{layout}{space}>"
        sizes = ", ".join(self.index() for s in shape if s == "?")
        attributes = self.rng.choice(("", "", " {alignment = 64 : i64}"))
        if self.chance(0.08):
            type = f"memref<{'x'.join(shape)}x{element}>"
            self.emit(f"{name} = memref_ext.alloc_workspace({sizes}) from %ws : from memref<?xi8> to {type}")
        else:
            op = "memref.alloca" if self.chance(0.15) else "memref.alloc"
            self.emit(f"{name} = {op}({sizes}){attributes} : {type}")
        self.memrefs[-1].append((name, type))
        if self.chance(0.15) and "strided" not in type:
            name, type = self._subview(name, type, shape, element, space if "workspace" not in self.lines[-1] else "")
        if self.marks and self.chance(0.45):
            self._size_mark(name, type)
        if self.chance(0.85):
            self.emit(f"annotation.mark {name} {{u}} : {type}")

    def _subview(self, name: str, type: str, shape: list[str], element: str, space: str) -> tuple[str, str]:
        made = self.new()
        if self.chance(0.4):
            target = f"memref<{'x'.join('?' for _ in shape)}x{element}{space}>"
            self.emit(f"{made} = memref.cast {name} : {type} to {target}")
            self.memrefs[-1].append((made, target))
            return made, target
        sizes = [self.index() for _ in shape]
        strides = ["1"]
        for size in reversed(shape[1:]):
            strides.append("?" if size == "?" or strides[-1] == "?" else str(int(strides[-1]) * int(size)))
        target = f"memref<{'x'.join('?' for _ in shape)}x{element}, strided<[{', '.join(reversed(strides))}]>{space}>"
        zeros, ones = ", ".join("0" for _ in shape), ", ".join("1" for _ in shape)
        self.emit(f"{made} = memref.subview {name}[{zeros}] [{', '.join(sizes)}] [{ones}] : {type} to {target}")
        self.memrefs[-1].append((made, target))
        return made, target

    def _size_mark(self, name: str, type: str) -> None:
        size = self.rng.choice((64, 128, 256, 512, 1024, 2048, 4096, 16384, 65536))
        kind = self.rng.choice(("i64", "i64", "i64", "i64", "i32", "index"))
        if self.odd and self.chance(0.15):
            kind = self.rng.choice(("si64", "ui32"))
        if self.negative and self.chance(0.1):
            size = -size
        text = f"{_ATTRIBUTE} = {size} : {kind}"
        if self.chance(0.25):
            text += self.rng.choice((", other", ", hivm.multi_buffer = 2 : i32"))
        tail = ""
        if self.odd and self.chance(0.2):
            text = self.rng.choice((f'{_ATTRIBUTE} = "x"', "other", text))
            tail = self.rng.choice(("", f' keys = ["{_ATTRIBUTE}"] values = [%k : i64]'))
        self.emit(f"annotation.mark {name} {{{text}}}{tail} : {type}")
        if self.chance(0.1):
            self.emit(f"annotation.mark {name} {{{_ATTRIBUTE} = {size * self.rng.choice((1, 1, 2))} : i64}} : {type}")

    def _mark_something(self) -> None:
        name, type = self.rng.choice([m for scope in self.memrefs for m in scope])
        self._size_mark(name, type)

    # --- regions --------------------------------------------------------------------------------------------------

    def _region(self, depth: int) -> None:
        kind = self.rng.randrange(3)
        name = self.new()
        if kind == 0:
            variable, carried = self.new(), self.new()
            init = self.index()
            self.emit(
                f"{name} = scf.for {variable} = {self.index()} to {self.index()} step {self._operand()} "
                f"iter_args({carried} = {init}) -> (index) {{"
            )
            with self.nested():
                self.keep(variable)
                self.keep(carried)
                for _ in range(self.rng.choice((1, 2, 4))):
                    self._statement(depth + 1)
                self.emit(f"scf.yield {carried if self.chance(0.6) else self.index()} : index")
            self.emit("}")
        elif kind == 1:
            self.emit(f"{name} = scf.if %c -> (index) {{")
            for part in range(2):
                with self.nested():
                    for _ in range(self.rng.choice((0, 1, 2))):
                        self._statement(depth + 1)
                    self.emit(f"scf.yield {self.index()} : index")
                self.emit("} else {" if part == 0 else "}")
        else:
            variable = self.new()
            self.emit(f"scf.for {variable} = {self.index()} to {self.index()} step {self._operand()} {{")
            with self.nested():
                self.keep(variable)
                for _ in range(self.rng.choice((1, 2, 4))):
                    self._statement(depth + 1)
            self.emit("}")
            return
        self.keep(name)
