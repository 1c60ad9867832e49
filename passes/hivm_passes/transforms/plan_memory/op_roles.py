"""What PlanMemory does at an operation: the action table and the facts about structured HIVM operations."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr
from hivm_passes.ir.types import MemRefType, UnrankedMemRefType
from hivm_passes.records import dataclass
from hivm_passes.transforms.plan_memory.options import LOCAL_SPACES

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import OpInfo
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.transforms.plan_memory.options import Tool

Action = Literal[
    "for",
    "while",
    "if",
    "scope",
    "view",
    "alloc",
    "workspace",
    "load",
    "store",
    "dps",
    "select",
    "mark",
    "condition",
    "branch",
    "call",
    "use",
    "nothing",
    "unknown",
]

VIEWS: Final = frozenset(
    {
        "bufferization.to_memref",
        "bufferization.to_tensor",
        "hivm.hir.bitcast",
        "memref.cast",
        "memref.collapse_shape",
        "memref.expand_shape",
        "memref.extract_strided_metadata",
        "memref.memory_space_cast",
        "memref.reinterpret_cast",
        "memref.reshape",
        "memref.subview",
        "memref.transpose",
        "memref.view",
        "tensor.collapse_shape",
        "tensor.expand_shape",
        "tensor.extract_slice",
    }
)
"""Operations whose first result is an alias of their first operand."""

_ACTIONS: Final[dict[str, Action]] = {
    **dict.fromkeys(VIEWS, "view"),
    "scf.for": "for",
    "scf.while": "while",
    "scf.if": "if",
    "scope.scope": "scope",
    "memref.alloc": "alloc",
    "memref_ext.alloc_workspace": "workspace",
    "memref.load": "load",
    "memref.store": "store",
    "tensor.insert_slice": "dps",
    "tensor.insert": "dps",
    "scf.forall": "dps",
    "arith.select": "select",
    "annotation.mark": "mark",
    "scf.condition": "condition",
    "cf.br": "branch",
    "cf.cond_br": "branch",
    "hivm.hir.debug": "use",
    **dict.fromkeys(("func.return", "scf.yield", "scope.return", "memref.dim", "hivm.hir.dcci"), "nothing"),
}
_A5_ACTIONS: Final[dict[str, Action]] = {"func.call": "call", "gpu.launch_func": "call"}

ISA_INPLACE: Final = frozenset(f"hivm.hir.{n}" for n in ("vadd", "vsub", "vmax", "vmin", "vor", "vand", "vmul"))
"""Operations whose instruction may always overwrite an input."""


@dataclass(frozen=True, slots=True)
class OpRole:
    """Facts about an operation name in one tool's dialects."""

    name: str
    action: Action
    structured: bool
    pipe: str | None
    """The one hardware pipe, ``computed`` when it depends on the operands, None for macro operations."""
    elementwise: bool
    same_element_type: bool
    info: OpInfo | None


@cache
def op_role(tool: Tool, name: str) -> OpRole:
    """The role of operations called ``name``."""
    info = registry(tool).get(name) if name.startswith("hivm.") else None
    action = _ACTIONS.get(name)
    if action is None and tool == "a5":
        action = _A5_ACTIONS.get(name)
    if action is None:
        dps = (info is not None and info.is_dps) or name.startswith("linalg.")
        action = "dps" if dps and name not in {"linalg.yield", "linalg.index"} else "unknown"
    structured = info is not None and info.is_structured
    pipe = info.pipe if info is not None and structured else None
    if isinstance(pipe, str) and not pipe.startswith("PIPE_"):
        pipe = None if name == "hivm.hir.custom_macro" else "computed"
    return OpRole(
        name,
        action,
        structured,
        pipe if isinstance(pipe, str) else None,
        info is not None and info.elementwise is not None,
        info is not None and bool(info.traits.get("same_element_type")),
        info,
    )


def operands_of_role(op: Operation, info: OpInfo, role: str) -> list[Value]:
    """The operands of all groups with a role (``in``, ``out``, ``temp``); empty when they do not fit the table."""
    return info.operands_of_role(op, role)


def inits(op: Operation, role: OpRole) -> list[Value]:
    """The values that a destination-style operation writes."""
    if role.info is not None:
        return operands_of_role(op, role.info, "out")
    if op.name.startswith("tensor."):
        return op.operands[1:2]
    if op.name == "scf.forall":
        return op.operands[len(op.operands) - len(op.results) :]
    count = op.segments[-1] if op.segments else max(len(op.results), 1)
    return op.operands[max(0, len(op.operands) - count) :]


def temps(op: Operation, role: OpRole) -> list[Value]:
    """The temporary buffers of an operation."""
    return operands_of_role(op, role.info, "temp") if role.info is not None else []


def address_space(type: Type) -> str | None:
    """The HIVM address space of a memref type, None for other types and spaces."""
    if isinstance(type, MemRefType):
        return type.address_space
    if isinstance(type, UnrankedMemRefType):
        return getattr(type.space, "body", None) if getattr(type.space, "kind", None) == "address_space" else None
    return None


def is_local(type: Type) -> bool:
    """Whether the type is a memref in UB, L1 or L0C."""
    return address_space(type) in LOCAL_SPACES


def integers(op: Operation, name: str) -> tuple[int, ...]:
    """The integers of an array attribute; empty when absent."""
    attribute = op.attributes.get(name)
    if isinstance(attribute, DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, ArrayAttr):
        return tuple(value for e in attribute.elements if isinstance(value := getattr(e, "value", None), int))
    return ()
