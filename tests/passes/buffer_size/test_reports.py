"""What the passes report, and the warnings of ours about what the compiler does silently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.parsing import parse_module
from hivm_passes.passes import PassContext, PassResult
from hivm_passes.pipeline import make_pass

if TYPE_CHECKING:
    from tests.conformance.compiler import Build


def run(name: str, body: str, build: Build = "a3", attributes: str = "", exact: bool = True) -> PassResult:
    text = f"func.func @f(%x: index){attributes} {{\n{body}\n  return\n}}"
    parsed = parse_module(text, build=build)
    assert not parsed.has_errors
    return make_pass(name, "", build).run(parsed.module, PassContext(build, exact=exact))


def codes(result: PassResult) -> list[str]:
    return [d.code.removeprefix("hivm.") for d in result.diagnostics]


BOUNDED = """  %c32 = arith.constant 32 : index
  %m = arith.minsi %x, %c32 : index
  %a = memref.alloc(%m) : memref<?x16xf32>
"""


def test_constant_size_names_bytes_and_bounds() -> None:
    result = run("hivm-constantize-buffer-size", BOUNDED + "  annotation.mark %a {u} : memref<?x16xf32>")
    (entry,) = result.report
    assert entry.bytes == 2048
    assert [(b.value, b.doubtful) for b in entry.bounds] == [(32, False)]
    assert not result.diagnostics


def test_mark_that_blocks_because_bits_are_compared_with_bytes() -> None:
    mark = "  annotation.mark %a {buffer_size_in_byte = 2048 : i64} : memref<?x16xf32>"
    result = run("hivm-constantize-buffer-size", BOUNDED + mark)
    assert not result.report
    assert codes(result) == ["constantize-buffer-size.mark-in-bits"]
    assert result.diagnostics[0].severity == "warning"


def test_unsound_maximum_is_named() -> None:
    body = """  %c40 = arith.constant 40 : index
  %m = arith.maxsi %x, %c40 : index
  %a = memref.alloc(%m) : memref<?xf32>
  annotation.mark %a {u} : memref<?xf32>"""
    result = run("hivm-constantize-buffer-size", body)
    assert result.report[0].bytes == 160
    assert codes(result) == ["constantize-buffer-size.unsound-bound"]


def test_negative_sizes_without_a_mark_on_a5() -> None:
    body = "  %a = memref.alloc(%x) : memref<?x16xf16>"
    enabled = " attributes {enable_auto_mark_buffer_size}"
    result = run("hivm-auto-infer-buffer-size", body, "a5", enabled)
    assert [entry.bytes for entry in result.report] == [-2]
    assert codes(result) == ["auto-infer-buffer-size.no-mark"]
    assert not run("hivm-auto-infer-buffer-size", body, "a3", enabled).report


def test_local_buffers_that_stay_dynamic_are_named() -> None:
    body = """  %a = memref.alloc(%x) : memref<?xf16, #hivm.address_space<ub>>
  %b = memref.alloc(%x) : memref<?xf16>"""
    result = run("hivm-set-buffer-size", body)
    assert codes(result) == ["set-buffer-size.unsized"]
    assert not result.failed


def test_quick_fix_leaves_bystanders_alone() -> None:
    body = BOUNDED + "  annotation.mark %a {u} : memref<?x16xf32>\n  %c5 = arith.constant 5 : index"
    result = run("hivm-constantize-buffer-size", body, exact=False)
    names = [op.name for op in result.module.walk()]
    assert names.count("arith.constant") == 3
    assert "memref.view" in names
