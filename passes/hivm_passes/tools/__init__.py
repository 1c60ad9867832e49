"""Command-line tools of the compiler half."""
