"""Upper bounds of sizes: the numbers are those of the buffers that the compiler makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hivm_passes.ir.parsing import parse_module
from hivm_passes.transforms.constantize_buffer_size import bound_of

if TYPE_CHECKING:
    from tests.conformance.compiler import Build

HEAD = """func.func @f(%x: index, %y: index, %c: i1, %w: i32, %g: memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c40 = arith.constant 40 : index
  %i5 = arith.constant 5 : i32
  %m = affine.min affine_map<(d0) -> (d0, 64)>(%x)
  %s = arith.minsi %x, %c40 : index
  %wm = arith.minsi %w, %i5 : i32
  %wi = arith.index_cast %wm : i32 to index
"""

SAME: tuple[tuple[str, int | None], ...] = (
    ("affine.min affine_map<(d0) -> (d0, 100)>(%m)", 100),  # the first bound counts, not the best
    ("affine.min affine_map<(d0) -> (d0 + 5, 100)>(%m)", 100),
    ("affine.apply affine_map<(d0) -> (d0 * 2 + 5)>(%m)", 133),
    ("affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%m)", 21),
    ("affine.apply affine_map<(d0) -> (d0 ceildiv 3)>(%m)", 22),
    ("affine.apply affine_map<()[s0] -> (s0 mod 7)>()[%x]", 6),
    ("affine.apply affine_map<(d0) -> (d0 * 2 + d0 floordiv 4)>(%m)", 144),
    ("affine.apply affine_map<(d0) -> (-d0 + 100)>(%m)", None),
    ("affine.max affine_map<(d0) -> (d0, 5)>(%m)", None),
    ("arith.addi %m, %m : index", 128),
    ("arith.subi %m, %c3 : index", 61),
    ("arith.subi %c0, %c3 : index", -3),
    ("arith.muli %m, %m : index", None),
    ("arith.muli %s, %s : index", 1600),
    ("arith.subi %s, %c3 : index", 37),
    ("arith.subi %c40, %s : index", None),
    ("arith.addi %wi, %c3 : index", 8),
    ("arith.minui %x, %c40 : index", None),
    ("arith.divsi %m, %c2 : index", None),
    ("arith.select %c, %c3, %c40 : index", 40),
    ("arith.select %c, %m, %c40 : index", None),
    ("arith.maxsi %x, %c40 : index", 40),  # unsound, as in the compiler
    ("memref.dim %g, %c0 : memref<?x8xf32>", None),
)


def bound(text: str, build: Build) -> int | None:
    module = parse_module(f"{HEAD}  %r = {text}\n  return\n}}", build=build).module
    value = next(r for op in module.walk() for r in op.results if r.name == "r")
    found = bound_of(value, build)
    return None if found is None else found.value


@pytest.mark.parametrize("build", ["a3", "a5"])
@pytest.mark.parametrize(("text", "expected"), SAME)
def test_bound(text: str, expected: int | None, build: Build) -> None:
    assert bound(text, build) == expected


def test_maximum_of_bounded_values() -> None:
    text = "arith.maxsi %m, %c3 : index"
    assert (bound(text, "a3"), bound(text, "a5")) == (3, 64)


def test_loops_and_branches() -> None:
    loop = "scf.for %i = %c0 to %x step %c2 iter_args(%z = %m) -> (index) {{\n  scf.yield {} : index\n}}"
    assert bound(loop.format("%z"), "a3") == 64
    assert bound(loop.format("%c0"), "a3") is None
    branch = "scf.if %c -> (index) {{\n  scf.yield %m : index\n}} else {{\n  scf.yield {} : index\n}}"
    assert bound(branch.format("%m"), "a3") == 64
    assert bound(branch.format("%x"), "a3") is None
