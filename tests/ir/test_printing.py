"""Printed text is the compiler's own, byte by byte, on recorded outputs of both builds."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from hivm_passes.ir.attributes import FloatAttr
from hivm_passes.ir.parsing import parse_attribute, parse_module, parse_type
from hivm_passes.ir.printing import attribute_text, print_module, print_operation, type_text
from hivm_passes.ir.printing.literals import float_text, string_text
from hivm_passes.ir.types import FloatType
from tests.conformance.compiler import binaries, reprint

DATA = Path(__file__).parent / "data"


def data(name: str) -> Any:
    return json.loads((DATA / name).read_text())


def outputs(record: dict[str, Any]) -> list[tuple[str, Any]]:
    """(build, value) of a record that has ``both`` or one key per build."""
    return [("a3", record["both"]), ("a5", record["both"])] if "both" in record else sorted(record.items())


OP_EXAMPLES = [
    pytest.param(example["input"], build, printed, id=f"{example['id']}-{example['op']}-{build}")
    for example in data("op-examples.json")["examples"]
    for build, printed in outputs(example["printed"])
    if printed is not None
]


@pytest.mark.parametrize(("source", "build", "printed"), OP_EXAMPLES)
def test_operations_print_as_the_compiler_prints_them(source: str, build: Any, printed: str) -> None:
    parsed = parse_module(source, build=build)
    assert print_module(parsed.module, build=build, aliases=parsed.aliases) == printed


GENERIC_EXAMPLES = [
    pytest.param(example["input"], build, line, id=f"{example['id']}-{example['op']}-{build}")
    for example in data("op-examples.json")["examples"]
    for build, line in outputs(example["generic"])
    if line is not None
]


@pytest.mark.parametrize(("source", "build", "line"), GENERIC_EXAMPLES)
def test_generic_form_is_the_compilers(source: str, build: Any, line: str) -> None:
    printed = print_module(parse_module(source, build=build).module, build=build, generic=True)
    first = line.splitlines()[0]
    assert first in [printed_line.strip() for printed_line in printed.splitlines()]


CORE_CASES = [
    pytest.param(case["input"], build, outcome["printed"], id=f"{case['id']}-{build}")
    for case in data("core-syntax-cases.json")["cases"]
    for build, outcome in outputs({k: v for k, v in case.items() if k in ("both", "a3", "a5")})
    if outcome.get("ok") and "printed" in outcome and "-----" not in case["input"] and "sparse<" not in case["input"]
]
# Sparse attributes keep their text; the compiler rewrites its brackets.


@pytest.mark.parametrize(("source", "build", "printed"), CORE_CASES)
def test_core_syntax_prints_as_the_compiler_prints_it(source: str, build: Any, printed: str) -> None:
    parsed = parse_module(source, build=build, allow_unregistered=True)
    assert not parsed.has_errors
    assert print_module(parsed.module, build=build, aliases=parsed.aliases, metadata=parsed.metadata) == printed


@pytest.mark.parametrize("build", ["a3", "a5"])
def test_upstream_operations_mean_the_same_after_printing(build: Any) -> None:
    if binaries() is None:
        pytest.skip("the compiler's wheel (ascendnpu-ir) is not installed")
    source = (DATA / "upstream-forms.mlir").read_text()
    wanted = (DATA / "upstream-forms.printed.mlir").read_text()
    parsed = parse_module(source, build=build)
    for generic in (False, True):
        text = print_module(parsed.module, build=build, aliases=parsed.aliases, generic=generic)
        assert reprint(build, text).output == wanted


FLOATS = [
    pytest.param(name, int(bits, 16), text, id=f"{name}-{bits}")
    for name, prints in data("float-prints.json")["prints"].items()
    for bits, text in prints.items()
]


@pytest.mark.parametrize(("name", "bits", "text"), FLOATS)
def test_floats(name: str, bits: int, text: str) -> None:
    assert float_text(bits, name) == text


def test_random_floats_against_the_compiler() -> None:
    if binaries() is None:
        pytest.skip("the compiler's wheel (ascendnpu-ir) is not installed")
    chooser = random.Random(7)
    values = [
        FloatAttr(chooser.getrandbits(width), FloatType(name))
        for name, width in (("f16", 16), ("bf16", 16), ("f32", 32), ("f64", 64))
        for _ in range(150)
    ]
    lines = [
        f"  func.func private @f{i}() attributes {{v.v = 0x{v.bits:0{v.type.width // 4}X} : {v.type.name}}}"
        for i, v in enumerate(values)
    ]
    output = reprint("a3", "module {\n" + "\n".join(lines) + "\n}\n").output
    printed = [line.partition("v.v = ")[2].removesuffix("}") for line in output.splitlines() if "v.v" in line]
    assert printed == [attribute_text(v) for v in values]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", '"a"'),
        ('"', '"\\22"'),
        ("\\", '"\\\\"'),
        ("\t\n", '"\\09\\0A"'),
        ("é", '"\\C3\\A9"'),
        ("\udcff", '"\\FF"'),
    ],
)
def test_strings(value: str, text: str) -> None:
    assert string_text(value) == text


@pytest.mark.parametrize(
    "text",
    [
        "memref<4x?xf32, strided<[?, 1], offset: ?>, #hivm.address_space<ub>>",
        "memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>, 1 : i32>",
        "memref<*xf32>",
        "tensor<4x?xf32>",
        "vector<4x[8]xf32>",
        "(i32, f32) -> ()",
        "() -> ((i32) -> i32)",
        "tuple<i32, tuple<>>",
        "complex<f32>",
        "!llvm.ptr<1>",
        "si8",
        "ui16",
        "index",
    ],
)
def test_types_read_back(text: str) -> None:
    assert type_text(parse_type(text)) == text


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("affine_map<(d0)[s0] -> (d0 + s0 floordiv 2, d0 mod 3)>", None),
        ("affine_map<(d0, d1) -> (d0 - d1)>", None),
        ("affine_map<(d0) -> (d0 - 4)>", None),
        ("affine_map<(d0) -> (-d0)>", None),
        ("affine_map<(d0, d1) -> ((d0 + d1) * 8)>", None),
        ("affine_map<(d0, d1) -> (d0 - (d1 + 2) * 3)>", None),
        ("affine_set<(d0) : (d0 - 1 >= 0, d0 == 0)>", None),
        ("dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>", None),
        ("dense<> : tensor<0xf32>", None),
        ("array<i32>", None),
        ("[1, 2 : i32, 1.500000e+00]", None),
        ('{a = 1 : i32, "b c"}', '{a = 1 : i32, "b c"}'),
    ],
)
def test_attributes_read_back(source: str, printed: str | None) -> None:
    assert attribute_text(parse_attribute(source)) == (printed or source)


def test_one_operation_keeps_the_names_of_its_source() -> None:
    source = "func.func @f(%in: memref<4xf32>) {\n  %my = memref.cast %in : memref<4xf32> to memref<?xf32>\n  return\n}"
    cast = next(op for op in parse_module(source).module.walk() if op.name == "memref.cast")
    assert print_operation(cast) == "%my = memref.cast %in : memref<4xf32> to memref<?xf32>"


def test_new_values_get_names_that_are_free() -> None:
    source = "func.func @f(%alloc: index) {\n  %alloc_0 = memref.alloc(%alloc) : memref<?xf32>\n  return\n}"
    alloc = next(op for op in parse_module(source).module.walk() if op.name == "memref.alloc")
    assert alloc.parent is not None
    copy = alloc.clone()
    copy.results[0].name = None
    alloc.parent.insert_after(alloc, copy)
    assert print_operation(copy) == "%alloc_1 = memref.alloc(%alloc) : memref<?xf32>"
