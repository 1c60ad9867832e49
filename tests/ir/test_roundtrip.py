"""What is printed reads back as the same, by us and by the compiler."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hivm_passes.ir.attributes import (
    UNIT,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DenseElementsAttr,
    DialectAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hivm_passes.ir.core import Block, Operation, Region, Value
from hivm_passes.ir.parsing import parse_attribute, parse_module, parse_type
from hivm_passes.ir.printing import attribute_text, print_module, type_text
from hivm_passes.ir.types import (
    DYNAMIC,
    F32,
    F64,
    FLOAT_WIDTHS,
    I1,
    I32,
    I64,
    INDEX,
    NONE,
    ComplexType,
    FloatType,
    FunctionType,
    IntegerType,
    MemRefType,
    TensorType,
    TupleType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from tests.conformance.compiler import binaries, reprint
from tests.ir.equality import difference

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).parent / "data"
KERNELS = Path(__file__).parent.parent / "conformance" / "kernels"
SOURCES = [DATA / "region-forms.mlir", DATA / "result-names.mlir", DATA / "upstream-forms.mlir"]
SOURCES += sorted(KERNELS.glob("*.mlir"))

needs_compiler = pytest.mark.skipif(binaries() is None, reason="the compiler's wheel (ascendnpu-ir) is not installed")
# Without shrinking: a failure's text is short enough, and every step of it would run the compiler.
phases = [Phase.explicit, Phase.generate]
slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
thorough = settings(max_examples=150, deadline=None, derandomize=True, phases=phases, suppress_health_check=slow)
brief = settings(thorough, max_examples=12)


def printed(source: str, build: Any, generic: bool = False) -> str:
    parsed = parse_module(source, build=build)
    return print_module(parsed.module, build=build, generic=generic, aliases=parsed.aliases, metadata=parsed.metadata)


@needs_compiler
@pytest.mark.parametrize("build", ["a3", "a5"])
@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_files_print_as_the_compiler_prints_them(path: Path, build: Any) -> None:
    source = path.read_text()
    wanted = reprint(build, source)
    if wanted.status != "ok":
        pytest.skip("written for the other build")
    assert printed(source, build) == wanted.output
    assert reprint(build, printed(source, build, generic=True)).output == wanted.output


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_printed_files_read_back(path: Path) -> None:
    once = printed(path.read_text(), "a3")
    assert printed(once, "a3") == once


# --- random attributes and types ------------------------------------------------------------------------------

integer_types = st.builds(
    IntegerType, st.sampled_from([1, 2, 7, 8, 16, 32, 64, 128]), st.sampled_from(["signless", "signed", "unsigned"])
)
float_types = st.sampled_from(sorted(FLOAT_WIDTHS)).map(FloatType)
scalar_types = st.one_of(integer_types, float_types, st.just(INDEX))
sizes = st.one_of(st.integers(0, 9), st.just(DYNAMIC))
shapes = st.lists(sizes, max_size=4).map(tuple)
spaces = st.sampled_from([None, DialectAttr("hivm", "address_space", "ub"), IntegerAttr(1, I64)])
names = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=6)


def strided(rank: int) -> st.SearchStrategy[Attribute]:
    numbers = st.one_of(st.integers(1, 99), st.just(DYNAMIC))
    strides = st.lists(numbers, min_size=rank, max_size=rank).map(tuple)
    return st.builds(StridedLayoutAttr, strides, st.one_of(st.just(0), st.integers(1, 99), st.just(DYNAMIC)))


@st.composite
def memrefs(draw: Callable[[Any], Any]) -> MemRefType:
    shape = draw(shapes)
    layout = draw(st.one_of(st.none(), strided(len(shape)))) if shape else None
    return MemRefType(shape, draw(scalar_types), layout, draw(spaces))


@st.composite
def vectors(draw: Callable[[Any], Any]) -> VectorType:
    shape = draw(st.lists(st.integers(1, 9), min_size=1, max_size=3).map(tuple))
    scalable = draw(st.one_of(st.just(()), st.lists(st.booleans(), min_size=len(shape), max_size=len(shape))))
    element = draw(st.one_of(integer_types.filter(lambda t: t.signedness == "signless"), st.just(F32), st.just(INDEX)))
    return VectorType(shape, element, tuple(scalable) if any(scalable) else ())


def nested_types(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    listed = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(st.builds(TupleType, listed), st.builds(FunctionType, listed, listed))


types: st.SearchStrategy[Type] = st.recursive(
    st.one_of(
        scalar_types,
        st.just(NONE),
        memrefs(),
        vectors(),
        st.builds(TensorType, shapes, scalar_types),
        st.builds(UnrankedTensorType, scalar_types),
        st.builds(UnrankedMemRefType, scalar_types, spaces),
        st.builds(ComplexType, st.sampled_from([F32, I32])),
    ),
    nested_types,
    max_leaves=6,
)


@st.composite
def integers(draw: Callable[[Any], Any]) -> IntegerAttr:
    type = draw(st.one_of(integer_types, st.just(INDEX)))
    width = type.width if isinstance(type, IntegerType) else 64
    if type is I1 or (isinstance(type, IntegerType) and type.signedness == "unsigned"):
        return IntegerAttr(draw(st.integers(0, 2**width - 1)), type)
    return IntegerAttr(draw(st.integers(-(2 ** (width - 1)), 2 ** (width - 1) - 1)), type)


@st.composite
def floats(draw: Callable[[Any], Any]) -> FloatAttr:
    """Not a double that is printed by its bits: in lists the compiler leaves its type out and reads an integer."""
    type = draw(st.sampled_from(["f16", "bf16", "f32", "f64"]).map(FloatType))
    attribute = FloatAttr(draw(st.integers(0, 2**type.width - 1)), type)
    return FloatAttr(0, type) if type is F64 and attribute_text(attribute).startswith("0x") else attribute


expressions = st.recursive(
    st.sampled_from(["d0", "d1", "s0", "0", "1", "-3", "7"]),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-"), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["*", "floordiv", "ceildiv", "mod"]), st.integers(1, 9)),
    ),
    max_leaves=6,
)
maps = st.lists(expressions, max_size=3).map(lambda found: f"affine_map<(d0, d1)[s0] -> ({', '.join(found)})>")


@st.composite
def dense(draw: Callable[[Any], Any]) -> DenseElementsAttr:
    shape = draw(st.lists(st.integers(1, 12), max_size=3).map(tuple))
    element = draw(st.sampled_from([I1, IntegerType(8), I32, I64, F32, FloatType("f16"), INDEX]))
    count = 1
    for size in shape:
        count *= size
    low, high = (0, 2**element.width - 1) if isinstance(element, FloatType) else (-128, 127)
    if element is I1:
        low, high = 0, 1
    number = draw(st.sampled_from([1, count]))
    values = draw(st.lists(st.integers(low, high), min_size=number, max_size=number))
    if len(set(values)) == 1:
        values = values[:1]
    return DenseElementsAttr(tuple(values), TensorType(shape, element))


@st.composite
def dense_arrays(draw: Callable[[Any], Any]) -> DenseArrayAttr:
    element = draw(st.sampled_from([I1, IntegerType(8), I32, I64, F32]))
    low, high = (0, 2**32 - 1) if element is F32 else ((0, 1) if element is I1 else (-128, 127))
    return DenseArrayAttr(element, tuple(draw(st.lists(st.integers(low, high), max_size=5))))


def dictionary(entries: dict[str, Attribute]) -> DictionaryAttr:
    return DictionaryAttr(tuple(sorted(entries.items(), key=lambda entry: entry[0].encode())))


def nested_attributes(inner: st.SearchStrategy[Attribute]) -> st.SearchStrategy[Attribute]:
    return st.one_of(
        st.lists(inner, max_size=4).map(lambda e: ArrayAttr(tuple(e))),
        st.dictionaries(names.filter(bool), inner, max_size=3).map(dictionary),
    )


attributes: st.SearchStrategy[Attribute] = st.recursive(
    st.one_of(
        st.just(UNIT),
        integers(),
        floats(),
        names.map(StringAttr),
        types.map(TypeAttr),
        dense(),
        dense_arrays(),
        st.builds(SymbolRefAttr, names.filter(bool), st.lists(names.filter(bool), max_size=2).map(tuple)),
        st.just(DialectAttr("hivm", "pipe", "PIPE_V")),
    ),
    nested_attributes,
    max_leaves=8,
)


@thorough
@given(types)
def test_types_read_back(type: Type) -> None:
    assert parse_type(type_text(type)) is type


@thorough
@given(attributes)
def test_attributes_read_back(attribute: Attribute) -> None:
    assert parse_attribute(attribute_text(attribute)) is attribute


@needs_compiler
@brief
@given(st.lists(attributes, min_size=20, max_size=40))
def test_attributes_are_printed_as_the_compiler_prints_them(found: list[Attribute]) -> None:
    module = with_attributes(found)
    text = print_module(module)
    assert reprint("a3", text).output == text


def with_attributes(found: list[Attribute]) -> Operation:
    """A module with one function per attribute."""
    module = Operation("builtin.module", regions=[Region([Block()])])
    for index, attribute in enumerate(found):
        function = {
            "sym_name": StringAttr(f"f{index}"),
            "sym_visibility": StringAttr("private"),
            "function_type": TypeAttr(FunctionType((), ())),
            "t.t": attribute,
        }
        module.regions[0].blocks[0].append(Operation("func.func", [], [], function, [Region()]))
    return module


@needs_compiler
@brief
@given(st.lists(maps, min_size=20, max_size=40))
def test_affine_maps_are_simplified_and_printed_as_the_compiler_does(found: list[str]) -> None:
    text = print_module(with_attributes([parse_attribute(m) for m in found]))
    lines = [f"func.func private @f{i}() attributes {{t.t = {m}}}" for i, m in enumerate(found)]
    assert text == reprint("a3", "\n".join(lines)).output


# --- random programs ------------------------------------------------------------------------------------------


@st.composite
def functions(draw: Callable[[Any], Any]) -> Operation:
    """A module with one function of nested loops, branches, views and marks, each value used by chance."""
    entry = Block()
    arguments = [F32, INDEX, I1, MemRefType((8, 16), F32)]
    values: list[Value] = [entry.add_argument(t) for t in arguments]
    fill(draw, entry, values, 3)
    entry.append(Operation("func.return"))
    type = TypeAttr(FunctionType(tuple(arguments), ()))
    function = Operation("func.func", [], [], {"sym_name": StringAttr("f"), "function_type": type}, [Region([entry])])
    block = Block()
    block.append(function)
    return Operation("builtin.module", regions=[Region([block])])


def fill(draw: Callable[[Any], Any], block: Block, outer: list[Value], depth: int) -> None:
    values = list(outer)

    def pick(type: Type) -> Value:
        return draw(st.sampled_from([v for v in values if v.type is type]))

    for kind in draw(st.lists(st.sampled_from(["constant", "add", "mark", "view", "for", "if", "while"]), max_size=5)):
        if kind == "constant":
            attribute = draw(st.one_of(integers().filter(lambda a: is_signless(a.type)), floats()))
            op = Operation("arith.constant", [], [attribute.type], {"value": attribute})
        elif kind == "add":
            flags = {"fastmath": DialectAttr("arith", "fastmath", draw(st.sampled_from(["none", "fast", "nnan"])))}
            op = Operation("arith.addf", [pick(F32), pick(F32)], [F32], flags)
        elif kind == "mark":
            extra = draw(st.dictionaries(names.filter(bool).map(lambda n: f"t.{n}"), attributes, max_size=2))
            op = Operation("annotation.mark", [pick(INDEX)], attributes=extra)
        elif kind == "view":
            op = subview(draw, pick(MemRefType((8, 16), F32)), pick(INDEX))
        elif depth == 0:
            continue
        else:
            op = nest(draw, kind, pick, values, depth)
        block.append(op)
        values.extend(op.results)


def is_signless(type: Type) -> bool:
    return type is INDEX or (isinstance(type, IntegerType) and type.signedness == "signless")


def subview(draw: Callable[[Any], Any], source: Value, offset: Value) -> Operation:
    static = draw(st.booleans())
    column = draw(st.integers(0, 4))
    layout = StridedLayoutAttr((16, 1), column if static else DYNAMIC)
    return Operation(
        "memref.subview",
        [source] if static else [source, offset],
        [MemRefType((4, 4), F32, layout)],
        {
            "static_offsets": DenseArrayAttr(I64, (0, column if static else DYNAMIC)),
            "static_sizes": DenseArrayAttr(I64, (4, 4)),
            "static_strides": DenseArrayAttr(I64, (1, 1)),
        },
        segments=(1, 0 if static else 1, 0, 0),
    )


def nest(
    draw: Callable[[Any], Any], kind: str, pick: Callable[[Type], Value], values: list[Value], depth: int
) -> Operation:
    body, other = Block(), Block()
    carried = draw(st.booleans())
    if kind == "for":
        inside: list[Value] = [body.add_argument(INDEX)]
        if carried:
            inside.append(body.add_argument(F32))
        fill(draw, body, [*values, *inside], depth - 1)
        body.append(Operation("scf.yield", inside[1:]))
        bounds = [pick(INDEX) for _ in range(3)]
        initial = [pick(F32)] if carried else []
        return Operation("scf.for", [*bounds, *initial], [F32] * carried, regions=[Region([body])])
    if kind == "if":
        fill(draw, body, values, depth - 1)
        body.append(Operation("scf.yield", [pick(F32)] if carried else []))
        regions = [Region([body]), Region()]
        if carried or draw(st.booleans()):
            fill(draw, other, values, depth - 1)
            other.append(Operation("scf.yield", [pick(F32)] if carried else []))
            regions = [Region([body]), Region([other])]
        return Operation("scf.if", [pick(I1)], [F32] * carried, regions=regions)
    before: list[Value] = [body.add_argument(F32)]
    after: list[Value] = [other.add_argument(F32)]
    body.append(Operation("scf.condition", [pick(I1), *before]))
    fill(draw, other, [*values, *after], depth - 1)
    other.append(Operation("scf.yield", after))
    return Operation("scf.while", [pick(F32)], [F32], regions=[Region([body]), Region([other])])


@thorough
@given(functions(), st.booleans())
def test_functions_read_back(module: Operation, generic: bool) -> None:
    text = print_module(module, generic=generic)
    parsed = parse_module(text, build="a3")
    assert not parsed.has_errors, parsed.diagnostics
    assert difference(module, parsed.module) is None


@needs_compiler
@brief
@given(functions())
def test_functions_are_printed_as_the_compiler_prints_them(module: Operation) -> None:
    for build in ("a3", "a5"):
        text = print_module(module, build=build)
        assert reprint(build, text).output == text
        generic = print_module(module, build=build, generic=True)
        assert reprint(build, generic).output == text


# --- long elements ----------------------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("element", ["i1", "i4", "ui19", "i33", "index", "tf32", "f8E5M2", "complex<i8>"])
@pytest.mark.parametrize("count", [100, 101])
def test_long_elements_are_printed_as_bytes(element: str, count: int) -> None:
    values = ["0" if i % 3 else "1" for i in range(count)]
    if element in ("tf32", "f8E5M2"):
        values = [f"{v}.5" for v in values]
    elif element == "complex<i8>":
        values = [f"({v}, 1)" for v in values]
    value = f"dense<[{', '.join(values)}]> : tensor<{count}x{element}>"
    wanted = reprint("a3", f"func.func private @f() attributes {{t.t = {value}}}").output
    attribute = parse_attribute(value)
    assert f"t.t = {attribute_text(attribute)}}}" in wanted
    assert parse_attribute(attribute_text(attribute)) is attribute
