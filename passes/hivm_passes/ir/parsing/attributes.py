"""Attributes and locations from text, as MLIR's own parser reads them, with its error messages."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, cast

from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import (
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DenseElementsAttr,
    DialectAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    LocationAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    VerbatimAttr,
    VerbatimElementsAttr,
)
from hivm_passes.ir.parsing.floats import FORMATS, encode_float
from hivm_passes.ir.parsing.lexer import (
    BALANCED,
    INTEGER_TYPE,
    Cursor,
    ParseError,
    alias_references,
    string_error,
    symbol_name,
    unquote,
    utf8,
)
from hivm_passes.ir.parsing.types import parse_type, starts_type
from hivm_passes.ir.types import (
    DYNAMIC,
    F64,
    I1,
    I64,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from hivm_passes.lazy import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.dialects.registry import Build, Registry

_CACHE_LIMIT: Final = 1 << 14
_caches: dict[str, dict[str, Attribute]] = {}
TRUE: Final = IntegerAttr(1, I1)
TF32: Final = FloatType("tf32")
"""Its 19 bits take four bytes in raw data."""
FALSE: Final = IntegerAttr(0, I1)


def parse_attribute(cursor: Cursor, type: Type | None = None) -> Attribute:
    """An attribute; a given ``type`` stands for the ``: type`` that is then not written."""
    kind, token = cursor.kind, cursor.tok
    if kind == "int":
        return _number(cursor, type, negative=False)
    if kind == "string":
        cursor.advance()
        if type is None and cursor.accept(":"):
            type = parse_type(cursor)
        return StringAttr(unquote(token), type)
    if kind == "hash":
        return parse_extended_attribute(cursor)
    if kind == "float":
        return _float(cursor, type, negative=False)
    if token == "[":
        return parse_array(cursor)
    if token == "{":
        return DictionaryAttr(tuple(sorted(parse_dictionary(cursor).items())))
    if token == "-":
        cursor.advance()
        if cursor.kind == "int":
            return _number(cursor, type, negative=True)
        if cursor.kind == "float":
            return _float(cursor, type, negative=True)
        raise cursor.wrong("expected constant integer or floating point value")
    if kind == "at":
        return parse_symbol(cursor)
    if kind == "id":
        parse = _KEYWORDS.get(token)
        if parse is not None:
            return parse(cursor, type)
    if token == "(" or starts_type(cursor):
        return TypeAttr(parse_type(cursor))
    raise cursor.wrong("expected attribute value")


def parse_optional_attribute(cursor: Cursor) -> Attribute | None:
    """An attribute when one starts here, else None."""
    starts = (
        cursor.kind in ("int", "float", "string", "hash", "at")
        or cursor.tok in ("[", "{", "-", "(")
        or (cursor.kind == "id" and (cursor.tok in _KEYWORDS or starts_type(cursor)))
        or cursor.kind == "bang"
    )
    return parse_attribute(cursor) if starts else None


def parse_symbol(cursor: Cursor) -> SymbolRefAttr:
    """``@root::@nested``."""
    root = symbol_name(cursor.take())
    nested: list[str] = []
    while cursor.tok == ":" and cursor.text.startswith(":", cursor.end):
        cursor.advance()
        cursor.advance()
        if cursor.kind != "at":
            raise cursor.wrong("expected nested symbol reference identifier")
        nested.append(symbol_name(cursor.take()))
    return SymbolRefAttr(root, tuple(nested))


def parse_array(cursor: Cursor) -> ArrayAttr:
    """``[a, b]``."""
    cursor.expect("[")
    cursor.enter()
    elements: list[Attribute] = []
    if cursor.tok != "]":
        elements.append(parse_attribute(cursor))
        while cursor.accept(","):
            elements.append(parse_attribute(cursor))
    if not cursor.accept("]"):
        raise cursor.wrong("expected ',' or ']'")
    cursor.leave()
    return ArrayAttr(tuple(elements))


def parse_dictionary(cursor: Cursor) -> dict[str, Attribute]:
    """``{a = 1, b}`` in source order."""
    cursor.expect("{", " in attribute dictionary")
    cursor.enter()
    found: dict[str, Attribute] = {}
    if cursor.tok != "}":
        while True:
            if cursor.kind == "id":
                name = cursor.tok
            elif cursor.kind == "string":
                name = unquote(cursor.tok)
            else:
                raise cursor.wrong("expected attribute name")
            if not name:
                raise cursor.wrong_here("expected valid attribute name")
            if name in found:
                raise cursor.wrong_here(f"duplicate key '{name}' in dictionary attribute", "hivm.parse.duplicate")
            cursor.advance()
            found[name] = parse_attribute(cursor) if cursor.accept("=") else UNIT
            if not cursor.accept(","):
                break
    cursor.expect("}", " in attribute dictionary")
    cursor.leave()
    return found


# --- numbers ------------------------------------------------------------------------------------------------


def _number(cursor: Cursor, type: Type | None, *, negative: bool) -> Attribute:
    literal, start = cursor.tok, cursor.start
    cursor.advance()
    if type is None:
        type = parse_type(cursor) if cursor.accept(":") else I64
    if isinstance(type, FloatType):
        return FloatAttr(float_bits_from_integer(cursor, literal, start, type, negative=negative), type)
    if not isinstance(type, IntegerType | IndexType):
        raise ParseError(start, "integer literal not valid for specified type", "hivm.parse.literal")
    if negative and isinstance(type, IntegerType) and type.signedness == "unsigned":
        raise ParseError(start, "negative integer literal not valid for unsigned integer type", "hivm.parse.literal")
    value = integer_in_range(literal, type, negative=negative)
    if value is None:
        raise ParseError(start, "integer constant out of range for attribute", "hivm.parse.literal")
    return IntegerAttr(value, type)


def integer_in_range(literal: str, type: IntegerType | IndexType, *, negative: bool) -> int | None:
    """The value of an integer literal in the reading of ``type``, or None when it does not fit."""
    width = 64 if isinstance(type, IndexType) else type.width
    signed = isinstance(type, IndexType) or type.signedness == "signed"
    value = decimal(literal) if not literal.startswith("0x") else int(literal, 16)
    if value is None or value >> width:
        return None
    if width == 0:
        return 0
    top = 1 << (width - 1)
    if negative:
        if not 0 < value <= top:
            return None
        return -value if width > 1 or signed else value
    if value >= top:
        if signed:
            return None
        if width > 1 and isinstance(type, IntegerType) and type.signedness == "signless":
            return value - 2 * top
    return value


def decimal(literal: str) -> int | None:
    """The value of a decimal literal, or None when it has absurdly many digits."""
    return int(literal) if len(literal) <= 4000 else None


def float_bits_from_integer(cursor: Cursor, literal: str, start: int, type: FloatType, *, negative: bool) -> int:
    """Bits of a float written in hexadecimal."""
    if negative:
        raise ParseError(start, "hexadecimal float literal should not have a leading minus", "hivm.parse.literal")
    if not literal.startswith("0x"):
        raise ParseError(start, "unexpected decimal integer literal for a floating point value", "hivm.parse.literal")
    bits = int(literal, 16)
    if bits >> FORMATS[type.name].width:
        raise ParseError(start, "hexadecimal float constant out of range for type", "hivm.parse.literal")
    return bits


def _float(cursor: Cursor, type: Type | None, *, negative: bool) -> Attribute:
    value = float(cursor.tok)
    cursor.advance()
    if type is None:
        type = parse_type(cursor) if cursor.accept(":") else F64
    if not isinstance(type, FloatType):
        raise cursor.wrong_here("floating point value not valid for specified type", "hivm.parse.literal")
    return FloatAttr(encode_float(-value if negative else value, type.name), type)


# --- keyword attributes -------------------------------------------------------------------------------------


def _true(cursor: Cursor, type: Type | None) -> Attribute:
    cursor.advance()
    return TRUE


def _false(cursor: Cursor, type: Type | None) -> Attribute:
    cursor.advance()
    return FALSE


def _unit(cursor: Cursor, type: Type | None) -> Attribute:
    cursor.advance()
    return UNIT


def _affine_map(cursor: Cursor, type: Type | None) -> Attribute:
    return AffineMapAttr(parse_affine_map(cursor))


def parse_affine_map(cursor: Cursor):
    """``affine_map<...>``."""
    cursor.advance()
    cursor.expect("<", " in affine map")
    from hivm_passes.ir.parsing.affine import parse_affine_map_body

    found = parse_affine_map_body(cursor)
    cursor.expect(">", " in affine map")
    return found


def _affine_set(cursor: Cursor, type: Type | None) -> Attribute:
    cursor.advance()
    cursor.expect("<", " in integer set")
    from hivm_passes.ir.parsing.affine import parse_integer_set_body

    found = parse_integer_set_body(cursor)
    cursor.expect(">", " in integer set")
    return IntegerSetAttr(found)


def _array(cursor: Cursor, type: Type | None) -> Attribute:
    """``array<i32: 1, 2>``."""
    cursor.advance()
    cursor.expect("<", " after 'array'")
    element_start = cursor.start
    element = parse_type(cursor)
    if isinstance(element, IndexType):
        # The compiler takes it and prints numbers out of nowhere: kept as text.
        start, end = dialect_body(cursor, element_start - 1)
        cursor.reset(end + 1)
        return VerbatimAttr(f"array<{utf8(cursor.text[start:end])}>")
    if not isinstance(element, IntegerType | FloatType):
        raise ParseError(element_start, f"expected integer or float type, got: '{element}'", "hivm.parse.invalid")
    if element.width != 1 and element.width % 8:
        raise ParseError(element_start, "element type bitwidth must be a multiple of 8", "hivm.parse.invalid")
    values: list[int] = []
    if cursor.accept(">"):
        return DenseArrayAttr(element, ())
    if not cursor.accept(":"):
        raise cursor.wrong("expected ':' after dense array type")
    while True:
        values.append(_dense_array_element(cursor, element))
        if not cursor.accept(","):
            break
    cursor.expect(">", " to close an array attribute")
    return DenseArrayAttr(element, tuple(values))


def _dense_array_element(cursor: Cursor, element: IntegerType | FloatType) -> int:
    if element.width == 1 and cursor.tok in ("true", "false"):
        return int(cursor.take() == "true")
    negative = cursor.accept("-")
    start = cursor.start
    if isinstance(element, FloatType):
        if cursor.kind == "float":
            value = float(cursor.take())
            return encode_float(-value if negative else value, element.name)
        if cursor.kind == "int":
            return float_bits_from_integer(cursor, cursor.take(), start, element, negative=negative)
        raise cursor.wrong_here("expected integer or floating point literal")
    if cursor.kind != "int":
        raise cursor.wrong_here("expected integer literal")
    value = integer_in_range(cursor.take(), element, negative=negative)
    if value is None:
        raise cursor.wrong_here("integer constant out of range", "hivm.parse.literal")
    return value


def _strided(cursor: Cursor, type: Type | None) -> Attribute:
    """``strided<[strides], offset: offset>``."""
    start = cursor.start
    cursor.advance()
    cursor.expect("<", " after 'strided'")
    cursor.expect("[")
    strides: list[int] = []
    if cursor.tok != "]":
        strides.append(_stride(cursor))
        while cursor.accept(","):
            strides.append(_stride(cursor))
    cursor.expect("]")
    offset = 0
    if not cursor.has(">"):
        cursor.expect(",")
        if cursor.tok != "offset":
            raise cursor.wrong("expected 'offset' after comma")
        cursor.advance()
        if not cursor.accept(":"):
            raise cursor.wrong("expected ':' after 'offset'")
        offset = _stride(cursor)
    cursor.expect(">")
    if any(stride == 0 for stride in strides):
        raise ParseError(start, "strides must not be zero", "hivm.parse.invalid")
    return StridedLayoutAttr(tuple(strides), offset)


def _stride(cursor: Cursor) -> int:
    if cursor.accept("?"):
        return DYNAMIC
    negative = cursor.accept("-")
    if cursor.kind != "int":
        raise cursor.wrong_here("expected a 64-bit signed integer or '?'")
    value = int(cursor.take(), 0)
    if value >= 1 << 63:
        raise cursor.wrong_here("expected a 64-bit signed integer or '?'")
    return -value if negative else value


def _dense(cursor: Cursor, type: Type | None) -> Attribute:
    """``dense<...> : type``."""
    start = cursor.start
    cursor.advance()
    cursor.expect("<", " after 'dense'")
    if cursor.kind == "string":
        return _dense_string(cursor, type)
    literals: list[_Literal] = []
    shape: list[int] = []
    splat = True
    if cursor.tok != ">":
        splat = cursor.tok != "["
        shape = _dense_level(cursor, literals)
    cursor.expect(">")
    place = cursor.start
    shaped, element, sizes = _shaped_type(cursor, type)
    if not isinstance(element, IntegerType | IndexType | FloatType | ComplexType):
        return VerbatimElementsAttr("dense", utf8(cursor.text[start + 6 : cursor.previous_end]), shaped)
    count = math.prod(sizes)
    if not literals and count != 0:
        raise ParseError(
            place, f"parsed zero elements, but type ('{shaped}') expected at least 1", "hivm.parse.literal"
        )
    if not splat and shape != sizes:
        raise ParseError(
            place,
            f"inferred shape of elements literal ([{', '.join(map(str, shape))}]) does not match type "
            f"([{', '.join(map(str, sizes))}])",
            "hivm.parse.literal",
        )
    if isinstance(element, ComplexType):
        values = tuple(_literal_value(cursor, one, element.element) for one in literals)
        step = 2
    else:
        values = tuple(_literal_value(cursor, one, element) for one in literals)
        step = 1
    if len(values) > step and all(values[i] == values[i % step] for i in range(len(values))):
        values = values[:step]
    return DenseElementsAttr(values, shaped)


_Literal = tuple[str, str, int, bool]
"""Token kind, spelling, offset, whether a minus stands before it."""


def _dense_level(cursor: Cursor, out: list[_Literal]) -> list[int]:
    """One nesting level of a dense literal: appends its scalars, returns its shape."""
    if cursor.tok == "[":
        cursor.advance()
        cursor.enter()
        first: list[int] | None = None
        size = 0
        if not cursor.has("]"):
            while True:
                inner = _dense_level(cursor, out)
                size += 1
                if first is None:
                    first = inner
                elif first != inner:
                    raise cursor.wrong_here(
                        "tensor literal is invalid; ranks are not consistent between elements", "hivm.parse.literal"
                    )
                if not cursor.accept(","):
                    break
        cursor.expect("]")
        cursor.leave()
        return [size, *(first or [])]
    if cursor.accept("("):
        _dense_scalar(cursor, out)
        if not cursor.accept(","):
            raise cursor.wrong("expected ',' between complex elements")
        _dense_scalar(cursor, out)
        cursor.expect(")")
        return []
    _dense_scalar(cursor, out)
    return []


def _dense_scalar(cursor: Cursor, out: list[_Literal]) -> None:
    negative = cursor.accept("-")
    if cursor.kind in ("int", "float") or (
        not negative and (cursor.tok in ("true", "false") or cursor.kind == "string")
    ):
        out.append((cursor.kind, cursor.tok, cursor.start, negative))
    elif negative:
        raise cursor.wrong("expected integer or floating point literal")
    else:
        raise cursor.wrong("expected element literal of primitive type")
    cursor.advance()


def _literal_value(cursor: Cursor, literal: _Literal, element: Type) -> int:
    kind, token, start, negative = literal
    if isinstance(element, IntegerType | IndexType):
        if kind == "float":
            raise ParseError(start, "expected integer elements, but parsed floating-point", "hivm.parse.literal")
        if kind == "id":
            if element is not I1:
                raise ParseError(start, "expected i1 type for 'true' or 'false' values", "hivm.parse.literal")
            return int(token == "true")
        if negative and isinstance(element, IntegerType) and element.signedness == "unsigned":
            raise ParseError(
                start, "expected unsigned integer elements, but parsed negative value", "hivm.parse.literal"
            )
        value = 0 if negative and token == "0" else integer_in_range(token, element, negative=negative)
        if value is None:
            raise ParseError(start, "integer constant out of range for type", "hivm.parse.literal")
        return value
    assert isinstance(element, FloatType)
    if kind == "int" and token.startswith("0x"):
        return float_bits_from_integer(cursor, token, start, element, negative=negative)
    if kind != "float":
        raise cursor.wrong_here("expected floating-point elements, but parsed integer", "hivm.parse.literal")
    value = float(token)
    return encode_float(-value if negative else value, element.name)


def _dense_string(cursor: Cursor, type: Type | None) -> Attribute:
    """``dense<"0x...">``: raw little-endian bytes; strings for other element types stay text."""
    literal_start, literal = cursor.start, cursor.take()
    cursor.expect(">")
    place = cursor.start
    shaped, element, sizes = _shaped_type(cursor, type)
    if not isinstance(element, IntegerType | IndexType | FloatType | ComplexType):
        return VerbatimElementsAttr("dense", utf8(literal), shaped)
    digits = literal[1:-1]
    if not re.fullmatch(r"0x(?:[0-9A-Fa-f]{2})*", digits):
        raise ParseError(
            literal_start, "expected string containing hex digits starting with `0x`", "hivm.parse.literal"
        )
    raw = bytes.fromhex(digits[2:])
    parts = 2 if isinstance(element, ComplexType) else 1
    inner = element.element if isinstance(element, ComplexType) else element
    width = 64 if isinstance(inner, IndexType) else cast("IntegerType | FloatType", inner).width
    count = math.prod(sizes) * parts
    if width == 1 and parts == 1:
        splat_byte = raw in (b"\xff", b"\x00")
        if splat_byte or (raw and len(raw) * 8 >= count):
            bits = [raw[0] & 1] if splat_byte else [(raw[i // 8] >> (i % 8)) & 1 for i in range(count)]
            return DenseElementsAttr(tuple(bits), shaped)
    size = 4 if inner is TF32 else max(1, (width + 7) // 8)
    if len(raw) % size or len(raw) // size not in (parts, count):
        raise ParseError(
            place, f"elements hex data size is invalid for provided type: '{shaped}'", "hivm.parse.literal"
        )
    signed = isinstance(inner, IndexType) or (isinstance(inner, IntegerType) and inner.signedness != "unsigned")
    values = tuple(
        int.from_bytes(raw[i : i + size], "little", signed=signed and width > 1) for i in range(0, len(raw), size)
    )
    if len(values) > parts and all(values[i] == values[i % parts] for i in range(len(values))):
        values = values[:parts]
    return DenseElementsAttr(values, shaped)


def _shaped_type(cursor: Cursor, type: Type | None) -> tuple[Type, Type, list[int]]:
    """The type of an elements literal with its element type and sizes."""
    if type is None:
        cursor.expect(":")
        type = parse_type(cursor)
    if isinstance(type, UnrankedTensorType | UnrankedMemRefType):
        raise cursor.wrong_here("elements literal type must have static shape")
    if not isinstance(type, TensorType | VectorType | MemRefType):
        raise cursor.wrong_here("elements literal must be a shaped type")
    if DYNAMIC in type.shape:
        raise cursor.wrong_here("elements literal type must have static shape")
    return type, type.element, list(type.shape)


def _dense_resource(cursor: Cursor, type: Type | None) -> Attribute:
    cursor.advance()
    return _verbatim_elements(cursor, type, "dense_resource")


def _sparse(cursor: Cursor, type: Type | None) -> Attribute:
    """``sparse<indices, values> : type``; both parts are printed as dense literals are."""
    cursor.advance()
    cursor.expect("<", " after 'sparse'")
    parts: list[str] = []
    if not cursor.has(">"):
        parts.append(_dense_text(cursor))
        cursor.expect(",")
        parts.append(_dense_text(cursor))
    cursor.expect(">")
    return VerbatimElementsAttr("sparse", ", ".join(parts), _shaped_type(cursor, type)[0])


def _dense_text(cursor: Cursor) -> str:
    """One literal of a sparse attribute: a single element when all are equal."""
    start = cursor.start
    literals: list[_Literal] = []
    _dense_level(cursor, literals)
    spelled = [("-" if negative else "") + token for _, token, _, negative in literals]
    if spelled and len(set(spelled)) == 1:
        return spelled[0]
    return re.sub(r",\s*", ", ", utf8(cursor.text[start : cursor.previous_end]))


def _verbatim_elements(cursor: Cursor, type: Type | None, keyword: str) -> Attribute:
    if cursor.tok != "<":
        raise cursor.wrong(f"expected '<' after '{keyword}'")
    start, end = dialect_body(cursor, cursor.start)
    cursor.reset(end + 1)
    if type is None:
        cursor.expect(":")
        type = parse_type(cursor)
    return VerbatimElementsAttr(keyword, utf8(cursor.text[start:end]), type)


def _distinct(cursor: Cursor, type: Type | None) -> Attribute:
    start = cursor.start
    cursor.advance()
    cursor.expect("[", " after 'distinct'")
    if cursor.kind != "int":
        raise cursor.wrong("expected distinct ID")
    cursor.advance()
    cursor.expect("]", " to close distinct ID")
    cursor.expect("<", " after distinct ID")
    if not cursor.accept(">"):
        parse_attribute(cursor)
        cursor.expect(">", " to close distinct attribute")
    return VerbatimAttr(utf8(cursor.text[start : cursor.previous_end]))


def _loc(cursor: Cursor, type: Type | None) -> Attribute:
    return parse_location(cursor, "inline location")


# --- locations ----------------------------------------------------------------------------------------------


def parse_location(cursor: Cursor, context: str = "location") -> LocationAttr:
    """``loc(...)`` with the cursor at ``loc``."""
    cursor.advance()
    cursor.expect("(", f" in {context}")
    body = _location_body(cursor)
    cursor.expect(")", f" in {context}")
    return LocationAttr(body)


def _location_body(cursor: Cursor) -> str:
    cursor.enter()
    body = _location(cursor)
    cursor.leave()
    return body


def _location(cursor: Cursor) -> str:
    kind, token = cursor.kind, cursor.tok
    if kind == "hash":
        alias, alias_start = token[1:], cursor.start
        known = cursor.environment.attributes.get(alias)
        cursor.advance()
        if isinstance(known, LocationAttr):
            return known.body
        if known is None and alias in cursor.environment.location_aliases:
            return token
        if known is None:
            # Location aliases may be defined further down; unknown ones are reported for the whole file.
            raise ParseError(alias_start, "operation location alias was never defined", "hivm.alias.undefined")
        raise cursor.wrong(f"expected location, but found '{known}'")
    if kind == "string":
        cursor.advance()
        if cursor.accept(":"):
            if cursor.kind != "int":
                raise cursor.wrong("expected integer line number in FileLineColLoc")
            line = cursor.take()
            cursor.expect(":", " in FileLineColLoc")
            if cursor.kind != "int":
                raise cursor.wrong("expected integer column number in FileLineColLoc")
            return f"{utf8(token)}:{line}:{cursor.take()}"
        if cursor.accept("("):
            child = _location_body(cursor)
            cursor.expect(")", " after child location of NameLoc")
            return f"{utf8(token)}({child})"
        return utf8(token)
    if token == "callsite":
        cursor.advance()
        cursor.expect("(", " in callsite location")
        callee = _location_body(cursor)
        if cursor.tok != "at":
            raise cursor.wrong("expected 'at' in callsite location")
        cursor.advance()
        caller = _location_body(cursor)
        cursor.expect(")", " in callsite location")
        return f"callsite({callee} at {caller})"
    if token == "fused":
        cursor.advance()
        metadata = ""
        if cursor.accept("<"):
            metadata = f"<{parse_attribute(cursor)}>"
            cursor.expect(">", " after fused location metadata")
        cursor.expect("[", " in fused location")
        inner = [_location_body(cursor)] if cursor.tok != "]" else []
        while cursor.accept(","):
            inner.append(_location_body(cursor))
        cursor.expect("]", " in fused location")
        return f"fused{metadata}[{', '.join(inner)}]"
    if token == "unknown":
        cursor.advance()
        return "unknown"
    raise cursor.wrong("expected location instance")


FLAGS: Final[dict[str, tuple[str, ...]]] = {
    "arith.fastmath": ("none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast"),
    "arith.overflow": ("none", "nsw", "nuw"),
}
"""Bit enums written as a list of words; printed in this order (``fast`` stands for all fast-math flags)."""
FLAG_SEPARATORS: Final = {"arith.fastmath": ",", "arith.overflow": ", "}


def canonical_flags(kind: str, words: Sequence[str]) -> str:
    """The printed list of a set of flags."""
    order = FLAGS[kind]
    chosen = {word for word in words if word != "none"}
    if kind == "arith.fastmath" and ("fast" in chosen or len(chosen) == len(order) - 2):
        return "fast"
    return FLAG_SEPARATORS[kind].join(word for word in order if word in chosen) or "none"


# --- dialect attributes -------------------------------------------------------------------------------------


def dialect_is_known(cursor: Cursor, dialect: str) -> bool:
    """Whether the build registers the dialect."""
    return registry(cast("Build", cursor.environment.build)).has_dialect(dialect)


def dialect_body(cursor: Cursor, position: int) -> tuple[int, int]:
    """The inside of the balanced ``<...>`` that opens at ``position``: start and end offsets."""
    text = cursor.text
    balanced = BALANCED.match(text, position)
    if balanced is not None and not _BRACKETS.search(text, position, balanced.end()):
        return position + 1, balanced.end() - 1
    closing: list[str] = []
    match = _BODY_TOKEN.match
    index, place = position, position
    while index < len(text):
        found = match(text, index)
        if found is None:
            raise string_error(text, index)
        token = found[0]
        index = found.end()
        if token[0] == '"':
            place = found.start()
        elif token in _OPENING:
            closing.append(_OPENING[token])
            if len(closing) > 200:
                raise ParseError(index - 1, "types or attributes nest too deeply", "hivm.parse.nesting")
        elif token in _CLOSING:
            if closing[-1] != token:
                break
            closing.pop()
            if not closing:
                return position + 1, index - 1
    raise ParseError(place, f"unbalanced '{_PARTNER[closing[-1]]}' character in pretty dialect name")


_BRACKETS: Final = pattern(r"[()\[\]{}]")
_BODY_TOKEN: Final = pattern(r"\"(?:[^\"\\\n]|\\.)*\"|->|[<>()\[\]{}]|[^<>()\[\]{}\"-]+|-")
_OPENING: Final = {"<": ">", "(": ")", "[": "]", "{": "}"}
_CLOSING: Final = frozenset(_OPENING.values())
_PARTNER: Final = {v: k for k, v in _OPENING.items()}


def parse_extended_attribute(cursor: Cursor) -> Attribute:
    """``#alias``, ``#dialect.kind<...>`` or ``#dialect<kind<...>>``."""
    token = cursor.tok[1:]
    name_end = cursor.end
    adjacent = cursor.text.startswith("<", name_end)
    if "." not in token and not adjacent:
        cursor.advance()
        known = cursor.environment.attributes.get(token)
        if known is None:
            raise cursor.wrong(f"undefined symbol alias id '{token}'", "hivm.alias.undefined")
        return known
    text = cursor.text
    if not adjacent:
        start = cursor.start
        cursor.advance()
        dialect, _, kind = token.partition(".")
        return _dialect_attribute(cursor, dialect, kind, None, start, start, name_end)
    balanced = BALANCED.match(text, name_end)
    key = text[cursor.start : balanced.end()] if balanced is not None else None
    environment = cursor.environment
    cache = _caches.setdefault(f"{environment.build}{environment.allow_unregistered}", {})
    if key is not None:
        known = cache.get(key)
        if known is None:
            known = environment.attribute_cache.get(key)
        if known is not None:
            cursor.reset(cast("re.Match[str]", balanced).end())
            return known
    start = cursor.start
    parsed = _extended_body(cursor, token, name_end)
    if key is not None and cursor.previous_end == start + len(key):
        if alias_references(key):
            cache = environment.attribute_cache
        if len(cache) >= _CACHE_LIMIT:
            cache.clear()
        cache[key] = parsed
    return parsed


def _extended_body(cursor: Cursor, token: str, name_end: int) -> Attribute:
    start = cursor.start
    inner_start, inner_end = dialect_body(cursor, name_end)
    dialect, _, kind = token.partition(".")
    if kind:
        return _dialect_attribute(cursor, dialect, kind, (inner_start, inner_end), start, inner_end + 1)
    match = _LONG_FORM.match(cursor.text, inner_start, inner_end)
    if match is None or (match.end() != inner_end and cursor.text[match.end()] != "<"):
        # The verbose form of an unregistered dialect: kept as text.
        raw = utf8(cursor.text[inner_start:inner_end])
        _check_dialect(cursor, dialect, raw, start)
        if dialect in _CLOSED_DIALECTS and dialect_is_known(cursor, dialect):
            raise ParseError(inner_start, "expected valid keyword")
        cursor.reset(inner_end + 1)
        return DialectAttr(dialect, "", raw)
    if match.end() == inner_end:
        return _dialect_attribute(cursor, dialect, match[1], None, start, inner_end + 1, match.end())
    deep_start, deep_end = dialect_body(cursor, match.end())
    return _dialect_attribute(cursor, dialect, match[1], (deep_start, deep_end), start, inner_end + 1)


_LONG_FORM: Final = pattern(r"\s*([A-Za-z_][\w.$]*)\s*")


def _check_dialect(cursor: Cursor, dialect: str, shown: str, position: int) -> None:
    if not cursor.environment.allow_unregistered and not dialect_is_known(cursor, dialect):
        raise ParseError(
            position,
            f'#"{dialect}"<"{shown}"> : \'none\' attribute created with unregistered dialect. If this is intended, '
            "please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the "
            "MLIR opt tool used",
            "hivm.parse.dialect",
        )


def _dialect_attribute(
    cursor: Cursor, dialect: str, kind: str, body: tuple[int, int] | None, start: int, end: int, name_end: int = 0
) -> Attribute:
    """Build the attribute from the offsets of its body; leaves the cursor behind it at ``end``."""
    raw = utf8(cursor.text[body[0] : body[1]]) if body is not None else None
    shown = kind if raw is None else f"{kind}<{raw}>"
    long_form = name_end and not cursor.text.startswith(".", start + 1 + len(dialect))
    _check_dialect(cursor, dialect, shown, start if long_form else start + 2 + len(dialect))
    facts = registry(cast("Build", cursor.environment.build))
    known = facts.attribute_kind(f"{dialect}.{kind}")
    if known is not None and body is None and known.kind != "unit" and "optional" not in known.form:
        raise ParseError(name_end, "expected '<'", place="behind")
    if raw is not None and f"{dialect}.{kind}" in FLAGS:
        canonical = canonical_flags(f"{dialect}.{kind}", [word.strip() for word in raw.split(",")])
    elif known is None:
        place = start + 2 + len(dialect)
        if dialect in _CLOSED_DIALECTS and dialect_is_known(cursor, dialect):
            if not kind:
                raise ParseError(place, "expected valid keyword")
            raise ParseError(place, f"unknown attribute `{kind}` in dialect `{dialect}`", "hivm.parse.attribute")
        if not facts.has_attributes(dialect) and dialect_is_known(cursor, dialect):
            raise ParseError(place, f"dialect '{dialect}' provides no attribute parsing hook", "hivm.parse.dialect")
        canonical = None if body is None else _canonical_body(cursor, body)
    elif known.kind == "unit":
        canonical = None
    elif known.kind == "enum" and body is not None:
        canonical = _enum_case(cursor, facts, known.enum or "", body)
    elif kind == "target_device_spec" and body is not None:
        canonical = _canonical_body(cursor, body)
        _check_device_spec(facts, canonical, body[0] - 1)
    elif kind == "data_layout" and body is not None:
        canonical = _data_layout(cursor, body)
    elif known.form.startswith(("<STRING>", "<SYMBOL>", "<UINT>", "<INT?>", "<linear_dim")) and body is not None:
        canonical = _parameter(cursor, known.form, body)
    else:
        canonical = None if body is None else _canonical_body(cursor, body)
    if (end >= 0 and body is not None) or end > start:
        cursor.reset(end)
    return DialectAttr(dialect, kind, canonical)


_CLOSED_DIALECTS: Final = frozenset({"hivm", "hacc", "annotation"})
"""Dialects all of whose attribute kinds are in the tables."""


def _parameter(cursor: Cursor, form: str, body: tuple[int, int]) -> str:
    """The only parameter of an attribute: a string, a symbol or a number."""
    inner = Cursor(cursor.text[: body[1] + 1], cursor.environment, body[0])
    prefix = ""
    if form.startswith("<linear_dim"):
        if inner.tok != "linear_dim":
            raise inner.wrong_at(inner.start, "expected 'linear_dim'")
        inner.advance()
        inner.expect("=")
        prefix = "linear_dim = "
    if form.startswith(("<STRING>", "<SYMBOL>")):
        if inner.kind != ("string" if form.startswith("<STRING>") else "at"):
            raise inner.wrong("expected attribute value")
        value = utf8(inner.take())
    elif form.startswith("<INT?>") and inner.start == body[1]:
        value = ""
    else:
        negative = inner.accept("-")
        if inner.kind != "int":
            if form.startswith("<INT?>"):
                raise inner.wrong("expected '>'")
            raise inner.wrong_at(inner.start, "expected integer value")
        number = decimal(inner.tok) if not inner.tok.startswith("0x") else int(inner.tok, 16)
        inner.advance()
        number = -(number or 0) if negative else number or 0
        value = str(number % (1 << 32) if form.startswith("<UINT>") else number)
    if inner.start != body[1]:
        raise inner.wrong("expected '>'")
    return prefix + value


def _enum_case(cursor: Cursor, facts: Registry, name: str, body: tuple[int, int]) -> str:
    """The case inside ``<...>``."""
    inner = Cursor(cursor.text[: body[1] + 1], cursor.environment, body[0])
    if inner.kind != "id":
        raise inner.wrong_at(inner.start, "expected valid keyword")
    enum = facts.enum(name)
    if enum is not None and all(case.text != inner.tok for case in enum.cases):
        raise ParseError(inner.start, enum.expected, "hivm.parse.enum")
    case = inner.take()
    if inner.start != body[1]:
        raise inner.wrong("expected '>'")
    return case


def _check_device_spec(facts: Registry, body: str, position: int) -> None:
    """The keys of a device description: known to the build, each at most once, no types."""
    enum = facts.enum("DeviceSpec")
    seen: set[str] = set()
    for entry in re.finditer(r'#dlti\.dl_entry<(?:"([^"]*)"|([^,]*)),', body):
        if entry[1] is None:
            raise ParseError(
                position, f"dlti.target_device_spec does not allow type as a key: '{entry[2]}'", "hivm.target.spec"
            )
        if enum is not None and all(case.text != entry[1] for case in enum.cases):
            raise ParseError(position, f'invalid target device spec: "{entry[1]}"', "hivm.target.spec")
        if entry[1] in seen:
            raise ParseError(position, f"repeated layout entry key: {entry[1]}", "hivm.target.spec")
        seen.add(entry[1])


def _data_layout(cursor: Cursor, body: tuple[int, int]) -> str:
    """``LAYOUT[, transpose = B][, fractalSizes = [..]]`` with the keys in the printed order."""
    inner = Cursor(cursor.text[: body[1] + 1], cursor.environment, body[0])
    if inner.kind != "id":
        raise inner.wrong_at(inner.start, "expected valid keyword")
    enum = registry(cast("Build", cursor.environment.build)).enum("DataLayout")
    if enum is not None and all(case.text != inner.tok for case in enum.cases):
        raise ParseError(inner.start, enum.expected, "hivm.parse.enum")
    layout = inner.take()
    options: dict[str, str] = {}
    while inner.accept(","):
        key = inner.take()
        inner.expect("=")
        if key not in ("transpose", "fractalSizes") or key in options:
            raise inner.wrong_at(inner.start, f"duplicate or unknown struct parameter name: {key}")
        if key == "transpose":
            if inner.tok not in ("true", "false"):
                raise inner.wrong_at(inner.start, "invalid kind of attribute specified")
            options[key] = inner.take()
        else:
            inner.expect("[")
            sizes: list[str] = []
            while inner.is_a("int"):
                sizes.append(inner.take())
                if not inner.accept(","):
                    break
            inner.expect("]")
            options[key] = f"[{', '.join(sizes)}]"
    if inner.start != body[1]:
        raise inner.wrong("expected '>'")
    if layout in ("dotA_ND", "dotB_ND"):
        if "transpose" not in options:
            message = "'transpose' must be set if data layout is DOTA_ND or DOTB_ND"
            raise ParseError(body[0] - 1, message, "hivm.parse.invalid")
    elif "transpose" in options and layout != "ND":
        message = "'transpose' is only valid if data layout is DOTA_ND or DOTB_ND or ND like"
        raise ParseError(body[0] - 1, message, "hivm.parse.invalid")
    printed = [f"{key} = {options[key]}" for key in ("transpose", "fractalSizes") if key in options]
    return ", ".join([layout, *printed])


_NO_SPACE_AFTER: Final = frozenset("<([{")
_NO_SPACE_BEFORE: Final = frozenset(">)]},")


def _canonical_body(cursor: Cursor, body: tuple[int, int]) -> str:
    """The body with the usual spacing and with aliases replaced by what they stand for."""
    try:
        inner = Cursor(cursor.text[: body[1]], cursor.environment, body[0])
        pieces: list[str] = []
        previous, glued = "<", True
        while inner.kind != "end":
            token, adjacent = inner.tok, inner.start == inner.previous_end
            if inner.kind == "hash" and ("." in token or _is_alias(inner)):
                piece = _text(parse_extended_attribute(inner))
            elif inner.kind == "bang" and _is_alias(inner):
                piece = str(parse_type(inner))
            else:
                piece = utf8(token)
                inner.advance()
            tight = (
                previous in _NO_SPACE_AFTER
                or token in _NO_SPACE_BEFORE
                or (token in ("<", "(", "[", ":", "::") and adjacent)
                or (previous in (":", "-", "?", "*") and adjacent)
                or (adjacent and not glued)
            )
            if pieces and not tight:
                pieces.append(" ")
            pieces.append(piece)
            previous, glued = token, token in (",", "=", ":", "->")
    except ParseError:
        return utf8(cursor.text[body[0] : body[1]]).strip()
    return "".join(pieces)


def _text(attribute: Attribute) -> str:
    """The printed form, without the printer for the kind that nests here."""
    if isinstance(attribute, DialectAttr) and attribute.kind:
        name = f"#{attribute.dialect}.{attribute.kind}"
        return name if attribute.body is None else f"{name}<{attribute.body}>"
    return str(attribute)


def _is_alias(cursor: Cursor) -> bool:
    name = cursor.tok[1:]
    aliases = cursor.environment.attributes if cursor.kind == "hash" else cursor.environment.types
    return "." not in name and name in aliases and not cursor.text.startswith("<", cursor.end)


_KEYWORDS: Final = {
    "affine_map": _affine_map,
    "affine_set": _affine_set,
    "array": _array,
    "dense": _dense,
    "dense_resource": _dense_resource,
    "distinct": _distinct,
    "false": _false,
    "loc": _loc,
    "sparse": _sparse,
    "strided": _strided,
    "true": _true,
    "unit": _unit,
}
__all__ = ["INTEGER_TYPE", "parse_attribute"]
