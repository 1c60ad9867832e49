"""Texts and places that only failures need."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

_ENTRY: Final = re.compile(r"#dlti\.dl_entry<\s*(\"(?:[^\"\\]|\\.)*\"|[^,>]*?)\s*,")
_KEYS: Final = frozenset(
    {
        "AI_CORE_COUNT",
        "CUBE_CORE_COUNT",
        "VECTOR_CORE_COUNT",
        "UB_SIZE",
        "L1_SIZE",
        "L0A_SIZE",
        "L0B_SIZE",
        "L0C_SIZE",
        "UB_ALIGN_SIZE",
        "L1_ALIGN_SIZE",
        "L0C_ALIGN_SIZE",
    }
)
_MORE_KEYS_A5: Final = frozenset({"MINIMAL_D_CACHE_SIZE", "MAXIMUM_D_CACHE_SIZE", "ARCH"})


def device_description_error(text: str, build: Build) -> tuple[int, str] | None:
    """The first wrong key of a ``#hacc.target_device_spec`` in ``text``: offset of its bracket, and the sentence."""
    start = text.index("#hacc.target_device_spec") + len("#hacc.target_device_spec")
    known = _KEYS | _MORE_KEYS_A5 if build == "a5" else _KEYS
    seen: set[str] = set()
    depth, end = 0, start
    for end in range(start, len(text)):
        depth += (text[end] == "<") - (text[end] == ">")
        if depth == 0:
            break
    for match in _ENTRY.finditer(text, start, end + 1):
        written = match[1]
        if not written.startswith('"'):
            return start, f"dlti.target_device_spec does not allow type as a key: '{written}'"
        key = written[1:-1]
        if key in seen:
            return start, f"repeated layout entry key: {key}"
        seen.add(key)
        if key not in known:
            return start, f'invalid target device spec: "{key}"'
    return None


def generic_text(op: Operation, build: Build) -> str:
    """An operation in generic form with the compiler's numbers as names."""
    from hivm_passes.ir.printing import CanonicalNames, Printer, TypePrinter

    root = op
    while (parent := root.parent_op) is not None and root.name != "func.func":
        root = parent
    return Printer(CanonicalNames(root, generic=True), TypePrinter(), build=build, generic=True).operation(op, 0)
