"""The outline: dumps or splits, modules, functions, and inside them loops, branches and buffers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lsprotocol import types

from hivm_server.features.ranges import range_of
from hivm_server.workspace.outline import AliasItem, FunctionItem, FunctionText, ModuleItem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node

    from hivm_server.workspace.outline import Item
    from hivm_server.workspace.snapshot import Snapshot

_KINDS: Final[dict[bytes, types.SymbolKind]] = {
    b"scf.for": types.SymbolKind.Operator,
    b"scf.while": types.SymbolKind.Operator,
    b"scf.if": types.SymbolKind.Operator,
    b"scf.forall": types.SymbolKind.Operator,
    b"scf.parallel": types.SymbolKind.Operator,
    b"affine.for": types.SymbolKind.Operator,
    b"affine.if": types.SymbolKind.Operator,
    b"scope.scope": types.SymbolKind.Operator,
    b"memref.alloc": types.SymbolKind.Variable,
    b"memref_ext.alloc_workspace": types.SymbolKind.Variable,
    b"hivm.hir.pointer_cast": types.SymbolKind.Variable,
}
_NOTABLE: Final = re.compile(
    rb"(?<![A-Za-z0-9_$.@#!%])(?:" + b"|".join(re.escape(k) for k in _KINDS) + rb")(?![A-Za-z0-9_$.])"
)
MAX_SYMBOLS: Final = 5_000
"""Operations listed per function; an outline of more is no outline."""


@dataclass(frozen=True, slots=True)
class _Notable:
    """An operation worth listing; offsets relative to the function."""

    start: int
    end: int
    name_start: int
    name_end: int
    name: str
    detail: str
    kind: types.SymbolKind


def document_symbols(snapshot: Snapshot) -> list[types.DocumentSymbol]:
    """The outline as a tree."""
    sections = snapshot.outline.sections
    symbols: list[types.DocumentSymbol] = []
    for number, section in enumerate(sections):
        children = _items(snapshot, section.items)
        if len(sections) == 1:
            return children
        if not children:
            continue
        start = section.start if section.title else min(i.start for i in section.items)
        end = max(len(snapshot.text.data[: section.end].rstrip()), start)
        first_line = snapshot.text.line_end(snapshot.text.line_of(start))
        symbols.append(
            types.DocumentSymbol(
                _dump_title(section.title) if section.title else f"split {number + 1}",
                types.SymbolKind.Namespace,
                range_of(snapshot.text, start, end),
                range_of(snapshot.text, start, min(first_line, end)),
                children=children,
            )
        )
    return symbols


def flat_symbols(snapshot: Snapshot) -> list[types.SymbolInformation]:
    """The outline as a list, for clients that want no tree."""
    flat: list[types.SymbolInformation] = []

    def visit(symbols: Iterable[types.DocumentSymbol], container: str | None) -> None:
        for symbol in symbols:
            location = types.Location(snapshot.uri, symbol.range)
            flat.append(types.SymbolInformation(location, symbol.name, symbol.kind, container_name=container))
            visit(symbol.children or (), symbol.name)

    visit(document_symbols(snapshot), None)
    return flat


def _dump_title(banner: str) -> str:
    """``After CSE (cse)`` from ``// -----// IR Dump After CSE (cse) //----- //``."""
    return banner.strip().removeprefix("// -----// IR Dump ").removesuffix("//----- //").strip() or "IR dump"


def _items(snapshot: Snapshot, items: Iterable[Item]) -> list[types.DocumentSymbol]:
    symbols: list[types.DocumentSymbol] = []
    text = snapshot.text
    for item in items:
        if isinstance(item, FunctionItem):
            symbols.append(_function(snapshot, item))
        elif isinstance(item, ModuleItem):
            symbols.append(
                types.DocumentSymbol(
                    f"@{item.symbol}" if item.symbol else "module",
                    types.SymbolKind.Module,
                    range_of(text, item.start, item.end),
                    range_of(text, item.start, min(item.start + len("module"), item.end)),
                    children=_items(snapshot, item.items),
                )
            )
        elif isinstance(item, AliasItem):
            name = item.name.decode("utf-8", "replace") or "alias"
            kind = types.SymbolKind.TypeParameter if name.startswith("!") else types.SymbolKind.Constant
            name_range = range_of(text, item.start, item.start + len(item.name))
            symbols.append(types.DocumentSymbol(name, kind, range_of(text, item.start, item.end), name_range))
        elif item.symbol:
            whole = range_of(text, item.start, item.end)
            symbols.append(types.DocumentSymbol(f"@{item.symbol}", types.SymbolKind.Constant, whole, whole))
    return symbols


def _function(snapshot: Snapshot, item: FunctionItem) -> types.DocumentSymbol:
    text, content = snapshot.text, item.content
    start = item.start
    notable = _notable_of(snapshot, item)
    return types.DocumentSymbol(
        f"@{item.name}",
        types.SymbolKind.Function,
        range_of(text, start, item.end),
        range_of(text, start + content.name_start, start + content.name_end),
        detail=None if content.body is not None else "declaration",
        children=_nest(snapshot, start, notable),
    )


def _nest(snapshot: Snapshot, base: int, notable: Sequence[_Notable]) -> list[types.DocumentSymbol]:
    """A tree by containment; ``notable`` is ordered by where operations start."""
    top: list[types.DocumentSymbol] = []
    open_: list[tuple[int, list[types.DocumentSymbol]]] = []
    text = snapshot.text
    for op in notable:
        while open_ and open_[-1][0] <= op.start:
            open_.pop()
        children: list[types.DocumentSymbol] = []
        symbol = types.DocumentSymbol(
            op.name,
            op.kind,
            range_of(text, base + op.start, base + op.end),
            range_of(text, base + op.name_start, base + op.name_end),
            detail=op.detail or None,
            children=children,
        )
        (open_[-1][1] if open_ else top).append(symbol)
        open_.append((op.end, children))
    return top


def _notable_of(snapshot: Snapshot, item: FunctionItem) -> Sequence[_Notable]:
    """Remembered with the function's text, which most edits leave as it is."""
    known = item.content.__dict__.get("notable")
    if known is None:
        known = tuple(_find_notable(snapshot, item))
        item.content.__dict__["notable"] = known
    return known


def _find_notable(snapshot: Snapshot, item: FunctionItem) -> list[_Notable]:
    content: FunctionText = item.content
    base, found = item.start, list[_Notable]()
    root = snapshot.tree.root_node
    for match in _NOTABLE.finditer(content.text, content.body or 0):
        node = root.descendant_for_byte_range(base + match.start(), base + match.end())
        op: Node | None = None if node is None else node.parent
        if node is None or node.type != "op_name" or op is None:
            continue
        results = op.child_by_field_name("results")
        name = match.group().decode()
        name_start, name_end = node.start_byte, node.end_byte
        if results is not None and results.child_count:
            first = results.children[0]
            name_start, name_end = first.start_byte, first.end_byte
            title, detail = content.text[name_start - base : name_end - base].decode("utf-8", "replace"), name
        else:
            title, detail = name, ""
        if _KINDS[match.group()] is types.SymbolKind.Variable:
            detail = f"{name} {_last_type(op, content.text, base)}"
        elif title != name:
            title, detail = name, title
        found.append(
            _Notable(op.start_byte - base, op.end_byte - base, name_start - base, name_end - base, title, detail,
                     _KINDS[match.group()])
        )  # fmt: skip
        if len(found) >= MAX_SYMBOLS:
            break
    found.sort(key=lambda n: (n.start, -n.end))
    return found


def _last_type(op: Node, text: bytes, base: int) -> str:
    for child in reversed(op.children):
        if child.type.endswith("_type"):
            return text[child.start_byte - base : child.end_byte - base].decode("utf-8", "replace")
    return ""
