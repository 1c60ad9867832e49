"""Hand-written forms on memrefs, tensors and vectors: memref, tensor, bufferization, vector, linalg."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.affine import AffineDim, AffineMap
from hivm_passes.ir.attributes import (
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    DialectAttr,
    StringAttr,
    TypeAttr,
    UnitAttr,
)
from hivm_passes.ir.parsing.affine import parse_affine_map_body
from hivm_passes.ir.parsing.assembly import dynamic_index_list, integer_array
from hivm_passes.ir.parsing.attributes import FALSE, parse_attribute, parse_dictionary
from hivm_passes.ir.parsing.header import NotARegion
from hivm_passes.ir.parsing.lexer import symbol_name, unquote
from hivm_passes.ir.parsing.types import parse_function_results, parse_non_function_type, parse_type, parse_type_list
from hivm_passes.ir.types import (
    INDEX,
    MemRefType,
    TensorType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.parsing.header import Operand, OpParser


# --- memref -----------------------------------------------------------------------------------------------------


def _global(parser: OpParser) -> None:
    """``"private" constant @name : T = value {..}``."""
    cursor = parser.cursor
    if cursor.kind == "string":
        parser.attributes["sym_visibility"] = StringAttr(unquote(cursor.take()))
    if cursor.tok == "constant":
        cursor.advance()
        parser.attributes["constant"] = UNIT
    if cursor.kind != "at":
        raise parser.error(cursor.start, "expected valid '@'-identifier for symbol name", "hivm.parse.expected")
    parser.attributes["sym_name"] = StringAttr(symbol_name(cursor.take()))
    cursor.expect(":")
    position = cursor.start
    type = parse_type(cursor)
    if not isinstance(type, MemRefType) or not type.has_static_shape:
        raise parser.error(position, f"type should be static shaped memref, but got '{type}'")
    parser.attributes["type"] = TypeAttr(type)
    if cursor.accept("="):
        if cursor.tok == "uninitialized":
            cursor.advance()
            parser.attributes["initial_value"] = UNIT
        else:
            parser.attributes["initial_value"] = parse_attribute(cursor, TensorType(type.shape, type.element))
    parser.attribute_dictionary()


def _memref_type(parser: OpParser, place: int | None = None) -> Type:
    """A memref type."""
    start = parser.cursor.start if place is None else place
    type = parse_type(parser.cursor)
    if not isinstance(type, MemRefType | UnrankedMemRefType):
        raise parser.error(start, "invalid kind of type specified", "hivm.parse.type")
    return type


def _memref_transpose(parser: OpParser) -> None:
    """``%m (d0, d1) -> (d1, d0) {..} : T to T``."""
    cursor = parser.cursor
    source = parser.operand()
    parser.attributes["permutation"] = AffineMapAttr(parse_affine_map_body(cursor))
    parser.attribute_dictionary()
    place = cursor.start
    cursor.expect(":")
    parser.add(source, _memref_type(parser, place))
    parser.keyword("to")
    parser.result_types.append(parse_type(cursor))


def _extract_strided_metadata(parser: OpParser) -> None:
    """``%m : T -> T, index, ..``."""
    cursor = parser.cursor
    source = parser.operand()
    cursor.expect(":")
    parser.add(source, _memref_type(parser))
    cursor.expect("->")
    parser.result_types.extend(parse_type_list(cursor))
    parser.attribute_dictionary()


# --- tensor and bufferization -----------------------------------------------------------------------------------


def _pad(parser: OpParser) -> None:
    """``%t nofold low[x] high[x] {region} {..} : T to T``."""
    cursor = parser.cursor
    source = parser.operand()
    if cursor.tok == "nofold":
        cursor.advance()
        parser.attributes["nofold"] = UNIT
    parser.keyword("low")
    low, parser.attributes["static_low"] = dynamic_index_list(parser)
    parser.keyword("high")
    high, parser.attributes["static_high"] = dynamic_index_list(parser)
    parser.region()
    parser.attribute_dictionary()
    cursor.expect(":")
    parser.add(source, parse_type(cursor))
    parser.add_all([*low, *high], [INDEX] * (len(low) + len(high)), parser.name_start)
    parser.keyword("to")
    parser.result_types.append(parse_type(cursor))
    parser.segments = (1, len(low), len(high))


def _generate(parser: OpParser) -> None:
    """``%d, .. {region} {..} : T``."""
    cursor = parser.cursor
    operands = parser.operand_list()
    parser.add_all(operands, [INDEX] * len(operands), parser.name_start)
    parser.region()
    parser.attribute_dictionary()
    cursor.expect(":")
    parser.result_types.append(parse_type(cursor))


def _alloc_tensor(parser: OpParser) -> None:
    """``(%d..) copy(%t) size_hint=%n {..} : T``."""
    cursor = parser.cursor
    sizes = parser.operand_list_in("(", ")")
    copy: list[Operand] = []
    hint: list[Operand] = []
    if cursor.tok == "copy":
        cursor.advance()
        cursor.expect("(")
        copy = [parser.operand()]
        cursor.expect(")")
    if cursor.tok == "size_hint":
        cursor.advance()
        cursor.expect("=")
        hint = [parser.operand()]
    parser.attribute_dictionary()
    cursor.expect(":")
    start = cursor.start
    type = parse_type(cursor)
    if not isinstance(type, TensorType | UnrankedTensorType):
        raise parser.error(start, "invalid kind of type specified", "hivm.parse.type")
    parser.add_all(sizes, [INDEX] * len(sizes), parser.name_start)
    for operand in copy:
        parser.add(operand, type)
    for operand in hint:
        parser.add(operand, INDEX)
    parser.segments = (len(sizes), len(copy), len(hint))
    parser.result_types.append(type)


# --- vector -----------------------------------------------------------------------------------------------------


def _transfer_types(parser: OpParser) -> list[Type]:
    cursor = parser.cursor
    cursor.expect(":")
    position = cursor.start
    types = parse_type_list(cursor)
    if len(types) != 2:
        raise parser.error(position, "requires two types")
    return types


def _transfer_attributes(parser: OpParser, shaped: Type, vector: Type) -> None:
    """The attributes that are left out when they have their default."""
    if not (isinstance(vector, VectorType) and isinstance(shaped, MemRefType | TensorType)):
        return
    known = parser.attributes.get("permutation_map")
    if known is None:
        element = shaped.element
        inner = len(element.shape) if isinstance(element, VectorType) else 0
        rank, count = len(shaped.shape), len(vector.shape) - inner
        dims = tuple(AffineDim(i) for i in range(max(0, rank - count), rank))
        parser.attributes["permutation_map"] = AffineMapAttr(AffineMap(rank, 0, dims))
        results = len(dims)
    else:
        results = len(known.map.results) if isinstance(known, AffineMapAttr) else 0
    if "in_bounds" not in parser.attributes:
        parser.attributes["in_bounds"] = ArrayAttr((FALSE,) * results)


def _mask_type(vector: Type) -> Type:
    from hivm_passes.ir.types import I1

    return VectorType(vector.shape, I1, vector.scalable) if isinstance(vector, VectorType) else I1


def _transfer_read(parser: OpParser) -> None:
    """``%m[%i..], %padding (, %mask)? {..} : T, T``."""
    cursor = parser.cursor
    source = parser.operand()
    indices = parser.operand_list_in("[", "]")
    cursor.expect(",")
    padding = parser.operand()
    mask = parser.operand() if cursor.accept(",") else None
    parser.attribute_dictionary()
    shaped, vector = _transfer_types(parser)
    parser.add(source, shaped)
    parser.add_all(indices, [INDEX] * len(indices), parser.name_start)
    parser.add(padding, getattr(shaped, "element", None))
    _transfer_attributes(parser, shaped, vector)
    if mask is not None:
        parser.add(mask, _transfer_mask(parser, vector))
    parser.segments = (1, len(indices), 1, int(mask is not None))
    parser.result_types.append(vector)


def _transfer_write(parser: OpParser) -> None:
    """``%v, %m[%i..] (, %mask)? {..} : T, T``."""
    cursor = parser.cursor
    value = parser.operand()
    cursor.expect(",")
    source = parser.operand()
    indices = parser.operand_list_in("[", "]")
    mask = parser.operand() if cursor.accept(",") else None
    parser.attribute_dictionary()
    vector, shaped = _transfer_types(parser)
    parser.add(value, vector)
    parser.add(source, shaped)
    parser.add_all(indices, [INDEX] * len(indices), parser.name_start)
    _transfer_attributes(parser, shaped, vector)
    if mask is not None:
        parser.add(mask, _transfer_mask(parser, vector))
    parser.segments = (1, 1, len(indices), int(mask is not None))
    if isinstance(shaped, TensorType):
        parser.result_types.append(shaped)


def _transfer_mask(parser: OpParser, vector: Type) -> Type | None:
    """The mask's type where the permutation map is a minor identity; unknown otherwise."""
    known = parser.attributes.get("permutation_map")
    if isinstance(known, AffineMapAttr) and isinstance(vector, VectorType):
        map = known.map
        first = map.dim_count - len(map.results)
        if all(isinstance(r, AffineDim) and r.position == first + i for i, r in enumerate(map.results)):
            return _mask_type(vector)
    return None


# --- linalg -----------------------------------------------------------------------------------------------------


def _clause(parser: OpParser, word: str) -> tuple[list[Operand], list[Type], int]:
    """``ins(%a, %b : T, T)``."""
    cursor = parser.cursor
    parser.keyword(word)
    position = cursor.start
    cursor.expect("(")
    operands = parser.operand_list()
    cursor.expect(":")
    types = parse_type_list(cursor)
    cursor.expect(")")
    return operands, types, position


def _ins_outs(parser: OpParser) -> tuple[int, list[Type]]:
    """Both clauses, the first optional: number of inputs and the types of the outputs."""
    inputs: list[Operand] = []
    if parser.cursor.tok == "ins":
        inputs, types, position = _clause(parser, "ins")
        parser.add_all(inputs, types, position)
    outputs: list[Operand] = []
    types = []
    if parser.cursor.tok == "outs":
        outputs, types, position = _clause(parser, "outs")
        parser.add_all(outputs, types, position)
    parser.segments = (len(inputs), len(outputs))
    return len(inputs), types


def _tensors(types: list[Type]) -> list[Type]:
    return [t for t in types if isinstance(t, TensorType | UnrankedTensorType)]


def _named(parser: OpParser) -> None:
    """``{..} ins(..) outs(..) -> T``: the body is implied by the operation."""
    cursor = parser.cursor
    if cursor.accept("<"):
        parser.attributes.update(parse_dictionary(cursor))
        cursor.expect(">")
    parser.attribute_dictionary()
    _ins_outs(parser)
    expected = parser.info.traits.get("named_inputs") if parser.info is not None else None
    if expected is not None and expected + 1 != len(parser.operands):
        raise parser.error(
            cursor.start,
            f"[parseNamedStructuredOpRegion] ods-gen generated region expects {expected + 1} args, got "
            f"{len(parser.operands)}",
            "hivm.parse.operand-count",
        )
    if cursor.accept("->"):
        parser.result_types.extend(parse_function_results(cursor) if cursor.has("(") else parse_type_list(cursor))


def _generic(parser: OpParser) -> None:
    """``{..} ins(..) outs(..) attrs = {..} {region} -> T``."""
    cursor = parser.cursor
    parser.attribute_dictionary()
    _iterator_types(parser)
    _ins_outs(parser)
    if cursor.tok == "attrs":
        cursor.advance()
        cursor.expect("=")
        parser.attribute_dictionary()
    parser.region()
    if cursor.accept("->"):
        if cursor.has("("):
            parser.result_types.extend(parse_function_results(cursor))
        else:
            parser.result_types.append(parse_non_function_type(cursor))


def _iterator_types(parser: OpParser) -> None:
    """``["parallel"]`` is stored as an array of ``#linalg.iterator_type``."""
    known = parser.attributes.get("iterator_types")
    if isinstance(known, ArrayAttr):
        converted: list[Attribute] = [
            DialectAttr("linalg", "iterator_type", e.value) if isinstance(e, StringAttr) else e for e in known.elements
        ]
        parser.attributes["iterator_types"] = ArrayAttr(tuple(converted))


def _shorthand(parser: OpParser) -> bool:
    """``{ arith.addf {..} }`` in front of the clauses stands for a body of that one operation."""
    cursor = parser.cursor
    if cursor.tok != "{":
        return False
    cut = parser.cuts.get(cursor.start)
    if cut is not None:
        raise NotARegion(cut)
    cursor.advance()
    if cursor.kind != "id":
        raise parser.error(cursor.start, "expected valid keyword")
    cursor.advance()
    if cursor.has("{"):
        parse_dictionary(cursor)
    cursor.expect("}")
    return True


def _body_arguments(parser: OpParser) -> list[tuple[Operand | None, Type, None]]:
    cursor = parser.cursor
    arguments: list[tuple[Operand | None, Type, None]] = []
    cursor.expect("(")
    if cursor.tok != ")":
        while True:
            name = parser.operand()
            cursor.expect(":")
            arguments.append((name, parse_type(cursor), None))
            if not cursor.accept(","):
                break
    cursor.expect(")")
    return arguments


def _map_or_reduce(parser: OpParser) -> None:
    """``ins(..) outs(..) (dimensions = [..])? {..} (%a: T, ..) {region}``."""
    cursor = parser.cursor
    shorthand = _shorthand(parser)
    _, types = _ins_outs(parser)
    if parser.name == "linalg.reduce":
        parser.keyword("dimensions")
        cursor.expect("=")
        parser.attributes["dimensions"] = integer_array(parser)
    parser.segments = None
    parser.attribute_dictionary()
    parser.result_types.extend(_tensors(types))
    if not shorthand:
        parser.region(_body_arguments(parser))


def _broadcast_or_transpose(parser: OpParser) -> None:
    """``ins(..) outs(..) dimensions|permutation = [..] {..}``."""
    cursor = parser.cursor
    _, types = _ins_outs(parser)
    parser.segments = None
    word = "permutation" if parser.name == "linalg.transpose" else "dimensions"
    parser.keyword(word)
    cursor.expect("=")
    parser.attributes[word] = integer_array(parser)
    parser.attribute_dictionary()
    parser.result_types.extend(_tensors(types))


SHAPED_FORMS: Final[dict[str, Callable[[OpParser], None]]] = {
    "bufferization.alloc_tensor": _alloc_tensor,
    "linalg.broadcast": _broadcast_or_transpose,
    "linalg.generic": _generic,
    "linalg.map": _map_or_reduce,
    "linalg.reduce": _map_or_reduce,
    "linalg.transpose": _broadcast_or_transpose,
    "memref.extract_strided_metadata": _extract_strided_metadata,
    "memref.global": _global,
    "memref.transpose": _memref_transpose,
    "tensor.generate": _generate,
    "tensor.pad": _pad,
    "vector.transfer_read": _transfer_read,
    "vector.transfer_write": _transfer_write,
}
"""Operations whose form no table can tell."""

named_structured = _named
__all__ = ["SHAPED_FORMS", "UnitAttr", "named_structured"]
