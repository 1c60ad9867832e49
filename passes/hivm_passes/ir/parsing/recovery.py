"""What can be kept of an operation that does not parse, so that the rest of the function is still analysed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.core import VerbatimForm
from hivm_passes.ir.parsing.header import UNKNOWN, OpTemplate, RegionTemplate
from hivm_passes.ir.parsing.lexer import Cursor, ParseError, utf8
from hivm_passes.ir.parsing.types import parse_type

if TYPE_CHECKING:
    from hivm_passes.ir.parsing.lexer import Environment
    from hivm_passes.ir.types import Type

_RESULT: Final = re.compile(r"\s*(?::\s*([0-9]{1,6}))?\s*([,=])")
_NAME: Final = re.compile(r"\s*(\"[^\"\n]*\"|[A-Za-z_][A-Za-z0-9_$.]*)")
_SIGNATURE_NAME: Final = re.compile(r"\w+\.func\Z")


def recover(
    header: str, parts: list[str], cuts: dict[int, int], environment: Environment, default_dialect: str
) -> OpTemplate:
    """A template of the broken operation: bound names, op name, value uses, and its regions with named arguments."""
    results: list[tuple[int, int]] = []
    token = 0
    while 2 * token + 2 < len(parts) and (token or not parts[0].strip()):
        match = _RESULT.match(parts[2 * token + 2])
        if match is None:
            results = []
            break
        results.append((token, int(match[1] or 1)))
        token += 1
        if match[2] == "=":
            break
    else:
        results = []
    if not results:
        token = 0
    prefix = sum(len(p) for p in parts[: 2 * token])
    piece = parts[2 * token]
    offset = piece.find("=") + 1 if results else 0
    match = _NAME.match(piece, offset)
    name = match[1].strip('"') if match else ""
    name_offset = match.start(1) if match else offset
    if "." not in name and name in ("func", "return", "call", "module"):
        name = {"module": "builtin.module"}.get(name, f"func.{name}")
    operands: list[int] = []
    arguments: list[tuple[int | None, Type, None]] = []
    position = prefix
    defines = bool(_SIGNATURE_NAME.match(name))
    for index in range(token, len(parts) >> 1):
        position = sum(len(p) for p in parts[: 2 * index + 2])
        following = parts[2 * index + 2].lstrip()
        if defines and following.startswith(":"):
            arguments.append((index, _type_behind(header, position, environment), None))
        elif following.startswith("=") and cuts:
            arguments.append((index, UNKNOWN, None))
        else:
            operands.append(index)
    isolated = defines or name == "builtin.module"
    dialect = {"builtin.module": "builtin", "func.func": "func"}.get(name, "")
    regions = tuple(
        RegionTemplate(number, tuple(arguments) if number == 0 else (), isolated, None, dialect, offset)
        for offset, number in cuts.items()
    )
    count = sum(c for _, c in results)
    return OpTemplate(
        name=name or "unknown",
        name_token=token,
        name_offset=name_offset,
        name_length=len(match[1]) if match else 0,
        name_count=len(parts) >> 1,
        results=tuple(results),
        operands=tuple(operands),
        operand_types=(None,) * len(operands),
        result_types=tuple(_result_types(header, count, environment)),
        attributes={},
        regions=regions,
        successors=(),
        segments=None,
        form=VerbatimForm((utf8(header),)),
        location=None,
        end=len(header),
        broken=True,
    )


def _type_behind(header: str, position: int, environment: Environment) -> Type:
    try:
        cursor = Cursor(header, environment, position)
        cursor.expect(":")
        return parse_type(cursor)
    except ParseError:
        return UNKNOWN


def _result_types(header: str, count: int, environment: Environment) -> list[Type]:
    """The types after the last ``->``, ``to`` or ``:`` when they can be read, else unknown ones."""
    if not count:
        return []
    for match in reversed(list(re.finditer(r"->|\bto\b|\binto\b|:", header))):
        try:
            cursor = Cursor(header, environment, match.end())
            found = [parse_type(cursor)]
            while cursor.accept(","):
                found.append(parse_type(cursor))
        except ParseError:
            continue
        if cursor.kind == "end":
            return found if len(found) == count else [found[-1]] * count
        break
    return [UNKNOWN] * count
