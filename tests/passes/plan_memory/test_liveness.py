"""Live values in the compiler's order, against the definition: three parts of a list, each value with its range."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hivm_passes.analysis.liveness import LiveCursor, Liveness, Numbering, subtract
from hivm_passes.ir.core import Operation, Value
from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.types import F32
from tests.conformance.generate import is_ambiguous, program

if TYPE_CHECKING:
    from hivm_passes.ir.core import Block


def functions(seed: int) -> list[Operation]:
    module = parse_module(program(seed, statements=25).text, build="a3").module
    return [op for op in module.walk() if op.name == "func.func"]


def blocks(func: Operation) -> list[Block]:
    return [block for op in func.walk() for region in op.regions for block in region.blocks]


def by_definition(liveness: Liveness, block: Block, op: Operation) -> list[Value]:
    """Arguments, live-in values, results up to the operation; kept when the operation lies in the value's range."""
    sets = liveness.blocks[block]
    listed = [*block.arguments, *sets.live_in]
    before: Operation | None = block.first
    while before is not None:
        listed += before.results
        if before is op:
            break
        before = before.next
    assert block.first is not None
    found: list[Value] = []
    for value in dict.fromkeys(listed):
        start = block.first
        if value.defining_op is not None and value not in sets.live_in:
            start = block.ancestor_in(value.defining_op) or block.first
        users = [block.ancestor_in(user) for user in value.users]
        orders = [user.order for user in users if user is not None]
        end = float("inf") if value in sets.live_out else max(orders, default=start.order)
        if start.order <= op.order <= end:
            found.append(value)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_cursor(seed: int) -> None:
    for func in functions(seed):
        numbering = Numbering(func)
        liveness = Liveness(func, numbering)
        for block in blocks(func):
            cursor = LiveCursor(liveness, block)
            for op in block.operations:
                number = numbering.number[op]
                cursor.enter(op, number)
                live = cursor.values()
                assert live == by_definition(liveness, block, op)
                assert cursor.count == len(live)
                for position, value in cursor.leave(number):
                    assert live[position] is value
                    assert value not in cursor.values()


@pytest.mark.parametrize("seed", range(40))
def test_live_in_holds_what_comes_from_outside(seed: int) -> None:
    for func in functions(seed):
        liveness = Liveness(func, Numbering(func))
        for block in blocks(func):
            region = block.parent
            if region is None or len(region.blocks) > 1:
                continue
            inside = {op for top in block.operations for op in top.walk()}
            own = {r for op in inside for r in op.results} | set(block.arguments)
            own |= {a for op in inside for r in op.regions for b in r.blocks for a in b.arguments}
            used = {v for op in inside for v in op.operands}
            assert set(liveness.blocks[block].live_in) == used - own


def test_numbers_are_pre_order() -> None:
    (func,) = functions(4)[:1]
    numbering = Numbering(func)
    assert numbering.ops == list(func.walk())
    for number, op in enumerate(numbering.ops):
        nested = list(op.walk())
        assert numbering.last[number] == number + len(nested) - 1
        parent = op.parent_op
        assert numbering.parent[number] == (numbering.number[parent] if op is not func and parent is not None else -1)


def made(count: int) -> list[Value]:
    return [Operation("test.value", (), [F32]).results[0] for _ in range(count)]


def test_subtracting_a_larger_set_walks_the_smaller_one() -> None:
    a, b, c, d, e = made(5)
    assert subtract([a, b, c], dict.fromkeys([a, d, e, b])) == [c]
    assert subtract([a, b, c], dict.fromkeys([a, d, e, d, c, made(1)[0]])) == [b]
    assert subtract([a, b, c, d], dict.fromkeys([b, e, *made(3)])) == [a, d, c]


def test_subtracting_a_smaller_set_walks_that_one() -> None:
    a, b, c, d, _ = made(5)
    assert subtract([a, b, c, d], dict.fromkeys([a])) == [d, b, c]
    assert subtract([a, b, c, d], dict.fromkeys([d, a])) == [c, b]
    assert subtract([a, b, c, d], dict.fromkeys([a, d])) == [c, b]


MANY = """
func.func @k(%g: memref<64xf32, #hivm.address_space<gm>>, %p: i1, %n: index) {{
  {allocs}
  scf.if %p {{
    scf.for %i = %n to %n step %n {{
      {loads}
    }}
  }}
  return
}}
"""


@pytest.mark.parametrize(("count", "ambiguous"), [(14, False), (15, True)])
def test_more_than_sixteen_used_values_have_no_order(count: int, ambiguous: bool) -> None:
    """The then-block uses the buffers, ``%g`` and ``%n``."""
    type = "memref<64xf32, #hivm.address_space<ub>>"
    gm = "memref<64xf32, #hivm.address_space<gm>>"
    text = MANY.format(
        allocs="\n".join(f"%a{i} = memref.alloc() : {type}" for i in range(count)),
        loads="\n".join(f"hivm.hir.load ins(%g : {gm}) outs(%a{i} : {type})" for i in range(count)),
    )
    module = parse_module(text, build="a3").module
    assert is_ambiguous(module) is ambiguous
