"""How an allocation grows under its requests: units per dimension, aligned sizes, bytes before and after.

Source: hivm-enable-stride-align, padded shape.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.layout import last_stride_is_one
from hivm_passes.ir.types import DYNAMIC, MemRefType, bit_width, row_major_strides
from hivm_passes.records import dataclass
from hivm_passes.rewriting.constants import constant_int

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.core import Operation, Value

Size = "int | Value"
_MASK = 0xFFFFFFFF


@dataclass(frozen=True, slots=True, eq=False)
class Padding:
    """``sizes`` are those of the allocation followed by 1, ``aligned`` what they become; both in elements.

    An entry of ``aligned`` is None where arithmetic has to round a size up to its entry in ``units``.
    """

    type: MemRefType
    units: tuple[int, ...]
    sizes: tuple[int | Value, ...]
    aligned: tuple[int | Value | None, ...]

    @property
    def changes(self) -> bool:
        """Whether anything has to be padded."""
        for size, aligned in zip(self.sizes, self.aligned, strict=True):
            number = size if isinstance(size, int) else constant_int(size)
            if aligned is not size and (number is None or aligned != number):
                return True
        return False

    @property
    def aligned_shape(self) -> tuple[int, ...]:
        """The shape of the padded allocation."""
        return tuple(s if isinstance(s, int) else DYNAMIC for s in self.aligned)

    @property
    def strides(self) -> tuple[int, ...]:
        """The strides of the view that keeps the old shape."""
        return row_major_strides(self.aligned_shape)[:-1]


def padding_of(op: Operation, requests: Sequence[tuple[int, int]], mode: Mode) -> Padding | str:
    """What an allocation becomes under its requests, pairs of dimension and bytes; or why the compiler dies there."""
    type = op.results[0].type
    assert isinstance(type, MemRefType)
    targets = _targets(type, requests, mode)
    if isinstance(targets, str):
        return targets
    units = _units(type, targets, mode)
    if units is None:
        return "division by zero"
    dynamic = iter(op.operands)
    sizes: list[int | Value] = [next(dynamic) if size == DYNAMIC else size for size in type.shape]
    sizes.append(1)
    aligned: list[int | Value | None] = []
    for size, unit in zip(sizes, units, strict=True):
        number = size if isinstance(size, int) else constant_int(size)
        if number is not None:
            aligned.append(-(-number // unit) * unit)
        else:
            aligned.append(size if unit == 1 else None)
    return Padding(type, tuple(units), tuple(sizes), tuple(aligned))


def _targets(type: MemRefType, requests: Sequence[tuple[int, int]], mode: Mode) -> list[int] | str:
    """Per dimension, the number of elements that requests ask it (or its stride) to be a multiple of."""
    targets = [1] * type.rank
    bits = bit_width(type.element)
    if bits is None:
        return "only integers and floats have a bitwidth"
    for dim, size in requests:
        wanted = abs(_signed(size * 8))
        if wanted == 0:
            return "division by zero"
        if not 0 <= dim < type.rank:
            if mode.is_a3:
                continue
            return f"dimension {dim} does not exist"
        if bits % wanted == 0:
            continue
        if wanted % bits and not mode.is_a3:
            return "Alignment cannot satisfied by bitwidth"
        targets[dim] = lcm(targets[dim], max(1, wanted // bits))
    return targets


def _signed(value: int) -> int:
    value &= _MASK
    return value - (1 << 32) if value >> 31 else value


def _units(type: MemRefType, targets: Sequence[int], mode: Mode) -> list[int] | None:
    """Per dimension of the padded allocation, the number that its size is rounded up to a multiple of."""
    rank = type.rank
    if mode.reg_based and last_stride_is_one(type):
        return [1, *targets[1:], 1] if rank else [1]
    if not mode.is_a3:
        return [1, *targets]
    units = [1] * (rank + 1)
    inner = filled = 1
    for dim in reversed(range(rank)):
        wanted = lcm(inner, targets[dim])
        units[dim + 1] = 1 if filled % wanted == 0 else wanted // inner
        inner = wanted
        if type.shape[dim] != DYNAMIC:
            filled = _signed(filled * lcm(type.shape[dim], units[dim + 1]))
    return units
