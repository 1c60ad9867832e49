"""Every text parses without tree-sitter's error recovery; what is wrong stays inside the operation that is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tree_sitter_hivm
from tests.conformance.compiler import binaries, run
from tests.grammar.test_grammar import CORE_CASES, OP_EXAMPLES, PIECES, TEXTS, nodes, operations, parse, point

if TYPE_CHECKING:
    import tree_sitter

MORE_PIECES = PIECES | st.sampled_from(
    [
        "%x =", "%0:2", "@f::", "^bb1:", "\n#m = 5\n", "{\n", "}\n", "\n  ", "\n    ", "tensor<", "strided<", "array<",
        "affine_set<", "memref<", "properties<{", "\n// -----\n", "\n// -----// IR Dump After X (x) //----- //\n", "\\",
        "/", ";", "$", "call_indirect", "0x", ">=", "==", "...", "attributes", "true", '"g"(',
    ]
)  # fmt: skip
SOUP = st.lists(MORE_PIECES, max_size=80).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200) | SOUP.map(str.encode))
def test_no_text_needs_error_recovery(data: bytes) -> None:
    assert not parse(data).root_node.has_error


def exact(tree: tree_sitter.Tree) -> list[tuple[str, int, int, str | None]]:
    """Every node in order, with its field."""
    cursor, found = tree.walk(), []
    while True:
        node = cursor.node
        assert node is not None
        found.append((node.type, node.start_byte, node.end_byte, cursor.field_name))
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found


@settings(max_examples=200, deadline=None)
@given(
    SOUP | st.sampled_from(sorted(TEXTS.values())).map(lambda text: text[:4000]),
    st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 12), MORE_PIECES | st.just("")), min_size=1, max_size=6),
)
def test_an_edited_tree_equals_a_fresh_one_in_every_field(source: str, edits: list[tuple[int, int, str]]) -> None:
    data = source.encode()
    tree = parse(data)
    for position, removed, inserted in edits:
        start = min(position, len(data))
        end = min(start + removed, len(data))
        new = inserted.encode()
        changed = data[:start] + new + data[end:]
        tree.edit(start, end, start + len(new), point(data, start), point(data, end), point(changed, start + len(new)))
        data, tree = changed, parse(changed, tree)
        assert exact(tree) == exact(parse(data))


def test_a_block_is_left_for_the_next_one_after_an_edit() -> None:
    source = b"foo.a {\n^b1:\n^b2: :\n} word"
    tree = parse(source)
    start, end = source.index(b": :") + 2, len(source)
    changed = source[:start] + b"x"
    tree.edit(start, end, start + 1, point(source, start), point(source, end), point(changed, start + 1))
    assert exact(parse(changed, tree)) == exact(parse(changed))


# --- locality -----------------------------------------------------------------------------------------------------

BEFORE = ("%p0 = memref.alloc() : memref<4xf32>", "hivm.hir.vadd ins(%p0 : memref<4xf32>) outs(%p0 : memref<4xf32>)")
AFTER = {
    "operation without results": ("hivm.hir.vexp ins(%p0 : memref<4xf32>) outs(%p0 : memref<4xf32>)", "return"),
    "operation with a result": ("%q1 = arith.constant 5 : index", "return"),
    "generic form": ('"foo.bar"(%p0) : (memref<4xf32>) -> ()', "return"),
    "terminator": ("return",),
}


def op_lines() -> list[str]:
    """Lines of one operation each, one for every operation of the table of examples."""
    found: dict[str, str] = {}
    for example in OP_EXAMPLES:
        for line in map(str.strip, example["input"].splitlines()):
            if example["op"] in line and not line.endswith("{"):
                found.setdefault(example["op"], line)
    return sorted(found.values())


@pytest.mark.parametrize("after", AFTER.values(), ids=AFTER.keys())
def test_every_beginning_of_an_operation_leaves_its_neighbours_whole(after: tuple[str, ...]) -> None:
    lines = op_lines()
    assert len(lines) > 100
    kept = {*BEFORE, *after}
    for line in lines:
        for end in range(1, len(line) + 1):
            # `%a,` and then `%b = ...` on the next line is one list of results, for the compiler as well.
            if line[:end].rstrip().endswith(",") and "=" not in line[:end] and after[0].startswith("%"):
                continue
            body = "\n    ".join((*BEFORE, line[:end], *after))
            text = f"module {{\n  func.func @f() {{\n    {body}\n  }}\n  func.func @g() {{\n    return\n  }}\n}}\n"
            whole = {n.text.decode() for n in operations(parse(text)) if n.text is not None}
            assert kept <= whole, line[:end]
            assert "func.func @g() {\n    return\n  }" in whole, line[:end]


@pytest.mark.parametrize(
    ("text", "kind", "parent"),
    [
        ("foo.a ins(%a : memref<4xf32) outs(%b)\nfoo.b\n", "unclosed", "memref<4xf32"),
        ("foo.a %a,\nfoo.b\n", "incomplete", "foo.a %a,"),
        ("foo.a %a : i32)\nfoo.b\n", "unexpected", "foo.a %a : i32)"),
        ('foo.a "text\nfoo.b\n', "unclosed", '"text'),
        ("foo.r {\n  %x =\n  foo.b\n}\n", "fragment", "{\n  %x =\n  foo.b\n}"),
    ],
)
def test_a_problem_is_inside_what_is_wrong(text: str, kind: str, parent: str) -> None:
    tree = parse(text)
    problems = [n for n in nodes(tree.root_node) if n.type in tree_sitter_hivm.PROBLEMS]
    assert kind in {n.type for n in problems}
    first = next(n for n in problems if n.type == kind)
    assert first.parent is not None
    assert first.parent.text is not None
    assert first.parent.text.decode() == parent
    assert "foo.b" in {n.text.decode() for n in operations(tree) if n.text is not None}


def test_a_nul_is_a_blank() -> None:
    tree = parse(b"foo.a\x00%x // \x00\n\x00foo.b")
    assert [n.text for n in operations(tree)] == [b"foo.a\x00%x", b"foo.b"]
    assert parse(b"\x00" * 100).root_node.child_count == 0


def test_a_shape_at_the_end_of_the_file_ends() -> None:
    for text in ("foo.a memref<4x", "foo.a memref<4x ", "foo.a memref<4 ", "foo.a memref ", "foo.a loc"):
        assert operations(parse(text))


def test_an_operation_ends_with_its_last_token() -> None:
    source = "foo.a %x // one\n// two\n\nfoo.b {\n} // three\n"
    assert [n.text for n in operations(parse(source))] == [b"foo.a %x", b"foo.b {\n}"]


# --- the compiler's own count ------------------------------------------------------------------------------------


@pytest.mark.skipif(binaries() is None, reason="the compiler's wheel (ascendnpu-ir) is not installed")
def test_operations_begin_where_the_compiler_says() -> None:
    """The location that the compiler gives to an operation is that of its name."""
    location = re.compile(r'loc\("(?:-|<stdin>)":(\d+):(\d+)\)\s*$')
    flags = (
        *("--allow-unregistered-dialect", "--mlir-print-op-generic"),
        *("--mlir-print-debuginfo", "--mlir-print-local-scope"),
    )
    texts = {**TEXTS, **{case["id"]: case["input"] for case in CORE_CASES}}
    checked = 0
    for name, text in texts.items():
        if re.search(r"\bloc\(|// -----", text):
            continue
        outcome = next((o for b in ("a3", "a5") if (o := run(b, text, flags)).status == "ok"), None)
        if outcome is None:
            continue
        lines = (line for line in outcome.output.splitlines() if not line.lstrip().startswith("^"))
        wanted = {(int(m[1]), int(m[2])) for line in lines if (m := location.search(line))}
        names = [n.child_by_field_name("name") for n in operations(parse(text))]
        begins = {(n.start_point[0] + 1, n.start_point[1] + 1) for n in names if n is not None}
        # The short form of a body, `linalg.map { arith.addf {...} }`, is an operation in braces to the tree.
        rows = text.splitlines()
        begins -= {
            (r, c) for r, c in begins if re.search(r"linalg\.(map|reduce) \{ $", rows[r - 1].encode()[: c - 1].decode())
        }
        assert begins <= wanted, name
        assert wanted - begins <= {(0, 0), (1, 1)}, name  # the module that the compiler puts around
        checked += len(begins)
    assert checked > 900


# --- query texts -------------------------------------------------------------------------------------------------


def test_query_texts_are_attributes() -> None:
    assert tree_sitter_hivm.query("highlights") == tree_sitter_hivm.HIGHLIGHTS_QUERY
    with pytest.raises(AttributeError):
        _ = tree_sitter_hivm.NOTHING_QUERY
