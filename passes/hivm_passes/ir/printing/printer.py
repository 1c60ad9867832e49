"""Operations as text: layout, generic form, and custom forms driven by the op tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from hivm_passes.dialects.registry import AsmGroup, registry
from hivm_passes.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DialectAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
)
from hivm_passes.ir.core import ArgumentSlot, OperandSlot, Operation, RegionSlot, SuccessorSlot, TypeSlot, Value
from hivm_passes.ir.parsing.assembly import KEYWORD_ENUMS, default_attribute
from hivm_passes.ir.parsing.forms import KEPT_AS_TEXT
from hivm_passes.ir.printing.forms import form_of
from hivm_passes.ir.printing.literals import string_text, symbol_text
from hivm_passes.ir.printing.names import Names, origin_of
from hivm_passes.ir.types import DYNAMIC, DialectType
from hivm_passes.lazy import pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from hivm_passes.dialects.registry import AsmToken, AttributeInfo, Build, OpInfo
    from hivm_passes.ir.core import Block, Region
    from hivm_passes.ir.printing.attributes import TypePrinter
    from hivm_passes.ir.types import Type

_NO_SPACE: Final = frozenset("<>(){}[],")
_NO_SPACE_AFTER_PUNCTUATION: Final = frozenset(">)}],")
_OPENING: Final = frozenset(["<", "(", "{", "["])


class Printer:
    """Prints operations with the given names. One printer serves one text."""

    def __init__(
        self,
        names: Names,
        types: TypePrinter,
        *,
        build: Build,
        generic: bool = False,
        debug_locations: bool = False,
        source_layout: bool = False,
        aliases: Mapping[str, Attribute | Type] | None = None,
    ) -> None:
        self.names = names
        self.types = types
        self.build: Build = build
        self.registry = registry(build)
        self.generic = generic
        self.debug_locations = debug_locations
        self.source_layout = source_layout
        """Keep the line breaks and comments of verbatim text."""
        self.aliases = aliases or {}
        """The definitions of the source by name, which kept text may use."""
        self.default_dialects = [""]
        self._shapes: dict[object, _Shape | None] = {}

    # --- layout ---------------------------------------------------------------------------------------------

    def operation(self, op: Operation, indent: int) -> str:
        """The operation without leading blanks; nested lines are indented relative to ``indent`` columns."""
        text = self.names.bindings(op) + self.body(op, indent)
        if self.debug_locations and op.location is not None:
            text += f" loc({op.location.body})"
        return text

    def body(self, op: Operation, indent: int) -> str:
        """Everything behind ``%r = ``."""
        if op.form is not None and not self._is_understood(op):
            return self._verbatim(op, indent)
        if self.generic:
            return self._generic(op, indent)
        form = form_of(op.name)
        if form is not None:
            return form(self, op, indent)
        info = self.registry.get(op.name)
        if info is not None:
            if info.asm is not None:
                text = self._assembly(op, info, indent)
                if text is not None:
                    return self.short_name(op.name) + text
            elif _is_named_structured(info):
                from hivm_passes.ir.printing.shaped_forms import named_structured

                return named_structured(self, op, indent)
        return self._generic(op, indent)

    def _is_understood(self, op: Operation) -> bool:
        """Whether an operation that keeps its text can also be written anew.

        In the source's own layout the text stays as it is, unless the operation's attributes were changed. Custom
        forms of linalg operations may leave out the region that says what they compute; without it there is no
        generic form.
        """
        info = self.registry.get(op.name)
        if info is None or _is_broken(op):
            return False
        if op.name not in KEPT_AS_TEXT and not _is_named_structured(info):
            return False
        if self.source_layout and origin_of(op)[0].attributes == op.attributes:
            return False
        if self.generic and info.dialect == "linalg" and not op.regions:
            return False
        return op.name in _IMPLIED_BODY or len(op.regions) >= len(info.regions)

    def short_name(self, name: str) -> str:
        """The operation's name without the dialect that the surrounding region implies."""
        dialect = self.default_dialects[-1]
        if dialect and name.startswith(dialect + "."):
            return name[len(dialect) + 1 :]
        return name

    def region(
        self,
        region: Region,
        indent: int,
        *,
        arguments: bool = True,
        terminators: bool = True,
        default_dialect: str = "",
        header_when_empty: bool = False,
    ) -> str:
        """``{`` to ``}``. ``arguments``: label the entry block when it has some; ``terminators``: print them."""
        lines = ["{\n"]
        is_terminator = self.is_terminator
        margin = " " * (indent + 2)
        self.default_dialects.append(default_dialect)
        for index, block in enumerate(region.blocks):
            empty = block.first is None
            if index > 0 or (arguments and block.arguments) or (empty and header_when_empty):
                lines.append(" " * indent + self.label(block) + "\n")
            op = block.first
            while op is not None:
                if terminators or op.next is not None or not is_terminator(op):
                    lines.append(margin + self.operation(op, indent + 2) + "\n")
                op = op.next
        self.default_dialects.pop()
        lines.append(" " * indent + "}")
        return "".join(lines)

    def is_terminator(self, op: Operation) -> bool:
        """Whether the operation ends a block."""
        info = self.registry.get(op.name)
        return info is not None and info.is_terminator

    def label(self, block: Block, *, predecessors: bool = True) -> str:
        """``^bb1(%0: i32):`` with the comment that tells where jumps come from."""
        arguments = ""
        if block.arguments:
            listed = ", ".join(f"{self.names.value(a)}: {self.types.type(a.type)}" for a in block.arguments)
            arguments = f"({listed})"
        text = f"{self.names.block(block)}{arguments}:"
        if not predecessors:
            return text
        found = self._predecessors(block)
        if not found:
            assert block.parent is not None
            return text if block is block.parent.entry else f"{text}  // no predecessors"
        if len(found) == 1:
            return f"{text}  // pred: {found[0]}"
        return f"{text}  // {len(found)} preds: {', '.join(found)}"

    def _predecessors(self, block: Block) -> list[str]:
        """Labels of the blocks that jump here, once per jump, in the order of the region."""
        assert block.parent is not None
        return [
            self.names.block(other)
            for other in block.parent.blocks
            if other.last is not None
            for successor in other.last.successors
            if successor is block
        ]

    def operands(self, values: Sequence[Value]) -> str:
        """``%a, %b``."""
        value = self.names.value
        return ", ".join([value(v) for v in values])

    def types_of(self, values: Sequence[Value]) -> str:
        """``T, T``."""
        return self.types.types([v.type for v in values])

    def index_list(self, dynamic: Sequence[Value], static: DenseArrayAttr, brackets: str = "[]") -> str:
        """``[1, %x, 2]``."""
        values = iter(dynamic)
        name = self.names.value
        listed = ", ".join([name(next(values)) if v == DYNAMIC else str(v) for v in static.values])
        return f"{brackets[0]}{listed}{brackets[1]}"

    # --- verbatim -------------------------------------------------------------------------------------------

    def _verbatim(self, op: Operation, indent: int) -> str:
        assert op.form is not None
        if _is_broken(op):
            return "".join(p for p in op.form.pieces if isinstance(p, str)).lstrip()
        out = [self.short_name(op.name)]
        saved, self.generic = self.generic, False
        for piece in op.form.pieces:
            if isinstance(piece, str):
                out.append(piece if self.source_layout else self._canonical(piece))
            elif isinstance(piece, OperandSlot):
                out.append(self.names.value(op.operands[piece.index]))
            elif isinstance(piece, TypeSlot):
                out.append(self.types.type(self._slot_type(op, piece)))
            elif isinstance(piece, RegionSlot):
                named = any(isinstance(p, ArgumentSlot) and p.region == piece.index for p in op.form.pieces)
                out.append(self._verbatim_region(op, op.regions[piece.index], indent, not named))
            elif isinstance(piece, SuccessorSlot):
                out.append(self.names.block(op.successors[piece.index]))
            else:
                entry = op.regions[piece.region].entry
                assert entry is not None
                out.append(self.names.value(entry.arguments[piece.index]))
        self.generic = saved
        return "".join(out)

    def _verbatim_region(self, op: Operation, region: Region, indent: int, arguments: bool) -> str:
        if op.name == "vector.mask":
            first = region.blocks[0].first if region.blocks else None
            masked = self.body(first, indent) if first is not None and first.next is not None else ""
            return f"{{ {masked} }}"
        implicit = op.name == "affine.parallel" and not op.results
        return self.region(region, indent, arguments=arguments, terminators=not implicit)

    def _canonical(self, text: str) -> str:
        """Kept text on one line, with the source's aliases resolved."""
        if self.aliases and ("#" in text or "!" in text):
            text = _ALIAS.sub(self._resolved, text)
        return _BLANKS.sub(lambda match: match[1] or " ", text) if "\n" in text or "  " in text else text

    def _resolved(self, match: re.Match[str]) -> str:
        value = self.aliases.get(match[0])
        if value is None:
            return match[0]
        return self.types.attribute(value) if isinstance(value, Attribute) else self.types.type(value)

    @staticmethod
    def _slot_type(op: Operation, slot: TypeSlot) -> Type:
        if not op.modified:
            return slot.type
        if slot.operand is not None:
            type = op.operands[slot.operand].type
            return slot.type if isinstance(type, DialectType) and type.name == "unknown" else type
        if slot.result is not None:
            return op.results[slot.result].type
        return slot.type

    # --- generic --------------------------------------------------------------------------------------------

    def _generic(self, op: Operation, indent: int) -> str:
        info = self.registry.get(op.name)
        inherent: dict[str, Attribute] = {}
        discardable: dict[str, Attribute] = {}
        for name, value in op.attributes.items():
            known = info is not None and name in info.attribute_names
            (inherent if known else discardable)[name] = value
        if op.segments is not None:
            from hivm_passes.ir.types import I32

            inherent["operandSegmentSizes"] = DenseArrayAttr(I32, op.segments)
        out = [f"{string_text(op.name)}({self.operands(op.operands)})"]
        if op.successors:
            out.append("[" + ", ".join(self.names.block(b) for b in op.successors) + "]")
        if inherent:
            out.append(f" <{self.types.dictionary(inherent)}>")
        if op.regions:
            regions = [self.region(r, indent, header_when_empty=True) for r in op.regions]
            out.append(f" ({', '.join(regions)})")
        if discardable:
            out.append(f" {self.types.dictionary(discardable)}")
        results = self.types.results([r.type for r in op.results])
        out.append(f" : ({self.types_of(op.operands)}) -> {results}")
        return "".join(out)

    # --- custom assembly ------------------------------------------------------------------------------------

    def _assembly(self, op: Operation, info: OpInfo, indent: int) -> str | None:
        """The custom form by the token list, or None when the operands do not fit the table."""
        if op.regions:
            groups = info.operand_groups(op)
            return None if groups is None else _Assembly(self, op, info, groups, indent).text()
        # Operations that differ in the names of their operands alone are printed once.
        key = (
            op.name,
            op.segments,
            tuple([v.type for v in op.operands]),
            tuple([r.type for r in op.results]),
            tuple(op.attributes.items()),
        )
        shape = self._shapes.get(key)
        if shape is None and key not in self._shapes:
            shape = self._shapes[key] = self._shape(op, info)
        if shape is None:
            return None
        pieces, order = shape
        value, operands = self.names.value, op.operands
        out = [pieces[0]]
        for piece, index in zip(pieces[1:], order, strict=True):
            out.append(value(operands[index]))
            out.append(piece)
        return "".join(out)

    def _shape(self, op: Operation, info: OpInfo) -> _Shape | None:
        """The custom form with its operands left out, and which of them goes into each gap."""
        places = {_Place(i, v.type): i for i, v in enumerate(op.operands)}
        stand_in = Operation(op.name, list(places), [r.type for r in op.results], op.attributes, segments=op.segments)
        groups = info.operand_groups(stand_in)
        if groups is None:
            return None
        gaps = _Gaps()
        printer = Printer(gaps, self.types, build=self.build, source_layout=self.source_layout)
        text = _Assembly(printer, stand_in, info, groups, 0).text()
        return text.split("\x00"), [places[v] for v in gaps.order if isinstance(v, _Place)]

    def plain_dictionary(self, op: Operation, elided: frozenset[str] | set[str] = frozenset()) -> str:
        """The attribute dictionary with a blank in front, or nothing; defaults of the table are left out too."""
        entries = self.visible(op, elided)
        return f" {self.types.dictionary(entries)}" if entries else ""

    def visible(self, op: Operation, elided: frozenset[str] | set[str]) -> dict[str, Attribute]:
        """The attributes that a dictionary shows."""
        attributes = op.attributes
        if not attributes:
            return attributes
        info = self.registry.get(op.name)
        entries: dict[str, Attribute] = {}
        for name, value in attributes.items():
            if name in elided:
                continue
            known = info.by_attribute.get(name) if info is not None else None
            if known is None or not _is_default(known, value):
                entries[name] = value
        return entries


_IMPLIED_BODY: Final = frozenset({"linalg.broadcast", "linalg.map", "linalg.reduce", "linalg.transpose"})
"""Operations whose custom form may leave their region out."""


def _is_named_structured(info: OpInfo) -> bool:
    """Operations like ``linalg.matmul``, whose custom form all share."""
    return info.dialect == "linalg" and info.is_dps and info.asm is None


def _is_broken(op: Operation) -> bool:
    """Whether the operation did not parse: its text is the whole of it, results and name included."""
    pieces = op.form.pieces if op.form is not None else ()
    return len(pieces) == 1 and isinstance(pieces[0], str) and _has_name(pieces[0], op.name)


def _has_name(text: str, name: str) -> bool:
    """Whether the text starts with the operation's name (behind its results), which kept text leaves out."""
    start = text.lstrip()
    if start.startswith("%"):
        start = start.partition("=")[2].lstrip()
    return start.strip('"').startswith(name) or start.startswith(name.rpartition(".")[2] + " ")


_BLANKS: Final = pattern(r'("(?:[^"\\\n]|\\.)*")|\s*//[^\n]*|\s+')


_ALIAS: Final = pattern(r'"(?:[^"\\\n]|\\.)*"|[#!](?:[A-Za-z$._-][A-Za-z0-9$._-]*|[0-9]+)')
"""Strings, which are left alone, and names of aliases."""


_Shape = tuple[list[str], list[int]]


class _Place(Value):
    """Stands for operand ``index`` of whatever operation has the shape."""

    def __init__(self, index: int, type: Type) -> None:
        super().__init__(type)
        self.index = index


class _Gaps(Names):
    """Leaves a mark in the place of every value and remembers their order."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[Value] = []

    def value(self, value: Value) -> str:
        self.order.append(value)
        return "\x00"


def _is_default(info: AttributeInfo, value: Attribute) -> bool:
    return info.presence in ("default", "optional_default") and value is default_attribute(info)


class _Assembly:
    """One run of a token list; ``space`` and ``punctuation`` decide about blanks as in MLIR's generated printers."""

    def __init__(self, printer: Printer, op: Operation, info: OpInfo, groups: list[list[Value]], indent: int) -> None:
        self._printer = printer
        self._op = op
        self._info = info
        self._groups = groups
        self._indent = indent
        self._out: list[str] = []
        self._space = True
        self._punctuation = False
        self._elided = _written_attributes(info.asm or ())

    def text(self) -> str:
        assert self._info.asm is not None
        self._run(self._info.asm, True)
        return "".join(self._out)

    def _run(self, tokens: Sequence[AsmToken], shown: bool) -> None:
        for token in tokens:
            if isinstance(token, AsmGroup):
                self._run(token.tokens, shown and self._present(token.when))
            elif token == "~":
                self._space, self._punctuation = False, True
            elif token == " ":
                if shown:
                    self._out.append(" ")
                self._space, self._punctuation = False, True
            elif token in ("{attrs}", "attributes{attrs}"):
                if shown:
                    entries = self._printer.visible(self._op, self._elided)
                    if entries:
                        keyword = "attributes " if token.startswith("a") else ""
                        self._out.append(f" {keyword}{self._printer.types.dictionary(entries)}")
                self._punctuation = False
            elif token == "region":
                self._item(self._region() if shown else "", shown)
            elif token[0] == "%" and len(token) > 1:
                self._item(self._printer.operands(self._group(token[1:])) if shown else "", shown)
            elif token.startswith("T:"):
                self._item(self._types(token[2:]) if shown else "", shown)
            elif token[0] == "@":
                self._item(self._attribute(token[1:]) if shown else "", shown)
            elif token.startswith("custom:"):
                self._item(self._custom(token) if shown else "", shown)
            else:
                self._literal(token, shown)

    def _literal(self, text: str, shown: bool) -> None:
        if self._space:
            if len(text) > 1 and text != "->":
                blank = True
            else:
                blank = text[0] not in (_NO_SPACE_AFTER_PUNCTUATION if self._punctuation else _NO_SPACE)
            if blank and shown:
                self._out.append(" ")
        if shown:
            self._out.append(text)
        self._space = text not in _OPENING
        self._punctuation = not (text[0].isalpha() or text[0] == "_")

    def _item(self, text: str, shown: bool) -> None:
        if shown:
            if self._space or not self._punctuation:
                self._out.append(" ")
            self._out.append(text)
        self._space, self._punctuation = True, False

    # --- parts ----------------------------------------------------------------------------------------------

    def _group(self, name: str) -> list[Value]:
        return self._groups[self._info.operand_index[name]]

    def _present(self, name: str) -> bool:
        if name in self._info.operand_index:
            return bool(self._group(name))
        if any(r.name == name for r in self._info.results):
            return bool(self._op.results)
        value = self._op.attributes.get(name)
        if value is None:
            return False
        known = self._info.by_attribute.get(name)
        if known is None or known.presence in ("required", "optional"):
            return True
        if known.presence == "optional_default" and self._printer.build == "a3":
            return True
        return value is not default_attribute(known)

    def _types(self, name: str) -> str:
        types = self._printer.types
        if name in self._info.operand_index:
            text = types.types([v.type for v in self._group(name)])
            # The form is told that only this type can stand here, and leaves its name out.
            pointer = self._info.operands[self._info.operand_index[name]].type == "llvm.ptr"
            return text.removeprefix("!llvm.ptr") if pointer else text
        results = [r.type for r in self._op.results]
        if len(self._info.results) > 1 and len(self._info.results) == len(results):
            results = [t for t, r in zip(results, self._info.results, strict=True) if r.name == name]
        if self._op.name in ("hivm.hir.custom", "hivm.hir.custom_macro") and len(results) > 1:
            return f"({types.types(results)})"
        return types.types(results)

    def _region(self) -> str:
        return self._printer.region(self._op.regions[0], self._indent)

    def _attribute(self, name: str) -> str:
        info = self._info.by_attribute[name]
        return self._short(info, self._op.attributes.get(name))

    def _short(self, info: AttributeInfo, value: Attribute | None) -> str:
        """An inherent attribute in its own clause."""
        if value is None:
            return ""
        kind = info.kind
        if isinstance(value, DialectAttr) and kind.startswith(("enum:", "flags:")):
            return f"<{value.body}>"
        if isinstance(value, DenseArrayAttr) and kind.startswith("i64array"):
            return "[" + ", ".join([str(v) for v in value.values]) + "]"
        if isinstance(value, IntegerAttr):
            if kind.startswith("keyword:"):
                return KEYWORD_ENUMS[kind[8:]][1][value.value]
            if kind in ("i64", "i32", "i16", "index"):
                return str(value.value)
        if isinstance(value, AffineMapAttr):
            return self._printer.types.definition(value)
        if isinstance(value, StringAttr) and kind == "symbol":
            return symbol_text(value.value)
        if isinstance(value, UnitAttr):
            return "unit"
        if isinstance(value, ArrayAttr):
            return "[" + ", ".join(self._printer.types.element(e) for e in value.elements) + "]"
        return self._printer.types.attribute(value)

    def _custom(self, token: str) -> str:
        function, _, rest = token[len("custom:") :].partition("(")
        first, _, second = rest[:-1].partition(",")
        attributes = self._op.attributes
        if function == "DynamicIndexList":
            return self._printer.index_list(self._group(first), cast("DenseArrayAttr", attributes[second]))
        if function == "FunctionalType":
            operands = [v for name in first.split("+") for v in self._group(name)]
            types = self._printer.types
            return f"({self._printer.types_of(operands)}) -> {types.results([r.type for r in self._op.results])}"
        dynamic = self._group(second)
        if dynamic:
            return self._printer.names.value(dynamic[0])
        value = attributes.get(first)
        if value is None:
            return ""
        if function == "EventID":
            return self._short(self._info.by_attribute[first], value)
        if isinstance(value, IntegerAttr):
            return str(value.value)
        return self._printer.types.attribute(value)


_written: dict[tuple[AsmToken, ...], frozenset[str]] = {}


def _written_attributes(tokens: tuple[AsmToken, ...]) -> frozenset[str]:
    """Attributes that the token list writes outside the dictionary."""
    found = _written.get(tokens)
    if found is None:
        names: set[str] = set()
        _collect(tokens, names)
        found = _written[tokens] = frozenset(names)
    return found


def _collect(tokens: tuple[AsmToken, ...], names: set[str]) -> None:
    for token in tokens:
        if isinstance(token, AsmGroup):
            names.add(token.when)
            _collect(token.tokens, names)
        elif token[0] == "@":
            names.add(token[1:])
        elif token.startswith("custom:DynamicIndexList"):
            names.add(token.rstrip(")").rpartition(",")[2])
        elif token.startswith("custom:") and not token.startswith("custom:FunctionalType"):
            names.add(token.partition("(")[2].partition(",")[0])
