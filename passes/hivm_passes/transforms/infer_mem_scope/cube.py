"""Step 1: operands of cube operations are in L1, results in L0C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hivm_passes.dialects.registry import registry
from hivm_passes.transforms.infer_mem_scope.propagate import FatalError, RefusedError
from hivm_passes.transforms.infer_mem_scope.spaces import L0C, L1, is_memref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.tracing import Tracer
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.transforms.infer_mem_scope.messages import Messages
    from hivm_passes.transforms.infer_mem_scope.propagate import Propagation

TOO_EARLY: Final = "Run infer memory scope after bufferization."


class Role(NamedTuple):
    """An operand of a cube operation: its group in the op table, its space, and how the compiler calls it.

    ``failure`` is how it calls an operand whose users cannot follow, where that differs.
    """

    operand: str
    space: Attribute
    words: str
    failure: str = ""


_BIAS: Final = Role("per_channel_bias", L1, "bias")
_MMAD: Final = (Role("a", L1, "mA"), Role("b", L1, "mB"), Role("c", L0C, "mC"))
_CONVOLUTION: Final = (Role("input", L1, "input"), Role("weight", L1, "weight"), Role("init", L0C, "output"))
"""The bias of a convolution is left to the default."""
_MX: Final = (
    Role("a", L1, "mA"),
    Role("b", L1, "mB"),
    Role("scaleA", L1, "scaleA", "mB"),
    Role("scaleB", L1, "ScaleB", "mB"),
    Role("c", L0C, "mC"),
)
_MMAD_NAME: Final = "hivm.hir.mmadL1"

CUBE_OPS: Final[dict[Build, dict[str, tuple[Role, ...]]]] = {
    "a3": {
        _MMAD_NAME: (*_MMAD, _BIAS),
        "hivm.hir.Conv1dL1": _CONVOLUTION,
        "hivm.hir.Conv2dL1": _CONVOLUTION,
        "hivm.hir.Conv3dL1": _CONVOLUTION,
    },
    "a5": {_MMAD_NAME: (*_MMAD, _BIAS), "hivm.hir.mmadmxL1": _MX},
}
"""Operations whose operands decide the space of their buffers, per build."""


class CubeOperands:
    """The step, for the operations of one function."""

    def __init__(self, build: Build, propagation: Propagation, tracer: Tracer, messages: Messages) -> None:
        self.build: Build = build
        self.propagation = propagation
        self.tracer = tracer
        self.messages = messages

    def visit(self, op: Operation) -> bool:
        """Give the buffers of ``op`` their spaces; tells whether the pass may succeed."""
        roles = CUBE_OPS[self.build][op.name]
        if self.build == "a5" and op.name == _MMAD_NAME:
            if not self._tolerant(op, roles):
                self.messages.warning(op, "Failed to infer/propagate memory scope for MmadL1Op", prefixed=False)
            return True
        return self._strict(op, roles)

    # --- A2 and A3, and the MX operation of A5: one root per operand ------------------------------------------------

    def _strict(self, op: Operation, roles: Sequence[Role]) -> bool:
        found = [(role, value) for role in roles for value in self._operands(op, role)]
        if any(not is_memref(v.type) for _, v in found):
            self.messages.error(op, TOO_EARLY)
            return False
        # The bias is looked at when everything else is settled.
        main = [f for f in found if f[0] is not _BIAS]
        return self._settle(op, main) and self._settle(op, found[len(main) :])

    def _settle(self, op: Operation, operands: Sequence[tuple[Role, Value]]) -> bool:
        """Find the roots of all operands, then give each its space."""
        roots: list[tuple[Role, Value]] = []
        for role, value in operands:
            alloc = self.tracer.alloc(value)
            if alloc is None:
                self._no_root(op, role)
                return False
            roots.append((role, alloc.results[0]))
        return all(self._set(op, role, root) for role, root in roots)

    # --- A5: all roots, and failures do not stop anything -----------------------------------------------------------

    def _tolerant(self, op: Operation, roles: Sequence[Role]) -> bool:
        found = [(role, value) for role in roles for value in self._operands(op, role)]
        if any(not is_memref(v.type) for _, v in found):
            self.messages.error(op, TOO_EARLY, fatal=False)
            return False
        for role, value in found:
            if role is _BIAS:
                continue
            for root in self.tracer.roots(value):
                if not self._set(op, role, root, fatal=False, twice=True):
                    return False
        return all(self._bias(op, value) for role, value in found if role is _BIAS)

    def _bias(self, op: Operation, value: Value) -> bool:
        definition = self.tracer.trace(value).defining_op
        if definition is not None and definition.name == "memref.alloca":
            raise FatalError(op, "the per-channel bias is in a stack buffer")
        if definition is None or definition.name != "memref.alloc":
            self._no_root(op, _BIAS, fatal=False)
            return False
        return self._set(op, _BIAS, definition.results[0], fatal=False)

    # --- both ------------------------------------------------------------------------------------------------------

    def _operands(self, op: Operation, role: Role) -> list[Value]:
        info = registry(self.build).get(op.name)
        return [] if info is None else info.operand_group(op, role.operand)

    def _no_root(self, op: Operation, role: Role, fatal: bool = True) -> None:
        self.messages.error(
            op, f"Cannot find root memref.alloc for {role.words} of this op.", prefixed=False, fatal=fatal
        )

    def _set(self, op: Operation, role: Role, root: Value, fatal: bool = True, twice: bool = False) -> bool:
        failed = not is_memref(root.type)
        if not failed:
            try:
                self.propagation.run(root, role.space, f"{role.words} of {op.name}")
            except RefusedError as refused:
                self.messages.refused(refused, fatal=fatal)
                failed = True
        if failed:
            if twice:
                self.messages.error(op, "Failed to infer/propagate memory scope.", fatal=fatal)
            self.messages.error(
                op, f"Failed to infer/propagate memory scope for {role.failure or role.words}", fatal=fatal
            )
        return not failed
