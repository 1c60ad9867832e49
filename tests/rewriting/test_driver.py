"""The driver's order of work, patterns and the rewriter's interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hivm_passes.ir.attributes import UNIT, IntegerAttr
from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.types import I32
from hivm_passes.rewriting.driver import GreedyConfig, apply_patterns_greedily, normalise
from hivm_passes.rewriting.patterns import PatternSet, RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation


def function(body: str, arguments: str = "%x: i32, %y: i32, %m: memref<8xi32>, %i: index") -> Operation:
    text = f"module {{\n  func.func @k({arguments}) {{\n{body}\n    return\n  }}\n}}\n"
    parsed = parse_module(text, build="a3")
    assert not parsed.has_errors, parsed.diagnostics
    first = parsed.module.regions[0].blocks[0].first
    assert first is not None
    return first


def names(op: Operation) -> list[str]:
    return [nested.name for nested in op.walk() if nested is not op]


def visited(order: list[str], roots: tuple[str, ...] | None = None) -> RewritePattern:
    def match(op: Operation, rewriter: Rewriter) -> bool:
        tag = op.attributes.get("t")
        order.append(f"{op.name}{tag.value}" if isinstance(tag, IntegerAttr) else op.name)
        return False

    return RewritePattern("visited", match, roots)


BODY = """
    memref.store %x, %m[%i] {t = 1 : i32} : memref<8xi32>
    scf.for %k = %i to %i step %i {
      memref.store %x, %m[%k] {t = 2 : i32} : memref<8xi32>
      memref.store %x, %m[%k] {t = 3 : i32} : memref<8xi32>
    }
    memref.store %x, %m[%i] {t = 4 : i32} : memref<8xi32>
"""


def test_bottom_up_order() -> None:
    # A loop is pushed together with its first operation, so it comes between that one and the others.
    order: list[str] = []
    apply_patterns_greedily(function(BODY), [visited(order)])
    assert order == [
        "func.return",
        "memref.store4",
        "scf.yield",
        "memref.store3",
        "scf.for",
        "memref.store2",
        "memref.store1",
    ]


def test_top_down_order() -> None:
    order: list[str] = []
    apply_patterns_greedily(function(BODY), [visited(order)], GreedyConfig(top_down=True))
    assert order == [
        "memref.store1",
        "scf.for",
        "memref.store2",
        "memref.store3",
        "scf.yield",
        "memref.store4",
        "func.return",
    ]


def test_patterns_by_benefit_then_registration_then_specific_first() -> None:
    order: list[str] = []

    def pattern(name: str, roots: tuple[str, ...] | None, benefit: int) -> RewritePattern:
        def match(op: Operation, rewriter: Rewriter) -> bool:
            order.append(name)
            return False

        return RewritePattern(name, match, roots, benefit)

    patterns = [
        pattern("any", None, 1),
        pattern("low", ("memref.store",), 1),
        pattern("high", ("memref.store",), 3),
        pattern("family", None, 2),
        pattern("second", ("memref.store",), 1),
        pattern("interface", lambda name: name == "memref.store", 3),  # type: ignore[arg-type]
    ]
    found = PatternSet(patterns).of("memref.store")
    assert [p.name for p in found] == ["high", "interface", "family", "low", "second", "any"]


def test_rewriting_until_nothing_matches() -> None:
    def match(op: Operation, rewriter: Rewriter) -> bool:
        count = op.attributes["n"]
        assert isinstance(count, IntegerAttr)
        if count.value == 0:
            return False
        new = rewriter.create(op.name, op.operands, (), {"n": IntegerAttr(count.value - 1, I32)})
        new.set_attribute("seen", UNIT)
        rewriter.erase_op(op)
        return True

    func = function("    memref.store %x, %m[%i] {n = 25 : i32} : memref<8xi32>")
    result = apply_patterns_greedily(func, [RewritePattern("count", match, ("memref.store",))])
    (store,) = [op for op in func.walk() if op.name == "memref.store"]
    assert store.attributes["n"] is IntegerAttr(0, I32)
    assert result.converged
    assert result.changed


def test_ten_rounds_at_most() -> None:
    seen: list[Operation] = []

    def match(op: Operation, rewriter: Rewriter) -> bool:
        # Reports a change without notifying, so each round sees the operation once.
        seen.append(op)
        return True

    func = function("    memref.store %x, %m[%i] : memref<8xi32>")
    result = apply_patterns_greedily(func, [RewritePattern("never done", match, ("memref.store",))])
    assert len(seen) == 10
    assert not result.converged
    assert result.changed


def test_replaced_values_send_their_users_back() -> None:
    order: list[str] = []

    def match(op: Operation, rewriter: Rewriter) -> bool:
        rewriter.replace_op(op, [op.operands[0]])
        return True

    func = function("""
    %a = arith.addi %x, %y : i32
    %b = arith.addi %a, %y : i32
    memref.store %b, %m[%i] : memref<8xi32>
    """)
    patterns = [RewritePattern("left", match, ("arith.addi",)), visited(order, ("memref.store",))]
    apply_patterns_greedily(func, patterns)
    # First from the bottom, then as user of %b, then as user of %a, then once more in the second round.
    assert order == ["memref.store"] * 4
    assert names(func) == ["memref.store", "func.return"]
    store = func.regions[0].blocks[0].first
    assert store is not None
    assert store.operands[0].name == "x"


def test_unreachable_and_identical_blocks() -> None:
    parsed = parse_module(
        """module {
  func.func private @f(i32)
  func.func @k(%c: i1, %x: i32, %y: i32) {
    cf.cond_br %c, ^a, ^b
  ^a:
    call @f(%x) : (i32) -> ()
    return
  ^b:
    call @f(%y) : (i32) -> ()
    return
  ^dead:
    cf.br ^a
  }
}
""",
        build="a3",
    )
    func = parsed.module.regions[0].blocks[0].last
    assert func is not None
    normalise(func)
    entry, merged = func.regions[0].blocks
    assert [a.type for a in merged.arguments] == [I32]
    assert entry.last is not None
    assert entry.last.successors == [merged, merged]
    assert [v.name for v in entry.last.operands] == ["c", "x", "y"]


def test_normal_simplification_keeps_identical_blocks() -> None:
    text = """module {
  func.func @k(%c: i1) {
    cf.cond_br %c, ^a, ^b
  ^a:
    return
  ^b:
    return
  }
}
"""
    func = parse_module(text, build="a3").module.regions[0].blocks[0].first
    assert func is not None
    normalise(func, config=GreedyConfig(simplify="normal"))
    assert len(func.regions[0].blocks) == 3
    normalise(func)
    assert len(func.regions[0].blocks) == 2


def test_rewriter_moves_blocks_and_splits() -> None:
    func = function(BODY)
    loop = next(op for op in func.walk() if op.name == "scf.for")
    block = loop.regions[0].blocks[0]
    rewriter = Rewriter()
    assert block.last is not None
    rewriter.erase_op(block.last)
    rewriter.inline_block_before(block, loop, [loop.operands[0]])
    rewriter.erase_op(loop)
    stores = [op for op in func.walk() if op.name == "memref.store"]
    assert [op.operands[2].name for op in stores] == ["i", "i", "i", "i"]
    new = rewriter.split_block(func.regions[0].blocks[0], stores[2])
    assert [op.attributes.get("t") for op in new.operations][:2] == [IntegerAttr(3, I32), IntegerAttr(4, I32)]
    rewriter.merge_blocks(new, func.regions[0].blocks[0])
    assert len(func.regions[0].blocks) == 1
    assert names(func) == ["memref.store"] * 4 + ["func.return"]


def test_clone_maps_operands_and_tells_of_nested_operations() -> None:
    told: list[str] = []

    class Listening(Rewriter):
        def on_inserted(self, op: Operation) -> None:
            told.append(op.name)

    func = function(BODY)
    loop = next(op for op in func.walk() if op.name == "scf.for")
    rewriter = Listening()
    rewriter.set_insertion_point_after(loop)
    copy = rewriter.clone(loop, {func.regions[0].blocks[0].arguments[0]: func.regions[0].blocks[0].arguments[1]})
    assert copy.previous is loop
    assert told == ["scf.for", "memref.store", "memref.store", "scf.yield"]
    first = copy.regions[0].blocks[0].first
    assert first is not None
    assert [v.name for v in first.operands] == ["y", "m", "k"]


def test_replace_uses_with_conditions() -> None:
    func = function("""
    memref.store %x, %m[%i] : memref<8xi32>
    memref.store %x, %m[%i] : memref<8xi32>
    """)
    first, second = [op for op in func.walk() if op.name == "memref.store"]
    x, y = func.regions[0].blocks[0].arguments[:2]
    rewriter = Rewriter()
    rewriter.replace_all_uses_except(x, y, [first])
    assert [first.operands[0], second.operands[0]] == [x, y]
    assert rewriter.replace_uses_if(x, y, lambda use: use.owner is first)
    assert not x.has_uses


@pytest.mark.parametrize("size", [200, 2000])
def test_work_grows_with_the_function(size: int) -> None:
    # Counted in visits, not in seconds: one per operation when there is nothing to do.
    order: list[str] = []
    func = function("\n".join("    memref.store %x, %m[%i] : memref<8xi32>" for _ in range(size)))
    apply_patterns_greedily(func, [visited(order)])
    assert len(order) == size + 1
