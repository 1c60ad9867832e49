"""Units of analysis: the smallest pieces of a document that can be analysed alone.

A unit is text that the compiler could read by itself: the function (or functions) it is about, the aliases and module
headers around it, and declarations of the symbols it refers to. Equal text gives equal results, so an edit inside one
function leaves all other units as they are, wherever they move. What a unit shows of other functions is their
signature alone; the unit of the section's frame holds everything but the bodies of functions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from hivm_server.workspace.outline import AliasItem, FunctionItem, ModuleItem, aliases_in, symbols_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hivm_server.workspace.outline import Item, Outline, Section

Kind = Literal["function", "frame"]

_COUPLED: Final = b"hivm.tightly_coupled_buffer"
_VECTOR_FUNCTION: Final = b"hivm.vector_function"
_LOCATION_ALIAS: Final = re.compile(rb"#loc[0-9]*\Z")


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit at its place in the document.

    Unit bytes ``[starts[i], starts[i + 1])`` are document bytes from ``origins[i]`` on; -1 marks text that the
    document does not have. ``subjects`` are the ranges of the unit that it is about: findings elsewhere belong to
    other units. ``items`` are the functions it is about, each with the unit offset of its text.
    """

    kind: Kind
    text: bytes
    starts: tuple[int, ...]
    origins: tuple[int, ...]
    subjects: tuple[tuple[int, int], ...]
    items: tuple[tuple[int, FunctionItem], ...]
    place: int
    """A document offset inside the section that the unit is a part of."""

    @property
    def key(self) -> tuple[bytes, tuple[tuple[int, int], ...]]:
        """What the results of the unit depend on, besides options."""
        return self.text, self.subjects

    def to_document(self, offset: int) -> int | None:
        """Where a unit offset lies in the document; None in text that was made up."""
        index = bisect_right(self.starts, offset) - 1
        origin = self.origins[index]
        if origin >= 0:
            return origin + offset - self.starts[index]
        if index and offset == self.starts[index] and self.origins[index - 1] >= 0:
            return self.origins[index - 1] + offset - self.starts[index - 1]
        return None

    def from_document(self, offset: int) -> int | None:
        """The unit offset of a document offset inside the unit's subjects."""
        for start, item in self.items:
            if item.start <= offset <= item.end:
                return start + offset - item.start
        if self.kind == "frame":
            for start, end, origin in zip(self.starts, [*self.starts[1:], len(self.text)], self.origins, strict=True):
                if 0 <= origin <= offset <= origin + end - start:
                    return start + offset - origin
        return None

    def is_about(self, offset: int) -> bool:
        """Whether a unit offset lies in a subject."""
        return any(start <= offset <= end for start, end in self.subjects)


def units_of(outline: Outline, data: bytes) -> tuple[Unit, ...]:
    """All units of a document: per section one for its frame and one per function with a body."""
    units: list[Unit] = []
    for section in outline.sections:
        if section.items:
            units += _section_units(section, data)
    return tuple(units)


def _section_units(section: Section, data: bytes) -> list[Unit]:
    builder = _SectionUnits(section, data)
    units = [builder.frame()]
    coupled: list[tuple[tuple[ModuleItem, ...], FunctionItem]] = []
    for path, function in _with_paths(section.items, ()):
        if function.content.body is None:
            continue
        if len(path) <= 1 and _COUPLED in function.content.text:
            coupled.append((path, function))
        else:
            units.append(builder.unit(path, [function]))
    for path in dict.fromkeys(path for path, _ in coupled):
        units.append(builder.unit(path, [f for p, f in coupled if p == path]))
    return units


def _with_paths(
    items: Iterable[Item], path: tuple[ModuleItem, ...]
) -> Iterable[tuple[tuple[ModuleItem, ...], FunctionItem]]:
    for item in items:
        if isinstance(item, FunctionItem):
            yield path, item
        elif isinstance(item, ModuleItem):
            yield from _with_paths(item.items, (*path, item))


class _Text:
    """Collects a unit's text and where it came from."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.parts: list[bytes] = []
        self.starts: list[int] = []
        self.origins: list[int] = []
        self.size = 0

    def add(self, part: bytes, origin: int) -> int:
        """Append text; returns where it starts in the unit."""
        at = self.size
        if part:
            self.parts.append(part)
            self.starts.append(at)
            self.origins.append(origin)
            self.size += len(part)
        return at

    def copy(self, start: int, end: int) -> int:
        """Append document text."""
        return self.add(self.data[start:end], start)

    def invent(self, text: bytes) -> None:
        """Append text that the document does not have."""
        self.add(text, -1)

    def unit(
        self,
        kind: Kind,
        subjects: Iterable[tuple[int, int]],
        items: Iterable[tuple[int, FunctionItem]],
        place: int,
    ) -> Unit:
        return Unit(
            kind,
            b"".join(self.parts),
            tuple(self.starts) or (0,),
            tuple(self.origins) or (-1,),
            tuple(subjects),
            tuple(items),
            place,
        )


class _SectionUnits:
    """Makes the units of one section."""

    def __init__(self, section: Section, data: bytes) -> None:
        self.section = section
        self.data = data
        self.aliases: dict[bytes, AliasItem] = {}
        for item in section.items:
            if isinstance(item, AliasItem):
                self.aliases.setdefault(item.name, item)
        self.symbols: dict[int, dict[bytes, Item]] = {}
        self.wrapped = sum(not isinstance(i, AliasItem) for i in section.items) > 1
        """Whether the compiler would put a module around the section's operations."""

    # --- the frame ------------------------------------------------------------------------------------------

    def frame(self) -> Unit:
        """Everything but the bodies of functions, which become declarations; gaps keep one line break."""
        text = _Text(self.data)
        self._frame_items(text, self.section.items)
        subjects = [
            (start, start + len(part))
            for start, origin, part in zip(text.starts, text.origins, text.parts, strict=True)
            if origin >= 0
        ]
        return text.unit("frame", subjects, (), self.section.start)

    def _frame_items(self, text: _Text, items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, FunctionItem):
                self._declare(text, item)
            elif isinstance(item, ModuleItem):
                text.copy(item.start, item.body)
                text.invent(b"\n")
                self._frame_items(text, item.items)
                self._close(text, item)
            else:
                text.copy(item.start, item.end)
            text.invent(b"\n")

    def _close(self, text: _Text, module: ModuleItem) -> None:
        """The end of a module: its ``}`` and what follows it, when it has one."""
        last = module.items[-1].end if module.items else module.body
        brace = self.data.find(b"}", last, module.end)
        if brace >= 0:
            text.copy(brace, module.end)
        else:
            text.invent(b"}")

    def _declare(self, text: _Text, function: FunctionItem) -> None:
        """A function without its body; the compiler wants declarations to be private."""
        content, start = function.content, function.start
        if content.body is None:
            text.copy(start, function.end)
            return
        head = content.text[: content.name_start]
        if b"nested" in head or b"private" in head:
            text.copy(start, start + content.name_start)
        else:
            text.copy(start, start + len(head.split(None, 1)[0]))
            text.invent(b" private ")
        text.copy(start + content.name_start, start + content.body)

    # --- functions ------------------------------------------------------------------------------------------

    def unit(self, path: tuple[ModuleItem, ...], functions: Sequence[FunctionItem]) -> Unit:
        """The unit about ``functions``, all directly in the last module of ``path``."""
        siblings: Sequence[Item] = path[-1].items if path else self.section.items
        shown = self._needed(self._symbols(path, siblings), functions)
        used = [f.content.aliases for f in functions]
        used += [self._aliases_of(item, whole) for item, whole in shown]
        used += [aliases_in(self.data[m.start : m.body]) for m in path]
        aliases = self._used_aliases(frozenset(name for names in used for name in names))
        text = _Text(self.data)
        for alias in aliases:
            if not _LOCATION_ALIAS.match(alias.name):
                text.copy(alias.start, alias.end)
                text.invent(b"\n")
        if self.wrapped and path:
            text.invent(b"module {\n")
        for module in path:
            text.copy(module.start, module.body)
            text.invent(b"\n")
        items: list[tuple[int, FunctionItem]] = []
        subjects = {id(f) for f in functions}
        for item, whole in sorted([*shown, *((f, True) for f in functions)], key=lambda i: i[0].start):
            if isinstance(item, FunctionItem) and id(item) in subjects:
                items.append((text.add(item.content.text, item.start), item))
            elif isinstance(item, FunctionItem) and not whole:
                self._declare(text, item)
            else:
                text.copy(item.start, item.end)
            text.invent(b"\n")
        text.invent(b"}\n" * (len(path) + (self.wrapped and bool(path))))
        for alias in aliases:
            if _LOCATION_ALIAS.match(alias.name):
                text.copy(alias.start, alias.end)
                text.invent(b"\n")
        subjects_at = [(at, at + len(f.content.text)) for at, f in items]
        return text.unit("function", subjects_at, items, self.section.start)

    def _symbols(self, path: tuple[ModuleItem, ...], siblings: Sequence[Item]) -> dict[bytes, Item]:
        """The siblings by the symbols they define, gathered once per module."""
        place = path[-1].start if path else -1
        known = self.symbols.get(place)
        if known is None:
            known = self.symbols[place] = {}
            for item in siblings:
                symbol = item.name if isinstance(item, FunctionItem) else getattr(item, "symbol", None)
                if symbol:
                    known.setdefault(symbol.encode("utf-8", "surrogatepass"), item)
        return known

    def _needed(self, by_symbol: dict[bytes, Item], functions: Sequence[FunctionItem]) -> list[tuple[Item, bool]]:
        """Siblings that the functions refer to, each with whether its whole text matters.

        The bodies of vector functions matter to their callers on reg-based targets, and so do the symbols these
        refer to.
        """
        subjects = {id(f) for f in functions}
        needed: dict[int, tuple[Item, bool]] = {}
        todo = [f.content.symbols for f in functions]
        while todo:
            for name in sorted(n for n in todo.pop() if n in by_symbol):
                item = by_symbol[name]
                if id(item) in needed or id(item) in subjects:
                    continue
                if isinstance(item, FunctionItem):
                    whole = item.content.body is not None and _VECTOR_FUNCTION in item.content.signature
                    todo.append(item.content.symbols if whole else symbols_in(item.content.signature))
                else:
                    whole = True
                    todo.append(symbols_in(self.data[item.start : item.end]))
                needed[id(item)] = (item, whole)
        return list(needed.values())

    def _aliases_of(self, item: Item, whole: bool) -> frozenset[bytes]:
        if isinstance(item, FunctionItem):
            return item.content.aliases if whole else aliases_in(item.content.signature)
        return aliases_in(self.data[item.start : item.end])

    def _used_aliases(self, names: frozenset[bytes]) -> list[AliasItem]:
        """The aliases among ``names`` and those that they use in turn, in their order."""
        used: set[bytes] = set()
        todo = [name for name in names if name in self.aliases]
        while todo:
            name = todo.pop()
            if name not in used:
                used.add(name)
                alias = self.aliases[name]
                inner = aliases_in(self.data[alias.start + len(name) : alias.end])
                todo += [n for n in inner if n in self.aliases]
        return [a for name, a in self.aliases.items() if name in used]
