"""From the syntax tree to operations: regions, blocks, scopes of names, and templates remembered by text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.core import (
    Block,
    BlockArgument,
    Operation,
    OpResult,
    OpSource,
    Region,
    Span,
    TypeSlot,
    Value,
    VerbatimForm,
)
from hivm_passes.ir.parsing.attributes import dialect_body, parse_location
from hivm_passes.ir.parsing.header import (
    UNKNOWN,
    NotADictionary,
    NotARegion,
    OpTemplate,
    RegionTemplate,
    mask,
    parse_headers,
)
from hivm_passes.ir.parsing.lexer import Cursor, Environment, ParseError, alias_references, utf8
from hivm_passes.ir.parsing.types import parse_type
from hivm_passes.records import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node, Parser

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.types import Type

MAX_REGION_DEPTH: Final = 128
"""How deeply regions may nest."""

_OPEN_ENDED: Final = frozenset(
    {"func.return", "scf.yield", "affine.yield", "linalg.yield", "scope.return", "vector.yield"}
)
"""Operations that may end right behind their name, or go on with values."""
STRAY: Final = frozenset({"ERROR", "fragment", "unexpected"})
"""Nodes that stand where an operation should begin and are none."""
_NONE_EMPTY: Final[frozenset[int]] = frozenset()
_TEMPLATE_LIMIT: Final = 1 << 14
_templates: dict[tuple[str, bool, str], dict[str, OpTemplate]] = {}


@lru_cache(maxsize=1)
def syntax_parser() -> Parser:
    """The tree-sitter parser of the grammar."""
    from tree_sitter import Language, Parser

    from tree_sitter_hivm import language

    return Parser(Language(language()))


class ForwardValue(Value):
    """Stands for a name that is used before it is defined. ``uses_at`` are the source offsets of the uses."""

    __slots__ = ("uses_at",)

    def __init__(self, type: Type, name: str, position: int) -> None:
        super().__init__(type, name)
        self.uses_at = [position]

    @property
    def parent_block(self) -> Block | None:
        return None


class Cut(NamedTuple):
    """A region of an operation: its offsets in the builder's text and its node.

    ``base`` is the offset of the text in the node's own source.
    """

    start: int
    end: int
    node: Node
    base: int


@dataclass(slots=True)
class _Names:
    """The names visible in one isolated scope, and those that the innermost region defined."""

    values: dict[str, Value] = field(default_factory=dict[str, Value])
    defined: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class _Blocks:
    """The labels of one region: blocks by label, and the offsets of references to labels not yet defined."""

    blocks: dict[str, Block] = field(default_factory=dict[str, Block])
    undefined: dict[str, int] = field(default_factory=dict[str, int])


def _cut_regions(node: Node, found: list[Cut], base: int) -> None:
    """The regions of an operation, also those inside brackets (generic form), in order."""
    for child in node.children:
        kind = child.type
        if kind == "region":
            found.append(Cut(child.start_byte - base, child.end_byte - base, child, base))
        elif kind == "group" or (kind == "ERROR" and child.child_count):
            _cut_regions(child, found, base)


def _without_wrong_types(form: VerbatimForm, operands: list[Value]) -> VerbatimForm:
    """Types that were taken for an operand's and are not: from now on they are just types."""
    return VerbatimForm(
        tuple(
            TypeSlot(p.type)
            if isinstance(p, TypeSlot) and p.operand is not None and operands[p.operand].type is not p.type
            else p
            for p in form.pieces
        )
    )


class Builder:
    """Builds the operations of one text. ``text`` holds one character per byte.

    ``base`` is the offset of the text in the source of the tree: nodes count from there, everything here from 0.
    """

    def __init__(self, text: str, environment: Environment, base: int = 0) -> None:
        self.text = text
        self.environment = environment
        self.base = base
        self.diagnostics: list[Diagnostic] = []
        self.places: list[int] = []
        """Per diagnostic: the offset of the token at fault, which decides the order of reports."""
        self.broken: set[Operation] = set()
        self.depth = 0
        self._names = _Names()
        self._blocks = _Blocks()
        self._forward: list[ForwardValue] = []
        self._open_ended: Block | None = None

    # --- diagnostics ----------------------------------------------------------------------------------------

    def report(self, error: ParseError, position: int | None = None) -> None:
        """Turn a parse error at source offset ``position`` into a diagnostic."""
        start = at = error.position if position is None else position
        if error.place == "behind":
            start = self._behind_previous(start)
        elif error.place == "here" and start >= len(self.text):
            start = max(0, len(self.text) - 1)
        related = tuple(RelatedNote(self.token_span(n.position), n.message) for n in error.notes) + error.related
        self._add(Diagnostic("error", error.code, error.message, self.token_span(start), related=related), at)

    def _add(self, diagnostic: Diagnostic, place: int) -> None:
        self.diagnostics.append(diagnostic)
        self.places.append(place)

    def sorted_diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything reported, in the order in which the compiler would come across it."""
        # It looks for undeclared names after everything else has parsed.
        order = sorted(
            range(len(self.places)),
            key=lambda i: (self.diagnostics[i].code == "hivm.ssa.undefined", self.places[i]),
        )
        return tuple(self.diagnostics[i] for i in order)

    def _behind_previous(self, position: int) -> int:
        """Where MLIR puts an error about a wrong token: just behind the token before it, skipping comments."""
        text = self.text
        if position >= len(text):
            position = max(0, len(text) - 1)
        end = position
        while True:
            while end > 0 and text[end - 1] in " \t":
                end -= 1
            if end == 0:
                return position
            if text[end - 1] not in "\n\r":
                return end
            end -= 1
            line = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end))
            line = max(line, 0)
            comment = text.find("//", line, end)
            if comment >= 0:
                end = comment

    def token_span(self, start: int) -> Span:
        """The token at ``start``; one character where there is none."""
        try:
            cursor = Cursor(self.text, self.environment, start)
        except ParseError:
            return Span(start, min(start + 1, len(self.text)))
        if cursor.start == start and cursor.end > start:
            return Span(start, cursor.end)
        return Span(start, min(start + 1, len(self.text)))

    def error(self, span: Span, code: str, message: str, related: tuple[RelatedNote, ...] = (), **data: object) -> None:
        """Report something that is wrong at a known place."""
        self._add(Diagnostic("error", code, message, span, related=related, data=dict(data)), span.start)

    # --- operations -----------------------------------------------------------------------------------------

    def operations(self, nodes: Iterable[Node], block: Block, default_dialect: str) -> None:
        """Build the operation nodes among ``nodes`` into ``block``."""
        for node in nodes:
            kind = node.type
            if kind == "operation":
                self.operation(node, block, default_dialect)
            elif kind in STRAY:
                self.stray(node, block, default_dialect)

    def stray(self, node: Node, block: Block, default_dialect: str) -> None:
        """Text that the tree could not give to any operation: report what the compiler would say about it."""
        inner = [child for child in node.children if child.type == "operation" or child.type in STRAY]
        start = node.start_byte - self.base
        text = self.text[start : node.end_byte - self.base]
        if inner and inner[0].start_byte == node.start_byte:
            self.operations(inner, block, default_dialect)
            return
        if text[:1] == "^":
            self._label(node, Block())
            return
        try:
            if text[:1] in "#!":
                cursor = Cursor(text, self.environment)
                cursor.advance()
                kind = "attribute" if text[0] == "#" else "type"
                raise cursor.wrong(f"expected '=' in {kind} alias definition")
            parse_headers(text, mask(text), {}, self.environment, default_dialect)
            error = ParseError(0, "expected operation name in quotes", "hivm.parse.operation", place="behind")
        except ParseError as caught:
            error = caught
        except (NotARegion, NotADictionary):
            error = ParseError(0, "expected operation name in quotes", "hivm.parse.operation", place="behind")
        self.report(error, start + min(error.position, len(text)))
        self.operations(inner, block, default_dialect)

    def operation(self, node: Node, block: Block, default_dialect: str) -> None:
        """Build one operation node."""
        base = self.base
        start, end = node.start_byte - base, node.end_byte - base
        regions: list[Cut] = []
        if self.text.find("{", start, end) >= 0:
            _cut_regions(node, regions, base)
        self._operation_text(start, end, regions, block, default_dialect)

    def _operation_text(self, start: int, end: int, regions: list[Cut], block: Block, default_dialect: str) -> None:
        """Build the operation in ``start``..``end`` whose regions are the given nodes."""
        if regions:
            header, key_text, cuts, empty, shifts = self._header(start, end, regions)
        else:
            header = key_text = self.text[start:end]
            cuts, empty, shifts = {}, _NONE_EMPTY, ()
        parts = mask(header)
        names = parts[1::2]
        key = "\0".join(parts[::2]) if key_text is header else "\0".join(mask(key_text)[::2])
        environment = self.environment
        memo = _templates.setdefault((environment.build, environment.allow_unregistered, default_dialect), {})
        template = memo.get(key)
        if template is None or template.name_count != len(names) or not self._aliases_hold(template):
            template = self._parse(header, parts, cuts, empty, shifts, start, default_dialect, regions, end, block)
            if template is None:
                return
            if not template.broken:
                if len(memo) >= _TEMPLATE_LIMIT:
                    memo.clear()
                memo[key] = template
        self._build(template, parts, names, header, start, end, regions, block)

    def _aliases_hold(self, template: OpTemplate) -> bool:
        environment = self.environment
        for reference, value in template.aliases:
            aliases = environment.attributes if reference[0] == "#" else environment.types
            if aliases.get(reference[1:]) is not value:
                return False
        return True

    def _header(
        self, start: int, end: int, regions: list[Cut]
    ) -> tuple[str, str, dict[int, int], frozenset[int], tuple[tuple[int, int], ...]]:
        """The text with regions replaced by ``{}``, the same for look-ups, where regions and empty ones were, shifts.

        A shift ``(offset, amount)`` says that header offsets from ``offset`` on lie ``amount`` further in the source.
        """
        pieces: list[str] = []
        keys: list[str] = []
        cuts: dict[int, int] = {}
        empty: list[int] = []
        shifts: list[tuple[int, int]] = []
        position, length, removed = start, 0, 0
        for number, region in enumerate(regions):
            piece = self.text[position : region.start]
            pieces.append(piece)
            length += len(piece)
            cuts[length] = number
            keys.append(piece)
            inside = self.text[region.start + 1 : region.end - 1] if region.end - region.start < 80 else "..."
            if not inside.strip() and self.text[region.end - 1] == "}":
                empty.append(length)
                keys.append("{\2")
            else:
                keys.append("{\1")
            length += 2
            position = region.end
            removed += position - region.start - 2
            shifts.append((length - 1, removed))
        pieces.append(self.text[position:end])
        keys.append(pieces[-1])
        return "{}".join(pieces), "".join(keys), cuts, frozenset(empty), tuple(shifts)

    def _source_offset(self, header_offset: int, start: int, shifts: tuple[tuple[int, int], ...]) -> int:
        shift = 0
        for offset, amount in shifts:
            if header_offset >= offset:
                shift = amount
        return start + header_offset + shift

    def _parse(
        self,
        header: str,
        parts: list[str],
        cuts: dict[int, int],
        empty: frozenset[int],
        shifts: tuple[tuple[int, int], ...],
        start: int,
        default_dialect: str,
        regions: list[Cut],
        end: int,
        block: Block,
    ) -> OpTemplate | None:
        """Parse a header that no template fits. None: the operation was built in another way."""
        environment = self.environment
        try:
            template = parse_headers(header, parts, cuts, environment, default_dialect, empty)
            rest = header[template.end :]
            if rest.strip() and Cursor(header, environment, template.end).kind != "end":
                split = self._source_offset(template.end, start, shifts)
                inside = [r for r in regions if r.start < split]
                self._operation_text(start, split, inside, block, default_dialect)
                while split < end and self.text[split].isspace():
                    split += 1
                self._operation_text(split, end, regions[len(inside) :], block, default_dialect)
                return None
        except NotARegion as signal:
            kept = [r for i, r in enumerate(regions) if i != signal.cut]
            self._operation_text(start, end, kept, block, default_dialect)
            return None
        except NotADictionary as signal:
            position = self._source_offset(signal.position, start, shifts)
            invented = self._invent_region(position, end)
            if any(r.start == position for r in regions):
                self.report(ParseError(position, "expected '}' to end a region", place="at"))
                return self._broken(header, parts, cuts, default_dialect)
            kept = [r for r in regions if r.end <= invented.start or r.start >= invented.end]
            self._operation_text(start, end, sorted([*kept, invented]), block, default_dialect)
            return None
        except ParseError as error:
            if error.position >= len(header) and error.code not in ("hivm.parse.token", "hivm.parse.string"):
                position = end
                if error.place != "behind":
                    position = self._next_token(end)
            else:
                position = self._source_offset(error.position, start, shifts)
            error.notes = ()
            self.report(error, position)
            return self._broken(header, parts, cuts, default_dialect)
        references = alias_references(header) if "#" in header or "!" in header else ()
        if references:
            found: list[tuple[str, object]] = []
            for reference in references:
                aliases = environment.attributes if reference[0] == "#" else environment.types
                found.append((reference, aliases.get(reference[1:])))
            template = _with(template, aliases=tuple(found))
        return template

    def _invent_region(self, start: int, limit: int) -> Cut:
        """Read the braces at ``start``, which the tree took for a dictionary, as a region."""
        from hivm_passes.ir.parsing.outline import OutlineNode, outline

        closed = True
        try:
            _, inner_end = dialect_body(Cursor(self.text, self.environment, start), start)
        except ParseError:
            inner_end, closed = limit, False
        if inner_end > limit:
            inner_end, closed = limit, False
        children = outline(self.text, start + 1, inner_end)
        if not closed:
            children.append(OutlineNode("unclosed", inner_end, inner_end))
        node = OutlineNode("region", start, inner_end + closed, children)
        return Cut(start, inner_end + closed, cast("Node", node), 0)

    def _next_token(self, position: int) -> int:
        try:
            return Cursor(self.text, self.environment, position).start
        except ParseError as error:
            return error.position

    def _broken(self, header: str, parts: list[str], cuts: dict[int, int], default_dialect: str) -> OpTemplate:
        """What can be kept of an operation that does not parse: names, operands, regions."""
        from hivm_passes.ir.parsing.recovery import recover

        return recover(header, parts, cuts, self.environment, default_dialect)

    def _build(
        self,
        template: OpTemplate,
        parts: list[str],
        names: list[str],
        header: str,
        start: int,
        end: int,
        regions: list[Cut],
        block: Block,
    ) -> None:
        built = [self._region(r, names, regions, parts, start) for r in template.regions] if template.regions else []
        values = self._names.values
        operands: list[Value] = []
        for token, type in zip(template.operands, template.operand_types, strict=True):
            name = names[token]
            value = values.get(name)
            if value is None or (value.type is not type and type is not None):
                value = self._resolve(name, type, start, parts, token, regions)
            operands.append(value)
        op = Operation(
            template.name, operands, template.result_types, template.attributes, built, (), template.segments
        )
        if template.successors:
            op.successors = [self._successor(label, start, header) for label in template.successors]
        form = template.form
        if form is not None:
            for index, type in template.typed_slots:
                if operands[index].type is not type:
                    form = _without_wrong_types(form, operands)
                    break
        op.form = form
        op.location = template.location
        name_start = start + template.name_offset
        for index in range(2 * template.name_token):
            name_start += len(parts[index])
        op.source = OpSource(Span(start, end), Span(name_start, name_start + template.name_length), utf8(header))
        if template.results:
            self._define_results(op, template, names, parts, start)
        elif template.broken:
            self.broken.add(op)
        if template.results and self._open_ended is block:
            self._swallowed_result(start)
        self._open_ended = block if template.name in _OPEN_ENDED and not operands else None
        block.append(op)

    def _swallowed_result(self, start: int) -> None:
        """A bare ``return`` in front of ``%a = ...`` takes ``%a`` for its operand."""
        try:
            cursor = Cursor(self.text, self.environment, start)
            cursor.advance()
            while cursor.has(","):
                cursor.advance()
                cursor.advance()
        except ParseError:
            return
        self.report(cursor.wrong("expected ':'"))

    # --- names ----------------------------------------------------------------------------------------------

    def _define(self, name: str, value: Value, position: int) -> None:
        """Bind ``name`` (with its ``%``) to ``value``."""
        values = self._names.values
        known = values.get(name)
        if known is not None:
            if not isinstance(known, ForwardValue):
                note = RelatedNote(self.definition_span(known), "previously defined here")
                self.error(
                    Span(position, position + len(name)),
                    "hivm.ssa.redefinition",
                    f"redefinition of SSA value '{name}'",
                    (note,),
                )
                return
            if known.type is not value.type and known.type is not UNKNOWN and value.type is not UNKNOWN:
                number = name if "#" in name else f"{name}#0"
                note = RelatedNote(
                    Span(known.uses_at[0], known.uses_at[0] + len(name)),
                    f"previously used here with type '{known.type}'",
                )
                self.error(
                    Span(position, position + len(name)),
                    "hivm.ssa.type",
                    f"definition of SSA value '{number}' has type '{value.type}'",
                    (note,),
                )
            touched = [use.owner for use in known.uses]
            flags = [op.modified for op in touched]
            known.replace_all_uses_with(value)
            for op, flag in zip(touched, flags, strict=True):
                op.modified = flag
            self._forward.remove(known)
        values[name] = value
        self._names.defined.append(name)

    def _define_argument(self, name: str, argument: Value, position: int) -> None:
        """Bind a region argument that the operation's header names."""
        number = name.find("#")
        if number >= 0:
            self.error(
                Span(position + number, position + len(name)),
                "hivm.parse.expected",
                "result number not allowed in argument list",
            )
            name = name[:number]
        known = self._names.values.get(name)
        if known is not None:
            note = RelatedNote(self.definition_span(known), "previously referenced here")
            self.error(
                Span(position, position + len(name)),
                "hivm.ssa.redefinition",
                f"region entry argument '{name}' is already in use",
                (note,),
            )
            return
        self._names.values[name] = argument
        self._names.defined.append(name)

    def _define_results(
        self, op: Operation, template: OpTemplate, names: list[str], parts: list[str], start: int
    ) -> None:
        results = op.results
        if len(template.results) == 1 and template.results[0][1] == 1 and len(results) == 1:
            token = template.results[0][0]
            name = names[token]
            result = results[0]
            result.name = name[1:]
            if name not in self._names.values:
                self._names.values[name] = result
                self._names.defined.append(name)
            else:
                self._define(name, result, start)
            if template.broken:
                self.broken.add(op)
            return
        if template.broken:
            self.broken.add(op)
        number = 0
        for token, count in template.results:
            name = names[token]
            position = start + sum(len(p) for p in parts[: 2 * token + 1])
            for index in range(count):
                if number >= len(results):
                    return
                result = results[number]
                number += 1
                if count == 1:
                    result.name = name[1:]
                    self._define(name, result, position)
                else:
                    result.name = f"{name[1:]}#{index}"
                    self._define(name if index == 0 else f"{name}#{index}", result, position)

    def _resolve(
        self, name: str, type: Type | None, start: int, parts: list[str], token: int, regions: list[Cut]
    ) -> Value:
        """The slow path of a use: result numbers, unknown names, types that differ."""
        position = self._name_position(start, parts, token, regions)
        name = name.replace(" ", "").replace("\t", "")
        base, hash_mark, number = name.partition("#")
        if hash_mark:
            name = base if int(number) == 0 else f"{base}#{int(number)}"
        value = self._names.values.get(name)
        wanted = UNKNOWN if type is None else type
        if value is None:
            if hash_mark and name != base:
                first = self._names.values.get(base)
                if first is not None and not isinstance(first, ForwardValue):
                    self.error(
                        Span(position, position + len(base)),
                        "hivm.ssa.result-number",
                        "reference to invalid result number",
                    )
                    return ForwardValue(wanted, name, position)
            value = ForwardValue(wanted, name[1:], position)
            self._names.values[name] = value
            self._forward.append(value)
            return value
        if isinstance(value, ForwardValue):
            value.uses_at.append(position)
        if value.type is not wanted and type is not None:
            if value.type is UNKNOWN or type is UNKNOWN:
                if isinstance(value, ForwardValue):
                    value.type = type
                return value
            note = RelatedNote(self.definition_span(value), "prior use here")
            self.error(
                Span(position, position + len(base)),
                "hivm.ssa.type",
                f"use of value '{base}' expects different type than prior uses: '{type}' vs '{value.type}'",
                (note,),
            )
        return value

    def _name_position(self, start: int, parts: list[str], token: int, regions: list[Cut]) -> int:
        """The source offset of name token ``token`` of the header that starts at ``start``."""
        position = start
        cut = 0
        for index, part in enumerate(parts[: 2 * token + 1]):
            if index & 1 == 0:
                # Regions stand for "{}" in the text pieces.
                begin = position
                position += len(part)
                while cut < len(regions) and begin <= regions[cut].start < position:
                    position += regions[cut].end - regions[cut].start - 2
                    cut += 1
            else:
                position += len(part)
        return position

    def definition_span(self, value: Value) -> Span:
        """Where a value's name is defined (for a forward reference: first used)."""
        if isinstance(value, ForwardValue):
            return Span(value.uses_at[0], value.uses_at[0] + 1 + len(value.name or ""))
        name = "%" + (value.name or "").split("#")[0]
        if isinstance(value, OpResult) and value.owner.source is not None:
            begin, end = value.owner.source.span.start, value.owner.source.name.start
        elif isinstance(value, BlockArgument) and value.owner.span is not None:
            begin, end = value.owner.span.start, value.owner.span.end
        else:
            return Span(0, 0)
        match = re.compile(re.escape(name) + r"(?![A-Za-z0-9$._-])").search(self.text, begin, end)
        if match is None:
            return Span(begin, min(begin + 1, end))
        return Span(match.start(), match.end())

    # --- regions and blocks ---------------------------------------------------------------------------------

    def _region(
        self, template: RegionTemplate, names: list[str], nodes: list[Cut], parts: list[str], start: int
    ) -> Region:
        region = Region()
        if template.position < 0:
            return region
        cut = nodes[template.cut] if template.cut is not None and template.cut < len(nodes) else None
        if self.depth >= MAX_REGION_DEPTH:
            position = cut.start if cut is not None else start
            self.error(Span(position, position + 1), "hivm.parse.nesting", "regions nest too deeply")
            return region
        self.depth += 1
        outer_names, outer_blocks = self._names, self._blocks
        saved = outer_names.defined
        if template.isolated:
            self._names = _Names()
        else:
            outer_names.defined = []
        self._blocks = _Blocks()
        block = Block()
        region.append(block)
        if template.arguments:
            for token, type, location in template.arguments:
                name = names[token] if token is not None else None
                argument = block.add_argument(type, name[1:] if name is not None else None)
                argument.location = location
                if name is not None:
                    position = self._name_position(start, parts, cast("int", token), nodes)
                    if block.span is None:
                        block.span = Span(position, position)
                    block.span = Span(block.span.start, position + len(name))
                    self._define_argument(name, argument, position)
        if cut is not None:
            region.span = Span(cut.start, cut.end)
            base, self.base = self.base, cut.base
            self._region_body(cut.node.children, region, block, template.default_dialect)
            self.base = base
        if (
            len(region.blocks) == 1
            and block.first is None
            and block.name is None
            and not (block.arguments or template.implicit_terminator or template.ensure_block)
        ):
            region.blocks.clear()
        if template.implicit_terminator is not None:
            self._terminate(region, template.implicit_terminator)
        for label, position in self._blocks.undefined.items():
            self.error(Span(position, position + len(label)), "hivm.block.undefined", "reference to an undefined block")
        if template.isolated:
            self._names = outer_names
        else:
            values = outer_names.values
            for name in outer_names.defined:
                values.pop(name, None)
            outer_names.defined = saved
        self._blocks = outer_blocks
        self.depth -= 1
        return region

    def _terminate(self, region: Region, name: str) -> None:
        """Add the terminator that the text may leave out."""
        for block in region.blocks:
            last = block.last
            if last is None or last.name != name:
                if last is not None and len(region.blocks) > 1:
                    continue
                # A terminator that holds a region itself (scf.forall.in_parallel) gets its one empty block.
                info = registry(cast("Build", self.environment.build)).get(name)
                inner = [Region((Block(),)) for r in info.regions if r.blocks == "one"] if info is not None else []
                # The yield of a vector.mask passes on what the masked operation gives.
                passed = last.results if last is not None and name == "vector.yield" else ()
                block.append(Operation(name, passed, regions=inner))

    def _region_body(self, children: list[Node], region: Region, entry: Block, default_dialect: str) -> None:
        block = entry
        has_entry = False
        for child in children:
            kind = child.type
            if kind == "operation":
                has_entry = True
                self.operation(child, block, default_dialect)
            elif kind == "block":
                label = child.child_by_field_name("label") or (child.children[0] if child.children else None)
                if not has_entry and entry.arguments and entry.name is None:
                    position = child.start_byte - self.base
                    self.report(
                        ParseError(position, "invalid block name in region with named arguments", "hivm.block.entry")
                    )
                if not has_entry and block is entry and entry.name is None and not entry.arguments:
                    self._label(label, entry, entry=True)
                else:
                    block = self._new_block(label, region)
                has_entry = True
                for inner in child.children[1:]:
                    if inner.type == "operation":
                        self.operation(inner, block, default_dialect)
                    elif inner.type in STRAY:
                        self.stray(inner, block, default_dialect)
            elif kind in STRAY:
                self.stray(child, block, default_dialect)
            elif kind == "unclosed" or child.is_missing:
                self._unclosed(cast("Span", region.span).start, child)

    def _unclosed(self, opened: int, node: Node) -> None:
        """A region without its closing brace."""
        position = self._next_token(max(opened + 1, node.start_byte - self.base))
        if any(d.code == "hivm.parse.unclosed" for d in self.diagnostics):
            return  # the regions around it end at the same place
        error = ParseError(position, "expected operation name in quotes", "hivm.parse.unclosed", place="behind")
        error.related = (RelatedNote(Span(opened, opened + 1), "region opened here"),)
        self.report(error, position)

    def _label(self, label: Node | None, block: Block, *, entry: bool = False) -> None:
        if label is None:
            return
        start, end = label.start_byte - self.base, label.end_byte - self.base
        try:
            cursor = Cursor(self.text[:end], self.environment, start)
            name = cursor.tok
            block.name = name[1:]
            block.span = Span(start, end)
            if cursor.kind != "caret":
                raise cursor.wrong("expected block name")
            self._bind_label(name, block, start)
            cursor.advance()
            if cursor.accept("("):
                while cursor.tok != ")":
                    if not cursor.is_a("value"):
                        raise cursor.wrong("expected SSA operand")
                    position, value = cursor.start, cursor.take()
                    if not cursor.accept(":"):
                        raise cursor.wrong("expected ':' and type for SSA operand")
                    argument = block.add_argument(parse_type(cursor), value[1:])
                    if cursor.tok == "loc":
                        argument.location = parse_location(cursor)
                    self._define(value, argument, position)
                    if not cursor.accept(","):
                        break
                cursor.expect(")")
            if cursor.tok != ":":
                raise cursor.wrong("expected ':' after block name")
        except ParseError as error:
            self.report(error)
        del entry

    def _bind_label(self, name: str, block: Block, position: int) -> None:
        blocks = self._blocks
        known = blocks.blocks.get(name)
        if known is not None and known is not block and name not in blocks.undefined:
            self.error(
                Span(position, position + len(name)), "hivm.block.redefinition", f"redefinition of block '{name}'"
            )
            return
        blocks.undefined.pop(name, None)
        blocks.blocks[name] = block

    def _new_block(self, label: Node | None, region: Region) -> Block:
        name = ""
        if label is not None:
            match = re.compile(r"\^[A-Za-z0-9$._-]+").match(self.text, label.start_byte - self.base)
            name = match[0] if match else ""
        waiting = self._blocks.blocks.get(name) if name in self._blocks.undefined else None
        block = waiting if waiting is not None else Block()
        region.append(block)
        self._label(label, block)
        return block

    def _successor(self, label: str, start: int, header: str) -> Block:
        blocks = self._blocks
        block = blocks.blocks.get(label)
        if block is None:
            block = blocks.blocks[label] = Block()
            block.name = label[1:]
            blocks.undefined[label] = start + max(0, header.find(label))
        return block

    def finish(self) -> None:
        """Report the names that were never defined, at their first use."""
        for value in sorted(self._forward, key=lambda v: v.uses_at[0]):
            length = 1 + len((value.name or "").split("#")[0])
            self.error(
                Span(value.uses_at[0], value.uses_at[0] + length),
                "hivm.ssa.undefined",
                "use of undeclared SSA value name",
                name=f"%{value.name}",
                uses=tuple(value.uses_at),
            )


def _with(template: OpTemplate, **changes: Any) -> OpTemplate:
    return replace(template, **changes)
