"""The ``hivm`` command. Imports only what the command at hand needs."""

from __future__ import annotations

import sys


def main() -> None:
    """The console script."""
    words = sys.argv[1:]
    if words and words[0] == "server":
        from hivm_server.server import main as serve

        sys.argv = [f"{sys.argv[0]} server", *words[1:]]
        serve()
        return
    from hivm_server.commands import application

    try:
        application(prog_name="hivm")
    except BrokenPipeError:
        # Whoever read the output went away; the interpreter must not try to flush the rest at exit.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
