"""What a fold is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import Attribute
from hivm_passes.ir.core import Operation, Value

Folded = Sequence["Value | Attribute"] | None
"""None: nothing to fold. Empty: the operation was changed in place. Else one value or constant per result."""

Fold = Callable[[Operation], Folded]

IN_PLACE: Final[Folded] = ()
"""The operation was changed in place."""

if TYPE_CHECKING:
    _ = (Attribute, Value)
