"""Attributes of the IR: interned and immutable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.interning import Interned
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.affine import AffineMap, IntegerSet
    from hivm_passes.ir.types import FloatType, IndexType, IntegerType, Type


class Attribute(Interned):
    """Base of all attributes."""

    __slots__ = ()

    def __str__(self) -> str:
        from hivm_passes.ir.printing import attribute_text

        return attribute_text(self)


@dataclass(frozen=True, slots=True, eq=False)
class UnitAttr(Attribute):
    """``unit``: present or absent."""


@dataclass(frozen=True, slots=True, eq=False)
class IntegerAttr(Attribute):
    """An integer of an integer or index type. Booleans are ``i1`` with value 0 or 1 (as printed: false, true).

    ``value`` is the signed reading for signless, signed and index types, the unsigned one for unsigned types.
    """

    value: int
    type: IntegerType | IndexType


@dataclass(frozen=True, slots=True, eq=False)
class FloatAttr(Attribute):
    """A float by its exact ``bits`` in the format of ``type``."""

    bits: int
    type: FloatType


@dataclass(frozen=True, slots=True, eq=False)
class StringAttr(Attribute):
    """A string; bytes that are not UTF-8 are kept as surrogate escapes."""

    value: str
    type: Type | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ArrayAttr(Attribute):
    """``[a, b]``."""

    elements: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DictionaryAttr(Attribute):
    """``{key = value}``, entries sorted by key."""

    entries: tuple[tuple[str, Attribute], ...]

    def get(self, key: str) -> Attribute | None:
        """The value of ``key``, or None."""
        for name, value in self.entries:
            if name == key:
                return value
        return None


@dataclass(frozen=True, slots=True, eq=False)
class DenseArrayAttr(Attribute):
    """``array<i64: 1, 2>``; floats are held by their bits."""

    element: IntegerType | FloatType
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DenseElementsAttr(Attribute):
    """``dense<...> : type``: one value (a splat) or as many as the type has elements, in row-major order.

    Integers by value, floats by their bits, complex numbers as two consecutive values.
    """

    values: tuple[int, ...]
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class VerbatimElementsAttr(Attribute):
    """An elements attribute kept as text: ``dense_resource<key>``, ``sparse<...>``, ``dense`` of strings."""

    keyword: str
    body: str
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class SymbolRefAttr(Attribute):
    """``@root::@nested``."""

    root: str
    nested: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TypeAttr(Attribute):
    """A type used as an attribute."""

    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class AffineMapAttr(Attribute):
    """``affine_map<...>``."""

    map: AffineMap


@dataclass(frozen=True, slots=True, eq=False)
class IntegerSetAttr(Attribute):
    """``affine_set<...>``."""

    set: IntegerSet


@dataclass(frozen=True, slots=True, eq=False)
class StridedLayoutAttr(Attribute):
    """``strided<[strides], offset: offset>`` in elements; DYNAMIC for ``?``."""

    strides: tuple[int, ...]
    offset: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class DialectAttr(Attribute):
    """An attribute of a dialect: ``#hivm.pipe<PIPE_V>`` has dialect ``hivm``, kind ``pipe``, body ``PIPE_V``.

    ``body`` is the canonical text between the angle brackets, None when there are none.
    """

    dialect: str
    kind: str
    body: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LocationAttr(Attribute):
    """``loc(...)``: ``body`` is the text inside the parentheses with aliases resolved."""

    body: str


@dataclass(frozen=True, slots=True, eq=False)
class VerbatimAttr(Attribute):
    """Anything else that is well bracketed (``distinct[0]<...>``), kept as text."""

    text: str


UNIT: Final = UnitAttr()
EMPTY_DICTIONARY: Final = DictionaryAttr(())
