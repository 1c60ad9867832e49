"""When two pieces of IR say the same: operations, values by their definitions, attributes and types by identity."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hivm_passes.ir.core import Block, Operation, Value


class _Numbers:
    """Numbers values and blocks in the order of their definitions."""

    def __init__(self, root: Operation) -> None:
        self.values: dict[Value, int] = {}
        self.blocks: dict[Block, int] = {}
        for op in root.walk():
            for result in op.results:
                self.values[result] = len(self.values)
            for region in op.regions:
                for block in region.blocks:
                    self.blocks[block] = len(self.blocks)
                    for argument in block.arguments:
                        self.values[argument] = len(self.values)


def difference(one: Operation, other: Operation) -> str | None:
    """The first difference, in words; None when there is none. Names, locations and positions do not count."""
    return _operation(one, other, _Numbers(one), _Numbers(other))


def _operation(one: Operation, other: Operation, left: _Numbers, right: _Numbers) -> str | None:
    facts = [
        ("name", one.name, other.name),
        ("attributes", one.attributes, other.attributes),
        ("segments", one.segments, other.segments),
        ("operands", [left.values[v] for v in one.operands], [right.values[v] for v in other.operands]),
        ("operand types", [v.type for v in one.operands], [v.type for v in other.operands]),
        ("result types", [r.type for r in one.results], [r.type for r in other.results]),
        ("successors", [left.blocks[b] for b in one.successors], [right.blocks[b] for b in other.successors]),
        ("number of regions", len(one.regions), len(other.regions)),
    ]
    for what, a, b in facts:
        if a != b:
            return f"{what} of {one.name}: {a} and {b}"
    for region, other_region in zip(one.regions, other.regions, strict=True):
        if len(region.blocks) != len(other_region.blocks):
            return f"number of blocks in {one.name}"
        for block, other_block in zip(region.blocks, other_region.blocks, strict=True):
            types = [a.type for a in block.arguments], [a.type for a in other_block.arguments]
            if types[0] != types[1]:
                return f"block arguments in {one.name}: {types[0]} and {types[1]}"
            nested, other_nested = list(block.operations), list(other_block.operations)
            if len(nested) != len(other_nested):
                return f"number of operations in {one.name}: {nested} and {other_nested}"
            for a, b in zip(nested, other_nested, strict=True):
                found = _operation(a, b, left, right)
                if found is not None:
                    return found
    return None
