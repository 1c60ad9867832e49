"""Targets: what the compiler knows about every SoC, which one a module names, and which build to assume.

Sizes and alignments are in bits, core counts in cores, as in the device description of a module.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from hivm_passes.dialects.registry import data_file, registry
from hivm_passes.lazy import pattern
from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

Family = Literal["mem-based", "reg-based"]

SIZE_KEYS: Final = {"ub": "UB_SIZE", "cbuf": "L1_SIZE", "ca": "L0A_SIZE", "cb": "L0B_SIZE", "cc": "L0C_SIZE"}
"""Address space to the key of its capacity."""
ALIGN_KEYS: Final = {"ub": "UB_ALIGN_SIZE", "cbuf": "L1_ALIGN_SIZE", "cc": "L0C_ALIGN_SIZE"}
"""Address space to the key of its alignment."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """One SoC. ``values`` are the entries of its device description, as spelled there."""

    name: str
    attribute_name: str
    """The spelling inside ``#hacc.target<"...">``."""
    series: str
    family: Family
    builds: tuple[Build, ...]
    """Builds that accept the name as an option."""
    values: Mapping[str, int | str]
    a3_spec: str | None
    """What the A2/A3 build writes for it: ``same`` numbers, ``unset`` (-1 everywhere), or None (unknown name)."""
    arch_tests: Mapping[str, Mapping[str, bool]] = field(default_factory=dict[str, "Mapping[str, bool]"])

    def number(self, key: str) -> int | None:
        """One number of the device description."""
        value = self.values.get(key)
        return value if isinstance(value, int) else None

    def capacity(self, space: str) -> int | None:
        """Capacity of an on-chip address space in bits."""
        key = SIZE_KEYS.get(space)
        return None if key is None else self.number(key)

    def alignment(self, space: str) -> int | None:
        """Alignment of an on-chip address space in bits."""
        key = ALIGN_KEYS.get(space)
        return None if key is None else self.number(key)

    @property
    def ai_cores(self) -> int | None:
        """Number of AI cores."""
        return self.number("AI_CORE_COUNT")

    @property
    def cube_cores(self) -> int | None:
        """Number of cube cores."""
        return self.number("CUBE_CORE_COUNT")

    @property
    def vector_cores(self) -> int | None:
        """Number of vector cores."""
        return self.number("VECTOR_CORE_COUNT")

    @property
    def is_reg_based(self) -> bool:
        """Whether the architecture is reg-based (the A5 line)."""
        return self.family == "reg-based"

    def arch_test(self, build: Build, question: str) -> bool:
        """The answer of the build to one of its arch questions (``isAscend950``, ``isMemBasedArch`` ...)."""
        return (self.arch_tests.get(build) or {}).get(question, False)


@lru_cache(maxsize=1)
def target_data() -> dict[str, Any]:
    """The whole table as data: units, key order, defaults, pass messages."""
    return data_file("targets.json")


@lru_cache(maxsize=1)
def _targets() -> dict[str, Target]:
    found: dict[str, Target] = {}
    for record in target_data()["targets"]:
        target = Target(
            name=record["name"],
            attribute_name=record.get("attr_name", record["name"]),
            series=record["series"],
            family=record["family"],
            builds=tuple(record["in_builds"]),
            values=MappingProxyType(record["values"]),
            a3_spec=record.get("a3_spec"),
            arch_tests=MappingProxyType(record.get("arch_tests", {})),
        )
        found[target.name] = target
        found.setdefault(target.attribute_name, target)
    return found


def target(name: str) -> Target | None:
    """A target by its option name or by its name in ``#hacc.target``."""
    return _targets().get(name)


def targets() -> tuple[Target, ...]:
    """All targets."""
    return tuple(dict.fromkeys(_targets().values()))


def default_target(build: Build) -> Target:
    """What to assume for a module without a target: the first of the build's own family."""
    family: Family = "mem-based" if build == "a3" else "reg-based"
    found = next((t for t in targets() if t.family == family and build in t.builds), None)
    assert found is not None
    return found


def module_target_name(module: Operation) -> str | None:
    """The text inside the module's ``hacc.target`` attribute, known or not."""
    attribute = module.attributes.get("hacc.target")
    body = getattr(attribute, "body", None)
    if body is None:
        body = getattr(attribute, "value", None)
    if not isinstance(body, str):
        return None
    return body.strip().strip('"')


def module_target(module: Operation) -> Target | None:
    """The target that a module names, or None."""
    name = module_target_name(module)
    return None if name is None else target(name)


_ENTRY: Final = pattern(r'#dlti\.dl_entry<\s*"([A-Za-z0-9_]+)"\s*,\s*(?:(-?[0-9]+)\s*(?::\s*i[0-9]+)?|"([^"]*)")\s*>')


def module_device_spec(module: Operation) -> dict[str, int | str] | None:
    """The entries of the module's ``dlti.target_system_spec``, or None without one. Unset entries are -1."""
    attribute = module.attributes.get("dlti.target_system_spec")
    if attribute is None:
        return None
    found: dict[str, int | str] = {}
    for match in _ENTRY.finditer(getattr(attribute, "body", None) or ""):
        found[match[1]] = int(match[2]) if match[2] is not None else match[3]
    return found


_TARGET_TEXT: Final = pattern(rb'hacc\.target\s*=\s*#hacc(?:\.|<)target<\s*"([^"]*)"')
_A5_TEXT: Final = pattern(rb"\b(?:unsigned_src|tie_break_left|eviction_policy)\s*=|\bmax_with_index>|\bmin_with_index>")
_A3_TEXT: Final = pattern(rb"(?:max|min)_with_index_(?:left|right)|\bdisable_align\s*=|\bcollapse_reassociation\s*=")
_A5_WORDS: Final = (b"unsigned_src", b"tie_break_left", b"eviction_policy", b"max_with_index>", b"min_with_index>")
_A3_WORDS: Final = (b"with_index_left", b"with_index_right", b"disable_align", b"collapse_reassociation")
_A5_OPS: Final = re.compile(rb"hivm\.hir\.(\w+)")


def guess_build(text: bytes) -> Build:
    """Which compiler build a text is for.

    The module's target decides (950 and 310B: a5; 910B and 910_93: a3); else clauses and operations that only one
    build has; else a3.
    """
    # A search for plain bytes is far quicker than one for an expression, and most texts hold none of these.
    named = _TARGET_TEXT.search(text) if b"hacc.target" in text else None
    if named is not None:
        name = named[1].decode("utf-8", "replace")
        return "a5" if re.search(r"950|310B|910_95", name) else "a3"
    if any(word in text for word in _A5_WORDS) and _A5_TEXT.search(text):
        return "a5"
    if any(word in text for word in _A3_WORDS) and _A3_TEXT.search(text):
        return "a3"
    names = {m.decode("ascii", "replace") for m in _A5_OPS.findall(text)}
    for name in sorted(names):
        op = f"hivm.hir.{name}"
        in_a3, in_a5 = registry("a3").get(op) is not None, registry("a5").get(op) is not None
        if in_a3 != in_a5:
            return "a3" if in_a3 else "a5"
    return "a3"
