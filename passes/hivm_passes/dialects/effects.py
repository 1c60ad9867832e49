"""Memory effects of operations and what follows from them: purity, dead code, views, commutativity, speculation.

Everything is read from the op tables and from ``data/effects.json``; an operation that neither describes has unknown
effects, as an operation without MLIR's memory effect interface has.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

from hivm_passes.dialects.registry import data_file, registry
from hivm_passes.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import MemRefType, UnrankedMemRefType
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build, OpInfo, Registry
    from hivm_passes.ir.core import Operation, Value

EffectKind = Literal["allocate", "free", "read", "write"]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect; ``value`` is what it works on, None for memory in general."""

    kind: EffectKind
    value: Value | None = None


_DECLARED: Final[dict[str, tuple[tuple[EffectKind, ...], tuple[EffectKind, ...]]]] = {
    # Effects on shaped inputs and on destinations of operations whose own effect list the tables only call "declared".
    "hivm.hir.indirect_load": (("read",), ("read", "write")),
    "hivm.hir.local_load": (("read",), ()),
    "hivm.hir.local_store": (("write",), ()),
}

_READ_AND_WRITE: Final[tuple[EffectKind, ...]] = ("read", "write")

_ALIVE, _DEAD, _BODY, _CHECK, _STRUCTURED = range(5)
"""Whether an operation with unused results may go: never, always, if its body may, by its effects (twice)."""


class Effects:
    """Answers for one compiler build."""

    def __init__(self, build: Build) -> None:
        self.build: Build = build
        self.registry: Registry = registry(build)
        self._kinds = _Kinds(self.registry)
        self._classes = _DeadClasses(self._kinds)
        self._terminators: dict[str, bool] = {}

    # --- effects --------------------------------------------------------------------------------------------

    def of(self, op: Operation) -> list[Effect] | None:
        """The effects of ``op`` itself (not of its body), or None when they are unknown.

        ``has_recursive_effects`` tells whether those of the body are to be added.
        """
        return _effects(op, self._kinds[op.name], self.registry.get(op.name))

    def has_recursive_effects(self, op: Operation) -> bool:
        """Whether the effects of the operations in the body count as effects of ``op``."""
        return self._kinds[op.name] == "of its body"

    def all_of(self, op: Operation) -> list[Effect] | None:
        """The effects of ``op`` and, where they count, of its body; None as soon as one is unknown."""
        own = self.of(op)
        if own is None:
            return None
        if self.has_recursive_effects(op):
            for region in op.regions:
                for block in region.blocks:
                    for nested in block.operations:
                        inner = self.all_of(nested)
                        if inner is None:
                            return None
                        own += inner
        return own

    def is_memory_effect_free(self, op: Operation) -> bool:
        """Whether neither ``op`` nor its body has any memory effect (MLIR's ``isMemoryEffectFree``)."""
        found = self.all_of(op)
        return found is not None and not found

    def has_effect(self, op: Operation, kind: EffectKind, value: Value | None = None) -> bool:
        """Whether ``op`` is known to have an effect of this kind (on ``value``, when given)."""
        found = self.all_of(op)
        return found is not None and any(e.kind == kind and (value is None or e.value is value) for e in found)

    def is_speculatable(self, op: Operation) -> bool:
        """Whether ``op`` may run where it would not have run: pure, and no division that may trap."""
        if not self.is_memory_effect_free(op):
            return False
        if op.name in _DIVISIONS:
            return _divisor_is_safe(op)
        return not self.is_terminator(op.name)

    def is_pure(self, op: Operation) -> bool:
        """Speculatable and free of memory effects."""
        return self.is_speculatable(op)

    # --- facts by name --------------------------------------------------------------------------------------

    def is_terminator(self, name: str) -> bool:
        """Whether operations of this name end a block."""
        found = self._terminators.get(name)
        if found is None:
            info = self.registry.get(name)
            found = info.is_terminator if info is not None else name in _other_terminators()
            self._terminators[name] = found
        return found

    def may_be_terminator(self, name: str) -> bool:
        """As ``is_terminator``, but true for operations that this build does not register."""
        return self.is_terminator(name) or not self.registry.knows_op(name)

    def is_isolated(self, op: Operation) -> bool:
        """Whether the regions of ``op`` see no values from outside; true for unregistered operations."""
        info = self.registry.get(op.name)
        return info.is_isolated if info is not None else not self.registry.knows_op(op.name)

    def is_commutative(self, name: str) -> bool:
        """Whether the operands may be swapped (for HIVM vector operations: the inputs)."""
        info = self.registry.get(name)
        return info is not None and info.is_commutative

    def view_source(self, value: Value) -> Value | None:
        """The memref that ``value`` is a view of (one step), or None."""
        if type(value) is not OpResult:
            return None
        op = value.owner
        info = self.registry.get(op.name)
        if info is None:
            return None
        if info.view_source is not None:
            return info.operand_group(op, info.view_source)[0]
        return op.operands[0] if info.traits.get("view_like") else None

    def root_of_views(self, value: Value) -> Value:
        """The memref at the start of the chain of views that ends in ``value``."""
        source = self.view_source(value)
        while source is not None:
            value = source
            source = self.view_source(value)
        return value

    # --- dead code ------------------------------------------------------------------------------------------

    def is_trivially_dead(self, op: Operation) -> bool:
        """Unused, and nothing but reads and allocations of its own results happen in it."""
        kind = self._classes[op.name]
        if kind == _ALIVE:
            return False
        for result in op.results:
            if result._uses:  # pyright: ignore[reportPrivateUsage] (asked for every operation again and again)
                return False
        return kind == _DEAD or self.would_be_trivially_dead(op)

    def would_be_trivially_dead(self, op: Operation) -> bool:
        """Whether ``op`` could go if its results were unused."""
        kind = self._classes[op.name]
        if kind <= _DEAD:
            return kind == _DEAD
        if kind == _STRUCTURED and not op.results:
            for value in op.operands:
                if type(value.type) is MemRefType:
                    return False  # The usual HIVM operation: it writes its destination.
        pending = [op]
        while pending:
            current = pending.pop()
            kind = self._classes.of_nested(current.name)
            if kind == _DEAD:
                continue
            if kind == _ALIVE:
                return False
            if kind == _BODY:
                for region in current.regions:
                    for block in region.blocks:
                        pending.extend(block.operations)
                continue
            for effect in self.of(current) or ():
                if effect.kind == "read":
                    continue
                value = effect.value
                if effect.kind != "allocate" or value is None or value.defining_op is not current:
                    return False
        return True


class _Kinds(dict[str, str]):
    """Operation name to kind of effects, filled on demand."""

    def __init__(self, facts: Registry) -> None:
        super().__init__(_effects_data()["corrections"])
        self.facts = facts
        self._others: dict[str, str] | None = None

    def __missing__(self, name: str) -> str:
        info = self.facts.get(name)
        if info is not None:
            kind = info.effects
        else:
            if self._others is None:
                listed: dict[str, list[str]] = _effects_data()["others"]
                self._others = {one: kind for kind, names in listed.items() for one in names}
            kind = self._others.get(name, "unknown")
        self[name] = kind
        return kind


class _DeadClasses(dict[str, int]):
    """Operation name to how it can be dead, filled on demand."""

    def __init__(self, kinds: _Kinds) -> None:
        super().__init__()
        self._kinds = kinds
        self._nested: dict[str, int] = {}

    def __missing__(self, name: str) -> int:
        info = self._kinds.facts.get(name)
        kept = name in _other_terminators() if info is None else info.is_terminator or info.traits.get("symbol")
        kind = self[name] = _ALIVE if kept else self.of_nested(name)
        return kind

    def of_nested(self, name: str) -> int:
        """The class of an operation in a body that is looked at: there terminators count by their effects alone."""
        kind = self._nested.get(name)
        if kind is None:
            kind = self._nested[name] = _dead_class(name, self._kinds[name])
        return kind


def _dead_class(name: str, effects: str) -> int:
    if effects in ("none", "read", "allocates", "terminators"):
        return _DEAD
    if effects == "of its body":
        return _BODY
    if name in _DECLARED or effects in ("per attribute effects, on src", "of its tensors"):
        return _CHECK
    if effects == "structured":
        return _STRUCTURED
    return _ALIVE


@cache
def _effects_data() -> dict[str, Any]:
    return data_file("effects.json")


@cache
def _other_terminators() -> frozenset[str]:
    return frozenset(_effects_data()["others"]["terminators"])


def _effects(op: Operation, kind: str, info: OpInfo | None) -> list[Effect] | None:
    if kind in ("none", "of its body", "terminators"):
        return []
    if kind == "allocates":
        return [Effect("allocate", r) for r in op.results]
    if kind == "write without a value":
        return [Effect("write")]
    if kind == "per attribute effects, on src":
        return _mark_effects(op)
    if info is not None and op.name in _DECLARED:
        return _destination_style(op, info, *_DECLARED[op.name], tensors=True)
    if info is not None and kind == "structured":
        return _destination_style(op, info, ("read",), ("write",), info.dialect == "linalg")
    if info is not None and kind == "declared":
        return _destination_style(op, info, ("read",), ("read", "write"), tensors=True)
    memrefs = [v for v in op.operands if isinstance(v.type, MemRefType | UnrankedMemRefType)]
    if kind == "of its tensors":
        return [Effect(one, v) for v in memrefs for one in _READ_AND_WRITE]
    if kind == "copy":
        return [Effect("read", memrefs[0]), Effect("write", memrefs[1])] if len(memrefs) == 2 else None
    target = memrefs[-1] if memrefs else None
    if kind == "free":
        return [Effect("free", target)]
    if kind == "read and write":
        return [Effect(one, target) for one in _READ_AND_WRITE]
    if kind == "read":
        return [Effect("read", target)]
    return [Effect("write", target)] if kind == "write" else None


def _destination_style(
    op: Operation,
    info: OpInfo,
    on_inputs: tuple[EffectKind, ...],
    on_outputs: tuple[EffectKind, ...],
    inits_are_read: bool = False,
    tensors: bool = False,
) -> list[Effect] | None:
    groups = info.operand_groups(op)
    if groups is None:
        return None
    found: list[Effect] = []
    for described, values in zip(info.operands, groups, strict=True):
        is_output = described.role == "out"
        if described.role not in ("in", "out"):
            continue
        for value in values:
            if isinstance(value.type, MemRefType | UnrankedMemRefType) or (tensors and is_output):
                kinds = on_outputs if is_output else on_inputs
                if is_output and inits_are_read:
                    found.append(Effect("read", value))
                found.extend(Effect(kind, value) for kind in kinds)
    return found


def _mark_effects(op: Operation) -> list[Effect]:
    """``effects = ["read", "write"]`` of an annotation.mark of the a5 build; a plain mark counts as a write."""
    listed = op.attributes.get("effects")
    source = op.operands[0] if op.operands else None
    if not isinstance(listed, ArrayAttr):
        return [Effect("write", source)]
    found: list[Effect] = []
    for element in listed.elements:
        if isinstance(element, StringAttr) and element.value in ("read", "write"):
            found.append(Effect("read" if element.value == "read" else "write", source))
    return found


_DIVISIONS: Final = frozenset(
    {
        "arith.divsi",
        "arith.divui",
        "arith.ceildivsi",
        "arith.ceildivui",
        "arith.floordivsi",
        "arith.remsi",
        "arith.remui",
    }
)


def _divisor_is_safe(op: Operation) -> bool:
    """Whether the divisor is a constant other than 0 (and other than -1 for signed divisions)."""
    definition = op.operands[1].defining_op
    value = (
        definition.attributes.get("value") if definition is not None and definition.name == "arith.constant" else None
    )
    if not isinstance(value, IntegerAttr) or value.value == 0:
        return False
    return op.name in ("arith.divui", "arith.ceildivui", "arith.remui", "arith.remsi") or value.value != -1


@cache
def effects(build: Build) -> Effects:
    """The answers for one compiler build."""
    return Effects(build)
