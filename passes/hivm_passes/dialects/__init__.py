"""Facts about dialects and their operations, as data."""
