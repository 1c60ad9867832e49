"""Where the parts of a parsed operation stand in its text, found again on demand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.core import Span
from hivm_passes.ir.parsing.header import mask

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value

_NUMBER: Final = re.compile(r"[ \t]*#0*\Z")


def _written(name: str) -> set[str]:
    """The ways to write a value's name."""
    base, mark, number = name.partition("#")
    if not mark:
        return {f"%{base}", f"%{base}#0"}
    if number == "0":
        return {f"%{base}", f"%{base}#0"}
    return {f"%{name}"}


def name_spans(op: Operation) -> list[tuple[str, Span]]:
    """Every value name of the operation's header with its place, in textual order."""
    source = op.source
    if source is None:
        return []
    text = source.text
    raw = text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")
    cuts = [r.span for r in op.regions if r.span is not None]
    parts = mask(raw)
    found: list[tuple[str, Span]] = []
    position, offset = source.span.start, 0
    shifts: list[tuple[int, int]] = []
    header_position = 0
    for cut in sorted(cuts, key=lambda c: c.start):
        header_position = cut.start - source.span.start - sum(amount for _, amount in shifts)
        shifts.append((header_position, cut.end - cut.start - 2))
    for index, part in enumerate(parts):
        if index & 1:
            moved = position + offset + sum(amount for start, amount in shifts if offset > start)
            found.append((re.sub(r"[ \t]", "", part), Span(moved, moved + len(part))))
        offset += len(part)
    return found


def find_operands(op: Operation, text: bytes | None = None) -> list[Span]:
    """The place of each operand; the op name's place for operands that are not found."""
    source = op.source
    if source is None:
        return []
    del text
    names = [(n, s) for n, s in name_spans(op) if s.start >= source.name.end]
    used = [False] * len(names)
    spans: list[Span] = []
    for operand in op.operands:
        spans.append(_take(operand, names, used) or source.name)
    return spans


def _take(operand: Value, names: list[tuple[str, Span]], used: list[bool]) -> Span | None:
    if operand.name is None:
        return None
    spellings = _written(operand.name)
    for index, (name, span) in enumerate(names):
        if not used[index] and name in spellings:
            used[index] = True
            return span
    return None
