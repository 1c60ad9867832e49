"""What besides its own text decides what the pass does to a function, so that a change elsewhere can be ignored.

On A2 and A3 nothing does. On A5 calls connect functions, and coupled buffers and requests that stand on allocations
already concern the whole module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.propagation import ALLOCATIONS
from hivm_passes.analysis.alignment.requests import MARK, STRIDES
from hivm_passes.rewriting.retype import callee_of
from hivm_passes.transforms.enable_stride_align.coupled import COUPLED

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation


def needs_whole_module(module: Operation, build: Build) -> bool:
    """Whether functions of this module may have to do with each other beyond calls."""
    if build == "a3":
        return False
    return any(
        (op.name == MARK and COUPLED in op.attributes)
        or (op.name in ALLOCATIONS and (STRIDES.dims in op.attributes or STRIDES.bytes in op.attributes))
        for op in module.walk()
    )


def connected(func: Operation, build: Build) -> tuple[Operation, ...]:
    """The other functions whose text matters for ``func``: those that call it or that it calls, on and on (A5)."""
    module = func.parent_op
    if build == "a3" or module is None:
        return ()
    links: dict[Operation, set[Operation]] = {}
    for op in module.walk():
        if op.name == "func.call":
            caller = next((o for o in op.ancestors() if o.name == "func.func"), None)
            callee = callee_of(op)
            if caller is not None and callee is not None:
                links.setdefault(caller, set()).add(callee)
                links.setdefault(callee, set()).add(caller)
    found: dict[Operation, None] = {func: None}
    pending = [func]
    while pending:
        for other in links.get(pending.pop(), ()):
            if other not in found:
                found[other] = None
                pending.append(other)
    del found[func]
    return tuple(found)
