"""Which operations may ask for copies of their buffers: the limits of ``hivm-mark-multi-buffer``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation

LIMITS: Final = ("no-limit", "only-cube", "only-vector", "no-l0c")

LOAD: Final = "hivm.hir.load"
STORE: Final = "hivm.hir.store"
ND2NZ: Final = "hivm.hir.nd2nz"
FIXPIPE: Final = "hivm.hir.fixpipe"

CORE_TYPE: Final = "hivm.func_core_type"
PART_OF_MIX: Final = "hivm.part_of_mix"


@dataclass(frozen=True, slots=True)
class Limits:
    """The options as facts. ``workspace_copies`` is the number on marks of workspace; ``on_ub``, ``on_l1`` and
    ``on_l0c`` switch the memories (A5)."""

    local: str = "no-l0c"
    mix: str = "only-cube"
    only_local: bool = False
    workspace_copies: int = 4
    on_ub: bool = True
    on_l1: bool = True
    on_l0c: bool = True

    def triggers(self, func: Operation) -> frozenset[str]:
        """The operations of ``func`` whose on-chip buffer is marked."""
        mix = is_mix(func)
        found: set[str] = set()
        if not mix or self.mix != "only-vector":
            if self.on_l1:
                found.add(ND2NZ)
            if self.on_l0c and self.local != "no-l0c":
                found.add(FIXPIPE)
        if self.on_ub and (not mix or self.mix != "only-cube"):
            found |= {LOAD, STORE}
        return frozenset(found)

    def marks_workspace(self, func: Operation) -> bool:
        """Whether workspace of ``func`` is marked."""
        return is_mix(func) and not self.only_local


def is_mix(func: Operation) -> bool:
    """Whether the function has a cube and a vector half, or is one of them."""
    core = func.attributes.get(CORE_TYPE)
    if core is None:
        return False
    return getattr(core, "body", None) == "MIX" or PART_OF_MIX in func.attributes
