"""Every diagnostic of files, for ``hivm check``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import Span
from hivm_passes.records import dataclass, replace
from hivm_passes.tools.formats import FileReport
from hivm_passes.tools.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hivm_passes.tools.analyse import AnalysisSettings

SUFFIX: Final = ".mlir"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A path that could not be read, and why."""

    path: str
    reason: str


def find_files(paths: Sequence[str]) -> tuple[list[str], list[Unreadable]]:
    """The files to check: files as given, directories searched for ``*.mlir``; and the paths that are neither."""
    files: list[str] = []
    problems: list[Unreadable] = []
    for path in paths:
        if Path(path).is_dir():
            found: list[str] = []
            for directory, names, entries in os.walk(path, onerror=lambda e: problems.append(_unreadable(e))):
                names[:] = sorted(n for n in names if not n.startswith("."))
                found += (os.path.join(directory, e) for e in sorted(entries) if e.endswith(SUFFIX))  # noqa: PTH118
            files += found
        elif Path(path).exists():
            files.append(path)
        else:
            problems.append(Unreadable(path, "no such file or directory"))
    return list(dict.fromkeys(files)), problems


def _unreadable(error: OSError) -> Unreadable:
    return Unreadable(str(error.filename), error.strerror or "cannot be read")


def check_file(path: str, settings: AnalysisSettings) -> FileReport | Unreadable:
    """Everything that is to be said about one file (``-``: not handled here)."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        return Unreadable(path, error.strerror or "cannot be read")
    return check_text(SourceFile(path, data), settings)


def check_text(source: SourceFile, settings: AnalysisSettings) -> FileReport:
    """Everything that is to be said about a text, whose parts between separator lines are modules of their own."""
    from hivm_passes.tools.analyse import analyse_file

    found: list[Diagnostic] = []
    for offset, analysis in analyse_file(source.data, settings, source.name):
        found += (moved(d, offset) for d in analysis.diagnostics)
    found.sort(key=lambda d: d.span.start)
    return FileReport(source, tuple(found))


def moved(d: Diagnostic, offset: int) -> Diagnostic:
    """A diagnostic of a part of a text that starts at ``offset``."""
    if not offset:
        return d
    related = tuple(RelatedNote(_shift(n.span, offset), n.message) for n in d.related)
    return replace(d, span=_shift(d.span, offset), related=related, data={})


def _shift(span: Span, offset: int) -> Span:
    return Span(span.start + offset, span.end + offset)


def check_files(
    files: Sequence[str], settings: AnalysisSettings, jobs: int | None = None
) -> Iterator[FileReport | Unreadable]:
    """Check files with all cores (or ``jobs`` processes); results come in order of the files."""
    workers = min(jobs or os.cpu_count() or 1, len(files))
    if workers < 2 or len(files) < 4:
        yield from (check_file(f, settings) for f in files)
        return
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(partial(check_file, settings=settings), files, chunksize=_chunk(len(files), workers))


def _chunk(files: int, workers: int) -> int:
    return max(1, min(16, files // (8 * workers)))


def reports_of(results: Iterable[FileReport | Unreadable]) -> tuple[list[FileReport], list[Unreadable]]:
    """Results by kind."""
    reports: list[FileReport] = []
    problems: list[Unreadable] = []
    for result in results:
        if isinstance(result, FileReport):
            reports.append(result)
        else:
            problems.append(result)
    return reports, problems
