"""Random functions for ``fold-alloc-reshape``: allocations, expansions in loops and branches, collapses."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conformance.compiler import Build

PASS = "--fold-alloc-reshape"
_BUILDS: tuple[Build, ...] = ("a3", "a5")
_A5_SPEC = "--hacc-append-device-spec=target=Ascend950PR_9589"


def cases(seed: int) -> Iterator[Case]:
    """One function on both builds, and within a chain."""
    rng = random.Random(f"fold-alloc-reshape {seed}")
    text = _Function(rng).text()
    for build in _BUILDS:
        yield Case(f"fold-alloc-reshape {build}", f"seed {seed}", build, (PASS,), text)
    if rng.random() < 0.3:
        chain = (_A5_SPEC, "--hivm-infer-mem-scope", PASS)
        yield Case("fold-alloc-reshape a5 reg-based", f"seed {seed}", "a5", chain, text)
    if rng.random() < 0.3:
        chain = ("--hivm-infer-mem-scope", PASS)
        yield Case("fold-alloc-reshape a3 chains", f"seed {seed}", "a3", chain, text)


class _Function:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.values: list[tuple[str, tuple[str, ...], str]] = []
        self.count = 0
        self.indent = 2

    def emit(self, line: str) -> None:
        self.lines.append(" " * self.indent + line)

    def new(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def text(self) -> str:
        for _ in range(self.rng.choice((2, 4, 8))):
            self._statement(0)
        core = self.rng.choice(("", " attributes {hivm.func_core_type = #hivm.func_core_type<AIV>}"))
        body = "\n".join(self.lines)
        return f"func.func @f(%n: index, %m: index, %c: i1){core} {{\n{body}\n  return\n}}\n"

    def _statement(self, depth: int) -> None:
        roll = self.rng.random()
        if roll < 0.35 or not self.values:
            self._alloc()
        elif roll < 0.7:
            self._expand()
        elif roll < 0.8:
            self._collapse()
        elif roll < 0.9 or depth > 1:
            name, shape, layout = self.rng.choice(self.values)
            self.emit(f"annotation.mark {name} {{foo}} : {_type(shape, layout)}")
        else:
            kept = list(self.values)
            head = self.rng.choice(("scf.if %c {", f"scf.for %i{self.new()[1:]} = %n to %m step %n {{"))
            self.emit(head)
            self.indent += 2
            for _ in range(self.rng.choice((1, 2, 3))):
                self._statement(depth + 1)
            self.indent -= 2
            self.emit("}")
            self.values = kept

    def _alloc(self) -> None:
        shape = tuple(self.rng.choice(("?", "8", "16", "1")) for _ in range(self.rng.choice((1, 1, 2))))
        layout = "strided<[2]>" if len(shape) == 1 and shape != ("?",) and self.rng.random() < 0.1 else ""
        sizes = ", ".join(self.rng.choice(("%n", "%m")) for s in shape if s == "?")
        op = self.rng.choice(("memref.alloc", "memref.alloc", "memref.alloc", "memref.alloca"))
        attribute = self.rng.choice(("", "", " {alignment = 64 : i64}"))
        name = self.new()
        self.emit(f"{name} = {op}({sizes}){attribute} : {_type(shape, layout)}")
        self.values.append((name, shape, layout))
        if self.rng.random() < 0.6:
            self._expand(self.values[-1])

    def _expand(self, source: tuple[str, tuple[str, ...], str] | None = None) -> None:
        name, shape, layout = source or self.rng.choice(self.values)
        if "," in layout or not shape:
            return
        at = self.rng.randrange(len(shape))
        size = shape[at]
        outer = "?" if size == "?" else str(max(int(size) // 2, 1))
        inner = "1" if size in ("?", "1") else "2"
        parts = (inner, outer) if self.rng.random() < 0.3 else (outer, inner)
        target = (*shape[:at], *parts, *shape[at + 1 :])
        groups = [[i if i < at else i + 1] for i in range(len(shape))]
        groups[at] = [at, at + 1]
        result = ""
        if layout:
            stride = 2
            result = f"strided<[{stride * int(parts[1])}, {stride}]>"
        made = self.new()
        listed = ", ".join(self.rng.choice(("%n", "%m")) if s == "?" else s for s in target)
        self.emit(
            f"{made} = memref.expand_shape {name} {groups} output_shape [{listed}] : {_type(shape, layout)} into "
            f"{_type(target, result)}"
        )
        self.values.append((made, target, result))
        if self.rng.random() < 0.7:
            self.emit(f"annotation.mark {made} {{bar}} : {_type(target, result)}")

    def _collapse(self) -> None:
        name, shape, layout = self.rng.choice(self.values)
        if layout or len(shape) < 2:
            return
        sizes = shape[:2]
        merged = "?" if "?" in sizes else str(int(sizes[0]) * int(sizes[1]))
        target = (merged, *shape[2:])
        groups = [[0, 1], *([i] for i in range(2, len(shape)))]
        made = self.new()
        self.emit(f"{made} = memref.collapse_shape {name} {groups} : {_type(shape, '')} into {_type(target, '')}")
        self.values.append((made, target, ""))
        if self.rng.random() < 0.6:
            self.emit(f"annotation.mark {made} {{baz}} : {_type(target, '')}")


def _type(shape: tuple[str, ...], layout: str) -> str:
    return f"memref<{''.join(s + 'x' for s in shape)}f16{', ' + layout if layout else ''}>"
