"""``hivm-aggregated-decompose-op``: operations that stand for several, each split at its own place of the pipeline.

The report is that of ``hivm-decompose-op``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.dialects.registry import registry
from hivm_passes.passes import BUILDS, Build, Pass, PassContext, PassResult, option
from hivm_passes.records import dataclass
from hivm_passes.transforms.aggregated_decompose_op import rows
from hivm_passes.transforms.decompose_op.run import Row, Rules, decompose

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation

NO_CONSTRAINT: Final = "no-constraint"
LIFTED: Final = "after-hivm-lift-lowest-stride"
PHASES: Final = (
    NO_CONSTRAINT,
    "before-hivm-align",
    "after-hivm-recognize-deinterleave",
    "after-hivm-recognize-broadcast",
    "after-hivm-align",
    "after-infer-hivm-data-layout",
    LIFTED,
    "after-hivm-flatten-ops",
)


def _two_sources() -> dict[str, tuple[str, Row]]:
    names = [n for n in registry("a3").names() if (i := registry("a3").get(n)) is not None and i.elementwise == 2]
    return dict.fromkeys((n for n in names if n.startswith("hivm.hir.v")), ("columns of one pitch", rows.align_columns))


_LOAD: Final = {"hivm.hir.load": ("fill, then load", rows.load)}
_ROWS: Final[dict[str, dict[str, tuple[str, Row]]]] = {
    "before-hivm-align": {
        **_LOAD,
        "hivm.hir.vreduce": ("one reduction per dimension", rows.reduce),
        "hivm.hir.vpad": ("fill the ends, copy the middle", rows.pad),
    },
    "after-hivm-recognize-deinterleave": {
        "hivm.hir.vdeinterleave": ("bytes through f16", rows.deinterleave_bytes),
    },
    "after-hivm-recognize-broadcast": {"hivm.hir.vbrc": ("bytes through f16", rows.broadcast_bytes)},
    "after-hivm-align": {"hivm.hir.vconcat": ("one copy per source", rows.concatenate)},
    "after-infer-hivm-data-layout": {"hivm.hir.nd2nz": ("fill, then load", rows.load)},
}


def rules_of(phase: str, build: Build) -> Rules:
    """The rewrites of one phase. On A5 a load is split in whatever phase it is met."""
    found = _two_sources() if phase == LIFTED else _ROWS.get(phase, {})
    if build == "a5":
        found = {**found, **_LOAD}
    return Rules(found, lambda op, build: _left_out(op, build, phase))


def _left_out(op: Operation, build: Build, phase: str) -> str | None:
    if phase == "after-hivm-align":
        if op.name == "hivm.hir.vtranspose" and getattr(op.attributes.get("disable_align"), "value", 0):
            return "a transposition without alignment becomes two, through full-size buffers"
        if op.name == "hivm.hir.vconcat" and rows.INSERTED in op.attributes:
            return "this concatenation becomes a copy into its root"
        if op.name == "hivm.hir.vconcat" and rows.has_unknown_places(op, build):
            return "a concatenation at unknown places becomes copies"
    if phase == "before-hivm-align" and op.name == "hivm.hir.vpad" and rows.has_unknown_ends(op):
        return "padding of unknown size becomes fills and a copy"
    return None


@dataclass(frozen=True)
class AggregatedDecomposeOpPass(Pass):
    """The pass. Its phase tells which operations are split."""

    decompose_phase: str = option(
        "decompose-phase", NO_CONSTRAINT, "which operations to split, by the place in the pipeline", choices=PHASES
    )

    name: ClassVar[str] = "hivm-aggregated-decompose-op"
    class_name: ClassVar[str] = "HIVMAggregatedDecomposeOp"
    summary: ClassVar[str] = "split operations that stand for several, at their place in the pipeline"
    builds: ClassVar[tuple[Build, ...]] = BUILDS

    def invalid(self, build: Build) -> str | None:
        if build == "a5" and self.decompose_phase == LIFTED:
            return f"for the --decompose-phase option: Cannot find option named '{LIFTED}'!"
        return None

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        return decompose(op, rules_of(self.decompose_phase, context.build), context)


PASSES = (AggregatedDecomposeOpPass,)
