"""Types of the IR: interned, immutable, with the algebra that passes need.

Sizes, strides and offsets are counted in elements; ``DYNAMIC`` stands for ``?``.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.ir.interning import Interned
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.attributes import Attribute

DYNAMIC: Final = -(2**63)
"""An unknown size, stride or offset (printed ``?``), the same number as in MLIR."""

Signedness = Literal["signless", "signed", "unsigned"]

FLOAT_WIDTHS: Final = {
    "bf16": 16,
    "f128": 128,
    "f16": 16,
    "f32": 32,
    "f64": 64,
    "f80": 80,
    "f8E4M3": 8,
    "f8E4M3B11FNUZ": 8,
    "f8E4M3FN": 8,
    "f8E4M3FNUZ": 8,
    "f8E5M2": 8,
    "f8E5M2FNUZ": 8,
    "tf32": 19,
}
"""Width in bits of every float type the two compiler builds know."""


class Type(Interned):
    """Base of all types."""

    __slots__ = ()

    def __str__(self) -> str:
        from hivm_passes.ir.printing import type_text

        return type_text(self)


@dataclass(frozen=True, slots=True, eq=False)
class IntegerType(Type):
    """``iN``, ``siN`` or ``uiN``; width in bits."""

    width: int
    signedness: Signedness = "signless"


@dataclass(frozen=True, slots=True, eq=False)
class IndexType(Type):
    """``index``."""


@dataclass(frozen=True, slots=True, eq=False)
class FloatType(Type):
    """A floating point type by its keyword."""

    name: str

    @property
    def width(self) -> int:
        """Width in bits."""
        return FLOAT_WIDTHS[self.name]


@dataclass(frozen=True, slots=True, eq=False)
class NoneType(Type):
    """``none``."""


@dataclass(frozen=True, slots=True, eq=False)
class ComplexType(Type):
    """``complex<T>``."""

    element: Type


@dataclass(frozen=True, slots=True, eq=False)
class TupleType(Type):
    """``tuple<T, ...>``."""

    elements: tuple[Type, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FunctionType(Type):
    """``(inputs) -> (results)``."""

    inputs: tuple[Type, ...]
    results: tuple[Type, ...]


@dataclass(frozen=True, slots=True, eq=False)
class VectorType(Type):
    """``vector<4x[8]xf32>``; ``scalable`` marks the bracketed dimensions."""

    shape: tuple[int, ...]
    element: Type
    scalable: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TensorType(Type):
    """``tensor<4x?xf32, encoding>``."""

    shape: tuple[int, ...]
    element: Type
    encoding: Attribute | None = None


@dataclass(frozen=True, slots=True, eq=False)
class UnrankedTensorType(Type):
    """``tensor<*xT>``."""

    element: Type


@dataclass(frozen=True, slots=True, eq=False)
class MemRefType(Type):
    """``memref<shape x element, layout, memory space>``.

    ``layout`` is None for the identity, otherwise a ``StridedLayoutAttr``, an ``AffineMapAttr`` or a
    dialect's layout. ``space`` is None for the default space (0).
    """

    shape: tuple[int, ...]
    element: Type
    layout: Attribute | None = None
    space: Attribute | None = None

    @property
    def rank(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def has_static_shape(self) -> bool:
        """Whether no size is dynamic."""
        return DYNAMIC not in self.shape

    @property
    def element_count(self) -> int | None:
        """Product of the sizes (1 for rank 0), or None when one is dynamic."""
        return prod(self.shape) if self.has_static_shape else None

    @property
    def address_space(self) -> str | None:
        """The ``#hivm.address_space`` case (``"ub"``, ``"gm"`` ...), or None."""
        space = self.space
        return getattr(space, "body", None) if getattr(space, "kind", None) == "address_space" else None


@dataclass(frozen=True, slots=True, eq=False)
class UnrankedMemRefType(Type):
    """``memref<*xT, space>``."""

    element: Type
    space: Attribute | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DialectType(Type):
    """A type of a dialect (``!llvm.ptr<1>``): ``name`` is ``llvm.ptr``, ``body`` the text inside ``<>``."""

    name: str
    body: str | None = None


ShapedType = VectorType | TensorType | UnrankedTensorType | MemRefType | UnrankedMemRefType


I1: Final = IntegerType(1)
I8: Final = IntegerType(8)
I16: Final = IntegerType(16)
I32: Final = IntegerType(32)
I64: Final = IntegerType(64)
F16: Final = FloatType("f16")
BF16: Final = FloatType("bf16")
F32: Final = FloatType("f32")
F64: Final = FloatType("f64")
INDEX: Final = IndexType()
NONE: Final = NoneType()


def bit_width(element: Type) -> int | None:
    """Width in bits of an integer, float, complex or vector element; None for ``index`` and other types."""
    if isinstance(element, IntegerType | FloatType):
        return element.width
    if isinstance(element, ComplexType):
        inner = bit_width(element.element)
        return None if inner is None else 2 * inner
    if isinstance(element, VectorType) and DYNAMIC not in element.shape:
        inner = bit_width(element.element)
        return None if inner is None else inner * prod(element.shape)
    return None


def row_major_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides (elements) of the identity layout; DYNAMIC left of a dynamic size."""
    strides: list[int] = []
    running = 1
    for size in reversed(shape):
        strides.append(running)
        running = DYNAMIC if DYNAMIC in (running, size) else running * size
    return tuple(reversed(strides))
