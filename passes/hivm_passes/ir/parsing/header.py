"""From the header text of one operation to an ``OpTemplate``: everything about it except the names of its values.

The header is the operation's source text with each region replaced by ``{}``. Value names are counted in the order of
their tokens, so a template holds for every header that differs only in names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import (
    UNIT,
    Attribute,
    DenseArrayAttr,
    IntegerAttr,
    LocationAttr,
    StringAttr,
)
from hivm_passes.ir.core import TypeSlot, VerbatimForm
from hivm_passes.ir.parsing.attributes import parse_attribute, parse_dictionary, parse_location
from hivm_passes.ir.parsing.lexer import INTEGER_TYPE, Cursor, Environment, ParseError, unquote
from hivm_passes.ir.parsing.types import parse_function_results, parse_type_list, parse_type_list_parens
from hivm_passes.ir.types import I32, DialectType, Type
from hivm_passes.lazy import pattern
from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hivm_passes.dialects.registry import Build, OpInfo, Registry

UNKNOWN: Final = DialectType("unknown")
"""The type of a value whose defining operation could not be understood; it agrees with every use."""

_VALUE: Final = re.compile(r"(%(?:[0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*)(?:[ \t]*#[0-9]+)?)")
_VALUE_OR_LITERAL: Final = pattern(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|' + _VALUE.pattern)
_split = _VALUE.split


def value_end(text: str, start: int) -> int:
    """The offset behind the value name at ``start``, result number included."""
    match = _VALUE.match(text, start)
    return match.end() if match is not None else start


def mask(header: str) -> list[str]:
    """The header cut at its value names: text, name, text, name, ..., text."""
    if '"' not in header and "//" not in header:
        return _split(header)
    parts: list[str] = []
    start = 0
    for match in _VALUE_OR_LITERAL.finditer(header):
        if match[1] is not None:
            parts.append(header[start : match.start()])
            parts.append(match[1])
            start = match.end()
    parts.append(header[start:])
    return parts


@dataclass(frozen=True, slots=True)
class RegionTemplate:
    """One region: ``cut`` is its number among the header's replaced regions, None when it is written empty or absent.

    ``arguments`` are entry block arguments that the header names: number of the name token, type, location.
    """

    cut: int | None
    arguments: tuple[tuple[int | None, Type, LocationAttr | None], ...] = ()
    isolated: bool = False
    implicit_terminator: str | None = None
    default_dialect: str = ""
    position: int = 0
    """Offset of its ``{`` in the header."""
    ensure_block: bool = False


@dataclass(frozen=True, slots=True)
class OpTemplate:
    """An operation without value names. Operands, results and arguments refer to name tokens by number."""

    name: str
    name_token: int
    """How many value names stand before the op name."""
    name_offset: int
    """Offset of the op name in the text piece it lies in."""
    name_length: int
    name_count: int
    results: tuple[tuple[int, int], ...]
    """Result bindings: name token and number of results."""
    operands: tuple[int, ...]
    operand_types: tuple[Type | None, ...]
    """None where the text does not tell the type."""
    result_types: tuple[Type, ...]
    attributes: Mapping[str, Attribute]
    regions: tuple[RegionTemplate, ...]
    successors: tuple[str, ...]
    segments: tuple[int, ...] | None
    form: VerbatimForm | None
    location: LocationAttr | None
    end: int
    """Offset in the header behind the operation."""
    aliases: tuple[tuple[str, object], ...] = ()
    broken: bool = False
    typed_slots: tuple[tuple[int, Type], ...] = ()
    """For verbatim text: operands with the types that the text seems to give them."""


class NotARegion(Exception):  # noqa: N818 (a signal, not an error)
    """The header parser found a dictionary where region ``cut`` was replaced; the caller puts the text back."""

    def __init__(self, cut: int) -> None:
        super().__init__(cut)
        self.cut = cut


class NotADictionary(Exception):  # noqa: N818 (a signal, not an error)
    """The header parser wants a region at ``position``, where the text was not replaced."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


@dataclass(slots=True)
class Operand:
    """A value use before its type is known: number of the name token and offset in the header."""

    token: int
    position: int


@dataclass(slots=True)
class OpParser:
    """The state of parsing one header: MLIR's ``OpAsmParser`` and ``OperationState`` in one.

    A parser of a custom form fills ``operands``, ``operand_types``, ``result_types``, ``attributes``, ``regions``,
    ``segments`` and ``successors``. ``cuts`` gives the numbers of the replaced regions by header offset, ``empty`` the
    offsets of those with nothing in them.
    """

    cursor: Cursor
    environment: Environment
    default_dialect: str
    value_starts: dict[int, int]
    cuts: dict[int, int]
    empty: frozenset[int]
    name: str = ""
    name_start: int = 0
    facts: Registry = field(init=False)
    info: OpInfo | None = None
    operands: list[int] = field(default_factory=list[int])
    operand_types: list[Type | None] = field(default_factory=list["Type | None"])
    result_types: list[Type] = field(default_factory=list[Type])
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    regions: list[RegionTemplate] = field(default_factory=list[RegionTemplate])
    segments: tuple[int, ...] | None = None
    successors: list[str] = field(default_factory=list[str])
    form: VerbatimForm | None = None
    opaque: bool = False
    """Whether the form is all that is known: no table and no parser tells the operation's parts."""
    result_bindings: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    start: int = 0

    def __post_init__(self) -> None:
        self.facts = registry(cast("Build", self.environment.build))

    # --- errors ---------------------------------------------------------------------------------------------

    def error(self, position: int, message: str, code: str = "hivm.parse.custom") -> ParseError:
        """An error of the operation's own parser."""
        return ParseError(position, f"custom op '{self.name}' {message}", code)

    def keyword(self, word: str) -> None:
        """Require a keyword."""
        if self.cursor.tok != word:
            raise self.error(self.cursor.start, f"expected '{word}'", "hivm.parse.expected")
        self.cursor.advance()

    # --- values ---------------------------------------------------------------------------------------------

    def operand(self) -> Operand:
        """One value use."""
        cursor = self.cursor
        if cursor.kind != "value":
            raise cursor.wrong("expected SSA operand")
        found = Operand(self.value_starts[cursor.start], cursor.start)
        cursor.advance()
        if cursor.is_a("hash") and cursor.tok[1:].isdigit():
            cursor.advance()
        return found

    def operand_list(self) -> list[Operand]:
        """Value uses separated by commas, possibly none."""
        if self.cursor.kind != "value":
            return []
        found = [self.operand()]
        while self.cursor.accept(","):
            found.append(self.operand())
        return found

    def operand_list_in(self, opening: str, closing: str) -> list[Operand]:
        """A bracketed list of value uses, possibly empty."""
        self.cursor.expect(opening, " in operand list")
        found = self.operand_list() if self.cursor.tok != closing else []
        self.cursor.expect(closing, " in operand list")
        return found

    def add(self, operand: Operand, type: Type | None) -> None:
        """Resolve one operand."""
        self.operands.append(operand.token)
        self.operand_types.append(type)

    def add_all(self, operands: Sequence[Operand], types: Sequence[Type | None], position: int) -> None:
        """Resolve a list of operands against a list of types of the same length."""
        if len(operands) != len(types):
            raise self.error(
                position, f"{len(operands)} operands present, but expected {len(types)}", "hivm.parse.operand-count"
            )
        for operand, type in zip(operands, types, strict=True):
            self.add(operand, type)

    # --- attributes -----------------------------------------------------------------------------------------

    def attribute_dictionary(self) -> None:
        """An optional dictionary of attributes."""
        cursor = self.cursor
        if cursor.tok == "{":
            cut = self.cuts.get(cursor.start)
            if cut is not None:
                raise NotARegion(cut)
            self.attributes.update(parse_dictionary(cursor))

    def attribute_dictionary_with_keyword(self) -> None:
        """An optional ``attributes {...}``."""
        if self.cursor.tok == "attributes":
            self.cursor.advance()
            if not self.cursor.has("{"):
                raise self.cursor.wrong("expected '{' in attribute dictionary")
            self.attribute_dictionary()

    # --- regions and successors -----------------------------------------------------------------------------

    def region(
        self,
        arguments: Sequence[tuple[Operand | None, Type, LocationAttr | None]] = (),
        implicit_terminator: str | None = None,
        default_dialect: str = "",
        *,
        ensure_block: bool = False,
    ) -> None:
        """A region; ``ensure_block``: it gets a block even when nothing is written in it."""
        cursor = self.cursor
        position = cursor.start
        if cursor.tok != "{":
            raise cursor.wrong("expected '{' to begin a region")
        cut = self.cuts.get(position)
        if cut is None and cursor.text[cursor.end : cursor.end + 1] != "}":
            cursor.advance()
            if not cursor.has("}"):
                raise NotADictionary(position)
        else:
            cursor.advance()
        cursor.advance()
        isolated = self.info is not None and self.info.is_isolated
        self.regions.append(
            RegionTemplate(
                cut,
                tuple((a.token if a is not None else None, t, loc) for a, t, loc in arguments),
                isolated,
                implicit_terminator,
                default_dialect,
                position,
                ensure_block,
            )
        )

    def no_region(self) -> None:
        """A region that is not written and stays empty."""
        self.regions.append(RegionTemplate(None, position=-1))

    def successor(self) -> None:
        """A block reference without arguments."""
        if self.cursor.kind != "caret":
            raise self.cursor.wrong("expected block name")
        self.successors.append(self.cursor.tok)
        self.cursor.advance()

    def trailing_location(self) -> LocationAttr | None:
        """An optional ``loc(...)``."""
        if self.cursor.tok == "loc" and self.cursor.kind == "id":
            return parse_location(self.cursor)
        return None


def parse_headers(
    header: str,
    parts: list[str],
    cuts: dict[int, int],
    environment: Environment,
    default_dialect: str,
    empty: frozenset[int] = frozenset(),
) -> OpTemplate:
    """Parse the operation at the start of ``header``; raises ``ParseError``."""
    from hivm_passes.ir.parsing.forms import parse_custom

    value_starts: dict[int, int] = {}
    offset = 0
    for index, part in enumerate(parts):
        if index & 1:
            value_starts[offset] = index >> 1
        offset += len(part)
    cursor = Cursor(header, environment)
    parser = OpParser(cursor, environment, default_dialect, value_starts, cuts, empty)
    parser.start = cursor.start
    if cursor.kind == "value":
        _parse_results(parser)
    name_start, name_end = cursor.start, cursor.end
    parser.name_start = name_start
    if cursor.kind == "id" and not INTEGER_TYPE.match(cursor.tok):
        parse_custom(parser)
    elif cursor.kind == "string":
        _parse_generic(parser)
    else:
        raise cursor.wrong("expected operation name in quotes", "hivm.parse.operation")
    location = parser.trailing_location()
    _check_results(parser)
    name_token = sum(1 for s in value_starts if s < name_start)
    piece_start = sum(len(p) for p in parts[: 2 * name_token])
    return OpTemplate(
        name=parser.name,
        name_token=name_token,
        name_offset=name_start - piece_start,
        name_length=name_end - name_start,
        name_count=len(parts) >> 1,
        results=tuple(parser.result_bindings),
        operands=tuple(parser.operands),
        operand_types=tuple(parser.operand_types),
        result_types=tuple(parser.result_types),
        attributes=parser.attributes,
        regions=tuple(parser.regions),
        successors=tuple(parser.successors),
        segments=parser.segments,
        form=parser.form,
        location=location,
        end=cursor.previous_end,
        typed_slots=_typed_slots(parser.form),
    )


def _typed_slots(form: VerbatimForm | None) -> tuple[tuple[int, Type], ...]:
    pieces = () if form is None else form.pieces
    return tuple((p.operand, p.type) for p in pieces if isinstance(p, TypeSlot) and p.operand is not None)


def _parse_results(parser: OpParser) -> None:
    """``%a:2, %b =``."""
    cursor = parser.cursor
    while True:
        if cursor.kind != "value":
            raise cursor.wrong("expected valid ssa identifier")
        token = parser.value_starts[cursor.start]
        cursor.advance()
        count = 1
        if cursor.accept(":"):
            if not cursor.is_a("int"):
                raise cursor.wrong("expected integer number of results")
            count = int(cursor.tok, 0) if len(cursor.tok) < 10 else 1 << 30
            if count < 1:
                raise cursor.wrong_here("expected named operation to have at least 1 result")
            cursor.advance()
        parser.result_bindings.append((token, count))
        if not cursor.accept(","):
            break
    if not cursor.accept("="):
        raise cursor.wrong("expected '=' after SSA name")


def _check_results(parser: OpParser) -> None:
    """The bound names must cover all results."""
    if not parser.result_bindings or parser.opaque:
        return
    bound = sum(count for _, count in parser.result_bindings)
    defined = len(parser.result_types)
    if defined == 0:
        raise ParseError(parser.start, "cannot name an operation with no results", "hivm.parse.result-count")
    if bound != defined:
        raise ParseError(
            parser.start,
            f"operation defines {defined} results but was provided {bound} to bind",
            "hivm.parse.result-count",
        )


def _parse_generic(parser: OpParser) -> None:
    """``"name"(operands)[successors]<properties>(regions){attributes} : type``."""
    cursor = parser.cursor
    start = cursor.start
    name = unquote(cursor.tok)
    if not name:
        raise cursor.wrong_here("empty operation name is invalid")
    if "\0" in name:
        raise cursor.wrong_here("null character not allowed in operation name")
    cursor.advance()
    parser.name = name
    info = parser.info = parser.facts.get(name)
    dialect = name.split(".", 1)[0]
    known_dialect = parser.facts.has_dialect(dialect)
    if not known_dialect and not parser.environment.allow_unregistered:
        raise cursor.wrong_here(
            "operation being parsed with an unregistered dialect. If this is intended, please use "
            "-allow-unregistered-dialect with the MLIR tool used",
            "hivm.parse.dialect",
        )
    cursor.expect("(", " to start operand list")
    operands = parser.operand_list()
    cursor.expect(")", " to end operand list")
    if cursor.accept("["):
        parser.successor()
        while cursor.accept(","):
            parser.successor()
        if not cursor.accept("]"):
            raise cursor.wrong("expected ',' or ']'")
    properties: dict[str, Attribute] = {}
    if cursor.accept("<"):
        if cursor.tok == "{":
            properties = parse_dictionary(cursor)
        else:
            parse_attribute(cursor)
        cursor.expect(">", " to close properties")
    if cursor.accept("("):
        while True:
            parser.region()
            if not cursor.accept(","):
                break
        cursor.expect(")", " to end region list")
    if cursor.tok == "{":
        parser.attribute_dictionary()
    if not cursor.accept(":"):
        raise cursor.wrong("expected ':' followed by operation type")
    type_start = cursor.start
    if cursor.tok != "(":
        # Any type is read and then refused, as the compiler does.
        from hivm_passes.ir.parsing.types import parse_type

        parse_type(cursor)
        raise ParseError(type_start, "expected function type", "hivm.parse.expected")
    inputs = parse_type_list_parens(cursor)
    if not cursor.accept("->"):
        raise cursor.wrong("expected '->' in function type")
    parser.result_types.extend(parse_function_results(cursor))
    if len(inputs) != len(operands):
        plural = "s" if len(operands) != 1 else ""
        raise ParseError(
            type_start,
            f"expected {len(operands)} operand type{plural} but had {len(inputs)}",
            "hivm.parse.operand-count",
        )
    for operand, type in zip(operands, inputs, strict=True):
        parser.add(operand, type)
    if known_dialect and not parser.facts.knows_op(name):
        raise ParseError(
            start,
            f"unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations",
            "hivm.parse.unknown-op",
        )
    _settle_generic_attributes(parser, properties, info, start)


def _settle_generic_attributes(
    parser: OpParser, properties: dict[str, Attribute], info: OpInfo | None, start: int
) -> None:
    """Merge properties and dictionary, drop unknown properties, add defaults, take the operand group sizes."""
    from hivm_passes.ir.parsing.assembly import add_defaults

    attributes = parser.attributes
    sizes = properties.pop("operandSegmentSizes", None)
    if sizes is None:
        sizes = attributes.pop("operandSegmentSizes", None)
    properties.pop("resultSegmentSizes", None)
    if info is not None and info.attributes:
        names = info.attribute_names
        for key, value in properties.items():
            if key in names:
                attributes[key] = value
    else:
        attributes.update(properties)
    if isinstance(sizes, DenseArrayAttr):
        total = sum(sizes.values)
        if total != len(parser.operands):
            raise ParseError(
                start,
                f"'{parser.name}' op operand count ({len(parser.operands)}) does not match with the total size "
                f"({total}) specified in attribute 'operandSegmentSizes'",
                "hivm.verify.segments",
            )
        parser.segments = sizes.values
    if info is not None:
        add_defaults(info, attributes)
        for region_index, region in enumerate(parser.regions):
            parser.regions[region_index] = RegionTemplate(
                region.cut, region.arguments, False, None, _default_dialect(parser.name), region.position
            )


def _default_dialect(name: str) -> str:
    """The dialect that operations without a prefix get inside the regions of ``name``."""
    return {"builtin.module": "builtin", "func.func": "func"}.get(name, "")


__all__ = ["I32", "UNIT", "UNKNOWN", "IntegerAttr", "OpParser", "OpTemplate", "StringAttr", "mask", "parse_headers"]


def typed_operands(parser: OpParser) -> None:
    """``{..} %a, %b : T, T`` (return, yield)."""
    cursor = parser.cursor
    parser.attribute_dictionary()
    position = cursor.start
    operands = parser.operand_list()
    if operands:
        cursor.expect(":")
        parser.add_all(operands, parse_type_list(cursor), position)
