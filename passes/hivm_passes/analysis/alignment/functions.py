"""Which functions the storage alignment passes look at, and how they report what stops them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.core import Span

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.demands import AlignmentError
    from hivm_passes.ir.core import Operation


def is_host_function(function: Operation) -> bool:
    """Whether a function runs on the host, so that the passes leave it alone."""
    return getattr(function.attributes.get("hacc.function_kind"), "body", None) == "HOST"


def error_diagnostic(error: AlignmentError, pass_name: str) -> Diagnostic:
    """What stops a pass, in the compiler's words where it has some."""
    details = ("the compiler would crash here",) if error.crash else ()
    return Diagnostic(
        "error",
        f"hivm.{pass_name}.{error.code}",
        error.message,
        name_span(error.op),
        details=details,
        op_name=error.op.name if error.crash else None,
    )


def name_span(op: Operation) -> Span:
    """The span of an operation's name; for a new operation that of the operation around it."""
    current: Operation | None = op
    while current is not None:
        if current.source is not None:
            return current.source.name
        current = current.parent_op
    return Span(0, 0)
