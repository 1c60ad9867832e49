"""Every example against what the compiler does with it (``data/expected.json``, written from the compiler's output)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.passes.plan_memory.planning import addresses, cached_plans, place

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads((DATA / "expected.json").read_text())
CASES = [
    pytest.param(name, case, id=f"{name}-{case['target']}" + (f"-{i}" if case["options"] else ""))
    for name, cases in EXPECTED.items()
    for i, case in enumerate(cases)
]
OF_REWRITING = "does not dominate this use"
"""Comes from what is done with a plan, not from the plan."""


def read(name: str) -> str:
    return (DATA / "examples" / f"{name}.mlir").read_text()


@pytest.mark.parametrize(("name", "case"), CASES)
def test_example(name: str, case: dict[str, Any]) -> None:
    text = read(name)
    if any("expected" in e or "Unsupported copy" in e for e in case["errors"]):
        pytest.skip("this compiler does not accept the program")
    plans = cached_plans(text, case["target"], case["options"])
    failures = [f for plan in plans for f in plan.failures]
    fatal = [f for f in failures if f.exit != "success"]
    if case["status"] == "crash":
        assert [f.exit for f in fatal][:1] in (["crash"], ["abort"])
        if "Assertion" in case["crash"] or "LLVM ERROR" in case["crash"]:
            assert fatal[0].fatal is None or fatal[0].fatal.strip() == case["crash"].strip()
        # With several functions the compiler works in parallel and may die before it has said why.
        assert {f.text for f in fatal if f.located and f.op_name is None} >= set(case["errors"])
    elif case["status"] == "error" and any(OF_REWRITING in e for e in case["errors"]):
        assert not fatal
    elif case["status"] == "error":
        messages = {(f"'{f.op_name}' op " if f.op_name else "") + f.text for f in fatal if f.exit == "error"}
        assert messages == set(case["errors"])
        assert fatal[0].exit == ("error" if case["errors"] else "silent")
    else:
        assert not fatal
        assert addresses(plans, text) == case["addresses"]
        unwritten = {f"'{f.op_name}' op {f.text}" for f in failures}
        assert unwritten == set(case["errors"])


@pytest.mark.parametrize(("name", "case"), [c for c in CASES if c.values[1].get("lives")])
def test_lives(name: str, case: dict[str, Any]) -> None:
    """The compiler's display file has the first interval of each slot, at the owner for the first slot of a space."""
    text = read(name)
    (plan,) = cached_plans(text, case["target"], case["options"])
    slots = {slot.id: slot for slot in plan.slots}
    found = {place(b.op, text): list(slots[b.slot].lives[0][:2]) for b in plan.buffers if b.slot is not None}
    assert {key: found[key] for key in case["lives"]} == case["lives"]
