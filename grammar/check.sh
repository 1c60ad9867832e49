#!/bin/sh
# Is the committed parser the one that grammar.js gives, and does it pass the corpus?
# usage: check.sh   (TREE_SITTER names the command-line tool, by default tree-sitter on the PATH)
set -eu
cd "$(dirname "$0")"
tree_sitter=${TREE_SITTER:-tree-sitter}
committed=$(mktemp -d)
trap 'rm -rf "$committed"' EXIT
cp src/parser.c src/grammar.json src/node-types.json "$committed"
"$tree_sitter" generate
for file in parser.c grammar.json node-types.json; do
    cmp -s "src/$file" "$committed/$file" || { echo "src/$file is not what grammar.js gives: commit it" >&2; exit 1; }
done
"$tree_sitter" test --overview-only
