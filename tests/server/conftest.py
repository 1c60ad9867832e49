from collections.abc import AsyncIterator

import pytest_asyncio
from lsprotocol import types

from .editor import Editor, capabilities, start, stop


@pytest_asyncio.fixture
async def editor() -> AsyncIterator[Editor]:
    """A client that is told diagnostics, in UTF-16, with a fresh server."""
    client, log = await start(capabilities())
    yield Editor(client, log)
    await stop(client)


@pytest_asyncio.fixture
async def pulling() -> AsyncIterator[Editor]:
    """A client that asks for diagnostics."""
    client, log = await start(capabilities(pull=True))
    yield Editor(client, log)
    await stop(client)


__all__ = ["types"]
