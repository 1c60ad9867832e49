"""Records behave as data classes do; each check runs on both."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from hivm_passes import records

if TYPE_CHECKING:
    from types import ModuleType


def classes(module: ModuleType) -> dict[str, Any]:
    """The same classes made by either module."""
    dataclass, field = module.dataclass, module.field

    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 2
        tags: list[str] = field(default_factory=list)
        SHARED: ClassVar[int] = 7

        @property
        def total(self) -> int:
            return self.x + self.y

    @dataclass(slots=True)
    class Mutable:
        name: str
        note: str = field(default="", repr=False, compare=False)

    @dataclass(slots=True, eq=False)
    class Identity:
        value: int

    @dataclass(frozen=True)
    class Base:
        a: int = 1

    @dataclass(frozen=True)
    class Derived(Base):
        b: int = field(default=2, metadata={"unit": "bytes"})

    @dataclass(slots=True)
    class Computed:
        x: int
        double: int = field(init=False)

        def __post_init__(self) -> None:
            self.double = 2 * self.x

    return {c.__name__: c for c in (Point, Mutable, Identity, Base, Derived, Computed)}


BOTH = {"dataclasses": classes(dataclasses), "records": classes(records)}


@pytest.fixture(params=list(BOTH))
def made(request: pytest.FixtureRequest) -> dict[str, Any]:
    return BOTH[request.param]


def test_construction(made: dict[str, Any]) -> None:
    point = made["Point"](1)
    assert (point.x, point.y, point.tags, point.SHARED, point.total) == (1, 2, [], 7, 3)
    assert made["Point"](1).tags is not point.tags
    assert made["Point"](x=1, y=5, tags=["t"]).tags == ["t"]
    with pytest.raises(TypeError):
        made["Point"]()
    with pytest.raises(TypeError):
        made["Point"](1, 2, [], 4)
    with pytest.raises(TypeError):
        made["Point"](1, z=3)
    assert made["Computed"](4).double == 8


def test_equality_and_hash(made: dict[str, Any]) -> None:
    derived, base = made["Derived"], made["Base"]
    assert derived() == derived(1, 2)
    assert hash(derived()) == hash(derived(1, 2))
    assert derived() != derived(1, 3)
    assert base() != derived()
    assert made["Mutable"]("a", "x") == made["Mutable"]("a", "y")
    with pytest.raises(TypeError):
        hash(made["Mutable"]("a"))
    one = made["Identity"](1)
    assert one != made["Identity"](1)
    assert {one: 1}[one] == 1


def test_repr(made: dict[str, Any]) -> None:
    assert repr(made["Derived"]()).endswith("Derived(a=1, b=2)")
    assert repr(made["Mutable"]("a", "x")).endswith("Mutable(name='a')")


def test_frozen(made: dict[str, Any]) -> None:
    for name in ("Point", "Derived"):
        record = made[name](1)
        with pytest.raises(dataclasses.FrozenInstanceError):
            record.x = 3
    mutable = made["Mutable"]("a")
    mutable.name = "b"
    assert mutable.name == "b"


def test_slots(made: dict[str, Any]) -> None:
    assert made["Point"].__slots__ == ("x", "y", "tags")
    assert not hasattr(made["Mutable"]("a"), "__dict__")
    with pytest.raises(AttributeError):
        made["Mutable"]("a").other = 1


@pytest.mark.parametrize(
    ("module", "kind"), [(dataclasses, "dataclasses"), (dataclasses, "records"), (records, "records")]
)
def test_fields_and_replace(module: ModuleType, kind: str) -> None:
    made = BOTH[kind]
    assert [f.name for f in module.fields(made["Derived"])] == ["a", "b"]
    assert module.fields(made["Derived"]())[1].metadata["unit"] == "bytes"
    assert module.replace(made["Point"](1, 5), x=3).total == 8
    assert module.replace(made["Computed"](1), x=3).double == 6


def test_the_original_recognises_records() -> None:
    point = BOTH["records"]["Point"](1)
    assert dataclasses.is_dataclass(point)
    assert dataclasses.asdict(point) == {"x": 1, "y": 2, "tags": []}


def test_match(made: dict[str, Any]) -> None:
    match made["Derived"](5, 6):
        case object(a=5, b=6):
            pass
        case _:
            pytest.fail("attributes do not match")
    assert made["Derived"].__match_args__ == ("a", "b")


@records.dataclass(frozen=True, slots=True)
class Pickled:
    a: int
    b: str = "x"


def test_copies() -> None:
    record = Pickled(1)
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.copy(record) == record
    assert copy.deepcopy(record) == record
