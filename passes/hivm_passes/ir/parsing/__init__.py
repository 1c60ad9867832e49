"""Text to IR: modules, split files and single units of analysis.

Every entry takes any bytes and never raises on them: what is wrong is reported as diagnostics, and what could be
understood is in the operations.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from hivm_passes.ir.core import Block, Operation, Region, Span
from hivm_passes.ir.parsing.attributes import parse_attribute as _parse_attribute
from hivm_passes.ir.parsing.builder import STRAY, Builder, syntax_parser
from hivm_passes.ir.parsing.header import UNKNOWN
from hivm_passes.ir.parsing.lexer import Cursor, Environment, ParseError, utf8
from hivm_passes.ir.parsing.types import parse_type as _parse_type
from hivm_passes.lazy import pattern
from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tree_sitter import Node, Tree

    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.parsing.outline import OutlineNode
    from hivm_passes.ir.types import Type

__all__ = [
    "UNKNOWN",
    "ParsedChunk",
    "ParsedModule",
    "UnitContext",
    "build_unit",
    "operand_spans",
    "parse_attribute",
    "parse_file",
    "parse_module",
    "parse_type",
]


@dataclass(frozen=True, slots=True)
class ParsedModule:
    """One parsed text. ``module`` is always a ``builtin.module``, the text's own or one put around it.

    Spans of operations and diagnostics are byte offsets in ``text``. ``aliases`` holds the definitions by name with
    ``#`` or ``!``. ``broken`` are the operations that did not parse and are kept as well as possible: their operands
    and types may be incomplete. ``metadata`` is the text of the file's ``{-# ... #-}``.
    """

    module: Operation
    diagnostics: tuple[Diagnostic, ...]
    build: Build
    text: bytes
    aliases: Mapping[str, Attribute | Type] = field(default_factory=dict[str, "Attribute | Type"])
    broken: frozenset[Operation] = frozenset()
    file_name: str = "-"
    metadata: str = ""
    """The text of ``{-# ... #-}``, which the printer puts back."""

    @property
    def has_errors(self) -> bool:
        """Whether any diagnostic is an error."""
        return any(d.severity == "error" for d in self.diagnostics)


@dataclass(frozen=True, slots=True)
class ParsedChunk:
    """One piece of a split file.

    ``start`` and ``line`` are the byte offset and the number (from 0) of the line where the piece begins;
    ``separator_line`` is the line of the separator before it (as the compiler counts it in its messages), and ``title``
    the name of the pass for the piece behind an IR dump's banner.
    """

    parsed: ParsedModule
    start: int
    line: int
    separator_line: int | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class UnitContext:
    """What a unit's meaning depends on besides its own text; hashable, so that it can key a memo.

    ``aliases`` are the definitions in force: name with ``#`` or ``!`` and text of the value, in order.
    ``default_dialect`` is that of the place where the unit stands.
    """

    build: Build = "a3"
    allow_unregistered: bool = False
    aliases: tuple[tuple[str, str], ...] = ()
    module_attributes: tuple[tuple[str, Attribute], ...] = ()


_LOCATION_ALIAS: Final = pattern(r"^#([A-Za-z$_-][A-Za-z0-9$_-]*)[ \t]*=[ \t]*(?=loc\()", re.MULTILINE)
_ALIAS: Final = pattern(r"([#!])([^ \t\r\n=]+)[ \t\r\n]*=")


def parse_module(
    source: str | bytes,
    *,
    build: Build | None = None,
    allow_unregistered: bool = False,
    file_name: str = "-",
    tree: Tree | None = None,
) -> ParsedModule:
    """Parse a whole text as one module (separator lines are comments).

    ``build`` None: guessed from the text. ``tree`` is the syntax tree of the text, when it is known already.
    """
    data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
    if build is None:
        from hivm_passes.targets import guess_build

        build = guess_build(data)
    if tree is None:
        tree = syntax_parser().parse(data)
    return _parse(data, tree.root_node.children, build, allow_unregistered, file_name)


def _parse(
    data: bytes, nodes: Sequence[Node], build: Build, allow_unregistered: bool, file_name: str, base: int = 0
) -> ParsedModule:
    text = data.decode("latin-1")
    attributes: dict[str, Attribute] = {}
    types: dict[str, Type] = {}
    environment = Environment(build, allow_unregistered, attributes, types)
    builder = Builder(text, environment, base)
    if "loc(" in text:
        _location_aliases(text, environment, attributes)
    region, block = Region(), Block()
    region.append(block)
    pieces: list[str] = []
    if text.startswith("\xef\xbb\xbf"):
        builder.report(ParseError(0, "unexpected character", "hivm.parse.token"))
    for node in _sound(nodes, text, base):
        kind = node.type
        if kind == "operation":
            builder.operation(node, block, "builtin")
        elif kind in ("attribute_alias", "type_alias"):
            _alias(node, builder, attributes, types)
        elif kind == "file_metadata":
            pieces.append(utf8(text[node.start_byte - base : node.end_byte - base]))
        elif kind in STRAY:
            builder.stray(node, block, "builtin")
    builder.finish()
    module = _wrap(block, region, text)
    aliases: dict[str, Attribute | Type] = {f"#{n}": a for n, a in attributes.items()}
    aliases.update((f"!{n}", t) for n, t in types.items())
    return ParsedModule(
        module,
        builder.sorted_diagnostics(),
        build,
        data,
        aliases,
        frozenset(builder.broken),
        file_name,
        "\n".join(pieces),
    )


_TOP_LEVEL: Final = frozenset(
    {
        *("operation", "attribute_alias", "type_alias", "split", "dump_banner"),
        *("file_metadata", "comment"),
        *STRAY,
    }
)


def _sound(nodes: Sequence[Node], text: str, base: int) -> Sequence[Node]:
    """The nodes, with those that an error has cost their structure replaced by what lines and brackets tell."""
    if not any(node.has_error for node in nodes):
        return nodes
    from hivm_passes.ir.parsing.outline import is_damaged, outline

    if any(node.type not in _TOP_LEVEL for node in nodes):
        # The whole file became one error.
        return cast("list[Node]", _shifted(outline(text, 0, len(text)), base))
    found: list[Node] = []
    for index, node in enumerate(nodes):
        if node.type == "ERROR" and (node.child_count or node.end_point[0] > node.start_point[0]):
            # From here on the tree may have lost everything.
            start = node.start_byte - base
            found.extend(cast("list[Node]", _shifted(outline(text, start, len(text)), base)))
            found.extend(n for n in nodes[index:] if n.type in ("attribute_alias", "type_alias", "file_metadata"))
            return found
        if node.type == "operation" and node.has_error and is_damaged(node):
            start, end = node.start_byte - base, node.end_byte - base
            found.extend(cast("list[Node]", _shifted(outline(text, start, end), base)))
        else:
            found.append(node)
    return found


def _shifted(nodes: list[OutlineNode], base: int) -> list[OutlineNode]:
    """Outlines count from the start of the text, nodes from the start of the source."""
    if base:
        for node in nodes:
            node.start_byte += base
            node.end_byte += base
            _shifted(node.children, base)
    return nodes


def _wrap(block: Block, region: Region, text: str) -> Operation:
    """The text's only module, or one around its operations."""
    only = block.first
    if only is not None and only is block.last and only.name == "builtin.module" and only.regions:
        return only.detach()
    region.span = Span(0, len(text))
    return Operation("builtin.module", regions=[region])


def _location_aliases(text: str, environment: Environment, attributes: dict[str, Attribute]) -> None:
    """Location aliases may be used before their definition, so they are read first."""
    matches = list(_LOCATION_ALIAS.finditer(text))
    environment.location_aliases = frozenset(m[1] for m in matches)
    # An alias may refer to a later one; two rounds in reverse order settle the usual chains.
    for _ in range(2):
        for match in reversed(matches):
            try:
                attributes[match[1]] = _parse_attribute(Cursor(text, environment, match.end()))
            except ParseError:
                continue


class _Rest(NamedTuple):
    """What is left of a node's text."""

    start_byte: int
    end_byte: int


def _alias(node: Node | _Rest, builder: Builder, attributes: dict[str, Attribute], types: dict[str, Type]) -> None:
    """``#name = attribute`` or ``!name = type``."""
    start, end = node.start_byte - builder.base, node.end_byte - builder.base
    text = builder.text
    match = _ALIAS.match(text, start)
    try:
        if match is None:
            cursor = Cursor(text, builder.environment, start)
            cursor.advance()
            kind = "attribute" if text[start] == "#" else "type"
            raise cursor.wrong(f"expected '=' in {kind} alias definition")
        name = match[2]
        is_attribute = match[1] == "#"
        kind = "attribute" if is_attribute else "type"
        known: Mapping[str, object] = attributes if is_attribute else types
        if name in known and not (is_attribute and name in builder.environment.location_aliases):
            raise ParseError(start, f"redefinition of {kind} alias id '{name}'", "hivm.alias.redefinition")
        if "." in name:
            raise ParseError(
                start,
                f"{kind} names with a '.' are reserved for dialect-defined names",
                "hivm.alias.name",
            )
        cursor = Cursor(text, builder.environment, match.end())
        if is_attribute:
            attributes[name] = _parse_attribute(cursor)
        else:
            types[name] = _parse_type(cursor)
        if cursor.start < end and cursor.kind in ("hash", "bang"):
            # Two definitions on one line.
            _alias(_Rest(cursor.start + builder.base, node.end_byte), builder, attributes, types)
        elif cursor.start < end and cursor.kind != "end":
            raise cursor.wrong("expected operation name in quotes", "hivm.parse.operation")
    except ParseError as error:
        builder.report(error)


_SEPARATOR: Final = b"// -----"
_EDITOR_SEPARATOR: Final = pattern(rb"^[ \t]*// -----[ \t\r]*$", re.MULTILINE)
BANNER: Final = pattern(
    rb"^// -----// IR Dump (After|Before) (\S+)( Failed)? \(([^)]*)\)"
    rb"( \('(\S+)' operation: (@.*)\))? //----- //[ \t\r]*$",
    re.MULTILINE,
)
"""The line that the compiler prints before each IR dump."""


def parse_file(
    source: str | bytes,
    *,
    split: bool = False,
    editor: bool = False,
    build: Build | None = None,
    allow_unregistered: bool = False,
    file_name: str = "-",
) -> list[ParsedChunk]:
    """Parse a file in pieces.

    ``split`` cuts as ``--split-input-file`` does, at every ``// -----``, the rest of whose line stays in the next
    piece. ``editor`` cuts at lines that are exactly a separator and at the banners of IR dumps.
    """
    data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
    chunks: list[ParsedChunk] = []
    for start, end, separator, title in _pieces(data, split=split, editor=editor):
        piece = data[start:end]
        parsed = parse_module(piece, build=build, allow_unregistered=allow_unregistered, file_name=file_name)
        chunks.append(ParsedChunk(parsed, start, data.count(b"\n", 0, start), separator, title))
    return chunks


def _pieces(data: bytes, *, split: bool, editor: bool) -> list[tuple[int, int, int | None, str | None]]:
    """Start, end, line of the separator (from 1) and title of every piece."""
    cuts: list[tuple[int, int, str | None]] = []  # end of the piece before, start of the next, title
    if split:
        position = data.find(_SEPARATOR)
        while position >= 0:
            cuts.append((position, position + len(_SEPARATOR), None))
            position = data.find(_SEPARATOR, position + len(_SEPARATOR))
    elif editor:
        for match in BANNER.finditer(data):
            cuts.append((match.start(), match.end(), match[2].decode("utf-8", "replace")))
        banners = {start for start, _, _ in cuts}
        for match in _EDITOR_SEPARATOR.finditer(data):
            if match.start() not in banners:
                cuts.append((match.start(), match.end(), None))
        cuts.sort()
    pieces: list[tuple[int, int, int | None, str | None]] = []
    start, separator, title = 0, None, None
    for end, following, next_title in cuts:
        if not (editor and next_title and not pieces and not data[start:end].strip()):
            pieces.append((start, end, separator, title))
        start, separator, title = following, data.count(b"\n", 0, end) + 1, next_title
    pieces.append((start, len(data), separator, title))
    return pieces


def build_unit(text: bytes, context: UnitContext, node: Node | None = None) -> ParsedModule:
    """Build one unit of analysis from its own bytes: a function, or a whole module.

    ``node`` is its operation node in a syntax tree of the whole file (its start is the unit's start); without it the
    text is parsed afresh. A pure function of ``text`` and ``context``. Spans count from the start of the unit.
    """
    content = text.decode("latin-1")
    attributes: dict[str, Attribute] = {}
    types: dict[str, Type] = {}
    environment = Environment(context.build, context.allow_unregistered, attributes, types)
    for _ in range(2):
        for name, value in context.aliases:
            try:
                cursor = Cursor(value.encode("utf-8", "surrogateescape").decode("latin-1"), environment)
                if name[0] == "#":
                    attributes[name[1:]] = _parse_attribute(cursor)
                else:
                    types[name[1:]] = _parse_type(cursor)
            except ParseError:
                continue
    base = 0 if node is None else node.start_byte
    builder = Builder(content, environment, base)
    region, block = Region(), Block()
    region.append(block)
    nodes = syntax_parser().parse(text).root_node.children if node is None else [node]
    builder.operations(_sound(nodes, content, base), block, "builtin")
    builder.finish()
    module = _wrap(block, region, content)
    for key, value in context.module_attributes:
        module.attributes.setdefault(key, value)
    return ParsedModule(
        module,
        builder.sorted_diagnostics(),
        context.build,
        text,
        {},
        frozenset(builder.broken),
    )


# --- single types and attributes ------------------------------------------------------------------------------


def _environment(build: Build, allow_unregistered: bool) -> Environment:
    return Environment(build, allow_unregistered)


def parse_type(text: str, *, build: Build = "a3", allow_unregistered: bool = True) -> Type:
    """One type; raises ``ParseError`` on anything else."""
    cursor = Cursor(text.encode("utf-8").decode("latin-1"), _environment(build, allow_unregistered))
    found = _parse_type(cursor)
    if cursor.kind != "end":
        raise cursor.wrong("expected end of type")
    return found


def parse_attribute(text: str, *, build: Build = "a3", allow_unregistered: bool = True) -> Attribute:
    """One attribute; raises ``ParseError`` on anything else."""
    cursor = Cursor(text.encode("utf-8").decode("latin-1"), _environment(build, allow_unregistered))
    found = _parse_attribute(cursor)
    if cursor.kind != "end":
        raise cursor.wrong("expected end of attribute")
    return found


def operand_spans(op: Operation, text: bytes | None = None) -> list[Span]:
    """Where each operand of ``op`` is written, in operand order.

    The header is read again, so this is for hovers and errors, not for inner loops. ``text`` is the unit's text; it
    is needed only for operations with regions. Empty when the operation was not parsed from text.
    """
    from hivm_passes.ir.parsing.places import find_operands

    return find_operands(op, text)
