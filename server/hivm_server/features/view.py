"""What a feature sees: the current text and syntax, and the newest facts about each function.

While a new version is being analysed, facts come from the last one. A function that did not change since has the same
facts; in one that did, a place outside of the changed part still has them, and a place inside has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hivm_server.workspace.syntax import difference

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Span
    from hivm_server.settings import Settings
    from hivm_server.workspace.analysis import FunctionResult, UnitResult
    from hivm_server.workspace.engine import Analysis
    from hivm_server.workspace.outline import FunctionItem
    from hivm_server.workspace.snapshot import Snapshot
    from hivm_server.workspace.units import Unit


@dataclass(frozen=True, slots=True)
class FunctionFacts:
    """The facts about one function and how its text now relates to the text that was analysed.

    ``head`` and ``tail`` are how many bytes at the start and the end are the same in both.
    """

    result: UnitResult
    function: FunctionResult | None
    unit: Unit
    item: FunctionItem
    """The function in the current text."""
    analysed: FunctionItem
    unit_start: int
    head: int
    tail: int

    @property
    def is_current(self) -> bool:
        """Whether the function did not change since it was analysed."""
        return self.head == len(self.item.content.text) == len(self.analysed.content.text)

    def to_unit(self, offset: int) -> int | None:
        """From a document offset to the unit's; None in a part that changed."""
        inside = offset - self.item.start
        if not 0 <= inside <= len(self.item.content.text):
            return None
        moved = self._moved(inside, len(self.item.content.text), len(self.analysed.content.text))
        return None if moved is None else self.unit_start + moved

    def to_document(self, offset: int) -> int | None:
        """From a unit offset to the document's; None in a part that changed or outside of the function."""
        inside = offset - self.unit_start
        if not 0 <= inside <= len(self.analysed.content.text):
            return None
        moved = self._moved(inside, len(self.analysed.content.text), len(self.item.content.text))
        return None if moved is None else self.item.start + moved

    def span(self, span: Span) -> tuple[int, int] | None:
        """A span of the unit in the document."""
        start, end = self.to_document(span.start), self.to_document(span.end)
        return None if start is None or end is None or end < start else (start, end)

    def _moved(self, inside: int, length: int, other: int) -> int | None:
        if inside <= self.head:
            return inside
        if inside >= length - self.tail:
            return inside - length + other
        return None


@dataclass(frozen=True, slots=True)
class _Analysed:
    """A function as it was analysed."""

    unit: Unit
    result: UnitResult
    unit_start: int
    item: FunctionItem


class View:
    """One version of a document together with the newest facts; made once per pair of them."""

    def __init__(self, snapshot: Snapshot, analysis: Analysis[UnitResult] | None, settings: Settings) -> None:
        self.snapshot = snapshot
        self.analysis = analysis
        self.settings = settings
        self._facts: dict[int, FunctionFacts | None] = {}

    @property
    def is_current(self) -> bool:
        """Whether the facts are those of the current version."""
        return self.analysis is not None and self.analysis.snapshot is self.snapshot

    def facts_at(self, offset: int) -> FunctionFacts | None:
        """The facts about the function around a document offset."""
        item = self.snapshot.outline.function_at(offset)
        return None if item is None else self.facts(item)

    def facts(self, item: FunctionItem) -> FunctionFacts | None:
        """The facts about a function of the current text: those of the same text, else of the same name."""
        if item.start not in self._facts:
            self._facts[item.start] = self._find(item)
        return self._facts[item.start]

    def _find(self, item: FunctionItem) -> FunctionFacts | None:
        by_text, by_name = self._index
        same = by_text.get(item.content.text)
        if same:
            # Of several functions with the same text, the one at the same place, else the first.
            found = next((a for a in same if a.item.start == item.start or a.item.content is item.content), same[0])
            return _facts(found, item, len(item.content.text), 0)
        named = by_name.get((self.snapshot.outline.section_number(item.start), item.name))
        if named is None:
            return None
        return _facts(named, item, *_common(item.content.text, named.item.content.text))

    @cached_property
    def _index(self) -> tuple[dict[bytes, list[_Analysed]], dict[tuple[int, str], _Analysed]]:
        by_text: dict[bytes, list[_Analysed]] = {}
        by_name: dict[tuple[int, str], _Analysed] = {}
        if self.analysis is not None:
            old = self.analysis.snapshot.outline
            for unit, result in zip(self.analysis.units, self.analysis.results, strict=True):
                for start, item in unit.items if result is not None else ():
                    assert result is not None
                    analysed = _Analysed(unit, result, start, item)
                    by_text.setdefault(item.content.text, []).append(analysed)
                    by_name.setdefault((old.section_number(item.start), item.name), analysed)
        return by_text, by_name

    def frame_at(self, offset: int) -> tuple[Unit, UnitResult, int] | None:
        """The frame around a document offset, with the unit's offset; only while the facts are current."""
        if self.analysis is None or not self.is_current:
            return None
        for unit, result in zip(self.analysis.units, self.analysis.results, strict=True):
            if unit.kind == "frame" and result is not None:
                inside = unit.from_document(offset)
                if inside is not None and unit.is_about(inside):
                    return unit, result, inside
        return None


def _facts(found: _Analysed, item: FunctionItem, head: int, tail: int) -> FunctionFacts:
    span = (found.unit_start, found.unit_start + len(found.item.content.text))
    function = next((f for f in found.result.functions if _lies_in(f.func, span)), None)
    return FunctionFacts(found.result, function, found.unit, item, found.item, found.unit_start, head, tail)


def _lies_in(op: Operation, span: tuple[int, int]) -> bool:
    return op.source is not None and span[0] <= op.source.span.start < span[1]


def _common(new: bytes, old: bytes) -> tuple[int, int]:
    """Lengths of the longest common start and end."""
    edit = difference(old, new)
    return edit.start, len(new) - edit.new_end
