"""IR to text: whole modules as the compiler prints them, custom or generic, and single operations with their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    numbering = _Aliases()
    types = TypePrinter(numbering.name)
    printer = Printer(
        CanonicalNames(module, generic=generic),
        types,
        build=build,
        generic=generic,
        debug_locations=debug_locations,
        aliases=aliases,
    )
    body = printer.operation(module, 0)
    definitions = [f"{name} = {_PLAIN.definition(a)}\n" for name, a in numbering.definitions()]
    return "".join(definitions) + body + "\n\n" + (f"{metadata}\n\n" if metadata else "")


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

    def __init__(self) -> None:
        self._names: dict[Attribute, str] = {}
        self._counts: dict[str, int] = {}

    def name(self, attribute: Attribute) -> str | None:
        """The alias of an attribute, or None for those that get none."""
        stem = _alias_stem(attribute)
        if stem is None:
            return None
        known = self._names.get(attribute)
        if known is None:
            count = self._counts.get(stem, 0)
            self._counts[stem] = count + 1
            known = self._names[attribute] = stem if count == 0 else f"{stem}{count}"
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
