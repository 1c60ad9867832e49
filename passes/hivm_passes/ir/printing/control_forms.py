"""Hand-written custom forms of control flow: scf, affine, cf, scope."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from hivm_passes.ir.affine import AffineConstant, AffineSymbol
from hivm_passes.ir.attributes import AffineMapAttr, DenseArrayAttr, DenseElementsAttr, IntegerAttr, IntegerSetAttr
from hivm_passes.ir.printing.parts import arrow, attributes_clause, entry_block, segments, typed_operands
from hivm_passes.ir.types import INDEX, IntegerType, VectorType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.core import Block, Operation, Value
    from hivm_passes.ir.printing.parts import Form
    from hivm_passes.ir.printing.printer import Printer


def _iter_args(printer: Printer, arguments: Sequence[Value], inits: Sequence[Value]) -> str:
    pairs = [f"{printer.names.value(a)} = {printer.names.value(i)}" for a, i in zip(arguments, inits, strict=True)]
    return f"({', '.join(pairs)})"


def _for(printer: Printer, op: Operation, indent: int) -> str:
    entry = entry_block(op)
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
    before = entry_block(op)
    text = "scf.while "
    if op.operands:
        text += _iter_args(printer, before.arguments, op.operands) + " "
    results = printer.types.results([r.type for r in op.results])
    text += f": ({printer.types_of(op.operands)}) -> {results} "
    text += printer.region(op.regions[0], indent, arguments=False)
    text += " do " + printer.region(op.regions[1], indent)
    return text + attributes_clause(printer, op)


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
    induction, *carried = entry_block(op).arguments
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


def _switch(printer: Printer, op: Operation, indent: int) -> str:
    flag, default, rest = segments(op, 3)
    margin = " " * indent
    flag_type = flag[0].type
    sizes = op.attributes.get("case_operand_segments")
    counts = sizes.values if isinstance(sizes, DenseArrayAttr) else ()
    text = f"cf.switch {printer.operands(flag)} : {printer.types.type(flag_type)}, [\n"
    text += f"{margin}  default: {_successor(printer, op.successors[0], default)}"
    position = 0
    for value, count, block in zip(_case_values(op, len(counts)), counts, op.successors[1:], strict=True):
        shown = value & ((1 << flag_type.width) - 1) if isinstance(flag_type, IntegerType) else value
        operands = rest[position : position + count]
        position += count
        text += f",\n{margin}  {shown}: {_successor(printer, block, operands)}"
    text += f"\n{margin}]" if counts else "]"
    return text + printer.plain_dictionary(op, {"case_values", "case_operand_segments"})


def _case_values(op: Operation, count: int) -> tuple[int, ...]:
    values = op.attributes.get("case_values")
    if not isinstance(values, DenseElementsAttr):
        return ()
    shape = values.type.shape if isinstance(values.type, VectorType) else ()
    return values.values * count if len(values.values) == 1 and shape != (1,) else values.values


def _parallel(printer: Printer, op: Operation, indent: int) -> str:
    lower, upper, step, initial = segments(op, 4)
    indices = printer.operands(entry_block(op).arguments)
    text = f"scf.parallel ({indices}) = ({printer.operands(lower)}) to ({printer.operands(upper)})"
    text += f" step ({printer.operands(step)})"
    if initial:
        text += f" init ({printer.operands(initial)})"
    text += arrow(printer, [r.type for r in op.results])
    return f"{text} {printer.region(op.regions[0], indent, arguments=False)}{printer.plain_dictionary(op)}"


def _reduce(printer: Printer, op: Operation, indent: int) -> str:
    regions = ", ".join(printer.region(r, indent) for r in op.regions)
    operands = f"({printer.operands(op.operands)} : {printer.types_of(op.operands)})" if op.operands else ""
    return f"scf.reduce{operands} {regions}{printer.plain_dictionary(op)}"


_STATIC_BOUNDS: Final = frozenset({"staticLowerBound", "staticUpperBound", "staticStep"})


def _forall(printer: Printer, op: Operation, indent: int) -> str:
    lower, upper, step, shared = segments(op, 4)
    static = {name: cast("DenseArrayAttr", op.attributes[name]) for name in _STATIC_BOUNDS}
    arguments = entry_block(op).arguments
    rank = len(static["staticUpperBound"].values)
    text = f"scf.forall ({printer.operands(arguments[:rank])})"
    bounds = [
        printer.index_list(values, static[name], "()")
        for values, name in ((lower, "staticLowerBound"), (upper, "staticUpperBound"), (step, "staticStep"))
    ]
    if not any(static["staticLowerBound"].values) and all(s == 1 for s in static["staticStep"].values):
        text += f" in {bounds[1]}"
    else:
        text += f" = {bounds[0]} to {bounds[1]} step {bounds[2]}"
    if shared:
        types = printer.types.types([r.type for r in op.results])
        text += f" shared_outs{_iter_args(printer, arguments[rank:], shared)} -> ({types})"
    body = printer.region(op.regions[0], indent, arguments=False, terminators=bool(op.results))
    return f"{text} {body}{printer.plain_dictionary(op, _STATIC_BOUNDS)}"


def _in_parallel(printer: Printer, op: Operation, indent: int) -> str:
    return f"scf.forall.in_parallel {printer.region(op.regions[0], indent)}{printer.plain_dictionary(op)}"


def _index_switch(printer: Printer, op: Operation, indent: int) -> str:
    margin = " " * indent
    text = f"scf.index_switch {printer.operands(op.operands)}{printer.plain_dictionary(op, {'cases'})}"
    if op.results:
        text += f" -> {printer.types.types([r.type for r in op.results])}"
    text += " \n"
    default, *regions = op.regions
    for value, region in zip(cast("DenseArrayAttr", op.attributes["cases"]).values, regions, strict=True):
        text += f"{margin}case {value} {printer.region(region, indent, arguments=False)}\n"
    return f"{text}{margin}default {printer.region(default, indent, terminators=bool(op.results))}"


def _affine_if(printer: Printer, op: Operation, indent: int) -> str:
    condition = cast("IntegerSetAttr", op.attributes["condition"])
    dims = condition.set.dim_count
    symbols = f"[{printer.operands(op.operands[dims:])}]" if condition.set.symbol_count else ""
    text = f"affine.if {printer.types.attribute(condition)}({printer.operands(op.operands[:dims])}){symbols}"
    text += arrow(printer, [r.type for r in op.results]) + " "
    terminators = bool(op.results)
    text += printer.region(op.regions[0], indent, terminators=terminators)
    if len(op.regions) > 1 and op.regions[1].blocks:
        text += " else " + printer.region(op.regions[1], indent, terminators=terminators)
    return text + printer.plain_dictionary(op, {"condition"})


CONTROL_FORMS: Final[dict[str, Form]] = {
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
