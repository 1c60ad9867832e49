"""Semantic tokens: what the plain colouring of an editor cannot know.

Values are told apart by what defines them (a result, or an argument of a function, loop or block), symbols, aliases
and dictionary keys are marked. Numbers, strings, comments and brackets are left to the editor's own grammar.
The tokens of a function are remembered with its text, relative to its start, so after an edit only one is read anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from tree_sitter import Query, QueryCursor

from hivm_server.workspace.names import value_scope
from hivm_server.workspace.syntax import LANGUAGE
from hivm_server.workspace.text import Encoding, to_str

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node

    from hivm_server.workspace.snapshot import Snapshot

TOKEN_TYPES: Final = ("namespace", "type", "parameter", "variable", "property", "function", "method", "label", "macro")
TOKEN_MODIFIERS: Final = ("definition",)
LEGEND: Final = types.SemanticTokensLegend(list(TOKEN_TYPES), list(TOKEN_MODIFIERS))
MAX_BYTES: Final = 1 << 20
"""Larger documents get tokens for what is on the screen only."""

_TYPE: Final = {name: index for index, name in enumerate(TOKEN_TYPES)}
_DEFINITION: Final = 1
_QUERY: Final = Query(
    LANGUAGE,
    """
    (op_name) @op
    (value_use) @value
    (value_definition) @value
    (symbol) @symbol
    (block_id) @label
    (attribute_id) @attribute
    (type_id) @type
    (assignment key: (keyword) @property)
    (clause keyword: (keyword) @property)
    """,
)

Data = list[int]
"""LSP's encoding: five numbers per token, line and character relative to the token before."""


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    type: int
    modifiers: int


def full(snapshot: Snapshot) -> Data | None:
    """The tokens of the whole document, None when it is too large for that."""
    if len(snapshot.text) > MAX_BYTES:
        return None
    pieces: list[tuple[int, Data]] = []
    at = 0
    for function in snapshot.outline.functions():
        pieces.append((at, _encode(snapshot, _tokens(snapshot, at, function.start), at)))
        key = f"tokens {snapshot.text.encoding.value}"
        known = function.content.__dict__.get(key)
        if known is None:
            tokens = _tokens(snapshot, function.start, function.end)
            known = _encode(snapshot, tokens, function.start)
            function.content.__dict__[key] = known
        pieces.append((function.start, known))
        at = function.end
    pieces.append((at, _encode(snapshot, _tokens(snapshot, at, len(snapshot.text)), at)))
    return _join(snapshot, pieces)


def in_range(snapshot: Snapshot, start: int, end: int) -> Data:
    """The tokens between two byte offsets."""
    start = snapshot.text.line_start(snapshot.text.line_of(start))
    end = snapshot.text.line_end(snapshot.text.line_of(end))
    return _join(snapshot, [(start, _encode(snapshot, _tokens(snapshot, start, end), start))])


def delta(old: Sequence[int], new: Sequence[int]) -> list[types.SemanticTokensEdit]:
    """What turns ``old`` into ``new``: nothing or one edit."""
    head = _common(old, new, min(len(old), len(new)), False)
    tail = _common(old, new, min(len(old), len(new)) - head, True)
    if head + tail == len(old) == len(new):
        return []
    return [types.SemanticTokensEdit(head, len(old) - head - tail, list(new[head : len(new) - tail]))]


def _common(old: Sequence[int], new: Sequence[int], limit: int, from_end: bool) -> int:
    """How many numbers agree at the start or the end, by halving: slices are compared in one go."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if from_end:
            same = old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]
        else:
            same = old[low:middle] == new[low:middle]
        if same:
            low = middle
        else:
            high = middle - 1
    return low


def _tokens(snapshot: Snapshot, start: int, end: int) -> list[_Token]:
    """The tokens that start in a range, in order."""
    if start >= end:
        return []
    cursor = QueryCursor(_QUERY)
    cursor.set_byte_range(start, end)
    captures = cursor.captures(snapshot.tree.root_node)
    data = snapshot.text.data
    tokens: list[_Token] = []
    add = tokens.append
    for name, kind in (("label", "label"), ("attribute", "macro"), ("type", "type"), ("property", "property")):
        number = _TYPE[kind]
        for node in captures.get(name, ()):
            at = node.start_byte
            if start <= at < end:
                add(_Token(at, node.end_byte, number, 0))
    for node in captures.get("symbol", ()):
        at = node.start_byte
        if start <= at < end:
            add(_Token(at, node.end_byte, _TYPE["function"], _DEFINITION if _names_operation(node) else 0))
    for node in captures.get("op", ()):
        at, stop = node.start_byte, node.end_byte
        if start <= at < end:
            dot = data.rfind(b".", at, stop)
            if dot > at:
                add(_Token(at, dot, _TYPE["namespace"], 0))
                at = dot + 1
            add(_Token(at, stop, _TYPE["method"], 0))
    _add_values(tokens, captures.get("value", ()), data, start, end)
    tokens.sort(key=lambda t: t.start)
    return tokens


def _add_values(tokens: list[_Token], nodes: Iterable[Node], data: bytes, start: int, end: int) -> None:
    """Values: those that some header or label binds are parameters, also where they are used."""
    variable, parameter = _TYPE["variable"], _TYPE["parameter"]
    results: list[tuple[int, int]] = []
    uses: list[tuple[int, int]] = []
    bound: set[bytes] = set()
    for node in nodes:
        at, stop = node.start_byte, node.end_byte
        if not start <= at < end:
            continue
        if node.type == "value_definition":
            results.append((at, stop))
        elif _may_be_bound(data, stop) and value_scope(node, data) is not None:
            bound.add(data[at:stop])
            tokens.append(_Token(at, stop, parameter, _DEFINITION))
        else:
            uses.append((at, stop))
    tokens.extend([_Token(at, stop, variable, _DEFINITION) for at, stop in results])
    tokens.extend([_Token(at, stop, parameter if data[at:stop] in bound else variable, 0) for at, stop in uses])


def _may_be_bound(data: bytes, end: int) -> bool:
    """A cheap look before the tree is asked: a binding is followed by ``=``, ``:``, ``,`` or ``)``."""
    while data[end : end + 1] in (b" ", b"\t", b"\r", b"\n"):
        end += 1
    return data[end : end + 1] in (b"=", b":", b",", b")")


def _names_operation(node: Node) -> bool:
    """Whether a symbol stands right behind the name of a function or module."""
    holder = node.parent if node.parent is not None and node.parent.type == "symbol_ref" else node
    before = holder.prev_sibling
    while before is not None and before.type in ("keyword", "string"):
        before = before.prev_sibling
    return before is not None and before.type == "op_name" and before.text in (b"func.func", b"module", b"func")


def _encode(snapshot: Snapshot, tokens: list[_Token], base: int) -> Data:
    """Five numbers per token; the first is relative to ``base`` (its character to the column of ``base``)."""
    text, data = snapshot.text, snapshot.text.data
    out: Data = []
    extend = out.extend
    line_start, line, column = base, 0, 0
    previous_line = 0
    plain = data[base : tokens[-1].end].isascii() if tokens else True
    for token in tokens:
        at = token.start
        breaks = data.count(b"\n", line_start, at)
        if breaks:
            line += breaks
            line_start = data.rfind(b"\n", line_start, at) + 1
        if plain:
            character, length = at - line_start, token.end - at
        else:
            character = _width(data[line_start:at], text.encoding)
            length = _width(data[at : token.end], text.encoding)
        step = line - previous_line
        extend((step, character if step else character - column, length, token.type, token.modifiers))
        previous_line, column = line, character
    return out


def _width(data: bytes, encoding: Encoding) -> int:
    if encoding is Encoding.UTF8 or data.isascii():
        return len(data)
    text = to_str(data)
    return len(text) if encoding is Encoding.UTF32 else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _join(snapshot: Snapshot, pieces: Iterable[tuple[int, Data]]) -> Data:
    """One list from pieces that are each relative to a byte offset."""
    out: Data = []
    line = character = 0
    for base, piece in pieces:
        if not piece:
            continue
        place = snapshot.text.place(base)
        first_line = place.line + piece[0]
        first_character = piece[1] if piece[0] else place.character + piece[1]
        step = first_line - line
        out.append(step)
        out.append(first_character if step else first_character - character)
        out.extend(piece[2:])
        line, character = _last(first_line, first_character, piece)
    return out


def _last(line: int, character: int, piece: Data) -> tuple[int, int]:
    """Where the last token of a piece stands, given its first."""
    steps, characters = piece[5::5], piece[6::5]
    line += sum(steps)
    last_step = len(steps) - 1
    while last_step >= 0 and not steps[last_step]:
        last_step -= 1
    if last_step < 0:
        return line, character + sum(characters)
    return line, sum(characters[last_step:])


class TokenCache:
    """The tokens that each client document was last told, so that the next answer can be a difference."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[str, Data]] = {}
        self._count = 0

    def full(self, snapshot: Snapshot) -> types.SemanticTokens | None:
        """All tokens; None for a document that is too large."""
        data = full(snapshot)
        if data is None:
            return None
        return types.SemanticTokens(data, result_id=self._remember(snapshot.uri, data))

    def delta(self, snapshot: Snapshot, previous: str) -> types.SemanticTokens | types.SemanticTokensDelta | None:
        """The difference to the answer ``previous``, or all tokens when that one is forgotten."""
        known = self._last.get(snapshot.uri)
        if known is None or known[0] != previous:
            return self.full(snapshot)
        data = full(snapshot)
        if data is None:
            return None
        edits = delta(known[1], data)
        return types.SemanticTokensDelta(edits, result_id=self._remember(snapshot.uri, data))

    def forget(self, uri: str) -> None:
        """The document was closed."""
        self._last.pop(uri, None)

    def _remember(self, uri: str, data: Data) -> str:
        self._count += 1
        self._last[uri] = (str(self._count), data)
        return str(self._count)
