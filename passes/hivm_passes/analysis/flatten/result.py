"""What the flatten analysis returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.types import MemRefType

Groups = tuple[tuple[int, ...], ...]
"""A reassociation: consecutive dimensions in groups that cover all of them in order."""

OpClass = Literal["inline-broadcast", "elementwise", "target-merging", "plain", "identity"]
"""How an operation flattens.

``inline-broadcast`` and ``elementwise``: with and without a ``broadcast`` list that is obeyed. ``target-merging``:
neighbouring dimensions that the operation names may join. ``plain``: they may not. ``identity``: nothing joins.
"""

Role = Literal["in", "out", "temp"]

Problem = Literal[
    "tensor", "rank-0", "rank-mix", "no-memref", "no-input", "layout", "axis", "compose", "all-unit", "permutation"
]
"""Why an operation has no flatten result: what the compiler takes for granted and does not check."""


@dataclass(frozen=True, slots=True)
class FlatOperand:
    """An analysed memref operand: ``index`` among the operands of the operation, and its type before and after.

    ``type`` is the type analysed (with stride marks obeyed, if asked for), ``flat`` the collapsed one.
    """

    index: int
    role: Role
    type: MemRefType
    flat: MemRefType


@dataclass(frozen=True, slots=True)
class FlattenResult:
    """How the dimensions of one operation join.

    ``maps`` is one reassociation for all operands; for permuting operations one for inputs and one for inits, or, when
    their blocks do not join any further, one per memref operand (use the first and the last). ``operands`` lists the
    analysed memref operands, in operand order (permuting operations whose blocks joined: all inputs, then all inits).
    ``targets`` are the dimensions that the operation names, in the order of its attribute (the permutation of a
    permuting operation), ``flat_targets`` what becomes of them. With a ``problem`` there are neither maps nor operands.
    """

    op_class: OpClass
    permuting: bool
    maps: tuple[Groups, ...]
    operands: tuple[FlatOperand, ...]
    targets: tuple[int, ...] = ()
    flat_targets: tuple[int, ...] = ()
    problem: Problem | None = None

    @property
    def input_map(self) -> Groups:
        """The reassociation of inputs."""
        return self.maps[0]

    @property
    def init_map(self) -> Groups:
        """The reassociation of destinations."""
        return self.maps[-1]

    @property
    def rank(self) -> int:
        """Number of dimensions before."""
        return sum(map(len, self.maps[0])) if self.maps else 0

    @property
    def flat_rank(self) -> int:
        """Number of dimensions after."""
        return len(self.maps[0]) if self.maps else 0

    @property
    def is_identity(self) -> bool:
        """Whether nothing joins, so that the operation stays as it is."""
        return not self.maps or all(len(group) == 1 for group in self.maps[0])

    @property
    def inputs(self) -> tuple[FlatOperand, ...]:
        """The analysed memref operands that are not destinations."""
        return tuple(o for o in self.operands if o.role != "out")

    @property
    def inits(self) -> tuple[FlatOperand, ...]:
        """The destinations."""
        return tuple(o for o in self.operands if o.role == "out")

    @property
    def flat_types(self) -> tuple[MemRefType, ...]:
        """The collapsed types of the analysed operands."""
        return tuple(o.flat for o in self.operands)

    def group_of(self, dim: int) -> int | None:
        """The group of the input map that holds ``dim``."""
        return group_index(self.maps[0], dim) if self.maps else None


def group_index(groups: Groups, dim: int) -> int | None:
    """The position of the group that holds ``dim``, or None."""
    for position, group in enumerate(groups):
        if group[0] <= dim <= group[-1]:
            return position
    return None
