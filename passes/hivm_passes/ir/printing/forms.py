"""Hand-written custom forms of the operations whose form no table can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from hivm_passes.ir.affine import AffineConstant, AffineSymbol
from hivm_passes.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
)
from hivm_passes.ir.printing.literals import symbol_text
from hivm_passes.ir.types import I1, INDEX, FunctionType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.ir.core import Block, Operation, Value
    from hivm_passes.ir.printing.printer import Printer

    Form = Callable[[Printer, Operation, int], str]


def _entry(op: Operation, region: int = 0) -> Block:
    entry = op.regions[region].entry
    assert entry is not None
    return entry


def _attributes_clause(printer: Printer, op: Operation, elided: set[str]) -> str:
    entries = printer.visible(op, elided)
    return f" attributes {printer.types.dictionary(entries)}" if entries else ""


def _module(printer: Printer, op: Operation, indent: int) -> str:
    name = op.attributes.get("sym_name")
    symbol = f" {symbol_text(name.value)}" if isinstance(name, StringAttr) else ""
    attributes = _attributes_clause(printer, op, {"sym_name"})
    body = printer.region(op.regions[0], indent, arguments=False)
    return f"module{symbol}{attributes} {body}"


def _func(printer: Printer, op: Operation, indent: int) -> str:
    attributes = op.attributes
    visibility = attributes.get("sym_visibility")
    keyword = f"{visibility.value} " if isinstance(visibility, StringAttr) else ""
    name = symbol_text(cast("StringAttr", attributes["sym_name"]).value)
    type = cast("FunctionType", cast("TypeAttr", attributes["function_type"]).type)
    argument_attributes = _dictionaries(attributes.get("arg_attrs"), len(type.inputs))
    has_body = bool(op.regions) and bool(op.regions[0].blocks)
    arguments: list[str] = []
    for index, (input_type, extra) in enumerate(zip(type.inputs, argument_attributes, strict=True)):
        prefix = f"{printer.names.value(_entry(op).arguments[index])}: " if has_body else ""
        arguments.append(prefix + printer.types.type(input_type) + extra(printer))
    result_attributes = attributes.get("res_attrs")
    if not type.results:
        results = ""
    elif result_attributes is None:
        results = f" -> {printer.types.results(type.results)}"
    else:
        extras = _dictionaries(result_attributes, len(type.results))
        listed = [printer.types.type(t) + extra(printer) for t, extra in zip(type.results, extras, strict=True)]
        results = f" -> ({', '.join(listed)})"
    inherent = {"sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"}
    clause = _attributes_clause(printer, op, inherent)
    body = ""
    if has_body:
        body = " " + printer.region(op.regions[0], indent, arguments=False, default_dialect="func")
    return f"func.func {keyword}{name}({', '.join(arguments)}){results}{clause}{body}"


def _dictionaries(attribute: Attribute | None, count: int) -> list[Callable[[Printer], str]]:
    """Per argument or result: its dictionary with a blank in front, or nothing."""
    found = attribute.elements if isinstance(attribute, ArrayAttr) else ()

    def text(index: int) -> Callable[[Printer], str]:
        entry = found[index] if index < len(found) else None
        if not isinstance(entry, DictionaryAttr) or not entry.entries:
            return lambda _: ""
        return lambda printer: f" {printer.types.attribute(entry)}"

    return [text(i) for i in range(count)]


def _typed_operands(printer: Printer, op: Operation, indent: int) -> str:
    """``name {..} %a : T``."""
    del indent
    text = printer.short_name(op.name) + printer.plain_dictionary(op)
    if op.operands:
        text += f" {printer.operands(op.operands)} : {printer.types_of(op.operands)}"
    return text


def _call(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    callee = printer.types.attribute(op.attributes["callee"])
    results = printer.types.results([r.type for r in op.results])
    return (
        f"{printer.short_name(op.name)} {callee}({printer.operands(op.operands)})"
        f"{printer.plain_dictionary(op, {'callee'})} : ({printer.types_of(op.operands)}) -> {results}"
    )


def _constant(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    return f"arith.constant{printer.plain_dictionary(op, {'value'})} {printer.types.attribute(op.attributes['value'])}"


def _select(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    condition = op.operands[0].type
    types = printer.types.type(op.results[0].type)
    if condition is not I1:
        types = f"{printer.types.type(condition)}, {types}"
    return f"arith.select {printer.operands(op.operands)}{printer.plain_dictionary(op)} : {types}"


def _iter_args(printer: Printer, arguments: Sequence[Value], inits: Sequence[Value]) -> str:
    pairs = [f"{printer.names.value(a)} = {printer.names.value(i)}" for a, i in zip(arguments, inits, strict=True)]
    return f"({', '.join(pairs)})"


def _for(printer: Printer, op: Operation, indent: int) -> str:
    entry = _entry(op)
    induction, *carried = entry.arguments
    lower, upper, step, *inits = op.operands
    value = printer.names.value
    text = f"scf.for {value(induction)} = {value(lower)} to {value(upper)} step {value(step)} "
    if inits:
        types = printer.types.types([r.type for r in op.results])
        text += f"iter_args{_iter_args(printer, carried, inits)} -> ({types}) "
    if induction.type is not INDEX:
        text += f" : {printer.types.type(induction.type)} "
    body = printer.region(op.regions[0], indent, arguments=False, terminators=bool(inits))
    return f"{text}{body}{printer.plain_dictionary(op)}"


def _if(printer: Printer, op: Operation, indent: int) -> str:
    text = f"scf.if {printer.names.value(op.operands[0])} "
    terminators = bool(op.results)
    if terminators:
        text += f"-> ({printer.types.types([r.type for r in op.results])}) "
    text += printer.region(op.regions[0], indent, arguments=False, terminators=terminators)
    if len(op.regions) > 1 and op.regions[1].blocks:
        text += " else " + printer.region(op.regions[1], indent, arguments=False, terminators=terminators)
    return text + printer.plain_dictionary(op)


def _while(printer: Printer, op: Operation, indent: int) -> str:
    before = _entry(op)
    text = "scf.while "
    if op.operands:
        text += _iter_args(printer, before.arguments, op.operands) + " "
    results = printer.types.results([r.type for r in op.results])
    text += f": ({printer.types_of(op.operands)}) -> {results} "
    text += printer.region(op.regions[0], indent, arguments=False)
    text += " do " + printer.region(op.regions[1], indent)
    return text + _attributes_clause(printer, op, set())


def _condition(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    condition, *rest = op.operands
    text = f"scf.condition({printer.names.value(condition)}){printer.plain_dictionary(op)}"
    if rest:
        text += f" {printer.operands(rest)} : {printer.types_of(rest)}"
    return text


def _execute_region(printer: Printer, op: Operation, indent: int) -> str:
    text = "scf.execute_region "
    if op.results:
        text += f"-> {printer.types.results([r.type for r in op.results])} "
    return text + printer.region(op.regions[0], indent) + printer.plain_dictionary(op)


def _scope(printer: Printer, op: Operation, indent: int) -> str:
    results = printer.types.results([r.type for r in op.results])
    body = printer.region(op.regions[0], indent, arguments=False)
    return f"scope.scope : () -> {results} {body}{printer.plain_dictionary(op)}"


def _affine_operands(printer: Printer, map: AffineMapAttr, operands: Sequence[Value]) -> str:
    dims, symbols = operands[: map.map.dim_count], operands[map.map.dim_count :]
    text = f"({printer.operands(dims)})"
    return text + (f"[{printer.operands(symbols)}]" if symbols else "")


def _affine_apply(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    map = cast("AffineMapAttr", op.attributes["map"])
    operands = _affine_operands(printer, map, op.operands)
    return f"{op.name} {printer.types.attribute(map)}{operands}{printer.plain_dictionary(op, {'map'})}"


def _affine_bound(printer: Printer, map: AffineMapAttr, operands: Sequence[Value], function: str) -> str:
    results = map.map.results
    if len(results) == 1:
        only = results[0]
        if isinstance(only, AffineConstant) and not map.map.dim_count and not map.map.symbol_count:
            return str(only.value)
        if isinstance(only, AffineSymbol) and map.map.dim_count == 0 and map.map.symbol_count == 1:
            return printer.names.value(operands[0])
        function = ""
    prefix = f"{function} " if function else ""
    return prefix + printer.types.attribute(map) + _affine_operands(printer, map, operands)


def _affine_for(printer: Printer, op: Operation, indent: int) -> str:
    induction, *carried = _entry(op).arguments
    lower_map = cast("AffineMapAttr", op.attributes["lowerBoundMap"])
    upper_map = cast("AffineMapAttr", op.attributes["upperBoundMap"])
    lower_count, upper_count = (op.segments or (0, 0, 0))[:2]
    lower, upper = op.operands[:lower_count], op.operands[lower_count : lower_count + upper_count]
    inits = op.operands[lower_count + upper_count :]
    text = f"affine.for {printer.names.value(induction)} = {_affine_bound(printer, lower_map, lower, 'max')}"
    text += f" to {_affine_bound(printer, upper_map, upper, 'min')}"
    step = op.attributes.get("step")
    if isinstance(step, IntegerAttr) and step.value != 1:
        text += f" step {step.value}"
    if inits:
        types = printer.types.types([r.type for r in op.results])
        text += f" iter_args{_iter_args(printer, carried, inits)} -> ({types})"
    body = printer.region(op.regions[0], indent, arguments=False, terminators=bool(inits))
    return f"{text} {body}{printer.plain_dictionary(op, {'lowerBoundMap', 'upperBoundMap', 'step'})}"


def _successor(printer: Printer, block: Block, operands: Sequence[Value]) -> str:
    listed = f"({printer.operands(operands)} : {printer.types_of(operands)})" if operands else ""
    return printer.names.block(block) + listed


def _br(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    return f"cf.br {_successor(printer, op.successors[0], op.operands)}{printer.plain_dictionary(op)}"


def _cond_br(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    condition, *rest = op.operands
    count = op.segments[1] if op.segments is not None else 0
    true_block = _successor(printer, op.successors[0], rest[:count])
    false_block = _successor(printer, op.successors[1], rest[count:])
    value = printer.names.value(condition)
    return f"cf.cond_br {value}, {true_block}, {false_block}{printer.plain_dictionary(op)}"


FORMS: Final[dict[str, Form]] = {
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
