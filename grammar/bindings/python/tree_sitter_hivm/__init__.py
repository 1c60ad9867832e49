"""Tree-sitter grammar for HIVM MLIR text.

``HIGHLIGHTS_QUERY`` and the like, one per name in ``QUERIES``, are the texts of the queries, read when asked for.
"""

from tree_sitter_hivm._binding import language

__all__ = ["PROBLEMS", "QUERIES", "language", "query"]

QUERIES = ("folds", "highlights", "indents", "injections", "locals", "tags")

PROBLEMS = ("fragment", "incomplete", "unclosed", "unexpected")
"""Kinds of the nodes that stand for what is wrong in a text; tree-sitter's own ``ERROR`` does not occur."""


def query(name: str) -> str:
    """Text of one of ``QUERIES``."""
    if name not in QUERIES:
        raise ValueError(f"no query named {name!r}; there are {', '.join(QUERIES)}")
    from importlib.resources import files  # costs more to import than the rest of this package

    return files("tree_sitter_hivm.queries").joinpath(f"{name}.scm").read_text(encoding="utf-8")


def __getattr__(name: str) -> str:
    stem = name.removesuffix("_QUERY")
    if stem != name and stem.isupper() and stem.lower() in QUERIES:
        return query(stem.lower())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
