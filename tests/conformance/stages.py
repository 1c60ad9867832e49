"""Lowers kernels with the real compiler and keeps the module at every stage around the memory passes.

A kernel says in a leading comment what it is::

    // level: graph | triton | hivm     which front end its text looks like
    // arch: a2                         only for this architecture (a2, a5)
    // flags: --x --y                   more flags for the compile driver

The driver prints the module after each pass; its last state in front of bufferization's successor is then taken
through the driver's own list of passes with the ``-opt`` tool, cut at the passes of interest.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.conformance.compiler import COMPILERS, TOOLS, Build, binaries, run_program

KERNELS = Path(__file__).parent / "kernels"

_ARCH: dict[Build, str] = {"a3": "a2", "a5": "a5"}
_TARGET: dict[Build, str] = {"a3": "Ascend910B1", "a5": "Ascend950PR_9589"}
_PIPELINE: dict[Build, str] = {"a3": "--optimize-hivm-pipeline", "a5": "--lower-hivm-pipeline=target=Ascend950PR_9589"}
_BACK_END: dict[Build, str] = {"a3": "hivmc", "a5": "hivmc-a5"}
_BANNER = re.compile(r"^// -----// IR Dump After .+?( Failed)? \(([\w-]+)\)(?: \(.*\))? //----- //\s*$")

# Cut points in the list between bufferization and the plan: name, pass, first or last occurrence, before or behind it.
_CUTS: tuple[tuple[str, str, str, str], ...] = (
    ("30-scoped", "hivm-infer-mem-scope", "first", "after"),
    ("31-before-align", "hivm-align-alloc-size", "first", "before"),
    ("32-alloc-size-aligned", "hivm-align-alloc-size", "first", "after"),
    ("33-stride-marked", "hivm-mark-stride-align", "first", "after"),
    ("34-before-stride-enable", "hivm-enable-stride-align", "first", "before"),
    ("35-stride-aligned", "hivm-enable-stride-align", "first", "after"),
    ("40-before-buffer-size", "hivm-auto-infer-buffer-size", "first", "before"),
    ("41-before-flatten", "hivm-flatten-ops", "first", "before"),
    ("42-flattened", "hivm-flatten-ops", "first", "after"),
    ("50-before-extra-buffer", "hivm-alloc-extra-buffer", "first", "before"),
    ("51-extra-buffer", "hivm-alloc-extra-buffer", "first", "after"),
    ("52-extra-buffer-scoped", "hivm-infer-mem-scope", "last", "after"),
    ("60-before-plan", "hivm-plan-memory", "last", "before"),
    ("61-planned", "hivm-plan-memory", "last", "after"),
)


@dataclass(frozen=True)
class Stage:
    """The text of a kernel at one stage."""

    kernel: str
    build: Build
    stage: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.kernel}/{self.stage}"


@dataclass(frozen=True)
class _Dump:
    pass_name: str
    failed: bool
    text: str


def kernels() -> list[Path]:
    """The bundled kernels."""
    return sorted(KERNELS.glob("*.mlir"))


def lower(kernel: Path, build: Build) -> list[Stage]:
    """Every stage of one kernel in one build; the first one is its own text."""
    text = kernel.read_text()
    declared = re.search(r"^// arch:\s*([\w, ]+)", text, re.M)
    if declared and _ARCH[build] not in [a.strip() for a in declared[1].split(",")]:
        return []
    found: dict[str, str] = {"00-input": text}
    level = _level(text)
    dumps = _driver_dumps(kernel, build, level, text)
    names = [d.pass_name for d in dumps]
    start = names.index("hivm-lift-zero-rank") if "hivm-lift-zero-rank" in names else None
    if level != "hivm":
        for stage, pass_name in (("10-hivm-tensor", "convert-to-hivm-op"), ("15-split", "hivm-bind-sub-block")):
            if pass_name in names:
                found[stage] = dumps[names.index(pass_name)].text
    plans = [
        i
        for i, d in enumerate(dumps)
        if d.pass_name == "hivm-plan-memory" and not d.failed and (start is None or i < start)
    ]
    if plans:
        found["12-before-workspace-plan"] = dumps[plans[0] - 1].text
        found["13-workspace-planned"] = dumps[plans[-1]].text
    if start:
        bufferized = _without_backups(dumps[start - 1].text)
        found["20-bufferized"] = bufferized
        found.update(_later_stages(bufferized, build))
    return [Stage(kernel.stem, build, stage, body) for stage, body in sorted(found.items())]


def _level(text: str) -> str:
    declared = re.search(r"^// level:\s*(\w+)", text, re.M)
    return declared[1] if declared else "graph"


def _driver_dumps(kernel: Path, build: Build, level: str, text: str) -> list[_Dump]:
    directory = binaries()
    assert directory is not None
    extra = re.search(r"^// flags:\s*(.+)$", text, re.M)
    flags = [f"--enable-hfusion-compile={'false' if level == 'hivm' else 'true'}", "--enable-hivm-compile=true"]
    if level == "triton":
        flags.append("--enable-triton-kernel-compile=true")
    if level == "hivm" and build == "a3":
        flags.append("--disable-hivm-tensor-compile")
    flags += [f"--target={_TARGET[build]}", *(extra[1].split() if extra else [])]
    with tempfile.TemporaryDirectory() as work:
        # The closed back end is not in the package. Without a stand-in the A5 driver starts over several times.
        back_end = Path(work) / _BACK_END[build]
        back_end.write_text('#!/bin/sh\n[ "$1" = "--version" ] && exit 1\nexit 0\n')
        back_end.chmod(0o755)
        command = ["sh", "-c", 'PATH="$1:$PATH"; shift; exec "$@"', "sh", work]
        command += [str(directory / COMPILERS[build]), str(kernel), *flags, "-o", f"{work}/kernel.o"]
        command += ["--mlir-disable-threading", "--mlir-print-ir-module-scope", "--mlir-print-ir-after-all"]
        done = run_program(command, "", Path(work), timeout=600)
    return [] if done is None else _read_dumps(done.stderr)


def _read_dumps(log: str) -> list[_Dump]:
    """The dumps of the driver's first attempt."""
    dumps: list[_Dump] = []
    current: tuple[str, bool] | None = None
    lines: list[str] = []
    for line in log.splitlines(keepends=True):
        banner = _BANNER.match(line)
        if banner:
            if current:
                dumps.append(_Dump(*current, _module_of("".join(lines))))
            if len(dumps) > 30 and banner[2] == dumps[0].pass_name:
                return dumps
            current, lines = (banner[2], bool(banner[1])), []
        elif current:
            lines.append(line)
    if current:
        dumps.append(_Dump(*current, _module_of("".join(lines))))
    return dumps


def _module_of(dump: str) -> str:
    """The module without what the driver says behind it."""
    end = dump.rfind("\n}\n")
    return dump if end < 0 else dump[: end + 3]


def _without_backups(text: str) -> str:
    """Drop the tensor copies that A5 keeps of mixed kernels: only the driver knows to skip them."""
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        if inside:
            inside = line != "  }"
        elif line.startswith("  func.func ") and "hivm.backup_function" in line:
            inside = True
        else:
            kept.append(line)
    return "\n".join(kept)


def _pass_list(build: Build) -> list[str]:
    directory = binaries()
    assert directory is not None
    done = run_program([str(directory / TOOLS[build]), "-", _PIPELINE[build], "--dump-pass-pipeline"], "module {}\n")
    listed = re.search(r"builtin\.module\((.*)\)\s*$", done.stderr, re.S) if done else None
    assert listed, "the compiler did not print its pass list"
    passes: list[str] = []
    depth, current = 0, ""
    for character in listed[1].strip():
        depth += (character in "({") - (character in ")}")
        if character == "," and depth == 0:
            passes.append(current)
            current = ""
        else:
            current += character
    return [*passes, current]


def _bare(entry: str) -> str:
    inner = re.match(r"func\.func\((.*)\)$", entry, re.S)
    return re.sub(r"\{.*", "", inner[1] if inner else entry, flags=re.S).strip()


def _later_stages(bufferized: str, build: Build) -> dict[str, str]:
    passes = _pass_list(build)
    names = [_bare(p) for p in passes]
    last = len(names) - 1 - names[::-1].index("hivm-plan-memory")
    passes = passes[names.index("hivm-lift-zero-rank") : last + 1]
    names = [_bare(p) for p in passes]
    found: dict[str, str] = {}
    for stage, pass_name, which, side in _CUTS:
        at = names.index(pass_name) if which == "first" else len(names) - 1 - names[::-1].index(pass_name)
        _keep(found, stage, bufferized, passes[: at + (side == "after")], build)
    automatic = [p.replace("enable-auto=false", "enable-auto=true") for p in passes]
    _keep(found, "63-before-plan-with-auto-multi-buffer", bufferized, automatic[:-1], build)
    _keep(found, "62-planned-with-auto-multi-buffer", bufferized, automatic, build)
    for planned, enabled in (
        ("61-planned", "70-multi-buffer-enabled"),
        ("62-planned-with-auto-multi-buffer", "71-auto-multi-buffer-enabled"),
    ):
        if planned in found:
            _keep(found, enabled, found[planned], ["func.func(hivm-enable-multi-buffer)"], build)
    return found


def _keep(found: dict[str, str], stage: str, text: str, passes: list[str], build: Build) -> None:
    """Run passes and keep the output, if they succeed."""
    directory = binaries()
    assert directory is not None
    pipeline = f"-pass-pipeline=builtin.module({','.join(passes)})"
    done = run_program([str(directory / TOOLS[build]), "-", pipeline, "--mlir-disable-threading"], text, timeout=300)
    if done is not None and done.returncode == 0:
        found[stage] = done.stdout
