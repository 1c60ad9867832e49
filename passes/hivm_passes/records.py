"""Data classes that cost next to nothing to define.

``dataclasses`` writes and compiles the source of five to eight methods for each class, and imports ``inspect``; with
the classes of this package that is more than a third of the start-up time of ``hivm-opt``. What is here means the same
for what the package uses. A class compiles its ``__init__`` when the first object is made, which most classes never
see, and the other methods are shared. Type checkers see the original, and the original's ``fields``, ``replace`` and
``asdict`` work on these classes.
"""

from __future__ import annotations

from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace
else:
    MISSING = type("MISSING", (), {"__repr__": lambda self: "MISSING"})()
    _FIELDS = "__dataclass_fields__"

    class Field:
        """One field; the attributes are those of ``dataclasses.Field``."""

        __slots__ = (
            "compare",
            "default",
            "default_factory",
            "hash",
            "init",
            "kw_only",
            "metadata",
            "name",
            "repr",
            "type",
        )

        def __init__(
            self, default: Any, default_factory: Any, metadata: Any, *, repr: bool, compare: bool, init: bool = True
        ) -> None:
            self.default = default
            self.default_factory = default_factory
            self.metadata = MappingProxyType(metadata) if metadata else MappingProxyType({})
            self.repr = repr
            self.compare = compare
            self.init = init
            self.hash = None
            self.kw_only = False
            self.name = ""
            self.type = ""

        @property
        def _field_type(self) -> Any:
            from dataclasses import _FIELD

            return _FIELD

    def field(
        *,
        default: Any = MISSING,
        default_factory: Any = MISSING,
        metadata: Any = None,
        repr: bool = True,
        compare: bool = True,
        init: bool = True,
    ) -> Any:
        """A field with more than a type: see ``dataclasses.field``."""
        return Field(default, default_factory, metadata, repr=repr, compare=compare, init=init)

    def fields(record: Any) -> tuple[Field, ...]:
        """The fields of a class or an object, in order."""
        return tuple(getattr(record, _FIELDS).values())

    def replace(record: Any, /, **changes: Any) -> Any:
        """A copy of ``record`` with some fields changed."""
        for name, one in getattr(record, _FIELDS).items():
            if one.init and name not in changes:
                changes[name] = getattr(record, name)
        return type(record)(**changes)

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True, repr: bool = True
    ) -> Any:
        """Make a class a record: see ``dataclasses.dataclass``."""
        if cls is None:
            return lambda decorated: _make(decorated, frozen=frozen, slots=slots, eq=eq, repr=repr)
        return _make(cls, frozen=frozen, slots=slots, eq=eq, repr=repr)

    def _make(cls: type, *, frozen: bool, slots: bool, eq: bool, repr: bool) -> type:
        members = dict(cls.__dict__)
        own: dict[str, tuple[Any, Any]] = {}
        for name, annotation in cls.__annotations__.items():
            if str(annotation).startswith(("ClassVar", "typing.ClassVar")):
                continue
            value = members.pop(name, MISSING)
            own[name] = annotation, value
            if not slots:
                if type(value) is Field:
                    value = value.default
                if value is not MISSING:
                    members[name] = value
        members[_FIELDS] = _Late(_FIELDS, _fields_of(own))
        if "__match_args__" not in members:
            members["__match_args__"] = _Late("__match_args__", _match_args)
        init = None
        if "__init__" not in members:
            members["__init__"] = init = _first_init(frozen)
        if repr and "__repr__" not in members:
            members["__repr__"] = _repr
        if eq and "__eq__" not in members:
            members["__eq__"] = _eq
            members["_record_key"] = _Late("_record_key", _key)
            if "__hash__" not in members:
                members["__hash__"] = _hash if frozen else None
        if frozen:
            members["__setattr__"] = _frozen_setattr
            members["__delattr__"] = _frozen_delattr
        made = cls
        if slots:
            taken = [n for base in cls.__mro__[1:-1] for n in _slots_of(base)]
            members["__slots__"] = tuple([n for n in own if n not in taken])
            if frozen and "__getstate__" not in members:
                members["__getstate__"] = _getstate
                members["__setstate__"] = _setstate
            members.pop("__dict__", None)
            members.pop("__weakref__", None)
            made = type(cls)(cls.__name__, cls.__bases__, members)
            made.__qualname__ = cls.__qualname__
        else:
            for name in own:
                if name in cls.__dict__ and name not in members:
                    delattr(cls, name)
            for name, value in members.items():
                if cls.__dict__.get(name, MISSING) is not value and name not in ("__dict__", "__weakref__"):
                    setattr(cls, name, value)
        if init is not None:
            init.owner = made
        return made

    class _Late:
        """A class attribute that is worked out when somebody asks for it, which few do."""

        __slots__ = ("make", "name")

        def __init__(self, name: str, make: Any) -> None:
            self.name = name
            self.make = make

        def __get__(self, instance: Any, owner: type) -> Any:
            for holder in owner.__mro__:
                if holder.__dict__.get(self.name) is self:
                    value = self.make(holder)
                    type.__setattr__(holder, self.name, staticmethod(value) if callable(value) else value)
                    return value
            raise AttributeError(self.name)

    def _fields_of(own: dict[str, tuple[Any, Any]]) -> Any:
        def make(cls: type) -> dict[str, Field]:
            every: dict[str, Field] = {}
            for base in reversed(cls.__mro__[1:]):
                if _FIELDS in base.__dict__:
                    every.update(getattr(base, _FIELDS))
            for name, (annotation, value) in own.items():
                one = value if type(value) is Field else Field(value, MISSING, None, repr=True, compare=True)
                one.name, one.type = name, annotation
                every[name] = one
            return every

        return make

    def _match_args(cls: type) -> tuple[str, ...]:
        return tuple(getattr(cls, _FIELDS))

    def _slots_of(base: type) -> tuple[str, ...]:
        slots = base.__dict__.get("__slots__", ())
        return (slots,) if isinstance(slots, str) else tuple(slots)

    def _key(cls: type) -> Any:
        names = [n for n, f in getattr(cls, _FIELDS).items() if f.compare]
        if len(names) > 1:
            return attrgetter(*names)
        if names:
            get = attrgetter(names[0])
            return lambda record: (get(record),)
        return lambda record: ()

    def _first_init(frozen: bool) -> Any:
        """The ``__init__`` of the first objects of a class, its ``owner``; then it compiles a quicker one.

        Compiling takes as long as making dozens of objects without, and most classes have fewer.
        """
        calls = 0
        plan: list[tuple[str, Any, Any]] = []

        def first(self: Any, *args: Any, **kwargs: Any) -> None:
            nonlocal calls
            owner = first.owner
            calls += 1
            if calls == 1:
                plan.extend((n, f.default, f.default_factory) for n, f in getattr(owner, _FIELDS).items() if f.init)
            if calls <= _UNCOMPILED and len(args) <= len(plan) and _assign(self, plan, args, kwargs):
                if hasattr(owner, "__post_init__"):
                    self.__post_init__()
                return
            compiled = _compile_init(owner, frozen)
            type.__setattr__(owner, "__init__", compiled)
            compiled(self, *args, **kwargs)

        return first

    _UNCOMPILED = 40

    def _assign(self: Any, plan: list[tuple[str, Any, Any]], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Set the fields; False when the arguments do not fit."""
        used, given = 0, len(args)
        for index, (name, default, factory) in enumerate(plan):
            if index < given:
                value = args[index]
            elif name in kwargs:
                value = kwargs[name]
                used += 1
            elif factory is not MISSING:
                value = factory()
            elif default is not MISSING:
                value = default
            else:
                return False
            _set(self, name, value)
        return used == len(kwargs)

    _set = object.__setattr__

    def _compile_init(cls: type, frozen: bool) -> Any:
        scope: dict[str, Any] = {"_missing": MISSING, "_set": object.__setattr__}
        parameters: list[str] = []
        body: list[str] = []
        for name, one in getattr(cls, _FIELDS).items():
            value = name
            if not one.init:
                continue
            if one.default_factory is not MISSING:
                scope[f"_make_{name}"] = one.default_factory
                parameters.append(f"{name}=_missing")
                value = f"_make_{name}() if {name} is _missing else {name}"
            elif one.default is not MISSING:
                scope[f"_default_{name}"] = one.default
                parameters.append(f"{name}=_default_{name}")
            else:
                parameters.append(name)
            body.append(f"  _set(self, {name!r}, {value})" if frozen else f"  self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            body.append("  self.__post_init__()")
        source = f"def __init__(self, {', '.join(parameters)}):\n" + "\n".join(body or ["  pass"])
        exec(source, scope)
        made = scope["__init__"]
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        return made

    def _repr(self: Any) -> str:
        shown = ", ".join(f"{n}={getattr(self, n)!r}" for n, f in getattr(self, _FIELDS).items() if f.repr)
        return f"{type(self).__qualname__}({shown})"

    def _eq(self: Any, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        key = self._record_key
        return key(self) == key(other)

    def _hash(self: Any) -> int:
        return hash(self._record_key(self))

    def _frozen_setattr(self: Any, name: str, value: Any) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _frozen_delattr(self: Any, name: str) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _getstate(self: Any) -> list[Any]:
        return [getattr(self, name) for name in getattr(self, _FIELDS)]

    def _setstate(self: Any, state: list[Any]) -> None:
        for name, value in zip(getattr(self, _FIELDS), state, strict=True):
            object.__setattr__(self, name, value)


__all__ = ["dataclass", "field", "fields", "replace"]
