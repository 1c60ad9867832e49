"""Tree-sitter queries, one file per use; read them with ``tree_sitter_hivm.query``."""
