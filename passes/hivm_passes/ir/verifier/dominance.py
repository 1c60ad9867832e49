"""Which uses their definitions do not dominate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.core import BlockArgument, OpResult

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.dialects.registry import Registry
    from hivm_passes.ir.core import Block, Operation, Region, Value


class Dominance:
    """Dominance inside one operation that is isolated from above."""

    def __init__(self, root: Operation, facts: Registry) -> None:
        self.root = root
        self.facts = facts

    def violations(self) -> Iterator[tuple[Operation, int]]:
        """Operations and operand numbers, in textual order; one per operation."""
        visible: set[Value] = set()
        for region in self.root.regions:
            yield from self._region(region, visible)

    def _region(self, region: Region, visible: set[Value]) -> Iterator[tuple[Operation, int]]:
        blocks = region.blocks
        if len(blocks) == 1:
            added: list[Value] = []
            yield from self._block(blocks[0], visible, added)
            visible.difference_update(added)
            return
        if not blocks:
            return
        parents = immediate_dominators(region)
        defined: dict[Block, list[Value]] = {
            b: [*b.arguments, *(r for op in b.operations for r in op.results)] for b in blocks
        }
        for block in blocks:
            if block not in parents:
                continue  # Nothing is said about unreachable blocks.
            above: list[Value] = []
            parent = parents[block]
            while parent is not None:
                above += defined[parent]
                parent = parents[parent]
            visible.update(above)
            added = []
            yield from self._block(block, visible, added)
            visible.difference_update(added)
            visible.difference_update(above)

    def _block(self, block: Block, visible: set[Value], added: list[Value]) -> Iterator[tuple[Operation, int]]:
        if block.arguments:
            visible.update(block.arguments)
            added += block.arguments
        op = block.first
        while op is not None:
            for operand in op.operands:
                if operand not in visible:
                    index = self._first_violation(op, visible)
                    if index is not None:
                        yield op, index
                    break
            if op.regions:
                info = self.facts.get(op.name)
                if info is None or not info.is_isolated:
                    for region in op.regions:
                        yield from self._region(region, visible)
            if op.results:
                visible.update(op.results)
                added += op.results
            op = op.next

    def _first_violation(self, op: Operation, visible: set[Value]) -> int | None:
        for index, operand in enumerate(op.operands):
            # Anything else stands for a name that is not defined at all, which has been reported.
            if operand not in visible and isinstance(operand, OpResult | BlockArgument):
                return index
        return None


def immediate_dominators(region: Region) -> dict[Block, Block | None]:
    """The immediate dominator of every reachable block (None for the entry)."""
    entry = region.blocks[0]
    order = _reverse_post_order(entry)
    number = {block: i for i, block in enumerate(order)}
    predecessors: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        if block.last is not None:
            for successor in block.last.successors:
                if successor in predecessors:
                    predecessors[successor].append(block)
    parents: dict[Block, Block | None] = {entry: None}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            found: Block | None = None
            for predecessor in predecessors[block]:
                if predecessor in parents:
                    found = predecessor if found is None else _meet(found, predecessor, parents, number)
            if found is not None and parents.get(block) is not found:
                parents[block] = found
                changed = True
    return parents


def _meet(a: Block, b: Block, parents: dict[Block, Block | None], number: dict[Block, int]) -> Block:
    while a is not b:
        while number[a] > number[b]:
            above = parents[a]
            assert above is not None
            a = above
        while number[b] > number[a]:
            above = parents[b]
            assert above is not None
            b = above
    return a


def _reverse_post_order(entry: Block) -> list[Block]:
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(entry.last.successors if entry.last is not None else ()))]
    while stack:
        block, successors = stack[-1]
        for successor in successors:
            if successor not in seen and successor.parent is entry.parent:
                seen.add(successor)
                stack.append((successor, iter(successor.last.successors if successor.last is not None else ())))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order
