"""Code actions: plan memory, double-buffer a buffer or stop doing so, cure an overflow.

What takes time is left to ``resolve``. Actions are offered only where the facts are those of the current text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from hivm_passes.transforms.plan_memory.diagnose import OVERFLOW
from hivm_server.features import double_buffering, ir_lookup, plan_edits
from hivm_server.features.hover import value_at
from hivm_server.features.memory_facts import buffer_of, byte_count
from hivm_server.features.ranges import offset_of, range_of
from hivm_server.memory_map.facts import size
from hivm_server.workspace import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.plan_memory.report import Cure, FunctionPlan
    from hivm_server.features.double_buffering import TextChange
    from hivm_server.features.plan_edits import Mode
    from hivm_server.features.view import FunctionFacts, View

QUICK_FIX: Final = types.CodeActionKind.QuickFix
PLAN: Final = "refactor.rewrite.hivm.plan-memory"
DOUBLE_BUFFER: Final = "refactor.rewrite.hivm.double-buffer"
KINDS: Final = (QUICK_FIX, types.CodeActionKind.RefactorRewrite)


def code_actions(view: View, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The actions for a range."""
    offset = offset_of(view.snapshot.text, params.range.start)
    facts = view.facts_at(offset)
    actions: list[types.CodeAction] = []
    if facts is not None and facts.is_current and facts.function is not None:
        actions += _overflow_fixes(view, facts, params.context.diagnostics)
        actions += _buffer_actions(view, facts, offset)
        actions += _plan_function(view, facts)
    if view.is_current:
        actions += _plan_file(view, facts)
    only = params.context.only
    if only is None:
        return actions
    return [a for a in actions if any(_is_kind(a.kind, wanted) for wanted in only)]


def _is_kind(kind: types.CodeActionKind | str | None, wanted: types.CodeActionKind | str) -> bool:
    have, want = getattr(kind, "value", kind) or "", getattr(wanted, "value", wanted)
    return have == want or have.startswith(f"{want}.") or not want


# --- planning -----------------------------------------------------------------------------------------------

_TITLES: Final[dict[Mode, str]] = {"local": "Plan memory", "workspace": "Plan workspace"}


def _plan_function(view: View, facts: FunctionFacts) -> Iterator[types.CodeAction]:
    function = facts.function
    assert function is not None
    for mode, title in _TITLES.items():
        if plan_edits.can_apply(function, mode):
            yield types.CodeAction(
                f"{title} of @{function.name} (hivm-plan-memory)",
                kind=PLAN,
                data=_data(view, mode, facts.item.start),
            )


def _plan_file(view: View, facts: FunctionFacts | None) -> Iterator[types.CodeAction]:
    for mode, title in _TITLES.items():
        count = 0
        for item in view.snapshot.outline.functions():
            other = view.facts(item)
            count += other is not None and other.function is not None and plan_edits.can_apply(other.function, mode)
        if count > 1 or (count and facts is None):
            yield types.CodeAction(
                f"{title} of all functions in this file (hivm-plan-memory)", kind=PLAN, data=_data(view, mode, None)
            )


def _data(view: View, mode: Mode, function: int | None) -> dict[str, Any]:
    return {"uri": view.snapshot.uri, "version": view.snapshot.version, "mode": mode, "function": function}


def uri_of(action: types.CodeAction) -> str:
    """The document that an unresolved action is about."""
    return str(_data_of(action).get("uri", ""))


def _data_of(action: types.CodeAction) -> dict[str, Any]:
    data: Any = action.data
    if isinstance(data, dict):
        return cast("dict[str, Any]", data)
    members: dict[str, Any] = getattr(data, "__dict__", {})
    return dict(members)


def resolve(view: View, action: types.CodeAction) -> types.CodeAction:
    """Fill in the edit of an action."""
    data = _data_of(action)
    if action.edit is not None or "mode" not in data:
        return action
    if data.get("version") != view.snapshot.version:
        raise JsonRpcContentModified("The document changed")
    mode: Mode = "workspace" if data["mode"] == "workspace" else "local"
    at = data.get("function")
    if isinstance(at, int):
        facts = view.facts_at(at)
        changes = None if facts is None else plan_edits.plan_function_edits(view, facts, mode)
    else:
        changes = plan_edits.plan_file_edits(view, mode)
    action.edit = workspace_edit(view, changes or [])
    return action


def workspace_edit(view: View, changes: Iterable[TextChange]) -> types.WorkspaceEdit:
    """An edit that only applies to the version it was made for."""
    text = view.snapshot.text
    edits: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = [
        types.TextEdit(range_of(text, c.start, c.end), c.text) for c in sorted(changes)
    ]
    document = types.OptionalVersionedTextDocumentIdentifier(view.snapshot.uri, view.snapshot.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, edits)])


# --- double buffering ---------------------------------------------------------------------------------------


def _buffer_actions(view: View, facts: FunctionFacts, offset: int) -> Iterator[types.CodeAction]:
    function = facts.function
    alloc = _allocation_at(view, facts, offset)
    if alloc is None or function is None or alloc.results[0].name is None:
        return
    name = f"%{alloc.results[0].name}"
    marks = double_buffering.marks_of(alloc, function.func, facts.result.build)
    if marks:
        changes = double_buffering.unmark(view.snapshot, facts, marks)
        if changes:
            yield types.CodeAction(
                f"Remove double buffering of {name}", kind=DOUBLE_BUFFER, edit=workspace_edit(view, changes)
            )
        return
    change = double_buffering.mark(view.snapshot, facts, alloc)
    if change is not None:
        buffer = None if function.plan is None else buffer_of(function.plan, alloc)
        cost = "" if buffer is None else f" (one more copy: {size(byte_count(buffer.padded_bits))})"
        yield types.CodeAction(f"Double-buffer {name}{cost}", kind=DOUBLE_BUFFER, edit=workspace_edit(view, [change]))


def _allocation_at(view: View, facts: FunctionFacts, offset: int) -> Operation | None:
    """The on-chip allocation that the name or the operation at an offset stands for."""
    build, function = facts.result.build, facts.function
    assert function is not None
    name = names.name_at(view.snapshot, offset)
    if name is not None and name.kind == "value":
        definition = names.definition(view.snapshot, name)
        value = None if definition is None else value_at(facts, definition.start, name)
        return None if value is None else double_buffering.local_allocation(value, build)
    inside = facts.to_unit(offset)
    op = None if inside is None else ir_lookup.op_at(function.func, inside)
    if op is None:
        return None
    if op.name == double_buffering.MARK and op.operands:
        return double_buffering.local_allocation(op.operands[0], build)
    if op.name == "memref.alloc" and op.results:
        return double_buffering.local_allocation(op.results[0], build)
    return None


# --- overflow -----------------------------------------------------------------------------------------------


def _overflow_fixes(
    view: View, facts: FunctionFacts, diagnostics: Sequence[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """Fewer copies, where that makes the plan fit."""
    function = facts.function
    assert function is not None
    plan = function.plan
    ours = [d for d in diagnostics if d.code == OVERFLOW]
    if plan is None or not ours:
        return
    preferred = True
    for space in plan.spaces:
        if space.overflow is None or not space.overflow.reported:
            continue
        for cure in space.overflow.cures:
            changes = _changes_of(view, facts, plan, cure)
            if changes:
                buffers = " and ".join(plan.buffers[b].name for b in cure.buffers)
                yield types.CodeAction(
                    f"Remove double buffering of {buffers} (saves {size(byte_count(cure.saves_bits))}, then it fits)",
                    kind=QUICK_FIX,
                    diagnostics=ours,
                    is_preferred=preferred,
                    edit=workspace_edit(view, changes),
                )
                preferred = False


def _changes_of(view: View, facts: FunctionFacts, plan: FunctionPlan, cure: Cure) -> list[TextChange] | None:
    if cure.kind != "single-buffer" or not cure.sufficient:
        return None
    function = facts.function
    assert function is not None
    marks: dict[Operation, None] = {}
    for index in cure.buffers:
        alloc = ir_lookup.parsed(plan.buffers[index].op)
        for mark in double_buffering.marks_of(alloc, function.func, facts.result.build):
            marks[mark] = None
    return double_buffering.unmark(view.snapshot, facts, list(marks))
