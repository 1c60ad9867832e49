"""The command line of ``hivm-opt``: options as the compiler's own tool spells them, with one or two dashes.

Read by hand, since pass flags keep their order and are not known in advance.
"""

from __future__ import annotations

from typing import Final, Literal

from hivm_passes.passes import BUILDS, Build, OptionInfo
from hivm_passes.records import dataclass

USAGE: Final = "usage: hivm-opt [FILE | -] [options] [passes]"


class UsageError(ValueError):
    """A command line that cannot be understood (exit status 2)."""


@dataclass(frozen=True, slots=True)
class Flag:
    """An option of the tool: ``value`` names its argument, None for a switch."""

    name: str
    summary: str
    value: str | None = None


FLAGS: Final = (
    Flag("o", "write the IR there instead of to standard output", "FILE"),
    Flag("pass-pipeline", "passes in text form, e.g. builtin.module(func.func(hivm-plan-memory))", "TEXT"),
    Flag("arch", "which compiler to follow: a3 (A2 and A3) or a5; default: by target, else a3", "a3|a5"),
    Flag("target", "SoC: runs hacc-append-device-spec=target=SOC in front of the passes", "SOC"),
    Flag("hivm-memory-pipeline", "run the passes from the stage of the text to the plan, as the editor does"),
    Flag("split-input-file", "take the parts of the file between '// -----' lines as files of their own"),
    Flag("verify-diagnostics", "compare diagnostics with expected-error@LINE {{text}} comments"),
    Flag("allow-unregistered-dialect", "accept operations of dialects that the compiler does not know"),
    Flag("mlir-print-op-generic", "print every operation in generic form"),
    Flag("mlir-print-debuginfo", "print locations"),
    Flag("mlir-print-ir-after-all", "print the IR after each pass on standard error"),
    Flag("mlir-print-ir-module-scope", "print the whole module with mlir-print-ir-after-all"),
    Flag("mlir-disable-threading", "stop at the first function that fails, instead of doing all"),
    Flag("version", "print the version and exit"),
    Flag("help", "print this text and exit"),
)
_FLAGS: Final = {flag.name: flag for flag in FLAGS}


@dataclass(frozen=True, slots=True)
class Arguments:
    """What was asked for. ``passes`` are pairs of name and options text, in order."""

    path: str = "-"
    output: str = "-"
    passes: tuple[tuple[str, str], ...] = ()
    pipeline: str | None = None
    arch: Build | None = None
    target: str | None = None
    split: bool = False
    verify: bool = False
    allow_unregistered: bool = False
    generic: bool = False
    debug_info: bool = False
    print_after_all: bool = False
    module_scope: bool = False
    one_by_one: bool = False
    memory_pipeline: bool = False
    action: Literal["run", "version", "help"] = "run"


def parse_arguments(words: list[str]) -> Arguments:
    """Read a command line. Raises ``UsageError``."""
    paths: list[str] = []
    values: dict[str, str] = {}
    switches: dict[str, bool] = {}
    passes: list[tuple[str, str]] = []
    position = 0
    only_paths = False
    while position < len(words):
        word = words[position]
        position += 1
        if only_paths or not word.startswith("-") or word == "-":
            paths.append(word)
            continue
        if word == "--":
            only_paths = True
            continue
        name, equals, value = word.lstrip("-").partition("=")
        flag = _FLAGS.get("help" if name == "h" else name)
        if flag is None:
            passes.append((name, value))
        elif flag.value is None:
            switches[flag.name] = _switch(flag, value if equals else "true")
        elif equals:
            values[flag.name] = value
        elif position < len(words):
            values[flag.name] = words[position]
            position += 1
        else:
            raise UsageError(f"--{flag.name} needs a value: --{flag.name}={flag.value}")
    if len(paths) > 1:
        raise UsageError(f"one input file at a time, not {len(paths)}: {' '.join(paths)}")
    if passes and "pass-pipeline" in values:
        raise UsageError("--pass-pipeline cannot be used together with pass flags")
    if switches.get("hivm-memory-pipeline") and (passes or "pass-pipeline" in values):
        raise UsageError("--hivm-memory-pipeline chooses the passes itself and cannot be used together with others")
    arch = values.get("arch")
    if arch is not None and arch not in BUILDS:
        raise UsageError(f"--arch={arch}: a3 or a5 is expected")
    return Arguments(
        path=paths[0] if paths else "-",
        output=values.get("o", "-"),
        passes=tuple(passes),
        pipeline=values.get("pass-pipeline"),
        arch=next((b for b in BUILDS if b == arch), None),
        target=values.get("target"),
        split=switches.get("split-input-file", False),
        verify=switches.get("verify-diagnostics", False),
        allow_unregistered=switches.get("allow-unregistered-dialect", False),
        generic=switches.get("mlir-print-op-generic", False),
        debug_info=switches.get("mlir-print-debuginfo", False),
        print_after_all=switches.get("mlir-print-ir-after-all", False),
        module_scope=switches.get("mlir-print-ir-module-scope", False),
        memory_pipeline=switches.get("hivm-memory-pipeline", False),
        one_by_one=switches.get("mlir-disable-threading", False),
        action="help" if switches.get("help") else "version" if switches.get("version") else "run",
    )


def _switch(flag: Flag, value: str) -> bool:
    if value.lower() in ("true", "1"):
        return True
    if value.lower() in ("false", "0"):
        return False
    raise UsageError(f"--{flag.name}={value}: true or false is expected")


def help_text() -> str:
    """What ``--help`` prints: options of the tool, passes and their options."""
    from hivm_passes.pipeline import all_passes

    lines = [USAGE, "", "Reads MLIR, runs passes in the order given, prints the result. Exit status: 0 success,"]
    lines += ["1 an error in the input or a pass, 2 bad usage.", "", "options:"]
    for flag in FLAGS:
        head = f"{'-' if len(flag.name) == 1 else '--'}{flag.name}"
        if flag.value:
            head += f" {flag.value}" if len(flag.name) == 1 else f"={flag.value}"
        lines.append(f"  {head:34} {flag.summary}")
    lines += ["", "passes:"]
    for cls in sorted(all_passes(), key=lambda p: p.name):
        lines.append(f"  --{cls.name:32} {cls.summary}{_only(cls.builds)}")
        seen: dict[str, OptionInfo] = {i.name: i for build in BUILDS for i in cls.options(build)}
        for info in seen.values():
            kind = "|".join(info.choices) if 0 < len(info.choices) <= 4 else {"bool": ""}.get(info.kind, info.kind)
            head = f"{info.name}{'=' + kind if kind else ''}"
            lines.append(f"      {head:30} {info.summary}{_only(info.builds)}")
    return "\n".join(lines) + "\n"


def _only(builds: tuple[Build, ...]) -> str:
    return f" (only {builds[0]})" if len(builds) == 1 else ""
