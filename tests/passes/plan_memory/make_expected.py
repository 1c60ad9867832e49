"""Writes ``data/expected.json``: what the compiler does with the examples. Run it when the compiler's package changes.

``python -m tests.passes.plan_memory.make_expected``
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

from hivm_passes.ir.parsing import parse_module
from tests.conformance.compiler import Build, run

DATA = Path(__file__).parent / "data"
VARIANTS = re.compile(r"^// RUN (\S+)(?: (.*))?$", re.M)
_LOCATION = re.compile(r'"<stdin>":(\d+):(\d+)')
_ERROR = re.compile(r"^<stdin>:(\d+):\d+: error: (.*)$", re.M)


def variants(text: str) -> list[tuple[str, str]]:
    """Target (``a3`` or the name of an SoC for the A5 tool, ``none`` for no target) and options of every run."""
    return [(m[1], m[2] or "") for m in VARIANTS.finditer(text)]


def flags(target: str, options: str) -> tuple[Build, list[str]]:
    """Tool and command line of a run."""
    if target == "a3":
        return "a3", [f"--hivm-plan-memory={options}"]
    device = [] if target == "none" else [f"--hacc-append-device-spec=target={target}"]
    return "a5", [*device, f"--hivm-plan-memory={options}"]


def addresses(output: str, build: Build) -> dict[str, list[int]]:
    """Addresses by ``line:column`` of the allocation, from printed IR with locations."""
    module = parse_module(output, build=build, allow_unregistered=True).module
    found: dict[str, list[int]] = {}
    for op in module.walk():
        first = {"hivm.hir.pointer_cast": 0, "memref_ext.alloc_workspace": 1}.get(op.name)
        match = _LOCATION.search(op.location.body) if op.location is not None else None
        if first is None or match is None:
            continue
        constants = [v.defining_op for v in op.operands[first:]]
        found[f"{match[1]}:{match[2]}"] = [
            c.attributes["value"].value for c in constants if c is not None and c.name == "arith.constant"
        ]
    return found


def expected(text: str, target: str, options: str) -> dict[str, Any]:
    """One run of the compiler."""
    build, command = flags(target, options)
    result: dict[str, Any] = {"target": target, "options": options}
    with tempfile.TemporaryDirectory() as directory:
        done = run(build, text, (*command, "--mlir-print-debuginfo"), Path(directory))
        result["status"] = done.status
        if done.status == "ok":
            result["addresses"] = {k: v for k, v in addresses(done.output, build).items() if v}
        result["errors"] = sorted({message for _, message in done.errors})
        if done.crash:
            crash = re.sub(r"^\S+: \S+:\d+: .*?: (?=Assertion)", "", done.crash)
            result["crash"] = re.sub(r" executed at \S+$", "", crash)
        if build == "a3" and "workspace" not in options and text.count("func.func") == 1:
            shown = run(build, text, (command[-1] + " enable-memory-display",), Path(directory))
            records = [r for _, content in shown.files for r in json.loads(content)["Record"]]
            result["lives"] = {
                match[1] + ":" + match[2]: entry["life_time_in_ir"]
                for record in records
                for entry in record["memory_info_array"]
                if (match := re.search(r":(\d+):(\d+)\)$", entry["source_location"]))
            }
    return result


def main() -> None:
    """Run every example in every way that its first lines name."""
    found = {
        path.stem: [expected(path.read_text(), *variant) for variant in variants(path.read_text())]
        for path in sorted((DATA / "examples").glob("*.mlir"))
    }
    lines = [
        f" {json.dumps(name)}: [\n  " + ",\n  ".join(json.dumps(case, sort_keys=True) for case in cases) + "\n ]"
        for name, cases in found.items()
    ]
    (DATA / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
