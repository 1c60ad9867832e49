"""PlanMemory: addresses for on-chip buffers and workspace."""
