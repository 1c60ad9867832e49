"""A client that types: an LSP client with the text of its document, and answers to wait for instead of sleeping."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

if TYPE_CHECKING:
    from collections.abc import Callable

COMMAND = [sys.executable, "-m", "hivm_server"]
TIMEOUT = 60


class Log:
    """Everything the server said on its own, with a way to wait for the next thing."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, Any]] = []
        self._changed = asyncio.Event()

    def add(self, method: str, params: Any) -> None:
        self.entries.append((method, params))
        self._changed.set()

    def of(self, method: str) -> list[Any]:
        return [params for m, params in self.entries if m == method]

    async def wait_for(self, method: str, wanted: Callable[[Any], bool] = lambda params: True, after: int = 0) -> Any:
        """The first entry at or behind index ``after`` that fits."""

        async def look() -> Any:
            while True:
                for m, params in self.entries[after:]:
                    if m == method and wanted(params):
                        return params
                self._changed.clear()
                await self._changed.wait()

        return await asyncio.wait_for(look(), TIMEOUT)


def make_client(log: Log) -> LanguageClient:
    client = LanguageClient(converter_factory=default_converter)
    features = dict(DEFAULT_CLIENT_FEATURES)
    default_publish = features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    def publish(client: LanguageClient, params: types.PublishDiagnosticsParams) -> None:
        default_publish(client, params)
        log.add(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    def diagnostic_refresh(client: LanguageClient, params: None) -> None:
        client.diagnostic_refresh_count += 1
        log.add(types.WORKSPACE_DIAGNOSTIC_REFRESH, None)

    def refresh(method: str) -> Callable[..., None]:
        def handler(client: LanguageClient, params: None) -> None:
            log.add(method, None)

        return handler

    def map_changed(client: LanguageClient, params: Any) -> None:
        log.add("hivm/memoryMapChanged", params)

    def register(client: LanguageClient, params: types.RegistrationParams) -> None:
        log.add(types.CLIENT_REGISTER_CAPABILITY, params)

    features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = publish
    features[types.WORKSPACE_DIAGNOSTIC_REFRESH] = diagnostic_refresh
    features[types.WORKSPACE_INLAY_HINT_REFRESH] = refresh(types.WORKSPACE_INLAY_HINT_REFRESH)
    features[types.WORKSPACE_CODE_LENS_REFRESH] = refresh(types.WORKSPACE_CODE_LENS_REFRESH)
    features[types.CLIENT_REGISTER_CAPABILITY] = register
    features["hivm/memoryMapChanged"] = map_changed
    register_lsp_features(client, features)
    return client


def capabilities(
    *, encodings: list[str] | None = None, pull: bool = False, configuration: bool = False
) -> types.ClientCapabilities:
    """A capable client. With ``pull`` it asks for diagnostics, else it is told."""
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings),
        workspace=types.WorkspaceClientCapabilities(
            configuration=configuration,
            did_change_configuration=types.DidChangeConfigurationClientCapabilities(dynamic_registration=configuration),
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True) if pull else None,
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
            code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
        ),
        window=types.WindowClientCapabilities(work_done_progress=True),
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
            definition=types.DefinitionClientCapabilities(link_support=False),
            document_symbol=types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                related_information=True,
                code_description_support=True,
                version_support=True,
                tag_support=types.ClientDiagnosticsTagOptions(value_set=list(types.DiagnosticTag)),
            ),
            diagnostic=types.DiagnosticClientCapabilities(
                related_information=True,
                code_description_support=True,
                tag_support=types.ClientDiagnosticsTagOptions(value_set=list(types.DiagnosticTag)),
            )
            if pull
            else None,
            code_action=types.CodeActionClientCapabilities(
                code_action_literal_support=types.ClientCodeActionLiteralOptions(
                    code_action_kind=types.ClientCodeActionKindOptions(value_set=list(types.CodeActionKind))
                ),
                data_support=True,
                resolve_support=types.ClientCodeActionResolveOptions(properties=["edit"]),
            ),
            semantic_tokens=types.SemanticTokensClientCapabilities(
                requests=types.ClientSemanticTokensRequestOptions(
                    full=types.ClientSemanticTokensRequestFullDelta(delta=True), range=True
                ),
                token_types=[],
                token_modifiers=[],
                formats=[types.TokenFormat.Relative],
            ),
        ),
    )


class Editor:
    """One document in one client."""

    def __init__(
        self, client: LanguageClient, log: Log, uri: str = "file:///kernel.mlir", encoding: str = "utf-16"
    ) -> None:
        self.client = client
        self.log = log
        self.uri = uri
        self.encoding = encoding
        self.text = ""
        self.version = 0

    @property
    def identifier(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def open(self, text: str) -> None:
        self.text = text
        self.version += 1
        item = types.TextDocumentItem(self.uri, "mlir", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def close(self) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.identifier))

    def units(self, text: str) -> int:
        if self.encoding == "utf-8":
            return len(text.encode())
        return len(text) if self.encoding == "utf-32" else len(text.encode("utf-16-le")) // 2

    def position(self, index: int) -> types.Position:
        """The position of a character of the text."""
        before = self.text[:index]
        line = before.count("\n")
        return types.Position(line, self.units(before[before.rfind("\n") + 1 :]))

    def at(self, needle: str, *, into: int = 0, occurrence: int = 0) -> types.Position:
        """The position of some text, or of a character inside it."""
        index = -1
        for _ in range(occurrence + 1):
            index = self.text.index(needle, index + 1)
        return self.position(index + into)

    def index(self, position: types.Position) -> int:
        """The inverse of ``position``."""
        start = 0
        for _ in range(position.line):
            start = self.text.index("\n", start) + 1
        index = start
        while self.units(self.text[start:index]) < position.character:
            index += 1
        return index

    def text_at(self, range: types.Range) -> str:
        return self.text[self.index(range.start) : self.index(range.end)]

    def replace(self, old: str, new: str, *, occurrence: int = 0) -> None:
        """Type over some text, as one incremental change."""
        index = -1
        for _ in range(occurrence + 1):
            index = self.text.index(old, index + 1)
        self.change(index, index + len(old), new)

    def change(self, start: int, end: int, new: str) -> None:
        self.send([(start, end, new)])

    def send(self, edits: list[tuple[int, int, str]]) -> None:
        """Several changes in one notification, each in terms of the text after the one before."""
        changes: list[types.TextDocumentContentChangeEvent] = []
        for start, end, new in edits:
            range = types.Range(self.position(start), self.position(end))
            changes.append(types.TextDocumentContentChangePartial(range, new))
            self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    def apply(self, edit: types.WorkspaceEdit) -> None:
        """Apply a workspace edit as an editor does, and tell the server."""
        assert edit.document_changes is not None
        (document,) = edit.document_changes
        assert isinstance(document, types.TextDocumentEdit)
        assert document.text_document.uri == self.uri
        assert document.text_document.version == self.version
        edits = [(self.index(e.range.start), self.index(e.range.end), e.new_text) for e in document.edits]
        self.send(sorted(edits, reverse=True))

    # --- what the server says -------------------------------------------------------------------------------

    async def diagnostics(self) -> list[types.Diagnostic]:
        """The diagnostics of the current version, once it is analysed."""
        await self.analysed()
        published = [p for p in self.published() if p.version is not None]
        return list(published[-1].diagnostics) if published else []

    def published(self) -> list[types.PublishDiagnosticsParams]:
        """What was published about the document."""
        return [p for p in self.log.of(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS) if p.uri == self.uri]

    async def analysed(self) -> None:
        """Wait until the current version is analysed."""

        def current(params: Any) -> bool:
            return _get(params, "uri") == self.uri and _get(params, "version") == self.version

        await self.log.wait_for("hivm/memoryMapChanged", current)

    async def hover(self, position: types.Position) -> str | None:
        answer = await self.client.text_document_hover_async(types.HoverParams(self.identifier, position))
        if answer is None:
            return None
        assert isinstance(answer.contents, types.MarkupContent)
        return answer.contents.value

    async def actions(
        self, position: types.Position, diagnostics: list[types.Diagnostic] | None = None
    ) -> list[types.CodeAction]:
        params = types.CodeActionParams(
            self.identifier, types.Range(position, position), types.CodeActionContext(diagnostics or [])
        )
        answer = await self.client.text_document_code_action_async(params)
        return [a for a in answer or [] if isinstance(a, types.CodeAction)]

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        return await self.client.code_action_resolve_async(action)

    async def memory_map(self, position: types.Position | None = None) -> Any:
        params: dict[str, Any] = {"version": 1, "textDocument": {"uri": self.uri}}
        if position is not None:
            params["position"] = {"line": position.line, "character": position.character}
        return plain(await self.client.protocol.send_request_async("hivm/memoryMap", params))


def plain(value: Any) -> Any:
    """pygls gives JSON objects of unknown requests as named tuples."""
    if hasattr(value, "_asdict"):
        return {key: plain(item) for key, item in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _get(params: Any, key: str) -> Any:
    return params[key] if isinstance(params, dict) else getattr(params, key, None)


async def start(capable: types.ClientCapabilities, initialization_options: Any = None) -> tuple[LanguageClient, Log]:
    """Start a server and introduce the client."""
    log = Log()
    client = make_client(log)
    await client.start_io(*COMMAND)
    params = types.InitializeParams(
        capabilities=capable, initialization_options=initialization_options, root_uri="file:///"
    )
    await client.initialize_session(params)
    return client, log


async def stop(client: LanguageClient) -> None:
    await client.shutdown_session()
    await client.stop()
