"""Code actions: run passes, plan memory, double-buffer a buffer or stop doing so, cure an overflow.

What takes time is left to ``resolve``. Actions are offered only where the facts are those of the current text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from hivm_passes.analysis.flatten import flatten
from hivm_passes.analysis.stride_alignment import MISALIGNED, misaligned_strides
from hivm_passes.pipeline import all_passes, options_text
from hivm_passes.tools.apply import passes_edits
from hivm_passes.transforms.enable_stride_align import align_allocation
from hivm_passes.transforms.flatten_ops.edit import flatten_operation
from hivm_passes.transforms.mark_stride_align import MarkStrideAlignPass
from hivm_passes.transforms.plan_memory.diagnose import OVERFLOW
from hivm_server.features import double_buffering, ir_lookup, pass_edits, plan_edits
from hivm_server.features.hover import value_at
from hivm_server.features.memory_facts import buffer_of, byte_count
from hivm_server.features.ranges import offset_of, range_of
from hivm_server.memory_map.facts import size
from hivm_server.workspace import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hivm_passes.ir.core import Operation
    from hivm_passes.passes import Build, Pass
    from hivm_passes.transforms.plan_memory.report import Cure, FunctionPlan
    from hivm_server.features.double_buffering import TextChange
    from hivm_server.features.plan_edits import Mode
    from hivm_server.features.view import FunctionFacts, View

QUICK_FIX: Final = types.CodeActionKind.QuickFix
PASS: Final = "refactor.rewrite.hivm.pass"
PIPELINE: Final = "refactor.rewrite.hivm.pipeline"
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
        actions += _pipeline(view, facts)
        actions += _plan_function(view, facts)
        actions += _operation_passes(view, facts, offset, params.context.diagnostics)
        actions += _function_passes(view, facts, offset, params.context.only)
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
    if action.edit is not None or not ("mode" in data or "passes" in data):
        return action
    if data.get("version") != view.snapshot.version:
        raise JsonRpcContentModified("The document changed")
    if "passes" in data:
        action.edit = workspace_edit(view, _pass_changes(view, data) or [])
        return action
    mode: Mode = "workspace" if data["mode"] == "workspace" else "local"
    at = data.get("function")
    if isinstance(at, int):
        facts = view.facts_at(at)
        changes = None if facts is None else plan_edits.plan_function_edits(view, facts, mode)
    else:
        changes = plan_edits.plan_file_edits(view, mode)
    action.edit = workspace_edit(view, changes or [])
    return action


def _pass_changes(view: View, data: dict[str, Any]) -> list[TextChange] | None:
    entries = [(str(name), str(options)) for name, options in data["passes"]]
    at = data.get("function")
    if not isinstance(at, int):
        return pass_edits.file_edits(view, entries)
    facts = view.facts_at(at)
    if facts is None:
        return None
    return pass_edits.function_edits(view, facts, pass_edits.passes(entries, facts.result.build))


def workspace_edit(view: View, changes: Iterable[TextChange]) -> types.WorkspaceEdit:
    """An edit that only applies to the version it was made for."""
    text = view.snapshot.text
    edits: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = [
        types.TextEdit(range_of(text, c.start, c.end), c.text) for c in sorted(changes)
    ]
    document = types.OptionalVersionedTextDocumentIdentifier(view.snapshot.uri, view.snapshot.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, edits)])


# --- passes ---------------------------------------------------------------------------------------------------


def _pipeline(view: View, facts: FunctionFacts) -> Iterator[types.CodeAction]:
    entries = pass_edits.pipeline_of(facts)
    if len(entries) > 1:
        assert facts.function is not None
        yield types.CodeAction(
            f"Run the memory pipeline on @{facts.function.name} ({len(entries)} passes, up to hivm-plan-memory)",
            kind=PIPELINE,
            data=_pass_data(view, facts.item.start, _texts(entries, facts.result.build)),
        )


def _texts(entries: Iterable[Pass], build: Build) -> list[tuple[str, str]]:
    return [(entry.name, options_text(entry, build)) for entry in entries]


def _pass_data(view: View, function: int | None, entries: Iterable[tuple[str, str]]) -> dict[str, Any]:
    return {
        "uri": view.snapshot.uri,
        "version": view.snapshot.version,
        "passes": [list(e) for e in entries],
        "function": function,
    }


_ALIGN: Final = (
    ("hivm-align-alloc-size", ""),
    ("hivm-pre-mark-stride-align", ""),
    ("hivm-mark-stride-align", ""),
    ("hivm-enable-stride-align", ""),
)
_FUNCTION_PASSES: Final[tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]] = (
    ("Align the storage of {}", f"{PASS}.align", _ALIGN),
    ("Flatten the operations of {}", f"{PASS}.flatten", (("hivm-flatten-ops", ""),)),
    ("Wrap {} in a loop over logical blocks", f"{PASS}.blockify", (("auto-blockify-parallel-loop", ""),)),
    ("Double-buffer {} automatically", f"{PASS}.multi-buffer", (("hivm-mark-multi-buffer", "enable-auto=true"),)),
)
"""Title, kind and passes of the actions on a function and on a file."""


def _function_passes(
    view: View, facts: FunctionFacts, offset: int, only: Sequence[types.CodeActionKind | str] | None
) -> Iterator[types.CodeAction]:
    """Passes on a whole function, at its first line, or wherever they are asked for by kind; then each pass alone."""
    function = facts.function
    assert function is not None
    first = view.snapshot.text.line_of(facts.item.start)
    wanted = any(_is_kind(PASS, w) or _is_kind(w, PASS) for w in only or () if w)
    if view.snapshot.text.line_of(offset) != first and not wanted:
        return
    analysis, build = facts.result.analysis, facts.result.build
    for title, kind, entries in _FUNCTION_PASSES:
        made = pass_edits.passes(entries, build)
        edits, result = passes_edits(analysis.parsed, made, facts.result.target, function.func)
        if edits and not result.failed:
            name = f"@{function.name}"
            names = ", ".join(e.name for e in made)
            yield types.CodeAction(
                f"{title.format(name)} ({names})", kind=kind, data=_pass_data(view, facts.item.start, entries)
            )
            yield types.CodeAction(
                f"{title.format('all functions in this file')} ({names})",
                kind=f"{kind}.file",
                data=_pass_data(view, None, entries),
            )
    shown = {name for _, _, entries in _FUNCTION_PASSES if len(entries) == 1 for name, _ in entries}
    for cls in all_passes():
        if build not in cls.builds or cls.name in shown or cls.name in _NOT_OFFERED:
            continue
        edits, result = passes_edits(analysis.parsed, (cls(),), facts.result.target, function.func)
        if edits and not result.failed:
            yield types.CodeAction(
                f"Apply {cls.name} to @{function.name}: {cls.summary}",
                kind=f"{PASS}.single",
                data=_pass_data(view, facts.item.start, ((cls.name, ""),)),
            )


_NOT_OFFERED: Final = frozenset({"hivm-plan-memory", "hacc-append-device-spec"})


def _operation_passes(
    view: View, facts: FunctionFacts, offset: int, diagnostics: Sequence[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """What can be done to the operation at an offset."""
    function, build, target = facts.function, facts.result.build, facts.result.target
    inside = facts.to_unit(offset)
    op = None if function is None or inside is None else ir_lookup.op_at(function.func, inside)
    if function is None or op is None or op.source is None or op is function.func:
        return
    found = flatten(op, build)
    if found is not None and found.problem is None and not found.is_identity:
        changes = pass_edits.one_operation_edits(view, facts, op, lambda o: flatten_operation(o, build))
        if changes:
            yield types.CodeAction(
                f"Flatten this {op.name} (hivm-flatten-ops)",
                kind=f"{PASS}.flatten.operation",
                edit=workspace_edit(view, changes),
            )
    ours = [d for d in diagnostics if d.code == MISALIGNED]
    misaligned = [m for m in misaligned_strides(function.func, build, target) if m.op is op and not m.is_requested]
    for operand in dict.fromkeys(m.operand for m in misaligned):
        marking = MarkStrideAlignPass(within=op.source.name, operand=operand)
        changes = pass_edits.function_edits(view, facts, (marking,))
        if changes:
            name = op.operands[operand].name
            yield types.CodeAction(
                f"Mark {f'%{name}' if name else f'operand {operand}'} for stride alignment (hivm-mark-stride-align)",
                kind=QUICK_FIX,
                diagnostics=ours or None,
                edit=workspace_edit(view, changes),
            )
    alloc = _allocation_at(view, facts, offset)
    if alloc is not None:
        changes = pass_edits.function_edits(view, facts, (align_allocation(alloc),))
        if changes:
            yield types.CodeAction(
                f"Align the allocation of %{alloc.results[0].name} (hivm-enable-stride-align)",
                kind=f"{PASS}.align.allocation",
                edit=workspace_edit(view, changes),
            )


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
