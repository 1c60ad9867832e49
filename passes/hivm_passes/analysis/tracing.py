"""Which allocation a memref comes from, followed through views, loops and branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.dialects.registry import registry
from hivm_passes.ir.core import BlockArgument, OpResult

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Region, Value
    from hivm_passes.passes import Build

MAX_STEPS: Final = 256

_TRACED_VIEWS: Final = frozenset(
    f"memref.{name}"
    for name in (
        "cast",
        "collapse_shape",
        "expand_shape",
        "memory_space_cast",
        "reinterpret_cast",
        "reshape",
        "transpose",
        "view",
        "subview",
    )
)
_BUFFERIZATION: Final = frozenset({"bufferization.to_tensor", "bufferization.to_memref"})


def yielded(region: Region) -> list[Value]:
    """The operands of the terminator of a region's last block."""
    terminator = region.blocks[-1].last if region.blocks else None
    return terminator.operands if terminator is not None else []


def loop_inits(loop: Operation) -> list[Value]:
    """Initial values of the iteration arguments of ``scf.for`` or ``scf.while``."""
    return loop.operands[3:] if loop.name == "scf.for" else loop.operands


def is_view_like(build: Build, op: Operation) -> bool:
    """Whether the compiler counts the operation among its view-like ones."""
    if op.name in _TRACED_VIEWS or op.name == "memref.extract_strided_metadata":
        return True
    info = registry(build).get(op.name) if op.name.startswith("hivm.") else None
    return info is not None and bool(info.traits.get("view_like"))


class Tracer:
    """Traces values to allocations, remembering the answers."""

    def __init__(self, build: Build) -> None:
        self._build: Build = build
        self._stops = {"memref.alloc", "memref.alloca"}
        if build == "a3":
            self._stops.add("memref_ext.alloc_workspace")
        self._known: dict[Value, tuple[Value, ...]] = {}

    def trace(self, value: Value) -> Value:
        """The value at the front of the work list when nothing can be followed any more."""
        return self.roots(value)[0]

    def roots(self, value: Value) -> tuple[Value, ...]:
        """The whole work list at the end: mostly allocations, but what cannot be followed ends the search for all."""
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = tuple(self._search(value))
        return known

    def alloc(self, value: Value) -> Operation | None:
        """The ``memref.alloc`` that a value traces to, if it does."""
        op = self.trace(value).defining_op
        return op if op is not None and op.name == "memref.alloc" else None

    def _search(self, value: Value) -> list[Value]:
        pending = [value]
        for _ in range(MAX_STEPS):
            index = next((i for i, v in enumerate(pending) if not self._is_stop(v)), None)
            if index is None:
                break
            sources = self._sources(pending[index])
            if not sources:
                break
            del pending[index]
            pending += sources
        return pending

    def _is_stop(self, value: Value) -> bool:
        op = value.defining_op
        return op is not None and op.name in self._stops

    def _sources(self, value: Value) -> list[Value]:
        if isinstance(value, BlockArgument):
            return self._argument_sources(value)
        assert isinstance(value, OpResult)
        op = value.owner
        if op.name in _TRACED_VIEWS:
            return op.operands[:1]
        if op.name == "builtin.unrealized_conversion_cast":
            return op.operands[value.index : value.index + 1]
        if op.name == "scf.for":
            return [
                *loop_inits(op)[value.index : value.index + 1],
                *yielded(op.regions[0])[value.index : value.index + 1],
            ]
        if op.name == "scf.if":
            return [v for region in op.regions for v in yielded(region)[value.index : value.index + 1]]
        if self._build == "a5" and (op.name in _BUFFERIZATION or is_view_like(self._build, op)):
            return op.operands[:1]
        return []

    @staticmethod
    def _argument_sources(argument: BlockArgument) -> list[Value]:
        owner = argument.owner.parent_op
        if owner is None:
            return []
        if owner.name == "scf.for" and argument.index > 0:
            index = argument.index - 1
            return [*loop_inits(owner)[index : index + 1], *yielded(owner.regions[0])[index : index + 1]]
        if owner.name == "scf.while" and argument.owner.parent is owner.regions[0]:
            return owner.operands[argument.index : argument.index + 1]
        return []
