"""The order in which operations, blocks, dominance and symbols are verified."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.dialects.effects import effects
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.core import BlockArgument, OpResult, Span, name_span
from hivm_passes.ir.verifier import hivm, upstream
from hivm_passes.ir.verifier.base import Failure, Subject, is_unknown
from hivm_passes.ir.verifier.constraints import (
    check_attributes,
    check_counts,
    check_destination_style,
    check_operand_types,
    check_result_types,
)
from hivm_passes.ir.verifier.dominance import Dominance
from hivm_passes.ir.verifier.region_flow import check_region_flow
from hivm_passes.ir.verifier.symbols import check_symbols
from hivm_passes.ir.verifier.vector_traits import checks_of_traits
from hivm_passes.targets import module_target

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Block, Operation, Value
    from hivm_passes.ir.verifier.base import Check

_GOOD_LIMIT: Final = 1 << 14
_good: set[tuple[object, ...]] = set()
"""Operations (by name, types and attributes) that passed all checks; whatever only they decide is not asked again."""

_NO_TERMINATOR: Final = frozenset({"builtin.module", "scf.forall.in_parallel"})


class Verifier:
    """One run over one module."""

    def __init__(self, module: Operation, build: Build, broken: frozenset[Operation]) -> None:
        self.module = module
        self.build: Build = build
        self.broken = broken
        self.facts = registry(build)
        self.effects = effects(build)
        target = module_target(module)
        question = "isAscend950" if build == "a5" else "isAscend910_95"
        self.is_950 = target is not None and target.arch_test(build, question)
        self.found: list[Diagnostic] = []
        self._checks: dict[str, tuple[Subject, tuple[Check, ...]]] = {}

    def run(self) -> tuple[Diagnostic, ...]:
        """All errors."""
        self._root(self.module)
        return tuple(self.found)

    def check(self, op: Operation) -> Diagnostic | None:
        """The error of one operation, leaving aside what is nested in it and what is around it."""
        known = len(self.found)
        self._entrance(op)
        return self.found[known] if len(self.found) > known else None

    # --- reporting ------------------------------------------------------------------------------------------

    def report(
        self,
        op: Operation,
        failure: str | Failure,
        code: str = "hivm.verify.operation",
        related: tuple[RelatedNote, ...] = (),
    ) -> None:
        """An error at the name of ``op``."""
        message, prefixed = (failure, True) if isinstance(failure, str) else failure
        self.found.append(
            Diagnostic("error", code, message, name_span(op), related, op_name=op.name if prefixed else None)
        )

    # --- the walk -------------------------------------------------------------------------------------------

    def _root(self, op: Operation) -> None:
        """An operation that is isolated from above: everything in it, then dominance."""
        self._operation(op)
        if op.regions:
            self._dominance(op)

    def _operation(self, op: Operation) -> None:
        good = self._entrance(op)
        if not op.regions:
            return
        isolated: list[Operation] = []
        for region in op.regions:
            for block in region.blocks:
                self._block(op, block, isolated)
        for nested in isolated:
            self._root(nested)
        if good and op not in self.broken:
            self._exit(op)

    def _block(self, parent: Operation, block: Block, isolated: list[Operation]) -> None:
        op = block.first
        if op is None:
            if self._needs_terminator(parent):
                self.report(parent, Failure("empty block: expect at least a terminator", False), "hivm.verify.block")
            return
        facts = self.facts
        while op is not None:
            if op.successors and op.next is not None:
                self.report(
                    op,
                    Failure("operation with block successors must terminate its parent block", False),
                    "hivm.verify.block",
                )
            elif op.regions:
                info = facts.get(op.name)
                if info is not None and info.is_isolated:
                    isolated.append(op)
                else:
                    self._operation(op)
            else:
                self._entrance(op)
            op = op.next
        last = block.last
        if last is not None and last not in self.broken and self._needs_terminator(parent):
            info = facts.get(last.name)
            if info is not None and not info.is_terminator:
                from hivm_passes.ir.verifier.places import generic_text

                self.report(
                    last,
                    Failure(f"block with no terminator, has {generic_text(last, self.build)}", False),
                    "hivm.verify.block",
                )

    def _needs_terminator(self, parent: Operation) -> bool:
        info = self.facts.get(parent.name)
        if info is None or parent.name in _NO_TERMINATOR or parent in self.broken:
            return False
        # Where the terminator may be left out, its absence shows in the values that it should pass.
        return info.implicit_terminator is None or is_generic(parent)

    def _entrance(self, op: Operation) -> bool:
        """The operation's own checks; one error at most."""
        if op in self.broken:
            return False
        found = self._checks.get(op.name)
        if found is None:
            found = self._checks[op.name] = self._compile(op.name)
        subject, checks = found
        key = None
        if not op.regions and not op.successors:
            key = _key(op, subject)
            if key in _good:
                return self._placed_well(op, subject)
        for value in op.operands:
            if is_unknown(value.type):
                return False
        if any(is_unknown(r.type) for r in op.results):
            return False
        if op.name in upstream.UNARY and not (op.operands and op.results):
            return False
        for check in checks:
            failure = check(op, subject)
            if failure is not None:
                self.report(op, failure)
                return False
        if not self._placed_well(op, subject):
            return False
        failure = self._located_check(op, subject)
        if failure is not None:
            self.report(op, failure)
            return False
        if key is not None:
            if len(_good) >= _GOOD_LIMIT:
                _good.clear()
            _good.add(key)
        return True

    def _placed_well(self, op: Operation, subject: Subject) -> bool:
        """Terminators: last in their block, and in the right operation."""
        info = subject.info
        if info is None or not info.is_terminator:
            return True
        parents = upstream.PARENTS.get(op.name)
        parent = op.parent_op
        if parents is not None and parent is not None and parent.name not in parents:
            listed = f"'{parents[0]}'" if len(parents) == 1 else f"to be one of '{', '.join(parents)}'"
            self.report(op, f"expects parent op {listed}", "hivm.verify.block")
            return False
        if op.next is not None:
            self.report(op, "must be the last operation in the parent block", "hivm.verify.block")
            return False
        failure = self._located_check(op, subject)
        if failure is not None:
            self.report(op, failure)
            return False
        return True

    def _located_check(self, op: Operation, subject: Subject) -> str | Failure | None:
        """Checks that look around the operation, so that its types and attributes do not settle them."""
        return upstream.OWN["func.return"](op, subject) if op.name == "func.return" else None

    def _compile(self, name: str) -> tuple[Subject, tuple[Check, ...]]:
        info = self.facts.get(name)
        subject = Subject(self.build, info, self.is_950)
        checks: list[Check] = []
        if info is not None and info.dialect in ("hivm", "annotation", "memref_ext", "scope", "symbol"):
            checks += [check_counts, check_attributes, check_operand_types, check_result_types]
            checks += checks_of_traits(dict(info.traits))
            if name in hivm.OWN:
                checks.append(hivm.OWN[name])
            if info.is_dps:
                checks.append(check_destination_style)
        else:
            if info is not None and info.segments == "sizes":
                checks.append(check_counts)
            if upstream.is_arith(name):
                checks.append(upstream.check_arith)
            if name in upstream.OWN and name != "func.return":
                checks.append(upstream.OWN[name])
        return subject, tuple(checks)

    def _exit(self, op: Operation) -> None:
        """Checks behind the operation's regions."""
        failure = check_region_flow(op)
        if failure is not None:
            self.report(op, failure, "hivm.verify.region")
        info = self.facts.get(op.name)
        if info is not None and info.traits.get("symbol_table"):
            self.found += check_symbols(op, self.facts)
        if op is self.module:
            self._device_description(op)

    # --- dominance ------------------------------------------------------------------------------------------

    def _dominance(self, root: Operation) -> None:
        if root.name == "builtin.module":
            return  # In a module order means nothing.
        for op, index in Dominance(root, self.facts).violations():
            value = op.operands[index]
            self.report(
                op,
                Failure(f"operand #{index} does not dominate this use", False),
                "hivm.ssa.dominance",
                (_definition_note(op, value),),
            )

    # --- module ---------------------------------------------------------------------------------------------

    def _device_description(self, module: Operation) -> None:
        """Keys of ``#hacc.target_device_spec``: known and unique."""
        source = module.source
        if source is None or "#hacc.target_device_spec" not in source.text:
            return
        from hivm_passes.ir.verifier.places import device_description_error

        found = device_description_error(source.text, self.build)
        if found is not None:
            offset, message = found
            start = source.span.start + offset
            self.found.insert(0, Diagnostic("error", "hivm.parse.attribute", message, Span(start, start + 1)))


def is_generic(op: Operation) -> bool:
    """Whether the operation was written in generic form."""
    source = op.source
    return source is not None and source.text.startswith('"', source.name.start - source.span.start)


def _key(op: Operation, subject: Subject) -> tuple[object, ...]:
    return (
        op.name,
        subject.build,
        subject.is_950,
        op.segments,
        *(v.type for v in op.operands),
        None,
        *(r.type for r in op.results),
        *op.attributes.items(),
    )


def _definition_note(op: Operation, value: Value) -> RelatedNote:
    """Where a value that does not dominate its use is defined, in the compiler's words."""
    here = op.parent
    there = value.parent_block
    if isinstance(value, OpResult):
        words, place = "operand defined here", name_span(value.owner)
        if here is there:
            return RelatedNote(place, f"{words} (op in the same block)")
        kinds = ("op in the same region", "op in a parent region", "op in a child region")
        other = "op is neither in a parent nor in a child region"
    else:
        assert isinstance(value, BlockArgument)
        region = value.owner.parent
        number = region.blocks.index(value.owner) if region is not None else 0
        owner = value.owner.parent_op
        place = name_span(owner) if owner is not None else Span(0, 0)
        words = f"operand defined as a block argument (block #{number}"
        kinds, other = (
            ("in the same region", "in a parent region", "in a child region"),
            ("neither in a parent nor in a child region"),
        )
    mine = here.parent if here is not None else None
    theirs = there.parent if there is not None else None
    if mine is theirs:
        relation = kinds[0]
    elif theirs is not None and theirs.is_ancestor_of(mine):
        relation = kinds[1]
    elif mine is not None and mine.is_ancestor_of(theirs):
        relation = kinds[2]
    else:
        relation = other
    return RelatedNote(place, f"{words} ({relation})" if isinstance(value, OpResult) else f"{words} {relation})")
