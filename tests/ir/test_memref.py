"""The algebra of layouts against the compiler, which infers and verifies the same types."""

from __future__ import annotations

import random

import pytest

from hivm_passes.ir.memref import (
    byte_size,
    casts,
    collapse_type,
    contiguous_suffix,
    expand_type,
    is_contiguous,
    is_rank_reduced,
    strides_and_offset,
    subview_type,
    transpose_type,
)
from hivm_passes.ir.parsing import parse_type
from hivm_passes.ir.types import DYNAMIC, MemRefType
from tests.conformance.compiler import binaries, reprint

needs_compiler = pytest.mark.skipif(binaries() is None, reason="the compiler's wheel (ascendnpu-ir) is not installed")


def memref(text: str) -> MemRefType:
    type = parse_type(text)
    assert isinstance(type, MemRefType)
    return type


def accepted(operations: list[str], arguments: list[str]) -> bool:
    """Whether the compiler takes a function with these operations on ``%a0``, ``%a1`` ... of the given types."""
    header = ", ".join(f"%a{i}: {t}" for i, t in enumerate(arguments))
    body = "\n".join(f"  {operation}" for operation in operations)
    return reprint("a3", f"func.func @f({header}) {{\n{body}\n  return\n}}\n").status == "ok"


@pytest.mark.parametrize(
    ("text", "strides", "offset"),
    [
        ("memref<4x8xf32>", (8, 1), 0),
        ("memref<4x?xf32>", (DYNAMIC, 1), 0),
        ("memref<f32>", (), 0),
        ("memref<4x8xf32, strided<[?, 2], offset: ?>>", (DYNAMIC, 2), DYNAMIC),
        ("memref<4x8xf32, affine_map<(d0, d1) -> (d0 * 32 + d1 * 2 + 5)>>", (32, 2), 5),
        ("memref<4x8xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>", (DYNAMIC, 1), 0),
    ],
)
def test_strides_and_offset(text: str, strides: tuple[int, ...], offset: int) -> None:
    form = strides_and_offset(memref(text))
    assert form is not None
    assert (form.strides, form.offset) == (strides, offset)


@pytest.mark.parametrize("map", ["(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)", "(d0, d1) -> (d1, d0)"])
def test_a_map_with_several_results_has_no_strides(map: str) -> None:
    assert strides_and_offset(memref(f"memref<4x8xf32, affine_map<{map}>>")) is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("memref<4x8x3xf32>", 3),
        ("memref<4x8x3xf32, strided<[32, 3, 1]>>", 2),
        ("memref<4x1x3xf32, strided<[3, 99, 1]>>", 3),
        ("memref<4x8xf32, strided<[16, 2]>>", 0),
        ("memref<?x8xf32>", 2),
    ],
)
def test_contiguous_suffix(text: str, count: int) -> None:
    type = memref(text)
    assert contiguous_suffix(type) == count
    assert is_contiguous(type) == (count == type.rank)


@pytest.mark.parametrize(
    ("text", "count"), [("memref<3xi1>", 1), ("memref<9xi1>", 2), ("memref<4x8xf16>", 64), ("memref<?xf32>", None)]
)
def test_byte_size(text: str, count: int | None) -> None:
    assert byte_size(memref(text)) == count


def random_memref(chooser: random.Random) -> MemRefType:
    shape = [chooser.choice((1, 2, 3, 4, 8, DYNAMIC)) for _ in range(chooser.randint(1, 4))]
    if chooser.random() < 0.4:
        return memref(f"memref<{dims(shape)}f32>")
    strides = ", ".join(chooser.choice(("1", "2", "8", "64", "?")) for _ in shape)
    offset = chooser.choice(("", ", offset: 4", ", offset: ?"))
    return memref(f"memref<{dims(shape)}f32, strided<[{strides}]{offset}>>")


def dims(shape: list[int]) -> str:
    return "".join("?x" if d == DYNAMIC else f"{d}x" for d in shape)


@needs_compiler
def test_subview_types_are_the_inferred_ones() -> None:
    chooser = random.Random(1)
    operations: list[str] = []
    arguments: list[str] = []
    for _ in range(200):
        source = random_memref(chooser)
        offsets, sizes, strides = ([chooser.randint(low, 3) for _ in source.shape] for low in (0, 1, 1))
        result = subview_type(source, offsets, sizes, strides)
        assert result is not None
        operations.append(
            f"%v{len(arguments)} = memref.subview %a{len(arguments)}{offsets} {sizes} {strides} : {source} to {result}"
        )
        arguments.append(str(source))
    assert accepted(operations, arguments)


@needs_compiler
def test_rank_reduction_agrees_with_the_verifier() -> None:
    chooser = random.Random(2)
    verdicts: set[bool] = set()
    for _ in range(120):
        source = random_memref(chooser)
        sizes = [chooser.choice((1, 1, 2, 3)) for _ in source.shape]
        zeros, ones = [0] * source.rank, [1] * source.rank
        full = subview_type(source, zeros, sizes, ones)
        assert full is not None
        form = strides_and_offset(full)
        assert form is not None
        kept = [i for i in range(full.rank) if chooser.random() < 0.7 or sizes[i] != 1]
        strides = ", ".join("?" if form.strides[i] == DYNAMIC else str(form.strides[i]) for i in kept)
        offset = "?" if form.offset == DYNAMIC else str(form.offset + chooser.choice((0, 0, 0, 1)))
        reduced = memref(f"memref<{dims([sizes[i] for i in kept])}f32, strided<[{strides}], offset: {offset}>>")
        operation = f"%v = memref.subview %a0{zeros} {sizes} {ones} : {source} to {reduced}"
        verdict = accepted([operation], [str(source)])
        assert (is_rank_reduced(full, reduced) is None) == verdict, operation
        verdicts.add(verdict)
    assert verdicts == {True, False}


def random_groups(chooser: random.Random, rank: int) -> list[list[int]]:
    groups: list[list[int]] = [[0]]
    for dimension in range(1, rank):
        if chooser.random() < 0.5:
            groups.append([dimension])
        else:
            groups[-1].append(dimension)
    return groups


@needs_compiler
def test_collapsed_types_agree_with_the_verifier() -> None:
    chooser = random.Random(3)
    known = 0
    for _ in range(150):
        source = random_memref(chooser)
        groups = random_groups(chooser, source.rank)
        result = collapse_type(source, groups)
        if result is None:
            guess = memref(f"memref<{dims([DYNAMIC] * len(groups))}f32>")
            assert not accepted([f"%v = memref.collapse_shape %a0 {groups} : {source} into {guess}"], [str(source)])
        else:
            known += 1
            operation = f"%v = memref.collapse_shape %a0 {groups} : {source} into {result}"
            assert accepted([operation], [str(source)]), operation
    assert known > 20


@needs_compiler
def test_expanded_types_agree_with_the_verifier() -> None:
    chooser = random.Random(4)
    for _ in range(60):
        shape = [chooser.choice((1, 2, 3)) for _ in range(chooser.randint(1, 5))]
        groups = random_groups(chooser, len(shape))
        sizes = [1] * len(groups)
        for index, group in enumerate(groups):
            for dimension in group:
                sizes[index] *= shape[dimension]
        strides = ", ".join(chooser.choice(("1", "2", "64", "?")) for _ in sizes)
        layout = chooser.choice(("", f", strided<[{strides}], offset: 3>"))
        source = memref(f"memref<{dims(sizes)}f32{layout}>")
        result = expand_type(source, groups, shape)
        operation = f"%v = memref.expand_shape %a0 {groups} output_shape {shape} : {source} into {result}"
        assert accepted([operation], [str(source)]), operation


@needs_compiler
def test_casts_agree_with_the_verifier() -> None:
    chooser = random.Random(5)
    verdicts: set[bool] = set()
    for _ in range(120):
        source, target = random_memref(chooser), random_memref(chooser)
        if source.rank != target.rank or source is target:
            continue
        verdict = accepted([f"%v = memref.cast %a0 : {source} to {target}"], [str(source)])
        assert casts(source, target) == verdict, (source, target)
        verdicts.add(verdict)
    assert verdicts == {True, False}


@needs_compiler
def test_transposed_types_agree_with_the_verifier() -> None:
    source = memref("memref<2x3x?xf32, strided<[30, 10, 2], offset: 7>>")
    result = transpose_type(source, (2, 0, 1))
    operation = f"%v = memref.transpose %a0 (d0, d1, d2) -> (d2, d0, d1) : {source} to {result}"
    assert accepted([operation], [str(source)])
