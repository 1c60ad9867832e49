"""Requests to align dimensions, where they came from, and the attributes that hold them.

A list of requests is sorted by dimension. Every request knows the operation through which it came and the requests it
was made of, so that the path back to the operation that demanded it can be shown.

Source: hivm-enable-stride-align, info algebra.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import ArrayAttr, DenseArrayAttr, StringAttr
from hivm_passes.ir.types import I32
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation, Value
    from hivm_passes.rewriting.rewriter import Rewriter

MARK: Final = "annotation.mark"


@dataclass(frozen=True, slots=True)
class RequestNames:
    """The attributes that hold a list of requests: dimensions, and bytes for each."""

    dims: str
    bytes: str


STRIDES: Final = RequestNames("hivm.stride_align_dims", "hivm.stride_align_value_in_byte")
SIZES: Final = RequestNames("hivm.alloc_align_dims", "hivm.alloc_align_value_in_byte")


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """Align dimension ``dim`` to ``size`` bytes.

    ``rule`` is how it came about: ``mark`` (written by hand or by another pass), ``up``, ``down``, ``among``, ``loop``,
    ``coupled``, or ``both`` of several. ``op`` is the operation it came through (for ``mark``: the mark itself) and
    ``value`` the one it is about. ``parents`` are the requests it was made of.
    """

    dim: int
    size: int
    rule: str
    op: Operation
    value: Value
    parents: tuple[Request, ...] = ()

    def path(self) -> Iterator[Request]:
        """The request and those it was made of, the first of several each time, back to the first one."""
        request: Request | None = self
        while request is not None:
            yield request
            request = request.parents[0] if request.parents else None

    @property
    def root(self) -> Request:
        """The first request of the path."""
        request = self
        while request.parents:
            request = request.parents[0]
        return request


Requests = tuple[Request, ...]


def pairs(requests: Sequence[Request]) -> tuple[tuple[int, int], ...]:
    """Dimensions and bytes alone."""
    return tuple((r.dim, r.size) for r in requests)


def union(left: Requests, right: Requests) -> Requests:
    """Both lists in one; equal dimensions that meet are joined to the least common multiple of their bytes."""
    merged: list[Request] = []
    i = j = 0
    while i < len(left) and j < len(right):
        a, b = left[i], right[j]
        if a.dim < b.dim:
            merged.append(a)
            i += 1
        elif a.dim > b.dim:
            merged.append(b)
            j += 1
        else:
            merged.append(join(a, b))
            i, j = i + 1, j + 1
    return (*merged, *left[i:], *right[j:])


def join(a: Request, b: Request) -> Request:
    """One request for two of the same dimension."""
    size = lcm(a.size, b.size)
    if size == a.size:
        return a
    if size == b.size:
        return b
    return Request(a.dim, size, "both", b.op, b.value, (a, b))


def merged(requests: Sequence[Request]) -> Requests:
    """Sorted by dimension, each dimension once."""
    found: dict[int, Request] = {}
    for request in requests:
        known = found.get(request.dim)
        found[request.dim] = request if known is None else join(known, request)
    return tuple(found[dim] for dim in sorted(found))


def contains(left: Requests, right: Requests) -> bool:
    """Whether the compiler takes ``right`` for a part of ``left``: not longer, and nowhere at odds.

    It does not look whether the dimensions of ``right`` occur in ``left`` at all.
    """
    if len(left) < len(right):
        return False
    sizes = {r.dim: r.size for r in right}
    return all(sizes.get(r.dim, r.size) == r.size for r in left) and _agree(left, right)


def _agree(left: Requests, right: Requests) -> bool:
    """The same the other way round, which matters where a dimension occurs more than once."""
    sizes = {r.dim: r.size for r in left}
    return all(sizes.get(r.dim, r.size) == r.size for r in right)


# --- attributes ---------------------------------------------------------------------------------------------------


def numbers(op: Operation, name: str) -> tuple[int, ...] | None:
    """The numbers of an array attribute, None when there is none."""
    attribute = op.attributes.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else None


def attributes_of(requests: Sequence[Request], names: RequestNames) -> dict[str, Attribute]:
    """The two attributes for a list of requests."""
    return {
        names.dims: DenseArrayAttr(I32, tuple(r.dim for r in requests)),
        names.bytes: DenseArrayAttr(I32, tuple(_wrapped(r.size) for r in requests)),
    }


def _wrapped(value: int) -> int:
    value &= 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def first_mark(value: Value, names: RequestNames) -> Operation | None:
    """The newest mark with requests on ``value``: the only one that the compiler looks at."""
    for use in reversed(value._uses):  # pyright: ignore[reportPrivateUsage] (newest first, without a copy)
        if use.owner.name == MARK and use.index == 0 and names.dims in use.owner.attributes:
            return use.owner
    return None


def create_mark(
    rewriter: Rewriter, value: Value, requests: Sequence[Request], names: RequestNames, build: Build
) -> Operation:
    """A mark with ``requests`` right behind the definition of ``value``."""
    rewriter.set_insertion_point_after_value(value)
    attributes = attributes_of(requests, names)
    if build == "a5":
        attributes["effects"] = ArrayAttr((StringAttr("write"),))
    return rewriter.create(MARK, (value,), (), attributes)


def drop_requests(rewriter: Rewriter, mark: Operation, names: RequestNames) -> None:
    """Take the requests off a mark; nothing is left of one that held nothing else."""
    mark.set_attribute(names.dims, None)
    mark.set_attribute(names.bytes, None)
    # The driver looks again at what is around a changed operation, also when it goes right afterwards.
    rewriter.modified(mark)
    if set(mark.attributes) <= _DEFAULTS and _has_default_effects(mark):
        rewriter.erase_op(mark)


_DEFAULTS: Final = frozenset({"effects"})


def _has_default_effects(mark: Operation) -> bool:
    listed = mark.attributes.get("effects")
    if listed is None:
        return True
    return isinstance(listed, ArrayAttr) and [getattr(e, "value", None) for e in listed.elements] == ["write"]
