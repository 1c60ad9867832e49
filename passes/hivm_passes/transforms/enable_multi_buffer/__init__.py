"""``hivm-enable-multi-buffer``: a buffer with several addresses uses them in turn, one per iteration of its loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.analysis.multi_buffer import MARK, effective_loop
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.core import name_span
from hivm_passes.ir.types import I1, I64
from hivm_passes.ir.verifier import verify
from hivm_passes.passes import Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.rewriting.driver import apply_patterns_greedily
from hivm_passes.rewriting.patterns import RewritePattern
from hivm_passes.rewriting.rewriter import Rewriter
from hivm_passes.transforms.enable_multi_buffer.constants import constant
from hivm_passes.transforms.enable_multi_buffer.counters import Counters
from hivm_passes.transforms.enable_multi_buffer.decisions import CAST, Reason, Rotation, addresses, decide
from hivm_passes.transforms.enable_multi_buffer.iterations import iteration_index

if TYPE_CHECKING:
    from hivm_passes.ir.core import Block, Operation, Value
    from hivm_passes.passes import Build

CODE: Final = "hivm.enable-multi-buffer"
FAILED: Final = "failed to multibuffer"
_EQUAL: Final = IntegerAttr(0, I64)


@dataclass(frozen=True, slots=True, eq=False)
class RotatingBuffer:
    """Report of one cast of several addresses: whether its ``copies`` take turns in ``loop``, or why not.

    ``chosen`` is the new value that stands for the copy of the iteration.
    """

    cast: Operation
    reason: Reason
    copies: int
    loop: Operation | None = None
    chosen: Value | None = None


@dataclass(frozen=True)
class EnableMultiBufferPass(Pass):
    """The pass. Its report is a ``RotatingBuffer`` per cast of several addresses."""

    name: ClassVar[str] = "hivm-enable-multi-buffer"
    class_name: ClassVar[str] = "EnableMultiBuffer"
    summary: ClassVar[str] = "let the copies of a planned buffer take turns in its loop"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        entry = op.regions[0].entry if op.regions else None
        if entry is None or getattr(op.attributes.get("hacc.function_kind"), "body", None) == "HOST":
            return PassResult(op, changed=False)
        enabling = _Enabling(op, entry, context.build)
        if context.exact:
            enabling.run_greedily()
        else:
            enabling.run_plainly()
        found = tuple(enabling.found.values())
        broken = verify(op, context.build) if enabling.is_doubtful and not enabling.fatal else ()
        failed = enabling.fatal or bool(broken)
        return PassResult(op, True, failed, (*enabling.diagnostics, *broken), found)


class _Enabling:
    """One run over one function."""

    def __init__(self, func: Operation, entry: Block, build: Build) -> None:
        self.func = func
        self.entry = entry
        self.build: Build = build
        self.counters = Counters(entry)
        self.found: dict[Operation, RotatingBuffer] = {}
        self.diagnostics: list[Diagnostic] = []
        self.fatal = False
        self.is_doubtful = False
        """Whether some value may stand behind its use now."""

    def run_greedily(self) -> None:
        """As the compiler does it: in the rewrite driver, with its clean-up."""
        apply_patterns_greedily(self.func, [RewritePattern("rotate", self.rotate, (CAST,))], build=self.build)

    def run_plainly(self) -> None:
        """Only the casts and what chooses among them."""
        rewriter = Rewriter()
        for op in reversed(list(self.func.walk())):
            if op.name == CAST:
                rewriter.matched = op
                self.rotate(op, rewriter)

    def rotate(self, cast: Operation, rewriter: Rewriter) -> bool:
        """Rewrite one cast; False when it stays."""
        if self.fatal:
            return False
        rotation = decide(cast, self.build)
        copies = len(addresses(cast))
        if rotation.reason != "enabled" or rotation.loop is None:
            if rotation.reason not in ("single", "global") and cast not in self.found:
                self.found[cast] = RotatingBuffer(cast, rotation.reason, copies, rotation.loop)
                self._explain(rotation)
            return False
        loop = rotation.loop
        if rotation.separated is not None:
            _separate(loop, rotation.separated, rewriter)
            again = effective_loop(cast.result, self.build)
            if again is None:
                self._explain(Rotation(cast, "escapes", loop, loop))
                return False
            loop = again
        if loop.name != "scf.for" or not _is_plain(cast):
            self.is_doubtful = True
        # The compiler does not tell the rewrite driver of what it builds: in this round neither that nor the users are
        # looked at again.
        silent = Rewriter()
        silent.matched = cast
        casts = self._single_casts(cast, silent)
        chosen = self._choose(casts, loop, silent)
        self.found[cast] = RotatingBuffer(cast, "enabled", copies, loop, chosen)
        marks = _marks(cast)
        cast.result.replace_all_uses_with(chosen)
        for mark in marks:
            mark.erase()
        rewriter.erase_op(cast)
        return True

    # --- the copies ---------------------------------------------------------------------------------------------

    def _single_casts(self, cast: Operation, rewriter: Rewriter) -> list[Value]:
        """A cast per address at the start of the function, each with the marks of the old one."""
        sizes = cast.operands[len(addresses(cast)) :]
        rewriter.set_insertion_point_to_start(self.entry)
        made: list[Value] = []
        for address in addresses(cast):
            single = rewriter.create(
                CAST, [address, *sizes], [cast.result.type], cast.attributes, segments=(1, len(sizes))
            )
            made.append(single.result)
        first = made[0].defining_op
        for address in dict.fromkeys(addresses(cast)):
            definition = address.defining_op
            if definition is not None and first is not None:
                rewriter.move_op_before(definition, first)
        for value in made:
            single = value.defining_op
            for mark in _marks(cast):
                assert single is not None
                rewriter.set_insertion_point_after(single)
                rewriter.clone(mark, {cast.result: value})
        return made

    def _choose(self, casts: list[Value], loop: Operation, rewriter: Rewriter) -> Value:
        """The cast of an iteration, chosen at the start of the loop's body."""
        if self.build == "a3":
            index = iteration_index(loop, len(casts))
        else:
            index = self.counters.index(loop, len(casts), rewriter)
        rewriter.set_insertion_point_after_value(index)
        chosen = casts[0]
        for number, value in enumerate(casts[1:], 1):
            wanted = constant(number, I64, rewriter)
            hit = rewriter.create("arith.cmpi", [index, wanted], [I1], {"predicate": _EQUAL})
            chosen = rewriter.create("arith.select", [hit.result, value, chosen], [value.type]).result
        return chosen

    # --- diagnostics --------------------------------------------------------------------------------------------

    def _explain(self, rotation: Rotation) -> None:
        cast, span = rotation.cast, name_span(rotation.cast)
        if rotation.reason == "no-loop" and self.build == "a5":
            self.diagnostics.append(Diagnostic("error", f"{CODE}.no-loop", FAILED, span))
        elif rotation.reason == "while-yield":
            message = "the compiler crashes on a buffer yielded by scf.while when it looks for the loop of the buffer"
            self.diagnostics.append(Diagnostic("error", f"{CODE}.while-yield", message, span))
            self.fatal = True
        elif rotation.reason == "escapes":
            message = (
                "op has no proper parent loop to do multi buffer"
                if self.build == "a5"
                else "the buffer leaves its loop more than once"
            )
            details = ("the compiler would crash here",)
            self.diagnostics.append(Diagnostic("error", f"{CODE}.escapes", message, span, details=details))
            self.fatal = True
        elif rotation.reason == "address":
            said = (
                "definingOp of addr shouldn't be null!"
                if self.build == "a3"
                else "ptrCastOp's addrs should be constantIntOp."
            )
            details = ("the compiler would abort here: every address must be a constant",)
            self.diagnostics.append(Diagnostic("error", f"{CODE}.address", said, span, details=details))
            self.fatal = True
        else:
            kept = "no loop around it" if rotation.reason == "no-loop" else "its loop cannot count iterations"
            message = f"the {len(addresses(cast))} addresses of this buffer never take turns: {kept}"
            self.diagnostics.append(Diagnostic("warning", f"{CODE}.not-enabled", message, span, data={"own": True}))


def _separate(loop: Operation, position: int, rewriter: Rewriter) -> None:
    """Copy what a loop yields into its iteration argument, and yield that instead (A2 and A3)."""
    body = loop.regions[0].blocks[0]
    terminator = body.last
    assert terminator is not None
    argument = body.arguments[position + 1]
    rewriter.set_insertion_point(terminator)
    rewriter.create("hivm.hir.copy", [terminator.operands[position], argument])
    rewriter.set_operand(terminator, position, argument)


def _marks(cast: Operation) -> list[Operation]:
    return [user for user in cast.result.users if user.name == MARK]


def _is_plain(cast: Operation) -> bool:
    """Whether all that the new casts need are constants."""
    return all(v.defining_op is not None and v.defining_op.name == "arith.constant" for v in cast.operands)


PASSES = (EnableMultiBufferPass,)
