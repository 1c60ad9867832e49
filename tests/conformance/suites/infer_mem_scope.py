"""Random modules for ``hivm-infer-mem-scope``: cube and vector kernels, views, carried buffers, calls, hosts."""

from __future__ import annotations

import random
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conformance.compiler import Build

PASS = "--hivm-infer-mem-scope"
_BUILDS: tuple[Build, ...] = ("a3", "a5")
_A5_SPEC = "--hacc-append-device-spec=target=Ascend950PR_9589"
_SPACES = ("ub", "gm", "cbuf", "cc")
_SHAPES = ((64,), (8, 16), (4, 4, 16, 16), (2, 32))
_CORES = ("AIC", "AIV", "MIX", "AIC_OR_AIV")


def cases(seed: int) -> Iterator[Case]:
    """One module, alone and in chains, on both builds."""
    for build in _BUILDS:
        made = _Module(seed, build)
        text = made.text()
        rng = made.rng
        group = f"infer-mem-scope {build}"
        flags = ("--allow-unregistered-dialect", PASS)
        yield Case(group, f"seed {seed}", build, flags, text)
        kind = rng.randrange(5)
        if kind == 0 and build == "a5":
            yield Case(f"{group} reg-based", f"seed {seed}", build, (_A5_SPEC, *flags), text)
        elif kind == 1:
            yield Case(f"{group} twice", f"seed {seed}", build, (*flags, PASS), text)


class _Value:
    def __init__(self, name: str, shape: tuple[int, ...], element: str, layout: str = "", space: str = "") -> None:
        self.name = name
        self.shape = shape
        self.element = element
        self.layout = layout
        self.space = space

    @property
    def type(self) -> str:
        return memref(self.shape, self.element, self.layout, self.space)


def memref(shape: tuple[int, ...], element: str, layout: str = "", space: str = "") -> str:
    """The type as text; ``space`` is a name of HIVM's or a number."""
    middle = f", {layout}" if layout else ""
    end = "" if not space else f", {space}" if space.isdigit() else f", #hivm.address_space<{space}>"
    return f"memref<{''.join(f'{n}x' for n in shape)}{element}{middle}{end}>"


class _Module:
    """Writes one module."""

    def __init__(self, seed: int, build: Build) -> None:
        self.rng = random.Random(f"infer-mem-scope {seed} {build}")
        self.build = build
        self.wrong = self.rng.random() < 0.35
        self.spaced = self.rng.random() < 0.4
        self.cube = self.rng.random() < 0.35
        self.functions: list[tuple[str, list[str], list[str]]] = []
        self.lines: list[str] = []
        self.scopes: list[list[_Value]] = []
        self.indent = 2
        self.counter = 0

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def text(self) -> str:
        parts = [self._function(i) for i in range(self.rng.choice((1, 1, 2, 3, 4)))]
        if self.chance(0.3):
            self.rng.shuffle(parts)
        return "".join(parts)

    # --- functions ------------------------------------------------------------------------------------------------

    def _function(self, index: int) -> str:
        name = f"f{index}"
        host = index > 0 and self.chance(0.3)
        arguments = [self._argument(i) for i in range(self.rng.choice((0, 1, 2, 3)))]
        listed = ", ".join([f"{a.name}: {a.type}" for a in arguments] + ["%c: i1", "%n: index", "%p: i64"])
        inputs = [a.type for a in arguments] + ["i1", "index", "i64"]
        attributes = self._attributes(host)
        if self.chance(0.12):
            results = [memref((64,), "f16")] if self.chance(0.3) else []
            self.functions.append((name, inputs, results))
            arrow = f" -> {results[0]}" if results else ""
            return f"func.func private @{name}({', '.join(inputs)}){arrow}{attributes}\n"
        self.lines, self.scopes, self.indent, self.counter = [], [list(arguments)], 2, 0
        self._statements(self.rng.choice((2, 4, 7, 12)), 0)
        results: list[str] = []
        if self.chance(0.5 if host else 0.08) and self.scopes[0]:
            value = self.rng.choice(self.scopes[0])
            self.emit(f"return {value.name} : {value.type}")
            results = [value.type]
        else:
            self.emit("return")
        self.functions.append((name, inputs, results))
        arrow = f" -> {results[0]}" if results else ""
        body = "\n".join(self.lines)
        return f"func.func @{name}({listed}){arrow}{attributes} {{\n{body}\n}}\n"

    def _attributes(self, host: bool) -> str:
        found: list[str] = []
        if host:
            found.append("hacc.function_kind = #hacc.function_kind<HOST>")
        elif self.chance(0.4):
            found.append("hacc.function_kind = #hacc.function_kind<DEVICE>")
        if self.chance(0.75):
            core = "AIC" if self.cube and self.chance(0.8) else self.rng.choice(_CORES)
            found.append(f"hivm.func_core_type = #hivm.func_core_type<{core}>")
        if self.chance(0.15):
            found.append("hivm.vector_function")
        if self.chance(0.12):
            found.append(f"hivm.vf_mode = #hivm.vf_mode<{self.rng.choice(('SIMT', 'SIMT', 'SIMD', 'MIX'))}>")
        return f" attributes {{{', '.join(found)}}}" if found else ""

    def _argument(self, index: int) -> _Value:
        space = self._space(0.3)
        return _Value(f"%a{index}", self.rng.choice(_SHAPES), self.rng.choice(("f16", "f16", "f32", "i8")), space=space)

    def _space(self, probability: float) -> str:
        if not self.spaced or not self.chance(probability):
            return ""
        if self.wrong and self.chance(0.05):
            return "1"
        return self.rng.choice(_SPACES)

    # --- statements -----------------------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        self.lines.append(" " * self.indent + line)

    def new(self) -> str:
        self.counter += 1
        return f"%v{self.counter}"

    def values(self) -> list[_Value]:
        return [v for scope in self.scopes for v in scope]

    def keep(self, value: _Value) -> _Value:
        self.scopes[-1].append(value)
        return value

    @contextmanager
    def nested(self) -> Iterator[None]:
        self.scopes.append([])
        self.indent += 2
        yield
        self.indent -= 2
        self.scopes.pop()

    def _statements(self, count: int, depth: int) -> None:
        for _ in range(count):
            self._statement(depth)

    def _statement(self, depth: int) -> None:
        kinds = [self._alloc] * 4 + [self._view] * 4 + [self._use] * 2 + [self._call, self._pointer_cast]
        if depth < 3:
            kinds += [self._loop, self._branch, self._while, self._other_region]
        if self.cube:
            kinds += [self._matmul] * 3
        if self.wrong:
            kinds += [self._bad_user]
        if self.chance(0.1):
            kinds += [self._custom] * 3
        kind = self.rng.choice(kinds)
        if kind in (self._loop, self._branch, self._while, self._other_region):
            kind(depth)  # pyright: ignore[reportCallIssue]
        else:
            kind()  # pyright: ignore[reportCallIssue]

    def _alloc(self) -> None:
        name = self.new()
        value = _Value(
            name, self.rng.choice(_SHAPES), self.rng.choice(("f16", "f16", "f32", "i8")), space=self._space(0.2)
        )
        op = "memref.alloca" if self.chance(0.08) else "memref.alloc"
        self.emit(f"{name} = {op}() : {value.type}")
        self.keep(value)

    def some(self) -> _Value:
        found = self.values()
        if not found or self.chance(0.1):
            self._alloc()
            found = self.values()
        return self.rng.choice(found[-6:] if self.chance(0.6) else found)

    def like(self, value: _Value) -> _Value:
        """Another value of the same type, made if there is none."""
        same = [v for v in self.values() if v.type == value.type and v is not value]
        if same and self.chance(0.8):
            return self.rng.choice(same)
        if value.layout:
            return value
        made = _Value(self.new(), value.shape, value.element, space=value.space)
        self.emit(f"{made.name} = memref.alloc() : {made.type}")
        return self.keep(made)

    def _view(self) -> None:
        source = self.some()
        name = self.new()
        kind = self.rng.randrange(9)
        shape, element, layout, space = source.shape, source.element, source.layout, source.space
        target = _Value(name, shape, element, layout, space)
        if kind == 0 and shape and not layout and shape[0] % 2 == 0:
            target.shape = (shape[0] // 2, *shape[1:])
            strides = row_major(shape)
            target.layout = f"strided<{list(strides)}>"
            text = (
                f"memref.subview {source.name}[{', '.join('0' for _ in shape)}] "
                f"[{', '.join(map(str, target.shape))}] [{', '.join('1' for _ in shape)}]"
            )
            self.emit(f"{name} = {text} : {source.type} to {target.type}")
        elif kind == 1 and not layout and len(shape) > 1:
            target.shape = (product(shape),)
            self.emit(
                f"{name} = memref.collapse_shape {source.name} [[{', '.join(map(str, range(len(shape))))}]] : "
                f"{source.type} into {target.type}"
            )
        elif kind == 2 and not layout and len(shape) == 1:
            target.shape = (2, shape[0] // 2)
            self.emit(
                f"{name} = memref.expand_shape {source.name} [[0, 1]] output_shape [2, {shape[0] // 2}] : "
                f"{source.type} into {target.type}"
            )
        elif kind == 3:
            self.emit(f"{name} = memref.cast {source.name} : {source.type} to {target.type}")
        elif kind == 4:
            if self.wrong or self.chance(0.2):
                target.space = self.rng.choice(("", "", *_SPACES)) if self.chance(0.4) else target.space
            self.emit(f"{name} = memref.memory_space_cast {source.name} : {source.type} to {target.type}")
        elif kind == 5 and element in ("f16", "f32"):
            target.element = f"i{element[1:]}"
            self.emit(f"{name} = hivm.hir.bitcast {source.name} : {source.type} -> {target.type}")
        elif kind == 6:
            other = self.like(source)
            self.emit(f"{name} = arith.select %c, {source.name}, {other.name} : {target.type}")
        elif kind == 7 and not layout:
            target.shape = (2, 4)
            target.layout = "strided<[4, 1]>"
            self.emit(
                f"{name} = memref.reinterpret_cast {source.name} to offset: [0], sizes: [2, 4], strides: [4, 1] : "
                f"{source.type} to {target.type}"
            )
        elif kind == 8:
            self._rare_view(source, target)
        else:
            return
        if not (kind == 8 and target.element == "none"):
            self.keep(target)

    def _rare_view(self, source: _Value, target: _Value) -> None:
        kind = self.rng.randrange(6)
        name = target.name
        if kind == 0 and (self.build == "a5" or self.wrong):
            target.shape, target.layout = (), ""
            rank = len(source.shape)
            results = ", ".join(["index"] * (1 + 2 * rank))
            self.emit(
                f"{name}, {', '.join(f'{name}_{i}' for i in range(1 + 2 * rank))} = memref.extract_strided_metadata "
                f"{source.name} : {source.type} -> {target.type}, {results}"
            )
        elif kind == 1 and (self.build == "a3" or self.wrong):
            self.emit(f"{name} = builtin.unrealized_conversion_cast {source.name} : {source.type} to {target.type}")
        elif kind == 2 and source.element == "i8" and len(source.shape) == 1 and not source.layout:
            target.shape, target.element = (8,), "f32"
            self.emit(f"%z{name[2:]} = arith.constant 0 : index")
            self.emit(f"{name} = memref.view {source.name}[%z{name[2:]}][] : {source.type} to {target.type}")
        elif kind == 3 and source.element == "i8" and not source.layout and self.chance(0.5):
            target.shape, target.element = (16, 16), "f32"
            self.emit(f"{name} = memref_ext.alloc_workspace() from {source.name} : from {source.type} to {target.type}")
        elif kind == 4 and not source.layout:
            self.emit(f"{name} = memref.cast {source.name} : {source.type} to {unranked(source)}")
            target.element = "none"
        elif kind == 5 and len(source.shape) == 2 and not source.layout:
            a, b = source.shape
            target.shape, target.layout = (b, a), f"strided<[1, {b}]>"
            self.emit(f"{name} = memref.transpose {source.name} (d0, d1) -> (d1, d0) : {source.type} to {target.type}")
        else:
            target.element = "none"

    def _use(self) -> None:
        source = self.some()
        kind = self.rng.randrange(4)
        if kind == 0:
            target = self.like(source)
            self.emit(f"hivm.hir.load ins({source.name} : {source.type}) outs({target.name} : {target.type})")
        elif kind == 1:
            self.emit(f"annotation.mark {source.name} {{foo}} : {source.type}")
        elif kind == 2:
            target = self.like(source)
            self.emit(f"memref.copy {source.name}, {target.name} : {source.type} to {target.type}")
        else:
            zero = ", ".join("%n" for _ in source.shape)
            self.emit(f"{self.new()} = memref.load {source.name}[{zero}] : {source.type}")

    def _bad_user(self) -> None:
        source = self.some()
        if self.chance(0.5) and not source.layout:
            target = _Value(self.new(), source.shape, source.element, space=source.space)
            self.emit(f"{target.name} = bufferization.clone {source.name} : {source.type} to {target.type}")
            self.keep(target)
        else:
            target = _Value(self.new(), (8,), "f16")
            self.emit(f'{target.name} = "test.op"({source.name}) : ({source.type}) -> {target.type}')
            self.keep(target)

    def _pointer_cast(self) -> None:
        value = _Value(self.new(), self.rng.choice(_SHAPES), "f16", space=self._space(0.3))
        self.emit(f"{value.name} = hivm.hir.pointer_cast(%p) : {value.type}")
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            space = self.rng.choice(("gm", "gm", "ub"))
            self.emit(f"annotation.mark {value.name} {{address_space = #hivm.address_space<{space}>}} : {value.type}")
        self.keep(value)

    def _custom(self) -> None:
        source, target = self.some(), self.some()
        flag = ", hivm.is_distributed" if self.chance(0.7) else ""
        name, arrow = "", ""
        if self.chance(0.3):
            made = self.keep(_Value(self.new(), (8,), "f16"))
            name, arrow = f"{made.name} = ", f" -> {made.type}"
        self.emit(
            f"{name}hivm.hir.custom {{hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, "
            f'hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo"{flag}}} "foo" ins({source.name} : {source.type}) '
            f"outs({target.name} : {target.type}){arrow}"
        )

    def _call(self) -> None:
        if not self.functions:
            return
        name, inputs, results = self.rng.choice(self.functions)
        operands: list[str] = []
        for type in inputs:
            if type == "i1":
                operands.append("%c")
            elif type == "index":
                operands.append("%n")
            elif type == "i64":
                operands.append("%p")
            else:
                same = [v for v in self.values() if v.type == type]
                if not same or self.chance(0.2):
                    made = _Value(self.new(), (), "")
                    self.emit(f"{made.name} = memref.alloc() : {type}")
                    operands.append(made.name)
                else:
                    operands.append(self.rng.choice(same).name)
        made = f"{self.new()} = " if results else ""
        self.emit(f"{made}func.call @{name}({', '.join(operands)}) : ({', '.join(inputs)}) -> ({', '.join(results)})")

    def _matmul(self) -> None:
        def operand(shape: tuple[int, ...], element: str) -> _Value:
            same = [v for v in self.values() if len(v.shape) == 4 and v.element == element]
            if same and self.chance(0.6):
                return self.rng.choice(same)
            made = _Value(self.new(), shape, element, space=self._space(0.1))
            self.emit(f"{made.name} = memref.alloc() : {made.type}")
            return self.keep(made)

        a, b = operand((4, 4, 16, 16), "f16"), operand((4, 4, 16, 16), "f16")
        c = operand((4, 4, 16, 16), "f32")
        bias = ("", "")
        if self.chance(0.3):
            same = [v for v in self.values() if v.shape == (64,)]
            if same and self.chance(0.7):
                chosen = self.rng.choice(same)
            else:
                chosen = _Value(self.new(), (64,), "f32")
                self.emit(f"{chosen.name} = memref.alloc() : {chosen.type}")
                self.keep(chosen)
            bias = (f", {chosen.name}", f", {chosen.type}")
        if self.build == "a3" and self.chance(0.25):
            kind = self.rng.choice(("Conv1dL1",))
            self.emit(
                f"hivm.hir.{kind} {{padding = 1 : i32, groups = 1 : i32}} ins({a.name}, {b.name}, %c{bias[0]} : "
                f"{a.type}, {b.type}, i1{bias[1]}) outs({c.name} : {c.type})"
            )
            return
        self.emit(
            f"hivm.hir.mmadL1 ins({a.name}, {b.name}, %c, %n, %n, %n{bias[0]} : {a.type}, {b.type}, i1, index, index, "
            f"index{bias[1]}) outs({c.name} : {c.type})"
        )

    # --- regions --------------------------------------------------------------------------------------------------

    def _carried(self) -> list[_Value]:
        return [self.some() for _ in range(self.rng.choice((0, 1, 1, 2)))]

    def _yield(self, wanted: list[_Value], word: str = "scf.yield") -> None:
        values: list[_Value] = []
        for value in wanted:
            same = [v for v in self.values() if v.type == value.type]
            values.append(self.rng.choice(same[-4:]))
        self.emit(f"{word} {listing(values)}" if values else word)

    def _results(self, carried: list[_Value]) -> tuple[str, list[_Value]]:
        name = self.new()
        results = [
            _Value(name if len(carried) == 1 else f"{name}#{i}", v.shape, v.element, v.layout, v.space)
            for i, v in enumerate(carried)
        ]
        head = "" if not carried else f"{name} = " if len(carried) == 1 else f"{name}:{len(carried)} = "
        return head, results

    def _arguments(self, carried: list[_Value]) -> list[_Value]:
        return [_Value(self.new(), v.shape, v.element, v.layout, v.space) for v in carried]

    def _loop(self, depth: int) -> None:
        carried = self._carried()
        head, results = self._results(carried)
        arguments = self._arguments(carried)
        induction = self.new()
        clause = ""
        if carried:
            pairs = ", ".join(f"{a.name} = {v.name}" for a, v in zip(arguments, carried, strict=True))
            clause = f" iter_args({pairs}) -> ({', '.join(v.type for v in carried)})"
        self.emit(f"{head}scf.for {induction} = %n to %n step %n{clause} {{")
        with self.nested():
            self.scopes[-1] += arguments
            self._statements(self.rng.choice((0, 1, 3)), depth + 1)
            self._yield(carried)
        self.emit("}")
        self.scopes[-1] += results

    def _branch(self, depth: int) -> None:
        carried = self._carried()
        head, results = self._results(carried)
        arrow = f" -> ({', '.join(v.type for v in carried)})" if carried else ""
        self.emit(f"{head}scf.if %c{arrow} {{")
        for part in range(2):
            with self.nested():
                self._statements(self.rng.choice((0, 1, 2)), depth + 1)
                self._yield(carried)
            self.emit("} else {" if part == 0 else "}")
        self.scopes[-1] += results

    def _while(self, depth: int) -> None:
        carried = self._carried()
        if not carried:
            return
        head, results = self._results(carried)
        before, after = self._arguments(carried), self._arguments(carried)
        pairs = ", ".join(f"{a.name} = {v.name}" for a, v in zip(before, carried, strict=True))
        types = ", ".join(v.type for v in carried)
        self.emit(f"{head}scf.while ({pairs}) : ({types}) -> ({types}) {{")
        with self.nested():
            self.scopes[-1] += before
            self._statements(self.rng.choice((0, 1)), depth + 1)
            self._yield(carried, "scf.condition(%c)")
        self.emit("} do {")
        self.emit(f"^bb0({', '.join(f'{a.name}: {a.type}' for a in after)}):")
        with self.nested():
            self.scopes[-1] += after
            self._statements(self.rng.choice((0, 1)), depth + 1)
            self._yield(carried)
        self.emit("}")
        self.scopes[-1] += results

    def _other_region(self, depth: int) -> None:
        carried = self._carried()
        head, results = self._results(carried)
        arrow = f" -> ({', '.join(v.type for v in carried)})" if carried else ""
        kind = self.rng.randrange(3)
        if kind == 0:
            self.emit(f"{head}scf.execute_region{arrow} {{")
        elif kind == 1:
            self.emit(f"{head}scf.index_switch %n{arrow}")
            self.emit("default {")
        else:
            self.emit(f"{head}scope.scope : () -> {arrow[4:] if carried else '()'} {{")
        with self.nested():
            self._statements(self.rng.choice((0, 1, 2)), depth + 1)
            self._yield(carried, "scope.return" if kind == 2 else "scf.yield")
        self.emit("}")
        self.scopes[-1] += results


def listing(values: list[_Value]) -> str:
    """``%a, %b : T, U``."""
    return f"{', '.join(v.name for v in values)} : {', '.join(v.type for v in values)}"


def unranked(value: _Value) -> str:
    """The unranked type of a value."""
    end = "" if not value.space else f", {value.space}" if value.space.isdigit() else ""
    end = end or (f", #hivm.address_space<{value.space}>" if value.space else "")
    return f"memref<*x{value.element}{end}>"


def product(shape: tuple[int, ...]) -> int:
    """The number of elements."""
    result = 1
    for size in shape:
        result *= size
    return result


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of the identity layout."""
    strides: list[int] = []
    running = 1
    for size in reversed(shape):
        strides.append(running)
        running *= size
    return tuple(reversed(strides))
