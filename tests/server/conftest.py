from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest_asyncio

from .editor import Editor, Log, capabilities, start, stop

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_lsp import LanguageClient

_numbers = itertools.count()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def told() -> AsyncIterator[tuple[LanguageClient, Log]]:
    """A client that is told diagnostics, in UTF-16, and its server: one for all tests of a module."""
    client, log = await start(capabilities())
    yield client, log
    await stop(client)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def asking() -> AsyncIterator[tuple[LanguageClient, Log]]:
    """A client that asks for diagnostics, and its server."""
    client, log = await start(capabilities(pull=True))
    yield client, log
    await stop(client)


@pytest_asyncio.fixture(loop_scope="module")
async def editor(told: tuple[LanguageClient, Log]) -> AsyncIterator[Editor]:
    """A new document in the client that is told diagnostics."""
    editor = Editor(*told, uri=f"file:///kernel{next(_numbers)}.mlir")
    yield editor
    editor.close()
    assert not editor.client.messages


@pytest_asyncio.fixture(loop_scope="module")
async def pulling(asking: tuple[LanguageClient, Log]) -> AsyncIterator[Editor]:
    """A new document in the client that asks for diagnostics."""
    editor = Editor(*asking, uri=f"file:///kernel{next(_numbers)}.mlir")
    yield editor
    editor.close()
    assert not editor.client.messages
