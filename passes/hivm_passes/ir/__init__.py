"""In-memory SSA IR: types, attributes, operations, parser, printer, verifier."""
