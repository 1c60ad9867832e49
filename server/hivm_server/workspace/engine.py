"""Keeps documents and analyses them in a worker thread.

The thread that owns the engine (the server's loop) opens, changes and closes documents; this costs an incremental
parse. Every change cancels the analysis of the version before, which stops at its next checkpoint. Results become
visible all at once, as an ``Analysis`` of one version, so what a feature reads is always consistent.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from hivm_server.workspace.snapshot import Change, Snapshot
from hivm_server.workspace.text import Encoding
from hivm_server.workspace.units import Unit, units_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

log = logging.getLogger(__name__)

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

PROGRESS_AFTER = 1.0
"""Seconds after which an analysis that still runs is announced to the user."""


IDLE_AFTER = 2.0
"""Seconds without work after which the housekeeper may take its time."""


class Cancelled(Exception):  # noqa: N818 (a signal, not an error)
    """Raised at a checkpoint of an analysis that nobody waits for any more."""


class Token:
    """Tells an analysis that a newer one replaces it."""

    def __init__(self) -> None:
        self._cancelled = False

    def cancel(self) -> None:
        """Ask the analysis to stop."""
        self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """Whether it was asked to stop."""
        return self._cancelled

    def check(self) -> None:
        """A checkpoint: raises ``Cancelled`` when asked to stop."""
        if self._cancelled:
            raise Cancelled


class Analyser(Protocol[R_co]):
    """Analyses one unit; equal units give equal results. Calls ``check`` between its steps."""

    def __call__(self, unit: Unit, check: Callable[[], None]) -> R_co: ...


@dataclass(frozen=True, slots=True, eq=False)
class Analysis(Generic[R]):
    """The results of a snapshot's units. ``results`` has None for units that are still to come."""

    snapshot: Snapshot
    units: tuple[Unit, ...]
    results: tuple[R | None, ...]
    derived: dict[str, object] = field(default_factory=dict[str, object])
    """What was made from the results, by name, so that it is made once."""

    @property
    def complete(self) -> bool:
        """Whether all units are analysed."""
        return None not in self.results


class Listener(Protocol[R]):
    """Called in the worker thread."""

    def finished(self, analysis: Analysis[R]) -> None:
        """All of a version is analysed."""

    def progress(self, uri: str, done: int, total: int) -> None:
        """A long analysis goes on; ``done == total`` ends it, also when it was cancelled."""


class Housekeeper(Protocol):
    """Called in the worker thread between analyses."""

    def after_analysis(self) -> None:
        """An analysis ended or was cancelled."""

    def when_idle(self) -> None:
        """Nothing has been to do for a while."""


@dataclass(slots=True)
class _Document(Generic[R]):
    snapshot: Snapshot
    token: Token = field(default_factory=Token)
    latest: Analysis[R] | None = None
    """The newest complete analysis."""
    partial: Analysis[R] | None = None
    """What is known so far about the current version, when its analysis takes long."""
    waiting: list[Future[Analysis[R]]] = field(default_factory=list["Future[Analysis[R]]"])
    """Who wants to know the complete analysis of this snapshot."""


class Engine(Generic[R]):
    """Documents by URI and the thread that analyses them.

    ``analyser`` is asked anew for each analysis, so it may depend on settings.
    """

    def __init__(
        self,
        analyser: Callable[[Snapshot], Analyser[R]],
        listener: Listener[R],
        encoding: Encoding = Encoding.UTF16,
        housekeeper: Housekeeper | None = None,
    ) -> None:
        self.encoding = encoding
        self._analyser = analyser
        self._listener = listener
        self._housekeeper = housekeeper
        self._documents: dict[str, _Document[R]] = {}
        self._queue: list[str] = []
        self._wake = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="hivm-analysis", daemon=True)
        self._thread.start()

    # --- the owner's side -----------------------------------------------------------------------------------

    def open(self, uri: str, version: int | None, text: str | bytes) -> Snapshot:
        """Take up a document."""
        snapshot = Snapshot.open(uri, version, text, self.encoding)
        self._replace(uri, snapshot, keep=False)
        return snapshot

    def change(self, uri: str, version: int | None, changes: Iterable[Change]) -> Snapshot | None:
        """Apply edits; None when the document is not open."""
        document = self._documents.get(uri)
        if document is None:
            return None
        document.token.cancel()
        snapshot = document.snapshot.changed(version, changes)
        self._replace(uri, snapshot, keep=True)
        return snapshot

    def close(self, uri: str) -> None:
        """Forget a document."""
        with self._wake:
            document = self._documents.pop(uri, None)
        if document is not None:
            document.token.cancel()
            for future in document.waiting:
                future.cancel()

    def reanalyse(self) -> None:
        """Analyse all documents anew, because settings changed."""
        for uri, document in list(self._documents.items()):
            with self._wake:
                waiting, document.waiting = document.waiting, []
            # A copy, so that results of before do not count as results of this snapshot.
            self._replace(uri, replace(document.snapshot), keep=True, waiting=waiting)

    def uris(self) -> list[str]:
        """The open documents."""
        return list(self._documents)

    def snapshot(self, uri: str) -> Snapshot | None:
        """The current version of a document."""
        document = self._documents.get(uri)
        return None if document is None else document.snapshot

    def latest(self, uri: str) -> Analysis[R] | None:
        """The newest complete analysis of a document, of its current version or an older one."""
        document = self._documents.get(uri)
        return None if document is None else document.latest

    def best(self, uri: str) -> Analysis[R] | None:
        """Like ``latest``, or what is known so far where nothing is complete yet."""
        document = self._documents.get(uri)
        return None if document is None else document.latest or document.partial

    def analysis(self, uri: str) -> Future[Analysis[R]]:
        """The complete analysis of the current version; cancelled when a newer version comes first."""
        future: Future[Analysis[R]] = Future()
        with self._wake:
            document = self._documents.get(uri)
            if document is None:
                future.cancel()
            elif document.latest is not None and document.latest.snapshot is document.snapshot:
                future.set_result(document.latest)
            else:
                document.waiting.append(future)
        return future

    def stop(self) -> None:
        """End the worker thread at its next checkpoint."""
        with self._wake:
            self._stopped = True
            for document in self._documents.values():
                document.token.cancel()
            self._wake.notify_all()

    def _replace(
        self, uri: str, snapshot: Snapshot, *, keep: bool, waiting: list[Future[Analysis[R]]] | None = None
    ) -> None:
        """Make ``snapshot`` the current one; ``keep`` tells whether results of the old one are worth showing."""
        document: _Document[R] = _Document(snapshot, waiting=waiting or [])
        with self._wake:
            old = self._documents.get(uri)
            if old is not None:
                old.token.cancel()
                document.latest = old.latest if keep else None
            self._documents[uri] = document
            if uri in self._queue:
                self._queue.remove(uri)
            self._queue.append(uri)
            self._wake.notify_all()
        for future in old.waiting if old is not None else ():
            future.cancel()

    # --- the worker's side ----------------------------------------------------------------------------------

    def _run(self) -> None:
        rested = False
        while True:
            with self._wake:
                idle = False
                while not self._queue and not self._stopped and not idle:
                    idle = not self._wake.wait(None if rested else IDLE_AFTER)
                if self._stopped:
                    return
                # The document that changed last is the one its user looks at.
                uri = self._queue.pop() if self._queue else None
                document = None if uri is None else self._documents.get(uri)
            rested = uri is None
            if rested and self._housekeeper is not None:
                self._housekeeper.when_idle()
            if uri is not None and document is not None:
                try:
                    self._analyse(uri, document)
                except Cancelled:
                    pass
                except Exception:
                    log.exception("analysis of %s failed", uri)
                document = None
                if self._housekeeper is not None:
                    self._housekeeper.after_analysis()

    def _analyse(self, uri: str, document: _Document[R]) -> None:
        snapshot, token = document.snapshot, document.token
        token.check()
        units = units_of(snapshot.outline, snapshot.text.data)
        analyse = self._analyser(snapshot)
        results: list[R | None] = [None] * len(units)
        begun = shown = time.monotonic()
        announced = False
        try:
            for index, unit in enumerate(units):
                token.check()
                results[index] = analyse(unit, token.check)
                now = time.monotonic()
                if now - shown > PROGRESS_AFTER / 4:
                    document.partial = Analysis(snapshot, units, tuple(results))
                    shown = now
                    if now - begun > PROGRESS_AFTER:
                        self._listener.progress(uri, index + 1, len(units) + 1)
                        announced = True
        finally:
            if announced:
                self._listener.progress(uri, len(units) + 1, len(units) + 1)
        token.check()
        analysis = Analysis(snapshot, units, tuple(results))
        with self._wake:
            token.check()
            document.latest, document.partial = analysis, None
            ready, document.waiting = document.waiting, []
        self._listener.finished(analysis)
        for future in ready:
            if future.set_running_or_notify_cancel():
                future.set_result(analysis)
