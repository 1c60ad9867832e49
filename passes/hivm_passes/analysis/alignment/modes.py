"""The three ways in which the compiler aligns storage: one of the A2/A3 build, two of the A5 build."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hivm_passes.records import dataclass
from hivm_passes.targets import module_target, module_target_name

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation
    from hivm_passes.targets import Target


@dataclass(frozen=True, slots=True)
class Mode:
    """How alignment is judged.

    ``reg_based`` (A5 with a reg-based target): a request for a dimension pads the *size* of that dimension; otherwise
    it aligns its *stride*, by padding what lies to its right. ``ascend950``: the target is of the 950 family.
    """

    build: Build
    reg_based: bool = False
    ascend950: bool = False

    @property
    def is_a3(self) -> bool:
        """Whether this is the A2/A3 build, which does not look at the target."""
        return self.build == "a3"

    @property
    def shift(self) -> int:
        """How far left of a requested dimension the stride lies that gets aligned."""
        return 1 if self.reg_based else 0


A3_MODE = Mode("a3")
A5_MODE = Mode("a5")


@cache
def _mode(target: Target | None) -> Mode:
    if target is None or not target.arch_test("a5", "isRegBasedArch"):
        return A5_MODE
    return Mode("a5", reg_based=True, ascend950=target.arch_test("a5", "isAscend950"))


def module_mode(module: Operation | None, build: Build, assumed: Target | None = None) -> Mode:
    """The mode of the functions directly in ``module``; ``assumed`` is the target of a module that names none."""
    if build == "a3":
        return A3_MODE
    if module is None or module_target_name(module) is None:
        return _mode(assumed)
    return _mode(module_target(module))


def mode_of(op: Operation, build: Build, assumed: Target | None = None) -> Mode:
    """The mode at ``op``: that of the nearest module around it."""
    if build == "a3":
        return A3_MODE
    module = op
    while module.name != "builtin.module" and module.parent_op is not None:
        module = module.parent_op
    return module_mode(module, build, assumed)
