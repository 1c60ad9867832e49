"""The language server: which request goes to which feature. No logic of its own."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib.metadata
import logging
import os
import sys
import threading
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdinAsyncReader, StdoutWriter, run_async
from pygls.lsp.server import LanguageServer

from hivm_server.features import (
    code_actions,
    code_lens,
    document_symbols,
    folding,
    hover,
    inlay_hints,
    navigation,
    semantic_tokens,
)
from hivm_server.features import memory_map as memory_map_feature
from hivm_server.features.ranges import offset_of
from hivm_server.features.view import View
from hivm_server.protocol import HivmProtocol
from hivm_server.session import Session
from hivm_server.workspace.garbage import Collector
from hivm_server.workspace.text import Encoding

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from hivm_server.workspace.engine import Housekeeper

log = logging.getLogger(__name__)

MEMORY_MAP = "hivm/memoryMap"
_SWITCH_SECONDS = 0.0005


class HivmLanguageServer(LanguageServer):
    """pygls' server with a session."""

    def __init__(self, housekeeper: Housekeeper | None = None) -> None:
        super().__init__("hivm-ls", version(), protocol_cls=HivmProtocol)  # pyright: ignore[reportUnknownMemberType]
        self.session = Session(self, housekeeper)
        self.tokens = semantic_tokens.TokenCache()
        self.session.on_close(self.tokens.forget)
        self.wire = cast("HivmProtocol", self.protocol)
        self.wire.documents = self.session
        self.wire.guard = self.session.report_crash

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Errors outside of features: logged, shown once; requests carry their own error."""
        if not isinstance(error, JsonRpcException):
            self.session.report_crash("The server", error)


def version() -> str:
    """The version of the distribution."""
    try:
        return importlib.metadata.version("hivm-tools")
    except importlib.metadata.PackageNotFoundError:
        return "0"


def create_server(housekeeper: Housekeeper | None = None) -> HivmLanguageServer:
    """A server with all its features."""
    server = HivmLanguageServer(housekeeper)
    session = server.session

    def guarded(name: str, handler: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
        """A handler that answers null when it crashes."""

        @functools.wraps(handler)
        async def run(params: Any) -> Any:
            try:
                return await handler(params)
            except (JsonRpcException, asyncio.CancelledError):
                raise
            except Exception as error:
                session.report_crash(name, error)
                return None

        return run

    def feature(
        method: str, options: Any = None
    ) -> Callable[[Callable[[Any], Awaitable[Any]]], Callable[[Any], Awaitable[Any]]]:
        def register(handler: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
            return server.feature(method, options)(guarded(method, handler))

        return register

    def on_view(method: str, options: Any = None) -> Callable[[Callable[[View, Any], Any]], None]:
        """Register a feature that reads one document and is quick enough for the loop."""

        def register(handler: Callable[[View, Any], Any]) -> None:
            async def run(params: Any) -> Any:
                view = session.view(params.text_document.uri)
                return None if view is None else handler(view, params)

            feature(method, options)(run)

        return register

    def in_thread(method: str, options: Any = None) -> Callable[[Callable[[View, Any], Any]], None]:
        """Register a feature that reads one document and may take a while."""

        def register(handler: Callable[[View, Any], Any]) -> None:
            async def run(params: Any) -> Any:
                view = session.view(params.text_document.uri)
                return None if view is None else await session.off_loop(handler, view, params)

            feature(method, options)(run)

        return register

    # --- life -----------------------------------------------------------------------------------------------

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        encoding = server.workspace.position_encoding or types.PositionEncodingKind.Utf16
        session.start(params, Encoding(getattr(encoding, "value", encoding)))

    @feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        await session.initialized()

    @server.feature(types.SHUTDOWN)
    def shutdown(params: Any) -> None:
        session.stop()

    @feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configuration(params: types.DidChangeConfigurationParams) -> None:
        await session.fetch_settings(params.settings)

    # pygls offers open and close only when somebody asks for them.
    for method in (types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CLOSE):
        server.feature(method)(_ignore)

    # --- diagnostics ----------------------------------------------------------------------------------------

    @feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(inter_file_dependencies=False, workspace_diagnostics=False, identifier="hivm"),
    )
    async def diagnostic(params: types.DocumentDiagnosticParams) -> Any:
        return await session.pull(params)

    # --- reading --------------------------------------------------------------------------------------------

    @on_view(types.TEXT_DOCUMENT_HOVER)
    def on_hover(view: View, params: types.HoverParams) -> Any:
        return hover.hover(view, params.position)

    @on_view(types.TEXT_DOCUMENT_DEFINITION)
    def on_definition(view: View, params: types.DefinitionParams) -> Any:
        document = session.capabilities.text_document
        links = bool(document and document.definition and document.definition.link_support)
        return navigation.definition(view.snapshot, params.position, links=links)

    @on_view(types.TEXT_DOCUMENT_REFERENCES)
    def on_references(view: View, params: types.ReferenceParams) -> Any:
        return navigation.references(view.snapshot, params.position, with_definition=params.context.include_declaration)

    @on_view(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def on_highlight(view: View, params: types.DocumentHighlightParams) -> Any:
        return navigation.highlights(view.snapshot, params.position)

    @in_thread(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_symbols(view: View, params: types.DocumentSymbolParams) -> Any:
        document = session.capabilities.text_document
        symbol = document.document_symbol if document else None
        if symbol is not None and symbol.hierarchical_document_symbol_support:
            return document_symbols.document_symbols(view.snapshot)
        return document_symbols.flat_symbols(view.snapshot)

    @in_thread(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def on_folding(view: View, params: types.FoldingRangeParams) -> Any:
        document = session.capabilities.text_document
        limit = document.folding_range.range_limit if document and document.folding_range else None
        return folding.folding_ranges(view.snapshot, limit)

    @in_thread(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, semantic_tokens.LEGEND)
    def on_tokens(view: View, params: types.SemanticTokensParams) -> Any:
        return server.tokens.full(view.snapshot)

    @in_thread(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    def on_tokens_delta(view: View, params: types.SemanticTokensDeltaParams) -> Any:
        return server.tokens.delta(view.snapshot, params.previous_result_id)

    @in_thread(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    def on_tokens_range(view: View, params: types.SemanticTokensRangeParams) -> Any:
        text = view.snapshot.text
        start, end = offset_of(text, params.range.start), offset_of(text, params.range.end)
        return types.SemanticTokens(semantic_tokens.in_range(view.snapshot, start, end))

    @on_view(types.TEXT_DOCUMENT_INLAY_HINT)
    def on_hints(view: View, params: types.InlayHintParams) -> Any:
        if not view.settings.offset_hints:
            return []
        text = view.snapshot.text
        return inlay_hints.inlay_hints(view, offset_of(text, params.range.start), offset_of(text, params.range.end))

    @on_view(types.TEXT_DOCUMENT_CODE_LENS)
    def on_lenses(view: View, params: types.CodeLensParams) -> Any:
        return code_lens.code_lenses(view) if view.settings.code_lens else []

    # --- changing -------------------------------------------------------------------------------------------

    @on_view(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=list(code_actions.KINDS), resolve_provider=True),
    )
    def on_actions(view: View, params: types.CodeActionParams) -> Any:
        return code_actions.code_actions(view, params)

    @feature(types.CODE_ACTION_RESOLVE)
    async def on_resolve(action: types.CodeAction) -> Any:
        view = session.view(code_actions.uri_of(action))
        return action if view is None else await session.off_loop(code_actions.resolve, view, action)

    # --- own requests ---------------------------------------------------------------------------------------

    @feature(MEMORY_MAP)
    async def on_memory_map(params: Any) -> Any:
        uri, position = memory_map_feature.read_params(params)
        analysis = await session.analysis(uri)
        if analysis is None:
            return None
        view = View(analysis.snapshot, analysis, session.settings)
        offset = None if position is None else offset_of(analysis.snapshot.text, position)
        return await session.off_loop(memory_map_feature.memory_map, view, offset)

    return server


def serve_stdio(server: HivmLanguageServer, output: BinaryIO) -> None:
    """Serve until the input ends.

    The loop reads the input itself where the system can do that; pygls reads it in a thread, line by line, and each
    hand-over to the loop would have to wait for the thread that analyses.
    """
    server.wire.set_writer(StdoutWriter(output))

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        reader: Any = asyncio.StreamReader()
        try:
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        except (OSError, ValueError, NotImplementedError):
            reader = StdinAsyncReader(sys.stdin.buffer, server.thread_pool)
        await run_async(threading.Event(), reader, server.wire, log, server.report_server_error)

    try:
        asyncio.run(serve())
    except (BrokenPipeError, asyncio.IncompleteReadError):
        log.error("the connection to the client is lost")


def _ignore(params: Any) -> None:
    """The protocol has told the session already."""


def main() -> None:
    """``hivm-ls``: over standard input and output, or ``--tcp HOST:PORT`` on this machine."""
    from hivm_server.arguments import parse_arguments

    arguments = parse_arguments(sys.argv[1:])
    logging.basicConfig(
        stream=sys.stderr, level=arguments.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # An analysis must not keep the loop waiting for the interpreter any longer than this.
    sys.setswitchinterval(_SWITCH_SECONDS)
    server = create_server(Collector())
    with contextlib.suppress(SystemExit, KeyboardInterrupt):
        if arguments.tcp is not None:
            server.start_tcp(*arguments.tcp)
        else:
            # Whatever prints must not write into the protocol's stream.
            output = sys.stdout.buffer
            sys.stdout = sys.stderr
            serve_stdio(server, output)
    server.session.stop()
    code = server.wire.exit_code
    sys.stderr.flush()
    # A thread may still wait for input that never comes.
    os._exit(1 if code is None else code)
