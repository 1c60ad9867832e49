"""Hand-written forms of control flow: scf, affine, cf, scope."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.affine import AffineConstant, AffineMap, AffineSymbol
from hivm_passes.ir.attributes import (
    UNIT,
    AffineMapAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    IntegerAttr,
    IntegerSetAttr,
)
from hivm_passes.ir.parsing.attributes import parse_attribute
from hivm_passes.ir.parsing.header import typed_operands
from hivm_passes.ir.parsing.types import (
    parse_function_results,
    parse_type,
    parse_type_list,
    parse_type_list_parens,
)
from hivm_passes.ir.types import DYNAMIC, I1, I32, I64, INDEX, FunctionType, IntegerType, Type, VectorType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.ir.attributes import Attribute, LocationAttr
    from hivm_passes.ir.parsing.header import Operand, OpParser

Argument = tuple["Operand | None", Type, "LocationAttr | None"]


def assignments(parser: OpParser) -> tuple[list[Operand], list[Operand]]:
    """``(%x = %a, ..)``: names and values."""
    cursor = parser.cursor
    names: list[Operand] = []
    values: list[Operand] = []
    if not cursor.accept("("):
        raise parser.error(cursor.start, "expected '('", "hivm.parse.expected")
    if cursor.tok != ")":
        while True:
            names.append(parser.operand())
            cursor.expect("=")
            values.append(parser.operand())
            if not cursor.accept(","):
                break
    cursor.expect(")")
    return names, values


def arrow_types(parser: OpParser) -> list[Type]:
    """``-> (T, ..)`` or ``-> T``."""
    cursor = parser.cursor
    cursor.expect("->")
    if cursor.has("("):
        return parse_type_list_parens(cursor)
    return parse_type_list(cursor)


def _arguments(names: Sequence[Operand], types: Sequence[Type]) -> list[Argument]:
    return [(name, type, None) for name, type in zip(names, types, strict=True)]


# --- scf --------------------------------------------------------------------------------------------------------


def _for(parser: OpParser) -> None:
    cursor = parser.cursor
    induction = parser.operand()
    cursor.expect("=")
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
        names, values = assignments(parser)
        types = arrow_types(parser)
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
    parser.region(_arguments([induction, *names], [type, *types]), None if types else "scf.yield")
    parser.attribute_dictionary()


def _if(parser: OpParser) -> None:
    cursor = parser.cursor
    parser.add(parser.operand(), I1)
    if cursor.tok == "->":
        parser.result_types.extend(arrow_types(parser))
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
        names, values = assignments(parser)
    type_start = cursor.start
    cursor.expect(":")
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
    parser.region(_arguments(names, type.inputs))
    parser.keyword("do")
    parser.region()
    parser.attribute_dictionary_with_keyword()


def _condition(parser: OpParser) -> None:
    """``(%c) {..} %a, .. : T, ..``."""
    cursor = parser.cursor
    cursor.expect("(")
    parser.add(parser.operand(), I1)
    cursor.expect(")")
    typed_operands(parser)


def _execute_region(parser: OpParser) -> None:
    cursor = parser.cursor
    if cursor.accept("->"):
        parser.result_types.extend(parse_function_results(cursor))
    parser.region()
    parser.attribute_dictionary()


def _index_switch(parser: OpParser) -> None:
    """``%x -> T case 2 {region} default {region}``; the default's region is the first one of the operation."""
    cursor = parser.cursor
    parser.add(parser.operand(), INDEX)
    parser.attribute_dictionary()
    if cursor.accept("->"):
        parser.result_types.extend(parse_type_list(cursor))
    implicit = None if parser.result_types else "scf.yield"
    cases: list[int] = []
    while cursor.tok == "case":
        cursor.advance()
        negative = cursor.accept("-")
        if cursor.kind != "int":
            raise parser.error(cursor.start, "expected integer value", "hivm.parse.expected")
        value = int(cursor.take(), 0)
        cases.append(-value if negative else value)
        parser.region(implicit_terminator=implicit)
    parser.keyword("default")
    parser.region(implicit_terminator=implicit)
    parser.regions.insert(0, parser.regions.pop())
    parser.attributes["cases"] = DenseArrayAttr(I64, tuple(cases))


def _mixed_list(parser: OpParser) -> tuple[list[Operand], list[int]]:
    """``(%a, 4)``: the values, and the static list with DYNAMIC in their places."""
    cursor = parser.cursor
    dynamic: list[Operand] = []
    static: list[int] = []
    cursor.expect("(")
    if cursor.tok != ")":
        while True:
            if cursor.kind == "value":
                dynamic.append(parser.operand())
                static.append(DYNAMIC)
            else:
                negative = cursor.accept("-")
                if cursor.kind != "int":
                    raise parser.error(cursor.start, "expected integer value", "hivm.parse.expected")
                value = int(cursor.take(), 0)
                static.append(-value if negative else value)
            if not cursor.accept(","):
                break
    cursor.expect(")")
    return dynamic, static


def _forall(parser: OpParser) -> None:
    cursor = parser.cursor
    indices = parser.operand_list_in("(", ")")
    count = len(indices)
    lower: list[Operand] = []
    step: list[Operand] = []
    static_lower, static_step = [0] * count, [1] * count
    if cursor.accept("="):
        lower, static_lower = _mixed_list(parser)
        parser.keyword("to")
        upper, static_upper = _mixed_list(parser)
        parser.keyword("step")
        step, static_step = _mixed_list(parser)
    else:
        parser.keyword("in")
        upper, static_upper = _mixed_list(parser)
    outer: list[Operand] = []
    names: list[Operand] = []
    types: list[Type] = []
    if cursor.tok == "shared_outs":
        cursor.advance()
        position = cursor.start
        names, outer = assignments(parser)
        types = arrow_types(parser)
        if len(types) != len(outer):
            raise parser.error(position, f"{len(outer)} operands present, but expected {len(types)}")
    bounds = [*lower, *upper, *step]
    parser.add_all(bounds, [INDEX] * len(bounds), parser.name_start)
    parser.add_all(outer, types, parser.name_start)
    parser.segments = (len(lower), len(upper), len(step), len(outer))
    parser.result_types.extend(types)
    parser.region(_arguments([*indices, *names], [*[INDEX] * count, *types]), "scf.forall.in_parallel")
    parser.attribute_dictionary()
    for name, values in (
        ("staticLowerBound", static_lower),
        ("staticUpperBound", static_upper),
        ("staticStep", static_step),
    ):
        parser.attributes[name] = DenseArrayAttr(I64, tuple(values))


def _in_parallel(parser: OpParser) -> None:
    parser.region(ensure_block=True)
    parser.attribute_dictionary()


def _parallel(parser: OpParser) -> None:
    cursor = parser.cursor
    indices = parser.operand_list_in("(", ")")
    cursor.expect("=")
    lower = parser.operand_list_in("(", ")")
    parser.keyword("to")
    upper = parser.operand_list_in("(", ")")
    parser.keyword("step")
    step = parser.operand_list_in("(", ")")
    initial: list[Operand] = []
    position = cursor.start
    if cursor.tok == "init":
        cursor.advance()
        position = cursor.start
        initial = parser.operand_list_in("(", ")")
    types = arrow_types(parser) if cursor.tok == "->" else []
    bounds = [*lower, *upper, *step]
    parser.add_all(bounds, [INDEX] * len(bounds), parser.name_start)
    parser.add_all(initial, types, position)
    parser.segments = (len(lower), len(upper), len(step), len(initial))
    parser.result_types.extend(types)
    parser.region(_arguments(indices, [INDEX] * len(indices)), "scf.reduce")
    parser.attribute_dictionary()


def _reduce(parser: OpParser) -> None:
    """``(%a, .. : T, ..) {region}, ..``."""
    cursor = parser.cursor
    if cursor.accept("("):
        position = cursor.start
        operands = parser.operand_list()
        cursor.expect(":")
        parser.add_all(operands, parse_type_list(cursor), position)
        cursor.expect(")")
        parser.region()
        while cursor.accept(","):
            parser.region()
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
    if parser.name == "affine.apply" and (len(dims), len(symbols)) != (map.dim_count, map.symbol_count):
        raise parser.error(parser.name_start, "dimension or symbol index mismatch", "hivm.parse.operand-count")
    parser.attributes["map"] = found
    operands = [*dims, *symbols]
    parser.add_all(operands, [INDEX] * len(operands), start)
    parser.result_types.append(INDEX)


def _affine_bound(parser: OpParser, function: str) -> tuple[AffineMapAttr, list[Operand]]:
    """A loop bound: a constant, a value, or ``max|min`` of a map."""
    cursor = parser.cursor
    if cursor.tok == function:
        cursor.advance()
    if cursor.kind == "value":
        return AffineMapAttr(AffineMap(0, 1, (AffineSymbol(0),))), [parser.operand()]
    found = parse_attribute(cursor, INDEX)
    if isinstance(found, AffineMapAttr):
        dims, symbols = _map_operands(parser)
        return found, [*dims, *symbols]
    if isinstance(found, IntegerAttr):
        return AffineMapAttr(AffineMap(0, 0, (AffineConstant(found.value),))), []
    raise parser.error(parser.name_start, "expected valid affine map representation for loop bounds")


def _affine_for(parser: OpParser) -> None:
    cursor = parser.cursor
    induction = parser.operand()
    cursor.expect("=")
    lower, lower_operands = _affine_bound(parser, "max")
    if not cursor.accept("to"):
        raise parser.error(cursor.start, "expected 'to' between bounds", "hivm.parse.expected")
    upper, upper_operands = _affine_bound(parser, "min")
    step: Attribute = IntegerAttr(1, INDEX)
    if cursor.tok == "step":
        cursor.advance()
        step_start = cursor.start
        step = parse_attribute(cursor, INDEX)
        if isinstance(step, IntegerAttr) and step.value < 0:
            raise parser.error(step_start, "expected step to be representable as a positive signed integer")
    names: list[Operand] = []
    values: list[Operand] = []
    types: list[Type] = []
    if cursor.tok == "iter_args":
        cursor.advance()
        names, values = assignments(parser)
        types = arrow_types(parser)
        if len(types) != len(names):
            raise parser.error(parser.name_start, "mismatch between the number of loop-carried values and results")
    parser.attributes.update(lowerBoundMap=lower, upperBoundMap=upper, step=step)
    bounds = [*lower_operands, *upper_operands]
    parser.add_all(bounds, [INDEX] * len(bounds), parser.name_start)
    parser.add_all(values, types, parser.name_start)
    parser.segments = (len(lower_operands), len(upper_operands), len(values))
    parser.result_types.extend(types)
    parser.region(_arguments([induction, *names], [INDEX, *types]), None if types else "affine.yield")
    parser.attribute_dictionary()


def _affine_if(parser: OpParser) -> None:
    cursor = parser.cursor
    start = cursor.start
    condition = parse_attribute(cursor)
    if not isinstance(condition, IntegerSetAttr):
        raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
    dims, symbols = _map_operands(parser)
    operands = [*dims, *symbols]
    parser.add_all(operands, [INDEX] * len(operands), parser.name_start)
    if cursor.tok == "->":
        parser.result_types.extend(arrow_types(parser))
    implicit = None if parser.result_types else "affine.yield"
    parser.region(implicit_terminator=implicit)
    if cursor.tok == "else":
        cursor.advance()
        parser.region(implicit_terminator=implicit)
    else:
        parser.no_region()
    parser.attribute_dictionary()
    parser.attributes["condition"] = condition


# --- cf ---------------------------------------------------------------------------------------------------------


def _successor_with_arguments(parser: OpParser) -> tuple[list[Operand], list[Type]]:
    """``^bb(%a : T)``."""
    cursor = parser.cursor
    parser.successor()
    if not cursor.accept("("):
        return [], []
    position = cursor.start
    operands = parser.operand_list()
    cursor.expect(":")
    types = parse_type_list(cursor)
    cursor.expect(")")
    if len(operands) != len(types):
        raise parser.error(
            position, f"{len(operands)} operands present, but expected {len(types)}", "hivm.parse.operand-count"
        )
    return operands, types


def _br(parser: OpParser) -> None:
    parser.add_all(*_successor_with_arguments(parser), parser.name_start)
    parser.attribute_dictionary()


def _cond_br(parser: OpParser) -> None:
    cursor = parser.cursor
    parser.add(parser.operand(), I1)
    sizes = [1]
    for _ in range(2):
        cursor.expect(",")
        operands, types = _successor_with_arguments(parser)
        parser.add_all(operands, types, parser.name_start)
        sizes.append(len(operands))
    parser.segments = tuple(sizes)
    parser.attribute_dictionary()


def _switch(parser: OpParser) -> None:
    """``%f : iN, [default: ^bb, 4: ^bb(%a : T)]``."""
    cursor = parser.cursor
    flag = parser.operand()
    cursor.expect(":")
    type = parse_type(cursor)
    parser.add(flag, type)
    cursor.expect(",")
    cursor.expect("[")
    parser.keyword("default")
    cursor.expect(":")
    operands, types = _successor_with_arguments(parser)
    parser.add_all(operands, types, parser.name_start)
    sizes: list[int] = []
    values: list[int] = []
    default_size = len(operands)
    while cursor.accept(","):
        negative = cursor.accept("-")
        if cursor.kind != "int":
            raise parser.error(cursor.start, "expected integer value", "hivm.parse.expected")
        value = int(cursor.take(), 0)
        values.append(-value if negative else value)
        cursor.expect(":")
        operands, types = _successor_with_arguments(parser)
        parser.add_all(operands, types, parser.name_start)
        sizes.append(len(operands))
    cursor.expect("]")
    parser.attribute_dictionary()
    parser.segments = (1, default_size, sum(sizes))
    parser.attributes["case_operand_segments"] = DenseArrayAttr(I32, tuple(sizes))
    if values and isinstance(type, IntegerType):
        elements = tuple(values[:1] if len(set(values)) == 1 else values)
        parser.attributes["case_values"] = DenseElementsAttr(elements, VectorType((len(values),), type))


CONTROL_FORMS: Final[dict[str, Callable[[OpParser], None]]] = {
    "affine.apply": _affine_apply,
    "affine.for": _affine_for,
    "affine.if": _affine_if,
    "affine.max": _affine_apply,
    "affine.min": _affine_apply,
    "affine.yield": typed_operands,
    "cf.br": _br,
    "cf.cond_br": _cond_br,
    "cf.switch": _switch,
    "scf.condition": _condition,
    "scf.execute_region": _execute_region,
    "scf.for": _for,
    "scf.forall": _forall,
    "scf.forall.in_parallel": _in_parallel,
    "scf.if": _if,
    "scf.index_switch": _index_switch,
    "scf.parallel": _parallel,
    "scf.reduce": _reduce,
    "scf.while": _while,
    "scf.yield": typed_operands,
    "scope.scope": _scope,
}
"""Operations whose form no table can tell."""
