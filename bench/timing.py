"""Repeated timings and their spread."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Timing:
    """Seconds of several runs."""

    runs: tuple[float, ...]

    @property
    def best(self) -> float:
        """The quickest run: the one that the machine disturbed least."""
        return min(self.runs)

    @property
    def median(self) -> float:
        """The middle run."""
        return statistics.median(self.runs)

    @property
    def noise(self) -> float:
        """How much slower than the best the middle run was, as a fraction."""
        return self.median / self.best - 1


def measure(action: Callable[[], object], repeat: int = 5) -> Timing:
    """Run ``action`` several times."""
    runs: list[float] = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        runs.append(time.perf_counter() - start)
    return Timing(tuple(runs))


def row(name: str, ours: Timing, theirs: Timing, unit: float = 1e3, suffix: str = "ms") -> str:
    """One line of a table: both times, their ratio, both noises."""
    return (
        f"{name:<44} {ours.best * unit:9.2f} {suffix} {theirs.best * unit:9.2f} {suffix}"
        f"   {ours.best / theirs.best:6.3f}x   (noise {ours.noise:4.0%} / {theirs.noise:4.0%})"
    )
