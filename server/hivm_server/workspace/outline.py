"""What a document consists of: sections, modules, functions, aliases.

A section is what the compiler would read as one file: the text between ``// -----`` lines or IR-dump banners. The
outline is read from the upper levels of the syntax tree alone. What is known about a function is taken over from the
version before when the tree shares its node, so an edit costs one look at the functions and one new function.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Tree

    from hivm_server.workspace.text import SourceText

MODULE_NAMES: Final = frozenset({"module", "builtin.module"})
FUNCTION_NAMES: Final = frozenset({"func.func", "func"})


_ALIAS_USE: Final = re.compile(rb"[#!](?:[0-9]+|[A-Za-z$_-][A-Za-z0-9$_-]*)")
_SYMBOL_USE: Final = re.compile(rb'@([A-Za-z_][A-Za-z0-9_$.]*|"(?:[^"\\\n]|\\.)*")')


def aliases_in(text: bytes) -> frozenset[bytes]:
    """Everything in a text that may be the use of an alias, with ``#`` or ``!``."""
    return frozenset(_ALIAS_USE.findall(text))


def symbols_in(text: bytes) -> frozenset[bytes]:
    """The symbols that a text names, without ``@`` and quotes."""
    return frozenset([m.strip(b'"') for m in _SYMBOL_USE.findall(text)])


@dataclass(frozen=True)
class FunctionText:
    """The text of one function. Offsets are relative to its start.

    ``body`` is where the body's ``{`` stands, None for a declaration. ``name`` has no ``@``.
    """

    text: bytes
    name: str
    name_start: int
    name_end: int
    body: int | None

    @cached_property
    def aliases(self) -> frozenset[bytes]:
        """Aliases that it may use."""
        return aliases_in(self.text)

    @cached_property
    def symbols(self) -> frozenset[bytes]:
        """Symbols that it names, its own among them."""
        return symbols_in(self.text)

    @property
    def signature(self) -> bytes:
        """The text in front of the body."""
        return self.text if self.body is None else self.text[: self.body]


@dataclass(frozen=True, slots=True)
class FunctionItem:
    """A function at its place in the document."""

    start: int
    content: FunctionText

    @property
    def end(self) -> int:
        """Offset behind the function."""
        return self.start + len(self.content.text)

    @property
    def name(self) -> str:
        """The symbol without ``@``."""
        return self.content.name


@dataclass(frozen=True, slots=True)
class AliasItem:
    """``#map = ...`` or ``!tile = ...``; ``name`` has its ``#`` or ``!``."""

    start: int
    end: int
    name: bytes


@dataclass(frozen=True, slots=True)
class OtherItem:
    """Any other operation on the level of functions; ``symbol`` is the name it defines, if any."""

    start: int
    end: int
    symbol: str | None


@dataclass(frozen=True, slots=True)
class ModuleItem:
    """A module; ``body`` is the offset behind its ``{``."""

    start: int
    body: int
    end: int
    symbol: str | None
    items: tuple[Item, ...]


Item = FunctionItem | AliasItem | OtherItem | ModuleItem


@dataclass(frozen=True, slots=True)
class Section:
    """One compilation unit of the document. ``title`` is the text of the IR-dump banner that starts it."""

    start: int
    end: int
    title: str | None
    items: tuple[Item, ...]

    def functions(self) -> Iterator[FunctionItem]:
        """All functions of the section in textual order."""
        return _functions(self.items)


def _functions(items: tuple[Item, ...]) -> Iterator[FunctionItem]:
    for item in items:
        if isinstance(item, FunctionItem):
            yield item
        elif isinstance(item, ModuleItem):
            yield from _functions(item.items)


@dataclass(frozen=True, slots=True)
class Outline:
    """The sections of a document; ``by_node`` maps ids of tree nodes to what is known about them."""

    sections: tuple[Section, ...]
    by_node: dict[int, FunctionText]

    def functions(self) -> Iterator[FunctionItem]:
        """All functions of the document in textual order."""
        for section in self.sections:
            yield from section.functions()

    def function_at(self, offset: int) -> FunctionItem | None:
        """The function that holds a byte offset."""
        return next((f for f in self.functions() if f.start <= offset <= f.end), None)

    def section_at(self, offset: int) -> Section:
        """The section that holds a byte offset."""
        return self.sections[self.section_number(offset)]

    def section_number(self, offset: int) -> int:
        """The number of the section that holds a byte offset; a separator belongs to the section before it."""
        return max(0, bisect_right(self.sections, offset, key=lambda s: s.start) - 1)


def read_outline(text: SourceText, tree: Tree, previous: Outline | None = None) -> Outline:
    """The outline of a document. ``previous`` is that of a version whose tree this one was re-parsed from.

    Node ids are only compared while both trees are alive: the caller keeps the previous one until this returns.
    """
    reader = _Reader(text.data, previous.by_node if previous is not None else {})
    return reader.outline(tree.root_node)


def symbol_node(op: Node) -> Node | None:
    """The symbol that an operation's header names right behind the op name and keywords: ``func.func private @f``."""
    for child in op.children[1:5]:
        if child.type == "symbol":
            return child
        if child.type == "symbol_ref":
            return child.child(0)
        if child.type not in ("keyword", "op_name", "result_list", "string", "comment"):
            return None
    return None


class _Reader:
    def __init__(self, data: bytes, known: dict[int, FunctionText]) -> None:
        self.data = data
        self.known = known
        self.by_node: dict[int, FunctionText] = {}

    def outline(self, root: Node) -> Outline:
        sections: list[Section] = []
        items: list[Item] = []
        start, title = 0, None
        for node in _top_level(root):
            if node.type in ("split", "dump_banner"):
                sections.append(Section(start, node.start_byte, title, tuple(items)))
                items = []
                start = node.start_byte if node.type == "dump_banner" else node.end_byte
                title = self._text(node) if node.type == "dump_banner" else None
            else:
                items.append(self.item(node))
        sections.append(Section(start, len(self.data), title, tuple(items)))
        return Outline(tuple(sections), self.by_node)

    def item(self, node: Node) -> Item:
        if node.type in ("attribute_alias", "type_alias"):
            name = node.child_by_field_name("name")
            text = b"" if name is None else self.data[name.start_byte : name.end_byte]
            return AliasItem(node.start_byte, node.end_byte, text)
        known = self.known.get(node.id)
        if known is not None and len(known.text) == node.end_byte - node.start_byte:
            self.by_node[node.id] = known
            return FunctionItem(node.start_byte, known)
        name_node = node.child_by_field_name("name")
        name = "" if name_node is None else self._text(name_node)
        if name in FUNCTION_NAMES:
            content = self.function(node)
            if content is not None:
                self.by_node[node.id] = content
                return FunctionItem(node.start_byte, content)
        symbol = symbol_node(node)
        symbol_text = None if symbol is None else self._text(symbol)[1:].strip('"')
        if name in MODULE_NAMES:
            region = _body(node)
            if region is not None:
                items = tuple(self.item(n) for n in _operations(region))
                body = self._brace(region) + 1
                return ModuleItem(node.start_byte, body, node.end_byte, symbol_text, items)
        return OtherItem(node.start_byte, node.end_byte, symbol_text)

    def function(self, node: Node) -> FunctionText | None:
        symbol = symbol_node(node)
        if symbol is None:
            return None
        start = node.start_byte
        region = _body(node)
        return FunctionText(
            self.data[start : node.end_byte],
            self._text(symbol)[1:].strip('"'),
            symbol.start_byte - start,
            symbol.end_byte - start,
            None if region is None else self._brace(region) - start,
        )

    def _brace(self, region: Node) -> int:
        """Where the ``{`` of a region stands."""
        return self.data.index(b"{", region.start_byte, region.end_byte)

    def _text(self, node: Node) -> str:
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")


_TOP_LEVEL: Final = frozenset({"operation", "attribute_alias", "type_alias", "split", "dump_banner"})


def _top_level(root: Node) -> Iterator[Node]:
    """The top-level items, also those that an ERROR node wraps."""
    for child in root.children:
        if child.type in _TOP_LEVEL:
            yield child
        elif child.type == "ERROR":
            yield from _top_level(child)


def _operations(region: Node) -> Iterator[Node]:
    """The operations directly in a region, also those in labelled blocks or wrapped by an ERROR node."""
    for child in region.children:
        if child.type == "operation":
            yield child
        elif child.type in ("block", "ERROR"):
            yield from _operations(child)


def _body(op: Node) -> Node | None:
    """The last region of an operation."""
    for index in range(op.child_count - 1, -1, -1):
        child = op.child(index)
        if child.type == "region":
            return child
    return None
