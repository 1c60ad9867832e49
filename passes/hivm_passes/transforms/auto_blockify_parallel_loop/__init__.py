"""``auto-blockify-parallel-loop``: one kernel launch per physical core, which walks over its logical blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivm_passes.ir.attributes import UNIT, IntegerAttr
from hivm_passes.ir.core import Block, Operation, Region
from hivm_passes.ir.types import I32, I64
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.transforms.auto_blockify_parallel_loop.preconditions import (
    SUBLOOP,
    Blockification,
    Verdict,
    entry_block,
    examine,
)

if TYPE_CHECKING:
    from hivm_passes.passes import Build

__all__ = ["AutoBlockifyPass", "BlockLoop", "Blockification", "examine", "wrap_blocks"]


@dataclass(frozen=True, slots=True, eq=False)
class BlockLoop:
    """Report of one kernel: what became of it, and the loop's numbers.

    ``loop`` is the new operation, None when there is none. A core runs ceil((logical count - its id) / ``cores``)
    iterations of ``block_size`` logical blocks each; ``cores_key`` is the entry of the device description that counts
    the cores and ``assumed_target`` the SoC when the module does not describe its device. ``moved`` counts the
    operations that now run once per logical block.
    """

    function: Operation
    verdict: Verdict
    loop: Operation | None = None
    cores: int | None = None
    cores_key: str | None = None
    assumed_target: str | None = None
    block_size: int = 1
    moved: int = 0


@dataclass(frozen=True)
class AutoBlockifyPass(Pass):
    """The pass. Its report is a ``BlockLoop`` per kernel; functions that the host does not launch have none."""

    name: ClassVar[str] = "auto-blockify-parallel-loop"
    class_name: ClassVar[str] = "AutoBlockifyParallelLoop"
    summary: ClassVar[str] = "wrap a kernel into a loop over the logical blocks of its core"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        found = examine(op, context.build, None if context.exact else context.target)
        failed = found.verdict in ("failed", "invalid")
        if found.verdict != "ready":
            report = () if found.verdict == "skipped" else (_report(found, None, 0),)
            return PassResult(op, False, failed, found.problems, report)
        moved = len(list(found.moved))
        loop = wrap_blocks(found, context.build)
        return PassResult(op, True, False, found.problems, (_report(found, loop, moved),))


def _report(found: Blockification, loop: Operation | None, moved: int) -> BlockLoop:
    cores = found.cores
    if cores is None:
        return BlockLoop(found.func, found.verdict)
    return BlockLoop(found.func, found.verdict, loop, cores.count, cores.key, cores.source, found.size, moved)


def wrap_blocks(found: Blockification, build: Build) -> Operation:
    """Wrap a function that is ``ready`` in place; returns the loop."""
    block_id, count, cores = found.block_id, found.count, found.cores
    entry = entry_block(found.func)
    assert block_id is not None and count is not None and cores is not None and entry is not None
    moved = list(found.moved)
    location = entry.first.location if entry.first is not None else None
    at = block_id

    def add(op: Operation) -> Operation:
        nonlocal at
        op.location = location
        entry.insert_after(at, op)
        at = op
        return op

    step = add(_constant(cores.count))
    size = add(_constant(found.size)) if build == "a3" else None
    bound = count
    if size is not None and found.size > 1:
        bound = add(Operation("arith.ceildivsi", [count, size.result], [count.type])).result
    first = add(Operation("arith.trunci", [block_id.result], [I32]))
    body = Block()
    iv = body.add_argument(I32)
    loop = Operation("scf.for", [first.result, bound, step.result], (), {SUBLOOP: UNIT}, [Region([body])])
    add(loop)
    for op in moved:
        body.append(op.detach())
    body.append(Operation("scf.yield"))
    start = body.first
    number = iv
    if size is not None:
        number = body.insert_before(start, Operation("arith.muli", [iv, size.result], [I32])).result
    logical = body.insert_before(start, Operation("arith.extsi", [number], [I64]))
    for use in block_id.result.uses:
        if use.owner is not first:
            use.owner.set_operand(use.index, logical.result)
    return loop


def _constant(value: int) -> Operation:
    return Operation("arith.constant", (), (I32,), {"value": IntegerAttr(value, I32)})


PASSES = (AutoBlockifyPass,)
