"""Benchmarks. Every number is shown with a peer's from the same run, as a ratio, with the noise of the machine."""
