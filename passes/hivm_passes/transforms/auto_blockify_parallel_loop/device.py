"""What blockify reads from attributes: is it a kernel, for which cores, how many of them, how many blocks at a time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import DialectAttr, IntegerAttr
from hivm_passes.ir.types import I32, IntegerType
from hivm_passes.records import dataclass
from hivm_passes.rewriting.constants import wrap
from hivm_passes.targets import module_target

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.passes import Build
    from hivm_passes.targets import Target

CORE_TYPE: Final = "hivm.func_core_type"
VECTOR_FUNCTION: Final = "hivm.vector_function"
SIZE: Final = "auto_blockify_size"
SPEC: Final = "dlti.target_system_spec"

CORE_COUNT_KEYS: Final = {"AIV": "VECTOR_CORE_COUNT", "AIC": "CUBE_CORE_COUNT", "MIX": "CUBE_CORE_COUNT"}
"""Core type of a function to the entry of the device description that counts its cores."""

_NPU: Final = re.compile(r'"NPU"\s*:\s*(#\w+\.target_device_spec<|#hacc<target_device_spec<)?')
_ENTRY: Final = re.compile(r'#dlti\.dl_entry<\s*"(\w+)"\s*,\s*(?:(-?\d+)\s*:\s*(\w+)|(true|false))?')


@dataclass(frozen=True, slots=True)
class CoreCount:
    """How many physical cores a kernel runs on: ``key`` is the entry of the device description that says so.

    ``source`` names the SoC when the module does not describe its device and one was assumed.
    """

    core_type: str
    key: str
    count: int
    source: str | None = None


class CoreCountError(Exception):
    """The number of cores is not to be had. ``is_crash``: the compiler does not report it but dies."""

    def __init__(self, code: str, message: str, *details: str, is_crash: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
        self.is_crash = is_crash


def is_device_entry(func: Operation) -> bool:
    """Whether the function is a kernel that the host launches."""
    kind = func.attributes.get("hacc.function_kind")
    return "hacc.entry" in func.attributes and getattr(kind, "body", None) == "DEVICE"


def block_size(func: Operation) -> int:
    """How many logical blocks an iteration takes: ``auto_blockify_size``, 1 without it (A2 and A3).

    The compiler reads what is no integer as 0.
    """
    value = func.attributes.get(SIZE)
    if value is None:
        return 1
    return _as_i32(value.value, value.type) if isinstance(value, IntegerAttr) else 0


def core_count(func: Operation, build: Build, assumed: Target | None = None) -> CoreCount:
    """The physical cores of a kernel; ``assumed`` is the SoC of a module that describes none.

    Raises ``CoreCountError``.
    """
    attribute = func.attributes.get(CORE_TYPE)
    core_type = attribute.body if isinstance(attribute, DialectAttr) else None
    if build == "a5" and VECTOR_FUNCTION in func.attributes:
        core_type = "AIV"
    key = CORE_COUNT_KEYS.get(core_type or "")
    if key is None or core_type is None:
        said = "the function has no core type" if core_type is None else f"the core type is {core_type}"
        raise _not_inferred(f"{said}: run hivm-infer-func-core-type first")
    module = func.parent_op
    while module is not None and module.name != "builtin.module":
        module = module.parent_op
    spec = module.attributes.get(SPEC) if module is not None else None
    if not isinstance(spec, DialectAttr):
        chosen = (module_target(module) if module is not None else None) or assumed if assumed is not None else None
        known = chosen.number(key) if chosen is not None else None
        if chosen is None or known is None:
            raise _not_inferred("the module does not describe its device: run hacc-append-device-spec first")
        return CoreCount(core_type, key, known, chosen.name)
    return CoreCount(core_type, key, _entry(spec.body or "", key, build))


def _entry(body: str, key: str, build: Build) -> int:
    """Entry ``key`` of the NPU in the text of a device description."""
    device = _NPU.search(body)
    if device is None:
        raise _not_inferred("the module describes no NPU")
    if not (device[1] or "").startswith("#hacc"):
        raise CoreCountError("core-count", "the NPU is not described by #hacc.target_device_spec", is_crash=True)
    entry = next((e for e in _ENTRY.finditer(body, device.end()) if e[1] == key), None)
    if entry is None:
        raise CoreCountError("core-count", f"the device description has no {key}", is_crash=True)
    if entry[4] is not None:
        return -1 if entry[4] == "true" else 0
    width = re.fullmatch(r"(?:[su]?i)(\d+)|index", entry[3] or "")
    if width is None:
        if build == "a5":
            raise CoreCountError("core-count", f"{key} of the device description is no integer", is_crash=True)
        return 0
    return _as_i32(int(entry[2]), IntegerType(int(width[1] or 64)))


def _as_i32(value: int, type: object) -> int:
    """A number read with the sign of its type's highest bit and cut to an i32."""
    width = type.width if isinstance(type, IntegerType) else 64
    value &= (1 << width) - 1
    return wrap(value - (1 << width) if value >> (width - 1) else value, I32)


def _not_inferred(detail: str) -> CoreCountError:
    return CoreCountError("no-core-count", "Physical block num cannot be inferred", detail)
