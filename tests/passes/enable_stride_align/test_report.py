"""What the editor is told: sizes, paths, reasons."""

from __future__ import annotations

import pytest

from hivm_passes.ir.parsing import ParsedModule, parse_module
from hivm_passes.passes import Build, PassContext, PassResult
from hivm_passes.tools.apply import pass_edits
from hivm_passes.transforms.enable_stride_align import EnableStrideAlignPass, align_allocation
from hivm_passes.transforms.enable_stride_align.incremental import connected, needs_whole_module
from hivm_passes.transforms.enable_stride_align.provenance import demanding_op, path_of

UB = "#hivm.address_space<ub>"
T = f"memref<4x6xf32, {UB}>"
MARK = "{hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>}"

CHAIN = f"""func.func @k() {{
  %a = memref.alloc() : {T}
  %b = memref.alloc() : {T}
  annotation.mark %a {MARK} : {T}
  // A comment that stays.
  hivm.hir.vexp ins(%a : {T}) outs(%b : {T})
  return
}}
"""


def parsed(text: str, build: Build = "a3") -> ParsedModule:
    found = parse_module(text, build=build, allow_unregistered=True)
    assert not found.has_errors
    return found


def run(text: str, build: Build = "a3", exact: bool = False) -> PassResult:
    return EnableStrideAlignPass().run(parsed(text, build).module, PassContext(build, exact=exact))


@pytest.mark.parametrize("exact", [True, False])
def test_sizes_of_an_allocation(exact: bool) -> None:
    (function,) = run(CHAIN, exact=exact).report
    assert [a.type.shape for a in function.allocations] == [(4, 6), (4, 6)]
    for allocation in function.allocations:
        # 6 f32 are 24 bytes; 8 are 32.
        assert allocation.aligned_shape == (4, 8, 1)
        assert allocation.strides == (8, 1)
        assert (allocation.logical_bytes, allocation.allocated_bytes, allocation.padding_bytes) == (96, 128, 32)
    assert function.padding_per_space() == {"ub": 64}


def test_a_request_knows_its_way() -> None:
    (function,) = run(CHAIN).report
    other = next(a for a in function.allocations if a.op.results[0].name == "b")
    (request,) = other.requests
    names = [hop.op.name for hop in path_of(request)]
    assert names[0] == "annotation.mark"
    assert "hivm.hir.vexp" in names
    assert demanding_op(request).name == "hivm.hir.vexp"


def test_no_end_after_ten_rounds() -> None:
    lines = [f"  %b{i} = memref.alloc() : {T}" for i in range(12)]
    lines += [f"  annotation.mark %b11 {MARK} : {T}"]
    # Each operation writes what the one in front of it reads: one step a round.
    lines += [f"  hivm.hir.vexp ins(%b{i} : {T}) outs(%b{i + 1} : {T})" for i in range(11)]
    lines += [f'  "test.use"(%b0) : ({T}) -> ()']
    forward = "func.func @k() {\n" + "\n".join(lines) + "\n  return\n}\n"
    assert not run(forward).failed
    backward = [
        *lines[:13],
        *reversed([f"  hivm.hir.vexp ins(%b{i} : {T}) outs(%b{i + 1} : {T})" for i in range(11)]),
    ]
    result = run("func.func @k() {\n" + "\n".join(backward) + "\n  return\n}\n")
    assert result.failed
    (error,) = [d for d in result.diagnostics if d.severity == "error"]
    assert error.code == "hivm.enable-stride-align.not-converged"
    assert error.message == "propagate storage align failure and match the max iterations10"
    assert len(error.related) > 10


def test_one_allocation_alone() -> None:
    module = parsed(CHAIN)
    allocation = next(o for o in module.module.walk() if o.name == "memref.alloc" and o.results[0].name == "b")
    edits, result = pass_edits(module, align_allocation(allocation))
    assert not result.failed
    changed = module.text.decode()
    for edit in reversed(edits):
        changed = changed[: edit.start] + edit.text + changed[edit.end :]
    assert "// A comment that stays." in changed
    assert changed.count("memref<4x8x1xf32") == 2
    assert f"annotation.mark %a {MARK} : {T}" in changed
    assert f"%a = memref.alloc() : {T}" in changed


def test_branches_that_differ() -> None:
    wide = MARK.replace("i32: 32", "i32: 64")
    text = f"""func.func @k(%c: i1) {{
  %r = scf.if %c -> ({T}) {{
    %a = memref.alloc() : {T}
    annotation.mark %a {MARK} : {T}
    scf.yield %a : {T}
  }} else {{
    %b = memref.alloc() : {T}
    annotation.mark %b {wide} : {T}
    scf.yield %b : {T}
  }}
  "test.use"(%r) : ({T}) -> ()
  return
}}
"""
    result = run(text)
    assert result.failed
    assert [d.code for d in result.diagnostics if d.severity == "error"] == ["hivm.enable-stride-align.branches-differ"]
    assert not run(text, "a5").failed


def test_what_a_function_depends_on() -> None:
    text = "func.func @a() {\n  func.call @b() : () -> ()\n  return\n}\nfunc.func @b() {\n  return\n}\n"
    text += "func.func @c() {\n  return\n}\n"
    module = parsed(text, "a5").module
    a, b, c = module.regions[0].blocks[0].operations
    assert connected(a, "a5") == (b,)
    assert connected(b, "a5") == (a,)
    assert connected(c, "a5") == ()
    assert connected(a, "a3") == ()
    assert not needs_whole_module(module, "a5")
