"""The passes in front of the plan in the editor: diagnostics, hover, actions. Answers come from the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lsprotocol import types

from ..conformance.compiler import Build, binaries, run

if TYPE_CHECKING:
    from .editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROWS = """// Rows of 27 floats are 108 bytes apart, which is no multiple of 32.
!gm = memref<12x5x27xf32, strided<[200, 40, 1]>, #hivm.address_space<gm>>
!ub = memref<12x5x27xf32, #hivm.address_space<ub>>

func.func @rows(%src: !gm, %dst: !gm) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %x = memref.alloc() : !ub  // the tile
  hivm.hir.load ins(%src : !gm) outs(%x : !ub)
  hivm.hir.store ins(%x : !ub) outs(%dst : !gm)
  return
}
"""  # noqa: E501

ALIGN = ("--hivm-align-alloc-size", "--hivm-mark-stride-align", "--hivm-enable-stride-align")
NORMALISE = "--hivm-lift-zero-rank"
"""A pass that does nothing here but clean up, as most passes do on the side."""


def compiled(text: str, *flags: str, build: Build = "a3") -> str:
    """What the compiler makes of a text."""
    if binaries() is None:
        pytest.skip("THE COMPILER IS NOT INSTALLED: pip install ascendnpu-ir==1.2.0")
    done = run(build, text, flags)
    assert done.status == "ok", done
    return done.output


async def applied(editor: Editor, at: types.Position, start: str, found: list[types.Diagnostic] | None = None) -> None:
    """Apply the only action whose title begins with ``start``."""
    actions = await editor.actions(at, found) if found else await editor.actions(at)
    (action,) = [a for a in actions if a.title.startswith(start)]
    if action.edit is None:
        action = await editor.resolve(action)
    assert action.edit is not None
    editor.apply(action.edit)


async def test_a_misaligned_stride_is_shown_where_it_is(editor: Editor) -> None:
    editor.open(ROWS)
    found = [d for d in await editor.diagnostics() if d.code == "hivm.mark-stride-align.misaligned-stride"]
    assert [editor.text_at(d.range) for d in found] == ["%x", "%x"]
    for d in found:
        assert d.severity == types.DiagnosticSeverity.Information
        assert "108 bytes" in d.message
        assert "multiples of 32" in d.message


async def test_marking_an_operand_equals_the_compiler(editor: Editor) -> None:
    editor.open(ROWS)
    found = [d for d in await editor.diagnostics() if d.code == "hivm.mark-stride-align.misaligned-stride"]
    await applied(editor, editor.at("hivm.hir.load", into=2), "Mark %x for stride alignment", found[:1])
    assert "// the tile" in editor.text
    # The store asks for the same, so the compiler's marks are those of both operations; they say the same.
    (line,) = [line.strip() for line in editor.text.splitlines() if "annotation.mark" in line]
    marks = [line.strip() for line in compiled(ROWS, ALIGN[1]).splitlines() if "annotation.mark" in line]
    attributes = line[line.index("{") : line.index("}")]
    assert {m[m.index("{") : m.index("}")] for m in marks} == {attributes}
    assert compiled(editor.text, ALIGN[2]) == compiled(ROWS, *ALIGN)


async def test_aligning_a_function_equals_the_compiler(editor: Editor) -> None:
    editor.open(ROWS)
    await editor.analysed()
    await applied(editor, editor.at("func.func @rows"), "Align the storage of @rows")
    assert editor.text.startswith(ROWS[: ROWS.index("  %x")].replace("AIV>}", "AIV>, hivm.storage_aligned}"))
    assert compiled(editor.text, NORMALISE) == compiled(ROWS, *ALIGN, NORMALISE)


async def test_flattening_equals_the_compiler(editor: Editor) -> None:
    editor.open(ROWS)
    await editor.analysed()
    await applied(editor, editor.at("func.func @rows"), "Flatten the operations of @rows")
    assert compiled(editor.text, NORMALISE) == compiled(ROWS, "--hivm-flatten-ops", NORMALISE)


async def test_flattening_one_operation_leaves_the_other(editor: Editor) -> None:
    editor.open(ROWS)
    await editor.analysed()
    await applied(editor, editor.at("hivm.hir.load", into=2), "Flatten this hivm.hir.load")
    assert "  hivm.hir.store ins(%x : !ub) outs(%dst : !gm)\n" in editor.text
    assert compiled(editor.text, "--hivm-flatten-ops") == compiled(ROWS, "--hivm-flatten-ops")


async def test_the_memory_pipeline_plans_what_is_aligned(editor: Editor) -> None:
    editor.open(ROWS)
    await editor.analysed()
    (lens,) = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.identifier)) or []
    assert lens.command is not None
    # 12 x 5 rows of 128 bytes.
    assert "UB 7 680 B of 192 KiB (3 %), 1 200 B of it padding" in lens.command.title
    assert "after storage alignment" in lens.command.title
    await applied(editor, editor.at("func.func @rows"), "Run the memory pipeline on @rows")
    assert "hivm.hir.pointer_cast" in editor.text
    assert "memref<12x5x32x1xf32, #hivm.address_space<ub>>" in editor.text
    assert [d for d in await editor.diagnostics() if d.severity == types.DiagnosticSeverity.Error] == []


async def test_hover_tells_how_an_operation_flattens_and_a_buffer_is_padded(editor: Editor) -> None:
    editor.open(ROWS)
    await editor.analysed()
    about = await editor.hover(editor.at("hivm.hir.load", into=2))
    assert about is not None
    assert "flattens from rank 3 to 2" in about
    assert "[0, 1], [2]" in about
    about = await editor.hover(editor.at("%x = memref", into=1))
    assert about is not None
    assert "aligned to `12x5x32x1`, strides [160, 32, 1]: 1 200 B of padding" in about
    assert "demanded by `hivm.hir." in about


async def test_propagation_that_does_not_converge_is_shown_with_its_chain(editor: Editor) -> None:
    """Each operation writes what the one in front of it reads, so a request moves by one operation a round."""
    chain = [f"  %b{n} = memref.alloc() : !ub" for n in range(12)]
    chain.append(
        "  annotation.mark %b11 {hivm.stride_align_dims = array<i32: 0>, "
        "hivm.stride_align_value_in_byte = array<i32: 32>} : !ub"
    )
    chain += [f"  hivm.hir.vexp ins(%b{n} : !ub) outs(%b{n + 1} : !ub)" for n in reversed(range(11))]
    lines = ["!ub = memref<4x5xf32, #hivm.address_space<ub>>", "func.func @chain() {", *chain, "  return", "}", ""]
    text = "\n".join(lines)
    if binaries() is not None:
        refused = run("a3", text, ("--hivm-enable-stride-align",))
        assert "match the max iterations" in refused.errors[0][1]
    editor.open(text)
    (found,) = [d for d in await editor.diagnostics() if d.code == "hivm.enable-stride-align.not-converged"]
    assert found.severity == types.DiagnosticSeverity.Error
    assert found.message.startswith("propagate storage align failure and match the max iterations10")
    assert len({r.location.range.start.line for r in found.related_information or []}) >= 10
