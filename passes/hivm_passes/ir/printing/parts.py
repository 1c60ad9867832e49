"""Pieces that several hand-written forms share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.ir.core import Block, Operation, Value
    from hivm_passes.ir.printing.printer import Printer
    from hivm_passes.ir.types import Type

    Form = Callable[[Printer, Operation, int], str]
    """Prints an operation, its first line standing ``int`` columns to the right."""


def entry_block(op: Operation, region: int = 0) -> Block:
    """The first block of a region that is known to have one."""
    entry = op.regions[region].entry
    assert entry is not None
    return entry


def attributes_clause(printer: Printer, op: Operation, elided: frozenset[str] | set[str] = frozenset()) -> str:
    """`` attributes {..}``, or nothing."""
    entries = printer.visible(op, elided)
    return f" attributes {printer.types.dictionary(entries)}" if entries else ""


def typed_operands(printer: Printer, op: Operation, indent: int) -> str:
    """``name {..} %a : T``."""
    del indent
    text = printer.short_name(op.name) + printer.plain_dictionary(op)
    if op.operands:
        text += f" {printer.operands(op.operands)} : {printer.types_of(op.operands)}"
    return text


def arrow(printer: Printer, types: Sequence[Type]) -> str:
    """`` -> T`` or `` -> (T, T)``, or nothing."""
    return f" -> {printer.types.results(types)}" if types else ""


def segments(op: Operation, groups: int) -> list[list[Value]]:
    """The operands in ``groups`` groups by the operation's group sizes."""
    sizes = op.segments if op.segments is not None else (len(op.operands),)
    out: list[list[Value]] = []
    position = 0
    for index in range(groups):
        size = sizes[index] if index < len(sizes) else 0
        out.append(op.operands[position : position + size])
        position += size
    return out
