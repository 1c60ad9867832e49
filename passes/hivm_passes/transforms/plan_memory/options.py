"""Options of PlanMemory and the facts about the target that it uses."""

from __future__ import annotations

from typing import Final, Literal

from hivm_passes.records import dataclass

Tool = Literal["a3", "a5"]
Mode = Literal["local", "workspace"]
Arch = Literal["mem-based", "reg-based", "unknown"]

LOCAL_SPACES: Final = ("ub", "cbuf", "cc")
"""Address spaces that local mode places."""

DEFAULT_SIMT_VF_KIB: Final = 216
"""Default of ``simt-vf-dynamic-size``."""


@dataclass(frozen=True, slots=True)
class MemoryTarget:
    """Sizes of the on-chip memories of one target, all in bits (PlanMemory, capacities and alignment).

    ``min_d_cache`` and ``max_d_cache`` bound the part of UB that SIMT functions of reg-based targets give up.
    """

    name: str
    arch: Arch
    ub: int
    cbuf: int
    cc: int
    ub_align: int = 256
    cbuf_align: int = 256
    cc_align: int = 4096
    min_d_cache: int = 0
    max_d_cache: int = 0

    def capacity(self, space: str) -> int:
        """Size of a local address space in bits."""
        return {"ub": self.ub, "cbuf": self.cbuf, "cc": self.cc}[space]

    def alignment(self, space: str) -> int:
        """Unit in bits to which buffers of a local address space are rounded up."""
        return {"ub": self.ub_align, "cbuf": self.cbuf_align, "cc": self.cc_align}[space]


A3_TARGET: Final = MemoryTarget("Ascend910B1", "mem-based", 1572864, 4194304, 1048576)
"""What the A3 tool plans for, whatever target the module names."""


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """Options of the pass. ``target`` is None when an A5 module has no device description (the pass then fails)."""

    tool: Tool = "a3"
    mode: Mode = "local"
    workspace_reuse: bool = False
    """``enable-global-workspace-reuse``."""
    restrict_inplace_as_isa: bool = False
    disable_tightly_coupled_buffer_reuse: bool = False
    """A5 only."""
    disable_vf_reachable_check: bool = False
    """A5 only."""
    simt_vf_dynamic_size: int = DEFAULT_SIMT_VF_KIB
    """A5 only; UB of SIMT and MIX functions in KiB."""
    target: MemoryTarget | None = A3_TARGET
    """A5: the module's description; A3 always plans for ``A3_TARGET`` and ignores this."""
