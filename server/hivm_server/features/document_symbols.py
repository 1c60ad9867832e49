"""The outline: dumps or splits, modules, functions, and inside them loops, branches and buffers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lsprotocol import types

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
MAX_SYMBOLS: Final = 2_000
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
    return _Outline(snapshot).symbols()


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


class _Outline:
    """Makes the tree of one document."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._place = snapshot.text.places()

    def _range(self, start: int, end: int) -> types.Range:
        return types.Range(types.Position(*self._place(start)), types.Position(*self._place(end)))

    def symbols(self) -> list[types.DocumentSymbol]:
        """The whole outline; sections are a level of it where there are several."""
        snapshot = self.snapshot
        sections = snapshot.outline.sections
        if len(sections) == 1:
            return self._items(sections[0].items)
        symbols: list[types.DocumentSymbol] = []
        for number, section in enumerate(sections):
            children = self._items(section.items)
            if not children:
                continue
            start = section.start if section.title else min(i.start for i in section.items)
            end = max(len(snapshot.text.data[: section.end].rstrip()), start)
            first_line = snapshot.text.line_end(snapshot.text.line_of(start))
            name = _dump_title(section.title) if section.title else f"split {number + 1}"
            whole, head = self._range(start, end), self._range(start, min(first_line, end))
            symbols.append(types.DocumentSymbol(name, types.SymbolKind.Namespace, whole, head, children=children))
        return symbols

    def _items(self, items: Iterable[Item]) -> list[types.DocumentSymbol]:
        found = [self._item(item) for item in items]
        return [symbol for symbol in found if symbol is not None]

    def _item(self, item: Item) -> types.DocumentSymbol | None:
        if isinstance(item, FunctionItem):
            return self._function(item)
        whole = self._range(item.start, item.end)
        if isinstance(item, ModuleItem):
            name = f"@{item.symbol}" if item.symbol else "module"
            head = self._range(item.start, min(item.start + len("module"), item.end))
            children = self._items(item.items)
            return types.DocumentSymbol(name, types.SymbolKind.Module, whole, head, children=children)
        if isinstance(item, AliasItem):
            name = item.name.decode("utf-8", "replace") or "alias"
            kind = types.SymbolKind.TypeParameter if name.startswith("!") else types.SymbolKind.Constant
            return types.DocumentSymbol(name, kind, whole, self._range(item.start, item.start + len(item.name)))
        return types.DocumentSymbol(f"@{item.symbol}", types.SymbolKind.Constant, whole, whole) if item.symbol else None

    def _function(self, item: FunctionItem) -> types.DocumentSymbol:
        content, start = item.content, item.start
        return types.DocumentSymbol(
            f"@{item.name}",
            types.SymbolKind.Function,
            self._range(start, item.end),
            self._range(start + content.name_start, start + content.name_end),
            detail=None if content.body is not None else "declaration",
            children=self._nest(start, _notable_of(self.snapshot, item)),
        )

    def _nest(self, base: int, notable: Sequence[_Notable]) -> list[types.DocumentSymbol]:
        """A tree by containment; ``notable`` is ordered by where operations start."""
        top: list[types.DocumentSymbol] = []
        open_: list[tuple[int, list[types.DocumentSymbol]]] = []
        for op in notable:
            while open_ and open_[-1][0] <= op.start:
                open_.pop()
            children: list[types.DocumentSymbol] = []
            symbol = types.DocumentSymbol(
                op.name,
                op.kind,
                self._range(base + op.start, base + op.end),
                self._range(base + op.name_start, base + op.name_end),
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
