"""The JSON-RPC half of the server: pygls with documents of our own, and answers where pygls gives none.

pygls keeps whole documents as strings and splits them into lines at every access; here the engine keeps documents, so
the notifications about them go to ``documents`` and pygls never sees any text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidRequest, JsonRpcServerNotInitialized
from pygls.protocol import LanguageServerProtocol, lsp_method

if TYPE_CHECKING:
    from collections.abc import Callable


class Documents(Protocol):
    """Who keeps the documents."""

    def did_open(self, params: types.DidOpenTextDocumentParams) -> None: ...

    def did_change(self, params: types.DidChangeTextDocumentParams) -> None: ...

    def did_close(self, params: types.DidCloseTextDocumentParams) -> None: ...


class HivmProtocol(LanguageServerProtocol):
    """What pygls does between the wire and the features."""

    documents: Documents
    guard: Callable[[str, BaseException], None]
    """Told about everything that goes wrong in a document notification."""
    exit_code: int | None = None
    """The status the process is to end with, once the client said ``exit``."""
    _ready = False
    _ending = False

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Any:
        self._ready = True
        return (yield from super().lsp_initialize(params))

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Leave the loop at once; the program ends with ``exit_code``."""
        self.exit_code = 0 if self._ending else 1
        raise SystemExit(self.exit_code)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self._tell(types.TEXT_DOCUMENT_DID_OPEN, self.documents.did_open, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self._tell(types.TEXT_DOCUMENT_DID_CHANGE, self.documents.did_change, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self._tell(types.TEXT_DOCUMENT_DID_CLOSE, self.documents.did_close, params)

    def _tell(self, method: str, handler: Callable[[Any], None], params: object) -> None:
        try:
            handler(params)
        except Exception as error:
            self.guard(method, error)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """JSON-RPC allows a request without parameters; pygls only where LSP has a type for it."""
        if "jsonrpc" in data and "method" in data and self.get_message_type(data["method"]) is None:
            data.setdefault("params", None)
        return super().structure_message(data)

    def handle_message(self, message: Any) -> None:
        """Requests outside of the session's life get the error that LSP asks for; pygls leaves some unanswered."""
        method = getattr(message, "method", None)
        if method is not None and method != types.EXIT:
            answerable = hasattr(message, "id")
            if self._ending:
                if answerable:
                    error = JsonRpcInvalidRequest("The server is shutting down").to_response_error()
                    self._send_response(message.id, error=error)
                return
            if not self._ready and method != types.INITIALIZE:
                if answerable:
                    error = JsonRpcServerNotInitialized("The server is not initialized").to_response_error()
                    self._send_response(message.id, error=error)
                return
            # From here on, not from when the answer is ready.
            self._ending = self._ending or method == types.SHUTDOWN
        super().handle_message(message)
