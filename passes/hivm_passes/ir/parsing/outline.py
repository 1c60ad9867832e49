"""Operations and regions of a text whose syntax tree is damaged, found from lines and brackets alone.

A stray bracket or a file that ends in the middle can cost a tree its regions. The outline needs no grammar: it looks
for operation starts, block labels and braces, and gives nodes of the same shape as the tree's, good enough to report
every error at its place and to keep the operations around it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from tree_sitter import Node

_VALUE: Final = r"%[\w$.-]+(?::\s*\d+)?"
_RESULTS: Final = rf"{_VALUE}(?:\s*,\s*{_VALUE})*\s*=(?!=)"
_DOTTED: Final = r"[A-Za-z_][\w$]*\.[\w$.]+"
_SHORT: Final = r"(?:return|call|module)\b"
_STRUCTURE: Final = re.compile(
    rf"""
    (?P<results>(?:^[ \t]*{_RESULTS}|{_RESULTS}(?=\s*(?:"[^"\n]*"\s*\(|{_DOTTED}|{_SHORT}))))
    |(?P<name>^[ \t]*(?:{_DOTTED}|{_SHORT}|"[^"\n]*"(?=\s*\()))
    |(?P<label>^[ \t]*\^[\w$.-]+(?=\s*(?:\([^\n]*\))?\s*:))
    |(?P<alias>^[ \t]*[#!][\w$-]+(?=\s*=))
    |(?P<split>^[ \t]*//[ ]-----[^\n]*)
    |(?P<skip>"(?:[^"\\\n]|\\.)*"|//[^\n]*)
    |(?P<open>[{{(\[])
    |(?P<close>[}})\]])""",
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
_REGION: Final = re.compile(
    rf"""\s*(?://[^\n]*\s*)*(?:
    [%^)\]]|"[^"\n]*"(?!\s*[=,}}])|[0-9@]|[#!][\w$.-]+\s*=
    |[\w$.]*(?:return|yield|terminator|unreachable)\s*\}}
    |(?:{_DOTTED}|[A-Za-z_]\w*)(?!\s*[=,}}])(?!\w|[$.]))""",
    re.VERBOSE | re.ASCII,
)
"""What stands behind the brace of a region."""
_EMPTY: Final = re.compile(r"\s*\}")
_BEFORE_REGION: Final = re.compile(
    r"(?:\)|>|\b(?:else|do|module|[suif]+\d+|index|default)|attributes\s*\{[^{}]*\})\s*\Z"
)
_INLINE_NAME: Final = re.compile(rf"\s*({_DOTTED}|{_SHORT}|\"[^\"\n]*\"(?=\s*\())", re.ASCII)
_COMMENT: Final = re.compile(r"//[^\n]*")
_PARTNER: Final = {")": "(", "]": "[", "}": "{"}
_MAX_DEPTH: Final = 200


@dataclass(slots=True)
class OutlineNode:
    """Looks like a syntax tree's node as far as the builder asks."""

    type: str
    start_byte: int
    end_byte: int
    children: list[OutlineNode] = field(default_factory=list["OutlineNode"])
    is_missing: bool = False

    @property
    def child_count(self) -> int:
        """Number of children."""
        return len(self.children)

    @property
    def has_error(self) -> bool:
        """Outlines are made of damaged text."""
        return True

    def child_by_field_name(self, name: str) -> OutlineNode | None:
        """The label of a block."""
        return next((c for c in self.children if c.type == f"block_{name}"), None)


@dataclass(slots=True)
class _Place:
    """A region (or the file) being read: its node, the list that takes operations, the current one with its brackets.

    ``behind`` is the offset up to which the text belongs to something.
    """

    node: OutlineNode
    into: list[OutlineNode]
    behind: int
    operation: OutlineNode | None = None
    brackets: list[str] = field(default_factory=list[str])


def is_damaged(node: Node) -> bool:
    """Whether an error of the tree under ``node`` may have cost it operations or regions."""
    if not node.has_error:
        return False
    for child in node.children:
        kind = child.type
        if kind == "ERROR":
            if child.end_point[0] > child.start_point[0] or any(
                c.type in ("operation", "region", "result_list") or "{" in c.type or "}" in c.type
                for c in child.children
            ):
                return True
        elif child.has_error and kind in ("operation", "region", "block", "group") and is_damaged(child):
            return True
    return False


def outline(text: str, start: int, end: int) -> list[OutlineNode]:
    """The operations of ``text[start:end]`` with offsets in ``text``; what is none becomes ``ERROR`` nodes."""
    root = OutlineNode("source_file", start, end)
    places = [_Place(root, root.children, start)]
    _inline(text, start, places[0])
    for match in _STRUCTURE.finditer(text, start, end):
        kind = match.lastgroup
        place = places[-1]
        if kind == "open":
            _open(text, match.start(), end, places)
        elif kind == "close":
            _close(text, match.start(), match[0], places)
        elif kind in ("results", "name"):
            begin = match.end() - len(match[0].lstrip(" \t"))
            if _starts_operation(text, begin, match.end(), kind, place):
                _begin(place, begin, text)
        elif kind == "label" and len(places) > 1:
            begin = match.end() - len(match[0].lstrip(" \t"))
            _label(text, begin, end, place)
        elif kind in ("alias", "split") and len(places) == 1 and not place.brackets:
            begin = match.end() - len(match[0].lstrip(" \t"))
            _begin(place, begin, text)
            alias = cast("OutlineNode", place.operation)
            alias.type = "split" if kind == "split" else "attribute_alias" if text[begin] == "#" else "type_alias"
    while places:
        place = places.pop()
        _finish(place, end, text)
        if places:
            place.node.end_byte = end
            place.node.children.append(OutlineNode("unclosed", end, end))
    return root.children


def _starts_operation(text: str, begin: int, behind: int, kind: str, place: _Place) -> bool:
    """Whether a candidate really starts an operation where it stands."""
    before = text[max(0, begin - 200) : begin].rstrip()
    if place.operation is not None and place.operation.start_byte == begin:
        return False
    if kind == "results":
        return not place.brackets or text[behind : behind + 40].lstrip()[:1] not in ("%", "")
    if before.endswith((",", "=", ":", "->", "(")):
        return False
    if place.brackets:
        return re.match(r"\s*[=,:}\])]", text[behind : behind + 80]) is None
    # The name behind a result list belongs to the operation that the list has begun.
    return place.operation is None or bool(text[place.operation.start_byte : begin].strip(" \t\n%=,:0123456789"))


def _inline(text: str, start: int, place: _Place) -> None:
    """An operation that begins right at ``start``, not first on its line."""
    name = _INLINE_NAME.match(text, start)
    if name is not None and "\n" not in text[start : name.start(1)]:
        _begin(place, name.start(1), text)


def _stray(place: _Place, begin: int, text: str) -> None:
    """Text that belongs to no operation."""
    piece = _COMMENT.sub(lambda m: " " * len(m[0]), text[place.behind : begin])
    if piece.strip():
        first = place.behind + len(piece) - len(piece.lstrip())
        place.into.append(OutlineNode("ERROR", first, place.behind + len(piece.rstrip())))
    place.behind = begin


def _begin(place: _Place, begin: int, text: str) -> None:
    _finish(place, begin, text)
    place.operation = OutlineNode("operation", begin, begin)
    place.into.append(place.operation)


def _finish(place: _Place, end: int, text: str) -> None:
    """End the current operation in front of ``end``."""
    operation = place.operation
    if operation is not None:
        piece = text[operation.start_byte : end]
        last = operation.children[-1].end_byte if operation.children else operation.start_byte
        operation.end_byte = max(last, operation.start_byte + len(_without_comments(piece).rstrip()))
        place.operation = None
    else:
        _stray(place, end, text)
    place.behind = max(place.behind, end)
    place.brackets.clear()


def _without_comments(piece: str) -> str:
    """The text up to the comments and blank lines at its end."""
    lines = piece.split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("//")):
        lines.pop()
    return "\n".join(lines)


def _label(text: str, begin: int, end: int, place: _Place) -> None:
    _finish(place, begin, text)
    line_end = text.find("\n", begin, end)
    colon = text.rfind(":", begin, line_end if line_end >= 0 else end)
    match = re.compile(r"\^[\w$.-]+\s*(?:\((?:[^()]|\([^()]*\))*\))?\s*:").match(text, begin, end)
    behind = match.end() if match is not None else max(colon + 1, begin + 1)
    place.behind = behind
    block = OutlineNode("block", begin, behind, [OutlineNode("block_label", begin, behind)])
    place.node.children.append(block)
    place.into = block.children


def _open(text: str, position: int, end: int, places: list[_Place]) -> None:
    place = places[-1]
    operation = place.operation
    if text[position] == "{" and operation is not None and len(places) < _MAX_DEPTH:
        empty = _EMPTY.match(text, position + 1, end)
        if empty is not None:
            is_region = _BEFORE_REGION.search(text[max(0, position - 200) : position]) is not None
        else:
            is_region = _REGION.match(text, position + 1, end) is not None
        if is_region and not any(b == "{" for b in place.brackets):
            region = OutlineNode("region", position, position + 1)
            operation.children.append(region)
            places.append(_Place(region, region.children, position + 1))
            _inline(text, position + 1, places[-1])
            return
    place.brackets.append(text[position])


def _close(text: str, position: int, token: str, places: list[_Place]) -> None:
    place = places[-1]
    partner = _PARTNER[token]
    if partner in place.brackets:
        while place.brackets.pop() != partner:
            pass
    elif token == "}" and len(places) > 1:
        places.pop()
        _finish(place, position, text)
        place.node.end_byte = position + 1
