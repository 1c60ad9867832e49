"""The commands ``hivm check`` and ``hivm map``."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.tools.analyse import AnalysisSettings, UnitAnalysis
    from hivm_passes.tools.formats import FileReport
    from hivm_passes.tools.source import SourceFile
    from hivm_server.memory_map.model import MapFunction, MemoryMap, Position

OK, FAILED, USAGE = 0, 1, 2


class Format(str, Enum):
    """How ``hivm check`` prints."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


class Arch(str, Enum):
    """The compilers."""

    a3 = "a3"
    a5 = "a5"


class Mode(str, Enum):
    """Which buffers ``hivm map`` shows."""

    local = "local"
    workspace = "workspace"


TargetOption = Annotated[
    str | None,
    typer.Option("--target", metavar="SOC", help="SoC of modules that name none, e.g. Ascend910B1."),
]
ArchOption = Annotated[
    Arch | None,
    typer.Option("--arch", help="Compiler to follow: a3 (A2 and A3) or a5. Default: by the text."),
]

application = typer.Typer(
    name="hivm",
    help="Tools for HIVM MLIR, the IR of Ascend NPU kernels.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@application.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False) -> None:
    """Tools for HIVM MLIR, the IR of Ascend NPU kernels."""
    if version:
        from hivm_passes import __version__

        typer.echo(f"hivm {__version__}")
        raise typer.Exit


@application.command()
def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, or directories to search for *.mlir; - for stdin.")
    ],
    format: Annotated[Format, typer.Option("--format", "-f", help="How to print.")] = Format.text,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write there instead of to standard output.")
    ] = "-",
    target: TargetOption = None,
    arch: ArchOption = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Processes to use. Default: all cores."),
    ] = None,
) -> None:
    """Print every diagnostic that the editor would show.

    Exit status: 0 without errors, 1 with an error in some file, 2 on bad usage.
    """
    raise typer.Exit(_check(paths, format, output, _settings(target, arch), jobs))


@application.command("map")
def draw(
    path: Annotated[str, typer.Argument(metavar="FILE", help="The file to plan; - for standard input.")],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Picture: x.html, x.svg, or - for SVG on stdout."),
    ] = None,
    target: TargetOption = None,
    arch: ArchOption = None,
    mode: Annotated[Mode, typer.Option("--mode", help="On-chip buffers or global workspace.")] = Mode.local,
) -> None:
    """Show where every buffer will lie, and for how long.

    Exit status: 0 when everything is planned, 1 when something is not, 2 on bad usage.
    """
    raise typer.Exit(_map(path, output, _settings(target, arch), mode))


@application.command("server", add_help_option=False)
def server() -> None:
    """Start the language server (the same as hivm-ls)."""


def _usage(message: str) -> typer.Exit:
    typer.echo(f"hivm: error: {message}", err=True)
    return typer.Exit(USAGE)


def _settings(target: str | None, arch: Arch | None) -> AnalysisSettings:
    from hivm_passes.targets import target as find_target
    from hivm_passes.targets import targets
    from hivm_passes.tools.analyse import AnalysisSettings

    build = None if arch is None else arch.value
    if target is not None:
        found = find_target(target)
        if found is None:
            from difflib import get_close_matches

            close = get_close_matches(target, [t.name for t in targets()], 3)
            raise _usage(f"unknown target '{target}'" + (f", did you mean {' or '.join(close)}?" if close else ""))
        if build is not None and build not in found.builds:
            raise _usage(f"target '{target}' does not exist in the {build} compiler")
    return AnalysisSettings(build="a3" if arch is Arch.a3 else "a5" if arch is Arch.a5 else None, target=target)


def _read(path: str) -> SourceFile:
    from hivm_passes.tools.source import SourceFile

    try:
        if path == "-":
            return SourceFile("<stdin>", sys.stdin.buffer.read())
        return SourceFile(path, Path(path).read_bytes())
    except OSError as error:
        raise _usage(f"cannot open '{path}': {error.strerror}") from None


def _write(output: str, content: str) -> None:
    if output == "-":
        sys.stdout.buffer.write(content.encode("utf-8", "surrogateescape"))
        sys.stdout.buffer.flush()
        return
    try:
        Path(output).write_bytes(content.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise _usage(f"cannot write '{output}': {error.strerror}") from None


# --- check --------------------------------------------------------------------------------------------------------


def _check(paths: list[str], format: Format, output: str, settings: AnalysisSettings, jobs: int | None) -> int:
    from hivm_passes.tools.check import Unreadable, check_text, find_files
    from hivm_passes.tools.formats import count

    reports: list[FileReport] = []
    if "-" in paths:
        reports.append(check_text(_read("-"), settings))
    files, problems = find_files([p for p in paths if p != "-"])
    for result in _with_progress(files, settings, jobs):
        if isinstance(result, Unreadable):
            problems.append(result)
        else:
            reports.append(result)
    _write(output, _formatted(reports, format, output))
    for problem in problems:
        sys.stderr.write(f"hivm: error: {problem.path}: {problem.reason}\n")
    errors, warnings = count(reports, "error"), count(reports, "warning")
    if format is Format.text:
        sys.stderr.write(
            f"{_number(len(reports), 'file')}, {_number(errors, 'error')}, {_number(warnings, 'warning')}\n"
        )
    if problems:
        return USAGE
    return FAILED if errors else OK


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _with_progress(files: list[str], settings: AnalysisSettings, jobs: int | None) -> Any:
    from hivm_passes.tools.check import check_files

    results = check_files(files, settings, jobs)
    if len(files) < 2 or not sys.stderr.isatty():
        return results
    from rich.console import Console
    from rich.progress import track

    return track(results, description="checking", total=len(files), console=Console(stderr=True), transient=True)


def _formatted(reports: list[FileReport], format: Format, output: str) -> str:
    if format is Format.json:
        from hivm_passes.tools.formats import to_json

        return to_json(reports)
    if format is Format.sarif:
        from hivm_passes.tools.sarif import to_sarif

        return to_sarif(reports)
    if format is Format.github:
        from hivm_passes.tools.formats import to_github

        return "".join(to_github(reports))
    import os

    from hivm_passes.tools.formats import text

    color = output == "-" and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return "".join(text(r.source, d, color=color) for r in reports for d in r.diagnostics)


# --- map ----------------------------------------------------------------------------------------------------------


def _map(path: str, output: str | None, settings: AnalysisSettings, mode: Mode) -> int:
    source = _read(path)
    memory_map, errors = _memory_map(source, settings, mode)
    if output is None:
        from rich.console import Console

        from hivm_server.memory_map.text import render_text

        # A file or a pipe has no width of its own; eighty columns would break the table into pieces.
        width = None if sys.stdout.isatty() else 140
        Console(highlight=False, width=width).print(render_text(memory_map))
    elif output.endswith((".html", ".htm")):
        from hivm_server.memory_map.html import render_html

        _write(output, render_html(memory_map, Path(source.name).name))
    elif output == "-" or output.endswith(".svg"):
        from hivm_server.memory_map.svg import render_svg

        _write(output, render_svg(memory_map))
    else:
        raise _usage(f"'{output}': a name that ends in .html or .svg, or - for SVG, is expected")
    sys.stderr.write(errors)
    failed = any(f.status in ("overflow", "failed") for f in memory_map.functions)
    return FAILED if errors or failed else OK


def _memory_map(source: SourceFile, settings: AnalysisSettings, mode: Mode) -> tuple[MemoryMap, str]:
    """The map of all functions, and the errors that kept some from being planned, as text."""
    from hivm_passes.tools.analyse import analyse_file
    from hivm_passes.tools.check import moved
    from hivm_passes.tools.formats import text
    from hivm_server.memory_map.model import MemoryMap

    functions: list[MapFunction] = []
    errors: list[str] = []
    for offset, analysis in analyse_file(source.data, settings, source.name):
        functions += _functions(analysis, mode, source, offset)
        errors += (
            text(source, moved(d, offset))
            for d in analysis.diagnostics
            if d.severity == "error" and not d.code.startswith("hivm.plan-memory.")
        )
    return MemoryMap(source.name, None, tuple(functions)), "".join(errors)


def _functions(analysis: UnitAnalysis, mode: Mode, source: SourceFile, offset: int) -> list[MapFunction]:
    from hivm_passes.tools.analyse import symbol_span
    from hivm_server.memory_map.build import build_function
    from hivm_server.memory_map.model import Position

    def place(at: int) -> Position:
        line, column = source.character_position(at + offset)
        return Position(line - 1, column - 1)

    def original(func: Operation) -> Operation:
        return func if func.source is not None or func.origin is None else func.origin

    plans = analysis.plans if mode is Mode.local else analysis.workspace_plans
    return [build_function(p, place, symbol_span(original(p.func))) for p in plans]
