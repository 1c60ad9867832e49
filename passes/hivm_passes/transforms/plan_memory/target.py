"""The memories that PlanMemory plans for, from what a module says about its device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.records import replace
from hivm_passes.targets import module_device_spec, module_target, module_target_name
from hivm_passes.transforms.plan_memory.options import A3_TARGET, Arch, MemoryTarget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hivm_passes.ir.core import Operation
    from hivm_passes.passes import Build
    from hivm_passes.targets import Target

_FIELDS = {
    "ub": "UB_SIZE",
    "cbuf": "L1_SIZE",
    "cc": "L0C_SIZE",
    "ub_align": "UB_ALIGN_SIZE",
    "cbuf_align": "L1_ALIGN_SIZE",
    "cc_align": "L0C_ALIGN_SIZE",
}
_CACHES = {"min_d_cache": "MINIMAL_D_CACHE_SIZE", "max_d_cache": "MAXIMUM_D_CACHE_SIZE"}


def module_memory(module: Operation, build: Build, assumed: Target | None = None) -> MemoryTarget | None:
    """The memories of the module's device; None when an A5 module does not (fully) describe it.

    The A3 tool plans for one device whatever the module says; only the name is the module's. With ``assumed``, a module
    without a description counts as one for its own target, or else for this one.
    """
    if build == "a3":
        return replace(A3_TARGET, name=module_target_name(module) or A3_TARGET.name)
    named = module_target(module)
    name = module_target_name(module)
    values: Mapping[str, int | str] | None = module_device_spec(module)
    if values is None and assumed is not None:
        chosen = named or assumed
        values, name, named = chosen.values, chosen.name, chosen
    if values is None:
        return None
    numbers = {field: values.get(key) for field, key in _FIELDS.items()}
    caches = {field: values.get(key, 0) for field, key in _CACHES.items()}
    if not all(isinstance(v, int) for v in [*numbers.values(), *caches.values()]):
        return None
    sizes = {field: int(value) for field, value in [*numbers.items(), *caches.items()] if value is not None}
    return MemoryTarget(name or "", _arch(name, named), **sizes)


def _arch(name: str | None, named: Target | None) -> Arch:
    """A module without a target counts as mem-based; a name that nobody knows is neither."""
    if name is None:
        return "mem-based"
    return "unknown" if named is None else named.family
