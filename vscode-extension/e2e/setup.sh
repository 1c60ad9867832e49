#!/usr/bin/env bash
# Brings what the end-to-end tests need into DIR (default: .tools/vscode in the project): VS Code's web server with its
# modules, out of the npm package code-server. Chromium and ripgrep come from the system; as root on Debian they are
# installed when they are missing. Run again, it does only what is not done yet.
# usage: e2e/setup.sh [DIR]
set -euo pipefail

release=4.100.3 # VS Code 1.100.3; the last release that Node.js 20 runs
digest=a85138ac3a382a9ba1df652a751901ec598fed24f673b8a8653de7be8335bfaa

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=${1:-$here/../../.tools/vscode}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

fail() {
    echo "e2e/setup.sh: $*" >&2
    exit 1
}

install() { # Debian package; where it cannot be installed, the check that follows says so
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 0
    echo "Installing $1 ..."
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}

need() { # program, Debian package
    command -v "$1" >/dev/null 2>&1 || install "$2"
    command -v "$1" >/dev/null 2>&1 || fail "$1 is missing (on Debian: sudo apt-get install $2)"
}

has_fonts() {
    [ -n "$(fc-list 2>/dev/null | head -n 1)" ]
}

need node nodejs
node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' || fail "Node.js 20 or newer is needed, not $(node --version)"
need npm npm
need rg ripgrep
[ -n "${CHROMIUM:-}" ] || need chromium chromium
# Without any font, a browser draws boxes for letters.
need fc-list fontconfig
has_fonts || install fonts-dejavu-core
has_fonts || fail "there are no fonts (on Debian: sudo apt-get install fonts-dejavu-core)"

echo "$dir" >"$here/.tools-dir"
mark=$dir/.complete-$release
[ -e "$mark" ] && exit 0

echo "Fetching VS Code's server (code-server $release) ..."
rm -rf "$dir/server" "$dir/unpacked"
mkdir "$dir/unpacked"
cd "$dir/unpacked"
npm pack --silent "code-server@$release" >/dev/null
archive=code-server-$release.tgz
echo "$digest  $archive" | sha256sum --check --quiet - || fail "$archive is not the archive that was tried"
# Of the package, VS Code itself is enough: the rest is a log-in page and a proxy around it.
tar -xzf "$archive" --strip-components=3 package/lib/vscode
rm "$archive"

# No install scripts: one loads a binary from elsewhere, others want a compiler. What they would have made comes next.
npm ci --silent --ignore-scripts --omit=dev --legacy-peer-deps --no-audit --no-fund
ln -s node_modules node_modules.asar
mkdir -p node_modules/@vscode/ripgrep/bin
ln -s "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
cp "$here/stand-ins/spdlog.cjs" node_modules/@vscode/spdlog/index.js
cp "$here/stand-ins/native-watchdog.cjs" node_modules/native-watchdog/index.js

node out/server-main.js --version >/dev/null || fail "VS Code's server does not start"
cd "$dir"
mv unpacked server
touch "$mark"
