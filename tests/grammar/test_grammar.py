"""The tree's contract: operation boundaries, error locality, incremental parsing, queries."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import tree_sitter
from hypothesis import given, settings
from hypothesis import strategies as st

import tree_sitter_hivm
from tests.conformance.compiler import binaries, run

ROOT = Path(__file__).parent.parent
LANGUAGE = tree_sitter.Language(tree_sitter_hivm.language())
PARSER = tree_sitter.Parser(LANGUAGE)


def parse(source: str | bytes, old: tree_sitter.Tree | None = None) -> tree_sitter.Tree:
    data = source.encode() if isinstance(source, str) else source
    return PARSER.parse(data, old) if old is not None else PARSER.parse(data)


def nodes(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(node.children)
    return found


def operations(tree: tree_sitter.Tree) -> list[tree_sitter.Node]:
    return sorted((n for n in nodes(tree.root_node) if n.type == "operation"), key=lambda n: n.start_byte)


def broken(tree: tree_sitter.Tree) -> list[tree_sitter.Node]:
    return [n for n in nodes(tree.root_node) if n.is_error or n.is_missing or n.type == "unclosed"]


# --- what the compiler accepts ------------------------------------------------------------------------------------

TEXTS: dict[str, str] = {
    **{p.name: p.read_text() for p in sorted((ROOT / "conformance/kernels").glob("*.mlir"))},
    **{p.name: p.read_text() for p in sorted((ROOT / "ir/data").glob("*.mlir"))},
}
OP_EXAMPLES = json.loads((ROOT / "ir/data/op-examples.json").read_text())["examples"]
CORE_CASES = [
    case
    for case in json.loads((ROOT / "ir/data/core-syntax-cases.json").read_text())["cases"]
    if case.get("both", case.get("a3", {})).get("ok")
]


@pytest.mark.parametrize("name", TEXTS)
def test_kernels_have_no_error(name: str) -> None:
    assert not broken(parse(TEXTS[name]))


def test_every_operation_parses_in_source_and_printed_form() -> None:
    for example in OP_EXAMPLES:
        for text in (example["input"], *(t for t in example["printed"].values() if t)):
            assert not broken(parse(text)), example["id"]


def test_core_syntax_has_no_error() -> None:
    for case in CORE_CASES:
        assert not broken(parse(case["input"])), case["id"]


@pytest.mark.skipif(binaries() is None, reason="the compiler's wheel (ascendnpu-ir) is not installed")
@pytest.mark.parametrize("name", TEXTS)
def test_as_many_operations_as_the_compiler_counts(name: str) -> None:
    for flags in ((), ("--mlir-print-debuginfo",), ("--mlir-print-op-generic",)):
        for build in ("a3", "a5"):
            printed = run(build, TEXTS[name], flags)
            if printed.status != "ok":
                continue
            assert not broken(parse(printed.output))
    generic = next(
        (o for b in ("a3", "a5") if (o := run(b, TEXTS[name], ("--mlir-print-op-generic",))).status == "ok"), None
    )
    assert generic is not None
    wanted = len(re.findall(r"^\s*(?:%[^=\n]*= )?\"[\w.]+\"\(", generic.output, re.MULTILINE))
    assert len(operations(parse(generic.output))) == wanted


# --- half-typed text ----------------------------------------------------------------------------------------------

BODY = [f"  %v{i} = arith.addi %a, %b{i % 7} : index" for i in range(60)]


@pytest.mark.parametrize(
    "typed",
    [
        "hivm.hir.vadd ins(%a1, ",
        "hivm.hir.vadd ins(%a : memref<16x",
        "hivm.hir.vadd ins(%a : ) outs(%b",
        "%x = memref.alloc() : memref<16x",
        "annotation.mark %a {hivm.multi_buffer = 2",
        "%x = ",
        "%x",
        'foo.bar "not closed',
        "foo.bar [0, 1",
        "foo.bar #hivm.pipe<",
        "foo.bar %",
    ],
)
def test_neighbours_of_a_half_typed_operation_keep_their_nodes(typed: str) -> None:
    lines = ["func.func @f() {", *BODY[:30], f"  {typed}", *BODY[30:], "  return", "}"]
    texts = {n.text.decode() for n in operations(parse("\n".join(lines))) if n.text}
    lost = [line.strip() for line in BODY if line.strip() not in texts]
    assert lost == []


def test_a_missing_brace_leaves_every_operation() -> None:
    text = "\n".join(["func.func @f() {", *BODY, "  return", "func.func @g() {", *BODY, "  return", "}"])
    assert len(operations(parse(text))) == 2 * len(BODY) + 4


def test_an_unclosed_bracket_says_where_it_was_opened() -> None:
    source = "func.func @f() {\n  foo.a ins(%a,\n  foo.b\n}\n"
    (unclosed,) = broken(parse(source))
    assert unclosed.type == "unclosed"
    assert unclosed.parent is not None
    assert unclosed.parent.text == b"ins(%a,"


# --- any bytes, any edit ------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "%a", "%b#1", "@f", "^bb0", "#m", "!t", "{", "}", "(", ")", "[", "]", "<", ">", "=", ":", ",", "->", "\n", " ",
        "foo.bar", "return", "module", "ins(", "memref<4x", "f32", "index", "-1", "1.5", '"s"', '"', "// c\n",
        "// -----\n", "loc(", "dense<", "affine_map<", "{-#", "#-}", "::", "\x00", "é", "\t", "\r\n", "%", "x = 1",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_parse(data: bytes) -> None:
    tree = parse(data)
    assert tree.root_node.end_byte <= len(data)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(PIECES, max_size=60).map("".join),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 6), PIECES | st.just("")), min_size=1, max_size=6),
)
def test_an_edited_tree_equals_a_fresh_one(source: str, edits: list[tuple[int, int, str]]) -> None:
    data = source.encode()
    tree = parse(data)
    for position, removed, inserted in edits:
        start = min(position, len(data))
        end = min(start + removed, len(data))
        new = inserted.encode()
        changed = data[:start] + new + data[end:]
        tree.edit(start, end, start + len(new), point(data, start), point(data, end), point(changed, start + len(new)))
        data, tree = changed, parse(changed, tree)
    assert shape(tree.root_node) == shape(parse(data).root_node)


def point(data: bytes, offset: int) -> tuple[int, int]:
    before = data[:offset]
    return before.count(b"\n"), len(before) - (before.rfind(b"\n") + 1)


def shape(node: tree_sitter.Node) -> object:
    return node.type, node.start_byte, node.end_byte, [shape(c) for c in node.children]


def test_deep_nesting_and_long_lines() -> None:
    depth = 10_000
    assert parse("foo.a {" * depth + "}" * depth).root_node.end_byte == 8 * depth
    line = "foo.a " + ", ".join(f"%v{i}" for i in range(100_000))
    assert not broken(parse(line))


# --- queries ------------------------------------------------------------------------------------------------------


def captures(name: str, source: str) -> dict[str, list[str]]:
    query = tree_sitter.Query(LANGUAGE, tree_sitter_hivm.query(name))
    found = tree_sitter.QueryCursor(query).captures(parse(source).root_node)
    ordered = {key: sorted(value, key=lambda n: n.start_byte) for key, value in found.items()}
    return {key: [n.text.decode() for n in value if n.text is not None] for key, value in ordered.items()}


KERNEL = "#m = affine_map<(d0) -> (d0)>\nfunc.func @f(%a: i32) {\n  %b = foo.bar %a {k = 1} : i32 // why\n  return\n}\n"


def test_highlights() -> None:
    found = captures("highlights", KERNEL)
    assert found["comment"] == ["// why"]
    assert found["function"] == ["@f"]
    assert found["property"] == ["k"]
    assert found["variable"] == ["%a", "%b", "%a"]
    assert "func.func" in found["keyword.function"]


def test_tags() -> None:
    found = captures("tags", KERNEL)
    assert found["name"] == ["#m", "@f"]
    assert [text.split("(")[0] for text in found["definition.function"]] == ["func.func @f"]


def test_locals() -> None:
    found = captures("locals", KERNEL)
    assert found["local.definition.var"] == ["%b"]
    assert found["local.definition.parameter"] == ["%a"]


def test_folds() -> None:
    assert any(text.startswith("{\n  %b") for text in captures("folds", KERNEL)["fold"])


@pytest.mark.parametrize("name", tree_sitter_hivm.QUERIES)
def test_every_query_compiles(name: str) -> None:
    tree_sitter.Query(LANGUAGE, tree_sitter_hivm.query(name))
