"""Custom forms: picks the parser of an operation by its name; hand-written forms of upstream operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import (
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hivm_passes.ir.parsing.assembly import parse_assembly
from hivm_passes.ir.parsing.attributes import parse_attribute, parse_dictionary, parse_location
from hivm_passes.ir.parsing.header import NotARegion, typed_operands
from hivm_passes.ir.parsing.lexer import ParseError, symbol_name
from hivm_passes.ir.parsing.types import (
    parse_function_type,
    parse_type,
)
from hivm_passes.ir.types import I1, INDEX, NONE, FunctionType, Type

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
    form = form_of(name)
    if form is not None:
        form(parser)
        if name in KEPT_AS_TEXT:
            from hivm_passes.ir.parsing.verbatim import attach_text

            attach_text(parser)
    elif info is not None and info.asm is not None:
        parse_assembly(parser, info)
    elif info is not None and ("named" in info.traits or "named_inputs" in info.traits):
        from hivm_passes.ir.parsing.shaped_forms import named_structured
        from hivm_passes.ir.parsing.verbatim import attach_text

        named_structured(parser)
        attach_text(parser)
    else:
        from hivm_passes.ir.parsing.verbatim import parse_verbatim

        parser.opaque = True
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


CONTROL_DIALECTS: Final = ("affine.", "cf.", "scf.", "scope.")
"""Dialects of ``control_forms``, which is loaded only for them."""

SHAPED: Final = frozenset(
    {
        "bufferization.alloc_tensor",
        "linalg.broadcast",
        "linalg.generic",
        "linalg.map",
        "linalg.reduce",
        "linalg.transpose",
        "memref.extract_strided_metadata",
        "memref.global",
        "memref.transpose",
        "tensor.generate",
        "tensor.pad",
        "vector.transfer_read",
        "vector.transfer_write",
    }
)
"""Operations of ``shaped_forms``, which is loaded only for them."""

KEPT_AS_TEXT: Final = frozenset(
    {
        "affine.for",
        "affine.if",
        "bufferization.alloc_tensor",
        "cf.switch",
        "func.call_indirect",
        "index.bool.constant",
        "index.constant",
        "memref.extract_strided_metadata",
        "memref.global",
        "memref.transpose",
        "scf.execute_region",
        "scf.forall",
        "scf.forall.in_parallel",
        "scf.index_switch",
        "scf.parallel",
        "scf.reduce",
        *SHAPED,
    }
)
"""Operations that are understood and yet keep their text, because nothing needs to write their form anew."""


def _module(parser: OpParser) -> None:
    """``module @name attributes {..} {region}``."""
    cursor = parser.cursor
    if cursor.kind == "at":
        parser.attributes["sym_name"] = StringAttr(symbol_name(cursor.take()))
    parser.attribute_dictionary_with_keyword()
    parser.region(default_dialect="builtin", ensure_block=True)


def _func(parser: OpParser) -> None:
    """``func.func visibility @name(arguments) -> results attributes {..} {region}``."""
    cursor = parser.cursor
    if cursor.kind == "id" and cursor.tok in ("public", "private", "nested"):
        parser.attributes["sym_visibility"] = StringAttr(cursor.take())
    if cursor.kind != "at":
        raise parser.error(cursor.start, "expected valid '@'-identifier for symbol name", "hivm.parse.expected")
    parser.attributes["sym_name"] = StringAttr(symbol_name(cursor.take()))
    arguments, inputs, argument_attributes = _function_arguments(parser)
    results: list[Type] = []
    result_attributes: list[DictionaryAttr] = []
    if cursor.accept("->"):
        results, result_attributes = _function_results(parser)
    parser.attributes["function_type"] = TypeAttr(FunctionType(tuple(inputs), tuple(results)))
    if cursor.tok == "attributes":
        position = cursor.start
        cursor.advance()
        extra = parse_dictionary(cursor)
        for name in ("sym_name", "function_type", "sym_visibility"):
            if name in extra:
                raise parser.error(
                    position,
                    f"'{name}' is an inferred attribute and should not be specified in the explicit "
                    "attribute dictionary",
                )
        parser.attributes.update(extra)
    if any(a.entries for a in argument_attributes):
        parser.attributes["arg_attrs"] = ArrayAttr(tuple(argument_attributes))
    if any(a.entries for a in result_attributes):
        parser.attributes["res_attrs"] = ArrayAttr(tuple(result_attributes))
    if cursor.tok == "{":
        bare = cursor.start not in parser.cuts and cursor.text[cursor.end :].lstrip()[:1] == "}"
        if bare or cursor.start in parser.empty:
            raise parser.error(cursor.start, "expected non-empty function body")
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
                raise parser.error(cursor.start, "expected type instead of SSA identifier", "hivm.parse.expected")
            named = True
            name = parser.operand()
            cursor.expect(":")
        else:
            if named:
                raise parser.error(cursor.start, "expected SSA identifier", "hivm.parse.expected")
            named = False
            name = None
        type = parse_type(cursor)
        entries = _entries(parser)
        location = parse_location(cursor) if cursor.tok == "loc" else None
        if name is not None:
            arguments.append((name, type, location))
        types.append(type)
        attributes.append(DictionaryAttr(entries) if entries else _NO_ATTRIBUTES)
        if not cursor.accept(","):
            break
    cursor.expect(")")
    return arguments, types, attributes


def _entries(parser: OpParser) -> tuple[tuple[str, Attribute], ...]:
    """The attributes of an argument or result, sorted."""
    cursor = parser.cursor
    if cursor.tok != "{":
        return ()
    if cursor.start in parser.cuts:
        raise NotARegion(parser.cuts[cursor.start])
    return tuple(sorted(parse_dictionary(cursor).items()))


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
        entries = _entries(parser)
        attributes.append(DictionaryAttr(entries) if entries else _NO_ATTRIBUTES)
        if not cursor.accept(","):
            break
    cursor.expect(")")
    return types, attributes


def _call(parser: OpParser) -> None:
    """``@f(%a) {..} : (T) -> T``."""
    cursor = parser.cursor
    start = cursor.start
    callee = parse_attribute(cursor, NONE)
    if not isinstance(callee, SymbolRefAttr):
        raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
    parser.attributes["callee"] = callee
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
    if isinstance(value, StringAttr) and type is None:
        type = NONE
    if not isinstance(type, Type) or isinstance(value, TypeAttr):
        raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
    parser.attributes["value"] = value
    parser.result_types.append(type)


def _select(parser: OpParser) -> None:
    """``%c, %a, %b {..} : T`` or ``: Tc, T``."""
    cursor = parser.cursor
    position = cursor.start
    operands = parser.operand_list()
    if len(operands) != 3:
        raise parser.error(position, "expected 3 operands", "hivm.parse.operand-count")
    parser.attribute_dictionary()
    cursor.expect(":")
    type = parse_type(cursor)
    condition: Type = I1
    if cursor.accept(","):
        condition, type = type, parse_type(cursor)
    parser.add_all(operands, [condition, type, type], position)
    parser.result_types.append(type)


def _call_indirect(parser: OpParser) -> None:
    """``%f(%a) {..} : (T) -> T``."""
    cursor = parser.cursor
    callee = parser.operand()
    cursor.expect("(")
    position = cursor.start
    operands = parser.operand_list()
    cursor.expect(")")
    parser.attribute_dictionary()
    cursor.expect(":")
    type = _function_type(parser)
    parser.add(callee, type)
    parser.add_all(operands, type.inputs, position)
    parser.result_types.extend(type.results)


def _index_constant(parser: OpParser) -> None:
    """``5`` or ``true``."""
    cursor = parser.cursor
    type = I1 if parser.name == "index.bool.constant" else INDEX
    parser.attributes["value"] = parse_attribute(cursor, type)
    parser.attribute_dictionary()
    parser.result_types.append(type)


FORMS: Final[dict[str, Callable[[OpParser], None]]] = {
    "arith.constant": _constant,
    "arith.select": _select,
    "builtin.module": _module,
    "func.call": _call,
    "func.call_indirect": _call_indirect,
    "func.func": _func,
    "func.return": typed_operands,
    "index.bool.constant": _index_constant,
    "index.constant": _index_constant,
    "linalg.yield": typed_operands,
    "tensor.yield": typed_operands,
}
"""Operations whose form no table can tell, but those of the control and shaped forms."""


def form_of(name: str) -> Callable[[OpParser], None] | None:
    """The parser of a hand-written form; None where a table tells the form, or nothing."""
    form = FORMS.get(name)
    if form is None and name.startswith(CONTROL_DIALECTS):
        from hivm_passes.ir.parsing.control_forms import CONTROL_FORMS

        return CONTROL_FORMS.get(name)
    if name in SHAPED:
        from hivm_passes.ir.parsing.shaped_forms import SHAPED_FORMS

        return SHAPED_FORMS.get(name)
    return form
