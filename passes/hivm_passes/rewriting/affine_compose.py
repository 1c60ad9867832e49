"""``affine.apply`` from a map and values, as MLIR's ``makeComposedAffineApply`` builds it.

Maps of operands that are ``affine.apply`` themselves are put in; constants and repeated operands are taken out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.affine import AffineBinary, AffineConstant, AffineDim, AffineExpr, AffineMap, AffineSymbol
from hivm_passes.ir.attributes import AffineMapAttr, IntegerAttr
from hivm_passes.ir.core import Operation, OpResult
from hivm_passes.ir.types import INDEX
from hivm_passes.rewriting.affine_simplify import replace_operands, simplify_map
from hivm_passes.rewriting.constants import constant_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.ir.core import Value

_SCOPES: Final = frozenset(
    {"func.func", "builtin.module", "gpu.func", "gpu.module", "memref.alloca_scope", "affine.delinearize_index"}
)
"""Operations whose regions make the values at their top level symbols."""


def composed_apply(map: AffineMap, operands: Sequence[Value]) -> Operation:
    """A detached ``affine.apply`` of a map with one result."""
    map, values = compose(map, operands)
    return Operation("affine.apply", values, [INDEX], {"map": AffineMapAttr(map)})


def compose(map: AffineMap, operands: Sequence[Value]) -> tuple[AffineMap, list[Value]]:
    """The map with the maps of its operands' definitions put in, canonical and simplified."""
    (expr,) = map.results
    dims: list[Value | None] = list(operands[: map.dim_count])
    symbols: list[Value | None] = list(operands[map.dim_count :])
    position = 0
    while position < len(dims) + len(symbols):
        changed = _put_in(expr, dims, symbols, position)
        if changed is None:
            position += 1
        else:
            expr, position = changed, 0
    # What was replaced leaves a hole.
    dim_places, kept_dims = _without_holes(dims, AffineDim)
    symbol_places, kept_symbols = _without_holes(symbols, AffineSymbol)
    expr = replace_operands(expr, dim_places, symbol_places)
    result, values = canonicalize(AffineMap(len(kept_dims), len(kept_symbols), (expr,)), [*kept_dims, *kept_symbols])
    return simplify_map(result), values


def _put_in(
    expr: AffineExpr, dims: list[Value | None], symbols: list[Value | None], position: int
) -> AffineExpr | None:
    """Put the map of one operand's definition into ``expr``; None when it is no ``affine.apply``."""
    is_dim = position < len(dims)
    group, index = (dims, position) if is_dim else (symbols, position - len(dims))
    value = group[index]
    definition = value.defining_op if value is not None else None
    if definition is None or definition.name != "affine.apply":
        return None
    inner = definition.attributes.get("map")
    if not isinstance(inner, AffineMapAttr) or len(inner.map.results) != 1:
        return None
    group[index] = None
    inner_map, values = canonicalize(inner.map, definition.operands)
    shifted = replace_operands(
        inner_map.results[0],
        [AffineDim(len(dims) + i) for i in range(inner_map.dim_count)],
        [AffineSymbol(len(symbols) + i) for i in range(inner_map.symbol_count)],
    )
    dim_places: list[AffineExpr] = [*map(AffineDim, range(len(dims)))]
    symbol_places: list[AffineExpr] = [*map(AffineSymbol, range(len(symbols)))]
    (dim_places if is_dim else symbol_places)[index] = shifted
    dims += values[: inner_map.dim_count]
    symbols += values[inner_map.dim_count :]
    return replace_operands(expr, dim_places, symbol_places)


def _without_holes(
    values: list[Value | None], make: type[AffineDim] | type[AffineSymbol]
) -> tuple[list[AffineExpr], list[Value]]:
    places: list[AffineExpr] = []
    kept: list[Value] = []
    for value in values:
        if value is None:
            places.append(AffineConstant(0))
        else:
            places.append(make(len(kept)))
            kept.append(value)
    return places, kept


def canonicalize(map: AffineMap, operands: Sequence[Value]) -> tuple[AffineMap, list[Value]]:
    """Dimensions that are symbols become symbols; unused, repeated and constant operands go."""
    map, operands = _promote(map, operands)
    used_dims, used_symbols = _used(map)
    dims: dict[Value, AffineDim] = {}
    symbols: dict[Value, AffineSymbol] = {}
    dim_places: list[AffineExpr] = []
    for i, value in enumerate(operands[: map.dim_count]):
        dim_places.append(dims.setdefault(value, AffineDim(len(dims))) if i in used_dims else AffineDim(i))
    symbol_places: list[AffineExpr] = []
    for i, value in enumerate(operands[map.dim_count :]):
        constant = constant_value(value)
        if i not in used_symbols:
            symbol_places.append(AffineSymbol(i))
        elif isinstance(constant, IntegerAttr):
            symbol_places.append(AffineConstant(constant.value))
        else:
            symbol_places.append(symbols.setdefault(value, AffineSymbol(len(symbols))))
    results = tuple(replace_operands(e, dim_places, symbol_places) for e in map.results)
    return AffineMap(len(dims), len(symbols), results), [*dims, *symbols]


def _promote(map: AffineMap, operands: Sequence[Value]) -> tuple[AffineMap, Sequence[Value]]:
    if not any(is_symbol(v) for v in operands[: map.dim_count]):
        return map, operands
    dims: list[Value] = []
    promoted: list[Value] = []
    places: list[AffineExpr] = []
    for value in operands[: map.dim_count]:
        if is_symbol(value):
            places.append(AffineSymbol(map.symbol_count + len(promoted)))
            promoted.append(value)
        else:
            places.append(AffineDim(len(dims)))
            dims.append(value)
    results = tuple(replace_operands(e, places, ()) for e in map.results)
    new = AffineMap(len(dims), map.symbol_count + len(promoted), results)
    return new, [*dims, *operands[map.dim_count :], *promoted]


def _used(map: AffineMap) -> tuple[set[int], set[int]]:
    dims: set[int] = set()
    symbols: set[int] = set()
    pending = list(map.results)
    while pending:
        expr = pending.pop()
        if isinstance(expr, AffineDim):
            dims.add(expr.position)
        elif isinstance(expr, AffineSymbol):
            symbols.add(expr.position)
        elif isinstance(expr, AffineBinary):
            pending += (expr.lhs, expr.rhs)
    return dims, symbols


def is_symbol(value: Value) -> bool:
    """Whether a value of type index does not change inside the function (MLIR's ``isValidSymbol``)."""
    if value.type is not INDEX:
        return False
    block = value.parent_block
    owner = block.parent_op if block is not None else None
    if owner is None or owner.name in _SCOPES:
        return True
    if not isinstance(value, OpResult):
        return False
    op = value.owner
    if constant_value(value) is not None:
        return True
    if op.name == "affine.apply":
        return all(is_symbol(v) for v in op.operands)
    if op.name in ("memref.dim", "tensor.dim"):
        source = op.operands[0].parent_block
        above = source.parent_op if source is not None else None
        return above is None or above.name in _SCOPES
    return False
