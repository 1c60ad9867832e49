"""Types from text, as MLIR's own parser reads them, with its error messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import AffineMapAttr, DialectAttr, IntegerAttr, StridedLayoutAttr
from hivm_passes.ir.parsing.lexer import BALANCED, INTEGER_TYPE, ParseError, alias_references, utf8
from hivm_passes.ir.types import (
    BF16,
    DYNAMIC,
    F16,
    F32,
    F64,
    FLOAT_WIDTHS,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    NONE,
    ComplexType,
    DialectType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    TupleType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.parsing.lexer import Cursor

MAX_INTEGER_WIDTH: Final = (1 << 24) - 1

SCALARS: Final[dict[str, Type]] = {
    "bf16": BF16,
    "f16": F16,
    "f32": F32,
    "f64": F64,
    "i1": I1,
    "i16": I16,
    "i32": I32,
    "i64": I64,
    "i8": I8,
    "index": INDEX,
    "none": NONE,
    **{name: FloatType(name) for name in FLOAT_WIDTHS},
}

_SHAPED: Final = frozenset({"memref", "tensor", "vector", "complex", "tuple"})
TYPE_KEYWORDS: Final = frozenset(SCALARS) | _SHAPED
_CACHE_LIMIT: Final = 1 << 14
_cache: dict[str, Type] = {}
_DIMENSION: Final = re.compile(r"(\?|[0-9]+)\s*x")


def starts_type(cursor: Cursor) -> bool:
    """Whether a type (other than a function type) may start at the current token."""
    kind = cursor.kind
    return kind == "bang" or (
        kind == "id" and (cursor.tok in TYPE_KEYWORDS or INTEGER_TYPE.match(cursor.tok) is not None)
    )


def parse_type(cursor: Cursor) -> Type:
    """A type, function types included."""
    return parse_function_type(cursor) if cursor.tok == "(" else parse_non_function_type(cursor)


def parse_non_function_type(cursor: Cursor) -> Type:
    """A type that is no bare function type."""
    token = cursor.tok
    scalar = SCALARS.get(token)
    if scalar is not None:
        cursor.advance()
        return scalar
    if cursor.kind == "id":
        if token in _SHAPED:
            return _cached(cursor, _SHAPED_PARSERS[token])
        if INTEGER_TYPE.match(token):
            return _integer_type(cursor)
    elif cursor.kind == "bang":
        return _cached(cursor, _extended_type)
    raise cursor.wrong("expected non-function type")


def parse_optional_type(cursor: Cursor) -> Type | None:
    """A type when one starts here, else None."""
    if cursor.tok == "(" or starts_type(cursor):
        return parse_type(cursor)
    return None


def parse_type_list(cursor: Cursor) -> list[Type]:
    """One or more types separated by commas."""
    found = [parse_type(cursor)]
    while cursor.tok == ",":
        cursor.advance()
        found.append(parse_type(cursor))
    return found


def parse_type_list_parens(cursor: Cursor) -> list[Type]:
    """A list of types in parentheses, possibly empty."""
    cursor.expect("(")
    if cursor.accept(")"):
        return []
    found = parse_type_list(cursor)
    cursor.expect(")")
    return found


def parse_function_type(cursor: Cursor) -> FunctionType:
    """``(inputs) -> results``."""
    cursor.enter()
    inputs = parse_type_list_parens(cursor)
    if cursor.tok != "->":
        raise cursor.wrong("expected '->' in function type")
    cursor.advance()
    results = parse_function_results(cursor)
    cursor.leave()
    return FunctionType(tuple(inputs), tuple(results))


def parse_function_results(cursor: Cursor) -> list[Type]:
    """Result types: a list in parentheses or one type."""
    if cursor.tok == "(":
        return parse_type_list_parens(cursor)
    return [parse_non_function_type(cursor)]


def _cached(cursor: Cursor, parse: Callable[[Cursor], Type]) -> Type:
    """Look the type's source text up before parsing it."""
    balanced = BALANCED.match(cursor.text, cursor.end)
    if balanced is None:
        return _nested(cursor, parse)
    text = cursor.text[cursor.start : balanced.end()]
    cache = _cache
    known = cache.get(text)
    if known is None:
        cache = cursor.environment.type_cache
        known = cache.get(text)
    if known is not None:
        cursor.reset(balanced.end())
        return known
    start = cursor.start
    parsed = _nested(cursor, parse)
    if cursor.previous_end == balanced.end() and cursor.text.startswith(text, start):
        cache = cursor.environment.type_cache if alias_references(text) else _cache
        if len(cache) >= _CACHE_LIMIT:
            cache.clear()
        cache[text] = parsed
    return parsed


def _nested(cursor: Cursor, parse: Callable[[Cursor], Type]) -> Type:
    cursor.enter()
    parsed = parse(cursor)
    cursor.leave()
    return parsed


def _integer_type(cursor: Cursor) -> Type:
    token = cursor.tok
    digits = token.lstrip("sui")
    if len(digits) > 10 or int(digits) > MAX_INTEGER_WIDTH:
        if len(digits) > 10:
            raise cursor.wrong_here("invalid integer width")
        raise cursor.wrong_at(cursor.start, f"integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits")
    cursor.advance()
    signedness = "signed" if token[0] == "s" else "unsigned" if token[0] == "u" else "signless"
    return IntegerType(int(digits), signedness)


def parse_dimensions(cursor: Cursor) -> list[int]:
    """``4x?x`` in front of an element type; leaves the cursor at the element type."""
    # The lexer's tokens do not follow the pieces of a shape, so the text is read directly.
    sizes: list[int] = []
    text, position = cursor.text, cursor.start
    while (match := _DIMENSION.match(text, position)) is not None:
        size = match[1]
        if size == "?":
            sizes.append(DYNAMIC)
        else:
            value = int(size) if len(size) < 20 else 1 << 63
            if value >= 1 << 63:
                cursor.reset(position)
                raise cursor.wrong("invalid dimension")
            sizes.append(value)
        position = match.end()
        while text[position : position + 1].isspace():
            position += 1
    if position != cursor.start:
        cursor.reset(position)
    if cursor.tok == "?" or cursor.kind == "int":
        cursor.advance()
        raise cursor.wrong("expected 'x' in dimension list")
    return sizes


def _expect_x(cursor: Cursor) -> None:
    """The ``x`` behind ``*``."""
    if cursor.kind != "id" or cursor.tok[0] != "x":
        raise cursor.wrong("expected 'x' in dimension list")
    cursor.reset(cursor.start + 1)


_MEMREF_ELEMENTS: Final = (IntegerType, IndexType, FloatType, ComplexType, VectorType, MemRefType, UnrankedMemRefType)
_TENSOR_ELEMENTS: Final = (*_MEMREF_ELEMENTS[:5], DialectType)


def _memref(cursor: Cursor) -> Type:
    from hivm_passes.ir.parsing.attributes import parse_attribute

    start = cursor.start
    cursor.advance()
    cursor.expect("<", " in memref type")
    unranked = cursor.accept("*")
    shape: list[int] = []
    if unranked:
        _expect_x(cursor)
    else:
        shape = parse_dimensions(cursor)
    element_start = cursor.start
    element = parse_type(cursor)
    if not isinstance(element, _MEMREF_ELEMENTS) and not _is_memref_element(element):
        raise cursor.wrong_at(element_start, "invalid memref element type")
    layout: Attribute | None = None
    space: Attribute | None = None
    if not cursor.accept(">"):
        if cursor.tok != ",":
            raise cursor.wrong("expected ',' or '>' in memref type")
        while cursor.accept(","):
            if cursor.has(">") and layout is None and space is None:
                raise cursor.wrong("expected list element")
            attribute = parse_attribute(cursor)
            if isinstance(attribute, AffineMapAttr | StridedLayoutAttr):
                if unranked:
                    raise cursor.wrong_here("cannot have affine map for unranked memref type")
                if space is not None:
                    raise cursor.wrong_here("expected memory space to be last in memref type")
                layout = attribute
            elif space is not None:
                raise cursor.wrong_here("multiple memory spaces specified in memref type")
            else:
                space = attribute
        if not cursor.accept(">"):
            raise cursor.wrong("expected ',' or '>'")
    if isinstance(space, IntegerAttr) and space.value == 0:
        space = None
    if space is not None and not _is_memory_space(space):
        raise cursor.wrong_at(start, "unsupported memory space Attribute")
    if unranked:
        return UnrankedMemRefType(element, space)
    if isinstance(layout, AffineMapAttr):
        if layout.map.dim_count != len(shape):
            raise cursor.wrong_at(
                start, f"memref layout mismatch between rank and affine map: {len(shape)} != {layout.map.dim_count}"
            )
        if layout.map.is_identity:
            layout = None
    elif isinstance(layout, StridedLayoutAttr) and len(layout.strides) != len(shape):
        raise cursor.wrong_at(start, "expected the number of strides to match the rank")
    return MemRefType(tuple(shape), element, layout, space)


def _is_memref_element(element: Type) -> bool:
    """Dialect types say themselves whether memrefs may hold them; those of unknown dialects may not."""
    return isinstance(element, DialectType) and element.name in _MEMREF_ELEMENT_TYPES


_MEMREF_ELEMENT_TYPES: Final = frozenset({"test.memref_element", "hivm.custom_element"})


def _is_memory_space(space: Attribute) -> bool:
    """Integers, strings, dictionaries and any dialect attribute are memory spaces."""
    from hivm_passes.ir.attributes import DictionaryAttr, StringAttr

    return isinstance(space, IntegerAttr | StringAttr | DictionaryAttr | DialectAttr)


def _tensor(cursor: Cursor) -> Type:
    from hivm_passes.ir.parsing.attributes import parse_optional_attribute

    cursor.advance()
    cursor.expect("<", " in tensor type")
    unranked = cursor.accept("*")
    shape: list[int] = []
    if unranked:
        _expect_x(cursor)
    else:
        shape = parse_dimensions(cursor)
    element_start = cursor.start
    element = parse_type(cursor)
    encoding = parse_optional_attribute(cursor) if cursor.accept(",") else None
    if not cursor.accept(">"):
        raise cursor.wrong("expected '>' in tensor type")
    if not isinstance(element, _TENSOR_ELEMENTS):
        raise cursor.wrong_at(element_start, "invalid tensor element type")
    if unranked:
        if encoding is not None:
            raise cursor.wrong_here("cannot apply encoding to unranked tensor")
        return UnrankedTensorType(element)
    return TensorType(tuple(shape), element, encoding)


def _vector(cursor: Cursor) -> Type:
    cursor.advance()
    cursor.expect("<", " in vector type")
    shape: list[int] = []
    scalable: list[bool] = []
    while cursor.kind == "int" or cursor.tok == "[":
        bracket = cursor.accept("[")
        if cursor.kind != "int":
            raise cursor.wrong("expected integer")
        token = cursor.tok
        if token.startswith("0x"):
            shape.append(0)
            cursor.reset(cursor.start + 1)
        else:
            shape.append(int(token) if len(token) < 20 else 1 << 62)
            cursor.advance()
        if bracket and not cursor.accept("]"):
            raise cursor.wrong("missing ']' closing scalable dimension")
        scalable.append(bracket)
        _expect_x(cursor)
    if any(size <= 0 for size in shape):
        raise cursor.wrong_here("vector types must have positive constant sizes")
    element_start = cursor.start
    element = parse_type(cursor)
    cursor.expect(">", " in vector type")
    if not isinstance(element, IntegerType | IndexType | FloatType):
        raise cursor.wrong_at(element_start, "vector elements must be int/index/float type")
    return VectorType(tuple(shape), element, tuple(scalable) if any(scalable) else ())


def _complex(cursor: Cursor) -> Type:
    cursor.advance()
    cursor.expect("<", " in complex type")
    element_start = cursor.start
    element = parse_type(cursor)
    if not cursor.accept(">"):
        raise cursor.wrong("expected '>' in complex type")
    if not isinstance(element, IntegerType | FloatType):
        raise cursor.wrong_at(element_start, "invalid element type for complex")
    return ComplexType(element)


def _tuple(cursor: Cursor) -> Type:
    cursor.advance()
    cursor.expect("<", " in tuple type")
    if cursor.accept(">"):
        return TupleType(())
    elements = parse_type_list(cursor)
    cursor.expect(">", " in tuple type")
    return TupleType(tuple(elements))


def _extended_type(cursor: Cursor) -> Type:
    """``!alias``, ``!dialect.name<...>`` or ``!dialect<...>``."""
    from hivm_passes.ir.parsing.attributes import dialect_body, dialect_is_known

    token, start = cursor.tok[1:], cursor.start
    adjacent = cursor.text.startswith("<", cursor.end)
    if "." not in token and not adjacent:
        cursor.advance()
        known = cursor.environment.types.get(token)
        if known is None:
            raise cursor.wrong(f"undefined symbol alias id '{token}'", "hivm.alias.undefined")
        return known
    name = token
    dialect, _, mnemonic = token.partition(".")
    body: str | None = None
    raw = ""
    name_end = cursor.end
    if adjacent:
        inner_start, inner_end = dialect_body(cursor, name_end)
        raw = utf8(cursor.text[inner_start:inner_end])
        if not mnemonic:
            # ``!dialect<name<...>>`` is the long spelling of ``!dialect.name<...>``.
            match = re.match(r"\s*([A-Za-z_][\w.$]*)\s*(?:<(.*)>)?\s*\Z", raw, re.DOTALL)
            if match is None:
                body = raw
            else:
                name, body = f"{dialect}.{match[1]}", match[2]
        else:
            body = raw
        cursor.reset(inner_end + 1)
    else:
        cursor.advance()
    data_start = start + 2 + len(dialect) if mnemonic else start
    if not dialect_is_known(cursor, dialect):
        if cursor.environment.allow_unregistered:
            return DialectType(name, body)
        shown = f"{mnemonic}<{body}>" if mnemonic and body is not None else mnemonic or raw or ""
        raise ParseError(
            data_start,
            f'`!"{dialect}"<"{shown}">` type created with unregistered dialect. If this is intended, please call '
            "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt "
            "tool used",
            "hivm.parse.dialect",
        )
    if not registry(cast("Build", cursor.environment.build)).has_types(dialect):
        raise ParseError(data_start, f"dialect '{dialect}' provides no type parsing hook", "hivm.parse.dialect")
    return DialectType(name, body)


_SHAPED_PARSERS: Final[dict[str, Callable[[Cursor], Type]]] = {
    "memref": _memref,
    "tensor": _tensor,
    "vector": _vector,
    "complex": _complex,
    "tuple": _tuple,
}
