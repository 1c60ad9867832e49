"""What a fold is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value

    Folded = Sequence[Value | Attribute] | None
    """None: nothing to fold. Empty: the operation was changed in place. Else one value or constant per result."""

    Fold = Callable[[Operation], Folded]

IN_PLACE: Final[tuple[Value | Attribute, ...]] = ()
"""The operation was changed in place."""
