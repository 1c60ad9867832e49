"""The compiler half: HIVM IR, its analyses and passes. Knows nothing of LSP or of editors."""

__version__ = "0.1.0"
