"""The pass ``hivm-plan-memory`` as text edits of the user's file: only what the plan itself changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.transforms.plan_memory import LOCAL_MODE, WORKSPACE_MODE, PlanMemoryPass
from hivm_server.features.pass_edits import function_edits

if TYPE_CHECKING:
    from hivm_server.features.double_buffering import TextChange
    from hivm_server.features.view import FunctionFacts, View
    from hivm_server.workspace.analysis import FunctionResult

Mode = Literal["local", "workspace"]

_MODES: Final = {"local": LOCAL_MODE, "workspace": WORKSPACE_MODE}


def can_apply(function: FunctionResult, mode: Mode) -> bool:
    """Whether the plan of a function exists and would be written."""
    if mode == "local" and (function.unplaced or function.dynamic):
        return False
    plan = function.plan if mode == "local" else function.workspace
    return plan is not None and plan.succeeded and bool(plan.addresses)


def plan_function_edits(view: View, facts: FunctionFacts, mode: Mode) -> list[TextChange] | None:
    """The edits that plan one function; None when the pass does not succeed on it."""
    function = facts.function
    if function is None or not facts.is_current or not can_apply(function, mode):
        return None
    return function_edits(view, facts, (PlanMemoryPass(mem_plan_mode=_MODES[mode]),))


def plan_file_edits(view: View, mode: Mode) -> list[TextChange]:
    """The edits that plan every function of a document that can be planned."""
    changes: list[TextChange] = []
    for item in view.snapshot.outline.functions():
        facts = view.facts(item)
        if facts is not None:
            changes += plan_function_edits(view, facts, mode) or []
    return changes
