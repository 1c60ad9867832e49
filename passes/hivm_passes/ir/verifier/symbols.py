"""Symbol tables: every name once, every reference to something that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.attributes import SymbolRefAttr, TypeAttr
from hivm_passes.ir.core import name_span
from hivm_passes.ir.verifier.upstream import function_type, symbol_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hivm_passes.dialects.registry import Registry
    from hivm_passes.ir.core import Operation


def check_symbols(table: Operation, facts: Registry) -> list[Diagnostic]:
    """Errors of one symbol table: redefinitions first, then its users in textual order."""
    found: list[Diagnostic] = []
    known: dict[str, Operation] = {}
    for block in table.regions[0].blocks if table.regions else ():
        for op in block.operations:
            name = symbol_name(op)
            if name is None:
                continue
            first = known.setdefault(name, op)
            if first is not op:
                found.append(
                    Diagnostic(
                        "error",
                        "hivm.symbol.redefinition",
                        f"redefinition of symbol named '{name}'",
                        name_span(op),
                        (RelatedNote(name_span(first), "see existing symbol definition here"),),
                    )
                )
    for op in _users(table, facts):
        result = _check_user(op, known)
        if result is not None:
            message, code, related = result
            found.append(Diagnostic("error", code, message, name_span(op), related, op_name=op.name))
    return found


def check_symbols_below(op: Operation, table: Operation, facts: Registry) -> list[Diagnostic]:
    """Errors of the users below ``op`` alone, an operation in a symbol table."""
    users = list(_users(op, facts))
    if not users:
        return []
    known: dict[str, Operation] = {}
    for block in table.regions[0].blocks if table.regions else ():
        for one in block.operations:
            name = symbol_name(one)
            if name is not None:
                known.setdefault(name, one)
    found: list[Diagnostic] = []
    for user in users:
        result = _check_user(user, known)
        if result is not None:
            message, code, related = result
            found.append(Diagnostic("error", code, message, name_span(user), related, op_name=user.name))
    return found


def _users(op: Operation, facts: Registry) -> Iterator[Operation]:
    """Symbol users below a table, not those below nested tables."""
    for region in op.regions:
        for block in region.blocks:
            for nested in block.operations:
                if nested.name in ("func.call", "memref.get_global"):
                    yield nested
                elif nested.regions:
                    info = facts.get(nested.name)
                    if info is None or not info.traits.get("symbol_table"):
                        yield from _users(nested, facts)


def _check_user(op: Operation, known: dict[str, Operation]) -> tuple[str, str, tuple[RelatedNote, ...]] | None:
    reference = op.attributes.get("callee" if op.name == "func.call" else "name")
    if not isinstance(reference, SymbolRefAttr) or reference.nested:
        return None
    target = known.get(reference.root)
    if op.name == "memref.get_global":
        return _check_global(op, reference.root, target)
    return _check_call(op, reference.root, target)


def _check_global(
    op: Operation, name: str, target: Operation | None
) -> tuple[str, str, tuple[RelatedNote, ...]] | None:
    if target is None or target.name != "memref.global":
        return f"'{name}' does not reference a valid global memref", "hivm.symbol.undefined", ()
    wanted = target.attributes.get("type")
    if isinstance(wanted, TypeAttr) and op.results and op.results[0].type is not wanted.type:
        return (
            f"result type '{op.results[0].type}' does not match type '{wanted.type}' of the global memref @{name}",
            "hivm.verify.call",
            (),
        )
    return None


def _check_call(op: Operation, name: str, target: Operation | None) -> tuple[str, str, tuple[RelatedNote, ...]] | None:
    if target is None or target.name != "func.func":
        return f"'{name}' does not reference a valid function", "hivm.symbol.undefined", ()
    signature = function_type(target)
    note = (RelatedNote(name_span(target), f"@{name} is defined here"),)
    if len(op.operands) != len(signature.inputs):
        return "incorrect number of operands for callee", "hivm.verify.call", note
    for index, (operand, wanted) in enumerate(zip(op.operands, signature.inputs, strict=True)):
        if operand.type is not wanted:
            return (
                f"operand type mismatch: expected operand type '{wanted}', but provided '{operand.type}' for operand "
                f"number {index}",
                "hivm.verify.call",
                note,
            )
    if len(op.results) != len(signature.results):
        return "incorrect number of results for callee", "hivm.verify.call", note
    for index, (result, wanted) in enumerate(zip(op.results, signature.results, strict=True)):
        if result.type is not wanted:
            return f"result type mismatch at index {index}", "hivm.verify.call", note
    return None
