"""``hivm-inline-load-copy`` (A2 and A3): a load whose buffer is only copied on loads into the copy's destination.

The report is an ``InlinedLoad`` per rewrite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.dialects.effects import effects
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.memref import byte_size
from hivm_passes.ir.types import I1, MemRefType
from hivm_passes.passes import Build, Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.hivm_ops import structured
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from hivm_passes.dialects.effects import EffectKind, Effects
    from hivm_passes.ir.core import Block, Operation, Value

LOAD: Final = "hivm.hir.load"
COPY: Final = "hivm.hir.copy"
_KEPT: Final = ("pad_mode",)
_FLAGS: Final = ("init_out_buffer", "may_implicit_transpose_with_last_axis")


@dataclass(frozen=True, slots=True, eq=False)
class InlinedLoad:
    """A load that goes straight to where its buffer was copied: the old load and copy, the new load.

    ``buffer`` is what is no longer needed, ``saved`` its bytes (None when unknown).
    """

    load: Operation
    copy: Operation
    inlined: Operation
    buffer: Value
    saved: int | None


@dataclass(frozen=True)
class InlineLoadCopyPass(Pass):
    """The pass."""

    name: ClassVar[str] = "hivm-inline-load-copy"
    class_name: ClassVar[str] = "InlineLoadCopy"
    summary: ClassVar[str] = "load straight into the destination of a copy"
    builds: ClassVar[tuple[Build, ...]] = ("a3",)

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        if getattr(op.attributes.get("hacc.function_kind"), "body", None) == "HOST":
            return PassResult(op, changed=False)
        inliner = Inliner()
        if context.exact:
            apply_patterns_greedily(op, (RewritePattern("inline-load", inliner.rewrite, (COPY,)),), build="a3")
        else:
            _apply_to_text(op, inliner)
        return PassResult(op, bool(inliner.report), report=tuple(inliner.report))


def _apply_to_text(func: Operation, inliner: Inliner) -> None:
    """The rewrites alone, and the buffers that they leave without a use."""
    rewriter = Rewriter()
    for copy in [op for op in func.walk() if op.name == COPY]:
        rewriter.set_insertion_point(copy)
        inliner.rewrite(copy, rewriter)
    for done in inliner.report:
        buffer = done.buffer.defining_op
        if buffer is not None and buffer.parent is not None and not buffer.has_used_results:
            rewriter.erase_op(buffer)


class Inliner:
    """The rewrite, and what it did so far."""

    def __init__(self) -> None:
        self.report: list[InlinedLoad] = []
        self.facts: Effects = effects("a3")

    def rewrite(self, copy: Operation, rewriter: Rewriter) -> bool:
        """Inline the load in front of ``copy``, if there is one and nothing stands in the way."""
        if len(copy.operands) < 2 or copy.results:
            return False
        buffer = copy.operands[0]
        load = next((u for u in buffer.users if u.name == LOAD and u.operands[1] is buffer), None)
        if load is None or load.parent is not copy.parent or not load.is_before_in_block(copy):
            return False
        if self._is_used_between(load, copy):
            return False
        new = _inlined(load, copy.operands[1], rewriter)
        type = buffer.type
        saved = byte_size(type) if isinstance(type, MemRefType) else None
        self.report.append(InlinedLoad(load, copy, new, buffer, saved))
        rewriter.replace_op(copy, [])
        rewriter.erase_op(load)
        return True

    def _is_used_between(self, load: Operation, copy: Operation) -> bool:
        source, buffer = load.operands[0], load.operands[1]
        block = load.parent
        assert block is not None
        for value in self._aliases(buffer):
            for user in value.users:
                if self._works_on_anything(user):
                    return True
                if user is not load and self._has(user, "write", value) and _may_be_before(user, copy, block):
                    return True
                if user is not copy and self._has(user, "read", value) and _may_be_after(user, load, block):
                    return True
        # Writes behind the copy do no harm, but the compiler does not tell them apart.
        return any(
            self._works_on_anything(user) or (self._has(user, "write", value) and _may_be_after(user, load, block))
            for value in self._aliases(source)
            for user in value.users
        )

    def _has(self, op: Operation, kind: EffectKind, value: Value) -> bool:
        """Whether ``op`` has this effect on ``value``; unknown effects do not count."""
        found = self.facts.of(op)
        return found is not None and any(e.kind == kind and e.value is value for e in found)

    def _works_on_anything(self, op: Operation) -> bool:
        """Whether ``op`` has an effect on no value in particular, as the compiler says of a mark."""
        found = self.facts.of(op)
        return op.name == "annotation.mark" or (found is not None and any(e.value is None for e in found))

    def _aliases(self, value: Value) -> list[Value]:
        """The allocation of a buffer and every view of it."""
        found = [self.facts.root_of_views(value)]
        for current in found:
            for user in current.users:
                for result in user.results:
                    if self.facts.view_source(result) is current and result not in found:
                        found.append(result)
        return found


def _may_be_before(op: Operation, anchor: Operation, block: Block) -> bool:
    """Whether ``op`` stands before ``anchor``, or in another block."""
    return op.parent is not block or op.is_before_in_block(anchor)


def _may_be_after(op: Operation, anchor: Operation, block: Block) -> bool:
    return op.parent is not block or anchor.is_before_in_block(op)


def _inlined(load: Operation, target: Value, rewriter: Rewriter) -> Operation:
    """The load into ``target``; only the padding is kept, initialisation is forgotten."""
    info = registry("a3").get(LOAD)
    assert info is not None
    groups = {o.name: info.operand_group(load, o.name) for o in info.operands}
    groups["dst"] = [target]
    groups["init_condition"] = []
    attributes = {k: v for k, v in load.attributes.items() if k in _KEPT}
    attributes |= {flag: IntegerAttr(0, I1) for flag in _FLAGS}
    return structured(rewriter, "a3", LOAD, groups, attributes)


PASSES = (InlineLoadCopyPass,)
