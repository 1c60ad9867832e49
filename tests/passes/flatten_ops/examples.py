"""The examples and what the compiler makes of them (``data``, written from the compiler's output)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.printing import print_module
from hivm_passes.passes import PassContext, PassResult
from hivm_passes.transforms.flatten_ops import FlattenOpsPass

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, dict[Build, dict[str, Any]]] = json.loads((DATA / "expected.json").read_text())


def text_of(name: str) -> str:
    return (DATA / f"{name}.mlir").read_text()


def operations(text: str, build: Build = "a3") -> list[Operation]:
    """The HIVM operations of a text."""
    parsed = parse_module(text, build=build)
    assert not parsed.has_errors, parsed.diagnostics
    return [op for op in parsed.module.walk() if op.name.startswith("hivm.hir.")]


def run(text: str, build: Build, *, exact: bool = True) -> PassResult:
    """The pass on a text that parses."""
    parsed = parse_module(text, build=build)
    assert not parsed.has_errors, parsed.diagnostics
    return FlattenOpsPass().run(parsed.module, PassContext(build, exact=exact))


def printed(result: PassResult, build: Build) -> str:
    """As the compiler prints it."""
    return print_module(result.module, build=build)
