"""The engine with analysers made for the test: what is analysed, what is cancelled, what is published."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager

import pytest

from hivm_server.workspace.engine import Analysis, Engine
from hivm_server.workspace.memo import Memo
from hivm_server.workspace.snapshot import Change
from hivm_server.workspace.units import Unit

TIMEOUT = 30
URI = "file:///k.mlir"


class Recorder:
    """A listener that lets a test wait for a version."""

    def __init__(self) -> None:
        self.versions: list[int | None] = []
        self.reports: list[tuple[int, int]] = []
        self._changed = threading.Condition()

    def finished(self, analysis: Analysis[str]) -> None:
        with self._changed:
            self.versions.append(analysis.snapshot.version)
            self._changed.notify_all()

    def progress(self, uri: str, done: int, total: int) -> None:
        self.reports.append((done, total))

    def wait_for(self, version: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: version in self.versions, TIMEOUT)


class Analyser:
    """Remembers results by content, as the real one does, and which functions it had to analyse."""

    def __init__(self) -> None:
        self.memo: Memo[bytes, str] = Memo(1 << 30)
        self.analysed: list[str] = []

    def __call__(self, unit: Unit, check: Callable[[], None]) -> str:
        return self.memo.compute(unit.text, lambda: self.analyse(unit, check), lambda _: 1)

    def analyse(self, unit: Unit, check: Callable[[], None]) -> str:
        check()
        name = " ".join(f.name for _, f in unit.items) or "frame"
        self.analysed.append(name)
        return name


@contextmanager
def running(analyser: Analyser, listener: Recorder) -> Iterator[Engine[str]]:
    engine: Engine[str] = Engine(lambda snapshot: analyser, listener)
    try:
        yield engine
    finally:
        engine.stop()


def hundred_functions() -> str:
    functions = [
        f"  func.func @f{n}(%a: memref<16xf32>) {{\n    %x = memref.alloc() : memref<{n}xf32>\n    return\n  }}\n"
        for n in range(100)
    ]
    return "module {\n" + "".join(functions) + "}\n"


def test_one_edit_in_a_file_of_a_hundred_functions_analyses_one_function() -> None:
    analyser, listener = Analyser(), Recorder()
    with running(analyser, listener) as engine:
        text = hundred_functions()
        engine.open(URI, 1, text)
        listener.wait_for(1)
        assert sorted(analyser.analysed) == sorted(["frame", *(f"f{n}" for n in range(100))])
        analyser.analysed.clear()
        line = text[: text.index("memref<50xf32>")].count("\n")
        engine.change(URI, 2, [Change("5", (line, 31, line, 31))])
        listener.wait_for(2)
        assert analyser.analysed == ["f50"]


def test_an_edit_above_moves_functions_but_analyses_none() -> None:
    analyser, listener = Analyser(), Recorder()
    with running(analyser, listener) as engine:
        engine.open(URI, 1, hundred_functions())
        listener.wait_for(1)
        analyser.analysed.clear()
        engine.change(URI, 2, [Change("// a comment\n\n", (0, 0, 0, 0))])
        listener.wait_for(2)
        assert analyser.analysed == []


def test_a_changed_signature_analyses_the_function_the_frame_and_its_callers() -> None:
    text = (
        "func.func private @callee(%a: i32) {\n  return\n}\n"
        "func.func @caller() {\n  call @callee() : () -> ()\n  return\n}\n"
        "func.func @other() {\n  return\n}\n"
    )
    analyser, listener = Analyser(), Recorder()
    with running(analyser, listener) as engine:
        engine.open(URI, 1, text)
        listener.wait_for(1)
        analyser.analysed.clear()
        engine.change(URI, 2, [Change("i64", (0, 30, 0, 33))])
        listener.wait_for(2)
        assert sorted(analyser.analysed) == ["callee", "caller", "frame"]


class Blocking(Analyser):
    """Stops at the first checkpoint until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.started = threading.Event()
        self.go_on = threading.Event()
        self.cancelled = threading.Event()

    def analyse(self, unit: Unit, check: Callable[[], None]) -> str:
        self.started.set()
        assert self.go_on.wait(TIMEOUT)
        try:
            check()
        except BaseException:
            self.cancelled.set()
            raise
        return super().analyse(unit, check)


def test_the_next_edit_cancels_and_only_the_last_version_is_published() -> None:
    analyser, listener = Blocking(), Recorder()
    with running(analyser, listener) as engine:
        engine.open(URI, 1, "func.func @f() {\n  return\n}\n")
        assert analyser.started.wait(TIMEOUT)
        first = engine.analysis(URI)
        for version in range(2, 6):
            engine.change(URI, version, [Change(" ", (1, 0, 1, 0))])
        with pytest.raises(CancelledError):
            first.result(TIMEOUT)
        analyser.go_on.set()
        listener.wait_for(5)
        assert analyser.cancelled.is_set()
        assert listener.versions == [5]
        latest = engine.latest(URI)
        assert latest is not None
        assert latest.snapshot.version == 5
        assert latest.complete


def test_readers_never_wait_for_an_analysis() -> None:
    analyser, listener = Blocking(), Recorder()
    with running(analyser, listener) as engine:
        engine.open(URI, 1, "func.func @f() {\n  return\n}\n")
        assert analyser.started.wait(TIMEOUT)
        # The worker is stuck; everything here must still answer.
        snapshot = engine.snapshot(URI)
        assert snapshot is not None
        assert [f.name for f in snapshot.outline.functions()] == ["f"]
        assert engine.latest(URI) is None
        analyser.go_on.set()
        assert engine.analysis(URI).result(TIMEOUT).complete


def test_results_of_the_last_version_stay_until_the_next_is_complete() -> None:
    analyser, listener = Blocking(), Recorder()
    analyser.go_on.set()
    with running(analyser, listener) as engine:
        engine.open(URI, 1, "func.func @f() {\n  return\n}\n")
        listener.wait_for(1)
        analyser.go_on.clear()
        analyser.started.clear()
        engine.change(URI, 2, [Change("  ", (1, 0, 1, 0))])
        assert analyser.started.wait(TIMEOUT)
        latest = engine.latest(URI)
        assert latest is not None
        assert latest.snapshot.version == 1
        analyser.go_on.set()
        listener.wait_for(2)


class Failing(Analyser):
    def analyse(self, unit: Unit, check: Callable[[], None]) -> str:
        if b"boom" in unit.text:
            raise RuntimeError("boom")
        return super().analyse(unit, check)


def test_a_failing_analysis_does_not_end_the_worker() -> None:
    analyser, listener = Failing(), Recorder()
    with running(analyser, listener) as engine:
        engine.open(URI, 1, "func.func @boom() {\n  return\n}\n")
        engine.open("file:///other.mlir", 7, "func.func @fine() {\n  return\n}\n")
        listener.wait_for(7)


def test_a_closed_document_is_forgotten() -> None:
    analyser, listener = Blocking(), Recorder()
    with running(analyser, listener) as engine:
        engine.open(URI, 1, "func.func @f() {\n  return\n}\n")
        assert analyser.started.wait(TIMEOUT)
        waiting = engine.analysis(URI)
        engine.close(URI)
        assert waiting.cancelled()
        assert engine.snapshot(URI) is None
        assert engine.change(URI, 2, [Change("x")]) is None
        analyser.go_on.set()
