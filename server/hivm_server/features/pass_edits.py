"""Passes as text edits of the user's file: only what a pass itself changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.memory_pipeline import steps_for
from hivm_passes.pipeline import make_pass
from hivm_passes.tools.apply import operation_edits, passes_edits
from hivm_server.features.double_buffering import TextChange, line_break

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.edits import TextEdit
    from hivm_passes.passes import Build, Pass, PassResult
    from hivm_server.features.view import FunctionFacts, View

PassText = tuple[str, str]
"""Name and options of a pass."""


def pipeline_of(facts: FunctionFacts) -> list[Pass]:
    """The memory pipeline from the stage of a function to its plan; empty when there is nothing to plan."""
    function, analysis = facts.function, facts.result.analysis
    stage = None if function is None else analysis.stages.get(function.func)
    if function is None or stage is None or analysis.run is None or analysis.run.failed:
        return []
    if function.plan is None or not function.plan.succeeded or not function.plan.addresses:
        return []
    build = facts.result.build
    return [*steps_for([stage], build), make_pass("hivm-plan-memory", "", build)]


def function_edits(view: View, facts: FunctionFacts, entries: Sequence[Pass]) -> list[TextChange] | None:
    """The edits of passes on one function; None when one of them fails on it."""
    function = facts.function
    if function is None or not facts.is_current:
        return None
    edits, result = passes_edits(facts.result.analysis.parsed, entries, facts.result.target, function.func)
    return None if result.failed else to_document(view, facts, edits)


def file_edits(view: View, names: Iterable[PassText]) -> list[TextChange]:
    """The edits of passes on every function of a document on which they succeed."""
    listed = list(names)
    changes: dict[TextChange, None] = {}
    for item in view.snapshot.outline.functions():
        facts = view.facts(item)
        if facts is not None:
            made = function_edits(view, facts, passes(listed, facts.result.build))
            # A pass on a module changes all its functions each time.
            changes |= dict.fromkeys(made or [])
    return list(changes)


def one_operation_edits(
    view: View, facts: FunctionFacts, op: Operation, change: Callable[[Operation], PassResult]
) -> list[TextChange] | None:
    """The edits of a change to one operation."""
    edits, result = operation_edits(facts.result.analysis.parsed, op, change)
    return None if result.failed else to_document(view, facts, edits)


def passes(names: Iterable[PassText], build: Build) -> list[Pass]:
    """Passes by name, those left out that the compiler of ``build`` does not have."""
    from hivm_passes.pipeline import find_pass

    return [make_pass(name, options, build) for name, options in names if find_pass(name, build) is not None]


def to_document(view: View, facts: FunctionFacts, edits: Iterable[TextEdit]) -> list[TextChange]:
    """Edits of a unit as edits of the document, with its line breaks."""
    eol, data = line_break(view.snapshot.text), view.snapshot.text.data
    changes: list[TextChange] = []
    for edit in edits:
        start, end = facts.to_document(edit.start), facts.to_document(edit.end)
        if start is None or end is None:
            continue
        text = edit.text
        if eol != "\n":
            # The edits count with single line feeds: none may come between the two halves of a line break.
            text = text.replace(eol, "\n").replace("\n", eol)
            start, end = (at - data.startswith(eol.encode(), at - 1) for at in (start, end))
        changes.append(TextChange(start, end, text))
    return changes
