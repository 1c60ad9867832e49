#!/bin/sh
# Is the committed parser the one that grammar.js gives, and does it pass the corpus?
# usage: check.sh   (TREE_SITTER names the command-line tool, by default tree-sitter on the PATH)
set -eu
cd "$(dirname "$0")"
tree_sitter=${TREE_SITTER:-tree-sitter}
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
cp grammar.js tree-sitter.json "$fresh"
(cd "$fresh" && "$tree_sitter" generate)
for file in parser.c grammar.json node-types.json tree_sitter/parser.h tree_sitter/alloc.h tree_sitter/array.h; do
    cmp -s "src/$file" "$fresh/src/$file" || {
        echo "src/$file is not what grammar.js gives: run $tree_sitter generate and commit it" >&2
        exit 1
    }
done
"$tree_sitter" test --overview-only
