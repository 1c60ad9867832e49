"""Random small programs for comparing the driver with the compiler: valid, full of things to fold and to remove."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

INTEGERS = ("i1", "i8", "i32", "i64", "index")
FLOATS = ("f32", "f16", "bf16")
WIDTH = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
INTEGER_BINARY = (
    "addi", "subi", "muli", "divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui", "andi",
    "ori", "xori", "maxsi", "minsi", "maxui", "minui", "shli", "shrsi", "shrui",
)  # fmt: skip
FLOAT_BINARY = (
    "addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf",
)  # fmt: skip
INTEGER_PREDICATES = (
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
)  # fmt: skip
FLOAT_PREDICATES = (
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno",
    "true",
)  # fmt: skip


@dataclass(frozen=True)
class Memref:
    """A memref type; None is a dynamic size, stride or offset."""

    shape: tuple[int | None, ...]
    element: str
    strides: tuple[int | None, ...] | None = None
    offset: int | None = 0
    space: str | None = None

    def __str__(self) -> str:
        parts = "".join(f"{'?' if s is None else s}x" for s in self.shape) + self.element
        if self.strides is not None:
            listed = ", ".join("?" if s is None else str(s) for s in self.strides)
            offset = "" if self.offset == 0 else f", offset: {'?' if self.offset is None else self.offset}"
            parts += f", strided<[{listed}]{offset}>"
        if self.space:
            parts += f", #hivm.address_space<{self.space}>"
        return f"memref<{parts}>"

    def layout(self) -> tuple[tuple[int | None, ...], int | None]:
        """Strides and offset."""
        if self.strides is not None:
            return self.strides, self.offset
        found: list[int | None] = []
        running: int | None = 1
        for size in reversed(self.shape):
            found.append(running)
            running = None if running is None or size is None else running * size
        return tuple(reversed(found)), 0


@dataclass
class Generator:
    """Writes one function body."""

    seed: int
    size: int = 30
    build: str = "a3"
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.counter = 0
        self.scopes: list[dict[object, list[str]]] = [{}]
        self.indent = 2
        self.kinds = self.random.choice(
            (
                {"scalar": 8, "memref": 6, "region": 2, "sink": 5, "hivm": 3, "tensor": 1, "affine": 2},
                {"scalar": 12, "sink": 5, "region": 1, "affine": 2},
                {"memref": 10, "sink": 4, "hivm": 5, "scalar": 2, "affine": 1, "region": 1},
                {"scalar": 4, "region": 4, "sink": 4, "memref": 1},
                {"scalar": 3, "affine": 8, "sink": 4},
                {"tensor": 8, "scalar": 2, "sink": 3, "region": 1},
            )
        )

    # --- values ---------------------------------------------------------------------------------------------

    def name(self) -> str:
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def define(self, type_: object, text: str) -> str:
        name = self.name()
        self.emit(f"{name} = {text}")
        self.add(type_, name)
        return name

    def add(self, type_: object, name: str) -> None:
        self.scopes[-1].setdefault(type_, []).append(name)

    def values(self, type_: object) -> list[str]:
        return [v for scope in self.scopes for v in scope.get(type_, ())]

    def pick(self, type_: str) -> str:
        known = self.values(type_)
        if known and self.random.random() < 0.75:
            # Prefer recent ones, so that chains form.
            return known[-1 - min(int(self.random.expovariate(0.4)), len(known) - 1)]
        return self.constant(type_)

    def memrefs(self) -> list[tuple[Memref, str]]:
        return [(t, v) for scope in self.scopes for t, vs in scope.items() if isinstance(t, Memref) for v in vs]

    def constant(self, type_: str) -> str:
        r = self.random
        if type_ in FLOATS:
            value = r.choice(("0.0", "-0.0", "1.0", "2.0", "-1.5", "3.25", "0.1", "100.0", "inf", "nan", "-inf"))
            if value == "inf":
                value = {"f32": "0x7F800000", "f16": "0x7C00", "bf16": "0x7F80"}[type_]
            elif value == "-inf":
                value = {"f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}[type_]
            elif value == "nan":
                value = {"f32": "0x7FC00000", "f16": "0x7E00", "bf16": "0x7FC0"}[type_]
            return self.define(type_, f"arith.constant {value} : {type_}")
        width = WIDTH[type_]
        if type_ == "i1":
            return self.define(type_, f"arith.constant {r.choice(('true', 'false'))}")
        low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
        value = r.choice((0, 1, -1, 2, 3, 4, 5, 7, 8, 16, 64, r.randint(-20, 20), low, high))
        return self.define(type_, f"arith.constant {value} : {type_}")

    # --- statements -----------------------------------------------------------------------------------------

    def block(self, count: int) -> None:
        kinds = list(self.kinds)
        weights = [self.kinds[k] for k in kinds]
        for _ in range(count):
            getattr(self, self.random.choices(kinds, weights)[0])()

    def scalar(self) -> None:
        r = self.random
        choice = r.random()
        if choice < 0.12:
            self.constant(r.choice((*INTEGERS, *FLOATS, "index", "index", "i32")))
        elif choice < 0.5:
            t = r.choice(("index", "i32", "index", "i32", "i8", "i64", "i1"))
            a, b = self.pick(t), self.pick(t)
            if r.random() < 0.1:
                b = a
            flags = ""
            op = r.choice(INTEGER_BINARY)
            if op in ("addi", "subi", "muli", "shli") and r.random() < 0.3:
                flags = r.choice((" overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"))
            self.define(t, f"arith.{op} {a}, {b}{flags} : {t}")
        elif choice < 0.6:
            t = r.choice(FLOATS)
            if r.random() < 0.15:
                self.define(t, f"arith.negf {self.pick(t)} : {t}")
            else:
                a, b = self.pick(t), self.pick(t)
                if r.random() < 0.1:
                    b = a
                self.define(t, f"arith.{r.choice(FLOAT_BINARY)} {a}, {b} : {t}")
        elif choice < 0.72:
            if r.random() < 0.75:
                t = r.choice(INTEGERS)
                a, b = self.pick(t), self.pick(t)
                if r.random() < 0.1:
                    b = a
                self.define("i1", f"arith.cmpi {r.choice(INTEGER_PREDICATES)}, {a}, {b} : {t}")
            else:
                t = r.choice(FLOATS)
                self.define("i1", f"arith.cmpf {r.choice(FLOAT_PREDICATES)}, {self.pick(t)}, {self.pick(t)} : {t}")
        elif choice < 0.82:
            t = r.choice((*INTEGERS, *FLOATS))
            a, b = self.pick(t), self.pick(t)
            if t in INTEGERS and r.random() < 0.3:
                c = self.define("i1", f"arith.cmpi {r.choice(('eq', 'ne', 'slt'))}, {a}, {b} : {t}")
            else:
                c = self.pick("i1")
            self.define(t, f"arith.select {c}, {a}, {b} : {t}")
        elif choice < 0.97:
            self.cast()
        else:
            t = r.choice(("i32", "i8", "index", "i64"))
            op = r.choice(("addui_extended", "mulsi_extended", "mului_extended"))
            low, high = self.name(), self.name()
            second = "i1" if op == "addui_extended" else t
            suffix = f", {second}" if op == "addui_extended" else ""
            self.emit(f"{low}, {high} = arith.{op} {self.pick(t)}, {self.pick(t)} : {t}{suffix}")
            self.add(t, low)
            self.add(second, high)

    def cast(self) -> None:
        r = self.random
        kind = r.randrange(7)
        if kind == 0:
            a, b = sorted(r.sample(("i1", "i8", "i32", "i64"), 2), key=WIDTH.__getitem__)
            self.define(b, f"arith.{r.choice(('extsi', 'extui'))} {self.pick(a)} : {a} to {b}")
        elif kind == 1:
            a, b = sorted(r.sample(("i1", "i8", "i32", "i64"), 2), key=WIDTH.__getitem__)
            self.define(a, f"arith.trunci {self.pick(b)} : {b} to {a}")
        elif kind == 2:
            t = r.choice(("i32", "i64", "i8", "i1"))
            a, b = (t, "index") if r.random() < 0.5 else ("index", t)
            self.define(b, f"arith.{r.choice(('index_cast', 'index_castui'))} {self.pick(a)} : {a} to {b}")
        elif kind == 3:
            a, b = r.choice((("f16", "f32"), ("bf16", "f32")))
            if r.random() < 0.5:
                self.define(b, f"arith.extf {self.pick(a)} : {a} to {b}")
            else:
                self.define(a, f"arith.truncf {self.pick(b)} : {b} to {a}")
        elif kind == 4:
            a, b = r.choice(("i32", "i8", "i64", "i1")), r.choice(FLOATS)
            self.define(b, f"arith.{r.choice(('sitofp', 'uitofp'))} {self.pick(a)} : {a} to {b}")
        elif kind == 5:
            a, b = r.choice(FLOATS), r.choice(("i32", "i8", "i64"))
            self.define(b, f"arith.{r.choice(('fptosi', 'fptoui'))} {self.pick(a)} : {a} to {b}")
        else:
            a, b = r.choice((("i32", "f32"), ("f32", "i32"), ("f16", "bf16"), ("bf16", "f16"), ("i32", "i32")))
            self.define(b, f"arith.bitcast {self.pick(a)} : {a} to {b}")

    def affine(self) -> None:
        r = self.random
        dims, symbols = r.randint(0, 2), r.randint(0, 2)
        if not dims + symbols:
            dims = 1
        names = [f"d{i}" for i in range(dims)] + [f"s{i}" for i in range(symbols)]

        def expr(depth: int) -> str:
            if depth == 0 or r.random() < 0.3:
                return r.choice(names) if r.random() < 0.7 else str(r.choice((0, 1, 2, 5, 16, -3)))
            op = r.choice(("+", "+", "-", "*", "floordiv", "ceildiv", "mod"))
            left = expr(depth - 1)
            right = expr(depth - 1) if op in "+-" else str(r.choice((1, 2, 4, 16)))
            return f"({left} {op} {right})"

        op = r.choice(("apply", "min", "max"))
        results = 1 if op == "apply" else r.randint(1, 3)
        text = ", ".join(expr(r.randint(0, 2)) for _ in range(results))
        head = f"({', '.join(names[:dims])})" + (f"[{', '.join(names[dims:])}]" if symbols else "")
        operands = [self.pick_affine() for _ in names]
        call = f"({', '.join(operands[:dims])})" + (f"[{', '.join(operands[dims:])}]" if symbols else "")
        self.define("index", f"affine.{op} affine_map<{head} -> ({text})>{call}")

    def pick_affine(self) -> str:
        # Only function arguments, constants and affine results at the top level are valid operands everywhere.
        if self.random.random() < 0.6:
            return self.constant("index")
        return self.random.choice(("%n", "%m"))

    def sink(self) -> None:
        r = self.random
        t = r.choice((*INTEGERS, *FLOATS))
        known = self.values(t)
        if known:
            value = known[-1 - min(int(r.expovariate(0.3)), len(known) - 1)]
            self.emit(f"func.call @use_{t}({value}) : ({t}) -> ()")

    def memref(self) -> None:
        r = self.random
        known = self.memrefs()
        if not known or r.random() < 0.15:
            self.allocate()
            return
        type_, value = r.choice(known)
        strides, offset = type_.layout()
        kind = r.randrange(13)
        if kind == 0:
            shape = tuple(None if r.random() < 0.4 else s for s in type_.shape)
            if r.random() < 0.5:
                new = Memref(shape, type_.element, (None,) * len(shape), None, type_.space)
            elif type_.strides is None and r.random() < 0.5:
                new = Memref(shape, type_.element, None, 0, type_.space)
            else:
                new = Memref(shape, type_.element, strides, offset, type_.space)
            if new.strides is None and new.layout()[0] != strides and type_.strides is not None:
                new = Memref(shape, type_.element, strides, offset, type_.space)
            self.define(new, f"memref.cast {value} : {type_} to {new}")
        elif kind == 1 and all(s is not None for s in strides) and offset is not None:
            self.subview(type_, value)
        elif kind == 2:
            index = self.pick("index")
            if r.random() < 0.8:
                index = self.define("index", f"arith.constant {r.randrange(len(type_.shape) + 1)} : index")
            self.define("index", f"memref.dim {value}, {index} : {type_}")
        elif kind == 3:
            indices = ", ".join(self.pick("index") for _ in type_.shape)
            self.define(type_.element, f"memref.load {value}[{indices}] : {type_}")
        elif kind == 4:
            indices = ", ".join(self.pick("index") for _ in type_.shape)
            self.emit(f"memref.store {self.pick(type_.element)}, {value}[{indices}] : {type_}")
        elif kind == 5:
            same = [(t, v) for t, v in known if t.element == type_.element and len(t.shape) == len(type_.shape)]
            other, target = r.choice(same)
            if all(a is None or b is None or a == b for a, b in zip(type_.shape, other.shape, strict=True)):
                self.emit(f"memref.copy {value}, {target} : {type_} to {other}")
        elif kind == 6:
            space = r.choice(("ub", "gm", None))
            new = Memref(type_.shape, type_.element, type_.strides, type_.offset, space)
            self.define(new, f"memref.memory_space_cast {value} : {type_} to {new}")
        elif kind == 7 and type_.strides is None and len(type_.shape) == 2:
            total = None if None in type_.shape else type_.shape[0] * type_.shape[1]
            new = Memref((total,), type_.element, None, 0, type_.space)
            self.define(new, f"memref.collapse_shape {value} [[0, 1]] : {type_} into {new}")
        elif kind == 8 and type_.strides is None and len(type_.shape) == 1:
            size = type_.shape[0]
            if size is None:
                n = self.pick("index")
                new = Memref((None, 4), type_.element, None, 0, type_.space)
                self.define(new, f"memref.expand_shape {value} [[0, 1]] output_shape [{n}, 4] : {type_} into {new}")
            elif size % 4 == 0:
                new = Memref((size // 4, 4), type_.element, None, 0, type_.space)
                self.define(
                    new, f"memref.expand_shape {value} [[0, 1]] output_shape [{size // 4}, 4] : {type_} into {new}"
                )
        elif kind == 9:
            if r.random() < 0.3 and type_.strides is None and None not in type_.shape:
                sizes = ", ".join(map(str, type_.shape))
                steps = ", ".join(map(str, strides))
                self.define(
                    type_,
                    f"memref.reinterpret_cast {value} to offset: [0], sizes: [{sizes}], strides: [{steps}] : "
                    f"{type_} to {type_}",
                )
            else:
                n = self.pick("index")
                new = Memref((4, None), type_.element, (None, 1), None, type_.space)
                self.define(
                    new,
                    f"memref.reinterpret_cast {value} to offset: [{n}], sizes: [4, {n}], strides: [{n}, 1] : "
                    f"{type_} to {new}",
                )
        elif kind == 10:
            extra = r.choice(("", "", ", foo", ", hivm.multi_buffer = 2 : i32"))
            key = r.choice(("buffer_size_in_byte = 512 : i64", "bar = 1 : i32"))
            self.emit(f"annotation.mark {value} {{{key}{extra}}} : {type_}")
        elif kind == 11 and all(s is not None for s in strides):
            names = [self.name() for _ in range(2 + 2 * len(type_.shape))]
            rank = len(type_.shape)
            kinds = ["index"] * (1 + 2 * rank)
            base = Memref((), type_.element, None, 0, type_.space)
            self.emit(
                f"{', '.join(names)} = memref.extract_strided_metadata {value} : {type_} -> "
                f"{', '.join([str(base), *kinds])}"
            )
            for name in names[1:]:
                self.add("index", name)
        elif kind == 12:
            self.define("index", f"memref.rank {value} : {type_}")

    def subview(self, type_: Memref, value: str) -> None:
        r = self.random
        strides, offset = type_.layout()
        assert offset is not None
        offsets: list[str] = []
        sizes: list[str] = []
        steps: list[str] = []
        shape: list[int | None] = []
        new_offset: int | None = offset
        new_strides: list[int | None] = []
        full = r.random() < 0.3
        for size, stride in zip(type_.shape, strides, strict=True):
            if full or r.random() < 0.5:
                offsets.append("0")
            elif r.random() < 0.5:
                offsets.append(self.pick("index"))
                new_offset = None
            else:
                position = r.randrange(4)
                offsets.append(str(position))
                if new_offset is not None and stride is not None:
                    new_offset += position * stride
                elif position:
                    new_offset = None
            if full and size is not None and r.random() < 0.8:
                sizes.append(str(size))
                shape.append(size)
            elif r.random() < 0.4:
                sizes.append(self.pick("index"))
                shape.append(None)
            else:
                count = r.choice((1, 1, 2, 4))
                sizes.append(str(count))
                shape.append(count)
            if r.random() < 0.85:
                steps.append("1")
                new_strides.append(stride)
            else:
                steps.append("2")
                new_strides.append(None if stride is None else stride * 2)
        result = Memref(tuple(shape), type_.element, tuple(new_strides), new_offset, type_.space)
        kept = [i for i, size in enumerate(sizes) if size != "1"]
        if len(kept) < len(sizes) and r.random() < 0.5:
            result = Memref(
                tuple(shape[i] for i in kept),
                type_.element,
                tuple(new_strides[i] for i in kept),
                new_offset,
                type_.space,
            )
        if None in type_.shape[1:]:
            return
        if full and result.strides == strides and type_.strides is None and result.offset == 0:
            same = Memref(result.shape, type_.element, None, 0, type_.space)
            if same.layout()[0] == result.strides and r.random() < 0.7:
                result = same
        if not result.shape:
            return
        self.define(
            result,
            f"memref.subview {value}[{', '.join(offsets)}] [{', '.join(sizes)}] [{', '.join(steps)}] : "
            f"{type_} to {result}",
        )

    def allocate(self) -> None:
        r = self.random
        shape = tuple(r.choice((None, 4, 8, 8, 16)) for _ in range(r.randint(1, 2)))
        type_ = Memref(shape, r.choice(("f32", "i32", "f16", "index")), None, 0, r.choice((None, None, "ub")))
        operands = ", ".join(self.pick("index") for s in shape if s is None)
        self.define(type_, f"memref.{r.choice(('alloc', 'alloc', 'alloc', 'alloca'))}({operands}) : {type_}")

    def hivm(self) -> None:
        r = self.random
        groups: dict[tuple[int, str], list[tuple[Memref, str]]] = {}
        for type_, value in self.memrefs():
            if type_.element in ("f32", "f16", "i32"):
                groups.setdefault((len(type_.shape), type_.element), []).append((type_, value))
        if not groups:
            self.allocate()
            return
        group = r.choice(list(groups.values()))
        one, other = r.choice(group), r.choice(group)
        if any(a is not None and b is not None and a != b for a, b in zip(one[0].shape, other[0].shape, strict=True)):
            return
        ops = ["vadd", "vmul", "vrelu", "load", "store", "copy"]
        op = r.choice(ops)
        if op in ("load", "store", "copy"):
            spaces = (one[0].space, other[0].space)
            if None not in spaces and op != "copy":
                return
            if op == "copy" and spaces not in ((None, None), ("ub", "ub"), (None, "ub"), ("ub", None)):
                return
            if one[0].shape != other[0].shape:
                return
            self.emit(f"hivm.hir.{op} ins({one[1]} : {one[0]}) outs({other[1]} : {other[0]})")
        elif op == "vrelu":
            self.emit(f"hivm.hir.vrelu ins({one[1]} : {one[0]}) outs({other[1]} : {other[0]})")
        else:
            self.emit(f"hivm.hir.{op} ins({one[1]}, {one[1]} : {one[0]}, {one[0]}) outs({other[1]} : {other[0]})")

    def tensor(self) -> None:
        r = self.random
        t = "tensor<8x4xf32>"
        kind = r.randrange(12)
        known = self.values(t)
        if kind == 0 or not known:
            if r.random() < 0.3:
                self.define(t, f"arith.constant dense<{r.choice(('0.0', '1.0', '2.5'))}> : {t}")
            else:
                self.define(t, f"tensor.empty() : {t}")
            return
        value = r.choice(known)
        n = self.pick("index")
        row = "tensor<1x4xf32>"
        if kind == 1:
            self.define(row, f"tensor.extract_slice {value}[{n}, 0] [1, 4] [1, 1] : {t} to {row}")
        elif kind == 2 and self.values(row):
            source = r.choice(self.values(row))
            self.define(t, f"tensor.insert_slice {source} into {value}[{n}, 0] [1, 4] [1, 1] : {row} into {t}")
        elif kind == 3:
            c = self.define("index", f"arith.constant {r.randrange(3)} : index")
            self.define("index", f"tensor.dim {value}, {c} : {t}")
        elif kind == 4:
            self.define("f32", f"tensor.extract {value}[{n}, {self.pick('index')}] : {t}")
        elif kind == 5:
            self.define(t, f"tensor.insert {self.pick('f32')} into {value}[{n}, {self.pick('index')}] : {t}")
        elif kind == 6:
            flat = "tensor<32xf32>"
            self.define(flat, f"tensor.collapse_shape {value} [[0, 1]] : {t} into {flat}")
        elif kind == 7 and self.values("tensor<32xf32>"):
            flat = "tensor<32xf32>"
            source = r.choice(self.values(flat))
            self.define(t, f"tensor.expand_shape {source} [[0, 1]] output_shape [8, 4] : {flat} into {t}")
        elif kind == 8:
            self.define(t, f"tensor.extract_slice {value}[0, 0] [8, 4] [1, 1] : {t} to {t}")
        elif kind == 9:
            dynamic = "tensor<?x4xf32>"
            cast = self.define(dynamic, f"tensor.cast {value} : {t} to {dynamic}")
            c = self.define("index", "arith.constant 0 : index")
            self.define("index", f"tensor.dim {cast}, {c} : {dynamic}")
        elif kind == 10:
            other = r.choice(known)
            self.define(t, f"hivm.hir.vadd ins({value}, {other} : {t}, {t}) outs({r.choice(known)} : {t}) -> {t}")
        else:
            self.emit(f"func.call @use_tensor({value}) : ({t}) -> ()")

    # --- regions --------------------------------------------------------------------------------------------

    def nested(self, arguments: list[tuple[str, str]], count: int) -> None:
        self.scopes.append({})
        self.indent += 1
        for type_, name in arguments:
            self.add(type_, name)
        self.block(count)

    def leave(self) -> None:
        self.indent -= 1
        self.scopes.pop()

    def region(self) -> None:
        if len(self.scopes) > 4:
            return
        r = self.random
        count = r.randint(0, 5)
        kind = r.randrange(5)
        types = [r.choice(("index", "i32", "f32")) for _ in range(r.choice((0, 0, 1, 2)))]
        results = [self.name() for _ in types]
        head = f"{', '.join(results)} = " if results else ""
        arrow = f" -> ({', '.join(types)})" if types else ""
        if kind in (0, 1):
            lower, upper, step = self.pick("index"), self.pick("index"), self.pick("index")
            starts = [self.pick(t) for t in types]
            iv, arguments = self.name(), [self.name() for _ in types]
            iters = ", ".join(f"{a} = {s}" for a, s in zip(arguments, starts, strict=True))
            self.emit(
                f"{head}scf.for {iv} = {lower} to {upper} step {step}"
                + (f" iter_args({iters}){arrow}" if types else "")
                + " {"
            )
            self.nested([("index", iv), *zip(types, arguments, strict=True)], count)
            if types:
                yielded = [self.pick(t) for t in types]
                self.emit(f"scf.yield {', '.join(yielded)} : {', '.join(types)}")
            self.leave()
            self.emit("}")
        elif kind == 2:
            condition = self.pick("i1")
            if r.random() < 0.3:
                true = self.define("i1", "arith.constant true")
                condition = self.define("i1", f"arith.xori {condition}, {true} : i1")
            self.emit(f"{head}scf.if {condition}{arrow} {{")
            for branch in range(2):
                self.nested([], count)
                if types:
                    yielded = [self.pick(t) for t in types]
                    self.emit(f"scf.yield {', '.join(yielded)} : {', '.join(types)}")
                self.leave()
                if branch == 0 and (types or r.random() < 0.5):
                    self.emit("} else {")
                else:
                    break
            self.emit("}")
        elif kind == 3:
            starts = [self.pick(t) for t in types]
            arguments, after = [self.name() for _ in types], [self.name() for _ in types]
            iters = ", ".join(f"{a} = {s}" for a, s in zip(arguments, starts, strict=True))
            listed = ", ".join(types)
            self.emit(f"{head}scf.while ({iters}) : ({listed}) -> ({listed}) {{")
            self.nested(list(zip(types, arguments, strict=True)), count)
            condition = self.pick("i1")
            passed = [self.pick(t) for t in types]
            self.emit(f"scf.condition({condition})" + (f" {', '.join(passed)} : {listed}" if types else ""))
            self.leave()
            self.emit("} do {")
            labels = ", ".join(f"{a}: {t}" for a, t in zip(after, types, strict=True))
            if types:
                self.emit(f"^bb0({labels}):")
            self.nested(list(zip(types, after, strict=True)), count)
            yielded = [self.pick(t) for t in types]
            self.emit("scf.yield" + (f" {', '.join(yielded)} : {listed}" if types else ""))
            self.leave()
            self.emit("}")
        else:
            self.emit(f"{head}scope.scope : () -> ({', '.join(types)}) {{")
            self.nested([], count)
            yielded = [self.pick(t) for t in types]
            self.emit("scope.return" + (f" {', '.join(yielded)} : {', '.join(types)}" if types else ""))
            self.leave()
            self.emit("}")
        for type_, name in zip(types, results, strict=True):
            self.add(type_, name)


ARGUMENTS = (
    ("index", "%n"),
    ("index", "%m"),
    ("i1", "%p"),
    ("i32", "%a"),
    ("i32", "%b"),
    ("i8", "%e"),
    ("i64", "%l"),
    ("f32", "%f"),
    ("f16", "%h"),
    ("bf16", "%k"),
)


def structured(seed: int, build: str = "a3", size: int = 30) -> str:
    """A module with one function of structured control flow."""
    generator = Generator(seed, size, build)
    for type_, name in ARGUMENTS:
        generator.add(type_, name)
    memrefs = (
        (Memref((8, 4), "f32"), "%g0"),
        (Memref((None, 4), "f32"), "%g1"),
        (Memref((16,), "i32"), "%g2"),
        (Memref((8,), "index"), "%g3"),
    )
    for type_, name in memrefs:
        generator.add(type_, name)
    generator.add("tensor<8x4xf32>", "%t")
    generator.block(size)
    header = [f"%{n[1:]}: {t}" for t, n in (*ARGUMENTS, *memrefs)] + ["%t: tensor<8x4xf32>"]
    return module([f"  func.func @k({', '.join(header)}) {{", *generator.lines, "    return", "  }"])


def branching(seed: int, build: str = "a3", blocks: int = 6, switches: bool = True) -> str:
    """A module with one function of several blocks: unreachable ones, dead and redundant arguments, twins."""
    r = random.Random(seed)
    count = r.randint(2, blocks)
    types = [[r.choice(("index", "i32")) for _ in range(r.choice((0, 0, 1, 2)))] for _ in range(count)]
    lines: list[str] = []
    counter = 0

    def branch_operands(target: int, known: dict[str, list[str]]) -> str:
        values = [r.choice(known[t]) for t in types[target]]
        if not values:
            return f"^bb{target + 1}"
        return f"^bb{target + 1}({', '.join(values)} : {', '.join(types[target])})"

    entry: dict[str, list[str]] = {"index": ["%n", "%m"], "i32": ["%a", "%b"]}
    bodies = [r.randrange(4) for _ in range(count)]
    for number in range(-1, count):
        known = {k: list(v) for k, v in entry.items()}
        if number >= 0:
            names = [f"%b{number}_{i}" for i in range(len(types[number]))]
            listed = ", ".join(f"{n}: {t}" for n, t in zip(names, types[number], strict=True))
            lines.append(f"  ^bb{number + 1}" + (f"({listed})" if listed else "") + ":")
            for name, t in zip(names, types[number], strict=True):
                known[t].append(name)
        shape = bodies[number] if number >= 0 else r.randrange(4)
        for _ in range(shape):
            counter += 1
            t = r.choice(("index", "i32"))
            kind = r.randrange(4) if number < 0 or r.random() < 0.5 else shape
            if kind == 0:
                lines.append(f"    %c{counter} = arith.constant {r.choice((0, 1, 2))} : {t}")
                known[t].append(f"%c{counter}")
            elif kind == 1:
                lines.append(
                    f"    %c{counter} = arith.{r.choice(('addi', 'muli'))} {r.choice(known[t])}, "
                    f"{r.choice(known[t])} : {t}"
                )
                known[t].append(f"%c{counter}")
            else:
                lines.append(f"    func.call @use_{t}({r.choice(known[t])}) : ({t}) -> ()")
        if number < 0:
            entry = known
        kind = r.randrange(4)
        if kind == 0 or (kind == 1 and number < 0):
            lines.append(f"    cf.br {branch_operands(r.randrange(count), known)}")
        elif kind == 1:
            lines.append("    return")
        elif kind == 2 or not switches:
            one, other = r.randrange(count), r.randrange(count)
            lines.append(f"    cf.cond_br %p, {branch_operands(one, known)}, {branch_operands(other, known)}")
        else:
            one, other = r.randrange(count), r.randrange(count)
            lines.append(
                f"    cf.switch %a : i32, [default: {branch_operands(one, known)}, 7: {branch_operands(other, known)}]"
            )
    header = "%n: index, %m: index, %p: i1, %a: i32, %b: i32"
    return module([f"  func.func @k({header}) {{", *lines, "  }"])


def module(lines: list[str]) -> str:
    """Functions and the declarations they call."""
    declared = [f"  func.func private @use_{t}({t})" for t in (*INTEGERS, *FLOATS)]
    declared.append("  func.func private @use_tensor(tensor<8x4xf32>)")
    return "\n".join(["module {", *lines, *declared, "}", ""])
