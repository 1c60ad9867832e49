"""Operations, values, blocks and regions: a mutable SSA graph in the manner of MLIR.

Use lists are kept in MLIR's order, because some passes depend on it: the newest use comes first. A parser must
therefore create an operation (and so its uses) after the operations nested in it, as MLIR's parser does.

Positions are byte offsets relative to the start of the unit of analysis the operation was parsed from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hivm_passes.ir.attributes import Attribute, LocationAttr
    from hivm_passes.ir.types import Type


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of byte offsets in a unit's text."""

    start: int
    end: int


class Use:
    """One operand slot of one operation (MLIR's ``OpOperand``)."""

    __slots__ = ("index", "owner")

    def __init__(self, owner: Operation, index: int) -> None:
        self.owner = owner
        self.index = index

    @property
    def value(self) -> Value:
        """The value in this slot."""
        return self.owner.operands[self.index]


class Value:
    """An SSA value: the result of an operation or the argument of a block.

    ``name`` is the name in the source without ``%`` (``x``, ``r#1``), or None for a new value.
    """

    __slots__ = ("_uses", "name", "type")

    def __init__(self, type: Type, name: str | None = None) -> None:
        self.type = type
        self.name = name
        self._uses: dict[Use, None] = {}

    @property
    def uses(self) -> list[Use]:
        """A snapshot of the uses in MLIR's order: newest first."""
        uses = list(self._uses)
        uses.reverse()
        return uses

    @property
    def users(self) -> list[Operation]:
        """The owner of every use in MLIR's order; an operation that uses the value twice is listed twice."""
        return [use.owner for use in self.uses]

    @property
    def has_uses(self) -> bool:
        """Whether any operation uses the value."""
        return bool(self._uses)

    @property
    def has_one_use(self) -> bool:
        """Whether there is exactly one use."""
        return len(self._uses) == 1

    @property
    def defining_op(self) -> Operation | None:
        """The operation whose result this is; None for block arguments."""
        return None

    @property
    def parent_block(self) -> Block | None:
        """The block that defines the value."""
        raise NotImplementedError

    def replace_all_uses_with(self, other: Value) -> None:
        """Point every use at ``other``, in MLIR's order (which decides the order of its use list afterwards)."""
        if other is self:
            return
        for use in self.uses:
            use.owner.set_operand(use.index, other)


class OpResult(Value):
    """Result ``index`` of operation ``owner``."""

    __slots__ = ("index", "owner")

    def __init__(self, owner: Operation, index: int, type: Type, name: str | None = None) -> None:
        super().__init__(type, name)
        self.owner = owner
        self.index = index

    @property
    def defining_op(self) -> Operation:
        return self.owner

    @property
    def parent_block(self) -> Block | None:
        return self.owner.parent


class BlockArgument(Value):
    """Argument ``index`` of block ``owner``."""

    __slots__ = ("index", "location", "owner")

    def __init__(self, owner: Block, index: int, type: Type, name: str | None = None) -> None:
        super().__init__(type, name)
        self.owner = owner
        self.index = index
        self.location: LocationAttr | None = None

    @property
    def parent_block(self) -> Block:
        return self.owner


@dataclass(frozen=True, slots=True)
class OperandSlot:
    """The place of operand ``index`` in verbatim text."""

    index: int


@dataclass(frozen=True, slots=True)
class TypeSlot:
    """A type in verbatim text: the type of operand ``operand`` or of result ``result`` where that is known.

    A type that belongs to no single value has neither and prints as ``type``.
    """

    type: Type
    operand: int | None = None
    result: int | None = None


@dataclass(frozen=True, slots=True)
class RegionSlot:
    """The place of region ``index`` in verbatim text."""

    index: int


@dataclass(frozen=True, slots=True)
class ArgumentSlot:
    """The place where the header names entry block argument ``index`` of region ``region``, in verbatim text."""

    region: int
    index: int


@dataclass(frozen=True, slots=True)
class SuccessorSlot:
    """The place of successor ``index`` (the label alone) in verbatim text."""

    index: int


@dataclass(frozen=True, slots=True)
class VerbatimForm:
    """Custom assembly of an operation outside the op tables: text with slots, from after the op name on."""

    pieces: tuple[str | OperandSlot | TypeSlot | RegionSlot | ArgumentSlot | SuccessorSlot, ...]


@dataclass(frozen=True, slots=True)
class OpSource:
    """Where an operation was written: ``span`` whole (results to end), ``name`` the op name or string.

    ``text`` is its source text with every region replaced by ``{}``; ``file_location`` tells line and column only
    through the unit, so that an edit above the unit changes nothing here.
    """

    span: Span
    name: Span
    text: str


class Operation:
    """One operation. Change it only through its methods, which keep use lists and ``modified`` right.

    ``operands`` is a list to read. ``segments`` holds the sizes of the operand groups in definition order for
    operations with several variable groups (``operandSegmentSizes``), else None. ``attributes`` holds inherent and
    discardable attributes together; the op tables tell them apart.
    """

    __slots__ = (
        "_order",
        "_uses",
        "attributes",
        "derived_from",
        "form",
        "location",
        "modified",
        "name",
        "next",
        "operands",
        "origin",
        "parent",
        "previous",
        "regions",
        "results",
        "segments",
        "source",
        "successors",
    )

    def __init__(
        self,
        name: str,
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] = (),
        attributes: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        successors: Sequence[Block] = (),
        segments: tuple[int, ...] | None = None,
    ) -> None:
        self.name = name
        self.attributes: dict[str, Attribute] = dict(attributes) if attributes else {}
        self.segments = segments
        self.successors = list(successors)
        self.regions = list(regions)
        for region in self.regions:
            region.parent = self
        self.results = [OpResult(self, i, t) for i, t in enumerate(result_types)]
        self.operands: list[Value] = list(operands)
        self._uses = [Use(self, i) for i in range(len(self.operands))]
        for use, value in zip(self._uses, self.operands, strict=True):
            value._uses[use] = None  # pyright: ignore[reportPrivateUsage]
        self.parent: Block | None = None
        self.previous: Operation | None = None
        self.next: Operation | None = None
        self._order = 0
        self.source: OpSource | None = None
        self.form: VerbatimForm | None = None
        self.location: LocationAttr | None = None
        self.modified = False
        """Whether anything printed in the operation itself changed since it was parsed."""
        self.origin: Operation | None = None
        """In a clone: the operation it was cloned from."""
        self.derived_from: Operation | None = None
        """In an operation that a pass made: the one it was made for, whose location it has in MLIR."""

    def __repr__(self) -> str:
        return f"<{self.name} at {self.source.span if self.source else 'new'}>"

    # --- operands -------------------------------------------------------------------------------------------

    @property
    def operand_uses(self) -> Sequence[Use]:
        """The operand slots in order."""
        return self._uses

    def set_operand(self, index: int, value: Value) -> None:
        """Replace one operand; the use becomes the newest of ``value``."""
        old = self.operands[index]
        if old is value:
            return
        use = self._uses[index]
        del old._uses[use]  # pyright: ignore[reportPrivateUsage]
        self.operands[index] = value
        value._uses[use] = None  # pyright: ignore[reportPrivateUsage]
        self.modified = True

    def set_operands(self, operands: Sequence[Value], segments: tuple[int, ...] | None = None) -> None:
        """Replace all operands (and the group sizes, when given)."""
        for use, value in zip(self._uses, self.operands, strict=True):
            del value._uses[use]  # pyright: ignore[reportPrivateUsage]
        self.operands = list(operands)
        self._uses = [Use(self, i) for i in range(len(self.operands))]
        for use, value in zip(self._uses, self.operands, strict=True):
            value._uses[use] = None  # pyright: ignore[reportPrivateUsage]
        if segments is not None:
            self.segments = segments
        self.modified = True

    def drop_operands(self) -> None:
        """Remove all uses that this operation makes."""
        for use, value in zip(self._uses, self.operands, strict=True):
            del value._uses[use]  # pyright: ignore[reportPrivateUsage]
        self.operands = []
        self._uses = []

    # --- attributes and types -------------------------------------------------------------------------------

    def set_attribute(self, name: str, value: Attribute | None) -> None:
        """Set an attribute, or remove it when ``value`` is None."""
        if value is None:
            if self.attributes.pop(name, None) is not None:
                self.modified = True
        elif self.attributes.get(name) is not value:
            self.attributes[name] = value
            self.modified = True

    def set_result_type(self, index: int, type: Type) -> None:
        """Change the type of a result in place; users print it too, so they count as modified."""
        result = self.results[index]
        if result.type is not type:
            result.type = type
            self.modified = True
            for use in result._uses:  # pyright: ignore[reportPrivateUsage]
                use.owner.modified = True

    # --- structure ------------------------------------------------------------------------------------------

    @property
    def result(self) -> OpResult:
        """The only result."""
        (only,) = self.results
        return only

    @property
    def has_used_results(self) -> bool:
        """Whether some result has a use."""
        return any(r._uses for r in self.results)  # pyright: ignore[reportPrivateUsage]

    @property
    def parent_region(self) -> Region | None:
        """The region that holds this operation's block."""
        return self.parent.parent if self.parent is not None else None

    @property
    def parent_op(self) -> Operation | None:
        """The operation whose region holds this one."""
        if self.parent is None or self.parent.parent is None:
            return None
        return self.parent.parent.parent

    def ancestors(self) -> Iterator[Operation]:
        """This operation, its parent operation, and so on outwards."""
        op: Operation | None = self
        while op is not None:
            yield op
            op = op.parent_op

    def is_ancestor_of(self, other: Operation) -> bool:
        """Whether ``other`` is this operation or nested in it."""
        return any(op is self for op in other.ancestors())

    def is_before_in_block(self, other: Operation) -> bool:
        """Whether this operation stands before ``other``; both must be in the same block."""
        assert self.parent is not None and self.parent is other.parent
        self.parent.number_operations()
        return self._order < other._order

    @property
    def order(self) -> int:
        """Position in its block: grows along the block, valid until the block changes."""
        assert self.parent is not None
        self.parent.number_operations()
        return self._order

    @property
    def written(self) -> Operation | None:
        """The operation of the text that this one is, was cloned from or was made for."""
        op: Operation | None = self
        while op is not None and (op.origin is not None or op.source is None):
            op = op.origin or op.derived_from
        return op

    def walk(self) -> Iterator[Operation]:
        """This operation and all nested ones, parents first, in textual order."""
        yield self
        for region in self.regions:
            for block in region.blocks:
                op = block.first
                while op is not None:
                    following = op.next
                    yield from op.walk() if op.regions else (op,)
                    op = following

    def walk_post_order(self) -> Iterator[Operation]:
        """All nested operations and this one, children first, in textual order."""
        for region in self.regions:
            for block in region.blocks:
                op = block.first
                while op is not None:
                    following = op.next
                    yield from op.walk_post_order() if op.regions else (op,)
                    op = following
        yield self

    def detach(self) -> Operation:
        """Take the operation out of its block, keeping its operands."""
        block = self.parent
        if block is not None:
            if self.previous is None:
                block.first = self.next
            else:
                self.previous.next = self.next
            if self.next is None:
                block.last = self.previous
            else:
                self.next.previous = self.previous
            self.parent = self.previous = self.next = None
        return self

    def move_before(self, anchor: Operation) -> None:
        """Move the operation in front of ``anchor``."""
        block = anchor.parent
        assert block is not None
        self.detach()
        block.insert_before(anchor, self)

    def erase(self) -> None:
        """Remove the operation and all nested ones; its results must not be used from outside."""
        self.detach()
        for op in list(self.walk()):
            op.drop_operands()

    def clone(self, values: dict[Value, Value] | None = None) -> Operation:
        """Deep copy; operands are mapped through ``values``, which is extended by the results and arguments.

        Operands defined outside and not in ``values`` are used as they are. Sources are kept and ``origin`` points
        at the operation cloned. Forward references between blocks are resolved.
        """
        mapping: dict[Value, Value] = {} if values is None else values
        blocks: dict[Block, Block] = {}
        pending: list[tuple[Operation, Operation]] = []
        copy = self._clone_into(mapping, blocks, pending)
        for original, clone in pending:
            clone.set_operands([mapping.get(v, v) for v in original.operands])
            clone.modified = original.modified
        return copy

    def _clone_into(
        self,
        mapping: dict[Value, Value],
        blocks: dict[Block, Block],
        pending: list[tuple[Operation, Operation]],
    ) -> Operation:
        regions: list[Region] = []
        for region in self.regions:
            new_region = Region()
            new_region.span = region.span
            regions.append(new_region)
            for block in region.blocks:
                new_block = Block()
                new_block.name, new_block.span = block.name, block.span
                blocks[block] = new_block
                new_region.append(new_block)
                for argument in block.arguments:
                    new_argument = new_block.add_argument(argument.type, argument.name)
                    new_argument.location = argument.location
                    mapping[argument] = new_argument
            for block in region.blocks:
                target = blocks[block]
                op = block.first
                while op is not None:
                    target.append(op._clone_into(mapping, blocks, pending))
                    op = op.next
        clone = Operation(
            self.name,
            [mapping.get(v, v) for v in self.operands],
            [r.type for r in self.results],
            self.attributes,
            regions,
            [blocks.get(b, b) for b in self.successors],
            self.segments,
        )
        for old, new in zip(self.results, clone.results, strict=True):
            new.name = old.name
            mapping[old] = new
        clone.source, clone.form, clone.location = self.source, self.form, self.location
        clone.modified, clone.origin = self.modified, self
        if len(blocks) > 1 and any(v not in mapping for v in self.operands):
            pending.append((self, clone))
        return clone


def name_span(op: Operation) -> Span:
    """Where messages about ``op`` point: the name of what was written for it, or of what is around it."""
    current: Operation | None = op
    while current is not None:
        written = current.written
        if written is not None and written.source is not None:
            return written.source.name
        current = current.parent_op
    return Span(0, 0)


class Block:
    """A list of operations with arguments. ``name`` is the label without ``^``; ``span`` is that of the label."""

    __slots__ = ("_numbered", "arguments", "first", "last", "name", "parent", "span")

    def __init__(self) -> None:
        self.arguments: list[BlockArgument] = []
        self.first: Operation | None = None
        self.last: Operation | None = None
        self.parent: Region | None = None
        self.name: str | None = None
        self.span: Span | None = None
        self._numbered = True

    @property
    def operations(self) -> Iterator[Operation]:
        """The operations in order; the next one is looked up before each is handed out, so it may be erased."""
        op = self.first
        while op is not None:
            following = op.next
            yield op
            op = following

    @property
    def parent_op(self) -> Operation | None:
        """The operation that holds the block's region."""
        return self.parent.parent if self.parent is not None else None

    @property
    def terminator(self) -> Operation | None:
        """The last operation, whether or not it is a terminator."""
        return self.last

    def add_argument(self, type: Type, name: str | None = None) -> BlockArgument:
        """Append an argument."""
        argument = BlockArgument(self, len(self.arguments), type, name)
        self.arguments.append(argument)
        return argument

    def erase_argument(self, index: int) -> None:
        """Remove an unused argument."""
        del self.arguments[index]
        for i, argument in enumerate(self.arguments):
            argument.index = i

    def append(self, op: Operation) -> Operation:
        """Insert a detached operation at the end."""
        op.parent, op.previous, op.next = self, self.last, None
        if self.last is None:
            self.first = op
        else:
            self.last.next = op
        self.last = op
        self._numbered = False
        return op

    def insert_before(self, anchor: Operation | None, op: Operation) -> Operation:
        """Insert a detached operation in front of ``anchor`` (at the end when None)."""
        if anchor is None:
            return self.append(op)
        op.parent, op.previous, op.next = self, anchor.previous, anchor
        if anchor.previous is None:
            self.first = op
        else:
            anchor.previous.next = op
        anchor.previous = op
        self._numbered = False
        return op

    def insert_after(self, anchor: Operation | None, op: Operation) -> Operation:
        """Insert a detached operation behind ``anchor`` (at the front when None)."""
        return self.insert_before(self.first if anchor is None else anchor.next, op)

    def number_operations(self) -> None:
        """Make ``Operation.order`` valid."""
        if not self._numbered:
            position = 0
            op = self.first
            while op is not None:
                op._order = position  # pyright: ignore[reportPrivateUsage]
                position += 1
                op = op.next
            self._numbered = True

    def ancestor_in(self, op: Operation) -> Operation | None:
        """The ancestor of ``op`` (or itself) that lies directly in this block, or None."""
        current: Operation | None = op
        while current is not None and current.parent is not self:
            current = current.parent_op
        return current


class Region:
    """A list of blocks; ``span`` runs from the opening to behind the closing brace."""

    __slots__ = ("blocks", "parent", "span")

    def __init__(self, blocks: Sequence[Block] = ()) -> None:
        self.blocks: list[Block] = []
        self.parent: Operation | None = None
        self.span: Span | None = None
        for block in blocks:
            self.append(block)

    @property
    def entry(self) -> Block | None:
        """The first block, or None when the region is empty."""
        return self.blocks[0] if self.blocks else None

    def append(self, block: Block) -> Block:
        """Add a block at the end."""
        block.parent = self
        self.blocks.append(block)
        return block

    def is_ancestor_of(self, other: Region | None) -> bool:
        """Whether ``other`` is this region or nested in it."""
        while other is not None:
            if other is self:
                return True
            other = other.parent.parent_region if other.parent is not None else None
        return False
