"""Facts about operations, attributes and enums, per compiler build, read from ``dialects/data/*.json``.

Two builds of the compiler exist, ``a3`` (mem-based) and ``a5`` (reg-based); their dialects differ, so every look-up
goes through the registry of one build. Records are turned into ``OpInfo`` only when asked for.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hivm_passes.ir.core import Operation, Value

Build = Literal["a3", "a5"]
Arity = Literal["one", "optional", "variadic"]
Presence = Literal["required", "optional", "default", "optional_default"]
Segments = Literal["sizes", "same"]
Bounds = tuple[tuple[int, int], ...]
"""Start and end of each operand group."""

BUILDS: Final[tuple[Build, ...]] = ("a3", "a5")


@dataclass(frozen=True, slots=True)
class OperandInfo:
    """One operand group. ``role`` is ``in``, ``out`` (DPS init), ``temp`` (extra buffer) or ``sync``."""

    name: str
    type: str = "any"
    arity: Arity = "one"
    role: str = "in"


@dataclass(frozen=True, slots=True)
class AttributeInfo:
    """One inherent attribute; ``kind`` and ``presence`` as in the data's description.

    ``default`` is the plain value (bool, int, list or enum case text) for the two default presences.
    """

    name: str
    kind: str = "any"
    presence: Presence = "optional"
    default: object = None


@dataclass(frozen=True, slots=True)
class ResultInfo:
    """One result group."""

    name: str
    type: str = "any"
    arity: Arity = "one"


@dataclass(frozen=True, slots=True)
class RegionInfo:
    """One region: ``blocks`` is ``one`` or ``any``."""

    name: str
    blocks: str = "any"


@dataclass(frozen=True, slots=True)
class AsmGroup:
    """An optional group of assembly tokens, printed when ``when`` (an operand group or attribute) is present."""

    tokens: tuple[AsmToken, ...]
    when: str


AsmToken = str | AsmGroup


@dataclass(frozen=True, slots=True)
class OpInfo:
    """Everything the tables say about one operation in one build.

    ``asm`` is the token list of the custom form (None: the form is hand-written or unknown). ``types`` tells the types
    that the custom form does not spell: operand or result name to ``=other`` (the type of another), ``element:other``
    (its element type), ``i1:other`` (i1 in its shape) or a literal type. ``effects`` is ``none``, ``read``, ``write``,
    ``allocates``, ``structured`` (reads memref inputs, writes memref outs), ``declared``, ``of its body`` or
    ``unknown``.
    """

    name: str
    dialect: str
    summary: str = ""
    builds: tuple[Build, ...] = BUILDS
    operands: tuple[OperandInfo, ...] = ()
    attributes: tuple[AttributeInfo, ...] = ()
    results: tuple[ResultInfo, ...] = ()
    regions: tuple[RegionInfo, ...] = ()
    segments: Segments | None = None
    asm: tuple[AsmToken, ...] | None = None
    asm_text: str = ""
    types: Mapping[str, str] = field(default_factory=dict[str, str])
    traits: Mapping[str, Any] = field(default_factory=dict[str, Any])
    usage: int = 0
    attribute_names: frozenset[str] = frozenset()
    operand_index: Mapping[str, int] = field(default_factory=dict[str, int])
    by_attribute: Mapping[str, AttributeInfo] = field(default_factory=dict[str, AttributeInfo])
    _bounds: dict[object, Bounds | None] = field(
        default_factory=dict[object, "Bounds | None"], repr=False, compare=False
    )
    """Memo of ``operand_bounds`` by number of operands or by group sizes."""
    _roles: dict[str, tuple[int, ...]] = field(default_factory=dict[str, "tuple[int, ...]"], repr=False, compare=False)
    """Memo: numbers of the groups with a role."""

    # --- traits with a name --------------------------------------------------------------------------------

    @property
    def is_terminator(self) -> bool:
        """Whether the operation ends its block."""
        return bool(self.traits.get("terminator"))

    @property
    def implicit_terminator(self) -> str | None:
        """The operation that the compiler adds at the end of each region's blocks when it is left out."""
        return self.traits.get("implicit_terminator")

    @property
    def is_isolated(self) -> bool:
        """Whether regions see no values from outside."""
        return bool(self.traits.get("isolated"))

    @property
    def is_structured(self) -> bool:
        """Whether it belongs to the structured HIVM operations (roles, loops, library calls)."""
        return bool(self.traits.get("structured"))

    @property
    def is_dps(self) -> bool:
        """Destination style: with tensors one result per ``out`` operand."""
        return bool(self.traits.get("dps"))

    @property
    def elementwise(self) -> int | None:
        """Number of inputs of an elementwise operation, else None."""
        return self.traits.get("elementwise")

    @property
    def effects(self) -> str:
        """Kind of memory effects; ``unknown`` where nothing is known."""
        return self.traits.get("effects", "unknown")

    @property
    def is_pure(self) -> bool:
        """No memory effects, and removable when unused."""
        return self.traits.get("effects") == "none"

    @property
    def is_commutative(self) -> bool:
        """Whether the inputs may be swapped."""
        return bool(self.traits.get("commutative"))

    @property
    def view_source(self) -> str | None:
        """The operand whose memory the result shares, else None."""
        return self.traits.get("view_source")

    @property
    def control_flow(self) -> str | None:
        """How control passes through the regions: ``for``, ``if``, ``while``, ``once``, ``switch`` ... or None."""
        return self.traits.get("control_flow")

    @property
    def pipe(self) -> str | dict[str, str] | None:
        """Hardware pipe, ``{in, out}`` for macro operations."""
        return self.traits.get("pipe")

    @property
    def core(self) -> str | None:
        """Core type: CUBE, VECTOR, CUBE_OR_VECTOR or ``inferred``."""
        return self.traits.get("core")

    @property
    def inplace(self) -> str | None:
        """``isa`` or ``elementwise`` when the output may share the input's buffer."""
        return self.traits.get("inplace")

    @property
    def extra_buffer(self) -> Mapping[str, Any] | None:
        """The temp operand that a pass may have to add, and whether its size depends on the operation."""
        return self.traits.get("extra_buffer")

    def operand_bounds(self, op: Operation) -> Bounds | None:
        """Start and end of each of this table's groups among the operands of ``op``; None when they do not fit."""
        key: object = len(op.operands)
        if op.segments is not None and self.segments == "sizes":
            key = (key, op.segments)
        try:
            return self._bounds[key]
        except KeyError:
            found = self._bounds[key] = self._cut(op)
            return found

    def _cut(self, op: Operation) -> Bounds | None:
        count, groups = len(op.operands), self.operands
        if op.segments is not None and self.segments == "sizes":
            sizes: list[int] | tuple[int, ...] = op.segments
            if len(sizes) != len(groups) or sum(sizes) != count:
                return None
        else:
            fixed = sum(g.arity == "one" for g in groups)
            variable = len(groups) - fixed
            rest = count - fixed
            if rest < 0 or (variable == 0 and rest) or (variable and rest % variable):
                return None
            each = rest // variable if variable else 0
            sizes = [1 if g.arity == "one" else each for g in groups]
        ends = [0, *accumulate(sizes)]
        return tuple(pairwise(ends))

    def operand_groups(self, op: Operation) -> list[list[Value]] | None:
        """The operands of ``op`` cut into this table's groups, or None when they do not fit."""
        bounds = self.operand_bounds(op)
        if bounds is None:
            return None
        operands = op.operands
        return [operands[start:end] for start, end in bounds]

    def operand_group(self, op: Operation, name: str) -> list[Value]:
        """The operands of group ``name`` of ``op``; empty when absent or when the operands do not fit the table."""
        bounds = self.operand_bounds(op)
        index = self.operand_index.get(name)
        if bounds is None or index is None:
            return []
        start, end = bounds[index]
        return op.operands[start:end]

    def operands_of_role(self, op: Operation, role: str) -> list[Value]:
        """The operands of all groups with a role (``in``, ``out``, ``temp``); empty when they do not fit the table."""
        groups = self._roles.get(role)
        if groups is None:
            groups = self._roles[role] = tuple(i for i, entry in enumerate(self.operands) if entry.role == role)
        bounds = self.operand_bounds(op) if groups else None
        if bounds is None:
            return []
        operands = op.operands
        if len(groups) == 1:
            start, end = bounds[groups[0]]
            return operands[start:end]
        return [value for group in groups for value in operands[bounds[group][0] : bounds[group][1]]]


@dataclass(frozen=True, slots=True)
class EnumCase:
    """One case of an enum: text as written and number."""

    text: str
    value: int


@dataclass(frozen=True, slots=True)
class EnumInfo:
    """An enum: ``cpp_name`` is how the compiler's errors call it."""

    name: str
    dialect: str
    summary: str
    cases: tuple[EnumCase, ...]

    @property
    def cpp_name(self) -> str:
        """``::mlir::hivm::RoundMode``."""
        return f"::mlir::{self.dialect}::{self.name}"

    @property
    def expected(self) -> str:
        """The compiler's message for a text that is no case."""
        return f"expected {self.cpp_name} to be one of: {', '.join(c.text for c in self.cases)}"


@dataclass(frozen=True, slots=True)
class AttributeKind:
    """A kind of dialect attribute: ``kind`` is ``unit``, ``enum`` or ``parameters``."""

    name: str
    kind: str
    summary: str
    enum: str | None
    form: str
    examples: tuple[str, ...]


_DATA: Final = f"{__file__.removesuffix('registry.py')}data/"


@cache
def data_file(name: str) -> dict[str, Any]:
    """One of the JSON files of the package, read once; not to be changed."""
    # Neither importlib.resources nor pathlib: for a tool that runs for a tenth of a second, they are half of it.
    with open(f"{_DATA}{name}", "rb") as file:  # noqa: PTH123
        return json.load(file)


@cache
def _records() -> dict[str, dict[str, Any]]:
    """Every op record by name, both of HIVM's own dialects and of the upstream ones."""
    records: dict[str, dict[str, Any]] = {record["name"]: record for record in data_file("upstream-ops.json")["ops"]}
    for record in data_file("hivm-ops.json")["ops"]:
        records[record["name"]] = record
    return records


_RECORD_FILES: Final = ("hivm-ops.json", "upstream-ops.json")


@cache
def _record_text(name: str) -> str:
    with open(f"{_DATA}{name}", encoding="utf-8") as file:  # noqa: PTH123
        return file.read()


def _record(name: str) -> dict[str, Any] | None:
    """One op record. Reading the few that a text needs out of the files is much quicker than reading all of them."""
    if "." not in name:
        return None  # Parts of operations have such names.
    key = f'"name": {json.dumps(name)}'
    for file in _RECORD_FILES:
        text = _record_text(file)
        position = text.find(key)
        if position >= 0:
            return json.JSONDecoder().raw_decode(text, text.rfind("{", 0, position))[0]
    return None


def _asm(tokens: list[Any]) -> tuple[AsmToken, ...]:
    return tuple(t if isinstance(t, str) else AsmGroup(_asm(t["opt"]), t["when"]) for t in tokens)


_SEGMENTS: Final[dict[str, Segments]] = {"operandSegmentSizes": "sizes", "same variadic size": "same"}


def _op_info(record: dict[str, Any], build: Build) -> OpInfo:
    override: dict[str, Any] = record.get("overrides", {}).get(build, {})
    traits: dict[str, Any] = {**record.get("traits", {}), **override.get("traits", {})}
    merged: dict[str, Any] = {**record, **override}
    operands = tuple(OperandInfo(**o) for o in merged.get("operands", ()))
    attributes = tuple(AttributeInfo(**a) for a in merged.get("attributes", ()))
    asm = merged.get("asm")
    return OpInfo(
        name=record["name"],
        dialect=record["name"].split(".", 1)[0],
        summary=merged.get("summary", ""),
        builds=tuple(record.get("builds", BUILDS)),
        operands=operands,
        attributes=attributes,
        results=tuple(ResultInfo(**r) for r in merged.get("results", ())),
        regions=tuple(RegionInfo(r["name"], r.get("blocks", "any")) for r in merged.get("regions", ())),
        segments=_SEGMENTS.get(merged.get("segments", "")),
        asm=None if asm is None else _asm(asm),
        asm_text=merged.get("asm_text", ""),
        types=MappingProxyType(merged.get("types", {})),
        traits=MappingProxyType({k: v for k, v in traits.items() if v is not None}),
        usage=record.get("usage", {}).get("count", 0),
        attribute_names=frozenset(a.name for a in attributes),
        operand_index=MappingProxyType({o.name: i for i, o in enumerate(operands)}),
        by_attribute=MappingProxyType({a.name: a for a in attributes}),
    )


class Registry:
    """The operations, enums and attribute kinds of one build."""

    def __init__(self, build: Build) -> None:
        self.build: Build = build
        self._ops: dict[str, OpInfo | None] = {}
        self._enums: dict[str, EnumInfo] | None = None
        self._kinds: dict[str, AttributeKind] | None = None

    def get(self, name: str) -> OpInfo | None:
        """The facts about operation ``name``, or None when this build does not have it in its tables."""
        try:
            return self._ops[name]
        except KeyError:
            pass
        record = _record(name)
        known = record is not None and self.build in record.get("builds", BUILDS)
        info = _op_info(cast("dict[str, Any]", record), self.build) if known else None
        if record is not None:
            self._ops[name] = info
        return info

    def names(self) -> list[str]:
        """The names of all operations in the tables of this build."""
        return [n for n, r in _records().items() if self.build in r.get("builds", BUILDS)]

    def has_dialect(self, dialect: str) -> bool:
        """Whether this build registers the dialect."""
        return dialect in _dialects(self.build)

    def has_types(self, dialect: str) -> bool:
        """Whether the dialect has types of its own."""
        return dialect not in _without_hook(self.build, "types")

    def has_attributes(self, dialect: str) -> bool:
        """Whether the dialect has attributes of its own."""
        return dialect not in _without_hook(self.build, "attributes")

    def knows_op(self, name: str) -> bool:
        """Whether this build registers an operation of this name (in the tables or not)."""
        if self.get(name) is not None:
            return True
        dialect, _, rest = name.partition(".")
        return rest in _registered(self.build).get(dialect, ()) or (dialect in _open_dialects() and bool(rest))

    def registered(self) -> Mapping[str, frozenset[str]]:
        """Every operation that this build registers, in the tables or not: dialect to names without the dialect."""
        return _registered(self.build)

    def enum(self, name: str) -> EnumInfo | None:
        """An enum by its name (``RoundMode``) or by an attribute kind that uses it (``hivm.round_mode``)."""
        if self._enums is None:
            self._enums = {}
            for record in data_file("hivm-enums.json")["enums"]:
                if self.build not in record["builds"]:
                    continue
                cases = record["cases"] if "cases" in record else record["cases_by_build"][self.build]
                info = EnumInfo(
                    record["name"],
                    record["dialect"],
                    record["summary"],
                    tuple(EnumCase(c["text"], c["value"]) for c in cases),
                )
                self._enums[record["name"]] = info
                for kind in record["attributes"]:
                    self._enums[kind] = info
        return self._enums.get(name)

    def attribute_kind(self, name: str) -> AttributeKind | None:
        """A kind of dialect attribute by its name (``hivm.pipe``)."""
        return self.attribute_kinds().get(name)

    def attribute_kinds(self) -> Mapping[str, AttributeKind]:
        """All attribute kinds of the HIVM family in this build."""
        if self._kinds is None:
            self._kinds = {
                r["attr"]: AttributeKind(
                    r["attr"], r["kind"], r["summary"], r.get("enum"), r["form"], tuple(r.get("examples", ()))
                )
                for r in data_file("hivm-enums.json")["attributes"]
                if self.build in r["builds"]
            }
        return self._kinds


def discardable_keys() -> list[dict[str, Any]]:
    """Attribute keys that real files use on modules, functions, arguments and operations, with counts."""
    return data_file("hivm-enums.json")["keys"]


@cache
def _dialects(build: Build) -> frozenset[str]:
    return frozenset(data_file("registered-ops.json")["dialects"][build].split())


@cache
def _without_hook(build: Build, kind: str) -> frozenset[str]:
    return frozenset(data_file("registered-ops.json")["no_hooks"][build][kind].split())


@cache
def _open_dialects() -> frozenset[str]:
    """Dialects of which every operation name is taken as known."""
    return frozenset(data_file("registered-ops.json")["open"])


@cache
def _registered(build: Build) -> dict[str, frozenset[str]]:
    names = data_file("registered-ops.json")["ops"]
    found: dict[str, frozenset[str]] = {}
    for dialect, groups in names.items():
        found[dialect] = frozenset([*groups.get("both", "").split(), *groups.get(build, "").split()])
    return found


@cache
def registry(build: Build) -> Registry:
    """The registry of one build."""
    return Registry(build)


def operand_group(op: Operation, name: str, build: Build = "a3") -> list[Value]:
    """The operands of group ``name`` of ``op`` by the tables of ``build`` (or of the other, if only that knows it)."""
    info = registry(build).get(op.name) or registry("a5" if build == "a3" else "a3").get(op.name)
    return [] if info is None else info.operand_group(op, name)
