"""Whether a kernel can be wrapped into a loop over its logical blocks, and if not, why (blockify, preconditions).

``examine`` looks at one function and changes nothing: what the pass would do to it, and everything there is to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import OpResult, name_span
from hivm_passes.ir.types import I32
from hivm_passes.records import dataclass
from hivm_passes.transforms.auto_blockify_parallel_loop.device import (
    CoreCountError,
    block_size,
    core_count,
    is_device_entry,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.ir.core import Block, Operation, Value
    from hivm_passes.passes import Build
    from hivm_passes.targets import Target
    from hivm_passes.transforms.auto_blockify_parallel_loop.device import CoreCount

MARK: Final = "annotation.mark"
COUNT: Final = "logical_block_num"
BLOCK_ID: Final = "hivm.hir.get_block_idx"
RETURN: Final = "func.return"
SUBLOOP: Final = "autoblockify.subloop"

CODE: Final = "hivm.auto-blockify-parallel-loop"

Verdict = Literal["skipped", "unneeded", "failed", "invalid", "ready"]
"""``skipped``: no device entry. ``unneeded``: the kernel does not ask for its block id. ``failed``: the compiler
reports why not. ``invalid``: the compiler's result breaks the rules of the IR. ``ready``: it can be done."""


@dataclass(frozen=True, slots=True, eq=False)
class Blockification:
    """What there is to know about a function before it is wrapped.

    ``count`` is the number of logical blocks, ``block_id`` the operation whose result becomes the loop's block id,
    ``marks`` the marks that name a count (they stay), ``kept`` the operations that compute the count (they stay too).
    ``cores`` are the physical cores, ``size`` the logical blocks that one iteration takes (always 1 on A5).
    ``problems`` are errors where the verdict is ``failed`` or ``invalid``, and warnings.
    """

    func: Operation
    verdict: Verdict
    problems: tuple[Diagnostic, ...] = ()
    count: Value | None = None
    block_id: Operation | None = None
    marks: tuple[Operation, ...] = ()
    kept: frozenset[Operation] = frozenset()
    cores: CoreCount | None = None
    size: int = 1

    @property
    def moved(self) -> Iterator[Operation]:
        """The operations that go into the loop, in order."""
        entry = entry_block(self.func)
        for op in entry.operations if entry is not None else ():
            if op.name != RETURN and op is not self.block_id and op not in self.kept and op not in self.marks:
                yield op


def entry_block(func: Operation) -> Block | None:
    """The first block of a function, None for a declaration."""
    return func.regions[0].entry if func.regions else None


def examine(func: Operation, build: Build, assumed: Target | None = None) -> Blockification:
    """Whether and how ``func`` can be wrapped; ``assumed`` is the device of a module that describes none."""
    if not is_device_entry(func):
        return Blockification(func, "skipped")
    entry = entry_block(func)
    if entry is None:
        return Blockification(func, "failed", (_error(func, "no-body", "device entry without a body", crash=True),))
    marks = tuple(op for op in entry.operations if op.name == MARK and COUNT in op.attributes and op.operands)
    ids = [op for op in entry.operations if op.name == BLOCK_ID]
    if not marks:
        return Blockification(func, "failed", (_error(func, "no-count", "Logical Block number not found"),))
    count = marks[-1].operands[0]
    if not ids:
        return Blockification(func, "unneeded", count=count, marks=marks)
    try:
        cores = core_count(func, build, assumed)
    except CoreCountError as failure:
        problem = _error(func, failure.code, failure.message, *failure.details, crash=failure.is_crash)
        return Blockification(func, "failed", (problem,), count, ids[-1], marks)
    kept = frozenset(definitions(count))
    size = block_size(func) if build == "a3" else 1
    found = Blockification(func, "ready", (), count, ids[-1], marks, kept, cores, size)
    broken = tuple(_broken_rules(found, entry))
    doubts = tuple(_doubts(found, entry, ids))
    return Blockification(
        func, "invalid" if broken else "ready", (*broken, *doubts), count, ids[-1], marks, kept, cores, size
    )


def definitions(value: Value) -> set[Operation]:
    """The operations that compute a value through operands (not through what their regions capture)."""
    found: set[Operation] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, OpResult) and current.owner not in found:
            found.add(current.owner)
            pending += current.owner.operands
    return found


# --- what the compiler's result would break ---------------------------------------------------------------------


def _broken_rules(found: Blockification, entry: Block) -> Iterator[Diagnostic]:
    """Why the compiler's verifier would reject the result, in the order in which an author would cure it."""
    count, block_id = found.count, found.block_id
    assert count is not None and block_id is not None
    first, terminator = entry.first, entry.last
    assert first is not None and terminator is not None
    if count.type is not I32:
        message = (
            "'arith.ceildivsi' op requires the same type for all operands and results"
            if found.size > 1
            else "'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type"
        )
        yield _invalid(
            first, "count-type", message, found.marks[-1], "the number of logical blocks is not an i32", "marked here"
        )
    if terminator.successors:
        message = "operation with block successors must terminate its parent block"
        yield _invalid(
            terminator, "branches", message, block_id, "the kernel's first block must end in a return", "block id here"
        )
        return
    definition = count.defining_op
    if definition is not None and definition.parent is entry and not definition.is_before_in_block(block_id):
        reason = "the number of logical blocks is computed behind the block id"
        # The first user is the division by the block size, or else the loop.
        message = f"operand #{0 if found.size > 1 else 1} does not dominate this use"
        yield _invalid(first, "count-late", message, definition, reason, "computed here")
    # The block id stays, but what uses it gets the loop's instead.
    moved = {*found.moved, block_id}
    for op in (*found.marks, *_with_nested(found.kept - {block_id}), terminator):
        for index, operand in enumerate(op.operands):
            source = operand.defining_op
            if source is None or source not in moved:
                continue
            reason = _REASONS.get(op.name, "what computes the number of logical blocks uses a value from the loop")
            message = f"operand #{index} does not dominate this use"
            yield _invalid(op, "escape", message, source, reason, "moves into the loop")
            break


_REASONS: Final = {
    RETURN: "the kernel returns a value that is computed in the loop",
    MARK: "an earlier mark names a value that is computed in the loop",
}


def _with_nested(ops: frozenset[Operation]) -> Iterator[Operation]:
    for op in ops:
        yield from op.walk()


# --- what is accepted and doubtful ------------------------------------------------------------------------------


def _doubts(found: Blockification, entry: Block, ids: list[Operation]) -> Iterator[Diagnostic]:
    for other in ids[:-1]:
        yield _warning(
            other,
            "several-ids",
            "this block id stays that of the physical core: only the last one is replaced",
            RelatedNote(name_span(ids[-1]), "this one becomes the logical block id"),
        )
    for op in entry.operations:
        if op.name == "scf.for" and SUBLOOP in op.attributes:
            yield _warning(op, "nested", "the kernel already has a loop over its logical blocks; it gets a second one")
    if found.cores is not None and found.cores.count < 1:
        yield _warning(
            found.func, "core-count", f"{found.cores.key} is {found.cores.count}: the loop's step is not positive"
        )
    if found.size < 1:
        yield _warning(found.func, "block-size", f"auto_blockify_size is {found.size}: blocks are repeated or left out")


# --- diagnostics ------------------------------------------------------------------------------------------------


def _error(func: Operation, what: str, message: str, *details: str, crash: bool = False) -> Diagnostic:
    details = (*details, "the compiler would crash here") if crash else details
    return Diagnostic("error", f"{CODE}.{what}", message, name_span(func), details=details)


def _invalid(op: Operation, what: str, text: str, other: Operation, reason: str, note: str) -> Diagnostic:
    name, separator, message = text.partition("' op ")
    return Diagnostic(
        "error",
        f"{CODE}.{what}",
        message if separator else text,
        name_span(op),
        (RelatedNote(name_span(other), note),),
        (reason,),
        name.lstrip("'") if separator else None,
    )


def _warning(op: Operation, what: str, message: str, *related: RelatedNote) -> Diagnostic:
    return Diagnostic("warning", f"{CODE}.{what}", message, name_span(op), related, data={"own": True})
