"""From places in the text to operations and values of the analysed IR."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.dialects.effects import effects
from hivm_passes.ir.core import BlockArgument, OpResult

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value


def op_at(root: Operation, offset: int) -> Operation | None:
    """The innermost operation whose text holds a unit offset."""
    if root.source is not None and not root.source.span.start <= offset <= root.source.span.end:
        return None
    found = root if root.source is not None else None
    for region in root.regions:
        if region.span is not None and not region.span.start <= offset <= region.span.end:
            continue
        for block in region.blocks:
            for op in block.operations:
                source = op.source
                if source is None or source.span.end < offset:
                    continue
                if source.span.start > offset:
                    break
                return op_at(op, offset) or found
    return found


def value_defined_at(root: Operation, offset: int, name: str) -> Value | None:
    """The value that the name at a unit offset defines; ``name`` without ``%``."""
    op = op_at(root, offset)
    if op is None or op.source is None:
        return None
    if offset < op.source.name.start:
        return next((r for r in op.results if _base_name(r) == name), None)
    for region in op.regions:
        for block in region.blocks:
            for argument in block.arguments:
                if argument.name == name and (block.span is None or block.span.start <= offset <= block.span.end):
                    return argument
    return next((a for r in op.regions for b in r.blocks for a in b.arguments if a.name == name), None)


def _base_name(value: Value) -> str | None:
    return None if value.name is None else value.name.split("#", 1)[0]


def origins(value: Value, build: Build) -> Iterator[Value]:
    """The value, what it is a view of, what a loop argument starts as, and so on back to where its memory is from."""
    facts = effects(build)
    seen: set[Value] = set()
    current: Value | None = value
    while current is not None and current not in seen:
        seen.add(current)
        yield current
        current = facts.view_source(current) or _before_loop(current)


def _before_loop(value: Value) -> Value | None:
    """What an iteration argument or the result of an ``scf.for`` starts as."""
    if isinstance(value, BlockArgument):
        op, index = value.owner.parent_op, value.index - 1
    elif isinstance(value, OpResult):
        op, index = value.owner, value.index
    else:
        return None
    if op is None or op.name != "scf.for" or index < 0 or 3 + index >= len(op.operands):
        return None
    return op.operands[3 + index]


def parsed(op: Operation) -> Operation:
    """The operation of the text that an operation of a plan stands for or was made for."""
    return op.written or op
