"""Hand-written custom forms of the operations whose form no table can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from hivm_passes.ir.attributes import ArrayAttr, Attribute, DictionaryAttr, IntegerAttr, StringAttr, TypeAttr
from hivm_passes.ir.parsing.forms import CONTROL_DIALECTS, SHAPED
from hivm_passes.ir.printing.literals import symbol_text
from hivm_passes.ir.printing.parts import attributes_clause, entry_block, typed_operands
from hivm_passes.ir.types import I1, FunctionType

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.printing.parts import Form
    from hivm_passes.ir.printing.printer import Printer


def _module(printer: Printer, op: Operation, indent: int) -> str:
    name = op.attributes.get("sym_name")
    symbol = f" {symbol_text(name.value)}" if isinstance(name, StringAttr) else ""
    attributes = attributes_clause(printer, op, {"sym_name"})
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
        prefix = f"{printer.names.value(entry_block(op).arguments[index])}: " if has_body else ""
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
    clause = attributes_clause(printer, op, inherent)
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


def _call_indirect(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    callee, *operands = op.operands
    results = printer.types.results([r.type for r in op.results])
    return (
        f"{printer.short_name(op.name)} {printer.names.value(callee)}({printer.operands(operands)})"
        f"{printer.plain_dictionary(op)} : ({printer.types_of(operands)}) -> {results}"
    )


def _index_constant(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    value = op.attributes["value"]
    text = printer.types.attribute(value)
    if isinstance(value, IntegerAttr) and value.type is not I1:
        text = str(value.value)
    return f"{op.name} {text}{printer.plain_dictionary(op, {'value'})}"


FORMS: Final[dict[str, Form]] = {
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


def form_of(name: str) -> Form | None:
    """The printer of a hand-written form; None where a table tells the form, or nothing."""
    form = FORMS.get(name)
    if form is None and name.startswith(CONTROL_DIALECTS):
        from hivm_passes.ir.printing.control_forms import CONTROL_FORMS

        return CONTROL_FORMS.get(name)
    if name in SHAPED:
        from hivm_passes.ir.printing.shaped_forms import SHAPED_FORMS

        return SHAPED_FORMS.get(name)
    return form
