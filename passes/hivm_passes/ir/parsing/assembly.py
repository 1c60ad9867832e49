"""Custom assembly driven by the token lists of the op tables (the notation is described with the data)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from hivm_passes.dialects.registry import AsmGroup, registry
from hivm_passes.ir.attributes import (
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DialectAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
    UnitAttr,
)
from hivm_passes.ir.parsing.attributes import (
    FALSE,
    FLAGS,
    TRUE,
    canonical_flags,
    decimal,
    parse_array,
    parse_attribute,
    parse_extended_attribute,
    parse_symbol,
)
from hivm_passes.ir.parsing.lexer import symbol_name
from hivm_passes.ir.parsing.types import (
    parse_function_results,
    parse_function_type,
    parse_optional_type,
    parse_type,
    parse_type_list,
    starts_type,
)
from hivm_passes.ir.types import (
    DYNAMIC,
    I1,
    I16,
    I32,
    I64,
    INDEX,
    DialectType,
    IntegerType,
    MemRefType,
    TensorType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from hivm_passes.lazy import pattern
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.dialects.registry import AsmToken, AttributeInfo, Build, OpInfo, Registry
    from hivm_passes.ir.parsing.header import Operand, OpParser

_CUSTOM: Final = pattern(r"custom:(\w+)\(([\w+]+),(\w+)\)")
_PARENTHESISED_RESULTS: Final = frozenset({"hivm.hir.custom", "hivm.hir.custom_macro"})
"""Operations that write two or more result types in parentheses."""


@dataclass(frozen=True, slots=True)
class Step:
    """One compiled token: ``action`` with its argument; ``steps`` for groups."""

    action: str
    text: str = ""
    other: str = ""
    arity: str = "one"
    kinds: tuple[type[Type], ...] = ()
    """For types: what the type must be, where the compiler's parser insists."""
    attribute: AttributeInfo | None = None
    steps: tuple[Step, ...] = ()


_KINDS: Final[dict[str, tuple[type[Type], ...]]] = {
    "memref": (MemRefType, UnrankedMemRefType),
    "tensor": (TensorType, UnrankedTensorType),
    "vector": (VectorType,),
    "shaped": (MemRefType, UnrankedMemRefType, TensorType, UnrankedTensorType, VectorType),
}
"""Type constraints that the parser checks itself."""
_programs: dict[tuple[str, str], tuple[Step, ...]] = {}


def program(info: OpInfo, build: str) -> tuple[Step, ...]:
    """The compiled token list of an operation."""
    key = (info.name, build)
    found = _programs.get(key)
    if found is None:
        assert info.asm is not None
        found = _programs[key] = _compile(info, info.asm)
    return found


def _compile(info: OpInfo, tokens: Sequence[AsmToken]) -> tuple[Step, ...]:
    steps: list[Step] = []
    operands = {o.name: o for o in info.operands}
    results = {r.name: r for r in info.results}
    for token in tokens:
        if isinstance(token, AsmGroup):
            steps.append(Step("group", token.when, steps=_compile(info, token.tokens)))
        elif token in ("~", " "):
            continue
        elif token == "{attrs}":
            steps.append(Step("dictionary"))
        elif token == "attributes{attrs}":
            steps.append(Step("dictionary_with_keyword"))
        elif token == "region":
            steps.append(Step("region"))
        elif token.startswith("%") and len(token) > 1:
            steps.append(Step("operand", token[1:], arity=operands[token[1:]].arity))
        elif token.startswith("T:"):
            name = token[2:]
            group = operands[name] if name in operands else results[name]
            kinds = _KINDS.get(group.type.partition("<")[0], ()) if group.arity == "one" else ()
            steps.append(Step("type", name, arity=group.arity, kinds=kinds))
        elif token.startswith("@"):
            steps.append(Step("attribute", token[1:], attribute=info.by_attribute[token[1:]]))
        elif (match := _CUSTOM.fullmatch(token)) is not None:
            steps.append(Step(match[1], match[2], match[3]))
        elif token[0].isalpha() or token[0] == "_":
            steps.append(Step("keyword", token))
        else:
            steps.append(Step("punctuation", token))
    return tuple(steps)


@dataclass(slots=True)
class _Bound:
    """What the steps found: operands with the place where their list starts, types, by group name."""

    operands: dict[str, tuple[list[Operand], int]]
    types: dict[str, list[Type]]


def parse_assembly(parser: OpParser, info: OpInfo) -> None:
    """Run the token list of ``info`` over the header."""
    bound = _Bound({}, {})
    _run(parser, info, program(info, parser.environment.build), bound)
    _finish(parser, info, bound)


def _run(parser: OpParser, info: OpInfo, steps: tuple[Step, ...], bound: _Bound) -> None:
    cursor = parser.cursor
    for step in steps:
        action = step.action
        if action == "punctuation":
            cursor.expect(step.text)
        elif action == "keyword":
            if cursor.tok != step.text:
                raise parser.error(cursor.start, f"expected '{step.text}'", "hivm.parse.expected")
            cursor.advance()
        elif action == "operand":
            position = cursor.start
            if step.arity == "one":
                found = [parser.operand()]
            elif step.arity == "optional":
                found = [parser.operand()] if cursor.kind == "value" else []
            else:
                found = parser.operand_list()
            bound.operands[step.text] = (found, position)
        elif action == "type":
            bound.types[step.text] = _types(parser, info, step)
        elif action == "group":
            if _starts(parser, step.steps[0]):
                _run(parser, info, step.steps, bound)
                unit = info.by_attribute.get(step.text)
                if unit is not None and unit.kind == "unit":
                    parser.attributes[step.text] = UNIT
        elif action == "dictionary":
            parser.attribute_dictionary()
        elif action == "attribute":
            parser.attributes[step.text] = short_attribute(parser, cast("AttributeInfo", step.attribute))
        elif action == "dictionary_with_keyword":
            parser.attribute_dictionary_with_keyword()
        elif action == "DynamicIndexList":
            dynamic, static = dynamic_index_list(parser)
            bound.operands[step.text] = (dynamic, cursor.start)
            parser.attributes[step.other] = static
        elif action == "FunctionalType":
            _functional_type(parser, step, bound)
        elif action == "EventID":
            _event(parser, step, bound)
        elif action == "FlagID":
            _flag(parser, step, bound)
        elif action == "region":
            parser.region(implicit_terminator=info.implicit_terminator)


def _starts(parser: OpParser, step: Step) -> bool:
    """Whether an optional group that begins with ``step`` is written here."""
    cursor = parser.cursor
    action = step.action
    if action in ("keyword", "punctuation"):
        return cursor.tok == step.text
    if action == "operand":
        return cursor.kind == "value"
    if action == "type":
        return cursor.tok == "(" or starts_type(cursor)
    if action == "dictionary":
        return cursor.tok == "{"
    if action == "attribute":
        kind = cast("AttributeInfo", step.attribute).kind
        if kind.startswith("keyword:"):
            return cursor.tok in KEYWORD_ENUMS[kind[8:]][1]
        return cursor.tok in ("<", "[") or cursor.kind in ("hash", "string", "int", "at")
    return False


def _types(parser: OpParser, info: OpInfo, step: Step) -> list[Type]:
    cursor = parser.cursor
    if step.arity == "one":
        start = cursor.start
        type = parse_type(cursor)
        if step.kinds and not isinstance(type, step.kinds):
            raise parser.error(start, "invalid kind of type specified", "hivm.parse.type")
        return [type]
    if step.arity == "optional":
        found = parse_optional_type(cursor)
        return [] if found is None else [found]
    if info.name in _PARENTHESISED_RESULTS and cursor.tok == "(" and step.text not in info.operand_index:
        return parse_function_results(cursor)
    return parse_type_list(cursor)


def _functional_type(parser: OpParser, step: Step, bound: _Bound) -> None:
    """``(T, ..) -> T`` over single operands and one result group."""
    start = parser.cursor.start
    if parser.cursor.tok != "(":
        parse_type(parser.cursor)
        raise parser.error(start, "invalid kind of type specified", "hivm.parse.type")
    type = parse_function_type(parser.cursor)
    names = step.text.split("+")
    if len(type.inputs) != len(names):
        position = bound.operands[names[0]][1]
        raise parser.error(
            position, f"{len(names)} operands present, but expected {len(type.inputs)}", "hivm.parse.operand-count"
        )
    for name, input_type in zip(names, type.inputs, strict=True):
        bound.types[name] = [input_type]
    bound.types[step.other] = list(type.results)


# --- hand-written parts ---------------------------------------------------------------------------------------


def dynamic_index_list(parser: OpParser) -> tuple[list[Operand], DenseArrayAttr]:
    """``[1, %x, 2]``: the values and the static list with DYNAMIC in their places."""
    cursor = parser.cursor
    cursor.expect("[", " in dynamic index list")
    dynamic: list[Operand] = []
    static: list[int] = []
    if cursor.tok != "]":
        while True:
            if cursor.kind == "value":
                dynamic.append(parser.operand())
                static.append(DYNAMIC)
            else:
                negative = cursor.accept("-")
                if cursor.kind != "int":
                    raise parser.error(cursor.start, "expected integer value", "hivm.parse.expected")
                value = int(cursor.take(), 0)
                static.append(-value if negative else value)
            if not cursor.accept(","):
                break
    cursor.expect("]", " in dynamic index list")
    return dynamic, DenseArrayAttr(I64, tuple(static))


def _event(parser: OpParser, step: Step, bound: _Bound) -> None:
    """``<EVENT_ID1>`` or a value."""
    cursor = parser.cursor
    if cursor.kind == "value":
        bound.operands[step.other] = ([parser.operand()], cursor.start)
        return
    info = cast("OpInfo", parser.info).by_attribute[step.text]
    parser.attributes[step.text] = short_attribute(parser, info)


def _flag(parser: OpParser, step: Step, bound: _Bound) -> None:
    """An integer or a value."""
    cursor = parser.cursor
    if cursor.kind == "value":
        bound.operands[step.other] = ([parser.operand()], cursor.start)
        return
    parser.attributes[step.text] = parse_attribute(cursor)


# --- attributes in their short forms --------------------------------------------------------------------------


_INTEGER_KINDS: Final[dict[str, Type]] = {"i64": I64, "i32": I32, "i16": I16, "index": INDEX}


def short_attribute(parser: OpParser, info: AttributeInfo) -> Attribute:
    """An inherent attribute in a clause of its own."""
    cursor, kind = parser.cursor, info.kind
    if kind.startswith("enum:"):
        return _enum(parser, kind[5:])
    if kind.startswith("i64array"):
        return integer_array(parser)
    if kind == "bool":
        start = cursor.start
        found = parse_attribute(cursor, I1)
        if not (isinstance(found, IntegerAttr) and found.type is I1):
            raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
        return found
    if kind in _INTEGER_KINDS:
        start = cursor.start
        found = parse_attribute(cursor, _INTEGER_KINDS[kind])
        if not isinstance(found, IntegerAttr):
            raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
        return found
    if kind == "symbol":
        if cursor.kind != "at":
            raise parser.error(cursor.start, "expected valid '@'-identifier for symbol name", "hivm.parse.expected")
        if kind == "symbol" and info.name in ("sym_name", "symbol_name"):
            return _symbol_name(parser)
        return parse_symbol(cursor)
    if kind == "type":
        return TypeAttr(parse_type(cursor))
    if kind.startswith("keyword:"):
        return _keyword_enum(parser, kind[8:])
    if kind.startswith("flags:"):
        return _flags(parser, kind[6:])
    if kind == "unit":
        return UNIT
    if kind in ("string[]", "i64[][]") or kind.startswith("enum[]:"):
        start = cursor.start
        if cursor.tok != "[":
            found = parse_attribute(cursor)
            if not isinstance(found, ArrayAttr):
                raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
            return found
        return parse_array(cursor)
    start = cursor.start
    found = parse_attribute(cursor)
    expected = {"string": StringAttr, "int": IntegerAttr, "affine_map": AffineMapAttr}.get(kind)
    if expected is not None and not isinstance(found, expected):
        raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
    return found


def _symbol_name(parser: OpParser) -> Attribute:
    from hivm_passes.ir.attributes import SymbolRefAttr

    cursor = parser.cursor
    name = symbol_name(cursor.take())
    return SymbolRefAttr(name) if parser.name.startswith("symbol.") else StringAttr(name)


def _enum(parser: OpParser, kind: str) -> Attribute:
    """``<case>`` or the full ``#dialect.kind<case>``."""
    cursor = parser.cursor
    dialect, _, mnemonic = kind.partition(".")
    if cursor.kind == "hash":
        start = cursor.start
        found = parse_extended_attribute(cursor)
        if not (isinstance(found, DialectAttr) and found.dialect == dialect and found.kind == mnemonic):
            raise parser.error(start, "invalid kind of attribute specified", "hivm.parse.attribute")
        return found
    cursor.expect("<")
    start = cursor.start
    if cursor.kind != "id":
        raise parser.error(cursor.start, "expected valid keyword", "hivm.parse.expected")
    case = cursor.take()
    enum = registry(cast("Build", parser.environment.build)).enum(kind)
    if enum is not None and all(c.text != case for c in enum.cases):
        raise parser.error(start, enum.expected, "hivm.parse.enum")
    cursor.expect(">")
    return DialectAttr(dialect, mnemonic, case)


def integer_array(parser: OpParser) -> Attribute:
    """``[1, 2]`` of i64."""
    cursor = parser.cursor
    if cursor.kind == "id" and cursor.tok == "array":
        return parse_attribute(cursor)
    cursor.expect("[")
    values: list[int] = []
    if cursor.tok != "]":
        while True:
            start = cursor.start
            negative = cursor.accept("-")
            if cursor.kind != "int":
                raise parser.error(start, "expected integer value", "hivm.parse.expected")
            literal = cursor.take()
            value = int(literal, 16) if literal.startswith("0x") else decimal(literal)
            if value is None or value > (1 << 63) - (not negative):
                raise parser.error(start, "integer value too large", "hivm.parse.literal")
            values.append(-value if negative else value)
            if not cursor.accept(","):
                break
    cursor.expect("]")
    return DenseArrayAttr(I64, tuple(values))


KEYWORD_ENUMS: Final[dict[str, tuple[IntegerType, tuple[str, ...]]]] = {
    "arith.cmpi": (I64, ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")),
    "arith.cmpf": (
        I64,
        (
            *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
            *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
        ),
    ),
    "arith.roundingmode": (I32, ("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")),
}
"""Enums written as a bare word and stored as an integer of the given type."""


def _keyword_enum(parser: OpParser, name: str) -> Attribute:
    cursor = parser.cursor
    type, cases = KEYWORD_ENUMS[name]
    word = cursor.tok if cursor.kind == "id" else cursor.tok.strip('"') if cursor.kind == "string" else None
    if word not in cases:
        known = ", ".join(cases)
        raise parser.error(
            cursor.start,
            "expected string or keyword containing one of the following enum values for attribute "
            f"'{_KEYWORD_ATTRIBUTE.get(name, 'predicate')}' [{known}]",
            "hivm.parse.enum",
        )
    cursor.advance()
    return IntegerAttr(cases.index(word), type)


_KEYWORD_ATTRIBUTE: Final = {"arith.roundingmode": "roundingmode"}


def _flags(parser: OpParser, kind: str) -> Attribute:
    """``<nsw, nuw>`` or the full attribute."""
    cursor = parser.cursor
    dialect, _, mnemonic = kind.partition(".")
    if cursor.kind == "hash":
        found = parse_extended_attribute(cursor)
        if isinstance(found, DialectAttr) and found.body is not None:
            return DialectAttr(found.dialect, found.kind, canonical_flags(kind, found.body.replace(" ", "").split(",")))
        return found
    cursor.expect("<")
    words: list[str] = []
    while True:
        if cursor.kind != "id" or cursor.tok not in FLAGS[kind]:
            enum = {
                "arith.fastmath": "::mlir::arith::FastMathFlags",
                "arith.overflow": "::mlir::arith::IntegerOverflowFlags",
            }
            if cursor.kind != "id":
                raise parser.error(cursor.start, "expected valid keyword", "hivm.parse.expected")
            raise parser.error(
                cursor.start, f"expected {enum[kind]} to be one of: {', '.join(FLAGS[kind])}", "hivm.parse.enum"
            )
        words.append(cursor.take())
        if not cursor.accept(","):
            break
    cursor.expect(">")
    return DialectAttr(dialect, mnemonic, canonical_flags(kind, words))


# --- binding ----------------------------------------------------------------------------------------------------


_BUILDABLE: Final[dict[str, Type]] = {"index": INDEX, "i1": I1, "i64": I64, "i32": I32}


def _finish(parser: OpParser, info: OpInfo, bound: _Bound) -> None:
    """Put operands in definition order, resolve their types, add results, sizes and defaults."""
    found = bound.operands
    sizes: list[int] = []
    for group in info.operands:
        entry = found.get(group.name)
        if entry is None:
            sizes.append(0)
            continue
        operands, position = entry
        sizes.append(len(operands))
        types = bound.types.get(group.name)
        if types is None:
            if group.name in bound.types or (group.type in _BUILDABLE and group.name not in info.types):
                type: Type | None = _BUILDABLE[group.type]
            else:
                type = _inferred(info, bound, group.name)
            types = [cast("Type", type)] * len(operands)
        parser.add_all(operands, types, position)
    if info.segments == "sizes":
        parser.segments = tuple(sizes)
    for result in info.results:
        types = bound.types.get(result.name)
        if types is not None:
            parser.result_types.extend(types)
        elif result.arity == "one":
            inferred = _inferred(info, bound, result.name)
            if inferred is None and result.type in _BUILDABLE:
                inferred = _BUILDABLE[result.type]
            parser.result_types.append(inferred if inferred is not None else DialectType("unknown"))
    fix = _FIXES.get(info.name)
    if fix is not None:
        fix(parser, parser.facts)
    add_defaults(info, parser.attributes, parser.facts)


def _inferred(info: OpInfo, bound: _Bound, name: str) -> Type | None:
    """The type that the table derives for an operand or result whose type is not written."""
    rule = info.types.get(name)
    if rule is None:
        return None
    kind, colon, source = rule.partition(":")
    if rule.startswith("="):
        types = bound.types.get(rule[1:])
        return types[0] if types else _inferred(info, bound, rule[1:])
    if colon:
        types = bound.types.get(source)
        base = types[0] if types else _inferred(info, bound, source)
        if base is None:
            return None
        return derive(kind, base)
    return _BUILDABLE.get(rule)


def derive(kind: str, base: Type) -> Type | None:
    """``element``: the element type of a shaped type; ``i1``: i1 in its shape; ``tensor``: the tensor of a memref."""
    if kind == "element":
        return getattr(base, "element", base)
    if kind == "i1":
        if isinstance(base, VectorType):
            return VectorType(base.shape, I1, base.scalable)
        if isinstance(base, TensorType):
            return TensorType(base.shape, I1, base.encoding)
        if isinstance(base, UnrankedTensorType):
            return UnrankedTensorType(I1)
        return I1
    if kind == "tensor":
        if isinstance(base, MemRefType):
            return TensorType(base.shape, base.element)
        if isinstance(base, UnrankedMemRefType):
            return UnrankedTensorType(base.element)
    if kind == "memref":
        return base
    return None


def _fix_fixpipe(parser: OpParser, facts: Registry) -> None:
    """The mem-based build reads the old ``{enable_nz2nd}`` as the DMA mode."""
    if facts.build == "a3" and isinstance(parser.attributes.get("enable_nz2nd"), UnitAttr):
        del parser.attributes["enable_nz2nd"]
        parser.attributes["dma_mode"] = DialectAttr("hivm", "dma_mode", "nz2nd")


_FIXES: Final = {"hivm.hir.fixpipe": _fix_fixpipe}


def add_defaults(info: OpInfo, attributes: dict[str, Attribute], facts: Registry | None = None) -> None:
    """Add the attributes that always exist and are not written."""
    for attribute in info.attributes:
        if attribute.presence == "default" and attribute.name not in attributes:
            attributes[attribute.name] = default_attribute(attribute)


def default_attribute(info: AttributeInfo) -> Attribute:
    """The attribute value of a plain default from the tables."""
    kind, value = info.kind, info.default
    if kind.startswith(("enum:", "flags:")):
        dialect, _, mnemonic = kind.split(":", 1)[1].partition(".")
        return DialectAttr(dialect, mnemonic, str(value))
    if kind == "bool":
        return TRUE if value else FALSE
    if kind.startswith("i64array"):
        return DenseArrayAttr(I64, tuple(cast("list[int]", value)))
    if kind == "string[]":
        return ArrayAttr(tuple(StringAttr(text) for text in cast("list[str]", value)))
    if kind == "string":
        return StringAttr(str(value))
    if kind == "unit":
        return UNIT
    if kind == "index":
        return IntegerAttr(cast("int", value), INDEX)
    return IntegerAttr(cast("int", value), I32 if kind in ("i32", "keyword:arith.roundingmode") else I64)
