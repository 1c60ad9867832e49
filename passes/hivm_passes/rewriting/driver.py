"""The greedy rewrite driver: folds, removes dead code and applies patterns until nothing changes.

Order decides the result (of constants above all), so this follows MLIR 19's driver step by step: the work list, what is
pushed back on it and when, the folder that makes constants unique, the region simplification at the end of a round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hivm_passes.dialects.effects import Effects, effects
from hivm_passes.ir.core import Value
from hivm_passes.records import dataclass
from hivm_passes.rewriting.constants import CONSTANT_OPS, constant_of, materialize_constant
from hivm_passes.rewriting.folds import FoldTable, fold_table
from hivm_passes.rewriting.patterns import PatternSet, RewritePattern
from hivm_passes.rewriting.regions import simplify_regions
from hivm_passes.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Block, Operation, Region
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.folds.base import Fold


@dataclass(frozen=True, slots=True)
class GreedyConfig:
    """How the driver works; the defaults are those of every HIVM pass.

    ``simplify`` is the region simplification: ``aggressive`` merges identical blocks, ``normal`` does not.
    ``top_down`` visits parents first and in textual order (the canonicalizer of the pipelines).
    """

    top_down: bool = False
    max_rounds: int = 10
    simplify: Literal["aggressive", "normal", "disabled"] = "aggressive"


class GreedyResult(NamedTuple):
    """``converged``: the last round changed nothing. ``changed``: some round changed something."""

    converged: bool
    changed: bool


DEFAULT_CONFIG = GreedyConfig()


def apply_patterns_greedily(
    scope: Operation,
    patterns: Sequence[RewritePattern] | PatternSet = (),
    config: GreedyConfig = DEFAULT_CONFIG,
    build: Build = "a3",
) -> GreedyResult:
    """Run the driver on every region of ``scope`` (a function, or a module with all its functions), in place."""
    found = patterns if isinstance(patterns, PatternSet) else PatternSet(patterns)
    converged, changed = True, False
    for region in scope.regions:
        if region.blocks:
            result = GreedyDriver(region, found, config, build).run()
            converged &= result.converged
            changed |= result.changed
    return GreedyResult(converged, changed)


def normalise(scope: Operation, build: Build = "a3", config: GreedyConfig = DEFAULT_CONFIG) -> GreedyResult:
    """What the driver does without any pattern: folding, dead code, constants to the top, simpler regions."""
    return apply_patterns_greedily(scope, (), config, build)


class GreedyDriver(Rewriter):
    """One run over one region."""

    def __init__(self, region: Region, patterns: PatternSet, config: GreedyConfig, build: Build) -> None:
        super().__init__()
        self.region = region
        self.patterns = patterns
        self.config = config
        self.build: Build = build
        self.effects: Effects = effects(build)
        self.folds: FoldTable = fold_table(build)
        # The work list is a stack with holes; the index of each operation on it stands beside.
        self._stack: list[Operation | None] = []
        self._position: dict[Operation, int] = {}

    def run(self) -> GreedyResult:
        """Rounds until nothing changes any more."""
        config = self.config
        rounds, again = 0, True
        while again:
            rounds += 1
            if rounds > config.max_rounds:
                break
            self._collect()
            again = self._process()
            if config.simplify != "disabled":
                again |= simplify_regions(self, [self.region], self.effects, merge=config.simplify == "aggressive")
        return GreedyResult(not again, rounds > 1)

    # --- work list ------------------------------------------------------------------------------------------

    def _push(self, op: Operation) -> None:
        """Push ``op`` and its ancestors inside the region, innermost first; those already there keep their place."""
        position, stack, top = self._position, self._stack, self.region
        outer = op.parent
        if outer is not None and outer.parent is top:
            if op not in position:
                position[op] = len(stack)
                stack.append(op)
            return
        reached: list[Operation] = []
        current: Operation | None = op
        while current is not None:
            reached.append(current)
            block = current.parent
            region = block.parent if block is not None else None
            if region is top:
                for one in reached:
                    if one not in position:
                        position[one] = len(stack)
                        stack.append(one)
                return
            if region is None:
                return
            current = region.parent

    def on_inserted(self, op: Operation) -> None:
        self._push(op)

    def on_modified(self, op: Operation) -> None:
        self._push(op)

    def on_erased(self, op: Operation) -> None:
        # A definition that keeps at most one other user may be dead or foldable now.
        for operand in op.operands:
            definition = operand.defining_op
            if definition is None:
                continue
            other: Operation | None = None
            for use in operand._uses:  # pyright: ignore[reportPrivateUsage] (unordered is enough, and no copy)
                user = use.owner
                if user is op or user is other:
                    continue
                if other is not None:
                    break
                other = user
            else:
                self._push(definition)
        index = self._position.pop(op, None)
        if index is not None:
            self._stack[index] = None

    # --- collecting -----------------------------------------------------------------------------------------

    def _collect(self) -> None:
        """Fill the work list; make constants unique on the way."""
        self._stack = []
        self._position = {}
        folder = ConstantFolder(self, self.effects)
        if self.config.top_down:
            self._collect_pre_order(self.region, folder)
            self._stack.reverse()
            self._position = {op: i for i, op in enumerate(self._stack) if op is not None}
        else:
            self._collect_post_order(self.region, folder)

    def _collect_post_order(self, region: Region, folder: ConstantFolder) -> None:
        position, stack = self._position, self._stack
        outermost = region is self.region
        constants = CONSTANT_OPS
        for block in region.blocks:
            op = block.first
            while op is not None:
                following = op.next
                if op.regions:
                    for nested in op.regions:
                        self._collect_post_order(nested, folder)
                if op.name in constants and (value := constant_of(op)) is not None:
                    if folder.insert_known(op, value):
                        self._push(op)
                elif outermost:
                    if op not in position:
                        position[op] = len(stack)
                        stack.append(op)
                else:
                    self._push(op)
                op = following

    def _collect_pre_order(self, region: Region, folder: ConstantFolder) -> None:
        for block in region.blocks:
            op = block.first
            while op is not None:
                following = op.next
                value = constant_of(op)
                if value is None or folder.insert_known(op, value):
                    self._push(op)
                    for nested in op.regions:
                        self._collect_pre_order(nested, folder)
                op = following

    # --- processing -----------------------------------------------------------------------------------------

    def _process(self) -> bool:
        """Empty the work list; tells whether anything changed."""
        changed = False
        stack, position = self._stack, self._position
        trivially_dead = self.effects.is_trivially_dead
        rules: dict[str, tuple[Fold | None, tuple[RewritePattern, ...]]] = {}
        while stack:
            op = stack.pop()
            if op is None:
                continue
            del position[op]
            if trivially_dead(op):
                self.erase_op(op)
                changed = True
                continue
            self.matched = op
            name = op.name
            try:
                fold, patterns = rules[name]
            except KeyError:
                fold, patterns = rules[name] = self.folds[name], self.patterns.of(name)
            if fold is not None and (results := fold(op)) is not None and self._apply_fold(op, results):
                changed = True
                continue
            for pattern in patterns:
                self.set_insertion_point(op)
                if pattern.match_and_rewrite(op, self):
                    changed = True
                    break
        return changed

    def _apply_fold(self, op: Operation, results: Sequence[Value | Attribute]) -> bool:
        if not results:
            self.modified(op)
            return True
        self.set_insertion_point(op)
        dialect = op.name.split(".", 1)[0]
        values: list[Value] = []
        created: list[Operation] = []
        for result, replacement in zip(op.results, results, strict=True):
            if not isinstance(replacement, Value):
                constant = self._materialize(dialect, replacement, result.type)
                if constant is None:
                    for one in created:
                        self.erase_op(one)
                    return False
                created.append(constant)
                values.append(constant.results[0])
            else:
                values.append(replacement)
        self.replace_op(op, values)
        return True

    def _materialize(self, dialect: str, value: Attribute, type: Type) -> Operation | None:
        constant = materialize_constant(dialect, value, type)
        return None if constant is None else self.insert(constant)


class ConstantFolder:
    """Keeps one constant per (dialect, value, type) and isolated region, at the front of its entry block."""

    def __init__(self, rewriter: Rewriter, facts: Effects) -> None:
        self._rewriter = rewriter
        self._facts = facts
        self._known: dict[tuple[Block, str, Attribute, Type], Operation] = {}
        self._owned: set[Operation] = set()
        self._entry: dict[Block, Block] = {}

    def insert_known(self, op: Operation, value: Attribute) -> bool:
        """Keep ``op`` (moving it if need be), or replace it by an equal constant: then the answer is False."""
        block = op.parent
        assert block is not None
        entry = self._entry.get(block)
        if entry is None:
            entry = self._entry[block] = insertion_block(block, self._facts)
        key = (entry, op.name.split(".", 1)[0], value, op.results[0].type)
        known = self._known.get(key)
        if known is not None:
            self._rewriter.replace_op(op, known)
            return False
        if block is not entry or (op.previous is not None and op.previous not in self._owned):
            first = entry.first
            assert first is not None
            if first is not op:
                op.move_before(first)
        self._known[key] = op
        self._owned.add(op)
        return True


def insertion_block(block: Block, facts: Effects) -> Block:
    """The entry block of the innermost isolated region around ``block``: where its constants go."""
    while True:
        region = block.parent
        assert region is not None
        parent = region.parent
        if parent is None or parent.parent is None or facts.is_isolated(parent):
            return region.blocks[0]
        block = parent.parent
