"""Interning: equal types and attributes are one object, so ``is`` compares them and ``id`` hashes them."""

from __future__ import annotations

from _thread import allocate_lock
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

_TABLE: WeakValueDictionary[tuple[Any, ...], Interned] = WeakValueDictionary()
_LOCK = allocate_lock()


class InternedMeta(type):
    """Makes the constructor return the one live instance with the same field values."""

    # Hidden from type checkers, so that they see the dataclass constructor and check its arguments.
    if not TYPE_CHECKING:

        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            fresh = super().__call__(*args, **kwargs)
            key = (cls, *fresh.intern_key())
            known = _TABLE.get(key)
            if known is None:
                with _LOCK:
                    # Another thread may have been quicker.
                    known = _TABLE.get(key)
                    if known is None:
                        _TABLE[key] = known = fresh
            return known


class Interned(metaclass=InternedMeta):
    """Base of interned, immutable values; subclasses are frozen dataclasses with ``eq=False``."""

    __slots__ = ("__weakref__",)

    if TYPE_CHECKING:
        __dataclass_fields__: dict[str, Any]

    def intern_key(self) -> tuple[Any, ...]:
        """The hashable field values that identify this value within its class."""
        return tuple([getattr(self, name) for name in self.__dataclass_fields__])

    def __copy__(self) -> Interned:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Interned:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Unpickling goes through the constructor, so identity holds in another process too.
        return (type(self), tuple([getattr(self, name) for name in self.__dataclass_fields__]))
