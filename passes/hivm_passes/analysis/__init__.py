"""Analyses: pure functions of the IR."""
