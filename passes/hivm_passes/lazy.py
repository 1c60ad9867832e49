"""Regular expressions that are compiled when first used.

Compiling takes much longer than importing the rest of a module, and most texts need few of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, AnyStr

if TYPE_CHECKING:

    def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """What ``re.compile`` would give; it is compiled by the first use of a method."""
        ...

else:

    class pattern:  # noqa: N801 (looks like a function to its users)
        """Stands for a compiled expression, which takes over method by method."""

        def __init__(self, text: AnyStr, flags: int = 0) -> None:
            self._text = text
            self._flags = flags

        def __getattr__(self, name: str) -> Any:
            method = getattr(re.compile(self._text, self._flags), name)
            setattr(self, name, method)
            return method
