"""Which functions the storage alignment passes look at, and how they report what stops them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.analysis.alignment.modes import mode_of
from hivm_passes.diagnostics import Diagnostic
from hivm_passes.ir.core import name_span

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.demands import AlignmentError
    from hivm_passes.analysis.alignment.modes import Mode
    from hivm_passes.ir.core import Operation
    from hivm_passes.passes import PassContext


def is_host_function(function: Operation) -> bool:
    """Whether a function runs on the host, so that the passes leave it alone."""
    return getattr(function.attributes.get("hacc.function_kind"), "body", None) == "HOST"


def context_mode(function: Operation, context: PassContext) -> Mode:
    """How a pass aligns in ``function``; the compiler assumes no target where the module names none."""
    return mode_of(function, context.build, None if context.exact else context.target)


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
