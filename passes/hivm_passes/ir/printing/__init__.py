"""IR to text: whole modules as the compiler prints them, custom or generic, and single operations with their names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import AffineMapAttr, Attribute, IntegerSetAttr, LocationAttr, VerbatimAttr
from hivm_passes.ir.printing.attributes import TypePrinter
from hivm_passes.ir.printing.names import CanonicalNames, Names, SourceNames
from hivm_passes.ir.printing.printer import Printer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.types import Type

__all__ = [
    "CanonicalNames",
    "Names",
    "Printer",
    "SourceNames",
    "TypePrinter",
    "attribute_text",
    "print_module",
    "print_operation",
    "type_text",
]

_PLAIN = TypePrinter()
_ALIAS: Final = re.compile(r"[#!][A-Za-z$._-][A-Za-z0-9$._-]*|[#!][0-9]+")


def type_text(type: Type) -> str:
    """The text of a type, with affine maps in full."""
    return _PLAIN.type(type)


def attribute_text(attribute: Attribute) -> str:
    """The text of an attribute, with affine maps in full."""
    return _PLAIN.attribute(attribute)


def print_module(
    module: Operation,
    *,
    build: Build = "a3",
    generic: bool = False,
    debug_locations: bool = False,
    aliases: Mapping[str, Attribute | Type] | None = None,
    metadata: str = "",
) -> str:
    """The whole module as the compiler prints it, with a newline at the end.

    ``aliases`` are the definitions of the source: operations that are kept verbatim may name them. ``metadata`` is the
    text of its ``{-# ... #-}``.
    """
    kept = _aliases_in_verbatim(module, aliases) if aliases else {}
    numbering = _Aliases(frozenset(kept))
    types = TypePrinter(numbering.name)
    printer = Printer(
        CanonicalNames(module, generic=generic), types, build=build, generic=generic, debug_locations=debug_locations
    )
    body = printer.operation(module, 0)
    definitions = [f"{name} = {_definition(value)}\n" for name, value in kept.items()]
    definitions += [f"{name} = {_PLAIN.definition(a)}\n" for name, a in numbering.definitions()]
    return "".join(definitions) + body + "\n" + ("" if generic else "\n") + (f"{metadata}\n\n" if metadata else "")


def print_operation(
    op: Operation, names: Names | None = None, *, build: Build = "a3", generic: bool = False, indent: int = 0
) -> str:
    """One operation with the names of its source (or ``names``), affine maps in full, without a newline.

    Its first line has no blanks in front; the lines of its regions are indented relative to ``indent`` columns.
    """
    if names is None:
        root = op
        while root.parent_op is not None and root.name != "func.func":
            root = root.parent_op
        names = SourceNames(root)
    return Printer(names, _PLAIN, build=build, generic=generic, source_layout=True).operation(op, indent)


class _Aliases:
    """Numbers affine maps and sets in the order of their first use: ``#map``, ``#map1``, ``#set``."""

    def __init__(self, taken: frozenset[str]) -> None:
        self._taken = taken
        self._names: dict[Attribute, str] = {}
        self._counts: dict[str, int] = {}

    def name(self, attribute: Attribute) -> str | None:
        """The alias of an attribute, or None for those that get none."""
        stem = _alias_stem(attribute)
        if stem is None:
            return None
        known = self._names.get(attribute)
        while known is None:
            count = self._counts.get(stem, 0)
            self._counts[stem] = count + 1
            name = stem if count == 0 else f"{stem}{count}"
            if name not in self._taken:
                known = self._names[attribute] = name
        return known

    def definitions(self) -> list[tuple[str, Attribute]]:
        """Name and attribute, by kind, each kind in order."""
        return sorted(((n, a) for a, n in self._names.items()), key=lambda pair: _alias_stem(pair[1]) or "")


def _alias_stem(attribute: Attribute) -> str | None:
    """The kinds of attributes for which the compiler's printer makes aliases."""
    if isinstance(attribute, AffineMapAttr):
        return "#map"
    if isinstance(attribute, IntegerSetAttr):
        return "#set"
    if isinstance(attribute, LocationAttr):
        return "#loc"
    if isinstance(attribute, VerbatimAttr) and attribute.text.startswith("distinct["):
        return "#distinct"
    return None


def _definition(value: Attribute | Type) -> str:
    return _PLAIN.definition(value) if isinstance(value, AffineMapAttr | IntegerSetAttr) else str(value)


def _aliases_in_verbatim(module: Operation, aliases: Mapping[str, Attribute | Type]) -> dict[str, Attribute | Type]:
    """The source's aliases that verbatim text names."""
    found: dict[str, Attribute | Type] = {}
    for op in module.walk():
        if op.form is not None:
            for piece in op.form.pieces:
                if isinstance(piece, str):
                    for name in _ALIAS.findall(piece):
                        if name in aliases:
                            found[name] = aliases[name]
    return found
