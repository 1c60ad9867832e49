"""``python -m bench``: all benchmarks."""

from __future__ import annotations

from bench import grammar, live_pipeline, plan_memory

grammar.main()
print()
plan_memory.main()
print()
live_pipeline.main()
