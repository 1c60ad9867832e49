"""Operations without a table: their text is kept, with slots for values, types, regions and successors.

Operands are all value uses; result types are found as the text usually tells them: the types after the last ``->``,
``to`` or ``into``, else the last type, repeated when there are more results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from hivm_passes.ir.core import ArgumentSlot, OperandSlot, RegionSlot, SuccessorSlot, TypeSlot, VerbatimForm
from hivm_passes.ir.parsing.assembly import derive
from hivm_passes.ir.parsing.attributes import parse_dictionary
from hivm_passes.ir.parsing.lexer import Cursor, ParseError, utf8
from hivm_passes.ir.parsing.types import parse_non_function_type, starts_type
from hivm_passes.ir.types import INDEX, DialectType, Type
from hivm_passes.lazy import pattern
from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.attributes import Attribute, LocationAttr
    from hivm_passes.ir.core import Value
    from hivm_passes.ir.parsing.header import Operand, OpParser

Slot = OperandSlot | TypeSlot | RegionSlot | ArgumentSlot | SuccessorSlot
Argument = tuple["Operand | None", Type, "LocationAttr | None"]

_OPENING: Final = {"(": ")", "[": "]", "<": ">", "{": "}"}
_RESULT_WORDS: Final = frozenset({"->", "to", "into"})
_UNKNOWN: Final = DialectType("unknown")
_ONE_VALUE: Final = r"%[A-Za-z0-9$._-]+"
_INDICES: Final = pattern(rf"\(\s*(?:{_ONE_VALUE}\s*,\s*)*{_ONE_VALUE}\s*\)\s*(?:=|in\b)")
"""Loop indices: ``(%i, %j) = (..)`` or ``(%i) in (..)``."""
_TYPED_ARGUMENTS: Final = pattern(r"linalg\.(?:reduce|map)\Z|\w+\.(?:\w*_)?func\Z")
"""Operations whose ``(%a: T, ..)`` names region arguments."""


@dataclass(slots=True)
class _Context:
    """What a bracket (or the top level) has shown so far: values waiting for their types, and where types begin."""

    closing: str
    indices: bool = False
    arguments: bool = False
    values: list[int] = field(default_factory=list[int])
    types: list[int] = field(default_factory=list[int])
    typing: bool = False


@dataclass(slots=True)
class _Scan:
    """Everything found in one operation's text."""

    slots: list[tuple[int, int, Slot]] = field(default_factory=list[tuple[int, int, Slot]])
    types: list[tuple[int, Type, int]] = field(default_factory=list[tuple[int, Type, int]])
    """Slot number, type, and the number of its list."""
    lists: list[str] = field(default_factory=lambda: [""])
    """The token in front of every list of types."""
    arguments: list[Argument] = field(default_factory=list[Argument])
    attributes: dict[str, Attribute] = field(default_factory=dict[str, "Attribute"])


def parse_verbatim(parser: OpParser) -> None:
    """Scan the rest of the header; raises ``ParseError`` only for broken tokens, types and attributes."""
    cursor = parser.cursor
    scan = _Scan()
    start, end = cursor.previous_end, cursor.previous_end
    stack = [_Context("")]
    before = ""
    while cursor.kind != "end":
        if cursor.tok == "loc" and len(stack) == 1 and cursor.text.startswith("(", cursor.end):
            break
        before = _step(parser, scan, stack, before)
        end = cursor.previous_end
    _pair(stack[0], scan.slots)
    if len(stack) > 1:
        raise cursor.wrong(f"expected '{stack[-1].closing}'")
    count = sum(c for _, c in parser.result_bindings)
    if count:
        found = _result_types(scan, count)
        if parser.info is not None and parser.info.types.get("result") == "i1:":
            found = [derive("i1", type) or type for type in found]
            scan.slots = [
                (a, b, TypeSlot(s.type) if isinstance(s, TypeSlot) and s.result is not None else s)
                for a, b, s in scan.slots
            ]
        parser.result_types.extend(found)
    if not parser.regions and parser.name.endswith("func"):
        parser.no_region()
    parser.attributes.update(scan.attributes)
    parser.form = VerbatimForm(_pieces(cursor.text, scan.slots, start, end))


def attach_text(parser: OpParser) -> None:
    """Give an operation that another parser has understood a text form with slots as well."""
    from hivm_passes.ir.parsing.header import OpParser as Shadow

    cursor = Cursor(parser.cursor.text[: parser.cursor.previous_end], parser.environment, parser.name_start)
    shadow = Shadow(cursor, parser.environment, parser.default_dialect, parser.value_starts, parser.cuts, parser.empty)
    shadow.name = parser.name
    shadow.result_bindings = parser.result_bindings
    cursor.advance()
    parse_verbatim(shadow)
    assert shadow.form is not None
    operands = {token: index for index, token in enumerate(parser.operands)}
    regions = {region.cut: index for index, region in enumerate(parser.regions) if region.cut is not None}
    arguments = {
        token: ArgumentSlot(r, a)
        for r, region in enumerate(parser.regions)
        for a, (token, _, _) in enumerate(region.arguments)
        if token is not None
    }

    def real(slot: str | Slot) -> str | Slot:
        if isinstance(slot, OperandSlot):
            token = shadow.operands[slot.index]
            return arguments[token] if token in arguments else OperandSlot(operands[token])
        if isinstance(slot, ArgumentSlot):
            token = shadow_arguments[slot.region][slot.index]
            return arguments[token] if token in arguments else OperandSlot(operands[token])
        if isinstance(slot, RegionSlot):
            return RegionSlot(regions[cast("int", shadow.regions[slot.index].cut)])
        if isinstance(slot, TypeSlot):
            # The scan pairs types with values by their order; here the real types are known.
            index = None if slot.operand is None else operands.get(shadow.operands[slot.operand])
            if index is not None and parser.operand_types[index] is slot.type:
                return TypeSlot(slot.type, operand=index)
            results = parser.result_types
            result = slot.result if slot.result is not None else len(results) - 1
            if 0 <= result < len(results) and results[result] is slot.type and index is None:
                return TypeSlot(slot.type, result=result)
            return TypeSlot(slot.type)
        return slot

    shadow_arguments = [[cast("int", token) for token, _, _ in region.arguments] for region in shadow.regions]
    parser.form = VerbatimForm(tuple(real(piece) for piece in shadow.form.pieces))


def settled(form: VerbatimForm, operands: Sequence[Value]) -> VerbatimForm:
    """The form without the guesses about operand types that the operands themselves refute."""

    def refuted(piece: str | Slot) -> bool:
        return (
            isinstance(piece, TypeSlot) and piece.operand is not None and operands[piece.operand].type is not piece.type
        )

    if not any(map(refuted, form.pieces)):
        return form
    return VerbatimForm(
        tuple(TypeSlot(p.type, result=p.result) if isinstance(p, TypeSlot) and refuted(p) else p for p in form.pieces)
    )


def _step(parser: OpParser, scan: _Scan, stack: list[_Context], before: str) -> str:
    """One token; returns what stands before the next one (the token in front of a list inside it)."""
    cursor = parser.cursor
    token, kind, start = cursor.tok, cursor.kind, cursor.start
    context = stack[-1]
    if kind == "value":
        _value(parser, scan, stack)
        return token
    if token == "{":
        if start in parser.cuts:
            scan.slots.append((start, start + 2, RegionSlot(len(parser.regions))))
            implicit = parser.info.implicit_terminator if parser.info is not None else None
            parser.region(scan.arguments, implicit)
            scan.arguments = []
            return "}"
        try:
            found = parse_dictionary(cursor)
        except ParseError:
            cursor.reset(start)
        else:
            if len(stack) == 1:
                scan.attributes.update(found)
            return "}"
    elif kind == "caret":
        scan.slots.append((start, cursor.end, SuccessorSlot(len(parser.successors))))
        parser.successor()
        return token
    elif starts_type(cursor) and (token not in ("index", "none") or context.typing or before in _RESULT_WORDS):
        type = parse_non_function_type(cursor)
        number = len(scan.slots)
        scan.slots.append((start, cursor.previous_end, TypeSlot(type)))
        scan.types.append((number, type, len(scan.lists) - 1))
        if context.typing:
            context.types.append(number)
        return before if before in _RESULT_WORDS or before == ":" else token
    if token == ":" or token in _RESULT_WORDS:
        scan.lists.append(token)
    if token == ":":
        _pair(context, scan.slots)
        context.typing, context.types = True, []
    elif token in _RESULT_WORDS:
        _pair(context, scan.slots)
        context.typing = False
    elif token in _OPENING:
        indices = token == "(" and _INDICES.match(cursor.text, start) is not None
        arguments = token == "(" and before not in ("ins", "outs") and _TYPED_ARGUMENTS.match(parser.name) is not None
        stack.append(_Context(_OPENING[token], indices, arguments))
    elif token and token == context.closing:
        _pair(context, scan.slots)
        stack.pop()
        cursor.advance()
        return token
    cursor.advance()
    keep = token in (",", "(") and (before in _RESULT_WORDS or before == ":")
    return before if keep else token


def _value(parser: OpParser, scan: _Scan, stack: list[_Context]) -> None:
    """A use, or the name of a region argument."""
    cursor = parser.cursor
    start = cursor.start
    operand = parser.operand()
    end = cursor.previous_end
    type: Type | None = None
    if stack[-1].indices:
        type = INDEX
    elif cursor.tok == "=":
        type = _UNKNOWN
    elif cursor.tok == ":" and stack[-1].arguments:
        cursor.advance()
        type_start = cursor.start
        type = parse_non_function_type(cursor)
        scan.slots.append((start, end, ArgumentSlot(len(parser.regions), len(scan.arguments))))
        scan.slots.append((type_start, cursor.previous_end, TypeSlot(type)))
        scan.arguments.append((operand, type, None))
        return
    if type is None:
        scan.slots.append((start, end, OperandSlot(len(parser.operands))))
        stack[-1].values.append(len(parser.operands))
        parser.add(operand, None)
    else:
        scan.slots.append((start, end, ArgumentSlot(len(parser.regions), len(scan.arguments))))
        scan.arguments.append((operand, type, None))


def _pair(context: _Context, slots: list[tuple[int, int, Slot]]) -> None:
    """Give the types of a finished list to the values in front of its colon."""
    numbers, values = context.types, context.values
    if context.typing and values and len(numbers) == len(values):
        for value, number in zip(values, numbers, strict=True):
            start, end, slot = slots[number]
            if isinstance(slot, TypeSlot):
                slots[number] = (start, end, TypeSlot(slot.type, operand=value))
    if context.typing:
        context.values = []
    context.typing, context.types = False, []


def _result_types(scan: _Scan, count: int) -> list[Type]:
    """The types of the bound results, by the usual place of result types."""
    types = scan.types
    if not types:
        return [_UNKNOWN] * count
    last = max((n for _, _, n in types if scan.lists[n] in _RESULT_WORDS), default=None)
    if last is not None:
        chosen = [t for t in types if t[2] == last]
    else:
        chosen = types[-count:] if len(types) >= count > 1 else types[-1:]
    if len(chosen) < count:
        chosen = [chosen[-1]] * count
    chosen = chosen[:count]
    for index, (number, type, _) in enumerate(chosen):
        start, end, slot = scan.slots[number]
        if isinstance(slot, TypeSlot) and slot.operand is None and slot.result is None:
            scan.slots[number] = (start, end, TypeSlot(type, result=index))
    return [type for _, type, _ in chosen]


def _pieces(text: str, slots: Sequence[tuple[int, int, Slot]], start: int, end: int) -> tuple[str | Slot, ...]:
    """The text cut at its slots."""
    pieces: list[str | Slot] = []
    position = start
    for slot_start, slot_end, slot in slots:
        if slot_start > position:
            pieces.append(utf8(text[position:slot_start]))
        pieces.append(slot)
        position = slot_end
    if end > position:
        pieces.append(utf8(text[position:end]))
    return tuple(pieces)
