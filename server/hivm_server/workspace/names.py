"""Names in the text: what the name under a cursor is, where it is defined, and where else it stands.

Works on the syntax tree alone, so it answers for text that is not analysed or not even well formed. Occurrences are
found by searching the text, which is fast, and then judged by their place in the tree. Values are scoped by regions,
blocks by their region, aliases and symbols by their section.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from hivm_server.workspace.outline import FUNCTION_NAMES, AliasItem, FunctionItem, ModuleItem, symbol_node

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from hivm_server.workspace.outline import Item
    from hivm_server.workspace.snapshot import Snapshot

NameKind = Literal["value", "block", "symbol", "alias"]

_TOKEN_KINDS: Final[dict[str, NameKind]] = {
    "value_use": "value",
    "value_definition": "value",
    "block_id": "block",
    "symbol": "symbol",
    "attribute_id": "alias",
    "type_id": "alias",
}
_PACK: Final = re.compile(rb"#[0-9]+\Z")
_LIST_BEFORE: Final = frozenset({"(", ","})


@dataclass(frozen=True, slots=True)
class Name:
    """An occurrence of a name. ``text`` is the name as defined: with its sigil, without ``#n`` of a result pack."""

    kind: NameKind
    text: bytes
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place where a name stands."""

    start: int
    end: int
    is_definition: bool


@dataclass(frozen=True, slots=True)
class _Definition:
    start: int
    end: int
    scope: tuple[int, int]


def name_at(snapshot: Snapshot, offset: int) -> Name | None:
    """The name that a byte offset touches; at the border of two tokens the one behind it wins."""
    for at in (offset, offset - 1):
        if at < 0:
            continue
        node = snapshot.tree.root_node.descendant_for_byte_range(at, at + 1)
        if node is None:
            continue
        kind = _TOKEN_KINDS.get(node.type)
        if kind is not None and node.start_byte <= offset <= node.end_byte:
            text = snapshot.text.data[node.start_byte : node.end_byte]
            if kind == "value":
                text = _PACK.sub(b"", text)
            return Name(kind, text, node.start_byte, node.end_byte)
    return None


def definition(snapshot: Snapshot, name: Name) -> Occurrence | None:
    """Where the name at ``name`` is defined."""
    found = _resolve(snapshot, name)
    return None if found is None else Occurrence(found.start, found.end, True)


def occurrences(snapshot: Snapshot, name: Name) -> list[Occurrence]:
    """Every place of the same name in order, its definition among them."""
    if name.kind in ("value", "block"):
        definitions, uses = _scoped(snapshot, name)
        own = _innermost(definitions, name.start)
        if own is None:
            # Never defined: all that is undefined under this name belongs together.
            return [Occurrence(s, e, False) for s, e in uses if _innermost(definitions, s) is None]
        found = [Occurrence(s, e, False) for s, e in uses if _innermost(definitions, s) is own]
        found.append(Occurrence(own.start, own.end, True))
    else:
        own = _resolve(snapshot, name)
        places = [(n.start_byte, n.end_byte) for n in _search(snapshot, name, *_search_range(snapshot, name))]
        found = [Occurrence(s, e, own is not None and s == own.start) for s, e in places]
    return sorted(found, key=lambda o: o.start)


def _resolve(snapshot: Snapshot, name: Name) -> _Definition | None:
    if name.kind in ("value", "block"):
        definitions, _ = _scoped(snapshot, name)
        return _innermost(definitions, name.start)
    section = snapshot.outline.section_at(name.start)
    if name.kind == "alias":
        for item in section.items:
            if isinstance(item, AliasItem) and item.name == name.text:
                return _Definition(item.start, item.start + len(item.name), (section.start, section.end))
        return None
    return _symbol_definition(snapshot, section.items, name)


def _symbol_definition(snapshot: Snapshot, items: Iterable[Item], name: Name) -> _Definition | None:
    """The definition in the innermost module around the use, else the first one of this name."""
    symbol = name.text[1:].strip(b'"').decode("utf-8", "replace")
    candidates = [(scope, item) for scope, item in _symbols(items, None) if _symbol_of(item) == symbol]
    around = [(scope, item) for scope, item in candidates if scope is None or scope.start <= name.start <= scope.end]
    for _, item in [*reversed(around), *candidates]:
        if isinstance(item, FunctionItem):
            start = item.start + item.content.name_start
            return _Definition(start, item.start + item.content.name_end, (item.start, item.end))
        node = snapshot.tree.root_node.descendant_for_byte_range(item.start, item.start + 1)
        while node is not None and node.type != "operation":
            node = node.parent
        found = None if node is None else symbol_node(node)
        if found is not None:
            return _Definition(found.start_byte, found.end_byte, (item.start, item.end))
    return None


def _symbols(items: Iterable[Item], scope: ModuleItem | None) -> Iterator[tuple[ModuleItem | None, Item]]:
    for item in items:
        yield scope, item
        if isinstance(item, ModuleItem):
            yield from _symbols(item.items, item)


def _symbol_of(item: Item) -> str | None:
    return item.name if isinstance(item, FunctionItem) else None if isinstance(item, AliasItem) else item.symbol


def _search_range(snapshot: Snapshot, name: Name) -> tuple[int, int]:
    if name.kind in ("value", "block"):
        function = snapshot.outline.function_at(name.start)
        if function is not None:
            return function.start, function.end
    section = snapshot.outline.section_at(name.start)
    return section.start, section.end


def _search(snapshot: Snapshot, name: Name, start: int, end: int) -> Iterator[Node]:
    """The tokens of this name in a range."""
    text = name.text
    last = text[-1:]
    if name.kind == "symbol":
        follow = rb"" if last == b'"' else rb"(?![A-Za-z0-9_$.])"
    elif text[1:].isdigit():
        follow = rb"(?![0-9])"
    else:
        follow = rb"(?![A-Za-z0-9$._-])"
    pattern = re.compile(re.escape(text) + follow)
    root = snapshot.tree.root_node
    for match in pattern.finditer(snapshot.text.data, start, end):
        node = root.descendant_for_byte_range(match.start(), match.end())
        if node is not None and node.start_byte == match.start() and _TOKEN_KINDS.get(node.type) == name.kind:
            yield node


# --- values and blocks --------------------------------------------------------------------------------------


def _scoped(snapshot: Snapshot, name: Name) -> tuple[list[_Definition], list[tuple[int, int]]]:
    definitions: list[_Definition] = []
    uses: list[tuple[int, int]] = []
    for node in _search(snapshot, name, *_search_range(snapshot, name)):
        scope = _block_scope(node) if name.kind == "block" else value_scope(node, snapshot.text.data)
        if scope is None:
            uses.append((node.start_byte, node.end_byte))
        else:
            definitions.append(_Definition(node.start_byte, node.end_byte, scope))
    return definitions, uses


def _innermost(definitions: list[_Definition], offset: int) -> _Definition | None:
    around = [d for d in definitions if d.scope[0] <= offset < d.scope[1]]
    return min(around, key=lambda d: (d.scope[1] - d.scope[0], d.start), default=None)


def _block_scope(node: Node) -> tuple[int, int] | None:
    if node.parent is None or node.parent.type != "block_label":
        return None
    return _range(_ancestor(node, "region"), node)


def value_scope(node: Node, data: bytes) -> tuple[int, int] | None:
    """The range in which the value that a token defines is visible; None when the token is a use.

    Besides results and block arguments, values are defined by the headers of operations with regions: arguments of
    functions, ``%i = %a to %b``, ``iter_args(%x = %y)``, ``(%i, %j) in``, ``(%i, %j) =``, ``(%in: f32) {``.
    """
    parent = node.parent
    if parent is None:
        return None
    if node.type == "value_definition" or parent.type == "result_list":
        op = _ancestor(node, "operation")
        return _range(_ancestor(op, "region") if op is not None else None, node)
    if parent.type == "group" and parent.parent is not None and parent.parent.type == "block_label":
        if _type(node.prev_sibling) in _LIST_BEFORE:
            return _range(_ancestor(node, "region"), node)
        return None
    following = _type(node.next_sibling)
    if not (following == "=" or (following in (":", ",", ")") and _defines_in_list(node, parent, data))):
        return None
    op = _ancestor(node, "operation")
    if op is None or not any(child.type == "region" for child in op.children):
        return None
    return op.start_byte, op.end_byte


def _defines_in_list(node: Node, group: Node, data: bytes) -> bool:
    """Whether a value in a parenthesised list of an operation's header is bound there."""
    if group.type not in ("group", "clause") or _type(node.prev_sibling) not in _LIST_BEFORE:
        return False
    behind = group.next_sibling
    op = group.parent
    if behind is not None and (behind.type == "=" or data[behind.start_byte : behind.end_byte] == b"in"):
        return True
    if op is None or op.type != "operation":
        return False
    name = op.child_by_field_name("name")
    text = b"" if name is None else data[name.start_byte : name.end_byte]
    if text.decode("utf-8", "replace") in FUNCTION_NAMES or text.endswith(b".func"):
        return _type(group.prev_sibling) in ("symbol", "symbol_ref")
    return behind is not None and behind.type == "region" and _type(node.next_sibling) == ":"


def _type(node: Node | None) -> str:
    return "" if node is None else node.type


def _ancestor(node: Node | None, type: str) -> Node | None:
    node = node.parent if node is not None else None
    while node is not None and node.type != type:
        node = node.parent
    return node


def _range(region: Node | None, node: Node) -> tuple[int, int]:
    """The extent of a region, or of the whole tree for what stands outside of any region."""
    if region is not None:
        return region.start_byte, region.end_byte
    root = node
    while root.parent is not None:
        root = root.parent
    return root.start_byte, root.end_byte
