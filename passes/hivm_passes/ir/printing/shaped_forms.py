"""Hand-written custom forms on memrefs, tensors and vectors: memref, tensor, bufferization, vector, linalg."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from hivm_passes.ir.affine import AffineDim
from hivm_passes.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DialectAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
    UnitAttr,
)
from hivm_passes.ir.printing.attributes import map_text
from hivm_passes.ir.printing.literals import string_text, symbol_text
from hivm_passes.ir.printing.parts import arrow, entry_block, segments
from hivm_passes.lazy import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.core import Block, Operation, Value
    from hivm_passes.ir.printing.parts import Form
    from hivm_passes.ir.printing.printer import Printer


# --- memref -----------------------------------------------------------------------------------------------------


def _global(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    attributes = op.attributes
    text = op.name
    visibility = attributes.get("sym_visibility")
    if isinstance(visibility, StringAttr):
        text += f" {string_text(visibility.value)}"
    if "constant" in attributes:
        text += " constant"
    name = symbol_text(cast("StringAttr", attributes["sym_name"]).value)
    text += f" {name} : {printer.types.type(cast('TypeAttr', attributes['type']).type)}"
    value = attributes.get("initial_value")
    if isinstance(value, UnitAttr):
        text += " = uninitialized"
    elif value is not None:
        text += f" = {printer.types.untyped(value)}"
    inherent = {"sym_visibility", "constant", "sym_name", "type", "initial_value"}
    return text + printer.plain_dictionary(op, inherent)


def _memref_transpose(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    map = cast("AffineMapAttr", op.attributes["permutation"]).map
    types = f"{printer.types_of(op.operands)} to {printer.types.type(op.results[0].type)}"
    dictionary = printer.plain_dictionary(op, {"permutation"})
    return f"{op.name} {printer.operands(op.operands)} {map_text(map)}{dictionary} : {types}"


def _extract_strided_metadata(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    results = printer.types.types([r.type for r in op.results])
    return (
        f"{op.name} {printer.operands(op.operands)} : {printer.types_of(op.operands)} -> {results}"
        f"{printer.plain_dictionary(op)}"
    )


# --- tensor and bufferization -----------------------------------------------------------------------------------


def _pad(printer: Printer, op: Operation, indent: int) -> str:
    source, low, high = segments(op, 3)
    text = f"{op.name} {printer.operands(source)}"
    if "nofold" in op.attributes:
        text += " nofold"
    text += f" low{printer.index_list(low, cast('DenseArrayAttr', op.attributes['static_low']))}"
    text += f" high{printer.index_list(high, cast('DenseArrayAttr', op.attributes['static_high']))}"
    text += f" {printer.region(op.regions[0], indent)}"
    text += printer.plain_dictionary(op, {"nofold", "static_low", "static_high"})
    return f"{text} : {printer.types_of(source)} to {printer.types.type(op.results[0].type)}"


def _generate(printer: Printer, op: Operation, indent: int) -> str:
    body = printer.region(op.regions[0], indent)
    type = printer.types.type(op.results[0].type)
    return f"{op.name} {printer.operands(op.operands)} {body}{printer.plain_dictionary(op)} : {type}"


def _alloc_tensor(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    sizes, copy, hint = segments(op, 3)
    text = f"{op.name}({printer.operands(sizes)})"
    if copy:
        text += f" copy({printer.operands(copy)})"
    if hint:
        text += f" size_hint={printer.operands(hint)}"
    return f"{text}{printer.plain_dictionary(op)} : {printer.types.type(op.results[0].type)}"


# --- vector -----------------------------------------------------------------------------------------------------


def _transfer_dictionary(printer: Printer, op: Operation) -> str:
    """Without a permutation map that is the minor identity and without bounds of which none holds."""
    elided: set[str] = set()
    map = op.attributes.get("permutation_map")
    if isinstance(map, AffineMapAttr):
        first = map.map.dim_count - len(map.map.results)
        if map.map.symbol_count == 0 and all(
            isinstance(r, AffineDim) and r.position == first + i for i, r in enumerate(map.map.results)
        ):
            elided.add("permutation_map")
    bounds = op.attributes.get("in_bounds")
    if isinstance(bounds, ArrayAttr) and not any(isinstance(b, IntegerAttr) and b.value for b in bounds.elements):
        elided.add("in_bounds")
    return printer.plain_dictionary(op, elided)


def _transfer_read(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    source, indices, padding, mask = segments(op, 4)
    types = f"{printer.types_of(source)}, {printer.types.type(op.results[0].type)}"
    operands = f"{printer.operands(source)}[{printer.operands(indices)}], {printer.operands([*padding, *mask])}"
    return f"{op.name} {operands}{_transfer_dictionary(printer, op)} : {types}"


def _transfer_write(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    value, source, indices, mask = segments(op, 4)
    operands = f"{printer.operands(value)}, {printer.operands(source)}[{printer.operands(indices)}]"
    if mask:
        operands += f", {printer.operands(mask)}"
    types = printer.types_of([*value, *source])
    return f"{op.name} {operands}{_transfer_dictionary(printer, op)} : {types}"


# --- linalg -----------------------------------------------------------------------------------------------------

_MEMOIZED_MAPS: Final = "linalg.memoized_indexing_maps"


def _clauses(printer: Printer, inputs: Sequence[Value], outputs: Sequence[Value]) -> str:
    """`` ins(%a : T) outs(%b : T)``, each where there is something."""
    return "".join(
        f" {word}({printer.operands(values)} : {printer.types_of(values)})"
        for word, values in (("ins", inputs), ("outs", outputs))
        if values
    )


def _all_attributes(printer: Printer, op: Operation, elided: frozenset[str] | set[str]) -> str:
    """The dictionary with defaults that were written, and a blank in front, or nothing."""
    entries = {name: value for name, value in op.attributes.items() if name not in elided}
    return f" {printer.types.dictionary(entries)}" if entries else ""


def named_structured(printer: Printer, op: Operation, indent: int) -> str:
    """``linalg.matmul {..} ins(..) outs(..) -> T``; the body is implied by the operation."""
    del indent
    clauses = _clauses(printer, *segments(op, 2))
    dictionary = _all_attributes(printer, op, {_MEMOIZED_MAPS})
    return f"{op.name}{dictionary}{clauses}{arrow(printer, [r.type for r in op.results])}"


_GENERIC_ATTRIBUTES: Final = frozenset({"doc", "indexing_maps", "library_call", "iterator_types"})


def _generic(printer: Printer, op: Operation, indent: int) -> str:
    head = {name: value for name, value in op.attributes.items() if name in _GENERIC_ATTRIBUTES}
    iterators = head.get("iterator_types")
    if isinstance(iterators, ArrayAttr):
        head["iterator_types"] = ArrayAttr(tuple(_iterator_name(e) for e in iterators.elements))
    text = op.name
    if head:
        text += f" {printer.types.dictionary(head)}"
    text += _clauses(printer, *segments(op, 2))
    extra = _all_attributes(printer, op, _GENERIC_ATTRIBUTES)
    if extra:
        text += f" attrs = {extra}"
    text += f" {printer.region(op.regions[0], indent)}"
    return text + arrow(printer, [r.type for r in op.results])


def _iterator_name(iterator: Attribute) -> Attribute:
    if isinstance(iterator, DialectAttr) and iterator.kind == "iterator_type":
        return StringAttr(iterator.body or "")
    return iterator


_SHORTHAND: Final = pattern(r"\s*\{\s*([A-Za-z_][A-Za-z0-9_$.]*)\s*(\{.*\})?\s*\}", re.DOTALL)


def _payload(printer: Printer, op: Operation, init_first: bool) -> str | None:
    """`` { arith.addf }`` where the body is only one operation on all arguments, else None."""
    if not op.regions:
        first = op.form.pieces[0] if op.form is not None else ""
        match = _SHORTHAND.match(first) if isinstance(first, str) else None
        return None if match is None else _payload_text(printer, match[1], _defaults(printer, match[1], match[2]))
    block = entry_block(op)
    payload = block.first
    if payload is None or payload.next is None or payload.next is not block.last or not payload.operands:
        return None
    arguments: list[Value] = list(block.arguments)
    if init_first and arguments:
        arguments = [arguments[-1], *arguments[:-1]]
    if payload.operands != arguments or payload.next.operands != payload.results or len(payload.results) != 1:
        return None
    return _payload_text(printer, payload.name, payload.attributes)


def _defaults(printer: Printer, name: str, dictionary: str | None) -> dict[str, Attribute]:
    """The attributes of the operation that a shorthand names, with those that it always has."""
    from hivm_passes.ir.parsing import parse_attribute
    from hivm_passes.ir.parsing.assembly import default_attribute

    info = printer.registry.get(name)
    attributes: dict[str, Attribute] = {}
    for known in info.attributes if info is not None else ():
        default = default_attribute(known) if known.presence == "default" else None
        if default is not None:
            attributes[known.name] = default
    if dictionary is not None:
        written = parse_attribute(dictionary)
        if isinstance(written, DictionaryAttr):
            attributes.update(written.entries)
    return attributes


def _payload_text(printer: Printer, name: str, attributes: dict[str, Attribute]) -> str:
    entries = dict(attributes)
    for key, value in attributes.items():
        if isinstance(value, DialectAttr) and value.kind == "fastmath" and value.body == "none":
            del entries[key]
            break
    dictionary = f" {printer.types.dictionary(entries)}" if entries else ""
    return f" {{ {name}{dictionary} }}"


def _body(printer: Printer, op: Operation, indent: int) -> str:
    """The body on lines of its own, with its arguments in front."""
    block: Block = entry_block(op)
    listed = ", ".join(f"{printer.names.value(a)}: {printer.types.type(a.type)}" for a in block.arguments)
    return f"\n{' ' * (indent + 2)}({listed}) {printer.region(op.regions[0], indent + 2, arguments=False)}"


def _map(printer: Printer, op: Operation, indent: int) -> str:
    payload = _payload(printer, op, False)
    text = op.name + (payload or "") + _clauses(printer, op.operands[:-1], op.operands[-1:])
    text += _all_attributes(printer, op, frozenset())
    return text if payload is not None else text + _body(printer, op, indent)


def _reduce(printer: Printer, op: Operation, indent: int) -> str:
    payload = _payload(printer, op, len(op.operands) == 2)
    half = len(op.operands) // 2
    text = op.name + (payload or "") + _clauses(printer, op.operands[:half], op.operands[half:])
    text += _dimensions(printer, op, "dimensions")
    return text if payload is not None else text + _body(printer, op, indent)


def _dimensions(printer: Printer, op: Operation, name: str) -> str:
    """`` dimensions = [1] `` with the blank that the compiler leaves behind it."""
    numbers = ", ".join(str(v) for v in cast("DenseArrayAttr", op.attributes[name]).values)
    return f" {name} = [{numbers}] {_all_attributes(printer, op, {name})}"


def _broadcast_or_transpose(printer: Printer, op: Operation, indent: int) -> str:
    del indent
    name = "permutation" if op.name == "linalg.transpose" else "dimensions"
    return op.name + _clauses(printer, op.operands[:1], op.operands[1:]) + _dimensions(printer, op, name)


SHAPED_FORMS: Final[dict[str, Form]] = {
    "bufferization.alloc_tensor": _alloc_tensor,
    "linalg.broadcast": _broadcast_or_transpose,
    "linalg.generic": _generic,
    "linalg.map": _map,
    "linalg.reduce": _reduce,
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
