"""What the compiler says on the way, and what we say about its habits, as diagnostics.

Source: hivm-enable-stride-align, diagnostics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import BlockArgument, name_span

if TYPE_CHECKING:
    from hivm_passes.analysis.alignment.propagation import Message
    from hivm_passes.analysis.alignment.requests import Request
    from hivm_passes.diagnostics import Severity
    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value

CODE: Final = "hivm.enable-stride-align."
NOT_CONVERGED: Final = f"{CODE}not-converged"
NOT_CONVERGED_TEXT: Final = "propagate storage align failure and match the max iterations10"

_SEVERITIES: Final[dict[str, Severity]] = {"error": "error", "warning": "warning", "remark": "information"}


def value_text(value: Value, build: Build, *, pretty: bool = False) -> str:
    """A value as the compiler's messages show it: the whole defining operation."""
    if isinstance(value, BlockArgument):
        return f"<block argument> of type '{value.type}' at index: {value.index}"
    op = value.defining_op
    if op is None:
        return ""
    if not pretty:
        from hivm_passes.ir.verifier.places import generic_text

        return generic_text(op, build)
    from hivm_passes.ir.printing import CanonicalNames, print_operation

    root = op
    while root.parent_op is not None and root.name != "func.func":
        root = root.parent_op
    return print_operation(op, CanonicalNames(root), build=build)


def of_message(message: Message) -> Diagnostic:
    """Something the compiler says while requests move."""
    return Diagnostic(_SEVERITIES[message.severity], f"{CODE}{message.kind}", message.text, message.span)


def fatal(op: Operation, reason: str, text: str) -> Diagnostic:
    """An input that kills the compiler."""
    details = (f"the compiler dies here: {reason}",) if reason else ()
    return Diagnostic("error", f"{CODE}input", text, name_span(op), details=details, data={"own": True})


def silent(func: Operation, unsettled: Operation | None) -> Diagnostic:
    """An input at which the compiler fails without a message."""
    op = unsettled or func
    if op.name == "scf.if":
        code, text = "branches-differ", "the branches yield buffers with different alignment requests"
    elif unsettled is not None:
        code, text = "empty-request", "an empty list of alignment requests"
    else:
        code, text = "unsettled", "moving alignment requests does not come to an end"
    details = ("the compiler fails here without a message",)
    return Diagnostic("error", f"{CODE}{code}", text, name_span(op), details=details, data={"own": True})


def quirk(op: Operation, code: str, text: str, severity: Severity = "warning", *notes: RelatedNote) -> Diagnostic:
    """Where the compiler's output is doubtful; the compiler says nothing."""
    return Diagnostic(severity, f"{CODE}{code}", text, name_span(op), related=notes, data={"own": True})


def not_converged(func: Operation, chain: Request | None) -> Diagnostic:
    """Requests still move after the last round; the chain of operations along which they do."""
    steps = [] if chain is None else list(chain.path())
    notes = tuple(
        RelatedNote(name_span(r.op), f"{r.rule}: dim {r.dim}, {r.size} bytes through '{r.op.name}'") for r in steps
    )
    names = " <- ".join(r.op.name for r in steps[:8])
    details = ("information still moves after 10 rounds",) + ((f"chain: {names}",) if names else ())
    return Diagnostic("error", NOT_CONVERGED, NOT_CONVERGED_TEXT, name_span(func), related=notes, details=details)
