"""When Python's cycle collector runs.

IR is made of cycles, and a large function is millions of objects. Left alone, the collector walks all of them again and
again while an analysis builds new ones, and stops every other thread meanwhile. So it is switched off; what an
analysis left behind is collected among the young objects when it ends, and old results when nothing else is to do.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 400_000
"""How many young objects are worth a collection among them."""
OLD: Final = 20_000_000
"""After how many objects that survived a collection the old ones are looked at, whatever else is to do."""


class Collector:
    """Collects in the thread that analyses. Make one per process, before any document is opened."""

    def __init__(self) -> None:
        gc.collect()
        # What the imports made stays for good.
        gc.freeze()
        gc.disable()
        self._survived = 0

    def after_analysis(self) -> None:
        """An analysis ended or was cancelled."""
        young = gc.get_count()[0]
        if young < YOUNG:
            return
        self._survived += max(0, young - gc.collect(0))
        if self._survived > OLD:
            self._everything()

    def when_idle(self) -> None:
        """Nothing has been to do for a while."""
        if self._survived or gc.get_count()[0] > YOUNG // 20:
            self._everything()

    def _everything(self) -> None:
        self._survived = 0
        gc.collect()
