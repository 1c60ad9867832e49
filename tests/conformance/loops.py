"""Random loops for comparing loop normalisation with the compiler: carried buffers, read and written in any order."""

from __future__ import annotations

import random

_TYPE = "memref<64xf32, #hivm.address_space<ub>>"
_GM = "memref<64xf32, #hivm.address_space<gm>>"
_VIEW = "memref<64xf32, strided<[1]>, #hivm.address_space<ub>>"


def loop_program(seed: int) -> str:
    """One function whose loops carry buffers; the same text for the same seed."""
    return _Loops(random.Random(f"loops {seed}")).text()


class _Loops:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.count = 0
        self.indent = 1

    def text(self) -> str:
        self.emit(f"func.func @k(%g: {_GM}, %arg: {_TYPE}, %n: index, %p: i1) {{", indent=0)
        self.emit("%c0 = arith.constant 0 : index")
        self.emit("%c1 = arith.constant 1 : index")
        self.emit("%f = arith.constant 1.0 : f32")
        values = ["%arg"] if self.chance(0.15) else []
        for _ in range(self.rng.randint(1, 3)):
            values.append(self.alloc())
        for value in values:
            if self.chance(0.7):
                self.write(value)
        for _ in range(self.rng.randint(1, 3)):
            values += self.loop(values, 0)
        for value in values:
            if self.chance(0.5):
                self.read(value)
        self.emit("return")
        self.emit("}", indent=0)
        return "\n".join(self.lines) + "\n"

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line: str, indent: int | None = None) -> None:
        self.lines.append("  " * (self.indent if indent is None else indent) + line)

    def alloc(self) -> str:
        name = self.name()
        self.emit(f"{name} = memref.alloc() : {_TYPE}")
        return name

    # --- statements ---------------------------------------------------------------------------------------------

    def write(self, value: str) -> None:
        kind = self.rng.randrange(4)
        if kind == 0:
            self.emit(f"memref.store %f, {value}[%c0] : {_TYPE}")
        elif kind == 1:
            self.emit(f"hivm.hir.load ins(%g : {_GM}) outs({value} : {_TYPE})")
        elif kind == 2:
            self.emit(f"hivm.hir.vbrc ins(%f : f32) outs({value} : {_TYPE})")
        else:
            view = self.view(value)
            self.emit(f"hivm.hir.vbrc ins(%f : f32) outs({view} : {_VIEW})")

    def view(self, value: str) -> str:
        name = self.name()
        self.emit(f"{name} = memref.subview {value}[0] [64] [1] : {_TYPE} to {_VIEW}")
        return name

    def read(self, value: str) -> None:
        kind = self.rng.randrange(4)
        if kind == 0:
            loaded = self.name()
            self.emit(f"{loaded} = memref.load {value}[%c0] : {_TYPE}")
            self.emit(f"memref.store {loaded}, %g[%c0] : {_GM}")
        elif kind == 1:
            self.emit(f"hivm.hir.store ins({self.view(value)} : {_VIEW}) outs(%g : {_GM})")
        else:
            self.emit(f"hivm.hir.store ins({value} : {_TYPE}) outs(%g : {_GM})")

    def compute(self, values: list[str]) -> None:
        source, target = self.rng.choice(values), self.rng.choice(values)
        temp = ""
        if self.chance(0.2) and source != target:
            temp = f" temp_buffer({self.rng.choice(values)} : {_TYPE})"
        self.emit(f"hivm.hir.vexp ins({source} : {_TYPE}) outs({target} : {_TYPE}){temp}")

    def statements(self, values: list[str], depth: int) -> list[str]:
        """Some statements; returns the values in scope afterwards."""
        values = list(values)
        for _ in range(self.rng.randint(1, 5)):
            kind = self.rng.randrange(12)
            if kind < 2:
                values.append(self.alloc())
            elif kind < 4:
                self.write(self.rng.choice(values))
            elif kind < 6:
                self.read(self.rng.choice(values))
            elif kind < 8:
                self.compute(values)
            elif kind == 8:
                name = self.name()
                one, other = self.rng.choice(values), self.rng.choice(values)
                self.emit(f"{name} = arith.select %p, {one}, {other} : {_TYPE}")
                values.append(name)
            elif depth < 3 and kind == 9:
                values += self.loop(values, depth + 1)
            elif depth < 3 and kind == 10:
                values += self.branch(values, depth + 1)
            elif depth < 3:
                values += self.scope(values, depth + 1)
        return values

    def loop(self, values: list[str], depth: int) -> list[str]:
        carried = [self.rng.choice(values) for _ in range(self.rng.randint(0 if depth else 1, 2))]
        arguments = [self.name() for _ in carried]
        result = self.name()
        head = f"scf.for %i{self.count} = %c0 to %n step %c1"
        if carried:
            pairs = ", ".join(f"{a} = {c}" for a, c in zip(arguments, carried, strict=True))
            head = f"{result}{f':{len(carried)}' if len(carried) > 1 else ''} = {head} iter_args({pairs})"
            head += f" -> ({', '.join([_TYPE] * len(carried))})"
        self.emit(f"{head} {{")
        self.indent += 1
        scope = values + arguments * 2
        if self.chance(0.5):
            scope.append(self.alloc())
        inside = self.statements(scope, depth)
        if arguments and self.chance(0.6):
            # What loop normalisation looks for: a use of the old value behind a write of the new one.
            self.write(inside[-1])
            self.read(self.rng.choice(arguments))
        fresh = inside[len(values) + 2 * len(arguments) :] or inside
        yielded = [self.rng.choice(fresh if self.chance(0.7) else inside) for _ in carried]
        if carried:
            self.emit(f"scf.yield {', '.join(yielded)} : {', '.join([_TYPE] * len(carried))}")
        self.indent -= 1
        self.emit("}")
        if len(carried) == 1:
            return [result]
        return [f"{result}#{i}" for i in range(len(carried))]

    def branch(self, values: list[str], depth: int) -> list[str]:
        count = self.rng.randint(0, 2)
        result = self.name()
        head = f"scf.if %p -> ({', '.join([_TYPE] * count)})" if count else "scf.if %p"
        if count:
            head = f"{result}{f':{count}' if count > 1 else ''} = {head}"
        self.emit(f"{head} {{")
        for part in range(2 if count or self.chance(0.5) else 1):
            if part:
                self.emit("} else {")
            self.indent += 1
            inside = self.statements(values, depth)
            if count:
                chosen = [self.rng.choice(inside) for _ in range(count)]
                self.emit(f"scf.yield {', '.join(chosen)} : {', '.join([_TYPE] * count)}")
            self.indent -= 1
        self.emit("}")
        return [result] if count == 1 else [f"{result}#{i}" for i in range(count)]

    def scope(self, values: list[str], depth: int) -> list[str]:
        count = self.rng.randint(0, 1)
        result = self.name()
        self.emit(f"{f'{result} = ' if count else ''}scope.scope : () -> {_TYPE if count else '()'} {{")
        self.indent += 1
        inside = self.statements(values, depth)
        if count:
            self.emit(f"scope.return {self.rng.choice(inside)} : {_TYPE}")
        else:
            self.emit("scope.return")
        self.indent -= 1
        self.emit("}")
        return [result] if count else []
