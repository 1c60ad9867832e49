"""Custom forms: picks the parser of an operation by its name; hand-written forms of upstream operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.affine import AffineConstant, AffineDim, AffineMap, AffineSymbol
from hivm_passes.ir.attributes import (
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hivm_passes.ir.parsing.assembly import add_defaults, parse_assembly
from hivm_passes.ir.parsing.attributes import parse_attribute, parse_dictionary, parse_location, parse_symbol
from hivm_passes.ir.parsing.lexer import ParseError, symbol_name
from hivm_passes.ir.parsing.types import (
    parse_function_results,
    parse_function_type,
    parse_type,
    parse_type_list,
    parse_type_list_parens,
)
from hivm_passes.ir.parsing.verbatim import parse_verbatim
from hivm_passes.ir.types import I1, I32, INDEX, FunctionType, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.attributes import Attribute, LocationAttr
    from hivm_passes.ir.parsing.header import Operand, OpParser


def parse_custom(parser: OpParser) -> None:
    """The operation whose name is the current token."""
    cursor = parser.cursor
    written = cursor.tok
    facts = parser.facts
    name = written
    if not facts.knows_op(name):
        if "." not in name:
            name = f"{parser.default_dialect}.{name}"
        if not facts.knows_op(name):
            _unknown(parser, written, name)
    parser.name = name
    info = parser.info = facts.get(name)
    cursor.advance()
    form = FORMS.get(name)
    if form is not None:
        form(parser)
    elif info is not None and info.asm is not None:
        parse_assembly(parser, info)
    else:
        parse_verbatim(parser)


def _unknown(parser: OpParser, written: str, name: str) -> None:
    """The compiler's sentence for a name that no table knows."""
    dialect = name.split(".", 1)[0]
    tried = f" (tried '{name}' as well)" if name != written else ""
    parser.name = name
    if parser.facts.has_dialect(dialect):
        message = f"custom op '{written}' is unknown{tried}"
    else:
        message = f"Dialect `{dialect}' not found for custom op '{written}' {tried}"
    raise ParseError(parser.cursor.start, message, "hivm.parse.unknown-op")


# --- builtin and func -------------------------------------------------------------------------------------------


def _module(parser: OpParser) -> None:
    """``module @name attributes {..} {region}``."""
    cursor = parser.cursor
    if cursor.kind == "at":
        parser.attributes["sym_name"] = StringAttr(symbol_name(cursor.take()))
    parser.attribute_dictionary_with_keyword()
    parser.region(default_dialect="builtin")


def _func(parser: OpParser) -> None:
    """``func.func visibility @name(arguments) -> results attributes {..} {region}``."""
    cursor = parser.cursor
    if cursor.kind == "id" and cursor.tok in ("public", "private", "nested"):
        parser.attributes["sym_visibility"] = StringAttr(cursor.take())
    if cursor.kind != "at":
        raise cursor.wrong("expected valid '@'-identifier for symbol name")
    parser.attributes["sym_name"] = StringAttr(symbol_name(cursor.take()))
    arguments, inputs, argument_attributes = _function_arguments(parser)
    results: list[Type] = []
    result_attributes: list[DictionaryAttr] = []
    if cursor.accept("->"):
        results, result_attributes = _function_results(parser)
    parser.attributes["function_type"] = TypeAttr(FunctionType(tuple(inputs), tuple(results)))
    if cursor.tok == "attributes":
        start = cursor.end
        cursor.advance()
        del start
        position = cursor.start
        extra = parse_dictionary(cursor)
        for name in ("sym_name", "function_type", "sym_visibility"):
            if name in extra:
                raise parser.error(
                    position,
                    f"attribute '{name}' is an inferred attribute and should not be specified in the explicit "
                    "attribute dictionary"
                    if False
                    else f"found inferred attribute '{name}' in the explicit attribute dictionary"
                    if False
                    else f"attribute '{name}' occurs more than once in the attribute list",
                )
        parser.attributes.update(extra)
    if any(a.entries for a in argument_attributes):
        parser.attributes["arg_attrs"] = ArrayAttr(tuple(argument_attributes))
    if any(a.entries for a in result_attributes):
        parser.attributes["res_attrs"] = ArrayAttr(tuple(result_attributes))
    if cursor.tok == "{":
        parser.region(arguments, default_dialect="func")
    else:
        parser.no_region()


_Argument = tuple["Operand | None", Type, "LocationAttr | None"]
_NO_ATTRIBUTES: Final = DictionaryAttr(())


def _function_arguments(parser: OpParser) -> tuple[list[_Argument], list[Type], list[DictionaryAttr]]:
    cursor = parser.cursor
    arguments: list[_Argument] = []
    types: list[Type] = []
    attributes: list[DictionaryAttr] = []
    cursor.expect("(")
    if cursor.accept(")"):
        return arguments, types, attributes
    named: bool | None = None
    while True:
        if cursor.kind == "value":
            if named is False:
                raise cursor.wrong("expected type instead of SSA identifier")
            named = True
            name = parser.operand()
            cursor.expect(":")
        else:
            if named:
                raise cursor.wrong("expected SSA identifier")
            named = False
            name = None
        type = parse_type(cursor)
        entries = tuple(sorted(parse_dictionary(cursor).items())) if cursor.tok == "{" else ()
        location = parse_location(cursor) if cursor.tok == "loc" else None
        if name is not None:
            arguments.append((name, type, location))
        types.append(type)
        attributes.append(DictionaryAttr(entries) if entries else _NO_ATTRIBUTES)
        if not cursor.accept(","):
            break
    cursor.expect(")")
    return arguments, types, attributes


def _function_results(parser: OpParser) -> tuple[list[Type], list[DictionaryAttr]]:
    cursor = parser.cursor
    if cursor.tok != "(":
        return [parse_type(cursor)], []
    cursor.advance()
    types: list[Type] = []
    attributes: list[DictionaryAttr] = []
    if cursor.accept(")"):
        return types, attributes
    while True:
        types.append(parse_type(cursor))
        entries = tuple(sorted(parse_dictionary(cursor).items())) if cursor.tok == "{" else ()
        attributes.append(DictionaryAttr(entries) if entries else _NO_ATTRIBUTES)
        if not cursor.accept(","):
            break
    cursor.expect(")")
    return types, attributes


def _typed_operands(parser: OpParser) -> None:
    """``{..} %a, %b : T, T`` (return, yield)."""
    cursor = parser.cursor
    parser.attribute_dictionary()
    position = cursor.start
    operands = parser.operand_list()
    if operands:
        cursor.expect(":")
        parser.add_all(operands, parse_type_list(cursor), position)


def _call(parser: OpParser) -> None:
    """``@f(%a) {..} : (T) -> T``."""
    cursor = parser.cursor
    if cursor.kind != "at":
        if cursor.kind == "id" or cursor.tok in ("[", "{", "-") or cursor.kind in ("int", "string", "float"):
            raise parser.error(cursor.start, "invalid kind of attribute specified", "hivm.parse.attribute")
        raise cursor.wrong("expected attribute value")
    parser.attributes["callee"] = parse_symbol(cursor)
    cursor.expect("(")
    position = cursor.start
    operands = parser.operand_list()
    cursor.expect(")")
    parser.attribute_dictionary()
    cursor.expect(":")
    type = _function_type(parser)
    parser.add_all(operands, type.inputs, position)
    parser.result_types.extend(type.results)


def _function_type(parser: OpParser) -> FunctionType:
    cursor = parser.cursor
    position = cursor.start
    if cursor.tok != "(":
        parse_type(cursor)
        raise parser.error(position, "invalid kind of type specified", "hivm.parse.type")
    return parse_function_type(cursor)


# --- arith ------------------------------------------------------------------------------------------------------


def _constant(parser: OpParser) -> None:
    """``{..} value``."""
    cursor = parser.cursor
    parser.attribute_dictionary()
    start = cursor.start
    value = parse_attribute(cursor)
    type = getattr(value, "type", None)
    if not isinstance(type, Type) or isinstance(value, TypeAttr):
        raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
    parser.attributes["value"] = value
    parser.result_types.append(type)


def _select(parser: OpParser) -> None:
    """``%c, %a, %b {..} : T`` or ``: Tc, T``."""
    cursor = parser.cursor
    position = cursor.start
    operands = [parser.operand()]
    cursor.expect(",")
    operands.append(parser.operand())
    cursor.expect(",")
    operands.append(parser.operand())
    parser.attribute_dictionary()
    cursor.expect(":")
    type = parse_type(cursor)
    condition: Type = I1
    if cursor.accept(","):
        condition, type = type, parse_type(cursor)
    parser.add_all(operands, [condition, type, type], position)
    parser.result_types.append(type)


# --- scf --------------------------------------------------------------------------------------------------------


def _assignments(parser: OpParser) -> tuple[list[Operand], list[Operand]]:
    """``(%x = %a, ..)``: names and values."""
    cursor = parser.cursor
    names: list[Operand] = []
    values: list[Operand] = []
    cursor.expect("(")
    if cursor.tok != ")":
        while True:
            names.append(parser.operand())
            if not cursor.accept("="):
                raise cursor.wrong("expected '='")
            values.append(parser.operand())
            if not cursor.accept(","):
                break
    cursor.expect(")")
    return names, values


def _arrow_types(parser: OpParser) -> list[Type]:
    """``-> (T, ..)`` or ``-> T``."""
    cursor = parser.cursor
    if cursor.tok != "->":
        raise cursor.wrong("expected '->'")
    cursor.advance()
    if cursor.tok == "(":
        return parse_type_list_parens(cursor)
    return parse_type_list(cursor)


def _for(parser: OpParser) -> None:
    cursor = parser.cursor
    induction = parser.operand()
    if not cursor.accept("="):
        raise cursor.wrong("expected '='")
    bounds_start = cursor.start
    bounds = [parser.operand()]
    parser.keyword("to")
    bounds.append(parser.operand())
    parser.keyword("step")
    bounds.append(parser.operand())
    names: list[Operand] = []
    values: list[Operand] = []
    types: list[Type] = []
    if cursor.tok == "iter_args":
        cursor.advance()
        names, values = _assignments(parser)
        types = _arrow_types(parser)
    if len(names) != len(types):
        raise parser.error(
            parser.name_start,
            "mismatch in number of loop-carried values and defined values",
            "hivm.parse.result-count",
        )
    type: Type = INDEX
    if cursor.accept(":"):
        type = parse_type(cursor)
    parser.add_all(bounds, [type, type, type], bounds_start)
    parser.add_all(values, types, bounds_start)
    parser.result_types.extend(types)
    arguments: list[_Argument] = [(induction, type, None)]
    arguments.extend((name, t, None) for name, t in zip(names, types, strict=True))
    parser.region(arguments, "scf.yield" if not types else None)
    parser.attribute_dictionary()


def _if(parser: OpParser) -> None:
    cursor = parser.cursor
    condition = parser.operand()
    parser.add(condition, I1)
    if cursor.tok == "->":
        parser.result_types.extend(_arrow_types(parser))
    implicit = None if parser.result_types else "scf.yield"
    parser.region(implicit_terminator=implicit)
    if cursor.tok == "else":
        cursor.advance()
        parser.region(implicit_terminator=implicit)
    else:
        parser.no_region()
    parser.attribute_dictionary()


def _while(parser: OpParser) -> None:
    cursor = parser.cursor
    names: list[Operand] = []
    values: list[Operand] = []
    if cursor.tok == "(":
        names, values = _assignments(parser)
    cursor.expect(":")
    type_start = cursor.start
    type = parse_type(cursor)
    if not isinstance(type, FunctionType):
        raise parser.error(type_start, "invalid kind of type specified", "hivm.parse.type")
    if len(type.inputs) != len(values):
        raise parser.error(
            type_start,
            f"expected as many input types as operands (expected {len(values)} got {len(type.inputs)})",
            "hivm.parse.operand-count",
        )
    parser.add_all(values, type.inputs, parser.name_start)
    parser.result_types.extend(type.results)
    parser.region([(name, t, None) for name, t in zip(names, type.inputs, strict=True)])
    parser.keyword("do")
    parser.region()
    parser.attribute_dictionary_with_keyword()


def _condition(parser: OpParser) -> None:
    """``(%c) {..} %a, .. : T, ..``."""
    cursor = parser.cursor
    cursor.expect("(")
    parser.add(parser.operand(), I1)
    cursor.expect(")")
    _typed_operands(parser)


def _execute_region(parser: OpParser) -> None:
    cursor = parser.cursor
    if cursor.accept("->"):
        parser.result_types.extend(parse_function_results(cursor))
    parser.region(implicit_terminator=None)
    parser.attribute_dictionary()


def _scope(parser: OpParser) -> None:
    """``: () -> T {region} {attributes}``."""
    cursor = parser.cursor
    cursor.expect(":")
    position = cursor.start
    type = parse_type(cursor)
    if not isinstance(type, FunctionType):
        raise parser.error(position, "invalid kind of type specified", "hivm.parse.type")
    parser.result_types.extend(type.results)
    parser.region(implicit_terminator=None if type.results else "scope.return")
    parser.attribute_dictionary()
    if parser.attributes.get("no_inline", UNIT) is not UNIT:
        del parser.attributes["no_inline"]


# --- affine -----------------------------------------------------------------------------------------------------


def _map_operands(parser: OpParser) -> tuple[list[Operand], list[Operand]]:
    """``(%d..)[%s..]``."""
    cursor = parser.cursor
    dims = parser.operand_list_in("(", ")")
    symbols = parser.operand_list_in("[", "]") if cursor.tok == "[" else []
    return dims, symbols


def _affine_apply(parser: OpParser) -> None:
    """``#map(%d..)[%s..] {..}``; min and max too."""
    cursor = parser.cursor
    start = cursor.start
    found = parse_attribute(cursor)
    if not isinstance(found, AffineMapAttr):
        raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
    dims, symbols = _map_operands(parser)
    parser.attribute_dictionary()
    map = found.map
    if len(dims) != map.dim_count or len(dims) + len(symbols) != map.dim_count + map.symbol_count:
        if parser.name == "affine.apply":
            raise parser.error(parser.name_start, "dimension or symbol index mismatch", "hivm.parse.operand-count")
        if len(dims) != map.dim_count:
            raise parser.error(
                parser.name_start, "dimension operand count and index mismatch" if False else "dim count mismatch"
            )
    parser.attributes["map"] = found
    operands = [*dims, *symbols]
    parser.add_all(operands, [INDEX] * len(operands), start)
    parser.result_types.append(INDEX)


def _affine_bound(parser: OpParser, function: str) -> tuple[AffineMapAttr, list[Operand]]:
    """A loop bound: a constant, a value, or ``max|min`` of a map."""
    cursor = parser.cursor
    multiple = cursor.tok == function
    if multiple:
        cursor.advance()
    if cursor.kind == "value":
        symbol = AffineMap(0, 1, (AffineSymbol(0),))
        return AffineMapAttr(symbol), [parser.operand()]
    start = cursor.start
    found = parse_attribute(cursor, INDEX)
    if isinstance(found, AffineMapAttr):
        dims, symbols = _map_operands(parser)
        return found, [*dims, *symbols]
    if isinstance(found, IntegerAttr):
        return AffineMapAttr(AffineMap(0, 0, (AffineConstant(found.value),))), []
    raise parser.error(start, "expected valid affine map representation for loop bounds")


def _affine_for(parser: OpParser) -> None:
    cursor = parser.cursor
    induction = parser.operand()
    cursor.expect("=")
    lower, lower_operands = _affine_bound(parser, "max")
    parser.keyword("to")
    upper, upper_operands = _affine_bound(parser, "min")
    step: Attribute = IntegerAttr(1, INDEX)
    if cursor.tok == "step":
        cursor.advance()
        step = parse_attribute(cursor, INDEX)
    names: list[Operand] = []
    values: list[Operand] = []
    types: list[Type] = []
    if cursor.tok == "iter_args":
        cursor.advance()
        names, values = _assignments(parser)
        types = _arrow_types(parser)
        if len(types) != len(names):
            raise parser.error(parser.name_start, "mismatch between the number of loop-carried values and results")
    parser.attributes.update(lowerBoundMap=lower, upperBoundMap=upper, step=step)
    bounds = [*lower_operands, *upper_operands]
    parser.add_all(bounds, [INDEX] * len(bounds), parser.name_start)
    parser.add_all(values, types, parser.name_start)
    parser.segments = (len(lower_operands), len(upper_operands), len(values))
    parser.result_types.extend(types)
    arguments: list[_Argument] = [(induction, INDEX, None)]
    arguments.extend((name, t, None) for name, t in zip(names, types, strict=True))
    parser.region(arguments, "affine.yield" if not types else None)
    parser.attribute_dictionary()


# --- cf ---------------------------------------------------------------------------------------------------------


def _successor_with_arguments(parser: OpParser) -> int:
    """``^bb(%a : T)``; returns the number of arguments."""
    cursor = parser.cursor
    parser.successor()
    if not cursor.accept("("):
        return 0
    position = cursor.start
    operands = parser.operand_list()
    cursor.expect(":")
    parser.add_all(operands, parse_type_list(cursor), position)
    cursor.expect(")")
    return len(operands)


def _br(parser: OpParser) -> None:
    _successor_with_arguments(parser)
    parser.attribute_dictionary()


def _cond_br(parser: OpParser) -> None:
    cursor = parser.cursor
    parser.add(parser.operand(), I1)
    cursor.expect(",")
    true_count = _successor_with_arguments(parser)
    cursor.expect(",")
    false_count = _successor_with_arguments(parser)
    parser.segments = (1, true_count, false_count)
    parser.attribute_dictionary()


FORMS: Final[dict[str, Callable[[OpParser], None]]] = {
    "affine.apply": _affine_apply,
    "affine.for": _affine_for,
    "affine.max": _affine_apply,
    "affine.min": _affine_apply,
    "affine.yield": _typed_operands,
    "arith.constant": _constant,
    "arith.select": _select,
    "builtin.module": _module,
    "cf.br": _br,
    "cf.cond_br": _cond_br,
    "func.call": _call,
    "func.func": _func,
    "func.return": _typed_operands,
    "linalg.yield": _typed_operands,
    "scf.condition": _condition,
    "scf.execute_region": _execute_region,
    "scf.for": _for,
    "scf.if": _if,
    "scf.while": _while,
    "scf.yield": _typed_operands,
    "scope.scope": _scope,
    "tensor.yield": _typed_operands,
}
"""Operations whose form no table can tell."""
__all__ = ["I32", "AffineDim", "DenseArrayAttr", "SymbolRefAttr", "add_defaults", "parse_custom"]
