"""Whole sessions over standard input and output, with real edits."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from .editor import COMMAND, TIMEOUT, Editor, capabilities, start, stop

EXAMPLES = Path(__file__).parents[2] / "examples"
SOFTMAX = (EXAMPLES / "softmax.mlir").read_text()
OVERFLOW = (EXAMPLES / "softmax_overflow.mlir").read_text()

pytestmark = pytest.mark.asyncio(loop_scope="module")


def codes(diagnostics: list[types.Diagnostic]) -> list[str]:
    return [str(d.code) for d in diagnostics]


# --- diagnostics --------------------------------------------------------------------------------------------


async def test_a_valid_kernel_has_no_diagnostics(editor: Editor) -> None:
    editor.open(SOFTMAX)
    assert await editor.diagnostics() == []


async def test_an_overflow_is_explained_at_the_name_of_the_function(editor: Editor) -> None:
    editor.open(OVERFLOW)
    (found,) = await editor.diagnostics()
    assert found.code == "hivm.plan-memory.overflow"
    assert editor.text_at(found.range) == "@softmax"
    first, *rest = found.message.split("\n")
    # The compiler's own sentence and numbers.
    assert first.startswith("ub overflow, requires 2101504 bits while 1572864 bits available!")
    assert any("peak at line 31 (hivm.hir.vbrc)" in line for line in rest)
    assert any("131072 B  %x" in line for line in rest)
    assert found.related_information
    notes = {n.message.split(":")[0]: n for n in found.related_information}
    assert notes["%x"].location.range.start.line == OVERFLOW[: OVERFLOW.index("%x = memref")].count("\n")
    assert "131072 bytes" in notes["%x"].message
    assert found.code_description is not None
    assert found.code_description.href.endswith("#hivm.plan-memory.overflow")


async def test_a_keystroke_cures_the_overflow_and_another_brings_it_back(editor: Editor) -> None:
    editor.open(OVERFLOW)
    assert codes(await editor.diagnostics()) == ["hivm.plan-memory.overflow"]
    editor.replace("annotation.mark %x", "// annotation.mark %x")
    editor.replace("annotation.mark %y", "// annotation.mark %y")
    assert "hivm.plan-memory.overflow" not in codes(await editor.diagnostics())
    editor.replace("// annotation.mark %x", "annotation.mark %x")
    editor.replace("// annotation.mark %y", "annotation.mark %y")
    assert codes(await editor.diagnostics()) == ["hivm.plan-memory.overflow"]


async def test_syntax_errors_come_at_once_and_go(editor: Editor) -> None:
    editor.open(SOFTMAX)
    assert await editor.diagnostics() == []
    editor.replace("outs(%x : !tile)", "outs(%x : !tile")
    published = await editor.log.wait_for(
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
        lambda p: p.uri == editor.uri and p.version == 2 and len(p.diagnostics) > 0,
    )
    line = editor.at("hivm.hir.load").line
    assert all(d.severity == types.DiagnosticSeverity.Error for d in published.diagnostics)
    assert any(abs(d.range.start.line - line) <= 1 for d in published.diagnostics)
    await editor.analysed()
    editor.replace("outs(%x : !tile", "outs(%x : !tile)")
    assert await editor.diagnostics() == []


async def test_diagnostics_belong_to_their_version(editor: Editor) -> None:
    editor.open(OVERFLOW)
    for _ in range(20):
        editor.replace("module attributes", " module attributes")
    await editor.diagnostics()
    for params in editor.published():
        lines = OVERFLOW.count("\n")
        assert params.version <= editor.version
        assert all(d.range.end.line <= lines for d in params.diagnostics)
    (found,) = await editor.diagnostics()
    assert editor.text_at(found.range) == "@softmax"


async def test_early_stages_are_not_flooded(editor: Editor) -> None:
    editor.open(
        "func.func @k(%a: memref<16xf32>) {\n"
        "  %x = memref.alloc() : memref<16xf32>\n"
        "  memref.copy %a, %x : memref<16xf32> to memref<16xf32>\n"
        "  return\n}\n"
    )
    assert await editor.diagnostics() == []


async def test_a_buffer_without_a_fixed_size_is_no_error_yet(editor: Editor) -> None:
    ub = "memref<?xf32, #hivm.address_space<ub>>"
    gm = "memref<?xf32, #hivm.address_space<gm>>"
    editor.open(
        f"func.func @k(%n: index, %a: {gm}) {{\n  %x = memref.alloc(%n) : {ub}\n"
        f"  hivm.hir.load ins(%a : {gm}) outs(%x : {ub})\n"
        f"  hivm.hir.store ins(%x : {ub}) outs(%a : {gm})\n  return\n}}\n"
    )
    (found,) = await editor.diagnostics()
    assert found.severity == types.DiagnosticSeverity.Information
    (lens,) = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.identifier)) or []
    assert lens.command is not None
    assert lens.command.title == "memory not planned yet: 1 buffer without fixed size"
    (function,) = (await editor.memory_map())["functions"]
    assert function["status"] == "empty"


async def test_closing_takes_diagnostics_away(editor: Editor) -> None:
    editor.open(OVERFLOW)
    assert await editor.diagnostics()
    before = len(editor.log.entries)
    editor.close()
    cleared = await editor.log.wait_for(
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, lambda p: p.uri == editor.uri, after=before
    )
    assert list(cleared.diagnostics) == []


async def pull(editor: Editor, previous: str | None = None) -> types.DocumentDiagnosticReport:
    params = types.DocumentDiagnosticParams(editor.identifier, previous_result_id=previous)
    return await asyncio.wait_for(editor.client.text_document_diagnostic_async(params), TIMEOUT)


async def test_pulling_gives_the_same_with_result_ids(pulling: Editor) -> None:
    pulling.open(OVERFLOW)
    report = await pull(pulling)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    assert codes(list(report.items)) == ["hivm.plan-memory.overflow"]
    again = await pull(pulling, report.result_id)
    assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
    assert again.result_id == report.result_id
    pulling.replace("annotation.mark %x", "// annotation.mark %x")
    pulling.replace("annotation.mark %y", "// annotation.mark %y")
    changed = await pull(pulling, report.result_id)
    assert isinstance(changed, types.RelatedFullDocumentDiagnosticReport)
    assert changed.result_id != report.result_id
    assert "hivm.plan-memory.overflow" not in codes(list(changed.items))
    assert pulling.published() == []


async def test_a_pull_that_an_edit_overtakes_is_to_be_asked_again(pulling: Editor) -> None:
    pulling.open(OVERFLOW)
    params = types.DocumentDiagnosticParams(pulling.identifier)
    asked = asyncio.ensure_future(pulling.client.text_document_diagnostic_async(params))
    # Let the request go out in front of the edit.
    await asyncio.sleep(0)
    pulling.replace("module attributes", "  module attributes")
    try:
        report = await asyncio.wait_for(asked, TIMEOUT)
    except JsonRpcException as error:
        assert error.code == types.LSPErrorCodes.ServerCancelled.value
    else:
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    report = await pull(pulling)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    assert codes(list(report.items)) == ["hivm.plan-memory.overflow"]


async def test_a_client_that_knows_little_gets_plain_diagnostics() -> None:
    client, log = await start(types.ClientCapabilities())
    editor = Editor(client, log)
    editor.open(OVERFLOW)
    (found,) = await editor.diagnostics()
    assert found.related_information is None
    assert found.code_description is None
    assert "line 21: %x: 131072 bytes" in found.message
    await stop(client)


# --- reading ------------------------------------------------------------------------------------------------


async def test_hover_on_a_buffer_tells_its_life_and_address(editor: Editor) -> None:
    editor.open(SOFTMAX)
    await editor.analysed()
    text = await editor.hover(editor.at("%x = memref.alloc", into=1))
    assert text is not None
    assert "UB buffer" in text
    assert "32 KiB, 2 copies = 64 KiB of 192 KiB" in text
    assert "lives line 23 (load) .. line 33 (vsub)" in text
    assert "address 0x0000 and 0x8000 (0, 32768)" in text
    assert "`%shifted`" in text


async def test_hover_answers_after_an_edit_before_and_after_its_analysis(editor: Editor) -> None:
    editor.open(SOFTMAX)
    await editor.analysed()
    editor.replace("// e = exp(x - max(x))\n", "// e = exp(x - max(x))\n\n\n")
    at_once = await editor.hover(editor.at("%y = memref.alloc", into=1))
    assert at_once is not None
    assert "UB buffer" in at_once
    await editor.analysed()
    text = await editor.hover(editor.at("%y = memref.alloc", into=1))
    assert text is not None
    assert f"line {editor.at('hivm.hir.store').line + 1} (store)" in text


@pytest.mark.parametrize(
    ("needle", "into", "expected"),
    [
        ("hivm.hir.vexp", 10, "PIPE_V"),
        ("#hacc.target", 3, "20 AI cores"),
        ("!tile)", 2, "8192 elements of f32, 32 KiB"),
        ("<max> ins", 2, "**max**"),
        ("#hivm.func_core_type", 4, "**AIV**"),
        ("hivm.multi_buffer", 4, "hivm.multi_buffer"),
        ("@softmax", 3, "func.func @softmax("),
        ("%source =", 2, "strides [2048, 1]"),
        ("%row, 0]", 1, "argument of `scf.for`"),
    ],
)
async def test_hover(editor: Editor, needle: str, into: int, expected: str) -> None:
    editor.open(SOFTMAX)
    await editor.analysed()
    text = await editor.hover(editor.at(needle, into=into))
    assert text is not None
    assert expected in text


async def test_hover_on_planned_ir_shows_addresses(editor: Editor) -> None:
    editor.open(
        "func.func @k() {\n"
        "  %c0 = arith.constant 0 : i64\n"
        "  %c64 = arith.constant 64 : i64\n"
        "  %a = hivm.hir.pointer_cast(%c0) : memref<32xf32, #hivm.address_space<ub>>\n"
        "  %b = hivm.hir.pointer_cast(%c64) : memref<32xf32, #hivm.address_space<ub>>\n"
        "  return\n}\n"
    )
    assert await editor.diagnostics() == []
    text = await editor.hover(editor.at("%b =", into=1))
    assert text is not None
    assert "address 0x0040 (64)" in text
    assert "bytes in common with `%a` (line 4)" in text


async def test_inlay_hints_show_addresses_and_follow_the_text(editor: Editor) -> None:
    editor.open(SOFTMAX)
    await editor.analysed()
    whole = types.Range(types.Position(0, 0), editor.position(len(editor.text)))
    params = types.InlayHintParams(editor.identifier, whole)
    hints = await editor.client.text_document_inlay_hint_async(params)
    assert hints is not None
    labels = {h.position.line + 1: h.label for h in hints}
    assert labels[21] == "UB 0x0000 + 0x8000, 2 x 32 KiB, lines 23-33"
    assert len(labels) == SOFTMAX.count("memref.alloc()")
    few = types.Range(types.Position(20, 0), types.Position(20, 80))
    assert (
        len(await editor.client.text_document_inlay_hint_async(types.InlayHintParams(editor.identifier, few)) or [])
        == 1
    )


async def test_code_lens_shows_the_use_of_a_function(editor: Editor) -> None:
    editor.open(SOFTMAX)
    await editor.analysed()
    (lens,) = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.identifier)) or []
    assert lens.command is not None
    assert lens.command.title == "UB 164 128 B of 192 KiB (83 %)"
    assert lens.command.command == "hivm.openMemoryMap"
    assert editor.text_at(lens.range) == "@softmax"


async def test_navigation(editor: Editor) -> None:
    editor.open(SOFTMAX)
    definition = await editor.client.text_document_definition_async(
        types.DefinitionParams(editor.identifier, editor.at("outs(%x", into=6))
    )
    assert isinstance(definition, types.Location)
    assert definition.uri == editor.uri
    assert definition.range.start == editor.at("%x = memref")
    references = await editor.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), editor.identifier, editor.at("%row, 0]", into=2))
    )
    assert [editor.text_at(r.range) for r in references or []] == ["%row"] * 3
    highlights = await editor.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(editor.identifier, editor.at("!tile =", into=1))
    )
    assert highlights is not None
    assert len(highlights) == SOFTMAX.count("!tile") - SOFTMAX.count("!tile_")
    assert sum(h.kind == types.DocumentHighlightKind.Write for h in highlights) == 1


async def test_document_symbols_and_folding(editor: Editor) -> None:
    editor.open(SOFTMAX)
    symbols = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.identifier))
    module = next(s for s in symbols or [] if s.name == "module")
    assert isinstance(module, types.DocumentSymbol)
    (function,) = module.children or []
    assert function.name == "@softmax"
    (loop,) = function.children or []
    assert loop.name == "scf.for"
    assert [s.name for s in loop.children or []][:3] == ["%x", "%max", "%max_scratch"]
    ranges = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(editor.identifier))
    assert (editor.at("module attributes").line, SOFTMAX.rstrip().count("\n") - 1) in {
        (r.start_line, r.end_line) for r in ranges or []
    }


async def test_semantic_tokens_full_delta_and_range(editor: Editor) -> None:
    editor.open(SOFTMAX)
    full = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.identifier))
    assert full is not None
    data = list(full.data)
    assert full.result_id is not None
    editor.replace("%shifted = memref", "%moved = memref")
    delta = await editor.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(editor.identifier, full.result_id)
    )
    assert isinstance(delta, types.SemanticTokensDelta)
    for edit in delta.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    fresh = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.identifier))
    assert fresh is not None
    assert data == list(fresh.data)
    assert sum(len(e.data or []) for e in delta.edits) <= 10
    line = editor.at("hivm.hir.load").line
    span = types.Range(types.Position(line, 0), types.Position(line, 10))
    few = await editor.client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(editor.identifier, span)
    )
    assert few is not None
    assert few.data[0] == line
    assert 0 < len(few.data) < 60


# --- changing -----------------------------------------------------------------------------------------------


async def test_planning_a_function_rewrites_the_text(editor: Editor) -> None:
    editor.open(SOFTMAX)
    await editor.analysed()
    actions = await editor.actions(editor.at("@softmax"))
    (plan,) = [a for a in actions if a.title == "Plan memory of @softmax (hivm-plan-memory)"]
    assert plan.edit is None
    resolved = await editor.resolve(plan)
    assert resolved.edit is not None
    editor.apply(resolved.edit)
    assert "memref.alloc()" not in editor.text
    assert "hivm.hir.pointer_cast(%c0_i64, %c32768_i64)" in editor.text
    # What the pass does not touch stays as it was.
    for line in ("// e = exp(x - max(x))", "!tile = memref<4x2048xf32, #hivm.address_space<ub>>", "// GM -> UB"):
        assert line in editor.text
    assert await editor.diagnostics() == []


async def test_double_buffering_on_and_off_restores_the_text(editor: Editor) -> None:
    editor.open(SOFTMAX)
    await editor.analysed()
    actions = await editor.actions(editor.at("%e = memref", into=1))
    (mark,) = [a for a in actions if a.title.startswith("Double-buffer %e")]
    assert "one more copy: 32 KiB" in mark.title
    assert mark.edit is not None
    editor.apply(mark.edit)
    assert "      annotation.mark %e {hivm.multi_buffer = 2 : i32} : !tile\n" in editor.text
    await editor.analysed()
    actions = await editor.actions(editor.at("hivm.hir.vexp ins(%shifted : !tile) outs(%e", into=41))
    (unmark,) = [a for a in actions if a.title == "Remove double buffering of %e"]
    assert unmark.edit is not None
    editor.apply(unmark.edit)
    assert editor.text == SOFTMAX


async def test_an_overflow_offers_its_cure(editor: Editor) -> None:
    editor.open(OVERFLOW)
    found = [d for d in await editor.diagnostics() if d.code == "hivm.plan-memory.overflow"]
    actions = await editor.actions(found[0].range.start, found)
    fixes = [a for a in actions if a.kind == types.CodeActionKind.QuickFix]
    # Both marks must go; without one of them alone it does not fit.
    assert [f.title for f in fixes] == ["Remove double buffering of %x and %y (saves 128 KiB, then it fits)"]
    assert fixes[0].is_preferred
    assert fixes[0].edit is not None
    editor.apply(fixes[0].edit)
    assert editor.text == "".join(line for line in OVERFLOW.splitlines(True) if "annotation.mark" not in line)
    assert codes(await editor.diagnostics()) == []


async def test_an_action_for_an_old_version_is_refused(editor: Editor) -> None:
    editor.open(SOFTMAX)
    await editor.analysed()
    (plan,) = [a for a in await editor.actions(editor.at("@softmax")) if a.title.startswith("Plan memory of")]
    editor.replace("// GM -> UB", "// GM to UB")
    with pytest.raises(JsonRpcException):
        await editor.resolve(plan)


# --- memory map ---------------------------------------------------------------------------------------------


async def test_memory_map(editor: Editor) -> None:
    editor.open(SOFTMAX)
    found = await editor.memory_map()
    assert found["version"] == 1
    assert found["uri"] == editor.uri
    assert found["documentVersion"] == 1
    (function,) = found["functions"]
    assert function["name"] == "softmax"
    assert function["status"] == "planned"
    assert function["spaces"][0]["capacityBytes"] == 196608
    x = next(b for b in function["buffers"] if b["name"] == "%x")
    assert x["offsets"] == [0, 32768]
    assert x["range"]["start"]["line"] == editor.at("%x = memref").line
    assert (await editor.memory_map(types.Position(0, 0)))["functions"] == []
    assert len((await editor.memory_map(editor.at("@softmax")))["functions"]) == 1


async def test_memory_map_of_an_overflow_and_of_an_unknown_document(editor: Editor) -> None:
    editor.open(OVERFLOW)
    (function,) = (await editor.memory_map())["functions"]
    assert function["status"] == "overflow"
    assert function["spaces"][0]["overflow"]["requiresBits"] == 2101504
    assert any(r["overflow"] for r in function["rects"])
    assert await Editor(editor.client, editor.log, "file:///unknown.mlir").memory_map() is None


# --- text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_positions_in_every_encoding(encoding: str) -> None:
    client, log = await start(capabilities(encodings=[encoding]))
    assert client.protocol is not None
    editor = Editor(client, log, encoding=encoding)
    comment = "  // \u4e2d\u6587 \U0001f680\U0001f680 \u00e9\n"
    editor.open(
        SOFTMAX.replace("    %c0 = arith", comment + "    /*\U0001f680*/ %c0 = arith".replace("/*\U0001f680*/ ", ""), 1)
    )
    editor.replace("\U0001f680\U0001f680", "\U0001f680 x \U0001f680")
    editor.replace('"Ascend910B3"', '"Ascend910B1"')
    editor.replace("// GM -> UB", "// \U0001f680 GM -> UB \U0001f680")
    assert await editor.diagnostics() == []
    text = await editor.hover(editor.at("%x = memref.alloc", into=1))
    assert text is not None
    assert "UB buffer" in text
    await stop(client)


@pytest.mark.parametrize("seed", range(3))
async def test_random_edits_end_where_a_fresh_server_would(seed: int, editor: Editor) -> None:
    rng = random.Random(seed)
    editor.open(SOFTMAX)
    pieces = [
        "\n",
        "%x",
        "}",
        "{",
        '"',
        "(",
        ")",
        "\u4e2d",
        "\U0001f680",
        "// c\n",
        "memref.alloc() : !tile\n",
        " ",
        "\r\n",
    ]
    for _ in range(60):
        edits: list[tuple[int, int, str]] = []
        length = len(editor.text)
        for _ in range(rng.choice([1, 1, 2])):
            begin = rng.randrange(length + 1)
            end = min(length, begin + rng.choice([0, 0, 1, 5, 40]))
            new = rng.choice(pieces)
            edits.append((begin, end, new))
            length += len(new) - (end - begin)
        editor.send(edits)
    ours = await editor.diagnostics()
    client, log = await start(capabilities())
    fresh = Editor(client, log)
    fresh.open(editor.text)
    theirs = await fresh.diagnostics()
    await stop(client)
    assert [(d.range, d.code, d.message) for d in ours] == [(d.range, d.code, d.message) for d in theirs]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\r",
        "\0\x01",
        "\ufeffmodule {}",
        '"',
        "}" * 50,
        "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
        "%",
        "func.func @f(",
    ],
)
async def test_any_text_may_be_opened(editor: Editor, text: str) -> None:
    editor.open(text)
    await editor.analysed()
    await editor.hover(types.Position(0, 0))
    symbols = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.identifier))
    assert symbols is not None


# --- life ---------------------------------------------------------------------------------------------------


async def test_settings_choose_target_and_hints() -> None:
    client, log = await start(capabilities(), {"inlayHints": {"offsets": False}, "codeLens": {"enable": False}})
    editor = Editor(client, log)
    editor.open(SOFTMAX)
    await editor.analysed()
    whole = types.Range(types.Position(0, 0), editor.position(len(editor.text)))
    assert not await client.text_document_inlay_hint_async(types.InlayHintParams(editor.identifier, whole))
    assert not await client.text_document_code_lens_async(types.CodeLensParams(editor.identifier))
    await stop(client)


async def test_settings_may_change() -> None:
    client, log = await start(capabilities(configuration=True))
    client.set_configuration({"diagnostics": {"usageHintPercent": 90}}, section="hivm")
    await log.wait_for(types.CLIENT_REGISTER_CAPABILITY)
    editor = Editor(client, log)
    editor.open(SOFTMAX)
    assert await editor.diagnostics() == []
    client.set_configuration({"diagnostics": {"usageHintPercent": 80}}, section="hivm")
    before = len(log.entries)
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    published = await log.wait_for(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, lambda p: len(p.diagnostics) > 0, before)
    (hint,) = published.diagnostics
    assert hint.severity == types.DiagnosticSeverity.Hint
    assert "83 %" in hint.message
    await stop(client)


async def test_settings_may_be_pushed() -> None:
    client, log = await start(capabilities())
    editor = Editor(client, log)
    editor.open(SOFTMAX)
    assert await editor.diagnostics() == []
    before = len(editor.log.entries)
    settings = {"hivm": {"diagnostics": {"usageHintPercent": 50}}}
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    published = await editor.log.wait_for(
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, lambda p: len(p.diagnostics) > 0, before
    )
    assert len(published.diagnostics) == 1
    await stop(client)


async def _run(messages: bytes) -> tuple[int, bytes]:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    output, _ = await asyncio.wait_for(process.communicate(messages), TIMEOUT)
    assert process.returncode is not None
    return process.returncode, output


def _message(text: str) -> bytes:
    return f"Content-Length: {len(text)}\r\n\r\n{text}".encode()


INITIALIZE = _message(
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null,"rootUri":null}}'
)
SHUTDOWN = _message('{"jsonrpc":"2.0","id":2,"method":"shutdown"}')
HOVER = _message(
    '{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":'
    '{"textDocument":{"uri":"file:///a"},"position":{"line":0,"character":0}}}'
)
EXIT = _message('{"jsonrpc":"2.0","method":"exit"}')


async def test_exit_after_shutdown_is_a_success() -> None:
    code, _ = await _run(INITIALIZE + SHUTDOWN + EXIT)
    assert code == 0


async def test_exit_without_shutdown_is_a_failure() -> None:
    code, _ = await _run(INITIALIZE + EXIT)
    assert code == 1


async def test_the_end_of_input_ends_the_server() -> None:
    code, _ = await _run(INITIALIZE)
    assert code == 1


async def test_requests_out_of_order_get_errors() -> None:
    code, output = await _run(HOVER + INITIALIZE + SHUTDOWN + HOVER + EXIT)
    assert code == 0
    assert b"-32002" in output
    assert b"-32600" in output


async def test_nonsense_on_the_wire_does_not_end_the_server() -> None:
    code, output = await _run(
        _message("{nonsense") + INITIALIZE + _message('{"jsonrpc":"2.0","id":9,"method":"no/such"}') + SHUTDOWN + EXIT
    )
    assert code == 0
    assert b"-32601" in output


async def test_over_tcp() -> None:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "--tcp", "127.0.0.1:0", "--log-level", "INFO", stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    port = 0
    while not port:
        line = (await asyncio.wait_for(process.stderr.readline(), TIMEOUT)).decode()
        assert line
        if "Serving on" in line:
            port = int(line.rsplit(",", 1)[1].strip(" )\n"))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(INITIALIZE)
    header = await asyncio.wait_for(reader.readline(), TIMEOUT)
    assert header.startswith(b"Content-Length")
    writer.write(SHUTDOWN + EXIT)
    drain = asyncio.ensure_future(process.stderr.read())
    assert await asyncio.wait_for(process.wait(), TIMEOUT) == 0
    await drain
    writer.close()


async def test_tcp_only_on_this_machine() -> None:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "--tcp", "0.0.0.0:5007", stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
    )
    _, errors = await asyncio.wait_for(process.communicate(), TIMEOUT)
    assert process.returncode == 2
    assert b"not this machine" in errors


async def test_a_crash_in_a_feature_is_shown_once_and_the_server_lives_on() -> None:
    from . import editor as helpers

    program = (
        "import hivm_server.features.hover as h\n"
        "def crash(*_): raise RuntimeError('made for the test')\n"
        "h.hover = crash\n"
        "from hivm_server.server import main\nmain()\n"
    )
    log = helpers.Log()
    client = helpers.make_client(log)
    await client.start_io(sys.executable, "-c", program)
    await client.initialize_session(types.InitializeParams(capabilities=capabilities()))
    editor = Editor(client, log)
    editor.open(SOFTMAX)
    for _ in range(3):
        assert await editor.hover(types.Position(20, 8)) is None
    await editor.analysed()
    assert len([m for m in client.messages if "made for the test" in m.message]) == 1
    (lens,) = await client.text_document_code_lens_async(types.CodeLensParams(editor.identifier)) or []
    assert lens.command is not None
    await stop(client)


async def _patched(program: str) -> tuple[Editor, Any]:
    """A client of a server in which a few lines were changed for the test."""
    from . import editor as helpers

    log = helpers.Log()
    client = helpers.make_client(log)
    await client.start_io(sys.executable, "-c", program + "\nfrom hivm_server.server import main\nmain()\n")
    await client.initialize_session(types.InitializeParams(capabilities=capabilities()))
    return Editor(client, log), client


def _functions(count: int) -> str:
    return "".join(f"func.func @f{n}() {{\n  %c = arith.constant {n} : i32\n  return\n}}\n" for n in range(count))


async def test_a_long_analysis_reports_its_progress() -> None:
    # The analysis waits after its first function until the client has been told of it.
    editor, client = await _patched("""
import threading
import hivm_server.workspace.engine as engine
import hivm_server.workspace.analysis as analysis
import hivm_server.session as session
engine.PROGRESS_AFTER = 0
begun = threading.Event()
begin, analyse = session.Session._begin_progress, analysis.analyse_unit
async def telling(self, *arguments):
    await begin(self, *arguments)
    begun.set()
def waiting(text, *arguments):
    if b"arith.constant 3" in text:
        assert begun.wait(60)
    return analyse(text, *arguments)
session.Session._begin_progress, analysis.analyse_unit = telling, waiting
""")
    editor.open(_functions(6))
    await editor.analysed()
    # Whatever was sent before the answer to this is here by then.
    await editor.hover(types.Position(0, 0))
    (reports,) = client.progress_reports.values()
    assert isinstance(reports[0], types.WorkDoneProgressBegin)
    assert "kernel.mlir" in reports[0].title
    assert isinstance(reports[-1], types.WorkDoneProgressEnd)
    await stop(client)


async def test_a_crash_of_the_analysis_leaves_other_functions_their_results() -> None:
    editor, client = await _patched("""
import hivm_server.workspace.analysis as analysis
analyse = analysis.analyse_unit
def crash(text, *arguments):
    if b"constant 3" in text:
        raise RuntimeError("made for the test")
    return analyse(text, *arguments)
analysis.analyse_unit = crash
""")
    editor.open(_functions(6).replace("constant 5 : i32", "constant 500 : i8"))
    (found,) = await editor.diagnostics()
    assert editor.text_at(found.range).startswith("500")
    assert len([m for m in client.messages if "made for the test" in m.message]) == 1
    assert await editor.hover(editor.at("%c = arith.constant 4", into=1)) is not None
    assert await editor.hover(editor.at("%c = arith.constant 3", into=1)) is not None
    await stop(client)


async def test_a_file_of_fifty_thousand_lines_is_served(editor: Editor) -> None:
    operation = "  %v{0} = arith.addi %a, %a : i32  // operation number {0}\n"
    body = "".join(operation.format(n) for n in range(50_000))
    editor.open(f"func.func @big(%a: i32) {{\n{body}  return\n}}\n")
    # None of these waits for the analysis.
    line = 25_000
    assert await editor.hover(types.Position(line, 3)) is not None
    found = await editor.client.text_document_definition_async(
        types.DefinitionParams(editor.identifier, types.Position(line, 23))
    )
    assert isinstance(found, types.Location)
    assert found.range.start == types.Position(0, 15)
    # Too large for all tokens at once; those of the screen are there.
    whole = types.SemanticTokensParams(editor.identifier)
    assert await editor.client.text_document_semantic_tokens_full_async(whole) is None
    screen = types.Range(types.Position(line, 0), types.Position(line + 50, 0))
    few = await editor.client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(editor.identifier, screen)
    )
    assert few is not None
    assert few.data
    editor.replace("%v25000 = arith.addi %a, %a : i32", "%v25000 = arith.addi %a, %a : i64")
    found_now = await editor.diagnostics()
    assert {d.range.start.line for d in found_now} == {25_001}
