"""Moving requests for alignment from marks to allocations, through views, loops and the operands of operations.

Three runs of the rewrite driver make a round: down from allocations to what is made of them, among the operands of one
operation, and up to allocations again. Rounds follow until the requests on the allocations stay the same, ten at most.
A request of a mark moves on by a new mark, so the order of uses and of sweeps decides what meets; this follows the
compiler step by step. Every request keeps the path it came.

Source: hivm-enable-stride-align; hivm-align-alloc-size uses the up step alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.analysis.alignment.adjust import adjust_dim
from hivm_passes.analysis.alignment.dimensions import down_subview, up_subview, view_dim
from hivm_passes.analysis.alignment.layout import hivm_space, space_of
from hivm_passes.analysis.alignment.requests import (
    MARK,
    STRIDES,
    Request,
    RequestNames,
    Requests,
    attributes_of,
    contains,
    create_mark,
    drop_requests,
    first_mark,
    merged,
    numbers,
    pairs,
    union,
)
from hivm_passes.analysis.alignment.sweeps import Sweeps
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import DenseArrayAttr
from hivm_passes.ir.core import BlockArgument, OpResult, Span, name_span
from hivm_passes.ir.types import DYNAMIC, I32, MemRefType, UnrankedMemRefType
from hivm_passes.records import dataclass, field
from hivm_passes.rewriting.driver import GreedyConfig, GreedyResult
from hivm_passes.rewriting.patterns import PatternSet, RewritePattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter

    ValueText = Callable[[Value, bool], str]
    """Prints a value as the compiler does in a message; the flag asks for the pretty form."""

MAX_ROUNDS: Final = 10
_UNCHECKED: Final = frozenset({"memref.cast", "hivm.hir.bitcast", "memref.subview"})
"""What hands lists of different lengths down without a look."""
_PATIENCE: Final = 12
_ENDLESS: Final = 2000
"""More requests through one loop than any function makes."""
_AMONG: Final = GreedyConfig(max_rounds=10000)

Severity = Literal["error", "warning", "remark"]
End = Literal["stable", "limit", "silent"]
"""How the rounds ended; ``silent``: one of the driver's runs did not come to rest, and the compiler fails without a
message."""

ALLOCATIONS: Final = ("memref.alloc", "memref.alloca")
_KNOWN_SPACES: Final = frozenset({"ub", "cbuf", "gm"})


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """Something the compiler says at ``op`` on the way."""

    severity: Severity
    kind: str
    op: Operation
    span: Span
    text: str


@dataclass(slots=True, eq=False)
class Requested:
    """What is known about the requests of a function while they move.

    ``on`` holds the requests on marks and allocations, ``dropped`` those that went no further, each with the operation
    where it ended and the reason, ``negative`` the views that turned a dimension into -1. ``unsettled`` is the last
    operation that the run of a stage came back to, ``moving`` a request that was new in the last round.
    """

    on: dict[Operation, Requests] = field(default_factory=dict["Operation", "Requests"])
    dropped: list[tuple[Request, Operation, str]] = field(default_factory=list["tuple[Request, Operation, str]"])
    messages: list[Message] = field(default_factory=list["Message"])
    negative: list[Operation] = field(default_factory=list["Operation"])
    unsettled: Operation | None = None
    moving: Request | None = None


class CompilerDies(Exception):  # noqa: N818
    """An input at which the compiler crashes: ``op`` is where, ``reason`` what it says or does."""

    def __init__(self, op: Operation, reason: str, text: str) -> None:
        super().__init__(text)
        self.op = op
        self.reason = reason
        self.text = text


class EndlessError(Exception):
    """A run makes the same marks over and over, and the compiler hangs."""


class Propagation:
    """The steps for one function, in one mode, for one kind of request."""

    def __init__(
        self, func: Operation, mode: Mode, names: RequestNames = STRIDES, text: ValueText | None = None
    ) -> None:
        self.func = func
        self.mode = mode
        self.names = names
        self.text: ValueText = text or _no_text
        self.known = Requested()
        self.rounds = 0
        self._sweeps = Sweeps(func, mode.build)
        self._yielded: dict[Operation, int] = {}
        self._seen: set[tuple[Value, tuple[tuple[int, int], ...]]] = set()
        self._changing: set[Operation] = set()
        self._stale = 0
        allocations = (*ALLOCATIONS, "memref_ext.alloc_workspace") if mode.is_a3 else ALLOCATIONS
        self._allocations = frozenset(allocations)
        self._up = PatternSet((RewritePattern("up", self.up, (MARK,)),))
        self._down = PatternSet(
            (RewritePattern("seed", self.seed, ("memref.alloc",)), RewritePattern("down", self.down, (MARK,)))
        )
        self._among = PatternSet((RewritePattern("among", self.among, self._spreads),))
        self._normalise = PatternSet((RewritePattern("normalise", self.normalise, (MARK,)),))
        self._remove = PatternSet((RewritePattern("remove", self.remove, (MARK,)),))
        self._facts = registry(mode.build)

    # --- stages -----------------------------------------------------------------------------------------------------

    def run_normalise(self) -> GreedyResult:
        """Sort the requests of every mark by dimension."""
        return self._run(self._normalise)

    def run_up(self) -> GreedyResult:
        """Move requests from marks up to the allocations."""
        return self._run(self._up)

    def run_remove(self) -> GreedyResult:
        """Take the requests off all marks."""
        return self._run(self._remove)

    def run_rounds(self) -> End:
        """Down, among, up until the requests on the allocations stay as they are."""
        before = self.snapshot()
        while True:
            self._seen, self._stale, self._changing = set(), 0, set()
            for patterns, config in ((self._down, None), (self._among, _AMONG), (self._up, None)):
                if not self._run(patterns, config).converged:
                    return "silent"
            after = self.snapshot()
            self.rounds += 1
            if after == before:
                return "stable"
            if self.rounds == MAX_ROUNDS:
                self.known.moving = self._newest(before, after)
                return "limit"
            before = after

    def snapshot(self) -> dict[Operation, tuple[tuple[int, int], ...]]:
        """The requests on every allocation that has some."""
        return {
            op: pairs(self.requests_of(op))
            for op in self.func.walk()
            if op.name in self._allocations and self.names.dims in op.attributes
        }

    def _newest(
        self,
        before: dict[Operation, tuple[tuple[int, int], ...]],
        after: dict[Operation, tuple[tuple[int, int], ...]],
    ) -> Request | None:
        """The request with the longest path of those that arrived in the last round."""
        new = [r for op in after for r in self.requests_of(op) if (r.dim, r.size) not in before.get(op, ())]
        return max(new, key=lambda r: sum(1 for _ in r.path()), default=None)

    def _run(self, patterns: PatternSet, config: GreedyConfig | None = None) -> GreedyResult:
        return self._sweeps.run(patterns, config or GreedyConfig())

    # --- requests ---------------------------------------------------------------------------------------------------

    def requests_of(self, op: Operation) -> Requests:
        """The requests on a mark or an allocation."""
        found = self.known.on.get(op)
        if found is None:
            value = op.operands[0] if op.name == MARK else op.results[0]
            dims, sizes = numbers(op, self.names.dims) or (), numbers(op, self.names.bytes) or ()
            found = tuple(Request(d, b, "mark", op, value) for d, b in zip(dims, sizes, strict=False))
            self.known.on[op] = found
        return found

    def _mark(self, rewriter: Rewriter, value: Value, requests: Requests, by: Operation | None) -> bool:
        """A new mark, in the name of ``by`` or else of what defines the value."""
        if not requests:
            return False
        self._sweeps.note_mark(value)
        mark = create_mark(rewriter, value, requests, self.names, self.mode.build)
        self.known.on[mark] = requests
        mark.derived_from = by or _definition(value)
        return True

    def _say(self, severity: Severity, kind: str, op: Operation, text: str) -> None:
        self.known.messages.append(Message(severity, kind, op, name_span(op), text))

    def _adjust(self, op: Operation, value: Value, requests: Requests, rule: str) -> Requests:
        """What of the requests, which come through ``op``, matters for ``value``."""
        found: list[Request] = []
        for request in requests:
            self._check_request(op, value, request.dim)
            try:
                dim = adjust_dim(op, value, request.dim, self.mode)
            except IndexError:
                raise CompilerDies(op, "idx < size()", "a request for a dimension that does not exist") from None
            if dim is None:
                self.known.dropped.append((request, op, "pointless"))
            else:
                found.append(Request(dim, request.size, rule, op, value, _parents(request)))
        return merged(found)

    def _check_request(self, op: Operation, value: Value, dim: int) -> None:
        """The compiler knows the alignment of UB and L1 alone, and dies at anything but GM beside them."""
        type = value.type
        if not isinstance(type, MemRefType):
            return
        if type.space is None:
            if not self.mode.is_a3:
                text = "alignment is requested of a buffer without a memory space"
                raise CompilerDies(op, "dyn_cast on a non-existent value", text)
            return
        space = hivm_space(type.space)
        if space is None or space == "gm":
            return
        if not self.mode.is_a3 and not self.mode.shift - 1 <= dim < type.rank:
            text = f"a request for dimension {dim} of a buffer of rank {type.rank}"
            raise CompilerDies(op, "an assertion on the dimension", text)
        if space in _KNOWN_SPACES:
            return
        if any(size != 1 for d in (dim - self.mode.shift, dim) for size in type.shape[: max(d + 1, 0)]):
            reason = "LLVM ERROR: Unsupported address space" if self.mode.is_a3 else "UNREACHABLE executed"
            raise CompilerDies(op, reason, f"alignment in memory space '{space}' is not supported")

    def _moved(self, op: Operation, value: Value, requests: Requests, rule: str) -> Requests:
        return tuple(Request(r.dim, r.size, rule, op, value, _parents(r)) for r in requests)

    # --- normalise and remove -----------------------------------------------------------------------------------------

    def normalise(self, mark: Operation, rewriter: Rewriter) -> bool:
        """Sort by dimension; equal ones stay apart."""
        if self.names.dims not in mark.attributes:
            return False
        dims, sizes = numbers(mark, self.names.dims), numbers(mark, self.names.bytes)
        if dims is None or sizes is None:
            self._say("error", "incomplete", mark, "align info must contain align dims and align bytes")
            return False
        if len(dims) != len(sizes):
            self._say("error", "lengths", mark, "size of align bytes should be matched with size of align dims")
            return False
        if list(dims) == sorted(dims):
            return False
        requests = tuple(sorted(self.requests_of(mark), key=lambda r: r.dim))
        self._set(mark, requests)
        rewriter.modified(mark)
        return True

    def remove(self, mark: Operation, rewriter: Rewriter) -> bool:
        """Take the requests off a mark."""
        if self.names.bytes not in mark.attributes:
            return False
        drop_requests(rewriter, mark, self.names)
        return True

    def _set(self, op: Operation, requests: Requests) -> None:
        self.known.on[op] = requests
        for name, value in attributes_of(requests, self.names).items():
            op.set_attribute(name, value)

    # --- up -----------------------------------------------------------------------------------------------------------

    def up(self, mark: Operation, rewriter: Rewriter) -> bool:
        """Move the requests of a mark to where the marked value comes from, and take them off the mark."""
        dims, sizes = numbers(mark, self.names.dims), numbers(mark, self.names.bytes)
        if dims is None or sizes is None:
            return False
        if len(dims) != len(sizes):
            self._say("error", "lengths", mark, "Mismatched storage align marks")
            return False
        value = mark.operands[0]
        if isinstance(value, BlockArgument) and not _is_loop_argument(value):
            text = f"Cannot align {self.text(value, False)} across blocks."
            self._say("error", "across-blocks", mark, text)
            return False
        if isinstance(value.type, UnrankedMemRefType):
            self._say("error", "unranked", mark, f"Cannot align unranked memref {self.text(value, False)}")
            return False
        done = self._up_from(mark, value, rewriter)
        drop_requests(rewriter, mark, self.names)
        return done

    def _up_from(self, mark: Operation, value: Value, rewriter: Rewriter) -> bool:
        requests = self.requests_of(mark)
        if not isinstance(value, OpResult):
            loop = value.parent_block.parent_op if value.parent_block is not None else None
            assert loop is not None
            assert isinstance(value, BlockArgument)
            if value.index == 0:
                if self.mode.is_a3:
                    raise CompilerDies(mark, "segmentation fault", "a stride mark on an induction variable")
                return False
            init = loop.operands[2 + value.index]
            return self._mark(rewriter, init, self._adjust(loop, init, requests, "loop"), loop)
        op = value.owner
        if op.name in self._allocations:
            self._arrive(op, requests, rewriter)
            return True
        rule = self._up_rules.get(op.name)
        if rule is None:
            self._say("warning", "unsupported", op, "Align mark on unsupported op")
            self.known.dropped += [(r, op, "unsupported") for r in requests]
            return False
        return rule(self, mark, op, value, requests, rewriter)

    def _arrive(self, op: Operation, requests: Requests, rewriter: Rewriter) -> None:
        value = op.results[0]
        had = self.names.dims in op.attributes
        arrived = union(self.requests_of(op), requests) if had else requests
        self._set(op, arrived)
        rewriter.modified(op)
        if self.mode.is_a3:
            self._warn_yields(value, requests, rewriter)

    def _warn_yields(self, value: Value, requests: Requests, rewriter: Rewriter) -> None:
        """A3: an allocation that a loop yields asks for the same of what the loop starts with."""
        for user in value.users:
            if user.name != "scf.yield":
                continue
            loop = user.parent_op
            assert loop is not None
            if loop.name != "scf.for":
                self._say("warning", "yielded", user, "Parent operation is not a scf::ForOp")
                return
            init = loop.operands[3 + user.operands.index(value)]
            self._yielded[loop] = self._yielded.get(loop, 0) + 1
            if init is value or self._yielded[loop] > _ENDLESS:
                text = "a loop starts with the buffer that it yields, and the request for it goes round without end"
                raise CompilerDies(loop, "never ends", text)
            self._mark(rewriter, init, self._moved(loop, init, requests, "loop"), loop)

    def _up_same(self, mark: Operation, op: Operation, value: OpResult, requests: Requests, rewriter: Rewriter) -> bool:
        source = op.operands[0]
        return self._mark(rewriter, source, self._adjust(op, source, requests, "up"), op)

    def _up_subview(
        self, mark: Operation, op: Operation, value: OpResult, requests: Requests, rewriter: Rewriter
    ) -> bool:
        source = op.operands[0]
        try:
            dims = [up_subview(op, r.dim) for r in requests]
        except LookupError:
            raise _lost_dims(op) from None
        mapped = self._renumbered(op, source, requests, dims, "up")
        return self._mark(rewriter, source, self._adjust(op, source, mapped, "up"), op)

    def _up_view(self, mark: Operation, op: Operation, value: OpResult, requests: Requests, rewriter: Rewriter) -> bool:
        return self._through_view(op, value, op.operands[0], requests, rewriter, up=True)

    def _through_view(
        self, op: Operation, seen_from: Value, target: Value, requests: Requests, rewriter: Rewriter, *, up: bool
    ) -> bool:
        if not isinstance(op.operands[0].type, MemRefType) or not isinstance(op.results[0].type, MemRefType):
            return False
        dims: list[int | None] = []
        for request in requests:
            try:
                dim = view_dim(op, request.dim, self.mode, up=up)
            except IndexError:
                reason = "segmentation fault" if self.mode.is_a3 else "idx < size()"
                raise CompilerDies(op, reason, f"a request for dimension {request.dim}") from None
            except KeyError:
                if not up:
                    self._say("error", "reshape", op, "cannot be inference alignment")
                self.known.dropped += [(r, op, "reshape") for r in requests]
                return False
            if dim is None:
                text = f"cannot align {request.dim} axis for {self.text(seen_from, False)}"
                self._say("error", "unmapped", op, text)
                self.known.dropped.append((request, op, "unmapped"))
                return False
            dims.append(dim)
        rule = "up" if up else "down"
        mapped = self._renumbered(op, target, requests, dims, rule)
        return self._mark(rewriter, target, self._adjust(op, target, mapped, rule), op)

    def _renumbered(
        self, op: Operation, value: Value, requests: Requests, dims: list[int] | list[int | None], rule: str
    ) -> Requests:
        return tuple(
            Request(d, r.size, rule, op, value, (r,)) for r, d in zip(requests, dims, strict=True) if d is not None
        )

    def _up_memref_view(
        self, mark: Operation, op: Operation, value: OpResult, requests: Requests, rewriter: Rewriter
    ) -> bool:
        """``memref.view`` hands nothing on; the compiler checks (elements against bytes) and says what it thinks."""
        assert isinstance(value.type, MemRefType)
        for request in requests:
            inner = 1
            for size in value.type.shape[request.dim + 1 :]:
                inner *= 1 if size == DYNAMIC else size
            if request.size and inner % request.size:
                text = f"Alignment cannot be satisfied for {self.text(value, False)}"
                self._say("error", "view", mark, text)
                return False
        self._say("remark", "view", mark, f"Alignemnt already satisfied for {self.text(value, True)}")
        return False

    def _up_for(self, mark: Operation, op: Operation, value: OpResult, requests: Requests, rewriter: Rewriter) -> bool:
        init, last = op.operands[3 + value.index], op.regions[0].blocks[0].last
        assert last is not None
        adjusted = self._adjust(op, init, requests, "loop")
        done = self._mark(rewriter, init, adjusted, op)
        return self._mark(rewriter, last.operands[value.index], adjusted, op) or done

    def _up_if(self, mark: Operation, op: Operation, value: OpResult, requests: Requests, rewriter: Rewriter) -> bool:
        done = False
        for region in op.regions:
            last = region.blocks[0].last if region.blocks else None
            if last is not None:
                yielded = last.operands[value.index]
                done |= self._mark(rewriter, yielded, self._adjust(op, yielded, requests, "up"), op)
        return done

    _up_rules: Final[dict[str, Callable[[Propagation, Operation, Operation, OpResult, Requests, Rewriter], bool]]] = {
        "memref.cast": _up_same,
        "hivm.hir.bitcast": _up_same,
        "memref.subview": _up_subview,
        "memref.collapse_shape": _up_view,
        "memref.expand_shape": _up_view,
        "memref.reshape": _up_view,
        "memref.view": _up_memref_view,
        "scf.for": _up_for,
        "scf.if": _up_if,
    }

    # --- down ---------------------------------------------------------------------------------------------------------

    def seed(self, op: Operation, rewriter: Rewriter) -> bool:
        """Give an allocation with requests a mark that holds them, unless it has one."""
        if self.names.dims not in op.attributes:
            return False
        value = op.results[0]
        type = value.type
        if not self.mode.is_a3 and isinstance(type, MemRefType) and all(size == 1 for size in type.shape):
            return False
        if first_mark(value, self.names) is not None:
            return False
        requests = self.requests_of(op)
        if requests:
            return self._mark(rewriter, value, requests, op)
        # An empty list makes a mark of nothing again and again.
        self.known.unsettled = op
        return True

    def down(self, mark: Operation, rewriter: Rewriter) -> bool:
        """Hand the requests of a mark on to everything made of the marked value."""
        if self.names.dims not in mark.attributes:
            return False
        if self.names.bytes not in mark.attributes:
            reason = "segmentation fault" if self.mode.is_a3 else "alignBytes != nullptr"
            raise CompilerDies(mark, reason, "a stride mark without bytes")
        value, requests = mark.operands[0], self.requests_of(mark)
        done = False
        for user in value.users:
            rule = self._down_rules.get(user.name)
            if rule is None or not user.operands:
                continue
            if user.name in _UNCHECKED and len(requests) != max(_lengths(mark, self.names)):
                done |= self._down_uneven(mark, user, rewriter)
            else:
                done |= rule(self, user, value, requests, rewriter)
        return done

    def _down_same(self, op: Operation, value: Value, requests: Requests, rewriter: Rewriter) -> bool:
        result = op.results[0]
        if first_mark(result, self.names) is not None:
            return False
        return self._mark(rewriter, result, self._moved(op, result, requests, "down"), op)

    def _down_uneven(self, mark: Operation, op: Operation, rewriter: Rewriter) -> bool:
        """Lists of different lengths go down as they are."""
        result = op.results[0]
        dims, sizes = numbers(mark, self.names.dims) or (), numbers(mark, self.names.bytes) or ()
        if op.operands[0] is not mark.operands[0] or first_mark(result, self.names) is not None or not dims:
            return False
        if op.name == "memref.subview":
            dims = tuple(down_subview(op, d) for d in dims)
        made = create_mark(rewriter, result, (), self.names, self.mode.build)
        made.derived_from = op
        made.set_attribute(self.names.dims, DenseArrayAttr(I32, dims))
        made.set_attribute(self.names.bytes, DenseArrayAttr(I32, sizes))
        return True

    def _down_subview(self, op: Operation, value: Value, requests: Requests, rewriter: Rewriter) -> bool:
        result = op.results[0]
        if op.operands[0] is not value or first_mark(result, self.names) is not None:
            return False
        try:
            dims = [down_subview(op, r.dim) for r in requests]
        except LookupError:
            raise _lost_dims(op) from None
        if any(d < 0 for d in dims) and op not in self.known.negative:
            self.known.negative.append(op)
        return self._mark(rewriter, result, self._renumbered(op, result, requests, dims, "down"), op)

    def _down_view(self, op: Operation, value: Value, requests: Requests, rewriter: Rewriter) -> bool:
        result = op.results[0]
        if op.operands[0] is not value or first_mark(result, self.names) is not None:
            return False
        return self._through_view(op, value, result, requests, rewriter, up=False)

    def _down_for(self, op: Operation, value: Value, requests: Requests, rewriter: Rewriter) -> bool:
        inits = op.operands[3:]
        if value not in inits:
            return False
        position = inits.index(value)
        result, argument = op.results[position], op.regions[0].blocks[0].arguments[position + 1]
        if first_mark(result, self.names) is not None and first_mark(argument, self.names) is not None:
            return False
        done = self._mark(rewriter, result, self._moved(op, result, requests, "loop"), op)
        return self._mark(rewriter, argument, self._moved(op, argument, requests, "loop"), op) or done

    def _down_yield(self, op: Operation, value: Value, requests: Requests, rewriter: Rewriter) -> bool:
        """A3: from a branch to the result of its ``scf.if``, which holds what all branches ask for."""
        parent = op.parent_op
        if not self.mode.is_a3 or parent is None or parent.name != "scf.if":
            return False
        result = parent.results[op.operands.index(value)]
        mark = first_mark(result, self.names)
        if mark is None:
            return self._mark(rewriter, result, self._moved(parent, result, requests, "up"), parent)
        both = union(self.requests_of(mark), requests)
        if pairs(both) == pairs(requests):
            return False
        self._set(mark, both)
        rewriter.modified(mark)
        self.known.unsettled = parent
        return True

    _down_rules: Final[dict[str, Callable[[Propagation, Operation, Value, Requests, Rewriter], bool]]] = {
        "memref.cast": _down_same,
        "hivm.hir.bitcast": _down_same,
        "memref.subview": _down_subview,
        "memref.collapse_shape": _down_view,
        "memref.expand_shape": _down_view,
        "memref.reshape": _down_view,
        "scf.for": _down_for,
        "scf.yield": _down_yield,
    }

    # --- among --------------------------------------------------------------------------------------------------------

    def _spreads(self, name: str) -> bool:
        """Whether operations of this name hand requests from operand to operand: vector operations and copies."""
        if name == "hivm.hir.copy":
            return True
        if not name.startswith("hivm.hir.v"):
            return False
        info = self._facts.get(name)
        return info is not None and info.is_structured

    def participants(self, op: Operation) -> list[Value]:
        """The operands that take part: buffers in UB of rank 1 and more, but no extra buffers."""
        info = self._facts.get(op.name)
        groups = info.operand_groups(op) if info is not None else None
        if info is None or groups is None:
            return []
        found: list[Value] = []
        extra = {v for o, g in zip(info.operands, groups, strict=True) if o.role == "temp" for v in g}
        for value in op.operands:
            type = value.type
            if isinstance(type, MemRefType) and type.space is None:
                reason = "segmentation fault" if self.mode.is_a3 else "dyn_cast on a non-existent value"
                raise CompilerDies(op, reason, "an operand has no memory space")
            if isinstance(type, MemRefType) and type.rank and space_of(type) == "ub" and value not in extra:
                found.append(value)
        return found

    def among(self, op: Operation, rewriter: Rewriter) -> bool:
        """Every operand gets what all of them together ask for. Only a change of the last one is reported."""
        operands = self.participants(op)
        marks = [first_mark(v, self.names) for v in operands]
        if not any(mark is not None for mark in marks):
            return False
        together: Requests = ()
        several = sum(mark is not None for mark in marks) > 1
        for mark in marks:
            if mark is not None:
                dims, sizes = _lengths(mark, self.names)
                if several and sizes < dims and not self.mode.is_a3:
                    raise CompilerDies(mark, "Index < Length", "a stride mark with fewer byte values than dimensions")
                together = union(together, self.requests_of(mark))
        changed = False
        for value, mark in zip(operands, marks, strict=True):
            if mark is None:
                adjusted = self._adjust(op, value, together, "among")
                changed = self._mark(rewriter, value, adjusted, None)
                if changed:
                    self._watch(op, value, adjusted)
                continue
            changed = False
            own = self.requests_of(mark)
            if contains(own, together):
                continue
            adjusted = self._adjust(op, value, together, "among")
            if adjusted and not contains(own, adjusted):
                changed = self._mark(rewriter, value, adjusted, None)
                self._watch(op, value, adjusted)
        return changed

    def _watch(self, op: Operation, value: Value, requests: Requests) -> None:
        """Notice when nothing new has come up for so long that nothing will."""
        made = value, pairs(requests)
        self._changing.add(op)
        if made in self._seen:
            self._stale += 1
            if self._stale > _PATIENCE * (len(self._changing) + 4):
                raise EndlessError
        else:
            self._seen.add(made)
            self._stale = 0


def _lengths(mark: Operation, names: RequestNames) -> tuple[int, int]:
    return len(numbers(mark, names.dims) or ()), len(numbers(mark, names.bytes) or ())


def _no_text(value: Value, pretty: bool) -> str:
    return "<value>"


def _definition(value: Value) -> Operation | None:
    """The operation that defines a value or holds the block whose argument it is."""
    if value.defining_op is not None:
        return value.defining_op
    return value.parent_block.parent_op if value.parent_block is not None else None


def _parents(request: Request) -> tuple[Request, ...]:
    return (request,)


def _is_loop_argument(value: BlockArgument) -> bool:
    """Whether it is an argument of an ``scf.for``."""
    parent = value.owner.parent_op
    return parent is not None and parent.name == "scf.for"


def _lost_dims(op: Operation) -> CompilerDies:
    text = "nobody can tell which dimensions this view drops"
    return CompilerDies(op, "unable to find unused dims of subview", text)
