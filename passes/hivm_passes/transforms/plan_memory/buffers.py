"""The buffers that a plan places, and their sizes."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.types import DYNAMIC, IndexType, MemRefType, bit_width
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.transforms.plan_memory.options import Tool
    from hivm_passes.transforms.plan_memory.report import ExitKind

A3_INDEX_BITS: Final = 128
"""What the A3 tool counts for an ``index`` element."""

NEVER: Final = -1
"""End of the life of a buffer that no event frees; the compiler compares with this number as it is."""


class PlanStoppedError(Exception):
    """Planning cannot go on; carries what to report. Never leaves the package."""

    def __init__(
        self,
        code: str,
        text: str,
        op: Operation,
        *,
        exit: ExitKind = "abort",
        fatal: str | None = None,
        located: bool = True,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.op = op
        self.exit: ExitKind = exit
        self.fatal = fatal
        self.located = located


@dataclass(slots=True, eq=False)
class Buffer:
    """One allocation while planning. ``bits`` is the exact size; ``gen`` and ``kill`` are event indices.

    ``gen`` is None while (or if) nothing writes the buffer, ``kill`` is NEVER while (or if) nothing frees it.
    ``copies`` is N of ``hivm.multi_buffer = N`` (1 when absent; 0 asks for one address, but level 1 takes it
    literally). ``space`` is the address space; for workspace "gm", and ``base`` the workspace it is cut from.
    """

    index: int
    op: Operation
    number: int
    space: str
    bits: int
    base: Value | None = None
    copies: int = 1
    no_inplace: bool = False
    unique: bool = False
    coupled_id: int = -1
    """Id of a coupled buffer that this function places, -1 for others."""
    partner_id: int = -1
    """Id of a coupled buffer whose address the other core's function chooses, -1 for others."""
    gen: int | None = None
    kill: int = NEVER
    preloaded: bool = False
    fixed: bool = False
    """Workspace that already has offsets: it is placed but keeps them."""

    @property
    def value(self) -> Value:
        """The allocated memref."""
        return self.op.results[0]


def memref_bits(tool: Tool, op: Operation) -> int:
    """Exact size in bits of what an allocation allocates, from its type."""
    type = op.results[0].type
    if not isinstance(type, MemRefType) or DYNAMIC in type.shape:
        raise PlanStoppedError(
            "hivm.plan-memory.dynamic-size",
            "Failed to obtain op buffer shape size which should be static.",
            op,
            fatal="LLVM ERROR: Failed to obtain op buffer shape size which should be static.",
            located=False,
        )
    width = bit_width(type.element)
    if width is None and tool == "a3" and isinstance(type.element, IndexType):
        width = A3_INDEX_BITS
    if width is None:
        raise PlanStoppedError(
            "hivm.plan-memory.element-type",
            "the size of an element of this buffer is not known to the compiler",
            op,
            fatal='Assertion `isIntOrFloat() && "only integers and floats have a bitwidth"\' failed.',
            located=False,
        )
    return prod(type.shape) * width
