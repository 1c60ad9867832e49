"""Random vector operations, each of which may need a scratch buffer."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.conformance.compare import Case
from tests.conformance.suites.buffers import Program
from tests.conformance.suites.vector_ops import MAKERS

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAG = "--hivm-alloc-extra-buffer"
SPEC = "--hacc-append-device-spec=target=Ascend950PR_9589"


def cases(seed: int) -> Iterator[Case]:
    """One program for both builds; on A5 also with a reg-based target."""
    for build, label, flags in (
        ("a3", "a3", (FLAG,)),
        ("a5", "a5", (FLAG,)),
        ("a5", "a5 reg-based", (SPEC, FLAG)),
    ):
        source = random.Random(f"alloc_extra_buffer {seed}")
        text = _program(source, build)
        if source.random() < 0.05:
            flags = (*flags, FLAG)
        yield Case(f"alloc-extra-buffer {label}", f"seed {seed}", build, flags, text)


def _program(source: random.Random, build: str) -> str:
    program = Program(source, space=source.choice([", #hivm.address_space<ub>"] * 4 + [""]))
    for _ in range(source.choice([1, 1, 1, 2, 3])):
        name = source.choice(list(MAKERS))
        MAKERS[name](program, name, build)
    switches = [s for s in ("hivm.enable_saving_ub", "hivm.disable_size_align_for_cast") if source.random() < 0.15]
    if source.random() < 0.03:
        switches.append("hacc.function_kind = #hacc.function_kind<HOST>")
    target = 'hacc.target = #hacc.target<"Ascend910B1">' if source.random() < 0.05 else ""
    return program.text(", ".join(switches), target)
