"""Go to definition, find references, highlight: all from the syntax tree of the current text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from hivm_server.features.ranges import offset_of, range_of
from hivm_server.workspace import names

if TYPE_CHECKING:
    from hivm_server.workspace.snapshot import Snapshot


def definition(
    snapshot: Snapshot, at: types.Position, *, links: bool
) -> types.Location | list[types.LocationLink] | None:
    """Where the name at a position is defined; with ``links`` the client learns the range of the name as well."""
    name = names.name_at(snapshot, offset_of(snapshot.text, at))
    found = None if name is None else names.definition(snapshot, name)
    if name is None or found is None:
        return None
    target = range_of(snapshot.text, found.start, found.end)
    if not links:
        return types.Location(snapshot.uri, target)
    return [types.LocationLink(snapshot.uri, target, target, range_of(snapshot.text, name.start, name.end))]


def references(snapshot: Snapshot, at: types.Position, *, with_definition: bool) -> list[types.Location] | None:
    """All places of the name at a position."""
    name = names.name_at(snapshot, offset_of(snapshot.text, at))
    if name is None:
        return None
    return [
        types.Location(snapshot.uri, range_of(snapshot.text, o.start, o.end))
        for o in names.occurrences(snapshot, name)
        if with_definition or not o.is_definition
    ]


def highlights(snapshot: Snapshot, at: types.Position) -> list[types.DocumentHighlight] | None:
    """The places of the name at a position; its definition counts as written."""
    name = names.name_at(snapshot, offset_of(snapshot.text, at))
    if name is None:
        return None
    write, read = types.DocumentHighlightKind.Write, types.DocumentHighlightKind.Read
    return [
        types.DocumentHighlight(range_of(snapshot.text, o.start, o.end), write if o.is_definition else read)
        for o in names.occurrences(snapshot, name)
    ]
