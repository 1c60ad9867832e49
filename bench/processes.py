"""Whole processes, timed by the processor time that they use: what others do on the machine disturbs it much less."""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.timing import Timing

if TYPE_CHECKING:
    from collections.abc import Sequence

_MEMORY_KIB = 8_000_000


@dataclass(frozen=True)
class Run:
    """One run: seconds of the processor and of the clock, output; ``output`` is None when it took too long."""

    processor: float
    clock: float
    output: str | None


@dataclass(frozen=True)
class Runs:
    """Several runs of one command."""

    processor: Timing
    clock: Timing
    output: str | None


def run_once(command: Sequence[str], text: str, patience: float) -> Run:
    """Run a command on ``text`` in a file (its last word but the options is the file's name, ``{}``)."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        words = [file.name if word == "{}" else word for word in command]
        limited = ["sh", "-c", f'ulimit -c 0; ulimit -v {_MEMORY_KIB}; exec "$@"', "sh", *words]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        try:
            done = subprocess.run(limited, capture_output=True, encoding="utf-8", env=environment, timeout=patience)
            output = done.stdout
        except subprocess.TimeoutExpired:
            output = None
        clock = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(used, clock, output)


def compare(commands: Sequence[Sequence[str]], text: str, repeat: int, patience: float) -> list[Runs]:
    """Runs of several commands on one text, in turn, so that a busy moment hits all of them.

    A command that takes long is run once, one that takes more than ``patience`` seconds is given up.
    """
    found: list[list[Run]] = [[] for _ in commands]
    for _ in range(repeat):
        for runs, command in zip(found, commands, strict=True):
            if not runs or runs[0].clock < patience / 20:
                runs.append(run_once(command, text, patience))
    return [
        Runs(Timing(tuple(r.processor for r in runs)), Timing(tuple(r.clock for r in runs)), runs[0].output)
        for runs in found
    ]
