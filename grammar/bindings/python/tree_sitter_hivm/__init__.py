"""Tree-sitter grammar for HIVM MLIR text."""

from importlib.resources import files

from tree_sitter_hivm._binding import language

__all__ = ["QUERIES", "language", "query"]

QUERIES = ("folds", "highlights", "indents", "injections", "locals", "tags")


def query(name: str) -> str:
    """Text of one of ``QUERIES``."""
    if name not in QUERIES:
        raise ValueError(f"no query named {name!r}; there are {', '.join(QUERIES)}")
    return files("tree_sitter_hivm.queries").joinpath(f"{name}.scm").read_text(encoding="utf-8")
