"""Functions of a module tree and the operations that name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import SymbolRefAttr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Region

MODULE = "builtin.module"


class Symbols:
    """Looks functions and their uses up, module by module; nothing is cached across changes of the IR's structure."""

    def __init__(self) -> None:
        self._functions: dict[Operation, dict[str, Operation]] = {}
        self._uses: dict[Operation, dict[str, list[Operation]]] = {}

    def callee(self, call: Operation) -> Operation | None:
        """The function that a ``func.call`` names."""
        reference = call.attributes.get("callee")
        module = enclosing_module(call)
        if module is None or not isinstance(reference, SymbolRefAttr) or reference.nested:
            return None
        found = self._functions.get(module)
        if found is None:
            found = self._functions[module] = {
                symbol_name(op): op
                for region in module.regions
                for block in region.blocks
                for op in block.operations
                if op.name == "func.func"
            }
        return found.get(reference.root)

    def uses(self, func: Operation) -> list[Operation]:
        """The operations that name ``func``, in the order in which MLIR walks them."""
        module = enclosing_module(func)
        if module is None:
            return []
        found = self._uses.get(module)
        if found is None:
            found = self._uses[module] = _uses_in(module)
        return found.get(symbol_name(func), [])


def symbol_name(op: Operation) -> str:
    """The name of a symbol, empty when it has none."""
    return getattr(op.attributes.get("sym_name"), "value", "")


def enclosing_module(op: Operation) -> Operation | None:
    """The innermost module around an operation."""
    return next((o for o in op.ancestors() if o.name == MODULE and o is not op), None)


def _uses_in(module: Operation) -> dict[str, list[Operation]]:
    found: dict[str, list[Operation]] = {}
    pending: list[Region] = list(module.regions)
    while pending:
        region = pending.pop()
        for block in region.blocks:
            for op in block.operations:
                for value in op.attributes.values():
                    for name in _names(value):
                        found.setdefault(name, []).append(op)
                if op.name != MODULE:
                    pending.extend(op.regions)
    return found


def _names(value: Attribute) -> Iterator[str]:
    if isinstance(value, SymbolRefAttr) and not value.nested:
        yield value.root
