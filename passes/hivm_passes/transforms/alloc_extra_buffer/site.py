"""What the size rules of scratch buffers see of an operation (AllocExtraBuffer, terms)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import MemRefType, TensorType, bit_width
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.analysis.tracing import Tracer
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type

BLOCK_BITS: Final = 256
"""Vector instructions work on blocks of 32 bytes."""

REPEAT_BYTES: Final = 256
"""Bytes that one repeat of a vector instruction processes."""

SAVING_UB: Final = "hivm.enable_saving_ub"
UNALIGNED_CASTS: Final = "hivm.disable_size_align_for_cast"


class UnsizedError(Exception):
    """The pass cannot size a scratch buffer.

    ``crash`` tells that the compiler dies instead of saying so, after saying ``said`` without a location. ``on`` is the
    kind of operation in the compiler's message.
    """

    def __init__(self, message: str, *, crash: bool = False, said: str = "", on: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.crash = crash
        self.said = said
        self.on = on


@dataclass(frozen=True, slots=True)
class Need:
    """A scratch buffer of ``elements`` elements; ``why`` says in a few words what it holds."""

    elements: int
    element: Type
    why: str
    shape: tuple[int, ...] = ()
    """Sizes where the buffer is not of rank 1 (their product is ``elements``)."""
    quirk: str = ""
    """What is wrong with the compiler's size, if anything."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the rules need to know besides the operation: the build, its mode, and two switches of the function."""

    build: Build
    reg_based: bool
    saving_ub: bool
    unaligned_casts: bool
    tracer: Tracer


class Site:
    """One operation with its operand groups and the questions that the rules ask."""

    __slots__ = ("_groups", "around", "op")

    def __init__(self, op: Operation, around: Surroundings) -> None:
        self.op = op
        self.around = around
        info = registry(around.build).get(op.name)
        groups = None if info is None else info.operand_groups(op)
        self._groups: dict[str, list[Value]] = (
            {} if info is None or groups is None else {o.name: g for o, g in zip(info.operands, groups, strict=True)}
        )

    @property
    def is_a3(self) -> bool:
        """Whether the build for A2 and A3 is imitated."""
        return self.around.build == "a3"

    @property
    def becomes_scalar(self) -> bool:
        """Whether the operation is carried out by scalar loops, which need no scratch."""
        from hivm_passes.transforms.plan_memory.op_roles import op_role
        from hivm_passes.transforms.plan_memory.scalar_loops import lowers_to_scalar

        build = self.around.build
        arch = "reg-based" if self.around.reg_based else "mem-based"
        return lowers_to_scalar(self.op, op_role(build, self.op.name), build, arch)

    def group(self, name: str) -> list[Value]:
        """The operands of one group."""
        return self._groups.get(name, [])

    def operand(self, group: str, index: int = 0) -> Value:
        """One operand; the verifier has made sure that it is there."""
        values = self.group(group)
        if index >= len(values):
            raise UnsizedError(f"'{self.op.name}' has no operand '{group}'", crash=True)
        return values[index]

    def room(self, value: Value) -> int | None:
        """How many elements of ``value`` fit in the allocation that it comes from; None when that one is dynamic."""
        root = self.around.tracer.trace(_behind_metadata(value)).type
        if not isinstance(root, MemRefType):
            raise UnsizedError("the buffer does not come from a memref", crash=True)
        count, bits, width = root.element_count, bit_width(root.element), bit_width(memref(value).element)
        if bits is None or not width:
            raise UnsizedError("the element type has no width in bits", crash=True)
        return None if count is None else count * bits // width

    def needed_room(self, value: Value) -> int:
        """``room`` for rules that cannot do without."""
        found = self.room(value)
        if found is None:
            raise UnsizedError("the size of the allocation behind the operand is not known", crash=True)
        return found


def _behind_metadata(value: Value) -> Value:
    """Look through a reinterpret_cast of the base that an extract_strided_metadata took out."""
    if type(value) is OpResult and value.owner.name == "memref.reinterpret_cast":
        source = value.owner.operands[0]
        if type(source) is OpResult and source.owner.name == "memref.extract_strided_metadata":
            return source.owner.operands[0]
    return value


def memref(value: Value) -> MemRefType:
    """The type of a memref operand; a tensor counts as one without layout, until its allocation is asked for."""
    if isinstance(value.type, TensorType):
        return MemRefType(value.type.shape, value.type.element)
    if not isinstance(value.type, MemRefType):
        raise UnsizedError("only bufferized operations get scratch buffers", crash=True)
    return value.type


def width(type: Type) -> int:
    """Bits of one element of a memref, or of a scalar."""
    found = bit_width(type.element if isinstance(type, MemRefType) else type)
    if not found:
        raise UnsizedError("the element type has no width in bits", crash=True)
    return found


def block_elements(bits: int) -> int:
    """Elements of ``bits`` bits in a block of 32 bytes."""
    return max(BLOCK_BITS // bits, 1)


def repeat_elements(bits: int) -> int:
    """Elements of ``bits`` bits that one repeat processes; bits count as bytes."""
    return REPEAT_BYTES // -(-bits // 8)


def round_up(number: int, multiple: int) -> int:
    """The next multiple."""
    return -(-number // multiple) * multiple


def integers(op: Operation, name: str) -> tuple[int, ...]:
    """The numbers of an attribute that is an array of integers."""
    attribute = op.attributes.get(name)
    if isinstance(attribute, DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, ArrayAttr):
        return tuple(e.value for e in attribute.elements if isinstance(e, IntegerAttr))
    return ()
