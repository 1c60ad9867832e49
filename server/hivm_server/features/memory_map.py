"""The ``hivm/memoryMap`` request: the plans of a document's functions as rectangles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types

from hivm_passes.ir.core import Span
from hivm_server.memory_map.build import build_function
from hivm_server.memory_map.model import MapFunction, MemoryMap, Position, Range, to_json

if TYPE_CHECKING:
    from hivm_server.features.view import FunctionFacts, View
    from hivm_server.workspace.outline import FunctionItem


def memory_map(view: View, offset: int | None = None) -> dict[str, Any]:
    """The maps of the analysed version: of the function around a byte offset of it, or of all functions."""
    functions: list[MapFunction] = []
    if view.analysis is not None:
        # Everything is told in terms of the analysed version, whose number the answer carries.
        for item in view.snapshot.outline.functions():
            if offset is None or item.start <= offset <= item.end:
                facts = view.facts(item)
                if facts is not None:
                    functions += _functions(view, facts, item)
    return to_json(MemoryMap(view.snapshot.uri, view.snapshot.version, tuple(functions)))


def _functions(view: View, facts: FunctionFacts, item: FunctionItem) -> list[MapFunction]:
    function = facts.function
    if function is None:
        return []
    text = view.snapshot.text

    def position(unit_offset: int) -> Position:
        offset = facts.to_document(unit_offset)
        return Position(*text.place(item.start if offset is None else offset))

    name = item.content
    name_span = Span(facts.unit_start + name.name_start, facts.unit_start + name.name_end)
    if function.plans:
        return [build_function(plan, position, name_span) for plan in function.plans]
    if function.stage == "no buffers":
        return []
    whole = Range(Position(*text.place(item.start)), Position(*text.place(item.end)))
    start, end = item.start + name.name_start, item.start + name.name_end
    return [
        MapFunction(
            name=function.name,
            range=whole,
            name_range=Range(Position(*text.place(start)), Position(*text.place(end))),
            tool=facts.result.build,
            target=facts.result.target.name,
            mode="local",
            attempt=None,
            events=(),
            spaces=(),
            slots=(),
            rects=(),
            buffers=(),
            warnings=(),
            status="empty",
            message=_REASONS[function.stage],
        )
    ]


_REASONS = {
    "early": "Memory is not planned yet: some buffers have no address space or no fixed size.",
    "planned": "Memory is planned already: the buffers have their addresses.",
    "broken": "Memory is not planned while the function has errors.",
    "ready": "Memory is not planned while the function has errors.",
}


def read_params(params: Any) -> tuple[str, types.Position | None]:
    """The document's URI and the position of interest; the request is not part of LSP, so pygls does not read it."""
    document: Any = _get(params, "textDocument", None) or _get(params, "text_document", None)
    uri = _get(document, "uri", "")
    at: Any = _get(params, "position", None)
    if at is None:
        return str(uri), None
    line, character = _get(at, "line", 0), _get(at, "character", 0)
    valid = isinstance(line, int) and isinstance(character, int)
    return str(uri), types.Position(line, character) if valid else None


def _get(value: Any, key: str, default: Any) -> Any:
    return cast("dict[str, Any]", value).get(key, default) if isinstance(value, dict) else getattr(value, key, default)
