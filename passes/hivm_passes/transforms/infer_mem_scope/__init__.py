"""``hivm-infer-mem-scope``: every memref of a bufferized module gets its memory space.

Arguments are in global memory, operands of cube operations in L1 and L0C, other allocations in the core's local memory;
views, loop-carried values and results of branches follow. Source: subject "infer-mem-scope" of the specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.analysis.tracing import Tracer
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import DialectAttr
from hivm_passes.ir.types import FunctionType
from hivm_passes.passes import Build, Pass, PassContext, PassResult
from hivm_passes.records import dataclass
from hivm_passes.transforms.infer_mem_scope.cube import CUBE_OPS, CubeOperands
from hivm_passes.transforms.infer_mem_scope.messages import Messages
from hivm_passes.transforms.infer_mem_scope.propagate import (
    DISTRIBUTED,
    FatalError,
    Propagation,
    RefusedError,
    function_type,
    set_function_type,
)
from hivm_passes.transforms.infer_mem_scope.spaces import GM, L1, UB, in_space, is_hivm_space, is_memref, space_name
from hivm_passes.transforms.infer_mem_scope.symbols import Symbols

if TYPE_CHECKING:
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.ir.types import Type

HOST: Final = DialectAttr("hacc", "function_kind", "HOST")
AIC: Final = DialectAttr("hivm", "func_core_type", "AIC")
CORE_TYPE: Final = "hivm.func_core_type"


@dataclass(frozen=True, slots=True, eq=False)
class ScopeAssignment:
    """Why a memref is in a space: ``value`` got ``space``, either for a ``reason`` or because ``source`` is in it."""

    value: Value
    space: str
    reason: str
    source: Value | None


@dataclass(frozen=True)
class InferMemScopePass(Pass):
    """The pass. Its report is a ``ScopeAssignment`` for each value that got a space."""

    name: ClassVar[str] = "hivm-infer-mem-scope"
    class_name: ClassVar[str] = "InferHIVMMemScope"
    summary: ClassVar[str] = "give every memref its memory space"

    @classmethod
    def anchor(cls, build: Build) -> str:
        return "builtin.module"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        run = _Run(op, context.build)
        try:
            run.functions()
        except FatalError as death:
            run.messages.dies(death)
        return run.result()


class _Run:
    """One run over one module."""

    def __init__(self, module: Operation, build: Build) -> None:
        self.module = module
        self.build: Build = build
        self.symbols = Symbols()
        self.messages = Messages()
        self.propagation = Propagation(build, self.symbols)
        self.tracer = Tracer(build)

    def functions(self) -> None:
        """Device functions first, then their call sites, then host functions."""
        found = [op for op in self.module.walk() if op.name == "func.func"]
        device = [op for op in found if op.attributes.get("hacc.function_kind") is not HOST]
        for func in device:
            self._device(func)
        for func in device:
            self._call_sites(func)
        for func in found:
            if func.attributes.get("hacc.function_kind") is HOST and func.regions[0].blocks:
                self._host(func)

    def result(self) -> PassResult:
        """What happened, with what the verifier says to it."""
        messages = self.messages
        if not messages.failed:
            from hivm_passes.ir.verifier import verify

            broken = verify(self.module, self.build)
            messages.found += broken
            messages.failed = bool(broken)
        report = tuple(
            ScopeAssignment(a.value, space_name(a.space), a.reason, a.source) for a in self.propagation.assigned
        )
        return PassResult(self.module, bool(report), messages.failed, tuple(messages.found), report)

    # --- device functions ---------------------------------------------------------------------------------------

    def _device(self, func: Operation) -> None:
        if not func.regions[0].blocks:
            _declaration(func)
            return
        cube: list[Operation] = []
        distributed: list[Operation] = []
        casts: list[Operation] = []
        allocations: list[Operation] = []
        kinds = CUBE_OPS[self.build]
        for op in func.walk():
            name = op.name
            if name == "memref.alloc":
                allocations.append(op)
            elif name == "hivm.hir.pointer_cast":
                casts.append(op)
            elif name in kinds:
                cube.append(op)
            elif name == "hivm.hir.custom" and self.build == "a3" and DISTRIBUTED in op.attributes:
                distributed.append(op)
        if cube:
            step = CubeOperands(self.build, self.propagation, self.tracer, self.messages)
            order = list(kinds)
            for op in sorted(cube, key=lambda o: order.index(o.name)):
                step.visit(op)
        self._arguments(func)
        for op in distributed:
            self._distributed(op)
        for op in casts:
            self._pointer_cast(op)
        self._allocations(func, allocations)

    def _arguments(self, func: Operation) -> None:
        entry = func.regions[0].blocks[0]
        vector = self._is_vector_function(func)
        space, reason = (UB, "argument of a vector function") if vector else (GM, "argument of a kernel")
        for index, argument in enumerate(entry.arguments):
            if not is_memref(argument.type):
                continue
            try:
                self.propagation.run(argument, space, reason)
            except RefusedError as refused:
                self.messages.refused(refused)
                words = (
                    f"Failed to propagate UB memory scope for argument # in VF{index}"
                    if vector
                    else f"Failed to propagate memory scope for argument #{index}"
                )
                self.messages.error(func, words)
                return
        inputs = tuple(a.type for a in entry.arguments)
        set_function_type(func, FunctionType(inputs, function_type(func).results))

    def _is_vector_function(self, func: Operation) -> bool:
        return self.build == "a5" and "hivm.vector_function" in func.attributes

    def _distributed(self, op: Operation) -> None:
        """Everything that a distributed operation reads and writes is in global memory (A2 and A3)."""
        info = registry(self.build).get(op.name)
        inputs, outputs = ([], []) if info is None else (info.operand_group(op, n) for n in ("inputs", "outputs"))
        for words, values in (("operand", inputs), ("output operand", outputs), ("result", op.results)):
            for value in values:
                root = value if words == "result" else self.tracer.trace(value)
                if not is_memref(value.type) or not is_memref(root.type):
                    continue
                try:
                    self.propagation.run(root, GM, f"{words} of a distributed operation")
                except RefusedError as refused:
                    self.messages.refused(refused)
                    self.messages.error(op, f"Failed to propagate memory scope for {words} {self._printed(value)}")
                    return

    def _pointer_cast(self, op: Operation) -> None:
        value = op.results[0]
        mark = next((u for u in value.users if u.name == "annotation.mark" and "address_space" in u.attributes), None)
        if mark is None or mark.attributes["address_space"] is not GM:
            return
        try:
            self.propagation.run(value, GM, "marked as global memory")
        except RefusedError as refused:
            self.messages.refused(refused)
            self.messages.error(op, "Failed to propagate memory scope for PointerCastOp")

    def _allocations(self, func: Operation, allocations: list[Operation]) -> None:
        core = func.attributes.get(CORE_TYPE)
        if core is None and self.build == "a3":
            return
        cube = core is AIC and not self._is_vector_function(func)
        space = L1 if cube else UB
        reason = f"local memory of {'a cube' if cube else 'a vector'} kernel"
        for op in allocations:
            value = op.results[0]
            type = value.type
            if not is_memref(type):
                continue
            present = type.space
            if present is not None:
                if self.build == "a3":
                    continue
                if not is_hivm_space(present):
                    raise FatalError(op, f"the memory space of '{type}' is not one of HIVM", _FOREIGN)
                if present is not UB and present is not L1:
                    continue
            try:
                self.propagation.run(value, space, reason)
            except RefusedError as refused:
                self.messages.refused(refused)
                if present is None:
                    self.messages.error(op, "Failed to propagate memory scope for allocOp")

    # --- call sites ---------------------------------------------------------------------------------------------

    def _call_sites(self, func: Operation) -> None:
        for call in self.symbols.uses(func):
            if call.name != "func.call":
                if self.build == "a5":
                    raise FatalError(call, "it names a function and is no call of it", _NO_CALL)
                continue
            declared = function_type(func)
            for operand, parameter in zip(call.operands, declared.inputs, strict=True):
                if is_memref(operand.type):
                    for root in self._roots(operand):
                        if not self._settle(func, call, root, operand, parameter, "operand"):
                            return
            for result, type in zip(call.results, declared.results, strict=True):
                if is_memref(result.type) and not self._settle(func, call, result, result, type, "result"):
                    return

    def _roots(self, operand: Value) -> tuple[Value, ...]:
        return (self.tracer.trace(operand),)

    def _settle(self, func: Operation, call: Operation, root: Value, named: Value, declared: Type, what: str) -> bool:
        """Give the root of an operand, or a result, of a call the space that the callee declares."""
        space = _declared_space(declared)
        if space is None:
            raise FatalError(call, f"the callee's {what} type '{declared}' has no memory space", _ABSENT)
        if not is_memref(root.type):
            return True
        try:
            self.propagation.run(root, space, f"{what} of a call")
        except RefusedError as refused:
            self.messages.refused(refused)
            self.messages.error(func, f"Failed to propagate memory scope for {what} {self._printed(named)}")
            return False
        return True

    def _printed(self, value: Value) -> str:
        op = value.defining_op
        if op is None:
            return f"<block argument> of type '{value.type}' at index: {value.index}"  # pyright: ignore
        from hivm_passes.ir.verifier.places import generic_text

        return generic_text(op, self.build)

    # --- host functions -----------------------------------------------------------------------------------------

    def _host(self, func: Operation) -> None:
        returns = [op for op in func.walk() if op.name == "func.return"]
        if len(returns) != 1:
            self.messages.error(
                func, "a host function must have exactly one return", details=("the compiler fails without a message",)
            )
            return
        entry = func.regions[0].blocks[0]
        inputs = tuple(a.type for a in entry.arguments)
        set_function_type(func, FunctionType(inputs, tuple(v.type for v in returns[0].operands)))


_FOREIGN: Final = 'Assertion `isa<To>(Val) && "cast<Ty>() argument of incompatible type!"\' failed.'
_NO_CALL: Final = _FOREIGN
_ABSENT: Final = 'Assertion `detail::isPresent(Val) && "dyn_cast on a non-existent value"\' failed.'


def _declared_space(type: Type) -> Attribute | None:
    return type.space if is_memref(type) else None


def _declaration(func: Operation) -> None:
    """All memrefs of a function without body are in global memory."""
    declared = function_type(func)

    def placed(type: Type) -> Type:
        return in_space(type, GM) if is_memref(type) and type.space is None else type

    new = FunctionType(tuple(map(placed, declared.inputs)), tuple(map(placed, declared.results)))
    set_function_type(func, new)


PASSES = (InferMemScopePass,)
