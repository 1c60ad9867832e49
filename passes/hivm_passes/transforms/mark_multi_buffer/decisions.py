"""Which allocation an operation asks to double, and why not when it does not (mark-multi-buffer, what gets marked)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.analysis.buffer_loops import LOOPS, WhileYieldError
from hivm_passes.analysis.multi_buffer import can_rotate, copies_of, effective_loop, mark_of
from hivm_passes.analysis.tracing import Tracer, is_view_like
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import DialectAttr, IntegerAttr
from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import MemRefType, TensorType, UnrankedMemRefType
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.passes import Build

COPIES: Final = 2
"""How many copies a local buffer gets."""
PRELOAD_COPIES: Final = 4
"""How many copies a buffer of a preload scope gets, whatever the scope says."""

ROOTS: Final = frozenset({"memref.alloc", "memref.alloca", "memref_ext.alloc_workspace"})
WORKSPACE: Final = "memref_ext.alloc_workspace"
SCOPE: Final = "scope.scope"

Reason = Literal[
    "marked",
    "tensors",
    "no-space",
    "global",
    "no-root",
    "has-mark",
    "illegal-mark",
    "no-loop",
    "loop-kind",
    "while-yield",
    "no-definition",
    "no-preload",
]
"""``marked``: the buffer gets a mark; all others tell why not."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What becomes of the buffer of one operation.

    ``trigger`` is the operation that moves data, ``buffer`` the allocation that was found (None before there is one),
    ``loop`` the loop in which the copies take turns, ``obstacle`` the operation that stands in the way.
    """

    trigger: Operation
    reason: Reason
    buffer: Operation | None = None
    copies: int = COPIES
    loop: Operation | None = None
    obstacle: Operation | None = None


def space_of(value: Value) -> object:
    """The memory space attribute of a memref, None when there is none."""
    type = value.type
    return type.space if isinstance(type, MemRefType | UnrankedMemRefType) else None


def is_global(value: Value) -> bool:
    """Whether the memref lies in global memory."""
    space = space_of(value)
    return isinstance(space, DialectAttr) and space.kind == "address_space" and space.body == "gm"


def decide_local(trigger: Operation, build: Build) -> Decision:
    """Whether the on-chip side of a load, store, nd2nz or fixpipe gets a mark."""
    if any(isinstance(v.type, TensorType) for v in trigger.operands):
        return Decision(trigger, "tensors")
    source, target = _ends(trigger, build)
    if source is None or target is None or space_of(source) is None or space_of(target) is None:
        return Decision(trigger, "no-space")
    side = source if not is_global(source) else target if not is_global(target) else None
    if side is None:
        return Decision(trigger, "global")
    root = Tracer(build).trace(side).defining_op
    if root is None or root.name not in ROOTS:
        return Decision(trigger, "no-root")
    return _decide_root(trigger, root, build)


def _decide_root(trigger: Operation, root: Operation, build: Build) -> Decision:
    mark = mark_of(root.results[0])
    if mark is not None:
        illegal = build == "a3" and (copies_of(mark) or 0) < 1
        return Decision(trigger, "illegal-mark" if illegal else "has-mark", root, obstacle=mark)
    try:
        loop = effective_loop(root.results[0], build)
    except WhileYieldError as error:
        return Decision(trigger, "while-yield", root, obstacle=error.op)
    if loop is None:
        return Decision(trigger, "no-loop", root)
    if not can_rotate(loop, build):
        return Decision(trigger, "loop-kind", root, obstacle=loop)
    return Decision(trigger, "marked", root, loop=loop)


def decide_workspace(trigger: Operation, build: Build, copies: int) -> Decision:
    """Whether the workspace that a store or fixpipe of tensors writes gets a mark."""
    source, target = _ends(trigger, build)
    if source is None or target is None or not isinstance(target.type, TensorType):
        return Decision(trigger, "tensors", copies=copies)
    if not isinstance(source.type, TensorType):
        return Decision(trigger, "tensors", copies=copies)
    root = _workspace_root(target, build)
    if root is None:
        return Decision(trigger, "no-root", copies=copies)
    mark = mark_of(root.results[0])
    if mark is not None:
        illegal = build == "a3" and (copies_of(mark) or 0) < 1
        return Decision(trigger, "illegal-mark" if illegal else "has-mark", root, copies, obstacle=mark)
    parent = root.parent_op
    if parent is None or parent.name not in LOOPS:
        return Decision(trigger, "no-loop", root, copies)
    return Decision(trigger, "marked", root, copies, parent)


def _workspace_root(value: Value, build: Build) -> Operation | None:
    while isinstance(value, OpResult):
        op = value.owner
        if op.name == WORKSPACE:
            return op
        if op.name != "bufferization.to_tensor" and not is_view_like(build, op):
            return None
        value = op.operands[0]
    return None


def _ends(trigger: Operation, build: Build) -> tuple[Value | None, Value | None]:
    """Source and destination."""
    info = registry(build).get(trigger.name)
    groups = info.operand_groups(trigger) if info is not None else None
    if groups is None or len(groups) < 2:
        return None, None
    return (groups[0][0] if groups[0] else None), (groups[1][0] if groups[1] else None)


def preloaded(scope: Operation) -> Iterator[Decision]:
    """The buffers that a preload scope hands to another scope.

    The compiler dies where it returns an argument, and fails without a message where there is no such buffer.
    """
    number = scope.attributes.get("hivm.preload_num")
    core = scope.attributes.get("hivm.loop_core_type")
    if not isinstance(number, IntegerAttr) or number.value == 0:
        return
    if not isinstance(core, DialectAttr) or core.body == "CUBE":
        return
    block = scope.regions[0].entry if scope.regions else None
    last = block.last if block is not None else None
    if last is None:
        return
    found = False
    for value, result in zip(last.operands, scope.results, strict=False):
        root = value.defining_op
        if root is None:
            yield Decision(scope, "no-definition", copies=PRELOAD_COPIES, obstacle=last)
            return
        if root.name != "memref.alloc" or is_global(value):
            continue
        if any(_belongs_to_scope(user) for user in result.users):
            found = True
            reason = "marked" if mark_of(value) is None else "has-mark"
            yield Decision(scope, reason, root, PRELOAD_COPIES)
    if not found:
        yield Decision(scope, "no-preload", copies=PRELOAD_COPIES)


def _belongs_to_scope(user: Operation) -> bool:
    parent = user.parent_op
    return user.name == SCOPE or (parent is not None and parent.name == SCOPE)
