"""A memref gets a memory space, and everything that follows from it gets it too.

This is not the retyping of stride alignment (``rewriting.retype``): there a new layout is worked out for every view and
users that cannot follow get a copy; here only the space of each type is filled in, in place, nothing is inserted, and a
user that cannot follow is an error. The two have no step in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import DialectAttr, TypeAttr
from hivm_passes.ir.types import FunctionType, MemRefType
from hivm_passes.records import dataclass
from hivm_passes.transforms.infer_mem_scope.spaces import in_space, is_hivm_space, is_memref, set_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Use, Value
    from hivm_passes.transforms.infer_mem_scope.symbols import Symbols

DISTRIBUTED: Final = "hivm.is_distributed"
_ENDLESS: Final = 3
"""So often a value may be on the way to itself; in a loop that yields its own initial value it is for ever."""

UNSUPPORTED: Final = "Unsupported user for root alloc op."
CONFLICT: Final = "Assertion `curMemScope == targetMemScope' failed."
NOT_A_MEMREF: Final = 'Assertion `memRefType && "input type must be a memref type"\' failed.'
FOREIGN_SPACE: Final = 'Assertion `scopeAttr && "memory scope should be a hivm address scope"\' failed.'
NO_ARGUMENT: Final = 'Assertion `Index < this->size() && "Invalid index!"\' failed.'

_FOLLOWERS: Final = frozenset(
    {
        "arith.select",
        "builtin.unrealized_conversion_cast",
        "hivm.hir.bitcast",
        "hivm.hir.convert_layout",
        "memref.cast",
        "memref.collapse_shape",
        "memref.expand_shape",
        "memref.memory_space_cast",
        "memref.reinterpret_cast",
        "memref.reshape",
        "memref.subview",
        "memref.transpose",
        "memref.view",
        "memref_ext.alloc_workspace",
    }
)
"""Operations whose only result is in the space of any memref operand."""

_A5_DIFFERENCES: Final = frozenset({"builtin.unrealized_conversion_cast"})
_A5_UNRANKED: Final = frozenset({"memref.cast", "memref.memory_space_cast"})
"""Views whose result A5 follows even when it is unranked."""


class RefusedError(Exception):
    """A user that cannot follow."""

    def __init__(self, op: Operation) -> None:
        super().__init__(UNSUPPORTED)
        self.op = op


class FatalError(Exception):
    """The compiler would end here with an assertion or a signal; ``why`` is ours, ``fatal`` the compiler's words."""

    def __init__(self, op: Operation, why: str, fatal: str = "") -> None:
        super().__init__(why)
        self.op = op
        self.why = why
        self.fatal = fatal


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """A value that got a space: ``value`` in ``space`` because ``reason`` (a root) or from ``source`` (a follower)."""

    value: Value
    space: Attribute
    reason: str = ""
    source: Value | None = None


class _Frame:
    """A value whose users are being visited: those left, and the values to follow before the next one."""

    __slots__ = ("onward", "space", "uses", "value")

    def __init__(self, value: Value, space: Attribute | None) -> None:
        self.value = value
        self.space = space
        self.uses = iter(value.uses)
        self.onward: list[Value] = []


class Propagation:
    """Gives spaces and follows the users; ``assigned`` is what happened, in order."""

    def __init__(self, build: Build, symbols: Symbols) -> None:
        self.build: Build = build
        self.symbols = symbols
        self.assigned: list[Assignment] = []
        self.conflicts: list[tuple[Value, Attribute, Attribute]] = []
        self._followers = _FOLLOWERS - _A5_DIFFERENCES if build == "a5" else _FOLLOWERS
        self._rules: dict[str, Callable[[Use, Attribute | None], tuple[Value, ...]]] = {
            "scf.yield": self._yield,
            "scf.for": self._for,
            "scf.while": self._while,
            "func.call": self._call,
        }
        if build == "a3":
            self._rules["scope.return"] = self._yield
            self._rules["hivm.hir.custom"] = self._custom
        else:
            self._rules["memref.extract_strided_metadata"] = self._metadata

    def run(self, root: Value, space: Attribute, reason: str) -> None:
        """Give ``root`` a space, unless it has one, and follow (A5: follow in any case).

        Raises ``RefusedError`` and ``FatalError``.
        """
        type = root.type
        if not is_memref(type):
            raise TypeError("only memrefs have a space")
        if type.space is None:
            set_type(root, in_space(type, space))
            self.assigned.append(Assignment(root, space, reason))
        elif self.build == "a3":
            return
        self.follow(root)

    def follow(self, root: Value) -> None:
        """Bring the space of ``root`` to its users, depth first, newest use first."""
        done: set[Value] = set()
        active: dict[Value, int] = {}
        stack = [_Frame(root, self._space_of(root))]
        while stack:
            frame = stack[-1]
            if frame.onward:
                value = frame.onward.pop()
                self._set(value, frame.space, frame.value)
                if value in done:
                    continue
                active[value] = active.get(value, 0) + 1
                if active[value] > _ENDLESS:
                    raise FatalError(_definition(value), "the value leads back to itself without end")
                stack.append(_Frame(value, self._space_of(value)))
                continue
            use = next(frame.uses, None)
            if use is None:
                stack.pop()
                active[frame.value] = active.get(frame.value, 0) - 1
                done.add(frame.value)
            else:
                frame.onward = list(reversed(self._visit(use, frame.space)))

    def _space_of(self, value: Value) -> Attribute | None:
        type = value.type
        if not is_memref(type):
            raise FatalError(_definition(value), "a value that is no memref would get a memory space", NOT_A_MEMREF)
        if not is_hivm_space(type.space):
            if self.build == "a5":
                raise FatalError(_definition(value), f"the memory space of '{type}' is not one of HIVM", FOREIGN_SPACE)
            return None
        return type.space

    def _visit(self, use: Use, space: Attribute | None) -> tuple[Value, ...]:
        """The values that get the space through one user, in order; each is followed before the next one gets it."""
        op = use.owner
        rule = self._rules.get(op.name)
        if rule is not None:
            return rule(use, space)
        return self._other(use, space)

    def _other(self, use: Use, space: Attribute | None) -> tuple[Value, ...]:
        op = use.owner
        if self.build == "a5" and op.name in _A5_UNRANKED and is_memref(op.results[0].type):
            follows = True
        elif not any(isinstance(r.type, MemRefType) for r in op.results):
            return ()
        else:
            follows = len(op.results) == 1 and op.name in self._followers
        if not follows:
            raise RefusedError(op)
        return (op.results[0],)

    def _set(self, value: Value, space: Attribute | None, source: Value) -> None:
        type = value.type
        if not is_memref(type):
            raise FatalError(_definition(value), "a value that is no memref would get a memory space", NOT_A_MEMREF)
        current = type.space
        if is_hivm_space(current):
            if current is not space:
                if self.build == "a5":
                    raise FatalError(_definition(value), _conflict(current, space), CONFLICT)
                if space is not None and current is not None:
                    self.conflicts.append((value, current, space))
            return
        if space is None:
            return
        set_type(value, in_space(type, space))
        self.assigned.append(Assignment(value, space, source=source))

    # --- users with rules of their own --------------------------------------------------------------------------

    def _yield(self, use: Use, space: Attribute | None) -> tuple[Value, ...]:
        parent = use.owner.parent_op
        assert parent is not None
        if use.index >= len(parent.results):
            raise FatalError(use.owner, f"'{parent.name}' has no result #{use.index}")
        return (parent.results[use.index],)

    def _for(self, use: Use, space: Attribute | None) -> tuple[Value, ...]:
        op, position = use.owner, use.index - 3
        result = op.results[position]
        argument = op.regions[0].blocks[0].arguments[position + 1]
        return argument, result

    def _while(self, use: Use, space: Attribute | None) -> tuple[Value, ...]:
        op, position = use.owner, use.index
        before, after = (region.blocks[0] for region in op.regions)
        if position >= len(after.arguments):
            raise FatalError(op, f"the body of the loop has no argument #{position}", NO_ARGUMENT)
        terminator = after.last
        assert terminator is not None
        return after.arguments[position], before.arguments[position], terminator.operands[position]

    def _custom(self, use: Use, space: Attribute | None) -> tuple[Value, ...]:
        """A distributed operation is the end of the way: its operands are placed for its own sake."""
        return () if DISTRIBUTED in use.owner.attributes else self._other(use, space)

    def _metadata(self, use: Use, space: Attribute | None) -> tuple[Value, ...]:
        return (use.owner.results[0],)

    def _call(self, use: Use, space: Attribute | None) -> tuple[Value, ...]:
        """The end of the way; a SIMT vector function (A5) takes its argument in the space that it comes in."""
        callee = self.symbols.callee(use.owner) if self.build == "a5" else None
        if callee is not None and callee.attributes.get("hivm.vf_mode") is SIMT:
            self._set_parameter(callee, use, space)
        return ()

    def _set_parameter(self, callee: Operation, use: Use, space: Attribute | None) -> None:
        declared = function_type(callee)
        inputs = list(declared.inputs)
        type = inputs[use.index] if use.index < len(inputs) else None
        if type is None or not is_memref(type) or type.space is space or space is None:
            return
        inputs[use.index] = in_space(type, space)
        set_function_type(callee, FunctionType(tuple(inputs), declared.results))
        if callee.regions[0].blocks:
            argument = callee.regions[0].blocks[0].arguments[use.index]
            set_type(argument, inputs[use.index])
            self.assigned.append(Assignment(argument, space, source=use.value))


SIMT: Final = DialectAttr("hivm", "vf_mode", "SIMT")


def _conflict(current: Attribute | None, space: Attribute | None) -> str:
    from hivm_passes.transforms.infer_mem_scope.spaces import space_name

    return f"the value is in {space_name(current)} already and would be in {space_name(space)}"


def _definition(value: Value) -> Operation:
    op = value.defining_op
    if op is None:
        block = value.parent_block
        op = block.parent_op if block is not None else None
    assert op is not None
    return op


# --- function types ----------------------------------------------------------------------------------------------


def function_type(func: Operation) -> FunctionType:
    """The declared type of a function."""
    attribute = func.attributes["function_type"]
    assert isinstance(attribute, TypeAttr) and isinstance(attribute.type, FunctionType)
    return attribute.type


def set_function_type(func: Operation, type: FunctionType) -> None:
    """Change the declared type of a function."""
    func.set_attribute("function_type", TypeAttr(type))
