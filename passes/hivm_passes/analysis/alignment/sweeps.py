"""Runs of the rewrite driver that look at marks, allocations and the operations that hand requests on alone.

Once a function is tidy, a run of the driver changes nothing but what the patterns of the propagation make and erase, as
long as no mark stands in front of the leading constants and there is no control flow between blocks. Such runs need not
visit every operation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.requests import MARK
from hivm_passes.ir.core import BlockArgument
from hivm_passes.rewriting.driver import GreedyConfig, GreedyDriver, GreedyResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Region, Value
    from hivm_passes.rewriting.driver import ConstantFolder
    from hivm_passes.rewriting.patterns import PatternSet


class NarrowDriver(GreedyDriver):
    """The driver on the operations that its patterns start from."""

    def __init__(self, region: Region, patterns: PatternSet, config: GreedyConfig, build: Build) -> None:
        super().__init__(region, patterns, config, build)
        self._wanted: dict[str, bool] = {}

    def _collect_post_order(self, region: Region, folder: ConstantFolder) -> None:
        wanted, patterns = self._wanted, self.patterns
        for block in region.blocks:
            op = block.first
            while op is not None:
                name = op.name
                known = wanted.get(name)
                if known is None:
                    known = wanted[name] = bool(patterns.of(name))
                if op.regions:
                    # A loop may be dead once the marks in it are gone.
                    known = True
                    for nested in op.regions:
                        self._collect_post_order(nested, folder)
                if known:
                    self._push(op)
                op = op.next


class Sweeps:
    """The runs over one function; the first one is always complete."""

    def __init__(self, func: Operation, build: Build) -> None:
        self.func = func
        self.build: Build = build
        self._tidy = False
        self._complete = len(func.regions) != 1 or len(func.regions[0].blocks) != 1

    def note_mark(self, value: Value) -> None:
        """A mark on ``value`` is about to be made; one at the start of the function changes the order of constants."""
        if isinstance(value, BlockArgument) and value.owner.parent_op is self.func:
            self._complete = True

    def run(self, patterns: PatternSet, config: GreedyConfig) -> GreedyResult:
        """One run, complete or not."""
        if not self._tidy or self._complete:
            result = GreedyResult(True, False)
            for region in self.func.regions:
                if region.blocks:
                    result = GreedyDriver(region, patterns, config, self.build).run()
            if not self._tidy:
                self._tidy = True
                self._complete |= self._marks_an_argument()
            return result
        narrow = GreedyConfig(config.top_down, config.max_rounds, "disabled")
        return NarrowDriver(self.func.regions[0], patterns, narrow, self.build).run()

    def _arguments(self) -> Sequence[Value]:
        """The arguments of the function; a declaration has none."""
        entry = self.func.regions[0].entry if self.func.regions else None
        return () if entry is None else entry.arguments

    def _marks_an_argument(self) -> bool:
        return any(use.owner.name == MARK for argument in self._arguments() for use in argument.uses)
