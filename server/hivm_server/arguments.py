"""Arguments of the language server's program."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the program was told. ``tcp`` is host and port to listen on, None for standard input and output."""

    tcp: tuple[str, int] | None
    log_level: str


def parse_arguments(words: Sequence[str]) -> Arguments:
    """Read the arguments; exits with status 2 and a message when they make no sense."""
    parser = argparse.ArgumentParser(prog="hivm-ls", description="Language server for HIVM MLIR.")
    parser.add_argument("--stdio", action="store_true", help="speak over standard input and output (the default)")
    parser.add_argument("--tcp", metavar="HOST:PORT", type=_address, help="listen on this loopback address instead")
    parser.add_argument(
        "--log-level",
        default="WARNING",
        choices=["DEBUG", "INFO", "WARNING", "ERROR"],
        help="what is written to standard error (default: WARNING)",
    )
    # Clients add it so that a server can watch over them; standard input ends with them anyway.
    parser.add_argument("--clientProcessId", type=int, help=argparse.SUPPRESS)
    found = parser.parse_args(words)
    if found.stdio and found.tcp:
        parser.error("--stdio and --tcp exclude each other")
    return Arguments(found.tcp, found.log_level)


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if host not in _LOOPBACK:
        raise argparse.ArgumentTypeError(f"{host} is not this machine; use 127.0.0.1")
    if not port.isdigit() or not 0 <= int(port) < 1 << 16:
        raise argparse.ArgumentTypeError(f"'{port}' is no port")
    return host, int(port)
