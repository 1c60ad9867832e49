"""What every part of the compiler half reports: plain data, ranges in byte offsets of the unit's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from hivm_passes.ir.core import Span

Severity = Literal["error", "warning", "information", "hint"]
Tag = Literal["unnecessary", "deprecated"]


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A second place that explains a diagnostic (``note:`` on the command line)."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    ``code`` is stable (``hivm.plan-memory.overflow``) and has a section in the documentation. ``message`` starts with
    the compiler's own sentence where the compiler has one; ``details`` are our further lines. ``op_name`` is set when
    the compiler prefixes the message with ``'op.name' op``, so ``text`` gives the compiler's full wording.
    """

    severity: Severity
    code: str
    message: str
    span: Span
    related: tuple[RelatedNote, ...] = ()
    details: tuple[str, ...] = ()
    op_name: str | None = None
    tags: tuple[Tag, ...] = ()
    data: dict[str, object] = field(default_factory=dict[str, object])

    @property
    def text(self) -> str:
        """The message as the compiler words it."""
        return f"'{self.op_name}' op {self.message}" if self.op_name else self.message
