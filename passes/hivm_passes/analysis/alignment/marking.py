"""Walking a function and making its stride-align marks, each as soon as it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.calls import call_demands
from hivm_passes.analysis.alignment.demands import STRIDE_ALIGN_BYTES, STRIDE_ALIGN_DIMS, AlignmentError
from hivm_passes.analysis.alignment.rows import structured_demands
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.attributes import DenseArrayAttr
from hivm_passes.ir.core import Operation
from hivm_passes.ir.types import I32
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hivm_passes.analysis.alignment.demands import Demand
    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Value

MARK = "annotation.mark"


@dataclass(frozen=True, slots=True)
class Marking:
    """The demands that were granted, in the order in which their marks were made, and where the compiler stops."""

    demands: tuple[Demand, ...]
    errors: tuple[AlignmentError, ...] = ()


def mark_function(
    function: Operation,
    mode: Mode,
    wanted: Callable[[Demand], bool] | None = None,
) -> Marking:
    """Mark ``function`` in place; with ``wanted`` only the demands that it accepts.

    Each operation is judged with the marks that exist when its turn comes.
    """
    granted: list[Demand] = []
    errors: list[AlignmentError] = []
    calls: list[Operation] = []
    is_stopped = False
    known = registry(mode.build)
    for op in function.walk_post_order():
        if mode.reg_based and op.name == "func.call":
            calls.append(op)
        elif not is_stopped and op.name.startswith("hivm."):
            info = known.get(op.name)
            if info is not None and info.is_structured:
                is_stopped = not _grant(structured_demands(op, mode), granted, errors, wanted)
    for call in calls:
        if not _grant(call_demands(call, mode), granted, errors, wanted):
            break
    return Marking(tuple(granted), tuple(errors))


def _grant(
    asked: Iterator[Demand],
    granted: list[Demand],
    errors: list[AlignmentError],
    wanted: Callable[[Demand], bool] | None,
) -> bool:
    """Make the marks of one operation; false when it is refused."""
    try:
        for demand in asked:
            if wanted is None or wanted(demand):
                mark_strides(demand)
                granted.append(demand)
    except AlignmentError as error:
        errors.append(error)
        return False
    return True


def mark_strides(demand: Demand) -> Operation:
    """Make the mark of a demand."""
    return attach_mark(
        demand.value,
        {
            STRIDE_ALIGN_DIMS: i32_array((demand.dim,)),
            STRIDE_ALIGN_BYTES: i32_array((demand.bytes,)),
        },
        demand.op,
    )


def attach_mark(value: Value, attributes: dict[str, Attribute], asked_by: Operation) -> Operation:
    """A new ``annotation.mark`` right behind the definition of ``value`` (at the start of its block for arguments)."""
    mark = Operation(MARK, (value,), (), attributes)
    mark.location = asked_by.location
    mark.derived_from = asked_by
    definition = value.defining_op
    block = value.parent_block
    assert block is not None
    block.insert_after(definition, mark)
    return mark


def i32_array(values: Sequence[int]) -> DenseArrayAttr:
    """``array<i32: ...>``."""
    return DenseArrayAttr(I32, tuple(values))
