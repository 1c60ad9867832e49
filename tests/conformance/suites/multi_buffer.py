"""Random programs for ``hivm-mark-multi-buffer`` and ``hivm-enable-multi-buffer``.

Loops of every kind with carried buffers, branches, scopes and views around allocations (or casts of several addresses)
that are loaded, stored and computed with; workspace at tensor stage; marks, good and bad.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conformance.compiler import Build

MARK = "--hivm-mark-multi-buffer"
ENABLE = "--hivm-enable-multi-buffer"
PLAN = "--hivm-plan-memory"
A5_DEVICE = "--hacc-append-device-spec=target=Ascend950PR_9589"

_BUILDS: tuple[Build, ...] = ("a3", "a5")
_LIMITS = ("no-limit", "only-cube", "only-vector", "no-l0c")
_UB = "memref<128xf32, #hivm.address_space<ub>>"
_VIEW = "memref<64xf32, strided<[1]>, #hivm.address_space<ub>>"
_GM = "memref<128xf32, #hivm.address_space<gm>>"
_L1 = "memref<2x4x16x16xf16, #hivm.address_space<cbuf>>"
_CC = "memref<2x4x16x16xf32, #hivm.address_space<cc>>"
_GM16 = "memref<64x32xf16, #hivm.address_space<gm>>"
_GM32 = "memref<64x32xf32, #hivm.address_space<gm>>"
_TENSOR = "tensor<16x16xf32>"
_WORK = "memref<16x16xf32>"


def cases(seed: int) -> Iterator[Case]:
    """One program of allocations or of casts per seed, on both builds and on A5 also for a reg-based target."""
    casts = seed % 2 == 1
    made = _Program(seed, casts)
    text = made.module()
    rng = made.rng
    for build in _BUILDS:
        device = (A5_DEVICE,) if build == "a5" and rng.random() < 0.4 else ()
        mode = f"{build}{' reg-based' if device else ''}"
        name = f"seed {seed}"
        if casts:
            yield Case(f"enable-multi-buffer {mode}", name, build, (*device, ENABLE), text)
            continue
        options = _options(rng, build)
        mark = f"{MARK}={options}" if options else MARK
        yield Case(f"mark-multi-buffer {mode}", name, build, (*device, mark), text)
        if rng.random() < 0.5:
            device = (A5_DEVICE,) if build == "a5" else ()
            mode = "a5 reg-based" if device else build
            chain = (*device, f"{MARK}=enable-auto=true", PLAN, ENABLE)
            yield Case(f"mark, plan, enable {mode}", name, build, chain, text)


def _options(rng: random.Random, build: Build) -> str:
    found: list[str] = []
    if rng.random() < 0.95:
        found.append("enable-auto=true")
    if rng.random() < 0.5:
        found.append(f"limit-auto-multi-buffer-of-local-buffer={rng.choice(_LIMITS)}")
    if rng.random() < 0.5:
        found.append(f"limit-mix-auto-multi-buffer-buffer={rng.choice(_LIMITS)}")
    if rng.random() < 0.2:
        found.append("limit-auto-multi-buffer-only-for-local-buffer=true")
    if rng.random() < 0.2:
        found.append(f"set-workspace-multibuffer={rng.choice([0, 1, 3, 7])}")
    if build == "a5" and rng.random() < 0.3:
        found.append(f"disable-multi-buffer-on-{rng.choice(['ub', 'l1', 'l0c'])}=true")
    rng.shuffle(found)
    return " ".join(found)


class _Program:
    """A module with one or two functions."""

    def __init__(self, seed: int, casts: bool) -> None:
        self.rng = random.Random(f"multi-buffer {seed}")
        self.casts = casts
        self.odd = self.chance(0.25)
        """Whether things are put in that only few programs have."""
        self.lines: list[str] = []
        self.indent = 2
        self.count = 0
        self.bounds: dict[str, list[str]] = {}
        self.address = 0

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    def module(self) -> str:
        functions = "".join(self.function(i) for i in range(1 + self.chance(0.2)))
        return f"#half = affine_map<(d0)[s0] -> (d0 * 2 + s0)>\nmodule {{\n{functions}}}\n"

    def attributes(self) -> str:
        found: list[str] = []
        if self.chance(0.9):
            found.append(f"hivm.func_core_type = #hivm.func_core_type<{self.rng.choice(['AIV', 'AIV', 'AIC', 'MIX'])}>")
        if self.chance(0.1):
            found.append("hivm.part_of_mix")
        if self.chance(0.1):
            kind = "HOST" if self.chance(0.3) else "DEVICE"
            found.append(f"hacc.function_kind = #hacc.function_kind<{kind}>")
        return f" attributes {{{', '.join(found)}}}" if found else ""

    def function(self, number: int) -> str:
        self.lines, self.count = [], 0
        self.bounds = {"index": ["%n", "%m"], "i32": ["%p", "%q"], "i64": ["%r", "%x"]}
        arguments = (
            f"%g: {_GM}, %h: {_GM16}, %o: {_GM32}, %w: memref<?xi8>, %t: {_TENSOR}, %n: index, %m: index, "
            "%p: i32, %q: i32, %r: i64, %x: i64, %b: i1"
        )
        for type in ("index", "i32", "i64"):
            for value in self.rng.sample([0, 1, 2, 3, 4, 8], self.rng.randint(1, 4)):
                name = f"%c{value}_{type}"
                self.emit(f"{name} = arith.constant {value} : {type}")
                self.bounds[type].append(name)
        self.emit("%f = arith.constant 1.0 : f32")
        values = [self.buffer() for _ in range(self.rng.randint(0, 2))] or [self.plain_buffer()]
        for _ in range(self.rng.randint(1, 3)):
            values += self.loop(values, 0)
        for value in values:
            if self.chance(0.4):
                self.use(value)
        self.emit("return")
        body = "\n".join(self.lines)
        return f"  func.func @f{number}({arguments}){self.attributes()} {{\n{body}\n  }}\n"

    # --- buffers ------------------------------------------------------------------------------------------------

    def plain_buffer(self) -> str:
        name = self.name()
        if self.casts:
            self.emit(f"{name} = hivm.hir.pointer_cast({self.new_address()}) : {_UB}")
        else:
            self.emit(f"{name} = memref.alloc() : {_UB}")
        return name

    def new_address(self) -> str:
        name = self.name()
        self.address = self.address + 512 if self.chance(0.9) else 0
        self.emit(f"{name} = arith.constant {self.address} : i64")
        return name

    def buffer(self) -> str:
        """A buffer of the usual type, perhaps marked, perhaps with several addresses."""
        if not self.casts:
            name = self.name()
            kind = "alloca" if self.odd and self.chance(0.2) else "alloc"
            self.emit(f"{name} = memref.{kind}() : {_UB}")
            self.marks(name)
            return name
        count = self.rng.choice([1, 2, 2, 2, 3, 4])
        addresses = [self.new_address() for _ in range(count)]
        if count > 1 and self.chance(0.1):
            addresses[-1] = addresses[0]
        if self.odd and self.chance(0.05):
            addresses[-1] = "%x"
        name = self.name()
        self.emit(f"{name} = hivm.hir.pointer_cast({', '.join(addresses)}) : {_UB}")
        self.marks(name)
        return name

    def marks(self, name: str) -> None:
        if self.chance(0.25):
            value = self.rng.choice(["2 : i32", "3 : i64", "2 : i32"])
            if self.odd and self.chance(0.3):
                value = self.rng.choice(["0 : i32", '"two"', "2.0 : f32"])
            more = self.rng.choice(["", "", ", foo", ", address_space = #hivm.address_space<ub>"])
            self.emit(f"annotation.mark {name} {{hivm.multi_buffer = {value}{more}}} : {_UB}")
        if self.chance(0.1):
            self.emit(f"annotation.mark {name} {{bar}} : {_UB}")
        if self.odd and self.chance(0.1):
            self.emit(f"annotation.mark {name} {{address_space = #hivm.address_space<gm>}} : {_UB}")

    def view(self, value: str) -> tuple[str, str]:
        name = self.name()
        kind = self.rng.randrange(4)
        if kind == 0:
            self.emit(f"{name} = memref.cast {value} : {_UB} to memref<?xf32, #hivm.address_space<ub>>")
            return name, "memref<?xf32, #hivm.address_space<ub>>"
        if kind == 1:
            type = "memref<4x32xf32, #hivm.address_space<ub>>"
            self.emit(f"{name} = memref.expand_shape {value} [[0, 1]] output_shape [4, 32] : {_UB} into {type}")
            return name, type
        self.emit(f"{name} = memref.subview {value}[0] [64] [1] : {_UB} to {_VIEW}")
        return name, _VIEW

    # --- statements ---------------------------------------------------------------------------------------------

    def use(self, value: str) -> None:
        kind = self.rng.randrange(8)
        name, type = value, _UB
        if self.chance(0.2):
            name, type = self.view(value)
        if kind < 3:
            gm = type.replace("<ub>", "<gm>") if self.odd else type.replace("ub>", "gm>")
            source = self.name()
            if type == _UB:
                source, gm = "%g", _GM
            else:
                self.emit(f"{source} = memref.alloc() : {gm}")
            load = kind == 0 or self.chance(0.3)
            if load:
                self.emit(f"hivm.hir.load ins({source} : {gm}) outs({name} : {type})")
            else:
                self.emit(f"hivm.hir.store ins({name} : {type}) outs({source} : {gm})")
        elif kind < 5:
            self.emit(f"hivm.hir.vexp ins({name} : {type}) outs({name} : {type})")
        elif kind == 5:
            self.emit(f"memref.store %f, {value}[{self.at()}] : {_UB}")
        else:
            self.emit(f"hivm.hir.vbrc ins(%f : f32) outs({name} : {type})")

    def at(self) -> str:
        return self.rng.choice(self.bounds["index"])

    def cube(self) -> None:
        """Movement of a cube function."""
        name = self.name()
        if self.chance(0.5):
            self.emit(f"{name} = memref.alloc() : {_L1}")
            self.emit(f"hivm.hir.nd2nz {{dst_continuous}} ins(%h : {_GM16}) outs({name} : {_L1})")
        else:
            self.emit(f"{name} = memref.alloc() : {_CC}")
            self.emit(f"hivm.hir.fixpipe {{enable_nz2nd}} ins({name} : {_CC}) outs(%o : {_GM32})")

    def workspace(self) -> None:
        """A store of a tensor into workspace."""
        work, tensor, stored = self.name(), self.name(), self.name()
        self.emit(f"{work} = memref_ext.alloc_workspace() from %w : from memref<?xi8> to {_WORK}")
        if self.chance(0.2):
            self.emit(f"annotation.mark {work} {{hivm.multi_buffer = 2 : i32}} : {_WORK}")
        self.emit(f"{tensor} = bufferization.to_tensor {work} restrict writable : {_WORK}")
        op = self.rng.choice(["store", "fixpipe {enable_nz2nd}", "store"])
        self.emit(f"{stored} = hivm.hir.{op} ins(%t : {_TENSOR}) outs({tensor} : {_TENSOR}) -> {_TENSOR}")
        self.emit(f"annotation.mark {stored} {{keep}} : {_TENSOR}")

    def statements(self, values: list[str], depth: int) -> list[str]:
        values = list(values)
        for _ in range(self.rng.randint(1, 5)):
            kind = self.rng.randrange(14)
            if kind < 3:
                values.append(self.buffer())
            elif kind < 7:
                self.use(self.rng.choice(values))
            elif kind == 7 and not self.casts:
                self.cube()
            elif kind == 8 and not self.casts and self.chance(0.5):
                self.workspace()
            elif kind == 9:
                name, one, other = self.name(), self.rng.choice(values), self.rng.choice(values)
                self.emit(f"{name} = arith.select %b, {one}, {other} : {_UB}")
                values.append(name)
            elif depth < 3 and kind in (10, 11):
                values += self.loop(values, depth + 1)
            elif depth < 3 and kind == 12:
                values += self.branch(values, depth + 1)
            elif depth < 3:
                values += self.scope(values, depth + 1)
        return values

    def block(self, values: list[str], depth: int, count: int, terminator: str, extra: tuple[str, ...] = ()) -> None:
        """Statements and a terminator that passes ``count`` buffers."""
        saved = {type: list(names) for type, names in self.bounds.items()}
        self.indent += 1
        inside = self.statements([*values, *extra * 2], depth)
        fresh = inside[len(values) :] or inside
        chosen = [self.rng.choice(fresh if self.chance(0.7) else inside) for _ in range(count)]
        if terminator == "scf.yield" and not count:
            pass
        elif count:
            self.emit(f"{terminator} {', '.join(chosen)} : {', '.join([_UB] * count)}")
        else:
            self.emit(terminator)
        self.indent -= 1
        self.bounds = saved

    def results(self, name: str, count: int) -> list[str]:
        return [name] if count == 1 else [f"{name}#{i}" for i in range(count)]

    def loop(self, values: list[str], depth: int) -> list[str]:
        kind = self.rng.random()
        if kind < 0.08:
            return self.while_loop(values, depth)
        if kind < 0.12 and self.odd:
            return self.other_loop(values, depth)
        type = self.rng.choice(["index", "index", "index", "i32", "i64"])
        if self.chance(0.15):
            made = self.name()
            one, other = self.at(), self.at()
            self.emit(f"{made} = affine.apply #half({one})[{other}]")
            self.bounds["index"].append(made)
        names = self.bounds[type]
        lower, upper, step = (self.rng.choice(names) for _ in range(3))
        positive = [n for n in names if "c0_" not in n]
        step = step if "c0_" not in step else self.rng.choice(positive)
        if self.chance(0.4):
            constants = [n for n in names if n.startswith("%c")]
            lower = self.rng.choice(constants)
            step = self.rng.choice([n for n in constants if "c0_" not in n] or [step])
        count = self.rng.choice([0, 0, 0, 1, 1, 2])
        arguments = [self.name() for _ in range(count)]
        result, iv = self.name(), f"%i{self.count}"
        head = f"scf.for {iv} = {lower} to {upper} step {step}"
        if count:
            inits = [self.rng.choice(values) for _ in range(count)]
            pairs = ", ".join(f"{a} = {v}" for a, v in zip(arguments, inits, strict=True))
            head = f"{result}{f':{count}' if count > 1 else ''} = {head} iter_args({pairs})"
            head += f" -> ({', '.join([_UB] * count)})"
        self.emit(f"{head} {'' if type == 'index' else f': {type} '}{{")
        saved = {t: list(v) for t, v in self.bounds.items()}
        self.bounds[type].append(iv)
        self.block(values, depth, count, "scf.yield", tuple(arguments))
        self.bounds = saved
        self.emit("}")
        return self.results(result, count) if count else []

    def while_loop(self, values: list[str], depth: int) -> list[str]:
        carried = self.chance(0.3)
        result, before, after, init = self.name(), self.name(), self.name(), self.rng.choice(values)
        types = f"{_UB}" if carried else "i32"
        start = init if carried else "%p"
        self.emit(f"{result} = scf.while ({before} = {start}) : ({types}) -> {types} {{")
        self.emit(f"  scf.condition(%b) {before} : {types}")
        self.emit("} do {")
        self.emit(f"^bb0({after}: {types}):")
        if carried:
            self.block(values, depth, 1, "scf.yield", (after,))
        else:
            self.block(values, depth, 0, f"scf.yield {after} : i32")
        self.emit("}")
        return [result] if carried else []

    def other_loop(self, values: list[str], depth: int) -> list[str]:
        iv = f"%i{self.count}"
        self.count += 1
        kind = self.rng.randrange(3)
        if kind == 0:
            self.emit(f"scf.forall ({iv}) in (4) {{")
            self.block(values, depth, 0, "scf.yield")
        elif kind == 1:
            self.emit(f"scf.parallel ({iv}) = (%n) to (%m) step (%n) {{")
            self.block(values, depth, 0, "scf.yield")
        else:
            self.emit(f"affine.for {iv} = 0 to 8 {{")
            self.block(values, depth, 0, "scf.yield")
        self.emit("}")
        return []

    def branch(self, values: list[str], depth: int) -> list[str]:
        count = self.rng.choice([0, 1, 1, 2])
        result = self.name()
        head = f"scf.if %b -> ({', '.join([_UB] * count)})" if count else "scf.if %b"
        if count:
            head = f"{result}{f':{count}' if count > 1 else ''} = {head}"
        self.emit(f"{head} {{")
        self.block(values, depth, count, "scf.yield")
        if count or self.chance(0.4):
            self.emit("} else {")
            self.block(values, depth, count, "scf.yield")
        self.emit("}")
        return self.results(result, count) if count else []

    def scope(self, values: list[str], depth: int) -> list[str]:
        count = self.rng.choice([0, 1, 1])
        result = self.name()
        types = _UB if count else "()"
        self.emit(f"{f'{result} = ' if count else ''}scope.scope : () -> {types} {{")
        self.block(values, depth, count, "scope.return")
        attributes: list[str] = []
        if self.chance(0.7):
            attributes.append(f"hivm.preload_num = {self.rng.choice([0, 1, 3])} : i32")
        if self.chance(0.8):
            core = self.rng.choice(["VECTOR", "VECTOR", "CUBE", "CUBE_OR_VECTOR"])
            attributes.append(f"hivm.loop_core_type = #hivm.tcore_type<{core}>")
        if self.chance(0.3):
            attributes.append("no_inline")
        self.emit("}" + (f" {{{', '.join(attributes)}}}" if attributes else ""))
        return [result] if count else []
