"""How the pipes touch each buffer: by DMA, by scalar accesses, or by vector operations only (PlanMemory, classes)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.records import dataclass, field
from hivm_passes.transforms.plan_memory.buffers import PlanStoppedError
from hivm_passes.transforms.plan_memory.op_roles import address_space, inits, is_local, op_role, operands_of_role
from hivm_passes.transforms.plan_memory.scalar_loops import lowers_to_scalar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hivm_passes.analysis.tracing import Tracer
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.transforms.plan_memory.op_roles import OpRole
    from hivm_passes.transforms.plan_memory.options import Arch, Tool

_COPY_PIPES: Final = {
    ("ub", "ub"): "PIPE_V",
    ("cc", "gm"): "PIPE_FIX",
    ("gm", "cbuf"): "PIPE_MTE2",
    ("ub", "cbuf"): "PIPE_MTE3",
}
_FILL_PIPES: Final = {"ub": "PIPE_V", "cbuf": "PIPE_MTE2"}
_UNKNOWN_PIPE: Final = "Unknown PIPE!"


@dataclass(slots=True)
class Classes:
    """Values that DMA moves and values that scalar code touches; a value may be both."""

    dma: set[Value] = field(default_factory=set["Value"])
    scalar: set[Value] = field(default_factory=set["Value"])


def pipe_of(op: Operation, role: OpRole) -> str | None:
    """The pipe of a structured operation, None when it has several or none."""
    if role.pipe != "computed":
        return role.pipe
    if op.name == "hivm.hir.copy":
        spaces = _spaces(op, op.operands[:2])
        pipe = _COPY_PIPES.get((spaces[0], spaces[-1]))
    elif op.name == "hivm.hir.vbrc":
        spaces = _spaces(op, inits(op, role)[:1])
        pipe = _FILL_PIPES.get(spaces[0]) if spaces else None
    else:
        return getattr(op.attributes.get("hivm.pipe"), "body", None)
    if pipe is None:
        raise PlanStoppedError(
            "hivm.plan-memory.pipe", _UNKNOWN_PIPE, op, fatal=f"LLVM ERROR: {_UNKNOWN_PIPE}", located=False
        )
    return pipe


def _spaces(op: Operation, values: Iterable[Value]) -> list[str]:
    """The address spaces that decide the pipe; without them the compiler crashes."""
    spaces: list[str] = []
    for value in values:
        space = address_space(value.type)
        if space is None:
            raise PlanStoppedError(
                "hivm.plan-memory.pipe-space",
                "the compiler cannot tell the pipe of this operation without address spaces",
                op,
                exit="crash",
                located=False,
            )
        spaces.append(space)
    return spaces


def find_classes(func: Operation, tool: Tool, arch: Arch, tracer: Tracer) -> Classes:
    """The classes of all local buffers of a function."""
    classes = Classes()

    def add(kind: set[Value], values: Iterable[Value]) -> None:
        for value in values:
            if is_local(value.type):
                kind.add(tracer.trace(value))

    for op in func.walk():
        role = op_role(tool, op.name)
        if role.structured:
            if lowers_to_scalar(op, role, tool, arch):
                add(classes.scalar, op.operands)
                continue
            pipe = pipe_of(op, role)
            if pipe == "PIPE_MTE2":
                add(classes.dma, inits(op, role))
            elif pipe == "PIPE_MTE3" and role.info is not None:
                add(classes.dma, operands_of_role(op, role.info, "in"))
        elif role.action == "load":
            add(classes.scalar, op.operands[:1])
        elif role.action == "store":
            add(classes.scalar, op.operands[1:2])
    return classes
