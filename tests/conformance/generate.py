"""Random programs for comparing PlanMemory with the compiler: the same text for the same seed on every machine.

Programs are made of what planning looks at: allocations in nested loops, branches, scopes and blocks, views, in-place
chains, multi-buffers, temporary buffers, marks; sizes that range from a fraction of a memory to more than it holds.
Each program switches some kinds of statements off and prefers others, so that rare combinations come up. Not every
program is valid: the compiler's verifier rejects some, which is for the caller to find out.
"""

from __future__ import annotations

import json
import random
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import prod
from typing import TYPE_CHECKING, Literal

from hivm_passes.analysis.liveness import Liveness, Numbering
from hivm_passes.dialects.registry import registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hivm_passes.ir.core import Operation

Build = Literal["a3", "a5"]
Mode = Literal["local", "workspace"]

TARGETS: dict[Build, tuple[str, ...]] = {
    "a3": ("Ascend910B1",),
    "a5": ("Ascend910B1", "Ascend950PR_9579", "Ascend310B1"),
}
CAPACITIES = {
    "Ascend910B1": {"ub": 196608, "cbuf": 524288, "cc": 131072},
    "Ascend950PR_9579": {"ub": 253952, "cbuf": 524288, "cc": 262144},
    "Ascend310B1": {"ub": 262144, "cbuf": 1048576, "cc": 131072},
}
"""In bytes."""

WIDTHS = {"f32": 32, "f16": 16, "bf16": 16, "i64": 64, "i32": 32, "i16": 16, "i8": 8, "i1": 1}

_UNARY = ("vexp", "vln", "vabs", "vrec", "vrelu", "vrsqrt", "vsqrt", "vnot", "vcos", "vsin", "vtanh", "verf")
_UNARY_A5 = ("vatan", "vtan", "vexp2", "vexpm1", "vilogb", "vlog10", "vlog1p", "vlog2")
_BINARY = ("vadd", "vsub", "vmul", "vmax", "vmin", "vdiv", "vand", "vor", "vxor", "vmod", "vpow", "vmulext")
_BROADCAST = ("vadd", "vsub", "vmul", "vmax", "vmin", "vdiv", "vand", "vor")
_WITH_TEMP = ("vadd", "vsub", "vmul", "vmax", "vmin", "vdiv", "vand", "vor", "vxor", "vshl", "vshr", "vpow")
_UNARY_TEMP = ("vexp", "vln", "vabs", "vrec", "vrelu", "vrsqrt", "vsqrt", "vnot")


@dataclass(frozen=True)
class Program:
    """A generated module. ``options`` are those of ``hivm-plan-memory`` to run it with, as written."""

    seed: int
    build: Build
    mode: Mode
    target: str
    text: str
    options: tuple[str, ...]

    @property
    def flags(self) -> tuple[str, ...]:
        """Command line flags that run the pass on the program."""
        device = (f"--hacc-append-device-spec=target={self.target}",) if self.build == "a5" else ()
        return (*device, f"--hivm-plan-memory={' '.join(self.options)}")


def program(
    seed: int,
    build: Build = "a3",
    mode: Mode = "local",
    target: str | None = None,
    statements: int | None = None,
    pressure: float | None = None,
) -> Program:
    """The program of a seed. ``pressure`` is the rough need in capacities; None: drawn, like everything else."""
    rng = random.Random(f"{seed} {build} {mode}")
    soc = target or rng.choice(TARGETS[build])
    maker = _Maker(rng, build, mode, soc, statements, pressure)
    options: list[str] = []
    if mode == "workspace":
        options.append("mem-plan-mode=global-work-space-plan")
        if rng.random() < 0.5:
            options.append("enable-global-workspace-reuse=true")
    if rng.random() < 0.15:
        options.append("restrict-inplace-as-isa=true")
    if build == "a5" and rng.random() < 0.15:
        options.append("disable-tightly-coupled-buffer-reuse=true")
    if build == "a5" and rng.random() < 0.15:
        options.append("disable-vf-reachable-check=true")
    return Program(seed, build, mode, soc, maker.module(), tuple(options))


def is_ambiguous(module: Operation) -> bool:
    """Whether some block uses more values than the compiler keeps in a defined order.

    Such a program may get other addresses in the next run of the compiler. Pass the module after loop normalisation.
    """
    for op in module.walk():
        if op.name == "func.func" and op.regions and op.regions[0].blocks:
            liveness = Liveness(op, Numbering(op))
            if any(not sets.ordered for sets in liveness.blocks.values()):
                return True
    return False


# --- values and scopes ---------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Buffer:
    """A memref that statements may use. ``alloc`` is False for views, arguments and results."""

    name: str
    shape: tuple[int, ...]
    element: str
    space: str
    layout: str = ""
    alloc: bool = True
    written: bool = False
    root: _Buffer | None = None

    @property
    def type(self) -> str:
        return memref(self.shape, self.element, self.space, self.layout)

    @property
    def base(self) -> _Buffer:
        return self.root.base if self.root is not None else self


def memref(shape: tuple[int, ...], element: str, space: str, layout: str = "") -> str:
    dims = "".join(f"{n}x" for n in shape)
    middle = f", {layout}" if layout else ""
    end = f", #hivm.address_space<{space}>" if space else ""
    return f"memref<{dims}{element}{middle}{end}>"


@cache
def _casts(build: Build) -> dict[str, dict[str, list[str]]]:
    data = json.loads(files("hivm_passes.dialects").joinpath("data", "hivm-casts.json").read_text())
    return data["casts"][build]["cast_signed"]


@cache
def _accepts(build: Build, name: str, element: str, operand: int = 0) -> bool:
    info = registry(build).get(f"hivm.hir.{name}")
    if info is None:
        return False
    for entry in info.traits.get("elem_types", ()):
        if operand in entry["operands"]:
            wanted: list[str] = entry["types"]
            return element in wanted or (element[0] == "i" and f"any{element[1:]}" in wanted)
    return True


@dataclass
class _Frame:
    buffers: list[_Buffer] = field(default_factory=list)
    indices: list[str] = field(default_factory=list)


class _Maker:
    """Writes one module."""

    def __init__(
        self, rng: random.Random, build: Build, mode: Mode, target: str, statements: int | None, pressure: float | None
    ) -> None:
        self.rng = rng
        self.build: Build = build
        self.mode: Mode = mode
        self.capacity = CAPACITIES[target]
        self.reg_based = target != "Ascend910B1"
        self.count = statements if statements is not None else rng.choice((4, 8, 12, 18, 25, 35, 50))
        self.pressure = pressure if pressure is not None else rng.choice((0.05, 0.3, 0.8, 1.1, 1.6, 2.2, 3.0, 4.5))
        self.lines: list[str] = []
        self.indent = 2
        self.frames: list[_Frame] = []
        self.names = 0
        self.arguments: dict[str, str] = {}
        self.extra_functions: list[str] = []
        self.in_loop = 0
        self.coupled: list[int] = []
        self.taste: dict[str, float] = {}
        self.shapes = self._draw_shapes()
        self.attributes = ""

    # --- text -------------------------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        self.lines.append(" " * self.indent + line)

    def name(self, prefix: str = "v") -> str:
        self.names += 1
        return f"%{prefix}{self.names}"

    @contextmanager
    def nested(self) -> Iterator[_Frame]:
        frame = _Frame()
        self.frames.append(frame)
        self.indent += 2
        yield frame
        self.indent -= 2
        self.frames.pop()

    def likes(self, kind: str, weight: float) -> float:
        """The weight of a kind of statement in this program."""
        if kind not in self.taste:
            self.taste[kind] = self.rng.choice((0, 0.3, 1, 1, 1, 3))
        return weight * self.taste[kind]

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # --- module -----------------------------------------------------------------------------------------------

    def module(self) -> str:
        functions = [self._function(f"k{i}") for i in range(1 if self.chance(0.9) else 2)]
        if self.build == "a5" and self.mode == "local" and self.chance(0.15):
            functions.append(self._partner_function())
        return "\n".join([*self.extra_functions, *functions]) + "\n"

    def _function(self, name: str) -> str:
        self.lines, self.arguments, self.names, self.indent = [], {}, 0, 2
        self.attributes = ""
        self.frames = [_Frame(indices=["%c0", "%c1", "%n"])]
        self.in_loop = 0
        if self.build == "a5" and self.chance(0.25):
            core = self.rng.choice(("AIV", "AIC"))
            self.attributes = f" attributes {{hivm.func_core_type = #hivm.func_core_type<{core}>}}"
        elif self.build == "a5" and self.chance(0.06):
            mode = self.rng.choice(("SIMT", "MIX", "SIMD"))
            self.attributes = f" attributes {{hivm.vf_mode = #hivm.vf_mode<{mode}>}}"
        self.emit("%c0 = arith.constant 0 : index")
        self.emit("%c1 = arith.constant 1 : index")
        if self.chance(0.3):
            self.emit("%seven = arith.constant 7 : index")
            self.frames[0].indices.append("%seven")
        for element in ("f32", "f16", "i32", "i16"):
            number = "1.0" if element[0] == "f" else "1"
            self.emit(f"%k_{element} = arith.constant {number} : {element}")
        if self.mode == "workspace":
            self._workspace_setup()
        if self.chance(0.05) and self.mode == "local":
            buffer = self._argument_buffer()
            self.frames[0].buffers.append(buffer)
        if self.mode == "local" and self.chance(0.2):
            self._packing(self.count)
            self.emit("return")
        elif self.chance(0.12):
            self._blocks(self.count)
        else:
            self._statements(self.count, 0)
            self._use_some()
            self.emit("return")
        arguments = ["%n: index", "%p: i1", *(f"{n}: {t}" for n, t in self.arguments.items())]
        used = set(re.findall(r"%\w+", "\n".join(self.lines)))
        arguments = [a for a in arguments if a.split(":")[0] in used or self.chance(0.5)]
        return "\n".join([f"func.func @{name}({', '.join(arguments)}){self.attributes} {{", *self.lines, "}"])

    def _partner_function(self) -> str:
        """Another core's function with coupled buffers of the same ids."""
        lines = []
        ids = self.coupled or [1]
        core = "AIC" if "AIV" in self.attributes else "AIV"
        for i, id in enumerate(dict.fromkeys(ids)):
            type = memref((256,), "f32", "ub")
            lines.append(f"  %t{i} = memref.alloc() : {type}")
            lines.append(
                f"  annotation.mark %t{i} {{hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<{id}>}} : {type}"
            )
            lines.append(f"  hivm.hir.load ins(%g : {memref((256,), 'f32', 'gm')}) outs(%t{i} : {type})")
        head = f"func.func @partner(%g: {memref((256,), 'f32', 'gm')})"
        return "\n".join(
            [f"{head} attributes {{hivm.func_core_type = #hivm.func_core_type<{core}>}} {{", *lines, "  return", "}"]
        )

    # --- sizes ------------------------------------------------------------------------------------------------

    def _draw_shapes(self) -> list[tuple[int, ...]]:
        """Shapes of f32 buffers; sizes near fractions of UB so that a handful of buffers fill it."""
        rng = self.rng
        need = self.pressure * self.capacity["ub"] / 4
        shapes: list[tuple[int, ...]] = []
        for _ in range(rng.choice((1, 1, 2, 3))):
            share = rng.choice((3, 4, 5, 6, 8, 10, 14, 20))
            count = max(1, int(need / share * rng.choice((1, 1, 1, 0.5, 0.97))))
            unit = rng.choice((1, 8, 16, 64, 64, 512))
            count = max(unit, count // unit * unit)
            form = rng.random()
            if form < 0.5:
                shapes.append((count,))
            elif form < 0.8:
                rows = rng.choice((2, 4, 8, 16, 32))
                shapes.append((rows, max(1, count // rows)))
            elif form < 0.9:
                shapes.append((max(1, count // 16), 16))
            elif form < 0.95:
                shapes.append((2, max(1, count // 8), 4))
            else:
                shapes.append((rng.choice((0, 1, 3)),))
        return shapes

    def element(self) -> str:
        return self.rng.choices(("f32", "f16", "i32", "i16", "i64", "i8", "bf16"), (40, 20, 10, 5, 6, 3, 2))[0]

    # --- buffers ----------------------------------------------------------------------------------------------

    def _visible(self, test: Callable[[_Buffer], bool] = lambda b: True) -> list[_Buffer]:
        return [b for frame in self.frames for b in frame.buffers if test(b)]

    def alloc(self, shape: tuple[int, ...] | None = None, element: str | None = None, space: str = "ub") -> _Buffer:
        buffer = _Buffer(self.name("b"), shape or self.rng.choice(self.shapes), element or self.element(), space)
        attributes = " {alignment = 64 : i64}" if self.chance(0.05) else ""
        self.emit(f"{buffer.name} = memref.alloc(){attributes} : {buffer.type}")
        self.frames[-1].buffers.append(buffer)
        if self.chance(self.likes("multi", 0.12)):
            self.mark_multi(buffer)
        if self.build == "a5" and self.chance(self.likes("unique", 0.03)):
            self.emit(f"annotation.mark {buffer.name} {{mem_unique}} : {buffer.type}")
        if self.build == "a5" and "core_type" in self.attributes and self.chance(self.likes("coupled", 0.08)):
            id = self.rng.choice((1, 2, 3))
            self.coupled.append(id)
            attribute = f"hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<{id}>"
            self.emit(f"annotation.mark {buffer.name} {{{attribute}}} : {buffer.type}")
        return buffer

    def mark_multi(self, buffer: _Buffer) -> None:
        count = self.rng.choice((2, 2, 2, 2, 3, 3, 4, 1, 0))
        self.emit(f"annotation.mark {buffer.name} {{hivm.multi_buffer = {count} : i32}} : {buffer.type}")

    def _argument_buffer(self) -> _Buffer:
        buffer = _Buffer(
            f"%ub{len(self.arguments)}", self.rng.choice(self.shapes), "f32", "ub", alloc=False, written=True
        )
        self.arguments[buffer.name] = buffer.type
        return buffer

    def gm(self, shape: tuple[int, ...], element: str) -> str:
        """A function argument of this type."""
        key = f"%g_{'_'.join(map(str, shape))}_{element}"
        self.arguments.setdefault(key, memref(shape, element, "gm"))
        return key

    def index(self) -> str:
        return self.rng.choice([i for frame in self.frames for i in frame.indices])

    def input(self, test: Callable[[_Buffer], bool] = lambda b: True) -> _Buffer | None:
        """A buffer to read, nearly always one with contents; the latest ones are more likely."""
        found = self._visible(lambda b: b.space == "ub" and test(b) and (b.base.written or b.written))
        if not found and self.chance(0.05):
            found = self._visible(lambda b: b.space == "ub" and test(b))
        if not found:
            return None
        if self.chance(0.6):
            return self.rng.choice(found[-4:])
        return self.rng.choice(found)

    def output(self, shape: tuple[int, ...], element: str) -> _Buffer:
        """A buffer to write: a fresh one, or one that exists."""
        found = self._visible(lambda b: b.shape == shape and b.element == element and b.space == "ub")
        buffer = self.rng.choice(found) if found and self.chance(0.3) else self.alloc(shape, element)
        buffer.written = buffer.base.written = True
        return buffer

    # --- statements -------------------------------------------------------------------------------------------

    def _statements(self, count: int, depth: int) -> None:
        remaining = count
        while remaining > 0:
            remaining -= self._statement(remaining, depth)

    def _statement(self, budget: int, depth: int) -> int:
        kinds: dict[str, float] = {
            "load": self.likes("load", 9),
            "store": self.likes("store", 5),
            "unary": self.likes("unary", 8),
            "binary": self.likes("binary", 8),
            "scalar_operand": self.likes("scalar_operand", 2),
            "broadcast": self.likes("broadcast", 1.5),
            "temp": self.likes("temp", 2),
            "cast": self.likes("cast", 2.5),
            "compare": self.likes("compare", 2),
            "select_op": self.likes("select_op", 1.5),
            "reduce": self.likes("reduce", 1.5),
            "other": self.likes("other", 3),
            "scalar": self.likes("scalar", 1.5),
            "view": self.likes("view", 3),
            "select": self.likes("select", 0.7),
            "mark": self.likes("mark", 1),
            "use": self.likes("use", 0.6),
            "alloc": self.likes("alloc", 2),
            "arith": self.likes("arith", 1),
            "tensor": self.likes("tensor", 0.3),
            "cube": self.likes("cube", 0.6),
        }
        if depth < 3 and budget > 1:
            kinds["for"] = self.likes("for", 3)
            kinds["if"] = self.likes("if", 2)
            kinds["while"] = self.likes("while", 0.7)
            kinds["scope"] = self.likes("scope", 0.7)
            kinds["region"] = self.likes("region", 0.4)
            kinds["preload"] = self.likes("preload", 0.3)
        if self.build == "a5":
            kinds["call"] = self.likes("call", 1)
        if self.mode == "workspace":
            kinds = {k: w * 0.3 for k, w in kinds.items() if k in {"for", "if", "while", "scope", "arith", "select"}}
            kinds |= {"workspace": 4, "spill": 6, "fill": 5, "workspace_op": 2}
        kind = self.rng.choices([*kinds, "load" if self.mode == "local" else "spill"], [*kinds.values(), 0.2])[0]
        taken = getattr(self, f"_{kind}")(budget, depth)
        return taken if isinstance(taken, int) else 1

    def _load(self, budget: int, depth: int) -> None:
        shape, element = self.rng.choice(self.shapes), self.element()
        target = self.output(shape, element)
        source = self.gm(shape, element)
        if target.layout:
            return
        self.emit(f"hivm.hir.load ins({source} : {memref(shape, element, 'gm')}) outs({target.name} : {target.type})")

    def _store(self, budget: int, depth: int) -> None:
        source = self.input(lambda b: not b.layout and b.element != "i1")
        if source is not None:
            self._store_of(source)

    def _store_of(self, source: _Buffer) -> None:
        gm = self.gm(source.shape, source.element)
        type = memref(source.shape, source.element, "gm")
        self.emit(f"hivm.hir.store ins({source.name} : {source.type}) outs({gm} : {type})")

    def _use_some(self) -> None:
        """Read some of what is there at the end, so that lives differ."""
        for buffer in self._visible(
            lambda b: b.base.written and b.space == "ub" and not b.layout and b.element != "i1"
        ):
            if self.chance(0.35):
                self._store_of(buffer)

    def op(self, name: str, ins: list[tuple[str, str]], outs: list[_Buffer], tail: str = "") -> None:
        sources = f"ins({', '.join(v for v, _ in ins)} : {', '.join(t for _, t in ins)})"
        targets = f"outs({', '.join(b.name for b in outs)} : {', '.join(b.type for b in outs)})"
        self.emit(f"hivm.hir.{name} {sources} {targets}{' ' + tail if tail else ''}")

    def _unary(self, budget: int, depth: int) -> None:
        name = self.rng.choice(_UNARY + (_UNARY_A5 if self.build == "a5" else ()))
        source = self.input(lambda b: _accepts(self.build, name, b.element))
        if source is not None:
            self.op(name, [(source.name, source.type)], [self.output(source.shape, source.element)])

    def _binary(self, budget: int, depth: int) -> None:
        name = self.rng.choice(_BINARY)
        first = self.input(lambda b: _accepts(self.build, name, b.element))
        if first is None:
            return
        second = self.input(lambda b: b.shape == first.shape and b.element == first.element) or first
        self.op(
            name,
            [(first.name, first.type), (second.name, second.type)],
            [self.output(first.shape, first.element)],
        )

    def _scalar_operand(self, budget: int, depth: int) -> None:
        name = self.rng.choice((*_BROADCAST, "vshl", "vshr"))
        source = self.input(
            lambda b: b.element in {"f32", "f16", "i32", "i16"} and _accepts(self.build, name, b.element)
        )
        if source is None or name in {"vand", "vor"}:
            return
        target = self.output(source.shape, source.element)
        tail = ""
        if self.chance(0.4):
            tail = self._temp_buffer(source.element)
        self.op(name, [(source.name, source.type), (f"%k_{source.element}", source.element)], [target], tail)

    def _temp_buffer(self, element: str) -> str:
        shape = (self.rng.choice((32, 256, 1024)),)
        found = self._visible(lambda b: b.shape == shape and b.element == element and b.space == "ub")
        buffer = self.rng.choice(found) if found and self.chance(0.3) else self.alloc(shape, element)
        return f"temp_buffer({buffer.name} : {buffer.type})"

    def _temp(self, budget: int, depth: int) -> None:
        unary = self.chance(0.5)
        name = self.rng.choice(_UNARY_TEMP if unary else _WITH_TEMP)
        first = self.input(lambda b: _accepts(self.build, name, b.element))
        if first is None:
            return
        ins = [(first.name, first.type)]
        if not unary:
            second = self.input(lambda b: b.shape == first.shape and b.element == first.element) or first
            ins.append((second.name, second.type))
        target = self.output(first.shape, first.element)
        self.op(name, ins, [target], self._temp_buffer(first.element))

    def _broadcast(self, budget: int, depth: int) -> None:
        name = self.rng.choice(_BROADCAST)
        full = self.input(lambda b: len(b.shape) == 2 and b.shape[1] > 1 and _accepts(self.build, name, b.element))
        if full is None:
            return
        dim = self.rng.choice((0, 1))
        shape = (1, full.shape[1]) if dim == 0 else (full.shape[0], 1)
        small = self.input(lambda b: b.shape == shape and b.element == full.element)
        if small is None:
            small = self.alloc(shape, full.element)
            small.written = True
            self.op("vbrc", [(f"%k_{full.element}", full.element)], [small]) if full.element in {"f32", "f16"} else None
        ins = [(full.name, full.type), (small.name, small.type)]
        if self.chance(0.4):
            ins.reverse()
        target = self.output(full.shape, full.element)
        tail = self._temp_buffer(full.element) + " " if self.chance(0.3) else ""
        self.op(name, ins, [target], f"{tail}broadcast = [{dim}]")

    def _cast(self, budget: int, depth: int) -> None:
        source = self.input(lambda b: b.element in _casts(self.build))
        if source is None:
            return
        choices = {e: m for e, m in _casts(self.build)[source.element].items() if e in WIDTHS}
        if not choices:
            return
        element = self.rng.choice(sorted(choices))
        target = self.output(source.shape, element)
        tail = self._temp_buffer(source.element) + " " if self.chance(0.15) else ""
        mode = self.rng.choice(choices[element])
        self.op("vcast", [(source.name, source.type)], [target], f"{tail}round_mode = #hivm.round_mode<{mode}>")

    def _compare(self, budget: int, depth: int) -> None:
        first = self.input(lambda b: _accepts(self.build, "vcmp", b.element))
        if first is None:
            return
        second = self.input(lambda b: b.shape == first.shape and b.element == first.element) or first
        target = self.output(first.shape, "i1")
        mode = self.rng.choice(("eq", "ne", "lt", "gt", "ge", "le"))
        ins = [(first.name, first.type), (second.name, second.type)]
        self.op("vcmp", ins, [target], "" if mode == "eq" else f"compare_mode = #hivm.compare_mode<{mode}>")

    def _select_op(self, budget: int, depth: int) -> None:
        first = self.input(lambda b: b.element != "i1" and _accepts(self.build, "vsel", b.element, 1))
        if first is None:
            return
        condition = self.input(lambda b: b.shape == first.shape and b.element == "i1")
        if condition is None:
            condition = self.output(first.shape, "i1")
            if not _accepts(self.build, "vcmp", first.element):
                return
            self.op("vcmp", [(first.name, first.type)] * 2, [condition])
        second = self.input(lambda b: b.shape == first.shape and b.element == first.element) or first
        target = self.output(first.shape, first.element)
        tail = self._temp_buffer(first.element) if self.chance(0.2) else ""
        self.op("vsel", [(b.name, b.type) for b in (condition, first, second)], [target], tail)

    def _reduce(self, budget: int, depth: int) -> None:
        source = self.input(
            lambda b: len(b.shape) >= 1 and b.shape[-1] > 0 and _accepts(self.build, "vreduce", b.element)
        )
        if source is None:
            return
        dim = self.rng.randrange(len(source.shape))
        shape = tuple(1 if i == dim else n for i, n in enumerate(source.shape))
        kinds = ["sum", "max", "min", "prod"]
        if source.element[0] == "i":
            kinds += ["xori", "ori", "andi"]
        indexed = {"a3": ["max_with_index_left", "min_with_index_right"], "a5": ["max_with_index", "min_with_index"]}
        kind = self.rng.choice([*kinds, *indexed[self.build]])
        outs = [self.output(shape, source.element)]
        if "index" in kind:
            outs.append(self.output(shape, "i32"))
        temp = self._temp_buffer(source.element) + " " if self.chance(0.6) else ""
        if self.build == "a5":
            left = "tie_break_left = true " if "index" in kind else ""
            tail = f"{temp}unsigned_src = false {left}reduce_dims = [{dim}]"
        else:
            tail = f"{temp}reduce_dims = [{dim}]"
        self.emit("")
        self.lines.pop()
        sources = f"ins({source.name} : {source.type})"
        targets = f"outs({', '.join(b.name for b in outs)} : {', '.join(b.type for b in outs)})"
        self.emit(f"hivm.hir.vreduce <{kind}> {sources} {targets} {tail}")

    def _other(self, budget: int, depth: int) -> None:
        """Structured operations that are not elementwise."""
        name = self.rng.choice(
            (
                "copy",
                "vflip",
                "vbrc",
                "vcumsum",
                "vcumprod",
                "varange",
                "vtranspose",
                "vinterleave",
                "vdeinterleave",
                "vconcat",
                "vsort",
                "vshl",
                "vgather",
                "custom",
                "vpad",
            )
        )
        if name == "vbrc":
            shape = self.rng.choice(self.shapes)
            element = self.rng.choice(("f32", "f16", "i32"))
            self.op(name, [(f"%k_{element}", element)], [self.output(shape, element)])
            return
        if name == "varange":
            shape = self.rng.choice(self.shapes)
            target = self.output(shape, "i32")
            strides = ", ".join(["%c1"] * len(shape))
            self.emit(f"hivm.hir.varange offset[%c0] strides[{strides}] outs({target.name} : {target.type})")
            return
        source = self.input(lambda b: _accepts(self.build, name, b.element))
        if source is None:
            return
        one = (source.name, source.type)
        last = len(source.shape) - 1
        if name == "copy":
            self.op(name, [one], [self.output(source.shape, source.element)])
        elif name == "vflip":
            self.op(name, [one], [self.output(source.shape, source.element)], f"flip_axis = {last}")
        elif name in {"vcumsum", "vcumprod"}:
            dim = self.rng.randrange(last + 1)
            target = self.output(source.shape, source.element)
            self.op(name, [one], [target], f"cum_dims = [{dim}] reverse = {self.rng.choice(('true', 'false'))}")
        elif name == "vtranspose" and last == 1:
            target = self.output(source.shape[::-1], source.element)
            tail = self._temp_buffer(source.element) + " " if self.chance(0.3) else ""
            self.op(name, [one], [target], f"{tail}permutation = [1, 0]")
        elif name == "vinterleave":
            shape = (*source.shape[:-1], source.shape[-1] * 2)
            second = self.input(lambda b: b.shape == source.shape and b.element == source.element) or source
            target = self.output(shape, source.element)
            self.op(name, [one, (second.name, second.type)], [target], "interleave_channel_nums = 2")
        elif name == "vdeinterleave" and source.shape[-1] % 2 == 0 and source.shape[-1]:
            shape = (*source.shape[:-1], source.shape[-1] // 2)
            self.op(name, [one], [self.output(shape, source.element), self.output(shape, source.element)])
        elif name == "vconcat":
            shape = (source.shape[0] * 2, *source.shape[1:])
            target = self.output(shape, source.element)
            sources = f"ins({source.name}, {source.name} : {source.type}, {source.type})"
            self.emit(f"hivm.hir.vconcat dim(0) {sources} outs({target.name} : {target.type})")
        elif name == "vsort" and last == 0:
            target = self.output(source.shape, source.element)
            self.op(name, [one], [target], "descending = true sort_axis = 0")
        elif name == "vshl" and self.build == "a3":
            second = self.input(lambda b: b.shape == source.shape and b.element == source.element) or source
            self.op(name, [one, (second.name, second.type)], [self.output(source.shape, source.element)])
        elif name == "vgather" and source.shape[-1] >= 8:
            shape = (*source.shape[:-1], 8)
            indices = self.output(shape, "i32")
            target = self.output(shape, source.element)
            self.emit(
                f"hivm.hir.vgather ins({source.name} : {source.type}) indices({indices.name} : {indices.type})"
                f" outs({target.name} : {target.type})"
            )
        elif name == "custom":
            target = self.output(source.shape, source.element)
            pipe = self.rng.choice(("PIPE_V", "PIPE_MTE2", "PIPE_MTE3"))
            attributes = (
                f"hivm.pipe = #hivm.pipe<{pipe}>, hivm.tcore_type = #hivm.tcore_type<VECTOR>,"
                ' hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "my_impl"'
            )
            self.emit(
                f'hivm.hir.custom {{{attributes}}} "my_op" ins({source.name} : {source.type})'
                f" outs({target.name} : {target.type})"
            )
        elif name == "vpad" and source.element in {"f16", "f32"}:
            shape = (*source.shape[:-1], source.shape[-1] + 8)
            zeros = ["0"] * last
            low, high = ", ".join([*zeros, "3"]), ", ".join([*zeros, "5"])
            tail = f"low[{low}] high[{high}] pad_value %k_{source.element} : {source.element}"
            self.op(name, [one], [self.output(shape, source.element)], tail)

    def _scalar(self, budget: int, depth: int) -> None:
        """An element read or written by the scalar unit."""
        buffer = self.input(lambda b: b.element in {"f32", "f16", "i32", "i16"})
        if buffer is None:
            return
        at = ", ".join(self.index() for _ in buffer.shape)
        if self.chance(0.5):
            self.emit(f"memref.store %k_{buffer.element}, {buffer.name}[{at}] : {buffer.type}")
            return
        value = self.name("s")
        self.emit(f"{value} = memref.load {buffer.name}[{at}] : {buffer.type}")
        gm = self.gm(buffer.shape, buffer.element)
        type = memref(buffer.shape, buffer.element, "gm")
        self.emit(f"memref.store {value}, {gm}[{at}] : {type}")

    def _alloc(self, budget: int, depth: int) -> None:
        self.alloc()

    def _arith(self, budget: int, depth: int) -> None:
        value = self.name("i")
        kind = self.rng.choice(("constant", "addi", "muli", "minsi"))
        if kind == "constant":
            self.emit(f"{value} = arith.constant {self.rng.choice((0, 2, 3, 64))} : index")
        else:
            self.emit(f"{value} = arith.{kind} {self.index()}, {self.index()} : index")
        self.frames[-1].indices.append(value)

    def _mark(self, budget: int, depth: int) -> None:
        found = self._visible(lambda b: b.space == "ub")
        if not found:
            return
        buffer = self.rng.choice(found)
        if self.chance(0.5):
            self.emit(f"annotation.mark {buffer.name} {{keep}} : {buffer.type}")
        elif not buffer.alloc and self.chance(0.7):
            self.mark_multi(buffer)
        else:
            self.emit(f"annotation.mark {buffer.name} {{buffer_size_in_byte = 64 : i64}} : {buffer.type}")

    def _use(self, budget: int, depth: int) -> None:
        """Operations that use a buffer without a kill step, or nothing but a kill step."""
        buffer = self.input()
        if buffer is None:
            return
        if self.chance(0.5):
            value = self.name("d")
            self.emit(f"{value} = memref.dim {buffer.name}, %c0 : {buffer.type}")
            self.frames[-1].indices.append(value)
        else:
            attributes = 'debugtype = "print", hex = false, prefix = " x: ", tcoretype = #hivm.tcore_type<VECTOR>'
            self.emit(f"hivm.hir.debug {{{attributes}}} {buffer.name} : {buffer.type}")

    # --- views ------------------------------------------------------------------------------------------------

    def _view(self, budget: int, depth: int) -> None:
        found = self._visible(lambda b: b.space == "ub" and not b.layout and prod(b.shape) > 0)
        if not found:
            return
        source = self.rng.choice(found)
        kind = self.rng.choice(("subview", "subview", "collapse", "expand", "cast", "reinterpret", "view", "bitcast"))
        view: _Buffer | None = None
        name = self.name("w")

        def derived(shape: tuple[int, ...], element: str = source.element, layout: str = "") -> _Buffer:
            return _Buffer(name, shape, element, "ub", layout, alloc=False, root=source)

        if kind == "subview" and len(source.shape) == 1 and source.shape[0] > 1:
            offset = self.rng.choice((0, 0, source.shape[0] // 2))
            size = source.shape[0] - offset if self.chance(0.5) else max(1, (source.shape[0] - offset) // 2)
            layout = f"strided<[1], offset: {offset}>" if offset else "strided<[1]>"
            view = derived((size,), layout=layout)
            self.emit(f"{name} = memref.subview {source.name}[{offset}] [{size}] [1] : {source.type} to {view.type}")
        elif kind == "subview" and len(source.shape) == 2:
            rows = max(1, source.shape[0] // 2)
            view = derived((rows, source.shape[1]), layout=f"strided<[{source.shape[1]}, 1]>")
            sizes = f"[{rows}, {source.shape[1]}]"
            self.emit(f"{name} = memref.subview {source.name}[0, 0] {sizes} [1, 1] : {source.type} to {view.type}")
        elif kind == "collapse" and len(source.shape) == 2:
            view = derived((prod(source.shape),))
            self.emit(f"{name} = memref.collapse_shape {source.name} [[0, 1]] : {source.type} into {view.type}")
        elif kind == "expand" and len(source.shape) == 1 and source.shape[0] % 4 == 0:
            view = derived((4, source.shape[0] // 4))
            self.emit(
                f"{name} = memref.expand_shape {source.name} [[0, 1]] output_shape [4, {source.shape[0] // 4}]"
                f" : {source.type} into {view.type}"
            )
        elif kind == "cast":
            dims = "".join("?x" for _ in source.shape)
            dynamic = f"memref<{dims}{source.element}, #hivm.address_space<ub>>"
            self.emit(f"{name} = memref.cast {source.name} : {source.type} to {dynamic}")
            back = self.name("w")
            self.emit(f"{back} = memref.cast {name} : {dynamic} to {source.type}")
            name = back
            view = derived(source.shape)
        elif kind == "reinterpret":
            count = prod(source.shape)
            view = derived((count,), layout="strided<[1]>")
            self.emit(
                f"{name} = memref.reinterpret_cast {source.name} to offset: [0], sizes: [{count}], strides: [1]"
                f" : {source.type} to {view.type}"
            )
        elif kind == "view":
            size = prod(source.shape) * WIDTHS[source.element] // 8
            if size and WIDTHS[source.element] >= 8:
                raw = self.alloc((size,), "i8")
                view = _Buffer(name, source.shape, source.element, "ub", alloc=False, root=raw)
                self.emit(f"{name} = memref.view {raw.name}[%c0][] : {raw.type} to {view.type}")
        elif kind == "bitcast" and source.element in {"f32", "i32", "f16", "i16"}:
            element = {"f32": "i32", "i32": "f32", "f16": "i16", "i16": "f16"}[source.element]
            view = derived(source.shape, element)
            self.emit(f"{name} = hivm.hir.bitcast {source.name} : {source.type} -> {view.type}")
        if view is not None:
            view.written = view.base.written
            self.frames[-1].buffers.append(view)

    def _select(self, budget: int, depth: int) -> None:
        space = "ub" if self.mode == "local" else ""
        first = self.input() if self.mode == "local" else self._some_workspace()
        if first is None:
            return
        others = self._visible(lambda b: b.type == first.type and b.space == space and b.base.written)
        second = self.rng.choice(others) if others else first
        result = _Buffer(
            self.name("x"), first.shape, first.element, first.space, first.layout, alloc=False, written=True
        )
        self.emit(f"{result.name} = arith.select %p, {first.name}, {second.name} : {first.type}")
        self.frames[-1].buffers.append(result)

    # --- control flow -----------------------------------------------------------------------------------------

    def _carried(self) -> list[_Buffer]:
        """Buffers to carry through a loop or out of a branch."""
        if self.chance(0.45):
            return []
        found = self._visible(lambda b: b.space in {"ub", ""} and b.base.written)
        return self.rng.sample(found, min(len(found), self.rng.choice((1, 1, 2))))

    def _yielded(self, carried: list[_Buffer]) -> list[_Buffer]:
        """What to yield in place of each carried buffer."""
        result: list[_Buffer] = []
        for buffer in carried:
            same = self._visible(lambda b, t=buffer.type: b.type == t and b.base.written)
            if not same:
                same = [buffer]
            result.append(self.rng.choice(same[-3:] if self.chance(0.7) else same))
        return result

    def _results(self, carried: list[_Buffer], prefix: str = "r") -> tuple[str, list[_Buffer]]:
        """Assignment text and buffers for the results of an operation that carries buffers."""
        if not carried:
            return "", []
        name = self.name(prefix)
        plural = len(carried) > 1
        found = [
            _Buffer(f"{name}#{i}" if plural else name, b.shape, b.element, b.space, b.layout, alloc=False, written=True)
            for i, b in enumerate(carried)
        ]
        return f"{name}{f':{len(carried)}' if plural else ''} = ", found

    def _for(self, budget: int, depth: int) -> int:
        inner = self.rng.randint(1, max(1, min(budget - 1, 12)))
        carried = self._carried()
        text, results = self._results(carried)
        variable = self.name("i")
        arguments = [
            _Buffer(self.name("a"), b.shape, b.element, b.space, b.layout, alloc=False, written=True) for b in carried
        ]
        pairs = ", ".join(f"{a.name} = {b.name}" for a, b in zip(arguments, carried, strict=True))
        types = ", ".join(b.type for b in carried)
        carry = f" iter_args({pairs}) -> ({types})" if carried else ""
        self.emit(f"{text}scf.for {variable} = %c0 to %n step %c1{carry} {{")
        self.in_loop += 1
        with self.nested() as frame:
            frame.buffers += arguments
            frame.indices.append(variable)
            self._statements(inner, depth + 1)
            if carried:
                yields = self._yielded(arguments)
                self.emit(f"scf.yield {', '.join(b.name for b in yields)} : {types}")
        self.in_loop -= 1
        self.emit("}")
        self.frames[-1].buffers += results
        return inner + 1

    def _if(self, budget: int, depth: int) -> int:
        inner = self.rng.randint(1, max(1, min(budget - 1, 8)))
        carried = self._carried()
        text, results = self._results(carried)
        types = ", ".join(b.type for b in carried)
        self.emit(f"{text}scf.if %p{f' -> ({types})' if carried else ''} {{")
        self._branch(inner, depth, carried, types)
        if carried or self.chance(0.5):
            self.emit("} else {")
            self._branch(max(1, inner // 2), depth, carried, types)
        self.emit("}")
        self.frames[-1].buffers += results
        return inner + 1

    def _branch(self, count: int, depth: int, carried: list[_Buffer], types: str) -> None:
        with self.nested():
            self._statements(count, depth + 1)
            if carried:
                yields = self._yielded(carried)
                self.emit(f"scf.yield {', '.join(b.name for b in yields)} : {types}")

    def _while(self, budget: int, depth: int) -> int:
        inner = self.rng.randint(1, max(1, min(budget - 1, 8)))
        carried = self._carried()
        result = self.name("r")
        types = ", ".join(["index", *(b.type for b in carried)])
        before = [self.name("i"), *(self.name("a") for _ in carried)]
        starts = ", ".join(f"{a} = {b}" for a, b in zip(before, ["%c0", *(b.name for b in carried)], strict=True))
        count = f":{1 + len(carried)}" if carried else ""
        self.emit(f"{result}{count} = scf.while ({starts}) : ({types}) -> ({types}) {{")
        self.in_loop += 1
        with self.nested() as frame:
            inside = [
                _Buffer(n, b.shape, b.element, b.space, b.layout, alloc=False, written=True)
                for n, b in zip(before[1:], carried, strict=True)
            ]
            frame.buffers += inside
            if self.chance(0.4):
                self._statements(max(1, inner // 2), depth + 1)
            condition = self.name("c")
            self.emit(f"{condition} = arith.cmpi slt, {before[0]}, %n : index")
            passed = ", ".join([before[0], *(b.name for b in self._yielded(inside))])
            self.emit(f"scf.condition({condition}) {passed} : {types}")
        self.emit("} do {")
        after = [self.name("j"), *(self.name("a") for _ in carried)]
        heads = ", ".join(f"{n}: {t}" for n, t in zip(after, ["index", *(b.type for b in carried)], strict=True))
        self.emit(f"^bb0({heads}):")
        with self.nested() as frame:
            inside = [
                _Buffer(n, b.shape, b.element, b.space, b.layout, alloc=False, written=True)
                for n, b in zip(after[1:], carried, strict=True)
            ]
            frame.buffers += inside
            self._statements(inner, depth + 1)
            following = self.name("q")
            self.emit(f"{following} = arith.addi {after[0]}, %c1 : index")
            yields = ", ".join([following, *(b.name for b in self._yielded(inside))])
            self.emit(f"scf.yield {yields} : {types}")
        self.in_loop -= 1
        self.emit("}")
        if carried:
            self.frames[-1].buffers += [
                _Buffer(f"{result}#{i + 1}", b.shape, b.element, b.space, b.layout, alloc=False, written=True)
                for i, b in enumerate(carried)
            ]
        return inner + 2

    def _scope(self, budget: int, depth: int) -> int:
        inner = self.rng.randint(1, max(1, min(budget - 1, 8)))
        carried = self._carried() if self.chance(0.4) else []
        text, results = self._results(carried)
        types = ", ".join(b.type for b in carried)
        self.emit(f"{text}scope.scope : () -> ({types}) {{")
        with self.nested():
            self._statements(inner, depth + 1)
            yields = self._yielded(carried)
            self.emit(f"scope.return{' ' + ', '.join(b.name for b in yields) + ' : ' + types if carried else ''}")
        self.emit("}")
        self.frames[-1].buffers += results
        return inner + 1

    def _region(self, budget: int, depth: int) -> int:
        """Operations with regions that the planner does not know, or knows in its own way."""
        inner = self.rng.randint(1, max(1, min(budget - 1, 5)))
        kind = self.rng.choice(("parallel", "forall", "execute"))
        if kind == "parallel":
            self.emit(f"scf.parallel ({self.name('i')}) = (%c0) to (%n) step (%c1) {{")
        elif kind == "forall":
            self.emit(f"scf.forall ({self.name('i')}) in (%n) {{")
        else:
            self.emit("scf.execute_region {")
        with self.nested():
            self._statements(inner, depth + 1)
            if kind == "parallel":
                self.emit("scf.reduce")
            elif kind == "execute":
                self.emit("scf.yield")
        self.emit("}")
        return inner + 1

    def _preload(self, budget: int, depth: int) -> int:
        """A loop of scopes with a buffer that is filled ahead."""
        shape = self.rng.choice(self.shapes)
        self.emit(f"scf.for {self.name('i')} = %c0 to %n step %c1 {{")
        self.in_loop += 1
        with self.nested() as frame:
            buffer = self.alloc(shape, "f32")
            self.emit(f"annotation.mark {buffer.name} {{hivm.preload_local_buffer}} : {buffer.type}")
            for _ in range(2):
                self.emit("scope.scope : () -> () {")
                with self.nested():
                    self._load(1, depth)
                    gm = self.gm(shape, "f32")
                    source = f"ins({gm} : {memref(shape, 'f32', 'gm')})"
                    self.emit(f"hivm.hir.load {source} outs({buffer.name} : {buffer.type})")
                    buffer.written = True
                    self._statements(2, depth + 1)
                    self.emit("scope.return")
                self.emit("}")
            del frame
        self.in_loop -= 1
        self.emit("}")
        return 6

    def _packing(self, count: int) -> None:
        """A chain of vector operations that keeps UB nearly full, so that the search has to back out."""
        rng = self.rng
        places = rng.choice((3, 3, 4, 4, 5, 6, 7, 8, 11))
        whole = self.capacity["ub"] // places // 64 * 16 - rng.choice((0, 0, 8, 16))
        sizes = [whole, whole, whole // 2] if rng.random() < 0.5 else [whole]
        if rng.random() < 0.3:
            sizes.append(whole // 4 // 8 * 8)
        in_loop = rng.random() < 0.4
        multi = rng.choice((0, 0, 0, 0.1, 0.3)) if in_loop else 0
        scalar = rng.choice((0, 0.05))
        if in_loop:
            self.emit(f"scf.for {self.name('i')} = %c0 to %n step %c1 {{")
            self.indent += 2
        live: list[_Buffer] = []

        def fresh(size: int) -> _Buffer:
            buffer = _Buffer(self.name("b"), (size,), "f32", "ub", written=True)
            self.emit(f"{buffer.name} = memref.alloc() : {buffer.type}")
            if rng.random() < multi:
                self.mark_multi(buffer)
            live.append(buffer)
            return buffer

        for _ in range(count):
            room = len(live) < places
            action = rng.random()
            if len(live) < 2 or (room and action < 0.35):
                buffer = fresh(rng.choice(sizes))
                gm = self.gm(buffer.shape, "f32")
                self.emit(
                    f"hivm.hir.load ins({gm} : {memref(buffer.shape, 'f32', 'gm')}) outs({buffer.name} : {buffer.type})"
                )
                continue
            first = rng.choice(live)
            same = [b for b in live if b.shape == first.shape]
            second = rng.choice(same)
            if action < 0.75:
                target = fresh(first.shape[0])
                if rng.random() < 0.3:
                    kind, tail = rng.choice((("vflip", "flip_axis = 0"), ("vexp", ""), ("vabs", ""), ("copy", "")))
                    self.op(kind, [(first.name, first.type)], [target], tail)
                    second = first
                else:
                    kind = rng.choice(("vadd", "vsub", "vmul", "vdiv"))
                    self.op(kind, [(first.name, first.type), (second.name, second.type)], [target])
                for used in {first: 0, second: 0}:
                    if rng.random() < 0.55 or len(live) > places:
                        live.remove(used)
                continue
            if rng.random() < scalar:
                self.emit(f"memref.store %k_f32, {first.name}[%c0] : {first.type}")
            self._store_of(first)
            live.remove(first)
        for buffer in live:
            self._store_of(buffer)
        if in_loop:
            self.indent -= 2
            self.emit("}")

    def _blocks(self, count: int) -> None:
        """A function body of several blocks: a diamond or a loop."""
        part = max(1, count // 4)
        self._statements(part, 0)
        passed = self._carried()
        types = ", ".join(b.type for b in passed)
        names = ", ".join(b.name for b in passed)
        operands = f"({names} : {types})" if passed else ""

        def head(label: str) -> list[_Buffer]:
            arguments = [
                _Buffer(self.name("a"), b.shape, b.element, b.space, b.layout, alloc=False, written=True)
                for b in passed
            ]
            listed = ", ".join(f"{a.name}: {a.type}" for a in arguments)
            self.lines.append(f"^{label}{f'({listed})' if passed else ''}:")
            return arguments

        def jump(label: str, inside: list[_Buffer]) -> str:
            chosen = self._yielded(inside)
            listed = ", ".join(b.name for b in chosen)
            return f"^{label}({listed} : {types})" if passed else f"^{label}"

        looping = self.chance(0.4)
        if looping:
            self.emit(f"cf.br ^bb1{operands}")
        else:
            self.emit(f"cf.cond_br %p, ^bb1{operands}, ^bb2{operands}")
        for label in ("bb1",) if looping else ("bb1", "bb2"):
            with self.nested() as frame:
                self.indent -= 2
                inside = head(label)
                frame.buffers += inside
                self._statements(part, 1)
                if looping:
                    self.emit(f"cf.cond_br %p, {jump('bb1', inside)}, {jump('bb3', inside)}")
                else:
                    self.emit(f"cf.br {jump('bb3', inside)}")
                self.indent += 2
        self.frames[-1].buffers += head("bb3")
        self._statements(part, 0)
        self._use_some()
        self.emit("return")

    # --- tensors, cube, calls -----------------------------------------------------------------------------------

    def _tensor(self, budget: int, depth: int) -> None:
        """A vector operation on tensors that stand for buffers."""
        source = self.input(lambda b: b.element in {"f32", "f16"} and not b.layout)
        if source is None:
            return
        target = self.output(source.shape, source.element)
        if target.layout:
            return
        tensor = f"tensor<{''.join(f'{n}x' for n in source.shape)}{source.element}>"
        plain = memref(source.shape, source.element, "")
        names = [self.name("t") for _ in range(5)]
        for name, buffer in zip(names[:2], (source, target), strict=True):
            cast = self.name("t")
            self.emit(f"{cast} = memref.memory_space_cast {buffer.name} : {buffer.type} to {plain}")
            self.emit(f"{name} = bufferization.to_tensor {cast} restrict writable : {plain}")
        self.emit(f"{names[2]} = hivm.hir.vexp ins({names[0]} : {tensor}) outs({names[1]} : {tensor}) -> {tensor}")
        self.emit(f"annotation.mark {names[2]} : {tensor}")

    def _cube(self, budget: int, depth: int) -> None:
        """A matrix product: L1 inputs, L0C output, stored through fixpipe."""
        tiles = self.rng.choice(((2, 2), (4, 4), (8, 8), (16, 16), (16, 8)))
        left = (*tiles, 16, 16)
        inputs: list[_Buffer] = []
        for _ in range(2):
            found = self._visible(lambda b: b.space == "cbuf" and b.shape == left)
            if found and self.chance(0.4):
                inputs.append(self.rng.choice(found))
                continue
            buffer = self.alloc(left, "f16", "cbuf")
            source = self.gm((tiles[1] * 16, tiles[0] * 16), "f16")
            type = memref((tiles[1] * 16, tiles[0] * 16), "f16", "gm")
            self.emit(f"hivm.hir.nd2nz {{dst_continuous}} ins({source} : {type}) outs({buffer.name} : {buffer.type})")
            inputs.append(buffer)
        shape = (tiles[0], tiles[0], 16, 16)
        found = self._visible(lambda b: b.space == "cc" and b.shape == shape)
        output = self.rng.choice(found) if found and self.chance(0.5) else self.alloc(shape, "f32", "cc")
        a, b = inputs
        self.emit(
            f"hivm.hir.mmadL1 ins({a.name}, {b.name}, %p, %n, %n, %n : {a.type}, {b.type}, i1, index, index, index)"
            f" outs({output.name} : {output.type})"
        )
        if self.chance(0.7):
            side = tiles[0] * 16
            gm = self.gm((side, side), "f16")
            type = memref((side, side), "f16", "gm")
            self.emit(f"hivm.hir.fixpipe {{enable_nz2nd}} ins({output.name} : {output.type}) outs({gm} : {type})")

    def _call(self, budget: int, depth: int) -> None:
        """A call of a vector function or of an unknown one."""
        source = self.input(lambda b: b.element == "f32" and len(b.shape) == 1 and not b.layout and b.shape[0] >= 64)
        if source is None:
            return
        target = self.output(source.shape, "f32")
        if target.layout:
            return
        vector = self.chance(0.75)
        name = f"vf{len(self.extra_functions)}" if vector else f"ext{len(self.extra_functions)}"
        type = source.type
        if vector:
            self.extra_functions.append(self._vector_function(name, type, source.shape[0]))
        else:
            self.extra_functions.append(f"func.func private @{name}({type}, {type})")
        attribute = " {hivm.vector_function}" if vector and self.chance(0.9) else ""
        self.emit(f"func.call @{name}({source.name}, {target.name}){attribute} : ({type}, {type}) -> ()")

    def _vector_function(self, name: str, type: str, size: int) -> str:
        rng = self.rng
        part = "memref<64xf32, strided<[1], offset: ?>, #hivm.address_space<ub>>"
        offset_in, offset_out = "%k", rng.choice(("%k", "%k", "%k", "%c0"))
        lines = [
            f"func.func @{name}(%i: {type}, %o: {type}) attributes {{hivm.vector_function}} {{",
            "  %c0 = arith.constant 0 : index",
            "  %c64 = arith.constant 64 : index",
            f"  %size = arith.constant {size} : index",
            "  %f = arith.constant 0.0 : f32",
            "  scf.for %k = %c0 to %size step %c64 {",
            f"    %s = memref.subview %i[{offset_in}] [64] [1] : {type} to {part}",
            f"    %t = memref.subview %o[{offset_out}] [64] [1] : {type} to {part}",
            f"    %v = vector.transfer_read %s[%c0], %f {{in_bounds = [true]}} : {part}, vector<64xf32>",
        ]
        if rng.random() < 0.15:
            lines.append(f"    %v2 = vector.transfer_read %s[%c0], %f {{in_bounds = [true]}} : {part}, vector<64xf32>")
        if rng.random() < 0.15:
            lines.append(f"    %v3 = vector.transfer_read %t[%c0], %f {{in_bounds = [true]}} : {part}, vector<64xf32>")
        lines += [
            "    %w = math.exp %v : vector<64xf32>",
            f"    vector.transfer_write %w, %t[%c0] {{in_bounds = [true]}} : vector<64xf32>, {part}",
            "  }",
            "  return",
            "}",
        ]
        return "\n".join(lines)

    # --- workspace --------------------------------------------------------------------------------------------

    def _workspace_setup(self) -> None:
        self.arguments["%w0"] = "memref<?xi8>"
        if self.chance(0.4):
            self.arguments["%w1"] = "memref<?xi8>"
        for shape in dict.fromkeys(self.shapes):
            for element in ("f32", "f16"):
                buffer = _Buffer(self.name("u"), shape, element, "ub", written=True)
                self.emit(f"{buffer.name} = memref.alloc() : {buffer.type}")
                self.frames[0].buffers.append(buffer)

    def _workspace(self, budget: int, depth: int) -> _Buffer:
        shape, element = self.rng.choice(self.shapes), self.rng.choice(("f32", "f16"))
        base = self.rng.choice([a for a in self.arguments if a.startswith("%w")])
        buffer = _Buffer(self.name("b"), shape, element, "")
        fixed = " offset = [%c0]" if self.chance(0.04) else ""
        self.emit(
            f"{buffer.name} = memref_ext.alloc_workspace() from {base}{fixed} : from memref<?xi8> to {buffer.type}"
        )
        if self.chance(0.15):
            self.mark_multi(buffer)
        self.frames[-1].buffers.append(buffer)
        return buffer

    def _some_workspace(self) -> _Buffer | None:
        found = self._visible(lambda b: b.space == "" and b.base.written)
        return self.rng.choice(found) if found else None

    def _spill(self, budget: int, depth: int) -> None:
        found = self._visible(lambda b: b.space == "")
        target = self.rng.choice(found) if found and self.chance(0.4) else self._workspace(1, depth)
        source = next(
            (b for b in self._visible() if b.space == "ub" and b.shape == target.shape and b.element == target.element),
            None,
        )
        if source is not None:
            target.written = target.base.written = True
            self.emit(f"hivm.hir.store ins({source.name} : {source.type}) outs({target.name} : {target.type})")

    def _fill(self, budget: int, depth: int) -> None:
        source = self._some_workspace()
        if source is None:
            return
        target = next(
            (b for b in self._visible() if b.space == "ub" and b.shape == source.shape and b.element == source.element),
            None,
        )
        if target is not None:
            self.emit(f"hivm.hir.load ins({source.name} : {source.type}) outs({target.name} : {target.type})")

    def _workspace_op(self, budget: int, depth: int) -> None:
        """An elementwise operation on workspace, for the in-place rules."""
        source = self._some_workspace()
        if source is None:
            return
        found = self._visible(lambda b: b.type == source.type)
        target = self.rng.choice(found)
        if self.chance(0.6):
            base = self.rng.choice([a for a in self.arguments if a.startswith("%w")])
            target = _Buffer(self.name("b"), source.shape, source.element, "")
            self.emit(f"{target.name} = memref_ext.alloc_workspace() from {base} : from memref<?xi8> to {target.type}")
            self.frames[-1].buffers.append(target)
        target.written = True
        self.op("vexp", [(source.name, source.type)], [target])
