"""Tokens of MLIR text and the cursor that every parser of this package moves along.

The text is held with one character per byte (latin-1), so that offsets are byte offsets whatever the bytes are;
``utf8`` turns a piece of it into proper text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.lazy import pattern
from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hivm_passes.diagnostics import RelatedNote
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.types import Type

Place = Literal["at", "here", "behind"]

MAX_NESTING: Final = 64
"""How deeply types and attributes may nest in each other."""

_TOKEN: Final = re.compile(
    r"""(?:[ \t\r\n]+|//[^\n]*)*(?:
    (?P<id>[A-Za-z_][A-Za-z0-9_$.]*)
    |(?P<value>%(?:[0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*))
    |(?P<float>[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?)
    |(?P<int>0x[0-9A-Fa-f]+|[0-9]+)
    |(?P<string>"(?:[^"\\\n\v\f]|\\(?:["\\nt]|[0-9A-Fa-f]{2}))*")
    |(?P<hash>\#(?:[0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*))
    |(?P<at>@(?:[A-Za-z_][A-Za-z0-9_$.]*|"(?:[^"\\\n\v\f]|\\(?:["\\nt]|[0-9A-Fa-f]{2}))*"))
    |(?P<bang>!(?:[0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*))
    |(?P<caret>\^(?:[0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*))
    |(?P<punct>->|\.\.\.|\{-\#|[()\[\]{}<>,:=?*+|-])
    |(?P<end>\Z)
    |(?P<error>(?s:.)))""",
    re.VERBOSE,
)
_match = _TOKEN.match

INTEGER_TYPE: Final = pattern(r"[su]?i[0-9]+\Z")
_ESCAPE: Final = pattern(r'\\(["\\nt]|[0-9A-Fa-f]{2})')
_ESCAPES: Final = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_ALIAS: Final = pattern(r"[#!](?:[0-9]+|[A-Za-z$_-][A-Za-z0-9$_-]*)(?![A-Za-z0-9$._<-])")

# A type or attribute with angle brackets as one piece: up to four levels, strings whole, no comments.
_LEAF: Final = r'(?:[^<>"/\-]|"[^"\\\n]*"|->?)*'
_NEST3: Final = rf"<{_LEAF}>"
_NEST2: Final = rf"<{_LEAF}(?:{_NEST3}{_LEAF})*>"
_NEST1: Final = rf"<{_LEAF}(?:{_NEST2}{_LEAF})*>"
BALANCED: Final = re.compile(rf"<{_LEAF}(?:{_NEST1}{_LEAF})*>")


@dataclass(frozen=True, slots=True)
class Note:
    """A related place of a parse error, as an offset in the same text."""

    position: int
    message: str


class ParseError(Exception):
    """The first thing that does not fit, at byte ``position`` of the cursor's text.

    ``place`` tells what MLIR makes of the position: ``at`` it, ``here`` (one back when it is the end of the file), or
    ``behind`` (just behind the token before, for wrong tokens).
    """

    def __init__(
        self,
        position: int,
        message: str,
        code: str = "hivm.parse.expected",
        *,
        place: Place = "at",
        notes: tuple[Note, ...] = (),
        related: tuple[RelatedNote, ...] = (),
    ) -> None:
        super().__init__(message)
        self.position = position
        self.message = message
        self.code = code
        self.place: Place = place
        self.notes = notes
        self.related = related


@dataclass(slots=True)
class Environment:
    """What the meaning of a piece of text depends on besides the text.

    ``types`` and ``attributes`` are the aliases in force (names without ``!`` and ``#``). The caches hold types and
    attributes whose text names an alias; all other texts are cached for good.
    """

    build: str = "a3"
    allow_unregistered: bool = False
    attributes: Mapping[str, Attribute] = field(default_factory=dict[str, "Attribute"])
    types: Mapping[str, Type] = field(default_factory=dict[str, "Type"])
    location_aliases: frozenset[str] = frozenset()
    type_cache: dict[str, Type] = field(default_factory=dict[str, "Type"])
    attribute_cache: dict[str, Attribute] = field(default_factory=dict[str, "Attribute"])


def utf8(piece: str) -> str:
    """Proper text for a piece of a one-character-per-byte text; broken bytes become surrogate escapes."""
    return piece if piece.isascii() else piece.encode("latin-1").decode("utf-8", "surrogateescape")


def unquote(literal: str) -> str:
    """The value of a string literal given with its quotes."""
    body = literal[1:-1]
    if "\\" in body:
        body = _ESCAPE.sub(lambda m: _ESCAPES.get(m[1]) or chr(int(m[1], 16)), body)
    return utf8(body)


def symbol_name(token: str) -> str:
    """The name of an ``@name`` or ``@"name"`` token."""
    return unquote(token[1:]) if token[1] == '"' else token[1:]


def alias_references(text: str) -> list[str]:
    """The aliases that ``text`` may refer to, with their ``#`` or ``!``."""
    return _ALIAS.findall(text)


_LEXICAL_MESSAGES: Final = {
    "%": "invalid SSA name",
    "#": "invalid attribute name",
    "!": "invalid type identifier",
    "^": "invalid block name",
}


def _lexical_error(text: str, start: int) -> ParseError:
    """The lexer's own complaint about the character at ``start``."""
    char = text[start]
    code = "hivm.parse.token"
    if char == "@":
        if text[start + 1 : start + 2] == '"':
            return string_error(text, start + 1)
        return ParseError(start + 1, "@ identifier expected to start with letter or '_'", code)
    if char == '"':
        return string_error(text, start)
    if char == ".":
        return ParseError(start + 1, "expected three consecutive dots for an ellipsis", code)
    return ParseError(start, _LEXICAL_MESSAGES.get(char, "unexpected character"), code)


def string_error(text: str, start: int) -> ParseError:
    """Why the string literal at ``start`` does not end."""
    code = "hivm.parse.string"
    position = start + 1
    while position < len(text):
        char = text[position]
        if char in "\n\v\f":
            break
        if char == "\\":
            if text[position + 1 : position + 2] in ('"', "\\", "n", "t"):
                position += 2
                continue
            if re.match(r"[0-9A-Fa-f]{2}", text[position + 1 : position + 3]):
                position += 3
                continue
            return ParseError(position, "unknown escape in string literal", code)
        position += 1
    return ParseError(position, "expected '\"' in string literal", code)


class Cursor:
    """A position in a text and the token that starts there.

    ``kind`` is the token's class, ``tok`` its spelling, ``start`` and ``end`` its byte offsets in ``text``. Every
    ``expect`` method raises ``ParseError`` in MLIR's words.
    """

    __slots__ = ("depth", "end", "environment", "kind", "previous_end", "start", "text", "tok")

    def __init__(self, text: str, environment: Environment, start: int = 0) -> None:
        self.text = text
        self.environment = environment
        self.depth = 0
        self.end = start
        self.previous_end = start
        self.kind = ""
        self.tok = ""
        self.start = start
        self.advance()

    def advance(self) -> None:
        """Go to the next token."""
        self.previous_end = self.end
        match = _match(self.text, self.end)
        assert match is not None
        kind = match.lastgroup
        assert kind is not None
        self.kind = kind
        self.tok = match[kind]
        self.start = match.start(kind)
        self.end = match.end()
        if kind == "error":
            raise _lexical_error(self.text, self.start)

    def reset(self, position: int) -> None:
        """Make the token that starts at or after ``position`` the current one."""
        self.end = position
        self.advance()

    def has(self, spelling: str) -> bool:
        """Whether the current token is ``spelling``."""
        return self.tok == spelling

    def is_a(self, kind: str) -> bool:
        """Whether the current token is of class ``kind``."""
        return self.kind == kind

    def take(self) -> str:
        """The current token's spelling; goes to the next token."""
        token = self.tok
        self.advance()
        return token

    def accept(self, spelling: str) -> bool:
        """Whether the current token is ``spelling``; if so, go to the next."""
        if self.tok == spelling:
            self.advance()
            return True
        return False

    def expect(self, spelling: str, context: str = "") -> None:
        """Require punctuation."""
        if self.tok != spelling:
            raise self.wrong(f"expected '{spelling}'{context}")
        self.advance()

    def wrong(self, message: str, code: str = "hivm.parse.expected") -> ParseError:
        """The current token is wrong: the place is just behind the token before it."""
        return ParseError(self.start, message, code, place="behind")

    def wrong_at(self, position: int, message: str, code: str = "hivm.parse.invalid") -> ParseError:
        """Something at exactly ``position`` is wrong."""
        return ParseError(position, message, code)

    def wrong_here(self, message: str, code: str = "hivm.parse.invalid") -> ParseError:
        """The current token is wrong, at its own place."""
        return ParseError(self.start, message, code, place="here")

    def enter(self) -> None:
        """Go one level deeper into nested types or attributes."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise ParseError(self.start, "types or attributes nest too deeply", "hivm.parse.nesting")

    def leave(self) -> None:
        """Undo ``enter``."""
        self.depth -= 1
