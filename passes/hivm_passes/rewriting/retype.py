"""Retyping: a value gets a new memref type and everything that uses it follows.

A temporary ``builtin.unrealized_conversion_cast`` back to the old type takes over all uses of the value; then the casts
are worked off front to back. A user either takes the new type as it is, or is given a new result type and a cast behind
itself, which goes on the list. A user that cannot follow gets a copy of the buffer at once (a3) or is remembered by a
unit attribute on itself and on the cast (a5), for a later step that makes the copies.

Source: hivm-enable-stride-align, rewriting of users; hivm-align-alloc-size shares it.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, Literal

from hivm_passes.ir.attributes import UNIT, ArrayAttr, DenseArrayAttr, IntegerAttr, SymbolRefAttr, TypeAttr
from hivm_passes.ir.core import OpResult
from hivm_passes.ir.memref import (
    casts,
    collapse_type,
    dropped_dimensions,
    expand_type,
    strided_type,
    strides_and_offset,
)
from hivm_passes.ir.memref import subview_type as full_subview_type
from hivm_passes.ir.types import DYNAMIC, I64, INDEX, FunctionType, MemRefType, UnrankedMemRefType
from hivm_passes.records import dataclass, field
from hivm_passes.rewriting.constants import integer
from hivm_passes.rewriting.folds.views import reassociation, static_list

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Use, Value
    from hivm_passes.ir.types import Type
    from hivm_passes.rewriting.rewriter import Rewriter

CAST: Final = "builtin.unrealized_conversion_cast"
FAILURE: Final = "PropagateFailure"
"""Unit attribute on a cast and on its user that could not follow (a5)."""

Failures = Literal["copy", "mark"]

_CALLEE_VIEWS: Final = ("memref.subview",)
"""The only users with a result that follow inside a callee."""


@dataclass(slots=True, eq=False)
class RetypeLog:
    """What happened to the users: ``copies`` are (user, copy) where a buffer was copied, ``failed`` the other ones that
    could not follow, ``changed`` the operations with a new result type, ``calls`` those whose callee changed. At the
    ``deadly`` ones the compiler crashes."""

    copies: list[tuple[Operation, Operation]] = field(default_factory=list["tuple[Operation, Operation]"])
    failed: list[Operation] = field(default_factory=list["Operation"])
    changed: list[Operation] = field(default_factory=list["Operation"])
    calls: list[Operation] = field(default_factory=list["Operation"])
    deadly: list[Operation] = field(default_factory=list["Operation"])


def replace_and_retype(rewriter: Rewriter, old: Value, new: Value, build: Build, log: RetypeLog | None = None) -> None:
    """Let every user of ``old`` use ``new``, a memref of another layout or shape, and give all that follows from it.

    ``old`` has no uses afterwards (so its operation may be erased). Casts that nobody could do without stay in the IR.
    """
    retyper = Retyper(rewriter, build, log)
    retyper.replace(old, new)


class Retyper:
    """One run for one value."""

    def __init__(
        self, rewriter: Rewriter, build: Build, log: RetypeLog | None = None, failures: Failures | None = None
    ) -> None:
        self.rewriter = rewriter
        self.build: Build = build
        self.log = RetypeLog() if log is None else log
        self.failures: Failures = failures or ("copy" if build == "a3" else "mark")
        self._casts: list[Operation] = []
        self._queue: deque[Operation] = deque()
        self._rules: dict[str, Callable[[Operation, Use], bool]] = {
            "memref.subview": self._subview,
            "memref.collapse_shape": self._collapse,
            "memref.expand_shape": self._expand,
            "memref.reshape": self._reshape,
            "memref.cast": self._cast,
            "hivm.hir.bitcast": self._bitcast,
            "scf.for": self._for,
            "scf.yield": self._yield,
            CAST: self._unrealized,
        }
        if build == "a5":
            self._rules["func.call"] = self._call

    def replace(self, old: Value, new: Value) -> None:
        """See ``replace_and_retype``."""
        rewriter = self.rewriter
        rewriter.set_insertion_point_after_value(new)
        cast = self._new_cast(new, old.type)
        rewriter.replace_all_uses_except(old, cast.results[0], (cast,))
        self._run()

    def _run(self) -> None:
        while self._queue:
            cast = self._queue.popleft()
            for use in cast.results[0].uses:
                if use.owner.parent is None:
                    continue
                if use.value is not cast.results[0]:
                    self._turned(cast, use)
                elif not self._follow(cast, use):
                    self._fail(cast, use)
        self._erase_idle_casts()

    def _turned(self, cast: Operation, use: Use) -> None:
        """A use that followed another one meanwhile: the compiler (a5) asks a branch's yield again, and it fails."""
        op = use.owner
        parent = op.parent_op
        if self.failures == "mark" and op.name == "scf.yield" and parent is not None and parent.name == "scf.if":
            cast.set_attribute(FAILURE, UNIT)
            op.set_attribute(FAILURE, UNIT)

    def _erase_idle_casts(self) -> None:
        for cast in reversed(self._casts):
            if cast.parent is not None and not cast.has_used_results:
                self.rewriter.erase_op(cast)

    def _follow(self, cast: Operation, use: Use) -> bool:
        rule = self._rules.get(use.owner.name, self._other)
        return rule(cast, use)

    # --- building blocks ------------------------------------------------------------------------------------------

    def _new_cast(self, value: Value, type: Type) -> Operation:
        cast = self.rewriter.create(CAST, (value,), (type,))
        # Copies have the location of the cast that they come from.
        cast.derived_from = value.defining_op or cast.derived_from
        self._casts.append(cast)
        self._queue.append(cast)
        return cast

    def _cast_behind(self, value: Value, old: Type) -> None:
        """A cast of ``value`` (which has its new type) back to ``old``, for everything that used it."""
        self.rewriter.set_insertion_point_after_value(value)
        cast = self._new_cast(value, old)
        self.rewriter.replace_all_uses_except(value, cast.results[0], (cast,))

    def _retype_result(self, op: Operation, index: int, type: Type) -> Type:
        """Change a result's type; returns the old one."""
        old = op.results[index].type
        op.set_result_type(index, type)
        self.rewriter.modified(op)
        if old is not type:
            self.log.changed.append(op)
        return old

    def _take(self, op: Operation, old: Value, new: Value) -> None:
        for index, operand in enumerate(op.operands):
            if operand is old:
                op.set_operand(index, new)
        self.rewriter.modified(op)

    # --- views ----------------------------------------------------------------------------------------------------

    def _subview(self, cast: Operation, use: Use) -> bool:
        op, new = use.owner, cast.operands[0]
        type = inferred_subview_type(op, new.type)
        if type is None:
            return False
        _forget_other_attributes(op, ("static_offsets", "static_sizes", "static_strides"))
        op.set_operand(0, new)
        self._cast_behind(op.results[0], self._retype_result(op, 0, type))
        return True

    def _collapse(self, cast: Operation, use: Use) -> bool:
        op, new = use.owner, cast.operands[0]
        type = collapse_type(new.type, reassociation(op)) if isinstance(new.type, MemRefType) else None
        if type is None:
            return False
        _forget_other_attributes(op, ("reassociation",))
        op.set_operand(0, new)
        old = self._retype_result(op, 0, type)
        if old is not type:
            self._cast_behind(op.results[0], old)
        return True

    def _expand(self, cast: Operation, use: Use) -> bool:
        op, new = use.owner, cast.operands[0]
        result = op.results[0].type
        if not isinstance(new.type, MemRefType) or not isinstance(result, MemRefType):
            return False
        type = expand_type(new.type, reassociation(op), result.shape)
        if type is None:
            return False
        self.rewriter.set_insertion_point(op)
        sizes = expanded_sizes(self.rewriter, new, new.type, reassociation(op), result.shape)
        _forget_other_attributes(op, ("reassociation", "static_output_shape"))
        op.set_operands((new, *sizes))
        self._cast_behind(op.results[0], self._retype_result(op, 0, type))
        return True

    def _reshape(self, cast: Operation, use: Use) -> bool:
        op, new = use.owner, cast.operands[0]
        result = op.results[0].type
        if use.index != 0 or not isinstance(new.type, MemRefType) or not isinstance(result, MemRefType):
            return False
        groups = reshape_groups(new.type.shape, result.shape)
        if groups is None:
            return False
        self.rewriter.set_insertion_point(op)
        attributes: dict[str, Attribute] = {"reassociation": groups_attribute(groups)}
        if new.type.rank > result.rank:
            type: MemRefType | None = collapse_type(new.type, groups)
            if type is None:
                if self.build == "a5":
                    self.log.deadly.append(op)
                type = _forced_collapse(new.type, groups)
            made = self.rewriter.create("memref.collapse_shape", (new,), (type,), attributes)
        else:
            type = expand_type(new.type, groups, result.shape)
            if type is None:
                return False
            sizes = expanded_sizes(self.rewriter, new, new.type, groups, result.shape)
            attributes["static_output_shape"] = DenseArrayAttr(I64, result.shape)
            made = self.rewriter.create("memref.expand_shape", (new, *sizes), (type,), attributes)
        _same_place(made, op)
        self.log.changed.append(made)
        self.rewriter.set_insertion_point_after(made)
        behind = self._new_cast(made.results[0], result)
        self.rewriter.replace_op(op, behind)
        return True

    def _cast(self, cast: Operation, use: Use) -> bool:
        op, new = use.owner, cast.operands[0]
        if all(user.name == "annotation.mark" for user in op.results[0].users):
            return True
        target = op.results[0].type
        fits = isinstance(target, UnrankedMemRefType) or (
            isinstance(target, MemRefType) and isinstance(new.type, MemRefType) and casts(new.type, target)
        )
        if not fits:
            return False
        self.rewriter.set_operand(op, 0, new)
        return True

    def _bitcast(self, cast: Operation, use: Use) -> bool:
        op, new = use.owner, cast.operands[0]
        result = op.results[0].type
        if not isinstance(result, MemRefType) or not isinstance(new.type, MemRefType):
            return False
        type = MemRefType(new.type.shape, result.element, new.type.layout, new.type.space)
        self.rewriter.set_operand(op, 0, new)
        old = self._retype_result(op, 0, type)
        self._cast_behind(op.results[0], old if self.build == "a3" else type)
        return True

    # --- control flow ---------------------------------------------------------------------------------------------

    def _for(self, cast: Operation, use: Use) -> bool:
        op, new, position = use.owner, cast.operands[0], use.index - 3
        if position < 0:
            return False
        type = new.type
        old = op.results[position].type
        self.rewriter.set_operand(op, use.index, new)
        self._retype_result(op, position, type)
        self._cast_behind(op.results[position], old)
        body = op.regions[0].blocks[0]
        argument = body.arguments[position + 1]
        argument.type = type
        self._cast_behind(argument, old)
        last = body.last
        assert last is not None
        self.rewriter.set_insertion_point(last)
        yielded = self.rewriter.create(CAST, (last.operands[position],), (type,))
        self._casts.append(yielded)
        self.rewriter.set_operand(last, position, yielded.results[0])
        return True

    def _yield(self, cast: Operation, use: Use) -> bool:
        op, position = use.owner, use.index
        parent = op.parent_op
        if parent is None or parent.name != "scf.if":
            return True
        yields = [r.blocks[0].last for r in parent.regions if r.blocks]
        sources = [_cast_input(y.operands[position]) for y in yields if y is not None]
        first = sources[0] if sources else None
        if len(sources) != 2 or first is None or any(s is None or s.type is not first.type for s in sources):
            return self.failures == "copy"
        for one, source in zip(yields, sources, strict=True):
            assert one is not None and source is not None
            self.rewriter.set_operand(one, position, source)
        old = self._retype_result(parent, position, first.type)
        self._cast_behind(parent.results[position], old)
        return True

    def _unrealized(self, cast: Operation, use: Use) -> bool:
        op, new = use.owner, cast.operands[0]
        if op.results[0].type is not new.type:
            return False
        self.rewriter.replace_all_uses_with(op.results[0], new)
        return True

    def _other(self, cast: Operation, use: Use) -> bool:
        op = use.owner
        if not takes_any_memref(op):
            return False
        self._take(op, cast.results[0], cast.operands[0])
        return True

    # --- calls (a5) -----------------------------------------------------------------------------------------------

    def _call(self, cast: Operation, use: Use) -> bool:
        op, new, position = use.owner, cast.operands[0], use.index
        callee = callee_of(op)
        if callee is None or not callee.regions or not callee.regions[0].blocks:
            self.log.deadly.append(op)
            return self._other(cast, use)
        self.rewriter.set_operand(op, position, new)
        self.log.calls.append(op)
        inputs = tuple(v.type for v in op.operands)
        callee.set_attribute("function_type", TypeAttr(FunctionType(inputs, tuple(r.type for r in op.results))))
        entry = callee.regions[0].blocks[0]
        old = entry.arguments[position].type
        for argument, type in zip(entry.arguments, inputs, strict=True):
            argument.type = type
        self.rewriter.modified(callee)
        inner = _CalleeRetyper(self.rewriter, self.build, self.log)
        return inner.follow_argument(entry.arguments[position], old)

    # --- users that cannot follow ---------------------------------------------------------------------------------

    def _fail(self, cast: Operation, use: Use) -> None:
        if self.failures == "copy":
            copy = copy_in_front(self.rewriter, cast, use)
            self.log.copies.append((use.owner, copy))
            return
        self.log.failed.append(use.owner)
        cast.set_attribute(FAILURE, UNIT)
        use.owner.set_attribute(FAILURE, UNIT)


class _CalleeRetyper(Retyper):
    """Inside a callee: fewer users follow, and the first that cannot ends the matter."""

    def __init__(self, rewriter: Rewriter, build: Build, log: RetypeLog) -> None:
        super().__init__(rewriter, build, log)
        self._rules = {name: rule for name, rule in self._rules.items() if name in _CALLEE_VIEWS}

    def follow_argument(self, argument: Value, old: Type) -> bool:
        """Push the new type of ``argument``, which was ``old``, down; tells whether all users followed."""
        self._cast_behind(argument, old)
        complete = True
        while self._queue and complete:
            cast = self._queue.popleft()
            complete = all(self._follow(cast, use) for use in cast.results[0].uses)
        self._erase_idle_casts()
        return complete


# --- helpers ------------------------------------------------------------------------------------------------------


def takes_any_memref(op: Operation) -> bool:
    """Whether an operation outside the table may simply take an operand of another memref type.

    It may not when its own results or the arguments of its regions are memrefs, whose types might follow from it.
    """
    if any(isinstance(r.type, MemRefType) for r in op.results):
        return False
    return not any(
        isinstance(a.type, MemRefType) for region in op.regions for block in region.blocks for a in block.arguments
    )


def inferred_subview_type(op: Operation, source: Type) -> MemRefType | None:
    """The result type of the subview ``op`` on another source; dropped dimensions are found anew, from shapes only."""
    old = op.results[0].type
    if not isinstance(source, MemRefType) or not isinstance(old, MemRefType):
        return None
    sizes = static_list(op, "static_sizes")
    full = full_subview_type(source, static_list(op, "static_offsets"), sizes, static_list(op, "static_strides"))
    if full is None or full.rank == old.rank:
        return full
    dropped = dropped_dimensions(full.shape, old.shape)
    form = strides_and_offset(full)
    if dropped is None or form is None:
        return None
    strides = [s for i, s in enumerate(form.strides) if i not in dropped]
    return strided_type(full, old.shape, strides, form.offset)


def expanded_sizes(
    rewriter: Rewriter, source: Value, type: MemRefType, groups: Sequence[Sequence[int]], shape: Sequence[int]
) -> list[Value]:
    """The dynamic sizes of ``memref.expand_shape`` to ``shape``, computed from those of the source."""
    found: list[Value] = []
    for dimension, group in enumerate(groups):
        if not any(shape[d] == DYNAMIC for d in group):
            continue
        divisor = 1
        for d in group:
            divisor *= shape[d] if shape[d] != DYNAMIC else 1
        size = dynamic_size(rewriter, source, type, dimension)
        if divisor != 1:
            constant = rewriter.create("arith.constant", (), (INDEX,), {"value": integer(divisor, INDEX)})
            size = rewriter.create("arith.divui", (size, constant.results[0]), (INDEX,)).results[0]
        found.append(size)
    return found


def dynamic_size(rewriter: Rewriter, source: Value, type: MemRefType, dimension: int) -> Value:
    """The size of a dimension of ``source`` as a value, from its subview or by ``memref.dim``."""
    index = rewriter.create("arith.constant", (), (INDEX,), {"value": integer(dimension, INDEX)})
    return rewriter.create("memref.dim", (source, index.results[0]), (INDEX,)).results[0]


def reshape_groups(source: Sequence[int], target: Sequence[int]) -> list[list[int]] | None:
    """The dimensions of the longer shape that make up each dimension of the shorter one; None when there are none."""
    if len(source) == len(target):
        return None
    longer, shorter = (source, target) if len(source) > len(target) else (target, source)
    groups: list[list[int]] = []
    position = 0
    for wanted in shorter:
        group: list[int] = []
        running = 1
        if wanted == DYNAMIC:
            while position < len(longer) and longer[position] == 1:
                group.append(position)
                position += 1
            if position == len(longer) or longer[position] != DYNAMIC:
                return None
            group.append(position)
            position += 1
        else:
            while position < len(longer) and (running < wanted or not group):
                if longer[position] == DYNAMIC:
                    return None
                running *= longer[position]
                group.append(position)
                position += 1
            if running != wanted:
                return None
        groups.append(group)
    rest = list(range(position, len(longer)))
    if any(longer[d] not in (1, DYNAMIC) for d in rest):
        return None
    if rest:
        if not groups:
            return None
        groups[-1] += rest
    return groups


def groups_attribute(groups: Sequence[Sequence[int]]) -> ArrayAttr:
    """Groups of dimensions as an attribute."""
    return ArrayAttr(tuple(ArrayAttr(tuple(IntegerAttr(d, I64) for d in group)) for group in groups))


def callee_of(call: Operation) -> Operation | None:
    """The function that a call names, looked up in the nearest module."""
    symbol = call.attributes.get("callee")
    if not isinstance(symbol, SymbolRefAttr):
        return None
    module = next((op for op in call.ancestors() if op.name == "builtin.module"), None)
    if module is None:
        return None
    for block in module.regions[0].blocks:
        for op in block.operations:
            if getattr(op.attributes.get("sym_name"), "value", None) == symbol.root:
                return op
    return None


def copy_in_front(rewriter: Rewriter, cast: Operation, use: Use) -> Operation:
    """Give one use of a cast a buffer of the cast's old type, filled by a copy in front of the user."""
    old, new = cast.results[0], cast.operands[0]
    type = old.type
    assert isinstance(type, MemRefType)
    rewriter.set_insertion_point(use.owner)
    sizes = [dynamic_size(rewriter, old, type, d) for d in range(type.rank) if type.shape[d] == DYNAMIC]
    buffer = rewriter.create("memref.alloc", sizes, (type,), segments=(len(sizes), 0))
    copy = rewriter.create("hivm.hir.copy", (new, buffer.results[0]))
    buffer.derived_from = copy.derived_from = cast.derived_from
    rewriter.set_operand(use.owner, use.index, buffer.results[0])
    return copy


def _forced_collapse(source: MemRefType, groups: Sequence[Sequence[int]]) -> MemRefType:
    """The type that a collapse would have if the groups were free of gaps (the verifier then objects)."""
    form = strides_and_offset(source)
    shape = [DYNAMIC if any(source.shape[d] == DYNAMIC for d in g) else _product(source, g) for g in groups]
    assert form is not None
    return strided_type(source, shape, [form.strides[g[-1]] for g in groups], form.offset)


def _product(type: MemRefType, group: Sequence[int]) -> int:
    result = 1
    for d in group:
        result *= type.shape[d]
    return result


def _cast_input(value: Value) -> Value | None:
    if type(value) is OpResult and value.owner.name == CAST and len(value.owner.operands) == 1:
        return value.owner.operands[0]
    return None


def _forget_other_attributes(op: Operation, kept: tuple[str, ...]) -> None:
    """A view is built anew by the compiler, so attributes that are not its own are lost."""
    for name in [n for n in op.attributes if n not in kept]:
        op.set_attribute(name, None)


def _same_place(made: Operation, op: Operation) -> None:
    made.location, made.source = op.location, op.source
    for new, old in zip(made.results, op.results, strict=True):
        new.name = old.name
