"""What a check finds, before it becomes a diagnostic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from hivm_passes.ir.printing import CanonicalNames, Printer, TypePrinter, type_text
from hivm_passes.records import dataclass, field

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import Build, OpInfo, Registry
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.types import Type


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation. ``prefixed``: the compiler says ``'op.name' op`` in front of ``message``.

    ``related`` are other operations that explain it, each with its text.
    """

    op: Operation
    message: str
    code: str = "hivm.verify.operation"
    prefixed: bool = True
    related: tuple[tuple[Operation, str], ...] = ()


Findings = Iterator[Finding]


@dataclass(frozen=True, slots=True)
class Context:
    """What checks need besides the operation. ``target`` is the SoC that the module names, or None."""

    build: Build
    registry: Registry
    module: Operation
    target: str | None
    names: dict[str, CanonicalNames] = field(default_factory=dict[str, CanonicalNames])
    sound: set[object] = field(default_factory=set[object])
    """Names, types and attributes of structured operations that passed."""

    def generic_text(self, op: Operation) -> str:
        """The operation as the compiler shows it inside a message."""
        names = self.names.get("")
        if names is None:
            names = self.names[""] = CanonicalNames(self.module, generic=True)
        return Printer(names, TypePrinter(), build=self.build, generic=True).operation(op, 0)


Check = Callable[["Operation", "OpInfo", Context], Findings]


def quoted(type: Type) -> str:
    """A type as messages show it."""
    return f"'{type_text(type)}'"
