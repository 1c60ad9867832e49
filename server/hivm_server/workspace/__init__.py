"""Documents, syntax trees, units, memoised analysis and snapshots."""
