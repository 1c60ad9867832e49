"""Writes a plan into the IR (PlanMemory, rewriting).

``memref.alloc`` becomes ``hivm.hir.pointer_cast`` of constant byte addresses, and ``memref_ext.alloc_workspace`` gets
constant byte offsets. Afterwards the casts of multi-buffered allocations move into their loops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.analysis.buffer_loops import LOOPS
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.core import Operation
from hivm_passes.ir.types import I64, INDEX
from hivm_passes.records import dataclass, field
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import RewritePattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hivm_passes.ir.core import Block, Value
    from hivm_passes.ir.types import IndexType, IntegerType
    from hivm_passes.rewriting.rewriter import Rewriter
    from hivm_passes.transforms.plan_memory.options import Mode, Tool

ALLOC: Final = "memref.alloc"
WORKSPACE: Final = "memref_ext.alloc_workspace"
CAST: Final = "hivm.hir.pointer_cast"
MARK: Final = "annotation.mark"
MULTI_BUFFER: Final = "hivm.multi_buffer"
CONSTANT: Final = "arith.constant"


@dataclass(slots=True)
class Rewriting:
    """What rewriting met: allocations without an address, and operands that no longer follow their definitions."""

    unwritten: list[Operation] = field(default_factory=list[Operation])
    broken: list[tuple[Operation, int]] = field(default_factory=list[tuple[Operation, int]])


def rewrite_function(
    func: Operation, addresses: Mapping[Operation, tuple[int, ...]], tool: Tool, mode: Mode
) -> Rewriting:
    """Write ``addresses`` (bytes, by allocation) into ``func`` in place, as the compiler does."""
    outcome = Rewriting()
    kind = ALLOC if mode == "local" else WORKSPACE

    def pattern(op: Operation, rewriter: Rewriter) -> bool:
        if kind == WORKSPACE and has_offsets(op):
            return False
        found = addresses.get(op)
        if not found:
            if op not in outcome.unwritten:
                outcome.unwritten.append(op)
            return False
        type = I64 if mode == "local" else INDEX
        constants = [rewriter.insert(address_constant(a, type)) for a in found]
        for constant in constants:
            constant.origin = op
        replacement = rewriter.insert(with_addresses(op, [c.result for c in constants], mode))
        rewriter.replace_op(op, replacement)
        return True

    apply_patterns_greedily(func, (RewritePattern("plan", pattern, (kind,)),), build=tool)
    outcome.broken = place_multi_buffers(func, tool)
    return outcome


def edit_function(func: Operation, addresses: Mapping[Operation, tuple[int, ...]], tool: Tool, mode: Mode) -> Rewriting:
    """Write ``addresses`` into ``func`` in place and touch nothing else (for an edit of the user's text).

    Constants that the function's entry block already has in front of everything that needs them are used again; new
    ones are put in front of all operations.
    """
    entry = func.regions[0].blocks[0] if func.regions and func.regions[0].blocks else None
    if entry is None:
        return Rewriting()
    type = I64 if mode == "local" else INDEX
    targets = [op for op in addresses if not (mode == "workspace" and has_offsets(op)) and op.parent is not None]
    needed = sorted({a for op in targets for a in addresses[op]})
    constants = _constants(entry, targets, needed, type)
    for op in targets:
        replacement = with_addresses(op, [constants[a] for a in addresses[op]], mode)
        replacement.result.name = op.result.name
        replacement.origin = op.origin
        assert op.parent is not None
        op.parent.insert_before(op, replacement)
        op.result.replace_all_uses_with(replacement.result)
        op.erase()
    return Rewriting(broken=place_multi_buffers(func, tool))


def _constants(
    entry: Block, targets: Sequence[Operation], needed: Sequence[int], type: IntegerType | IndexType
) -> dict[int, Value]:
    """A value for every address, behind whose definition all targets stand."""
    found: dict[int, Value] = {}
    first = {t for t in (entry.ancestor_in(op) for op in targets) if t is not None}
    last_constant: Operation | None = None
    for op in entry.operations:
        if op in first:
            break
        if op.name == CONSTANT:
            value = op.attributes.get("value")
            if isinstance(value, IntegerAttr) and value.type is type:
                found.setdefault(value.value, op.result)
        if op.name == CONSTANT and last_constant is op.previous:
            last_constant = op
    for address in needed:
        if address not in found:
            constant = address_constant(address, type)
            entry.insert_after(last_constant, constant)
            last_constant = constant
            found[address] = constant.result
    return found


def has_offsets(op: Operation) -> bool:
    """Whether an ``alloc_workspace`` already says where it lies."""
    return op.segments is not None and len(op.segments) == 3 and op.segments[2] > 0


def address_constant(address: int, type: IntegerType | IndexType) -> Operation:
    """A detached constant that holds an address in bytes."""
    return Operation(CONSTANT, (), (type,), {"value": IntegerAttr(address, type)})


def with_addresses(op: Operation, addresses: Sequence[Value], mode: Mode) -> Operation:
    """The detached operation that takes the place of an allocation; the allocation's attributes are dropped."""
    if mode == "local":
        new = Operation(CAST, [*addresses, *op.operands], [op.result.type], segments=(len(addresses), len(op.operands)))
    else:
        base, sizes, _ = op.segments if op.segments is not None else (len(op.operands), 0, 0)
        new = Operation(
            WORKSPACE,
            [*op.operands[: base + sizes], *addresses],
            [op.result.type],
            segments=(base, sizes, len(addresses)),
        )
    new.location = op.location
    return new


# --- multi-buffers ------------------------------------------------------------------------------------------------


def place_multi_buffers(func: Operation, tool: Tool) -> list[tuple[Operation, int]]:
    """Move the casts of marked buffers into their loops and share them with equal unmarked casts.

    The compiler does this without looking whether it is right. What is returned are operands (operation and number)
    that do not follow their definitions afterwards, in order.
    """
    marks: dict[Operation, Operation] = {}
    for op in func.walk():
        if op.name == MARK and MULTI_BUFFER in op.attributes and op.operands:
            cast = op.operands[0].defining_op
            if cast is not None and cast.name == CAST:
                marks[cast] = op
    for cast, mark in marks.items():
        body = _loop_body(cast, tool)
        if body is not None:
            cast.detach()
            body.insert_before(body.first, cast)
            mark.detach()
            body.insert_after(cast, mark)
    seen: list[Operation] = []
    for cast in list(func.walk()) if marks else ():
        if cast.name != CAST:
            continue
        if cast in marks:
            seen.append(cast)
            continue
        for twin in reversed(seen):
            if (
                twin.result.type is cast.result.type
                and twin.operands == cast.operands
                and twin.parent_op is not None
                and twin.parent_op.is_ancestor_of(cast)
            ):
                cast.result.replace_all_uses_with(twin.result)
                break
    return _misplaced_uses(func, list(marks))


def _loop_body(cast: Operation, tool: Tool) -> Block | None:
    """The block to whose start a marked cast moves; None when it stays."""
    parent = cast.parent_op
    while parent is not None and parent.name != "func.func":
        if parent.name == "scf.for":
            return parent.regions[0].blocks[0]
        if tool == "a5":
            if parent.name == "scf.while":
                return parent.regions[1].blocks[0]
            if parent.name in LOOPS:
                return None
        parent = parent.parent_op
    return None


def _misplaced_uses(func: Operation, casts: Sequence[Operation]) -> list[tuple[Operation, int]]:
    found: set[tuple[Operation, int]] = set()
    for cast in casts:
        block = cast.parent
        assert block is not None
        for use in cast.result.uses:
            user = block.ancestor_in(use.owner)
            follows = cast.is_before_in_block(user) if user is not None else _dominates_by_block(block, use.owner)
            if not follows:
                found.add((use.owner, use.index))
    if not found:
        return []
    return [(op, i) for op in func.walk() for i in range(len(op.operands)) if (op, i) in found]


def _dominates_by_block(block: Block, user: Operation) -> bool:
    """Whether every way to the user's block in the region of ``block`` goes through ``block``."""
    region = block.parent
    target = next((a.parent for a in user.ancestors() if a.parent_region is region), None)
    if region is None or target is None:
        return False
    reached = {region.blocks[0]} - {block}
    pending = list(reached)
    for current in pending:
        for following in current.last.successors if current.last is not None else ():
            if following is not block and following not in reached:
                reached.add(following)
                pending.append(following)
    return target not in reached
