"""``hacc-append-device-spec``: writes the description of the module's target, or of a given one, on the module."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.attributes import DialectAttr, IntegerAttr
from hivm_passes.ir.core import Span
from hivm_passes.ir.types import I1
from hivm_passes.lazy import pattern
from hivm_passes.passes import Build, Pass, PassContext, PassResult, option
from hivm_passes.records import dataclass
from hivm_passes.targets import module_target, target, target_data, targets

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.targets import Target

UNKNOWN: Final = "Unknown"
SPEC: Final = "dlti.target_system_spec"
TARGET: Final = "hacc.target"
_VERSION: Final = pattern(r"\d+(\.\d+){0,3}\Z")


def target_names(build: Build) -> tuple[str, ...]:
    """The SoC names that the option of ``build`` accepts."""
    return (*(t.name for t in targets() if build in t.builds), UNKNOWN)


def device_spec(chosen: Target, build: Build) -> DialectAttr:
    """The ``#dlti.target_system_spec`` that ``build`` writes for a target."""
    unset = build == "a3" and chosen.a3_spec != "same"
    entries: list[str] = []
    for key in target_data()["spec_attribute"]["entry_order"][build]:
        value = -1 if unset else chosen.values[key]
        text = f'"{value}"' if isinstance(value, str) else f"{value} : i32"
        entries.append(f'#dlti.dl_entry<"{key}", {text}>')
    return DialectAttr("dlti", "target_system_spec", f'"NPU" : #hacc.target_device_spec<{", ".join(entries)}>')


@dataclass(frozen=True)
class AppendDeviceSpecPass(Pass):
    """The pass. A module that names no known target stays as it is."""

    target: str = option("target", UNKNOWN, "SoC to describe; default: what the module's hacc.target names")
    hivmc_version: str = option("hivmc-version", "0.0.0", "version of the back end to record", builds=("a3",))

    name: ClassVar[str] = "hacc-append-device-spec"
    class_name: ClassVar[str] = "AppendDeviceSpec"
    summary: ClassVar[str] = "add the device description of the target to the module"

    @classmethod
    def anchor(cls, build: Build) -> str:
        return "builtin.module"

    def invalid(self, build: Build) -> str | None:
        names = target_names(build)
        if self.target in names:
            return None
        from difflib import get_close_matches

        close = get_close_matches(self.target, names, 1)
        hint = f" (did you mean '{close[0]}'?)" if close else ""
        return f"for the --target option: Cannot find option named '{self.target}'!{hint}"

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        named = module_target(op)
        if named is not None and context.build not in named.builds:
            named = None
        asked = None if self.target == UNKNOWN else target(self.target)
        chosen = asked or named
        if chosen is None:
            return PassResult(op, changed=False)
        messages: list[str] = []
        if asked is not None and named is not None and asked is not named:
            messages.append("Overwriting the target by the pass option...")
        if SPEC in op.attributes:
            messages.append("Overwriting the device spec...")
        self._write(op, chosen, context.build)
        return PassResult(op, diagnostics=tuple(_warning(op, m) for m in messages))

    def _write(self, module: Operation, chosen: Target, build: Build) -> None:
        module.set_attribute(SPEC, device_spec(chosen, build))
        if build == "a5":
            module.set_attribute(TARGET, DialectAttr("hacc", "target", f'"{chosen.attribute_name}"'))
            return
        version = self.hivmc_version if _VERSION.match(self.hivmc_version) else "0.0.0"
        module.set_attribute("hacc.hivmc_compatible_print", IntegerAttr(0, I1))
        module.set_attribute("hacc.hivmc_version", DialectAttr("hacc", "hivmc_version", f'"{version}"'))
        module.set_attribute(TARGET, None)


def _warning(module: Operation, message: str) -> Diagnostic:
    span = module.source.name if module.source is not None else Span(0, 0)
    return Diagnostic("warning", "hivm.device-spec.overwritten", message, span)


PASSES = (AppendDeviceSpecPass,)
