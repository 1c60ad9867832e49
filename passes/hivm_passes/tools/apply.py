"""Passes applied to the user's own text: the smallest edits, everything else untouched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.edits import text_edits
from hivm_passes.passes import PassContext, PassResult, directly_nested, merge_results

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.edits import TextEdit
    from hivm_passes.ir.parsing import ParsedModule
    from hivm_passes.passes import Pass
    from hivm_passes.targets import Target


def pass_edits(
    parsed: ParsedModule, entry: Pass, target: Target | None = None, only: Operation | None = None
) -> tuple[tuple[TextEdit, ...], PassResult]:
    """The edits that ``entry`` makes to a parsed text, and its result; no edits when it fails.

    ``target`` is the SoC of a module that names none. ``only`` is the one function to change (of passes that run on
    functions); the parsed IR stays as it is.
    """
    return passes_edits(parsed, (entry,), target, only)


def passes_edits(
    parsed: ParsedModule, entries: Sequence[Pass], target: Target | None = None, only: Operation | None = None
) -> tuple[tuple[TextEdit, ...], PassResult]:
    """The edits that passes make to a parsed text one after the other, as one edit."""
    context = PassContext(parsed.build, exact=False, target=target)
    copy = parsed.module.clone()
    results: list[PassResult] = []
    for entry in entries:
        anchor = entry.anchor(parsed.build)
        targets = [copy] if copy.name == anchor else directly_nested(copy, anchor)
        results += [entry.apply(op, context) for op in targets if only is None or op.origin is only or op is copy]
        if any(r.failed for r in results):
            return (), merge_results(copy, results)
    return _edits(parsed, copy), merge_results(copy, results)


def operation_edits(
    parsed: ParsedModule, op: Operation, change: Callable[[Operation], PassResult]
) -> tuple[tuple[TextEdit, ...], PassResult]:
    """The edits of a change to one operation of a parsed text; ``change`` gets its clone."""
    copy = parsed.module.clone()
    clone = next((o for o in copy.walk() if o.origin is op), None)
    if clone is None:
        return (), PassResult(copy, changed=False)
    result = change(clone)
    return () if result.failed else _edits(parsed, copy), result


def _edits(parsed: ParsedModule, copy: Operation) -> tuple[TextEdit, ...]:
    if parsed.module.source is not None:
        return text_edits(parsed.module, copy, parsed.text, build=parsed.build)
    # A module that nobody wrote has no text of its own; what is in it has.
    edits: list[TextEdit] = []
    for op in (o for region in copy.regions for block in region.blocks for o in block.operations):
        if op.origin is not None:
            edits += text_edits(op.origin, op, parsed.text, build=parsed.build)
    return tuple(edits)
