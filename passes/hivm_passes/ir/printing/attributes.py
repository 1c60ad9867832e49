"""Text of types, attributes, affine maps and sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.affine import AffineBinary, AffineConstant, AffineDim, AffineSymbol
from hivm_passes.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DialectAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    LocationAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
    VerbatimAttr,
    VerbatimElementsAttr,
)
from hivm_passes.ir.printing.literals import float_text, key_text, string_text, symbol_text
from hivm_passes.ir.types import (
    DYNAMIC,
    F64,
    I1,
    I64,
    ComplexType,
    DialectType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    TensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    bit_width,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hivm_passes.ir.affine import AffineExpr, AffineMap, IntegerSet
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.types import Type

_SIGN_PREFIX: Final = {"signless": "i", "signed": "si", "unsigned": "ui"}
TF32: Final = FloatType("tf32")
_HEX_ABOVE: Final = 100
"""Dense attributes with more elements than this are printed as one hexadecimal string."""


class TypePrinter:
    """Texts of types and attributes, each made once.

    ``alias`` names the attributes that the module defines as aliases (affine maps, sets), or gives None.
    ``type_aliases`` and ``attribute_aliases`` are the names to write for some types and attributes.
    """

    def __init__(
        self,
        alias: Callable[[Attribute], str | None] | None = None,
        type_aliases: Mapping[Type, str] | None = None,
        attribute_aliases: Mapping[Attribute, str] | None = None,
    ) -> None:
        self._alias = alias
        self._types: dict[Type, str] = dict(type_aliases or {})
        self._attributes: dict[Attribute, str] = dict(attribute_aliases or {})

    def type(self, type: Type) -> str:
        """The text of a type."""
        text = self._types.get(type)
        if text is None:
            text = self._types[type] = self._type(type)
        return text

    def attribute(self, attribute: Attribute) -> str:
        """The text of an attribute, with its type."""
        text = self._attributes.get(attribute)
        if text is None:
            text = self._attributes[attribute] = self._attribute(attribute)
        return text

    def dictionary(self, entries: Mapping[str, Attribute]) -> str:
        """``{a = 1 : i32, b}``, sorted by key."""
        return "{" + ", ".join(self._entry(k, entries[k]) for k in sorted(entries, key=_bytes)) + "}"

    def types(self, types: Sequence[Type]) -> str:
        """A comma-separated list."""
        return ", ".join([self.type(t) for t in types])

    def results(self, types: Sequence[Type]) -> str:
        """The results of a function type: bare when there is exactly one that is no function."""
        if len(types) == 1 and not isinstance(types[0], FunctionType):
            return self.type(types[0])
        return f"({self.types(types)})"

    def element(self, attribute: Attribute) -> str:
        """An attribute in a list: the default types i64 and f64 are left out.

        A float that is written by its bits keeps it: the compiler leaves it out there too, and reads back an integer.
        """
        if isinstance(attribute, IntegerAttr) and attribute.type is I64:
            return str(attribute.value)
        if isinstance(attribute, FloatAttr) and attribute.type is F64:
            text = float_text(attribute.bits, "f64")
            return f"{text} : f64" if text.startswith("0x") else text
        return self.attribute(attribute)

    def untyped(self, attribute: Attribute) -> str:
        """An attribute whose type stands elsewhere."""
        if isinstance(attribute, DenseElementsAttr):
            return f"dense<{self._dense(attribute)}>"
        if isinstance(attribute, VerbatimElementsAttr):
            return f"{attribute.keyword}<{attribute.body}>"
        return self.attribute(attribute)

    def _entry(self, key: str, value: Attribute) -> str:
        name = key_text(key)
        return name if isinstance(value, UnitAttr) else f"{name} = {self.attribute(value)}"

    # --- types ----------------------------------------------------------------------------------------------

    def _type(self, type: Type) -> str:
        if isinstance(type, IntegerType):
            return f"{_SIGN_PREFIX[type.signedness]}{type.width}"
        if isinstance(type, FloatType):
            return type.name
        if isinstance(type, IndexType):
            return "index"
        if isinstance(type, MemRefType):
            layout = f", {self.attribute(type.layout)}" if type.layout is not None else ""
            space = f", {self.element(type.space)}" if type.space is not None else ""
            return f"memref<{_shape(type.shape)}{self.type(type.element)}{layout}{space}>"
        if isinstance(type, UnrankedMemRefType):
            space = f", {self.element(type.space)}" if type.space is not None else ""
            return f"memref<*x{self.type(type.element)}{space}>"
        if isinstance(type, TensorType):
            encoding = f", {self.attribute(type.encoding)}" if type.encoding is not None else ""
            return f"tensor<{_shape(type.shape)}{self.type(type.element)}{encoding}>"
        if isinstance(type, UnrankedTensorType):
            return f"tensor<*x{self.type(type.element)}>"
        if isinstance(type, VectorType):
            scalable = type.scalable or (False,) * len(type.shape)
            dims = "".join(f"[{d}]x" if s else f"{d}x" for d, s in zip(type.shape, scalable, strict=True))
            return f"vector<{dims}{self.type(type.element)}>"
        if isinstance(type, FunctionType):
            return f"({self.types(type.inputs)}) -> {self.results(type.results)}"
        if isinstance(type, TupleType):
            return f"tuple<{self.types(type.elements)}>"
        if isinstance(type, ComplexType):
            return f"complex<{self.type(type.element)}>"
        if isinstance(type, NoneType):
            return "none"
        assert isinstance(type, DialectType)
        return f"!{type.name}" if type.body is None else f"!{type.name}<{type.body}>"

    # --- attributes -----------------------------------------------------------------------------------------

    def _attribute(self, attribute: Attribute) -> str:
        if isinstance(attribute, IntegerAttr):
            if attribute.type is I1:
                return "true" if attribute.value else "false"
            return f"{attribute.value} : {self.type(attribute.type)}"
        if isinstance(attribute, DialectAttr):
            # Without a kind it is the opaque form of an unregistered dialect.
            name = f"#{attribute.dialect}.{attribute.kind}" if attribute.kind else f"#{attribute.dialect}"
            return name if attribute.body is None else f"{name}<{attribute.body}>"
        if isinstance(attribute, StringAttr):
            suffix = f" : {self.type(attribute.type)}" if attribute.type is not None else ""
            return string_text(attribute.value) + suffix
        if isinstance(attribute, FloatAttr):
            return f"{float_text(attribute.bits, attribute.type.name)} : {attribute.type.name}"
        if isinstance(attribute, UnitAttr):
            return "unit"
        if isinstance(attribute, TypeAttr):
            return self.type(attribute.type)
        if isinstance(attribute, ArrayAttr):
            return "[" + ", ".join(self.element(e) for e in attribute.elements) + "]"
        if isinstance(attribute, DictionaryAttr):
            return self.dictionary(dict(attribute.entries))
        if isinstance(attribute, DenseArrayAttr):
            return self._dense_array(attribute)
        if isinstance(attribute, SymbolRefAttr):
            return "::".join(symbol_text(n) for n in (attribute.root, *attribute.nested))
        if isinstance(attribute, StridedLayoutAttr):
            strides = ", ".join(_size(s) for s in attribute.strides)
            offset = "" if attribute.offset == 0 else f", offset: {_size(attribute.offset)}"
            return f"strided<[{strides}]{offset}>"
        alias = self._alias(attribute) if self._alias is not None else None
        if alias is not None:
            return alias
        return self.definition(attribute)

    def definition(self, attribute: Attribute) -> str:
        """The text of an attribute that an alias may stand for, without the alias."""
        if isinstance(attribute, AffineMapAttr):
            return f"affine_map<{map_text(attribute.map)}>"
        if isinstance(attribute, IntegerSetAttr):
            return f"affine_set<{set_text(attribute.set)}>"
        if isinstance(attribute, LocationAttr):
            return f"loc({attribute.body})"
        if isinstance(attribute, DenseElementsAttr):
            return f"dense<{self._dense(attribute)}> : {self.type(attribute.type)}"
        if isinstance(attribute, VerbatimElementsAttr):
            return f"{attribute.keyword}<{attribute.body}> : {self.type(attribute.type)}"
        assert isinstance(attribute, VerbatimAttr)
        return attribute.text

    def _dense_array(self, attribute: DenseArrayAttr) -> str:
        element = attribute.element
        if isinstance(element, FloatType):
            values = [float_text(v, element.name) for v in attribute.values]
        elif element is I1:
            values = ["true" if v else "false" for v in attribute.values]
        else:
            values = [str(v) for v in attribute.values]
        name = self.type(element)
        return f"array<{name}: {', '.join(values)}>" if values else f"array<{name}>"

    def _dense(self, attribute: DenseElementsAttr) -> str:
        type = attribute.type
        assert isinstance(type, TensorType | VectorType | MemRefType)
        element = type.element
        values = attribute.values
        per_element = 2 if isinstance(element, ComplexType) else 1
        count = 1
        for size in type.shape:
            count *= size
        if count == 0:
            return ""
        scalar = element.element if isinstance(element, ComplexType) else element
        if len(values) == per_element:
            return self._scalars(values, scalar, per_element)[0]
        if count > _HEX_ABOVE:
            return f'"0x{_raw_bytes(values, scalar, packed=per_element == 1).hex().upper()}"'
        texts = self._scalars(values, scalar, per_element)
        for size in reversed(type.shape):
            texts = ["[" + ", ".join(texts[i : i + size]) + "]" for i in range(0, len(texts), size)]
        return texts[0]

    def _scalars(self, values: tuple[int, ...], scalar: Type, per_element: int) -> list[str]:
        if isinstance(scalar, FloatType):
            texts = [float_text(v, scalar.name) for v in values]
        elif bit_width(scalar) == 1:
            texts = ["true" if v else "false" for v in values]
        else:
            texts = [str(v) for v in values]
        if per_element == 1:
            return texts
        return [f"({a},{b})" for a, b in zip(texts[::2], texts[1::2], strict=True)]


def _raw_bytes(values: Sequence[int], scalar: Type, *, packed: bool) -> bytes:
    """Elements in whole little-endian bytes; single bits may be packed, the first one lowest."""
    width = bit_width(scalar) or 64
    if width == 1 and packed:
        bits = sum((v & 1) << i for i, v in enumerate(values))
        return bits.to_bytes(-(-len(values) // 8), "little")
    size = 4 if scalar is TF32 else -(-width // 8)
    return b"".join((v & ((1 << width) - 1)).to_bytes(size, "little") for v in values)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _size(value: int) -> str:
    return "?" if value == DYNAMIC else str(value)


def _shape(shape: tuple[int, ...]) -> str:
    return "".join(["?x" if d == DYNAMIC else f"{d}x" for d in shape])


# --- affine -----------------------------------------------------------------------------------------------------


def map_text(map: AffineMap) -> str:
    """``(d0)[s0] -> (d0 + s0)``."""
    results = ", ".join(expr_text(r) for r in map.results)
    return f"{_parameters(map.dim_count, map.symbol_count)} -> ({results})"


def set_text(set: IntegerSet) -> str:
    """``(d0) : (d0 >= 0)``."""
    constraints = [f"{expr_text(c.expr)} {'==' if c.is_equality else '>='} 0" for c in set.constraints]
    return f"{_parameters(set.dim_count, set.symbol_count)} : ({', '.join(constraints)})"


def _parameters(dims: int, symbols: int) -> str:
    text = "(" + ", ".join(f"d{i}" for i in range(dims)) + ")"
    return text + ("[" + ", ".join(f"s{i}" for i in range(symbols)) + "]" if symbols else "")


def expr_text(expr: AffineExpr, strong: bool = False) -> str:
    """An expression; ``strong`` puts sums and products in parentheses."""
    if isinstance(expr, AffineConstant):
        return str(expr.value)
    if isinstance(expr, AffineDim):
        return f"d{expr.position}"
    if isinstance(expr, AffineSymbol):
        return f"s{expr.position}"
    assert isinstance(expr, AffineBinary)
    text = _sum(expr) if expr.kind == "+" else _product(expr)
    return f"({text})" if strong else text


def _product(expr: AffineBinary) -> str:
    if expr.kind == "*" and isinstance(expr.rhs, AffineConstant) and expr.rhs.value == -1:
        return f"-{expr_text(expr.lhs, True)}"
    return f"{expr_text(expr.lhs, True)} {expr.kind} {expr_text(expr.rhs, True)}"


def _sum(expr: AffineBinary) -> str:
    """Additions of something negative read as subtractions."""
    left, right = expr_text(expr.lhs), expr.rhs
    if isinstance(right, AffineBinary) and right.kind == "*" and isinstance(right.rhs, AffineConstant):
        factor = right.rhs.value
        if factor == -1:
            grouped = isinstance(right.lhs, AffineBinary) and right.lhs.kind == "+"
            return f"{left} - {expr_text(right.lhs, grouped)}"
        if factor < -1:
            return f"{left} - {expr_text(right.lhs, True)} * {-factor}"
    if isinstance(right, AffineConstant) and right.value < 0:
        return f"{left} - {-right.value}"
    return f"{left} + {expr_text(right)}"
