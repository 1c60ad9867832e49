"""A memo keyed by content, bounded by the bytes it is told its entries take; the least recently used go first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


class Memo(Generic[K, V]):
    """Values of a pure function. Safe to use from several threads.

    ``limit`` is in bytes. A value larger than the limit is kept alone until the next one comes.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        """Bytes of all entries."""
        self.misses = 0
        """How often a value had to be computed."""
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K) -> V | None:
        """The value for ``key``, now the most recently used, or None."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value that takes ``size`` bytes."""
        with self._lock:
            known = self._entries.pop(key, None)
            if known is not None:
                self.size -= known[1]
            self._entries[key] = (value, size)
            self.size += size
            while self.size > self.limit and len(self._entries) > 1:
                _, (_, freed) = self._entries.popitem(last=False)
                self.size -= freed

    def compute(self, key: K, make: Callable[[], V], size: Callable[[V], int]) -> V:
        """The value for ``key``, made when it is not there. Two threads may make the same value; either is right."""
        known = self.get(key)
        if known is not None:
            return known
        value = make()
        self.misses += 1
        self.put(key, value, size(value))
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self.size = 0
