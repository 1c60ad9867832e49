"""The distribution holds every package and data file of the tree."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    tomllib = None  # type: ignore[assignment]


@pytest.mark.skipif(tomllib is None, reason="reading pyproject.toml needs Python 3.11")
def test_every_package_is_listed() -> None:
    assert tomllib is not None
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    roots = (ROOT / "passes", ROOT / "server", ROOT / "grammar/bindings/python")
    found = {".".join(init.parent.relative_to(root).parts) for root in roots for init in root.rglob("__init__.py")}
    assert listed - {"tree_sitter_hivm.queries"} == found


def test_queries_are_found() -> None:
    import tree_sitter_hivm

    assert all(tree_sitter_hivm.query(name) for name in tree_sitter_hivm.QUERIES)
    with pytest.raises(ValueError, match="no query named 'nothing'"):
        tree_sitter_hivm.query("nothing")
