"""What the pass says, in the compiler's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.ir.core import name_span

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.transforms.infer_mem_scope.propagate import FatalError, RefusedError

FAILED: Final = "hivm.infer-mem-scope.failed"
UNSUPPORTED_USER: Final = "hivm.infer-mem-scope.unsupported-user"
CRASH: Final = "hivm.infer-mem-scope.crash"
CUBE: Final = "hivm.infer-mem-scope.cube-operand"


class Messages:
    """Collects diagnostics; ``failed`` tells whether one of them makes the compiler stop behind the pass."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.failed = False

    def error(
        self,
        op: Operation,
        message: str,
        *,
        prefixed: bool = True,
        fatal: bool = True,
        code: str = FAILED,
        related: tuple[RelatedNote, ...] = (),
        details: tuple[str, ...] = (),
    ) -> None:
        """An error at ``op``; not ``fatal``: the compiler prints it and goes on."""
        self.failed |= fatal
        name = op.name if prefixed else None
        self.found.append(Diagnostic("error", code, message, name_span(op), related, details, op_name=name))

    def warning(self, op: Operation, message: str, *, prefixed: bool = True, code: str = CUBE) -> None:
        """A warning of the compiler at ``op``."""
        name = op.name if prefixed else None
        self.found.append(Diagnostic("warning", code, message, name_span(op), op_name=name))

    def refused(self, refused: RefusedError, *, fatal: bool = True) -> None:
        """A user that cannot follow."""
        self.error(refused.op, str(refused), fatal=fatal, code=UNSUPPORTED_USER)

    def dies(self, death: FatalError) -> None:
        """The compiler would not survive."""
        ending = f"the compiler would abort here: {death.fatal}" if death.fatal else "the compiler would crash here"
        self.error(death.op, f"cannot give a memory space: {death.why}", code=CRASH, details=(ending,))
