"""``hivm check`` and ``hivm map`` as processes."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from pathlib import Path

UB = "memref<64xf32, #hivm.address_space<ub>>"
GM = "memref<64xf32, #hivm.address_space<gm>>"
GOOD = f"""func.func @good(%a: {GM}, %b: {GM}) {{
  %x = memref.alloc() : {UB}
  hivm.hir.load ins(%a : {GM}) outs(%x : {UB})
  hivm.hir.store ins(%x : {UB}) outs(%b : {GM})
  return
}}
"""
FULL = GOOD.replace("64xf32", "50000xf32").replace("@good", "@full")


def hivm(*words: str, cwd: Path, data: bytes = b"") -> subprocess.CompletedProcess[str]:
    code = "from hivm_server.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *words], input=data, capture_output=True, cwd=cwd, check=False)
    assert b"Traceback" not in done.stderr
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "a" / "good.mlir").write_text(GOOD)
    (tmp_path / "a" / "b" / "full.mlir").write_text(f"{GOOD}// -----\n{FULL}")
    (tmp_path / "a" / "notes.txt").write_text("not MLIR")
    (tmp_path / ".hidden" / "no.mlir").write_text(FULL)
    return tmp_path


def test_text(kernels: Path) -> None:
    done = hivm("check", ".", cwd=kernels)
    assert done.returncode == 1
    assert done.stdout.startswith("./a/b/full.mlir:8:11: error: ub overflow, requires 1600000 bits while 1572864 bits")
    assert done.stderr == "2 files, 1 error, 0 warnings\n"
    assert hivm("check", "a/good.mlir", cwd=kernels).returncode == 0


def test_machine_formats(kernels: Path) -> None:
    found = json.loads(hivm("check", ".", "--format", "json", cwd=kernels).stdout)
    assert found["summary"] == {"files": 2, "errors": 1, "warnings": 0}
    assert found["diagnostics"][0]["line"] == 8
    sarif = json.loads(hivm("check", ".", "--format", "sarif", cwd=kernels).stdout)
    assert sarif["runs"][0]["results"][0]["ruleId"] == "hivm.plan-memory.overflow"
    github = hivm("check", ".", "-f", "github", cwd=kernels).stdout
    assert github.startswith("::error file=./a/b/full.mlir,line=8,")
    assert hivm("check", ".", "-f", "json", "-o", "out.json", cwd=kernels).stdout == ""
    assert json.loads((kernels / "out.json").read_text()) == found


def test_many_files_with_several_processes(kernels: Path) -> None:
    for number in range(20):
        (kernels / f"k{number:02}.mlir").write_text(FULL if number % 2 else GOOD)
    several = hivm("check", ".", "--jobs", "2", cwd=kernels)
    one = hivm("check", ".", "--jobs", "1", cwd=kernels)
    assert several.stdout == one.stdout
    assert one.stderr == "22 files, 11 errors, 0 warnings\n"


def test_standard_input(kernels: Path) -> None:
    done = hivm("check", "-", cwd=kernels, data=FULL.encode())
    assert done.stdout.startswith("<stdin>:1:11: error: ub overflow")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "nowhere"], "nowhere: no such file or directory"),
        (["check", ".", "--target", "Ascend910B0"], "did you mean Ascend910B"),
        (["check", ".", "--target", "Ascend310B1", "--arch", "a3"], "does not exist in the a3 compiler"),
        (["check", ".", "--format", "xml"], "xml"),
        (["check", ".", "-o", "no/such/file"], "cannot write 'no/such/file'"),
        (["check"], "PATH"),
        (["map", "nowhere.mlir"], "cannot open 'nowhere.mlir': No such file or directory"),
        (["map", "."], "Is a directory"),
        (["map", "a/good.mlir", "-o", "x.pdf"], "ends in .html or .svg"),
        (["bogus"], "bogus"),
    ],
)
def test_bad_usage(kernels: Path, words: list[str], message: str) -> None:
    done = hivm(*words, cwd=kernels)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_target_for_modules_that_name_none(kernels: Path) -> None:
    assert hivm("check", ".", cwd=kernels).returncode == 1
    assert hivm("check", ".", "--target", "Ascend950PR_9579", cwd=kernels).returncode == 0, "its UB is larger"


def test_map_on_the_terminal(kernels: Path) -> None:
    done = hivm("map", "a/good.mlir", cwd=kernels)
    assert (done.returncode, done.stderr) == (0, "")
    assert "@good" in done.stdout
    assert "%x" in done.stdout
    full = hivm("map", "a/b/full.mlir", cwd=kernels)
    assert full.returncode == 1
    assert "ub overflow" in full.stdout


def test_map_as_a_picture(kernels: Path) -> None:
    picture = hivm("map", "a/good.mlir", "-o", "-", cwd=kernels).stdout
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert hivm("map", "a/good.mlir", "-o", "x.svg", cwd=kernels).stdout == ""
    assert (kernels / "x.svg").read_text() == picture
    hivm("map", "a/good.mlir", "-o", "x.html", cwd=kernels)
    assert (kernels / "x.html").read_text().startswith("<!DOCTYPE html>")


def test_map_of_a_broken_file(kernels: Path) -> None:
    (kernels / "broken.mlir").write_text(GOOD.replace("ins(%x", "ins(%y", 1))
    done = hivm("map", "broken.mlir", cwd=kernels)
    assert done.returncode == 1
    assert "use of undeclared SSA value name" in done.stderr


def test_help_and_version(kernels: Path) -> None:
    assert hivm("--version", cwd=kernels).stdout.startswith("hivm ")
    assert "check" in hivm("--help", cwd=kernels).stdout
    assert "--tcp" in hivm("server", "--help", cwd=kernels).stdout
