"""Calls of vector functions in loops: which buffers share. The expected addresses are the compiler's."""

from __future__ import annotations

import pytest

from tests.conformance.vector_calls import vector_function
from tests.passes.plan_memory.planning import by_name, plan_text

TYPE = "memref<1024xf32, #hivm.address_space<ub>>"
GM = "memref<1024xf32, #hivm.address_space<gm>>"


def program(steps: str) -> str:
    """``lN`` loads buffer N, ``sN`` stores it, ``N>M`` calls a function that reads N and writes M, all in one loop."""
    lines: list[str] = []
    for step in steps.split():
        if step[0] == "l":
            lines.append(f"hivm.hir.load ins(%g : {GM}) outs(%b{step[1]} : {TYPE})")
        elif step[0] == "s":
            lines.append(f"hivm.hir.store ins(%b{step[1]} : {TYPE}) outs(%g : {GM})")
        else:
            operands = f"%b{step[0]}, %b{step[2]}"
            lines.append(f"func.call @forward({operands}) {{hivm.vector_function}} : ({TYPE}, {TYPE}) -> ()")
    used = sorted({digit for digit in steps if digit.isdigit()})
    allocs = [f"%b{digit} = memref.alloc() : {TYPE}" for digit in used]
    head = f"func.func @k(%g: {GM}, %n: index) {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
    body = "\n".join(["scf.for %i = %c0 to %n step %c1 {", *allocs, *lines, "}", "return", "}"])
    return f"{vector_function('forward')}\n{head}{body}\n"


@pytest.mark.parametrize(
    ("steps", "slots"),
    [
        # The first call ties a load to a store; the second reaches no load, as the first answer for 1 says so.
        ("l0 0>1 1>3 s3", {"b0": 0, "b1": 1, "b3": 1}),
        ("l0 0>1 1>2 2>3 s3", {"b0": 0, "b1": 1, "b2": 1, "b3": 1}),
        # The written buffer reaches the store of the read one: calls link both ways.
        ("l1 s1 1>3", {"b1": 0, "b3": 1}),
        ("s4 1>4 l5 5>4", {"b1": 0, "b4": 1, "b5": 2}),
        ("s1 1>2 l0 0>2", {"b0": 2, "b1": 0, "b2": 1}),
        # Found out anew at the second call, since the first answer did not depend on it.
        ("s1 s1 s1 2>0 l0 0>1", {"b0": 1, "b1": 2, "b2": 0}),
        ("l2 s2 2>3 3>0", {"b0": 1, "b2": 0, "b3": 1}),
    ],
)
def test_sharing(steps: str, slots: dict[str, int]) -> None:
    plan = plan_text(program(steps), "Ascend950PR_9589")[-1]
    assert by_name(plan) == {name: (slot * 4096,) for name, slot in slots.items()}


def test_without_the_check_they_share() -> None:
    plan = plan_text(program("l1 s1 1>3"), "Ascend950PR_9589", "disable-vf-reachable-check=true")[-1]
    assert by_name(plan) == {"b1": (0,), "b3": (0,)}
