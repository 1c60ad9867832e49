"""Runs the real compiler's tools, with limits on time and memory."""

from __future__ import annotations

import importlib.util
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Build = Literal["a3", "a5"]

TOOLS: dict[Build, str] = {"a3": "bishengir-opt", "a5": "bishengir-opt-a5"}
COMPILERS: dict[Build, str] = {"a3": "bishengir-compile", "a5": "bishengir-compile-a5"}

_MEMORY_KIB = 8_000_000
_ERROR = re.compile(r"^<stdin>:(\d+):\d+: error: (.*)$", re.M)
_UNLOCATED = re.compile(r"^<unknown>:0: error: (.*)$", re.M)
_FATAL = re.compile(r"^(LLVM ERROR: .*|.*Assertion .* failed\.?|.*UNREACHABLE executed.*)$", re.M)
_NEGATIVE_COPIES = re.compile(r"hivm\.multi_buffer\s*=\s*-")


def binaries() -> Path | None:
    """Where the compiler's programs are, or None when its wheel is not installed."""
    spec = importlib.util.find_spec("ascendnpuir")
    if spec is None or not spec.submodule_search_locations:
        return None
    directory = Path(next(iter(spec.submodule_search_locations))) / "bin"
    return directory if (directory / TOOLS["a3"]).exists() else None


@dataclass(frozen=True)
class Outcome:
    """What a tool did with a text. ``errors`` are pairs of line and message (line 0: no location).

    ``crash`` is the line with which it died, if it did (an abort, a signal, a time-out).
    """

    status: Literal["ok", "error", "crash"]
    output: str = ""
    errors: tuple[tuple[int, str], ...] = ()
    crash: str = ""
    files: tuple[tuple[str, str], ...] = ()


def is_deadly(text: str) -> bool:
    """Whether the compiler would eat all memory: a negative number of buffers."""
    return _NEGATIVE_COPIES.search(text) is not None


def run_program(
    command: list[str], text: str, directory: Path | None = None, timeout: float = 60
) -> subprocess.CompletedProcess[str] | None:
    """Run with limits; None when it took too long."""
    limited = ["sh", "-c", f'ulimit -c 0; ulimit -v {_MEMORY_KIB}; exec "$@"', "sh", *command]
    try:
        return subprocess.run(
            limited,
            input=text,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            cwd=directory,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        return None


def run(build: Build, text: str, flags: tuple[str, ...], directory: Path | None = None, timeout: float = 60) -> Outcome:
    """Run the tool of ``build`` on ``text``. JSON files that it leaves in ``directory`` are collected and removed."""
    if is_deadly(text):
        raise ValueError("a negative hivm.multi_buffer makes the compiler allocate without end")
    found = binaries()
    assert found is not None
    done = run_program([str(found / TOOLS[build]), "-", *flags], text, directory, timeout)
    files: list[tuple[str, str]] = []
    if directory is not None:
        for path in sorted(directory.glob("memory_info*.json")):
            files.append((path.name, path.read_text()))
            path.unlink()
    if done is None:
        return Outcome("crash", crash=f"still running after {timeout:g} s", files=tuple(files))
    errors = tuple((int(line), message) for line, message in _ERROR.findall(done.stderr))
    errors += tuple((0, message) for message in _UNLOCATED.findall(done.stderr) if message)
    if done.returncode == 0:
        return Outcome("ok", done.stdout, errors, files=tuple(files))
    if done.returncode == 1:
        return Outcome("error", done.stdout, errors, files=tuple(files))
    fatal = _FATAL.search(done.stderr)
    crash = fatal[0] if fatal else f"exit status {done.returncode}"
    return Outcome("crash", done.stdout, errors, crash, tuple(files))


def reprint(build: Build, text: str) -> Outcome:
    """What the compiler's own printer makes of a text."""
    return run(build, text, ("--allow-unregistered-dialect",))
