"""The pass ``hivm-plan-memory`` as text edits of the user's file: only what the plan itself changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.ir.edits import text_edits
from hivm_passes.passes import PassContext
from hivm_passes.transforms.hacc_append_device_spec import SPEC, device_spec
from hivm_passes.transforms.plan_memory import LOCAL_MODE, WORKSPACE_MODE, PlanMemoryPass
from hivm_server.features.double_buffering import TextChange, line_break

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.ir.core import Operation
    from hivm_server.features.view import FunctionFacts, View
    from hivm_server.workspace.analysis import FunctionResult

Mode = Literal["local", "workspace"]

_MODES: Final = {"local": LOCAL_MODE, "workspace": WORKSPACE_MODE}


def can_apply(function: FunctionResult, mode: Mode) -> bool:
    """Whether the plan of a function exists and would be written."""
    plan = function.plan if mode == "local" else function.workspace
    return plan is not None and plan.succeeded and bool(plan.addresses)


def plan_function_edits(view: View, facts: FunctionFacts, mode: Mode) -> list[TextChange] | None:
    """The edits that plan one function; None when the pass does not succeed on it."""
    function = facts.function
    if function is None or not facts.is_current or not can_apply(function, mode):
        return None
    changed = _planned_copy(facts, function, mode)
    if changed is None:
        return None
    edits = text_edits(function.func, changed, facts.result.analysis.parsed.text, build=facts.result.build)
    eol = line_break(view.snapshot.text)
    changes: list[TextChange] = []
    for edit in edits:
        start, end = facts.to_document(edit.start), facts.to_document(edit.end)
        if start is None or end is None:
            return None
        changes.append(TextChange(start, end, edit.text if eol == "\n" else edit.text.replace("\n", eol)))
    return changes


def plan_file_edits(view: View, mode: Mode) -> list[TextChange]:
    """The edits that plan every function of a document that can be planned."""
    changes: list[TextChange] = []
    for item in view.snapshot.outline.functions():
        facts = view.facts(item)
        if facts is not None:
            changes += plan_function_edits(view, facts, mode) or []
    return changes


def _planned_copy(facts: FunctionFacts, function: FunctionResult, mode: Mode) -> Operation | None:
    build = facts.result.build
    pass_ = PlanMemoryPass(mem_plan_mode=_MODES[mode])
    context = PassContext(build, exact=False)
    if build == "a3":
        copy = function.func.clone()
        return None if pass_.apply(copy, context).failed else copy
    module = facts.result.module.clone()
    # The compiler wants the device described; the editor knows which one is meant.
    module.attributes.setdefault(SPEC, device_spec(facts.result.target, build))
    if pass_.apply(module, context).failed:
        return None
    return next((op for op in _all(module) if op.origin is function.func), None)


def _all(module: Operation) -> Iterator[Operation]:
    for region in module.regions:
        for block in region.blocks:
            for op in block.operations:
                yield op
                if op.name == "builtin.module":
                    yield from _all(op)
