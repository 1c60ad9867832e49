"""Random functions for ``convert-non-contiguous-reshape-to-copy`` (A2 and A3): marks, cores, sizes or none."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

PASS = "--convert-non-contiguous-reshape-to-copy"
_MARK = "maybeUnCollapsibleReshape"


def cases(seed: int) -> Iterator[Case]:
    """One module, alone and in front of the pass that follows."""
    rng = random.Random(f"non-contiguous-reshape {seed}")
    text = "".join(_function(rng, i) for i in range(rng.choice((1, 1, 2))))
    yield Case("non-contiguous-reshape a3", f"seed {seed}", "a3", (PASS,), text)
    if rng.random() < 0.4:
        yield Case("non-contiguous-reshape a3 chains", f"seed {seed}", "a3", (PASS, "--hivm-infer-mem-scope"), text)


def _function(rng: random.Random, number: int) -> str:
    lines: list[str] = ["%c0 = arith.constant 0 : index"]
    space = rng.choice(("", "", "", ", #hivm.address_space<ub>", ", #hivm.address_space<gm>"))
    for i in range(rng.choice((1, 2, 3))):
        lines += _collapse(rng, f"{i}", space)
    core = rng.choice(("AIV", "AIV", "MIX", "AIC", "AIC_OR_AIV", ""))
    clause = f" attributes {{hivm.func_core_type = #hivm.func_core_type<{core}>}}" if core else ""
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f{number}(%n: index, %m: index, %k: i32, %c: i1){clause} {{\n{body}\n  return\n}}\n"


def _collapse(rng: random.Random, tag: str, space: str) -> list[str]:
    element = rng.choice(("f16", "f32", "i8", "i1"))
    shape = [rng.choice(("4", "8", "1")) for _ in range(rng.choice((2, 2, 3)))]
    static = "x".join(shape)
    lines = [f"%a{tag} = memref.alloc() : memref<{static}x{element}{space}>"]
    source, type = f"%a{tag}", f"memref<{static}x{element}{space}>"
    kind = rng.randrange(5)
    dynamic = [rng.choice(("?", s)) for s in shape]
    if kind == 0:
        type = f"memref<{'x'.join(dynamic)}x{element}{space}>"
        lines.append(f"%s{tag} = memref.cast {source} : memref<{static}x{element}{space}> to {type}")
        source = f"%s{tag}"
    elif kind == 1:
        type = f"memref<{'x'.join(dynamic)}x{element}{space}>"
        sizes = ", ".join(rng.choice(("%n", "%m")) for s in dynamic if s == "?")
        lines = [f"%b{tag} = memref.alloc() : memref<{rng.choice((64, 1024))}xi8{space}>"]
        bytes_type = lines[0].rpartition(" : ")[2]
        lines.append(f"%s{tag} = memref.view %b{tag}[%c0][{sizes}] : {bytes_type} to {type}")
        source, shape = f"%s{tag}", dynamic
    elif kind == 2:
        type = f"memref<{'x'.join(dynamic)}x{element}{space}>"
        sizes = ", ".join(rng.choice(("%n", "%m")) for s in dynamic if s == "?")
        lines = [f"%s{tag} = memref.alloc({sizes}) : {type}"]
        source, shape = f"%s{tag}", dynamic
    if kind == 0:
        shape = dynamic
    merged = "?" if "?" in shape[:2] else str(int(shape[0]) * int(shape[1]))
    target = f"memref<{'x'.join([merged, *shape[2:]])}x{element}{space}>"
    groups = [[0, 1], *([i] for i in range(2, len(shape)))]
    lines.append(f"%c{tag}c = memref.collapse_shape {source} {groups} : {type} into {target}")
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        mark = rng.choice((f"{{{_MARK}}}", f"{{{_MARK}, foo}}", f'keys = ["{_MARK}"] values = [%k : i32]'))
        lines.append(f"annotation.mark %c{tag}c {mark} : {target}")
    if rng.random() < 0.7:
        lines.append(f"annotation.mark %c{tag}c {{used}} : {target}")
    return lines
