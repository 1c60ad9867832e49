"""Random calls of vector functions in loops: what may share a buffer depends on loads and stores behind the calls."""

from __future__ import annotations

import random
from typing import Final

_TYPE = "memref<1024xf32, #hivm.address_space<ub>>"
_GM = "memref<1024xf32, #hivm.address_space<gm>>"
_VIEW = "memref<1024xf32, strided<[1]>, #hivm.address_space<ub>>"
_PART = "memref<64xf32, strided<[1], offset: ?>, #hivm.address_space<ub>>"

ACCESSES: Final[dict[str, tuple[int, str]]] = {
    "forward": (2, "r0 w1"),
    "backward": (2, "r1 w0"),
    "two_in": (3, "r0 r1 w2"),
    "two_out": (3, "r0 w1 w2"),
    "read_back": (2, "r0 r1 w1"),
}
"""Vector functions: number of arguments, and which they read and write in order."""


def vector_function(name: str) -> str:
    """The function of ``ACCESSES`` with this name."""
    count, accesses = ACCESSES[name]
    arguments = ", ".join(f"%a{i}: {_TYPE}" for i in range(count))
    lines = [
        f"func.func @{name}({arguments}) attributes {{hivm.vector_function}} {{",
        "  %c0 = arith.constant 0 : index",
        "  %c64 = arith.constant 64 : index",
        "  %n = arith.constant 1024 : index",
        "  %f = arith.constant 0.0 : f32",
        "  %w = arith.constant dense<1.0> : vector<64xf32>",
        "  scf.for %k = %c0 to %n step %c64 {",
    ]
    lines += [f"    %s{i} = memref.subview %a{i}[%k] [64] [1] : {_TYPE} to {_PART}" for i in range(count)]
    last = "%w"
    for number, (kind, argument) in enumerate(accesses.split()):
        part = f"%s{argument}[%c0]"
        if kind == "r":
            lines.append(f"    %r{number} = vector.transfer_read {part}, %f : {_PART}, vector<64xf32>")
            lines.append(f"    %v{number} = arith.addf %r{number}, {last} : vector<64xf32>")
            last = f"%v{number}"
        else:
            lines.append(f"    vector.transfer_write {last}, {part} : vector<64xf32>, {_PART}")
    return "\n".join([*lines, "  }", "  return", "}"])


def call_program(seed: int) -> str:
    """A module of vector functions and one function that calls them in a loop; the same text for the same seed."""
    rng = random.Random(f"vector calls {seed}")
    count = rng.randint(2, 6)
    allocs = [f"%b{i} = memref.alloc() : {_TYPE}" for i in range(count)]
    used: dict[str, None] = {}
    body = [_statement(rng, count, number, used) for number in range(rng.randint(3, 9))]
    first, last = 0, len(body)
    if rng.random() < 0.5:
        first = rng.randrange(last)
        last = rng.randint(first, last)
    head = "scf.for %i = %c0 to %n step %c1 {"
    if first == 0 and rng.random() < 0.5 and last == len(body):
        body = [head, *allocs, *body, "}"]
    else:
        body = [*allocs, *body[:first], head, *body[first:last], "}", *body[last:]]
    lines = [vector_function(name) for name in used]
    lines += [
        f"func.func @k(%g: {_GM}, %n: index) {{",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
        *(f"  {line}" for line in body),
        "  return",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _statement(rng: random.Random, count: int, number: int, used: dict[str, None]) -> str:
    kind = rng.random()
    buffer, type_, before = f"%b{rng.randrange(count)}", _TYPE, ""
    if kind < 0.5 and rng.random() < 0.2:
        before = f"%s{number} = memref.subview {buffer}[0] [1024] [1] : {_TYPE} to {_VIEW}\n  "
        buffer, type_ = f"%s{number}", _VIEW
    if kind < 0.25:
        return f"{before}hivm.hir.load ins(%g : {_GM}) outs({buffer} : {type_})"
    if kind < 0.5:
        return f"{before}hivm.hir.store ins({buffer} : {type_}) outs(%g : {_GM})"
    if kind < 0.58:
        return f"hivm.hir.vexp ins(%b{rng.randrange(count)} : {_TYPE}) outs(%b{rng.randrange(count)} : {_TYPE})"
    name = rng.choice([n for n, (needed, _) in ACCESSES.items() if needed <= count])
    used[name] = None
    chosen = rng.sample(range(count), ACCESSES[name][0])
    if rng.random() < 0.6:
        chosen.sort()
    operands = ", ".join(f"%b{i}" for i in chosen)
    types = ", ".join([_TYPE] * len(chosen))
    return f"func.call @{name}({operands}) {{hivm.vector_function}} : ({types}) -> ()"
