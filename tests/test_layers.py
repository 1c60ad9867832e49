"""Arrows between the import packages point one way: tree_sitter_hivm <- hivm_passes <- hivm_server."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "tree_sitter_hivm": ROOT / "grammar" / "bindings" / "python" / "tree_sitter_hivm",
    "hivm_passes": ROOT / "passes" / "hivm_passes",
    "hivm_server": ROOT / "server" / "hivm_server",
}
ALLOWED: dict[str, set[str]] = {
    "tree_sitter_hivm": set(),
    "hivm_passes": {"tree_sitter_hivm"},
    "hivm_server": {"tree_sitter_hivm", "hivm_passes"},
}
EDITOR_ONLY = {"lsprotocol", "pygls"}
"""What the compiler half must not know of."""


def imports(file: Path) -> Iterator[tuple[str, int]]:
    """The top-level packages that a file imports, wherever in the file, with lines; relative ones are its own."""
    for node in ast.walk(ast.parse(file.read_text(), str(file))):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0], node.lineno


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    files = list(PACKAGES[package].rglob("*.py")) + list(PACKAGES[package].rglob("*.pyi"))
    assert files
    forbidden = set(PACKAGES) - ALLOWED[package] - {package}
    if package != "hivm_server":
        forbidden |= EDITOR_ONLY
    wrong = [f"{file}:{line} imports {name}" for file in files for name, line in imports(file) if name in forbidden]
    assert wrong == []


def test_features_and_workspace_know_no_server() -> None:
    """Features are functions of a snapshot: the wiring imports them, not the other way round."""
    wiring = {"hivm_server.server", "hivm_server.session", "hivm_server.protocol", "hivm_server.cli"}
    for folder in ("features", "workspace", "memory_map"):
        for file in (PACKAGES["hivm_server"] / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(), str(file))):
                if isinstance(node, ast.ImportFrom):
                    assert node.module not in wiring, f"{file}:{node.lineno}"


def test_the_workspace_knows_no_lsp_types() -> None:
    for file in (PACKAGES["hivm_server"] / "workspace").rglob("*.py"):
        assert {name for name, _ in imports(file)} & EDITOR_ONLY == set(), file
