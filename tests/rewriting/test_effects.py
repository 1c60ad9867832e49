"""Memory effects and what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hivm_passes.dialects.effects import effects
from hivm_passes.dialects.registry import BUILDS, Build
from hivm_passes.ir.parsing import parse_module

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation

ARGUMENTS = (
    "%n: index, %m: memref<8xf32>, %t: tensor<8xf32>, %p: i1, %f: f32, %c: i32, %a: i64, "
    "%i: tensor<8xi64>, %b: memref<?xf32>"
)


def operation(text: str, build: Build) -> Operation:
    parsed = parse_module(f"module {{\n  func.func @k({ARGUMENTS}) {{\n    {text}\n    return\n  }}\n}}\n", build=build)
    assert not parsed.has_errors, parsed.diagnostics
    func = parsed.module.regions[0].blocks[0].first
    assert func is not None
    block = func.regions[0].blocks[0]
    assert block.last is not None
    assert block.last.previous is not None
    return block.last.previous


# Found by leaving the result unused and asking the compiler's driver whether the operation stays.
DEAD = [
    "%0 = memref.alloc() : memref<8xf32>",
    "%0 = memref.load %m[%n] : memref<8xf32>",
    "%0 = arith.divsi %c, %c : i32",
    "%0 = hivm.hir.pointer_cast(%a) : memref<6x40xf16, #hivm.address_space<ub>>",
    "%0 = hivm.hir.vexp ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>",
    "%0 = memref_ext.alloc_workspace() : memref<6x4xf32>",
    "%0 = bufferization.clone %m : memref<8xf32> to memref<8xf32>",
    "%0 = bufferization.materialize_in_destination %t in %t : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>",
    "%0 = scf.if %p -> (index) { scf.yield %n : index } else { scf.yield %n : index }",
    "scf.for %k = %n to %n step %n { %0 = memref.load %m[%k] : memref<8xf32> }",
    "scope.scope : () -> () { scope.return }",
    "%0 = hivm.hir.get_block_idx -> i64",
]
ALIVE = [
    "memref.store %f, %m[%n] : memref<8xf32>",
    "hivm.hir.vexp ins(%m : memref<8xf32>) outs(%m : memref<8xf32>)",
    "annotation.mark %m {foo} : memref<8xf32>",
    "memref.prefetch %m[%n], read, locality<3>, data : memref<8xf32>",
    "%0 = bufferization.alloc_tensor() : tensor<8xf32>",
    "memref.copy %m, %m : memref<8xf32> to memref<8xf32>",
    "hivm.hir.set_mask_norm",
    "%0 = hivm.hir.gather_load ins(%b : memref<?xf32>, %i : tensor<8xi64>, %a : i64) outs(%t : tensor<8xf32>)"
    " -> tensor<8xf32>",
    "scf.for %k = %n to %n step %n { memref.store %f, %m[%k] : memref<8xf32> }",
    'cf.assert %p, "x"',
]


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("text", DEAD)
def test_goes_when_unused(text: str, build: Build) -> None:
    assert effects(build).is_trivially_dead(operation(text, build))


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("text", ALIVE)
def test_stays(text: str, build: Build) -> None:
    assert not effects(build).is_trivially_dead(operation(text, build))


def test_effects_of_a_vector_operation() -> None:
    op = operation("hivm.hir.vadd ins(%m, %m : memref<8xf32>, memref<8xf32>) outs(%m : memref<8xf32>)", "a3")
    found = effects("a3").of(op)
    assert found is not None
    assert [(e.kind, e.value) for e in found] == [
        ("read", op.operands[0]),
        ("read", op.operands[1]),
        ("write", op.operands[2]),
    ]


def test_marks_write_only_what_they_say() -> None:
    text = 'annotation.mark %m {effects = ["read"]} : memref<8xf32>'
    read_only = operation(text, "a5")
    assert effects("a5").is_trivially_dead(read_only)
    assert effects("a5").has_effect(read_only, "read", read_only.operands[0])
    assert not effects("a3").is_trivially_dead(operation(text, "a3"))


def test_roots_of_views() -> None:
    op = operation(
        """%s = memref.subview %m[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    %w = memref.cast %s : memref<4xf32, strided<[1]>> to memref<?xf32, strided<[?], offset: ?>>
    memref.store %f, %w[%n] : memref<?xf32, strided<[?], offset: ?>>""",
        "a3",
    )
    answers = effects("a3")
    assert answers.root_of_views(op.operands[1]).name == "m"
    source = answers.view_source(op.operands[1])
    assert source is not None
    assert source.name == "s"
    assert answers.view_source(op.operands[0]) is None


def test_speculation() -> None:
    answers = effects("a3")
    assert answers.is_speculatable(operation("%0 = arith.addi %c, %c : i32", "a3"))
    assert not answers.is_speculatable(operation("%0 = arith.divsi %c, %c : i32", "a3"))
    assert answers.is_speculatable(operation("%k = arith.constant 4 : i32\n    %0 = arith.divsi %c, %k : i32", "a3"))
    assert not answers.is_speculatable(operation("%0 = memref.load %m[%n] : memref<8xf32>", "a3"))
