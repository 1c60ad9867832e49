"""Region simplification: unreachable blocks, dead operations and arguments, identical blocks, redundant arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.rewriting.rewriter import post_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.dialects.effects import Effects
    from hivm_passes.ir.core import Block, BlockArgument, Operation, Region, Use, Value, VerbatimForm
    from hivm_passes.rewriting.rewriter import Rewriter


def simplify_regions(rewriter: Rewriter, regions: Sequence[Region], facts: Effects, merge: bool = True) -> bool:
    """Simplify ``regions`` and all nested ones; ``merge`` also merges identical blocks. Tells whether it changed."""
    changed = erase_unreachable_blocks(rewriter, regions)
    changed |= eliminate_dead_code(rewriter, regions, facts)
    if merge and _has_branches(regions):
        changed |= merge_identical_blocks(rewriter, regions)
        changed |= drop_redundant_arguments(rewriter, regions)
    return changed


def _has_branches(regions: Sequence[Region]) -> bool:
    """Whether some region has several blocks: without them there is nothing to merge."""
    pending = list(regions)
    while pending:
        region = pending.pop()
        if len(region.blocks) > 1:
            return True
        for block in region.blocks:
            op = block.first
            while op is not None:
                if op.regions:
                    pending += op.regions
                op = op.next
    return False


# --- branches -----------------------------------------------------------------------------------------------------


def successor_operands(op: Operation, index: int) -> range | None:
    """Positions of the operands that ``op`` hands to its successor ``index``, None when that is not known."""
    name = op.name
    if name in ("cf.br", "llvm.br"):
        return range(len(op.operands))
    if name in ("cf.cond_br", "llvm.cond_br") and op.segments is not None and len(op.segments) == 3:
        start = op.segments[0] + (op.segments[1] if index else 0)
        return range(start, start + op.segments[1 + index])
    if name == "cf.switch":
        sizes = _switch_sizes(op)
        if sizes is not None:
            start = 1 + sum(sizes[:index])
            return range(start, start + sizes[index])
    return None


def _switch_sizes(op: Operation) -> list[int] | None:
    """Operand counts of a ``cf.switch``: the default destination's, then those of the cases."""
    from hivm_passes.ir.attributes import DenseArrayAttr

    cases = op.attributes.get("case_operand_segments")
    if op.segments is None or len(op.segments) != 3 or not isinstance(cases, DenseArrayAttr):
        return None
    return [op.segments[1], *cases.values]


def set_successor_operands(op: Operation, index: int, values: Sequence[Value]) -> None:
    """Replace what ``op`` hands to its successor ``index``."""
    from hivm_passes.ir.attributes import DenseArrayAttr

    place = successor_operands(op, index)
    assert place is not None
    operands = [*op.operands[: place.start], *values, *op.operands[place.stop :]]
    segments = op.segments
    if segments is not None:
        changed = list(segments)
        changed[min(index + 1, 2)] += len(values) - len(place)
        segments = tuple(changed)
        cases = op.attributes.get("case_operand_segments")
        if index and isinstance(cases, DenseArrayAttr):
            sizes = list(cases.values)
            sizes[index - 1] = len(values)
            op.set_attribute("case_operand_segments", DenseArrayAttr(cases.element, tuple(sizes)))
    op.set_operands(operands, segments)
    if op.form is not None and op.name == "cf.switch":
        op.form = _switch_form(op)


def _switch_form(op: Operation) -> VerbatimForm | None:
    """The custom form of a ``cf.switch`` after a change of its operands."""
    from hivm_passes.ir.attributes import DenseElementsAttr
    from hivm_passes.ir.core import OperandSlot, SuccessorSlot, TypeSlot, VerbatimForm

    values = op.attributes.get("case_values")
    cases = values.values if isinstance(values, DenseElementsAttr) else ()
    if len(cases) == 1:
        cases *= len(op.successors) - 1
    pieces: list[str | OperandSlot | TypeSlot | SuccessorSlot] = [
        " ",
        OperandSlot(0),
        " : ",
        TypeSlot(op.operands[0].type, operand=0),
        ", [\n      ",
    ]
    for index in range(len(op.successors)):
        pieces.append(f"{cases[index - 1]}: " if index else "default: ")
        pieces.append(SuccessorSlot(index))
        place = successor_operands(op, index)
        if place:
            separator = "("
            for position in place:
                pieces += [separator, OperandSlot(position)]
                separator = ", "
            separator = " : "
            for position in place:
                pieces += [separator, TypeSlot(op.operands[position].type, operand=position)]
                separator = ", "
            pieces.append(")")
        pieces.append(",\n      " if index + 1 < len(op.successors) else "\n    ]")
    return VerbatimForm(tuple(pieces))


def _argument_fed_by(use: Use) -> BlockArgument | None:
    """The block argument that the operand slot of a branch feeds, None for any other operand."""
    op = use.owner
    for index, successor in enumerate(op.successors):
        place = successor_operands(op, index)
        if place is not None and use.index in place:
            position = use.index - place.start
            return successor.arguments[position] if position < len(successor.arguments) else None
    return None


def predecessors(region: Region) -> dict[Block, list[tuple[Operation, int]]]:
    """For every block the branches to it (operation and successor index)."""
    found: dict[Block, list[tuple[Operation, int]]] = {block: [] for block in region.blocks}
    for block in region.blocks:
        if block.last is not None:
            for index, successor in enumerate(block.last.successors):
                if successor in found:
                    found[successor].append((block.last, index))
    return found


# --- unreachable blocks -------------------------------------------------------------------------------------------


def erase_unreachable_blocks(rewriter: Rewriter, regions: Sequence[Region]) -> bool:
    """Erase the blocks that no path from the entry reaches."""
    changed = False
    pending = list(regions)
    while pending:
        region = pending.pop()
        if len(region.blocks) > 1:
            reachable = set(post_order(region.blocks[0]))
            for block in list(region.blocks):
                if block not in reachable:
                    _drop_uses_of_definitions(block)
                    rewriter.erase_block(block)
                    changed = True
        for block in region.blocks:
            op = block.first
            while op is not None:
                if op.regions:
                    pending += op.regions
                op = op.next
    return changed


def _drop_uses_of_definitions(block: Block) -> None:
    """Take the operations that use something defined in ``block`` apart from it; all of them are unreachable."""
    values: list[Value] = [*block.arguments]
    for op in block.operations:
        values += op.results
    for value in values:
        for user in value.users:
            user.drop_operands()


# --- dead code ----------------------------------------------------------------------------------------------------


class _Liveness:
    """Operations and block arguments that are proven live."""

    def __init__(self, facts: Effects) -> None:
        self.facts = facts
        self.operations: set[Operation] = set()
        self.arguments: set[BlockArgument] = set()
        self.changed = False
        self.cyclic = False
        self.any_dead = False

    def mark(self, op: Operation) -> None:
        if op not in self.operations:
            self.operations.add(op)
            self.changed = True

    def mark_argument(self, argument: BlockArgument) -> None:
        if argument not in self.arguments:
            self.arguments.add(argument)
            self.changed = True

    def region(self, region: Region) -> None:
        blocks = region.blocks
        if not blocks:
            return
        if len(blocks) == 1 and (blocks[0].last is None or not blocks[0].last.successors):
            self.operations_of(blocks[0])
            return
        self.cyclic = True
        for block in post_order(blocks[0]):
            self.operations_of(block)
            if block is not blocks[0]:
                for argument in block.arguments:
                    if argument not in self.arguments and self.is_used(argument):
                        self.mark_argument(argument)

    def operations_of(self, block: Block) -> None:
        facts, live = self.facts, self.operations
        op = block.last
        while op is not None:
            if op.regions:
                for region in op.regions:
                    self.region(region)
            if op.successors and facts.is_terminator(op.name):
                self.terminator(op)
            elif op not in live:
                for result in op.results:
                    if result._uses and self.is_used(result):  # pyright: ignore[reportPrivateUsage]
                        live.add(op)
                        self.changed = True
                        break
                else:
                    if facts.would_be_trivially_dead(op):
                        self.any_dead = True
                    else:
                        live.add(op)
                        self.changed = True
            op = op.previous

    def terminator(self, op: Operation) -> None:
        self.mark(op)
        for index, successor in enumerate(op.successors):
            if successor_operands(op, index) is None:
                for argument in successor.arguments:
                    self.mark_argument(argument)

    def is_used(self, value: Value) -> bool:
        live = self.operations
        for use in value._uses:  # pyright: ignore[reportPrivateUsage] (any order will do)
            if use.owner in live:
                if use.owner.successors:
                    fed = _argument_fed_by(use)
                    if fed is not None and fed not in self.arguments:
                        continue
                return True
        return False


def eliminate_dead_code(rewriter: Rewriter, regions: Sequence[Region], facts: Effects) -> bool:
    """Erase operations and block arguments that no live operation needs, cycles through branches included."""
    live = _Liveness(facts)
    while True:
        live.changed = live.any_dead = False
        for region in regions:
            live.region(region)
        # Without branches one backward pass sees every use before its definition, unless a pattern moved a definition
        # behind its use; then something seems to be dead.
        if not live.changed or not (live.cyclic or live.any_dead):
            break
    if not live.any_dead and not live.cyclic:
        return False
    return _erase_dead(rewriter, regions, live)


def _erase_dead(rewriter: Rewriter, regions: Sequence[Region], live: _Liveness) -> bool:
    erased = False
    for region in regions:
        if not region.blocks:
            continue
        several = len(region.blocks) > 1
        for block in post_order(region.blocks[0]):
            if several and block.last is not None:
                _drop_dead_successor_operands(block.last, live)
            op = block.last
            while op is not None:
                previous = op.previous
                if op not in live.operations:
                    erased = True
                    op.drop_operands()
                    rewriter.erase_op(op)
                elif op.regions:
                    erased |= _erase_dead(rewriter, op.regions, live)
                op = previous
        for block in region.blocks[1:]:
            for index in range(len(block.arguments) - 1, -1, -1):
                if block.arguments[index] not in live.arguments:
                    block.erase_argument(index)
    return erased


def _drop_dead_successor_operands(terminator: Operation, live: _Liveness) -> None:
    for index in range(len(terminator.successors) - 1, -1, -1):
        place = successor_operands(terminator, index)
        if place is None:
            continue
        arguments = terminator.successors[index].arguments
        kept = [terminator.operands[p] for p, a in zip(place, arguments, strict=False) if a in live.arguments]
        if len(kept) != len(place):
            set_successor_operands(terminator, index, kept)


# --- identical blocks ---------------------------------------------------------------------------------------------


def merge_identical_blocks(rewriter: Rewriter, regions: Sequence[Region]) -> bool:
    """Merge blocks with the same operations and successors; operands that differ become block arguments."""
    changed = False
    pending: dict[Region, None] = dict.fromkeys(regions)
    while pending:
        region, _ = pending.popitem()
        if _merge_in(rewriter, region):
            pending[region] = None
            changed = True
        for block in region.blocks:
            for op in block.operations:
                for nested in op.regions:
                    pending.setdefault(nested)
    return changed


class _Cluster:
    """Equivalent blocks: the ``leader`` stays, ``merged`` go; ``mismatched`` are (operation, operand) positions."""

    def __init__(self, leader: Block) -> None:
        self.leader = leader
        self.order = _definition_order(leader)
        self.merged: list[Block] = []
        self.mismatched: set[tuple[int, int]] = set()

    def add(self, block: Block) -> bool:
        """Add ``block`` when it is equivalent to the leader."""
        leader = self.leader
        if [a.type for a in leader.arguments] != [a.type for a in block.arguments]:
            return False
        order = _definition_order(block)
        mismatched: set[tuple[int, int]] = set()
        left, right, position = leader.first, block.first, 0
        while left is not None and right is not None:
            if not _same_operation(left, right):
                return False
            for index, (one, other) in enumerate(zip(left.operands, right.operands, strict=True)):
                if one is other:
                    continue
                if one.type is not other.type:
                    return False
                inside = one.parent_block is leader
                if inside != (other.parent_block is block):
                    return False
                if not inside:
                    mismatched.add((position, index))
                elif self.order[one] != order[other]:
                    return False
            if _is_used_outside(left, leader) or _is_used_outside(right, block):
                return False
            left, right, position = left.next, right.next, position + 1
        if left is not None or right is not None:
            return False
        self.mismatched |= mismatched
        self.merged.append(block)
        return True

    def merge(self, rewriter: Rewriter) -> bool:
        """Carry the merge out."""
        if not self.merged:
            return False
        leader, region = self.leader, self.leader.parent
        assert region is not None
        incoming = predecessors(region)
        blocks = [leader, *self.merged]
        if self.mismatched:
            for block in blocks:
                if any(successor_operands(op, i) is None for op, i in incoming[block]):
                    return False
            self._add_arguments(rewriter, blocks, incoming)
        for block in self.merged:
            for op, index in incoming[block]:
                op.successors[index] = leader
                op.modified = True
            rewriter.erase_block(block)
        return True

    def _add_arguments(
        self, rewriter: Rewriter, blocks: list[Block], incoming: dict[Block, list[tuple[Operation, int]]]
    ) -> None:
        leader, old_count = self.leader, len(self.leader.arguments)
        operations = [list(block.operations) for block in blocks]
        places = sorted(self.mismatched)
        passed = [[ops[p].operands[i] for p, i in places] for ops in operations]
        for position, index in places:
            op = operations[0][position]
            op.set_operand(index, leader.add_argument(op.operands[index].type))
        # One argument is enough for operands that agree in every block.
        first: dict[tuple[Value, ...], int] = {}
        kept: list[int] = []
        for column in range(len(places)):
            key = tuple(row[column] for row in passed)
            if key in first:
                argument, same = leader.arguments[old_count + column], leader.arguments[old_count + first[key]]
                rewriter.replace_all_uses_with(argument, same)
            else:
                first[key] = column
                kept.append(column)
        for column in range(len(places) - 1, -1, -1):
            if column not in kept:
                leader.erase_argument(old_count + column)
        for block, row in zip(blocks, passed, strict=True):
            for op, index in incoming[block]:
                place = successor_operands(op, index)
                assert place is not None
                set_successor_operands(
                    op, index, [*op.operands[place.start : place.stop], *(row[column] for column in kept)]
                )


def _merge_in(rewriter: Rewriter, region: Region) -> bool:
    if len(region.blocks) < 2:
        return False
    groups: dict[tuple[Block, ...], list[Block]] = {}
    for block in region.blocks[1:]:
        groups.setdefault(tuple(block.last.successors) if block.last is not None else (), []).append(block)
    changed = False
    for group in groups.values():
        if len(group) == 1:
            continue
        clusters: list[_Cluster] = []
        for block in group:
            if any(r.blocks for op in block.operations for r in op.regions):
                continue
            if any(use.owner.parent is not block for a in block.arguments for use in a.uses):
                continue
            if not any(cluster.add(block) for cluster in clusters):
                clusters.append(_Cluster(block))
        for cluster in clusters:
            changed |= cluster.merge(rewriter)
    return changed


def _definition_order(block: Block) -> dict[Value, int]:
    """Arguments and results of the block, numbered."""
    values: list[Value] = [*block.arguments]
    for op in block.operations:
        values += op.results
    return {value: number for number, value in enumerate(values)}


def _same_operation(one: Operation, other: Operation) -> bool:
    """Whether two operations without regions differ at most in their operands."""
    return (
        one.name == other.name
        and len(one.operands) == len(other.operands)
        and one.attributes == other.attributes
        and one.segments == other.segments
        and one.successors == other.successors
        and [r.type for r in one.results] == [r.type for r in other.results]
        and len(one.regions) == len(other.regions)
        and one.form == other.form
    )


def _is_used_outside(op: Operation, block: Block) -> bool:
    return any(use.owner.parent is not block for result in op.results for use in result.uses)


# --- redundant arguments ------------------------------------------------------------------------------------------


def drop_redundant_arguments(rewriter: Rewriter, regions: Sequence[Region]) -> bool:
    """Replace block arguments that every predecessor feeds with the same value.

    Like MLIR 19 this answers whether the block visited *last* changed.
    """
    changed = False
    pending: dict[Region, None] = dict.fromkeys(regions)
    while pending:
        region, _ = pending.popitem()
        incoming = predecessors(region)
        for block in region.blocks:
            changed = _drop_in(rewriter, block, incoming[block])
            for op in block.operations:
                for nested in op.regions:
                    pending.setdefault(nested)
    return changed


def _drop_in(rewriter: Rewriter, block: Block, incoming: list[tuple[Operation, int]]) -> bool:
    dropped: list[int] = []
    for position, argument in enumerate(block.arguments):
        common: Value | None = None
        for op, index in incoming:
            place = successor_operands(op, index)
            if place is None:
                common = None
                break
            value = op.operands[place[position]]
            if common is None:
                common = value
            elif value is not common:
                common = None
                break
        if common is not None:
            dropped.append(position)
            rewriter.replace_all_uses_with(argument, common)
    for position in reversed(dropped):
        block.erase_argument(position)
        for op, index in incoming:
            place = successor_operands(op, index)
            assert place is not None
            values = op.operands[place.start : place.stop]
            del values[position]
            set_successor_operands(op, index, values)
    return bool(dropped)
