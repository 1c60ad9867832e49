"""In-place reuse at calls of vector functions (PlanMemory on A5, VF calls).

A vector function that reads an element of one argument before it writes the same element of another lets the caller
give both arguments one buffer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.buffer_loops import LOOPS
from hivm_passes.analysis.tracing import loop_inits
from hivm_passes.ir.attributes import SymbolRefAttr
from hivm_passes.ir.core import BlockArgument
from hivm_passes.ir.types import MemRefType, TensorType, VectorType, bit_width
from hivm_passes.records import dataclass
from hivm_passes.transforms.plan_memory.op_roles import integers

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.analysis.tracing import Tracer
    from hivm_passes.ir.core import Operation, Value

VECTOR_FUNCTION: Final = "hivm.vector_function"

_SLICES: Final = frozenset({"memref.subview", "tensor.extract_slice"})
_REACHED_VIEWS: Final = frozenset({"memref.subview", "memref.collapse_shape", "memref.expand_shape"})

Step = tuple[object, ...]
"""One link of an access chain: a slice with its offsets, sizes and strides, or a loop argument with its position."""


@dataclass(frozen=True, slots=True)
class Access:
    """One transfer to or from an argument of a vector function."""

    op: Operation
    argument: int
    chain: tuple[Step, ...]
    width: int


def _constant(value: Value) -> object:
    """The integer a value is known to be, or the value itself."""
    op = value.defining_op
    if op is not None and op.name == "arith.constant":
        known = getattr(op.attributes.get("value"), "value", None)
        if isinstance(known, int):
            return known
    return value


def _slice_step(op: Operation) -> Step:
    """Name, offsets, sizes and strides of a slice, with constants in place of dynamic values where known."""
    dynamic = iter(op.operands[1:])
    numbers: list[object] = []
    for name in ("static_offsets", "static_sizes", "static_strides"):
        for number in integers(op, name):
            numbers.append(_constant(next(dynamic)) if number == -(2**63) else number)
    return (op.name, *numbers)


def _base(value: Value, func: Operation) -> tuple[int, tuple[Step, ...]] | None:
    """The argument of the function that a value is cut from, and the way there."""
    chain: list[Step] = []
    while True:
        if isinstance(value, BlockArgument):
            owner = value.owner.parent_op
            if owner is func:
                return value.index, tuple(chain)
            if owner is None or owner.name != "scf.for" or value.index == 0:
                return None
            starts = loop_inits(owner)
            if value.index > len(starts):
                return None
            chain.append(("scf.for", owner, "argument"))
            value = starts[value.index - 1]
            continue
        op = value.defining_op
        if op is None or op.name not in _SLICES:
            return None
        chain.append(_slice_step(op))
        value = op.operands[0]


def _width(value: Value) -> int:
    type = value.type
    return (bit_width(type.element) or 0) if isinstance(type, MemRefType | TensorType | VectorType) else 0


def overwritable(func: Operation) -> frozenset[tuple[int, int]]:
    """Pairs (written, read) of arguments such that the written one may overlay the read one."""
    reads: dict[int, list[Access]] = {}
    writes: dict[int, list[Access]] = {}
    for op in func.walk():
        if op.name == "vector.transfer_read" and op.operands:
            operand, into = op.operands[0], reads
        elif op.name == "vector.transfer_write" and len(op.operands) > 1:
            operand, into = op.operands[1], writes
        else:
            continue
        base = _base(operand, func)
        if base is not None:
            into.setdefault(base[0], []).append(Access(op, base[0], base[1], _width(operand)))
    found: set[tuple[int, int]] = set()
    for written, accesses in writes.items():
        if len(accesses) != 1 or written in reads:
            continue
        write = accesses[0]
        for read_argument, read_accesses in reads.items():
            if len(read_accesses) != 1 or read_argument in writes:
                continue
            read = read_accesses[0]
            if (
                read.op.parent is write.op.parent
                and read.op.is_before_in_block(write.op)
                and write.width <= read.width
                and read.chain == write.chain
            ):
                found.add((written, read_argument))
    return frozenset(found)


class VectorCalls:
    """Answers for the calls of one module."""

    def __init__(self, module: Operation | None, disable_reachable_check: bool) -> None:
        self._functions: dict[str, Operation] = {}
        for region in module.regions if module is not None else ():
            for block in region.blocks:
                for op in block.operations:
                    name = getattr(op.attributes.get("sym_name"), "value", None)
                    if op.name == "func.func" and VECTOR_FUNCTION in op.attributes and isinstance(name, str):
                        self._functions[name] = op
        self.checks_reach = not disable_reachable_check
        self._summaries: dict[str, frozenset[tuple[int, int]]] = {}

    def shared(self, call: Operation) -> frozenset[tuple[int, int]] | None:
        """Operand pairs (written, read) that may share at a call; None when it calls no vector function."""
        if call.name != "func.call" or VECTOR_FUNCTION not in call.attributes:
            return None
        callee = call.attributes.get("callee")
        name = callee.root if isinstance(callee, SymbolRefAttr) else ""
        func = self._functions.get(name)
        if func is None or not func.regions or not func.regions[0].blocks:
            return None
        if name not in self._summaries:
            self._summaries[name] = overwritable(func)
        return self._summaries[name]


class FunctionCalls:
    """What calls of vector functions allow inside one function."""

    def __init__(self, calls: VectorCalls, tracer: Tracer) -> None:
        self._calls = calls
        self._tracer = tracer

    def rule(self, call: Operation) -> Callable[[Value, Value], bool] | None:
        """What decides whether the buffer of one operand could take over that of another at a call."""
        shared = self._calls.shared(call)
        if not shared:
            return None
        traced = [self._tracer.trace(operand) for operand in call.operands]
        allocs = [
            value for value in traced if value.defining_op is not None and value.defining_op.name == "memref.alloc"
        ]
        if len(set(allocs)) != len(allocs):
            return None

        def allowed(gen: Value, kill: Value) -> bool:
            return gen in traced and kill in traced and (traced.index(gen), traced.index(kill)) in shared

        return allowed

    def stalls(self) -> Callable[[Value, Value], bool] | None:
        """A fresh check of pairs (gen, kill) that would tie a load and a store in loops together, None without one.

        It remembers what it found before, so the order of the questions matters (see ``_Reach``).
        """
        if not self._calls.checks_reach:
            return None
        stores, loads = _Reach(self._calls, "hivm.hir.store"), _Reach(self._calls, "hivm.hir.load")
        return lambda gen, kill: stores.from_value(gen) and loads.from_value(kill)


class _Reach:
    """Whether a buffer's data may flow to or from an operation of a kind inside a loop.

    Calls link the operands that may share, both ways. As in the compiler, a value under way counts as not reaching and
    answers stay even if they were given while a value was under way: on cycles they depend on what was asked first.
    """

    def __init__(self, calls: VectorCalls, kind: str) -> None:
        self._calls = calls
        self._kind = kind
        self._known: dict[Value, bool] = {}

    def from_value(self, value: Value) -> bool:
        """The answer for one value."""
        known = self._known.get(value)
        if known is None:
            self._known[value] = False
            known = self._known[value] = self._search(value)
        return known

    def _search(self, value: Value) -> bool:
        for user in value.users:
            if user.name == self._kind and _in_loop(user):
                return True
            if user.name in _REACHED_VIEWS:
                return self.from_value(user.results[0])
            shared = self._calls.shared(user)
            if shared and any(self.from_value(other) for other in _partners(user, value, shared)):
                return True
        return False


def _partners(call: Operation, value: Value, shared: frozenset[tuple[int, int]]) -> list[Value]:
    """The operands of a call that may share with ``value``."""
    index = call.operands.index(value)
    found = sorted({*(w for w, r in shared if r == index), *(r for w, r in shared if w == index)})
    return [call.operands[other] for other in found]


def _in_loop(op: Operation) -> bool:
    return any(parent.name in LOOPS for parent in op.ancestors() if parent is not op)
