"""Values that pass into, between and out of regions: counts and types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.verifier.base import Failure, is_unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.core import Operation, Value


def check_region_flow(op: Operation) -> str | Failure | None:
    """The first edge of control flow whose two ends do not agree."""
    check = _CHECKS.get(op.name)
    return check(op) if check is not None else None


def _yielded(op: Operation, region: int, skip: int = 0) -> Sequence[Value] | None:
    """The operands of a region's terminator (without the first ``skip``), None when there is no region.

    A terminator that is left out stands for one without operands.
    """
    if region >= len(op.regions) or not op.regions[region].blocks:
        return None
    last = op.regions[region].blocks[0].last
    return () if last is None or last.name not in _TERMINATORS else last.operands[skip:]


_TERMINATORS = frozenset({"scf.yield", "scf.condition", "scope.return"})


def _arguments(op: Operation, region: int, skip: int = 0) -> Sequence[Value]:
    blocks = op.regions[region].blocks if region < len(op.regions) else []
    return blocks[0].arguments[skip:] if blocks else ()


def _edge(source: str, target: str, passed: Sequence[Value] | None, received: Sequence[Value]) -> str | None:
    if passed is None:
        return None
    where = f"control flow edge from {source} to {target}"
    if len(passed) != len(received):
        return f" region {where}: source has {len(passed)} operands, but target successor needs {len(received)}"
    for index, (one, other) in enumerate(zip(passed, received, strict=True)):
        if one.type is not other.type and not is_unknown(one.type) and not is_unknown(other.type):
            return f" along {where}: source type #{index} '{one.type}' should match input type #{index} '{other.type}'"
    return None


def _for(op: Operation) -> str | Failure | None:
    starts, arguments = op.operands[3:], _arguments(op, 0, 1)
    yielded = _yielded(op, 0)
    if len(starts) != len(arguments):
        return f"different number of inits and region iter_args: {len(starts)} != {len(arguments)}"
    if yielded and len(yielded) != len(arguments):
        return f"different number of region iter_args and yielded values: {len(arguments)} != {len(yielded)}"
    if len(op.results) != len(arguments):
        return f"different number of loop results and region iter_args: {len(op.results)} != {len(arguments)}"
    for index, (start, argument) in enumerate(zip(starts, arguments, strict=True)):
        if start.type is not argument.type:
            return (
                f"{index}-th init and {index}-th region iter_arg have different type: '{start.type}' != "
                f"'{argument.type}'"
            )
        if yielded and yielded[index].type is not argument.type and not is_unknown(yielded[index].type):
            return (
                f"{index}-th region iter_arg and {index}-th yielded value have different type: '{argument.type}' != "
                f"'{yielded[index].type}'"
            )
    for index, (argument, result) in enumerate(zip(arguments, op.results, strict=True)):
        if argument.type is not result.type:
            return (
                f"{index}-th region iter_arg and {index}-th loop result have different type: '{argument.type}' != "
                f"'{result.type}'"
            )
    return _edge("Region #0", "Region #0", yielded, arguments) or _edge(
        "Region #0", "parent results", yielded, op.results
    )


def _each_to_parent(op: Operation) -> str | Failure | None:
    for region in range(len(op.regions)):
        failure = _edge(f"Region #{region}", "parent results", _yielded(op, region), op.results)
        if failure is not None:
            return failure
    return None


def _while(op: Operation) -> str | Failure | None:
    return (
        _edge("parent operands", "Region #0", op.operands, _arguments(op, 0))
        or _edge("Region #0", "parent results", _yielded(op, 0, 1), op.results)
        or _edge("Region #0", "Region #1", _yielded(op, 0, 1), _arguments(op, 1))
        or _edge("Region #1", "Region #0", _yielded(op, 1), _arguments(op, 0))
    )


_CHECKS = {
    "scf.execute_region": _each_to_parent,
    "scf.for": _for,
    "scf.if": _each_to_parent,
    "scf.index_switch": _each_to_parent,
    "scf.while": _while,
    "scope.scope": _each_to_parent,
}
