"""Changing the IR in the manner of MLIR's ``RewriterBase``: every change is told to the three ``on_...`` hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.core import Block, Operation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Region, Use, Value
    from hivm_passes.ir.types import Type


class Rewriter:
    """Builds, replaces and erases operations; the greedy driver listens through the hooks.

    New operations go to the insertion point: in front of ``anchor``, or at the end of ``block`` when ``anchor`` is
    None.
    """

    def __init__(self) -> None:
        self.block: Block | None = None
        self.anchor: Operation | None = None
        self.matched: Operation | None = None
        """What is being rewritten: new operations have its location."""

    # --- hooks ----------------------------------------------------------------------------------------------

    def on_inserted(self, op: Operation) -> None:
        """``op`` was inserted or moved."""

    def on_modified(self, op: Operation) -> None:
        """``op`` was changed in place, or one of its operands was replaced."""

    def on_erased(self, op: Operation) -> None:
        """``op`` is about to be erased; its operands are still there."""

    # --- insertion point ------------------------------------------------------------------------------------

    def set_insertion_point(self, op: Operation) -> None:
        """Insert in front of ``op``."""
        self.block, self.anchor = op.parent, op

    def set_insertion_point_after(self, op: Operation) -> None:
        """Insert behind ``op``."""
        self.block, self.anchor = op.parent, op.next

    def set_insertion_point_after_value(self, value: Value) -> None:
        """Insert behind the definition of ``value``, or at the start of its block for a block argument."""
        op = value.defining_op
        if op is not None:
            self.set_insertion_point_after(op)
        else:
            block = value.parent_block
            assert block is not None
            self.set_insertion_point_to_start(block)

    def set_insertion_point_to_start(self, block: Block) -> None:
        """Insert at the start of ``block``."""
        self.block, self.anchor = block, block.first

    def set_insertion_point_to_end(self, block: Block) -> None:
        """Insert at the end of ``block``."""
        self.block, self.anchor = block, None

    # --- creation -------------------------------------------------------------------------------------------

    def create(
        self,
        name: str,
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] = (),
        attributes: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        successors: Sequence[Block] = (),
        segments: tuple[int, ...] | None = None,
    ) -> Operation:
        """A new operation at the insertion point."""
        return self.insert(Operation(name, operands, result_types, attributes, regions, successors, segments))

    def insert(self, op: Operation) -> Operation:
        """Insert a detached operation at the insertion point."""
        assert self.block is not None
        if op.derived_from is None and op.origin is None:
            op.derived_from = self.matched
        self.block.insert_before(self.anchor, op)
        self.on_inserted(op)
        return op

    def clone(self, op: Operation, values: dict[Value, Value] | None = None) -> Operation:
        """Insert a copy of ``op`` with operands mapped through ``values`` (which learns the results)."""
        copy = self.insert(op.clone(values))
        for region in copy.regions:
            for block in region.blocks:
                for nested in block.operations:
                    for inner in nested.walk_post_order():
                        self.on_inserted(inner)
        return copy

    def create_block(self, region: Region, before: Block | None = None, arguments: Iterable[Type] = ()) -> Block:
        """A new block in ``region`` in front of ``before`` (at the end when None); inserts at its end from now on."""
        block = Block()
        block.parent = region
        region.blocks.insert(len(region.blocks) if before is None else region.blocks.index(before), block)
        for argument in arguments:
            block.add_argument(argument)
        self.set_insertion_point_to_end(block)
        return block

    # --- replacement ----------------------------------------------------------------------------------------

    def replace_op(self, op: Operation, replacement: Operation | Sequence[Value]) -> None:
        """Replace all results of ``op`` and erase it."""
        values = replacement.results if isinstance(replacement, Operation) else replacement
        for result, value in zip(op.results, values, strict=True):
            self.replace_all_uses_with(result, value)
        self.erase_op(op)

    def replace_op_with_new(
        self,
        op: Operation,
        name: str,
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] = (),
        attributes: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        segments: tuple[int, ...] | None = None,
    ) -> Operation:
        """Create an operation at the insertion point and put it in the place of ``op``."""
        new = self.create(name, operands, result_types, attributes, regions, (), segments)
        self.replace_op(op, new)
        return new

    def replace_all_uses_with(self, old: Value, new: Value) -> None:
        """Point every use of ``old`` at ``new``; each user counts as modified."""
        for use in old.uses:
            user = use.owner
            user.set_operand(use.index, new)
            self.on_modified(user)

    def replace_uses_if(self, old: Value, new: Value, condition: Callable[[Use], bool]) -> bool:
        """Point the uses of ``old`` that fulfil ``condition`` at ``new``; tells whether all did."""
        every = True
        for use in old.uses:
            if condition(use):
                use.owner.set_operand(use.index, new)
                self.on_modified(use.owner)
            else:
                every = False
        return every

    def replace_all_uses_except(self, old: Value, new: Value, exceptions: Iterable[Operation]) -> None:
        """Point the uses of ``old`` at ``new``, but not those by ``exceptions``."""
        kept = set(exceptions)
        self.replace_uses_if(old, new, lambda use: use.owner not in kept)

    # --- changes in place -----------------------------------------------------------------------------------

    def modified(self, op: Operation) -> None:
        """Say that ``op`` was changed in place (operands, attributes, types, regions)."""
        op.modified = True
        self.on_modified(op)

    def set_operand(self, op: Operation, index: int, value: Value) -> None:
        """Change one operand."""
        op.set_operand(index, value)
        self.on_modified(op)

    def set_attribute(self, op: Operation, name: str, value: Attribute | None) -> None:
        """Set an attribute, or remove it when ``value`` is None."""
        op.set_attribute(name, value)
        self.on_modified(op)

    # --- moving ---------------------------------------------------------------------------------------------

    def move_op_before(self, op: Operation, anchor: Operation) -> None:
        """Move ``op`` in front of ``anchor``."""
        op.move_before(anchor)
        self.on_inserted(op)

    def move_op_after(self, op: Operation, anchor: Operation) -> None:
        """Move ``op`` behind ``anchor``."""
        block = anchor.parent
        assert block is not None
        if anchor is not op:
            op.detach()
            block.insert_after(anchor, op)
        self.on_inserted(op)

    def inline_block_before(self, source: Block, anchor: Operation, arguments: Sequence[Value] = ()) -> None:
        """Move the operations of ``source`` in front of ``anchor``, its arguments becoming ``arguments``; erase it."""
        assert anchor.parent is not None
        self._inline_block(source, anchor.parent, anchor, arguments)

    def merge_blocks(self, source: Block, target: Block, arguments: Sequence[Value] = ()) -> None:
        """Move the operations of ``source`` to the end of ``target``; erase ``source``."""
        self._inline_block(source, target, None, arguments)

    def _inline_block(self, source: Block, target: Block, anchor: Operation | None, arguments: Sequence[Value]) -> None:
        for old, new in zip(source.arguments, arguments, strict=True):
            self.replace_all_uses_with(old, new)
        for op in source.operations:
            target.insert_before(anchor, op.detach())
            self.on_inserted(op)
        self.erase_block(source)

    def inline_region_before(self, source: Region, target: Region, before: Block | None = None) -> None:
        """Move all blocks of ``source`` into ``target``, in front of ``before`` (to the end when None)."""
        position = len(target.blocks) if before is None else target.blocks.index(before)
        for block in source.blocks:
            block.parent = target
        target.blocks[position:position] = source.blocks
        source.blocks = []

    def split_block(self, block: Block, before: Operation) -> Block:
        """Move ``before`` and everything behind it into a new block right behind ``block``."""
        region = block.parent
        assert region is not None
        new = Block()
        new.parent = region
        region.blocks.insert(region.blocks.index(block) + 1, new)
        op: Operation | None = before
        while op is not None:
            following = op.next
            new.append(op.detach())
            self.on_inserted(op)
            op = following
        return new

    # --- erasing --------------------------------------------------------------------------------------------

    def erase_op(self, op: Operation) -> None:
        """Erase an operation whose results are unused, nested operations first (users before definitions)."""
        if op.regions:
            for region in reversed(op.regions):
                while region.blocks:
                    for block in post_order(region.blocks[0]):
                        self._erase_operations(block)
                        region.blocks.remove(block)
        self.on_erased(op)
        op.detach()
        op.drop_operands()

    def erase_block(self, block: Block) -> None:
        """Erase a block and its operations."""
        self._erase_operations(block)
        if block.parent is not None:
            block.parent.blocks.remove(block)
            block.parent = None

    def _erase_operations(self, block: Block) -> None:
        op = block.last
        while op is not None:
            previous = op.previous
            self.erase_op(op)
            op = previous


def post_order(entry: Block) -> list[Block]:
    """The blocks reachable from ``entry``, successors first (LLVM's depth-first post order)."""
    terminator = entry.last
    if terminator is None or not terminator.successors:
        return [entry]
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(terminator.successors))]
    while stack:
        block, successors = stack[-1]
        for successor in successors:
            if successor not in seen:
                seen.add(successor)
                last = successor.last
                stack.append((successor, iter(last.successors if last is not None else ())))
                break
        else:
            order.append(block)
            stack.pop()
    return order
