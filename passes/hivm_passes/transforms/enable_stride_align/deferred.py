"""Copies for users that could not follow a new type (A5), made after everything else.

The copy in front of the user is brought up to date behind every later write to the buffer, and the buffer behind every
later write to the copy. Of several such users of one value the compiler serves the first alone.

Source: hivm-enable-stride-align, deferred copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.dialects.effects import effects
from hivm_passes.ir.verifier.dominance import immediate_dominators
from hivm_passes.rewriting.retype import CAST, FAILURE, copy_in_front
from hivm_passes.transforms.enable_stride_align.coupled import waiting_op

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter


def make_deferred_copies(
    func: Operation, module: Operation, rewriter: Rewriter
) -> tuple[list[tuple[Operation, Operation]], list[Operation]]:
    """Serve every cast with a user that failed; returns the (user, copy) pairs and the users that got none."""
    served: list[tuple[Operation, Operation]] = []
    left: list[Operation] = []
    flagged = [op for op in func.walk() if FAILURE in op.attributes]
    for cast in flagged:
        if cast.name != CAST:
            continue
        source = cast.operands[0]
        writes = write_ops(source, module)
        failing = [use for use in cast.results[0].uses if FAILURE in use.owner.attributes]
        if failing:
            use = failing[0]
            copy = copy_in_front(rewriter, cast, use)
            buffer = copy.operands[1]
            for write in write_ops(buffer, module):
                if write is not copy and dominates(copy, write):
                    _copy_behind(rewriter, write, buffer, source)
            for write in writes:
                if dominates(copy, write):
                    _copy_behind(rewriter, write, source, buffer)
            served.append((use.owner, copy))
            left += [other.owner for other in failing[1:]]
        if not cast.has_used_results:
            rewriter.erase_op(cast)
    for op in flagged:
        op.set_attribute(FAILURE, None)
    return served, left


def _copy_behind(rewriter: Rewriter, write: Operation, source: Value, target: Value) -> None:
    rewriter.set_insertion_point_after(write)
    rewriter.create("hivm.hir.copy", (source, target))


def write_ops(value: Value, module: Operation) -> list[Operation]:
    """The operations that write to ``value`` or a view of it: once per use and per write effect."""
    facts = effects("a5")
    found: list[Operation] = []
    pending: list[Value] = [value]
    seen = {value}
    while pending:
        current = pending.pop(0)
        for use in current.uses:
            op = use.owner
            if op.name != "hivm.hir.bitcast" and any(facts.view_source(r) is current for r in op.results):
                for result in op.results:
                    if result not in seen:
                        seen.add(result)
                        pending.append(result)
                continue
            if op.name == "annotation.mark":
                continue
            known = facts.of(op)
            found += [op for e in known or () if e.kind == "write" and e.value is current]
    waiting = waiting_op(value, seen, module)
    if waiting is not None:
        found.append(waiting)
    return found


def dominates(first: Operation, second: Operation) -> bool:
    """Whether ``first`` is carried out before ``second`` whenever that is."""
    block = first.parent
    assert block is not None
    at = block.ancestor_in(second)
    if at is not None:
        return at is not first and first.is_before_in_block(at)
    region = block.parent
    other = next((op.parent for op in second.ancestors() if op.parent_region is region), None)
    if region is None or other is None:
        return False
    parents = immediate_dominators(region)
    current = parents.get(other)
    while current is not None and current is not block:
        current = parents.get(current)
    return current is block
