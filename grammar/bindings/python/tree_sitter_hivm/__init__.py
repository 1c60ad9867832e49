"""Tree-sitter grammar for HIVM MLIR text."""

from tree_sitter_hivm._binding import language

__all__ = ["language"]
