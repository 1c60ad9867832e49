#!/bin/sh
# Checks that the named parts of the system are there; says in one line what is missing and how to get it.
# usage: need.sh python cc node cargo browser ...
set -u
missing="" packages=""

lacks() { # description, Debian package
    missing="$missing${missing:+, }$1"
    packages="$packages $2"
}

version_at_least() { # wanted, found
    [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]
}

check() {
    case "$1" in
    python)
        python=${PYTHON:-python3}
        if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
            lacks "Python 3.10 or newer" python3
        else
            "$python" -c 'import ensurepip, venv' 2>/dev/null || lacks "Python's venv module" python3-venv
            "$python" -c 'import os, sysconfig, sys; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' \
                2>/dev/null || lacks "Python's C headers" python3-dev
        fi
        ;;
    cc) command -v "${CC:-cc}" >/dev/null 2>&1 || lacks "a C compiler" gcc ;;
    node)
        version_at_least 20.11 "$(node --version 2>/dev/null | tr -d v)" || lacks "Node.js 20.11 or newer" nodejs
        command -v npm >/dev/null 2>&1 || lacks npm npm
        ;;
    cargo) version_at_least 1.84 "$(cargo --version 2>/dev/null | cut -d' ' -f2)" || lacks "Rust 1.84 or newer (cargo)" cargo ;;
    browser)
        [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null 2>&1 || lacks Chromium chromium
        command -v rg >/dev/null 2>&1 || lacks ripgrep ripgrep
        command -v curl >/dev/null 2>&1 || lacks curl curl
        ;;
    *) echo "need.sh: unknown part '$1'" >&2 && exit 2 ;;
    esac
}

for part in "$@"; do check "$part"; done
[ -z "$missing" ] && exit 0

# A fresh Debian machine as root needs no one to type this.
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && [ -z "${HIVM_NO_APT:-}" ]; then
    echo "Installing$packages ..."
    # shellcheck disable=SC2086 # a list of words
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
    HIVM_NO_APT=1 exec "$0" "$@"
fi
echo "Missing: $missing (on Debian: sudo apt-get install$packages)" >&2
exit 1
