"""Which copy an iteration uses, on A5: a counter in memory for every loop, modulo the copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.types import I64, INDEX, MemRefType
from hivm_passes.records import dataclass
from hivm_passes.transforms.enable_multi_buffer.constants import constant

if TYPE_CHECKING:
    from hivm_passes.ir.core import Block, Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter

COUNTER_FOR: Final = "hivm.multi_buffer_counter_for"
LOOP_ID: Final = "hivm.multi_buffer_loop_id"

_CELL: Final = MemRefType((1,), I64)


@dataclass(slots=True, eq=False)
class Counter:
    """The counter of one loop: ``load`` reads it at the start of an iteration."""

    loop: Operation
    load: Operation


class Counters:
    """The counters of one function."""

    def __init__(self, entry: Block) -> None:
        self.entry = entry
        self._by_loop: dict[Operation, Counter] = {}

    def index(self, loop: Operation, copies: int, rewriter: Rewriter) -> Value:
        """The number of the copy as i64, computed at the start of the body of ``loop``."""
        counter = self._by_loop.get(loop)
        if counter is None:
            counter = self._by_loop[loop] = self._make(loop, rewriter)
        rewriter.set_insertion_point_after(counter.load)
        divisor = constant(copies, I64, rewriter)
        rest = rewriter.create("arith.remui", [counter.load.result, divisor], [I64])
        number = rewriter.create("arith.index_cast", [rest.result], [INDEX])
        return rewriter.create("arith.index_cast", [number.result], [I64]).result

    def _make(self, loop: Operation, rewriter: Rewriter) -> Counter:
        identity = IntegerAttr(len(self._by_loop), I64)
        rewriter.set_insertion_point_to_start(self.entry)
        cell = rewriter.create("memref.alloca", [], [_CELL], {COUNTER_FOR: identity}, segments=(0, 0))
        start = constant(0, I64, rewriter)
        place = constant(0, INDEX, rewriter)
        rewriter.create("memref.store", [start, cell.result, place])
        body = loop_body(loop)
        rewriter.set_insertion_point_to_start(body)
        place = constant(0, INDEX, rewriter)
        load = rewriter.create("memref.load", [cell.result, place], [I64])
        assert body.last is not None
        rewriter.set_insertion_point(body.last)
        one = constant(1, I64, rewriter)
        following = rewriter.create("arith.addi", [load.result, one], [I64])
        rewriter.create("memref.store", [following.result, cell.result, place])
        rewriter.set_attribute(loop, LOOP_ID, identity)
        return Counter(loop, load)


def loop_body(loop: Operation) -> Block:
    """The block that runs once per iteration."""
    return loop.regions[1 if loop.name == "scf.while" else 0].blocks[0]
