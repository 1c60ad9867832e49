"""``hivm-opt`` from the outside. What it prints is compared with bishengir-opt where that is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hivm_passes.tools.opt import run_tool
from tests.conformance.compiler import binaries, run

if TYPE_CHECKING:
    from pathlib import Path

needs_compiler = pytest.mark.skipif(binaries() is None, reason="THE COMPILER IS NOT INSTALLED")

UB = "memref<64xf32, #hivm.address_space<ub>>"
GM = "memref<64xf32, #hivm.address_space<gm>>"
CHAIN = f"""func.func @k(%a: {GM}, %b: {GM}) {{
  %x = memref.alloc() : {UB}
  %y = memref.alloc() : {UB}
  hivm.hir.load ins(%a : {GM}) outs(%x : {UB})
  hivm.hir.vexp ins(%x : {UB}) outs(%y : {UB})
  hivm.hir.store ins(%y : {UB}) outs(%b : {GM})
  return
}}
"""
BIG = CHAIN.replace("64xf32", "50000xf32").replace("@k", "@big")
UNWRITTEN = f"""func.func @u(%a: {GM}) {{
  %x = memref.alloc() : {UB}
  hivm.hir.store ins(%x : {UB}) outs(%a : {GM})
  return
}}
"""
SPLIT = f"{CHAIN}// -----\n{BIG}// -----\n\n// -----\n{UNWRITTEN}"
PLAN = "--hivm-plan-memory"


def opt(text: str | bytes, *words: str) -> tuple[int, str, str]:
    """Exit status, output and messages."""
    done = run_tool(list(words), text if isinstance(text, bytes) else text.encode())
    return done.status, done.output.decode(), done.messages


def process(*words: str, data: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    code = "from hivm_passes.tools.opt import main; main()"
    return subprocess.run([sys.executable, "-c", code, *words], input=data, capture_output=True, cwd=cwd, check=False)


# --- output -------------------------------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("flags", [(), (PLAN,), ("--mlir-print-op-generic",), (PLAN, "--mlir-print-op-generic")])
@pytest.mark.parametrize("text", [CHAIN, "", f"module attributes {{a.b = 1 : i32}} {{\n{CHAIN}}}\n", CHAIN + UNWRITTEN])
def test_output_is_the_compilers(text: str, flags: tuple[str, ...]) -> None:
    status, output, _ = opt(text, *flags)
    theirs = run("a3", text, flags)
    assert (status, output) == (0, theirs.output)


@needs_compiler
@pytest.mark.parametrize("flags", [(), (PLAN,), ("--verify-diagnostics", PLAN)])
@pytest.mark.parametrize("text", [SPLIT, CHAIN, "// -----\n", f"{BIG}// -----\n{BIG}"])
def test_splits(text: str, flags: tuple[str, ...]) -> None:
    status, output, messages = opt(text, "--split-input-file", *flags)
    theirs = run("a3", text, ("--split-input-file", *flags))
    assert status == {"ok": 0, "error": 1}[theirs.status]
    assert output == theirs.output
    found = re.findall(r"^within split at <stdin>:(\d+) offset :(\d+):(\d+): error: (.*)$", messages, re.M)
    if PLAN in flags and text == SPLIT and "--verify-diagnostics" not in flags:
        assert [(line, column) for _, line, column, _ in found] == [("2", "1"), ("3", "8")]
        assert [separator for separator, *_ in found] == ["9", "20"]


def test_a_failed_part_prints_nothing_and_the_rest_goes_on() -> None:
    status, output, _ = opt(SPLIT, "--split-input-file", PLAN)
    assert status == 1
    assert [part.count("func.func") for part in output.split("// -----\n")] == [1, 0, 0, 1]


@needs_compiler
def test_diagnostics_have_the_compilers_place_and_words() -> None:
    _, _, messages = opt(BIG, PLAN)
    theirs = run("a3", BIG, (PLAN,))
    first = messages.splitlines()[0]
    assert first == f"<stdin>:1:1: error: {theirs.errors[0][1]}"
    assert messages.splitlines()[1:3] == [BIG.splitlines()[0], "^"]


@needs_compiler
def test_ir_after_each_pass() -> None:
    status, _, messages = opt(CHAIN, PLAN, "--mlir-print-ir-after-all")
    assert status == 0
    banner, *body = messages.splitlines()
    assert banner == "// -----// IR Dump After PlanMemory (hivm-plan-memory) //----- //"
    assert body[0].startswith("func.func @k(%arg0: memref<64xf32, #hivm.address_space<gm>>")
    _, _, failed = opt(BIG, PLAN, "--mlir-print-ir-after-all")
    assert "// -----// IR Dump After PlanMemory Failed (hivm-plan-memory) //----- //" in failed
    _, _, scoped = opt(CHAIN, PLAN, "--mlir-print-ir-after-all", "--mlir-print-ir-module-scope")
    assert scoped.splitlines()[0].endswith("(hivm-plan-memory) ('func.func' operation: @k) //----- //")
    assert scoped.splitlines()[1] == "module {"


def test_locations() -> None:
    _, output, _ = opt(CHAIN, PLAN, "--mlir-print-debuginfo")
    casts = [line for line in output.splitlines() if "pointer_cast" in line]
    assert [re.search(r'loc\("<stdin>":(\d+):(\d+)\)$', line).groups() for line in casts] == [("2", "8"), ("3", "8")]  # type: ignore[union-attr]


@needs_compiler
@pytest.mark.parametrize(
    "comment",
    [
        "// expected-error@+1 {{ub overflow}}\n",
        "// expected-error@+1 {{l1 overflow}}\n",
        "// expected-warning@+1 {{x}}\n",
        "",
    ],
)
def test_expected_diagnostics(comment: str) -> None:
    text = comment + BIG
    status, _, messages = opt(text, PLAN, "--verify-diagnostics")
    theirs = run("a3", text, (PLAN, "--verify-diagnostics"))
    assert status == {"ok": 0, "error": 1}[theirs.status]
    ours = [(int(line), said) for line, said in re.findall(r"^<stdin>:(\d+):\d+: error: (.*)$", messages, re.M)]
    assert tuple(ours) == theirs.errors


# --- targets ------------------------------------------------------------------------------------------------------


@needs_compiler
def test_a_target_is_described_in_front_of_the_passes() -> None:
    status, output, _ = opt(CHAIN, "--arch=a5", "--target=Ascend950PR_957c", PLAN)
    theirs = run("a5", CHAIN, ("--hacc-append-device-spec=target=Ascend950PR_957c", PLAN))
    assert (status, output) == (0, theirs.output)


@needs_compiler
@pytest.mark.parametrize("build", ["a3", "a5"])
@pytest.mark.parametrize(
    ("attributes", "options"),
    [
        ("", ""),
        ("", "=target=Ascend910B1"),
        ("", "=target=Ascend950PR_9589"),
        ('attributes {hacc.target = #hacc.target<"Ascend910B4">}', ""),
        ('attributes {hacc.target = #hacc.target<"Ascend910B4">}', "=target=Unknown"),
        ('attributes {hacc.target = #hacc.target<"Ascend910B4">}', "=target=Ascend910_9391"),
        ('attributes {hacc.target = #hacc.target<"Bogus">}', ""),
        ('attributes {a.b, hacc.target = #hacc.target<"Ascend910_950z">}', ""),
    ],
)
def test_device_descriptions(build: str, attributes: str, options: str) -> None:
    text = f"module {attributes} {{\n}}\n"
    flag = f"--hacc-append-device-spec{options}"
    status, output, messages = opt(text, f"--arch={build}", flag)
    theirs = run("a5" if build == "a5" else "a3", text, (flag,))
    assert (status, output) == (0, theirs.output)
    assert ("warning: Overwriting the target" in messages) == ("Ascend910B4" in attributes and "9391" in options)


def test_the_a5_planner_says_why_it_fails() -> None:
    status, output, messages = opt(CHAIN, "--arch=a5", PLAN)
    assert status == 1
    assert not output
    assert "no NPU device description" in messages


def test_the_build_follows_the_target() -> None:
    assert opt(CHAIN, "--target=Ascend310B1", PLAN)[0] == 0
    assert 'hacc.target = #hacc.target<"Ascend310B1">' in opt(CHAIN, "--target=Ascend310B1")[1]


# --- what the compiler would die of -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            f"func.func @f() {{\n  %x = memref.alloc() : {UB}\n  memref.dealloc %x : {UB}\n  return\n}}",
            3,
            "Unrecognized type",
        ),
        (
            "func.func @f() -> memref<4xf32> {\n  %x = memref.alloc() : memref<4xf32>\n  return %x : memref<4xf32>\n}",
            2,
            "Alloc",
        ),
    ],
)
def test_aborts_are_errors_with_a_place(text: str, line: int, message: str) -> None:
    status, output, messages = opt(text, PLAN)
    assert status == 1
    assert not output
    assert re.match(rf"<stdin>:{line}:\d+: error: .*{message}", messages)
    assert "note: the compiler would abort here" in messages


def test_a_negative_number_of_buffers_is_an_error() -> None:
    mark = f"  annotation.mark %x {{hivm.multi_buffer = -1 : i32}} : {UB}\n  return"
    status, _, messages = opt(CHAIN.replace("  return", mark), PLAN)
    assert status == 1
    assert "error: " in messages


# --- bad usage and bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--hivm-plan-memry"], "did you mean 'hivm-plan-memory'"),
        (["--hivm-plan-memory=foo"], "no option 'foo'"),
        (["--pass-pipeline=builtin.module(x)"], "no pass called 'x'"),
        (["--pass-pipeline=builtin.module(func.func(hivm-plan-memory)"], "unbalanced"),
        (["--target=Foo"], "Cannot find option named 'Foo'"),
        (["a", "b"], "one input file"),
    ],
)
def test_bad_usage(words: list[str], message: str) -> None:
    done = run_tool(words, b"")
    assert done.status == 2
    assert message in done.messages
    assert done.output == b""


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe func",
        b'func.func @k() { "a\x00b"() : () -> () return }',
        bytes(range(256)) * 8,
        "func.func @\u00e9() { return }".encode(),
        b"{" * 3000,
        b"(" * 3000 + b")" * 3000,
        b"module {" * 400,
    ],
)
def test_any_bytes_give_an_error_and_no_traceback(data: bytes) -> None:
    status, _, messages = opt(data, PLAN)
    assert status == 1
    assert ": error: " in messages


def test_the_process(tmp_path: Path) -> None:
    (tmp_path / "k.mlir").write_text(CHAIN)
    done = process("k.mlir", PLAN, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert process("-", PLAN, data=CHAIN.encode()).stdout == done.stdout
    assert process("k.mlir", PLAN, "-o", "out.mlir", cwd=tmp_path).stdout == b""
    assert (tmp_path / "out.mlir").read_bytes() == done.stdout
    assert process("k.mlir", f"{PLAN}=enable-memory-display", cwd=tmp_path).returncode == 0
    assert (tmp_path / "memory_info.json").read_text().startswith('{\n  "Header": {\n    "KernelName": "k"\n')
    assert process("--version").stdout.startswith(b"hivm-opt ")
    assert b"--hivm-plan-memory" in process("--help").stdout


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["nofile.mlir"], 1, "cannot open input file 'nofile.mlir': No such file or directory"),
        (["."], 1, "cannot open input file '.': Is a directory"),
        (["k.mlir", "-o", "no/such/dir"], 1, "cannot open output file"),
        (["--bogus"], 2, "no pass called 'bogus'"),
        (["--arch=a9"], 2, "a3 or a5"),
    ],
)
def test_process_errors(tmp_path: Path, words: list[str], status: int, message: str) -> None:
    (tmp_path / "k.mlir").write_text(CHAIN)
    done = process(*words, cwd=tmp_path)
    assert done.returncode == status
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "k.mlir").write_text(CHAIN * 1 + "".join(CHAIN.replace("@k", f"@k{i}") for i in range(400)))
    read, write = os.pipe()
    os.close(read)
    code = "from hivm_passes.tools.opt import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "k.mlir"], stdout=write, stderr=subprocess.PIPE, cwd=tmp_path, check=False
    )
    os.close(write)
    assert done.stderr == b""
