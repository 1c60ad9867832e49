"""One client's session: documents, settings, and what the client is told and when.

Lives in the server's event loop; the engine's worker reports into it. Diagnostics go out once per version, when its
analysis is complete, and before that only if its syntax errors differ from those shown. Clients that pull get the
same on the same occasions.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hivm_server.features import diagnostics as diagnostics_feature
from hivm_server.features.view import View
from hivm_server.settings import Settings
from hivm_server.workspace.analysis import UnitAnalyser, UnitResult
from hivm_server.workspace.engine import Analysis, Engine
from hivm_server.workspace.snapshot import Change, Snapshot

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from concurrent.futures import Future

    from pygls.lsp.server import LanguageServer

    from hivm_server.workspace.engine import Housekeeper
    from hivm_server.workspace.text import Encoding

log = logging.getLogger(__name__)

T = TypeVar("T")

MEMORY_MAP_CHANGED = "hivm/memoryMapChanged"
_MIB = 1 << 20
MEMO_BYTES = 512 * _MIB
"""Upper bound of what remembered results take, by estimate."""


@dataclass(slots=True)
class _Shown:
    """What the client knows about a document's diagnostics."""

    syntax: tuple[object, ...] = ()
    items: list[types.Diagnostic] | None = None
    result_id: str = "0"
    finished: bool = False
    """Whether ``items`` came from a complete analysis."""


@dataclass(slots=True)
class _Progress:
    token: str
    begun: bool = False


@dataclass(slots=True)
class _Client:
    """What the client can do, as far as it matters here."""

    pulls: bool = False
    refreshes_diagnostics: bool = False
    refreshes_hints: bool = False
    refreshes_lenses: bool = False
    has_configuration: bool = False
    watches_configuration: bool = False
    shows_progress: bool = False
    publish: types.PublishDiagnosticsClientCapabilities | None = None
    pull: types.DiagnosticClientCapabilities | None = None
    settings: set[str] = field(default_factory=set[str])

    @staticmethod
    def of(capabilities: types.ClientCapabilities) -> _Client:
        document, workspace = capabilities.text_document, capabilities.workspace
        window = capabilities.window
        configuration = workspace.did_change_configuration if workspace else None
        return _Client(
            pulls=bool(document and document.diagnostic),
            refreshes_diagnostics=bool(workspace and workspace.diagnostics and workspace.diagnostics.refresh_support),
            refreshes_hints=bool(workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support),
            refreshes_lenses=bool(workspace and workspace.code_lens and workspace.code_lens.refresh_support),
            has_configuration=bool(workspace and workspace.configuration),
            watches_configuration=bool(configuration and configuration.dynamic_registration),
            shows_progress=bool(window and window.work_done_progress),
            publish=document.publish_diagnostics if document else None,
            pull=document.diagnostic if document else None,
        )


class Session:
    """The state behind the server's handlers."""

    def __init__(self, server: LanguageServer, housekeeper: Housekeeper | None = None) -> None:
        self.server = server
        self._housekeeper = housekeeper
        self.settings = Settings()
        self.client = _Client()
        self.analyser = UnitAnalyser(MEMO_BYTES, self._analysis_crashed)
        self.capabilities = types.ClientCapabilities()
        self._engine: Engine[UnitResult] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._shown: dict[str, _Shown] = {}
        self._progress: dict[str, _Progress] = {}
        self._crashed: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._counter = 0
        self._on_close: list[Callable[[str], None]] = []

    # --- life -----------------------------------------------------------------------------------------------

    def start(self, params: types.InitializeParams, encoding: Encoding) -> None:
        """The client introduced itself."""
        self._loop = asyncio.get_running_loop()
        self.capabilities = params.capabilities
        self.client = _Client.of(params.capabilities)
        if params.initialization_options is not None:
            self.settings = Settings.parse(params.initialization_options)
        self._engine = Engine(self._unit_analyser, self, encoding, self._housekeeper)

    def stop(self) -> None:
        """The session ends."""
        if self._engine is not None:
            self._engine.stop()

    def on_close(self, tell: Callable[[str], None]) -> None:
        """Have ``tell`` called with the URI of every document that is closed."""
        self._on_close.append(tell)

    @property
    def engine(self) -> Engine[UnitResult]:
        """The engine, once the session has begun."""
        assert self._engine is not None
        return self._engine

    def _unit_analyser(self, snapshot: Snapshot) -> Callable[..., UnitResult]:
        return self.analyser.for_document(snapshot, self.settings)

    # --- documents ------------------------------------------------------------------------------------------

    def did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Take up a document."""
        document = params.text_document
        self._shown[document.uri] = _Shown()
        self._tell_syntax(self.engine.open(document.uri, document.version, document.text))

    def did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Apply edits."""
        document = params.text_document
        snapshot = self.engine.change(document.uri, document.version, map(_change, params.content_changes))
        if snapshot is not None:
            self._tell_syntax(snapshot)

    def did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget a document; its diagnostics go."""
        uri = params.text_document.uri
        self.engine.close(uri)
        self._shown.pop(uri, None)
        for tell in self._on_close:
            tell(uri)
        if not self.client.pulls:
            self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def view(self, uri: str) -> View | None:
        """What features see of a document, None when it is not open."""
        snapshot = self.engine.snapshot(uri)
        if snapshot is None:
            return None
        return View(snapshot, self.engine.best(uri), self.settings)

    # --- diagnostics ----------------------------------------------------------------------------------------

    def _tell_syntax(self, snapshot: Snapshot) -> None:
        """Show syntax errors at once when they are not those shown already."""
        shown = self._shown.get(snapshot.uri)
        if shown is not None:
            shown.finished = False
        key = tuple((p.code, p.message) for p in snapshot.problems)
        if shown is None:
            return
        # What is shown belongs to the version before.
        shown.finished = False
        if key == shown.syntax:
            return
        shown.syntax = key
        self._show(snapshot, diagnostics_feature.syntax_diagnostics(snapshot), finished=False)

    def _show(self, snapshot: Snapshot, items: list[types.Diagnostic], *, finished: bool) -> None:
        shown = self._shown.get(snapshot.uri)
        if shown is None:
            return
        shown.finished = finished
        if items != shown.items:
            self._counter += 1
            shown.result_id = str(self._counter)
            shown.items = items
        if not self.client.pulls:
            self.server.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(
                    snapshot.uri,
                    diagnostics_feature.for_client(items, self.client.publish),
                    version=snapshot.version,
                )
            )

    async def pull(
        self, params: types.DocumentDiagnosticParams
    ) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
        """The diagnostics of the current version.

        Waits for the analysis, except when the syntax errors are news and the client will be told to ask again.
        """
        uri = params.text_document.uri
        shown = self._shown.get(uri)
        snapshot = self.engine.snapshot(uri)
        if shown is None or snapshot is None:
            return types.RelatedFullDocumentDiagnosticReport([])
        future = self.engine.analysis(uri)
        news = not shown.finished and shown.items and self.client.refreshes_diagnostics
        if not (future.done() or (news and params.previous_result_id != shown.result_id)):
            try:
                analysis = await asyncio.wrap_future(future)
            except asyncio.CancelledError:
                if future.cancelled():
                    # A newer version came first: the client is to ask for that one.
                    data = types.DiagnosticServerCancellationData(retrigger_request=True)
                    raise JsonRpcException(
                        "The document changed", code=types.LSPErrorCodes.ServerCancelled.value, data=data
                    ) from None
                raise
            self._finish(analysis)
        elif future.done() and not future.cancelled():
            self._finish(future.result())
        if params.previous_result_id == shown.result_id and shown.items is not None:
            return types.RelatedUnchangedDocumentDiagnosticReport(shown.result_id)
        items = diagnostics_feature.for_client(shown.items or [], self.client.pull)
        return types.RelatedFullDocumentDiagnosticReport(items, result_id=shown.result_id)

    def _finish(self, analysis: Analysis[UnitResult]) -> bool:
        """Make an analysis' diagnostics those shown; False when they already are."""
        snapshot = analysis.snapshot
        shown = self._shown.get(snapshot.uri)
        if shown is None or shown.finished or self.engine.snapshot(snapshot.uri) is not snapshot:
            return False
        items = diagnostics_feature.all_diagnostics(analysis)
        self._show(snapshot, items, finished=True)
        return True

    # --- the engine's reports (worker thread) ---------------------------------------------------------------

    def finished(self, analysis: Analysis[UnitResult]) -> None:
        """All of a version is analysed; what takes time is done here, off the loop."""
        try:
            diagnostics_feature.all_diagnostics(analysis)
        except Exception as error:
            self._analysis_crashed(error)
            analysis.derived["diagnostics"] = list[types.Diagnostic]()
        self._in_loop(self._on_finished, analysis)

    def _analysis_crashed(self, error: Exception) -> None:
        self._in_loop(self.report_crash, "Analysis", error)

    def progress(self, uri: str, done: int, total: int) -> None:
        """A long analysis goes on."""
        self._in_loop(self._on_progress, uri, done, total)

    def _in_loop(self, function: Callable[..., None], *arguments: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._guarded, function, *arguments)

    def _guarded(self, function: Callable[..., None], *arguments: object) -> None:
        try:
            function(*arguments)
        except Exception as error:
            self.report_crash(getattr(function, "__name__", "server"), error)

    def _on_finished(self, analysis: Analysis[UnitResult]) -> None:
        snapshot = analysis.snapshot
        if self.engine.snapshot(snapshot.uri) is not snapshot:
            return
        told = self._shown.get(snapshot.uri)
        before = told.items if told is not None else None
        self._finish(analysis)
        if self.client.pulls and self.client.refreshes_diagnostics and told is not None and told.items is not before:
            self.server.workspace_diagnostic_refresh(None)
        if self.client.refreshes_hints:
            self.server.workspace_inlay_hint_refresh(None)
        if self.client.refreshes_lenses and self.settings.code_lens:
            self.server.workspace_code_lens_refresh(None)
        self.server.protocol.notify(MEMORY_MAP_CHANGED, {"uri": snapshot.uri, "version": snapshot.version})

    def _on_progress(self, uri: str, done: int, total: int) -> None:
        if not self.client.shows_progress:
            return
        progress = self._progress.get(uri)
        if progress is None:
            if done < total:
                self._counter += 1
                progress = self._progress[uri] = _Progress(f"hivm-analysis-{self._counter}")
                self._spawn(self._begin_progress(progress, uri))
            return
        if not progress.begun:
            if done >= total:
                self._progress.pop(uri, None)
            return
        if done >= total:
            self._progress.pop(uri, None)
            self.server.work_done_progress.end(progress.token, types.WorkDoneProgressEnd())
        else:
            percent = 100 * done // total
            report = types.WorkDoneProgressReport(message=f"{done} of {total - 1}", percentage=percent)
            self.server.work_done_progress.report(progress.token, report)

    async def _begin_progress(self, progress: _Progress, uri: str) -> None:
        progress_bar: Any = self.server.work_done_progress
        await progress_bar.create_async(progress.token)
        if self._progress.get(uri) is not progress:
            return
        progress.begun = True
        name = uri.rsplit("/", 1)[-1]
        self.server.work_done_progress.begin(
            progress.token, types.WorkDoneProgressBegin(f"HIVM: analysing {name}", percentage=0)
        )

    # --- configuration --------------------------------------------------------------------------------------

    async def initialized(self) -> None:
        """The client is ready for requests: ask for the settings and for news about them."""
        if self.client.watches_configuration:
            registration = types.Registration(
                "hivm-configuration",
                types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                types.DidChangeConfigurationRegistrationOptions(section="hivm"),
            )
            self._spawn(self._register(registration))
        await self.fetch_settings()

    async def _register(self, registration: types.Registration) -> None:
        await self.server.client_register_capability_async(types.RegistrationParams([registration]))

    async def fetch_settings(self, pushed: Any = None) -> None:
        """Ask the client for its settings, or take those that it sent along."""
        if self.client.has_configuration:
            item = types.ConfigurationItem(section="hivm")
            answer = await self.server.workspace_configuration_async(types.ConfigurationParams([item]))
            values: list[object] = list(cast("list[object]", answer)) if answer else []
            pushed = next((cast("dict[str, object]", v) for v in values[:1] if isinstance(v, dict)), pushed)
        if isinstance(pushed, dict):
            self.apply_settings(Settings.parse(cast("dict[str, object]", pushed)))

    def apply_settings(self, settings: Settings) -> None:
        """New settings: everything is analysed anew (what was analysed with them before is remembered)."""
        if settings == self.settings:
            return
        self.settings = settings
        for shown in self._shown.values():
            shown.finished = False
        self.engine.reanalyse()

    # --- help for handlers ----------------------------------------------------------------------------------

    async def off_loop(self, function: Callable[..., T], *arguments: object) -> T:
        """Run something that may take long in a thread, so that the loop stays free."""
        assert self._loop is not None
        return await self._loop.run_in_executor(self.server.thread_pool, function, *arguments)

    async def analysis(self, uri: str) -> Analysis[UnitResult] | None:
        """The complete analysis of the newest version that has one, waiting for the very first."""
        while True:
            latest = self.engine.latest(uri)
            if latest is not None or self.engine.snapshot(uri) is None:
                return latest
            future: Future[Analysis[UnitResult]] = self.engine.analysis(uri)
            try:
                return await asyncio.wrap_future(future)
            except asyncio.CancelledError:
                if not future.cancelled():
                    raise

    def _spawn(self, work: Awaitable[Any]) -> None:
        async def run() -> None:
            try:
                await work
            except Exception as error:
                log.warning("request to the client failed: %s", error)

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def report_crash(self, feature: str, error: BaseException) -> None:
        """Log a crash, and tell the user about the first one of each feature."""
        trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        log.error("%s failed:\n%s", feature, trace)
        if feature in self._crashed:
            return
        self._crashed.add(feature)
        self.server.window_log_message(types.LogMessageParams(types.MessageType.Error, f"{feature} failed:\n{trace}"))
        message = f"HIVM: {feature} failed ({error}). The language server goes on; details are in its output."
        self.server.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))


def _change(change: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(change, types.TextDocumentContentChangePartial):
        start, end = change.range.start, change.range.end
        return Change(change.text, (start.line, start.character, end.line, end.character))
    return Change(change.text)
