"""Memory spaces of types: which one a memref has, and the same memref in another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard

from hivm_passes.ir.attributes import DialectAttr
from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import MemRefType, UnrankedMemRefType

if TYPE_CHECKING:
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import BlockArgument, Value
    from hivm_passes.ir.types import Type

AnyMemRef = MemRefType | UnrankedMemRefType


def space_attribute(name: str) -> DialectAttr:
    """``#hivm.address_space<name>``."""
    return DialectAttr("hivm", "address_space", name)


GM: Final = space_attribute("gm")
UB: Final = space_attribute("ub")
L1: Final = space_attribute("cbuf")
L0C: Final = space_attribute("cc")


def is_memref(type: Type) -> TypeGuard[AnyMemRef]:
    """Whether a type is a memref, ranked or not."""
    return isinstance(type, MemRefType | UnrankedMemRefType)


def is_hivm_space(space: Attribute | None) -> bool:
    """Whether a memory space is one of HIVM's (and not, say, a number)."""
    return isinstance(space, DialectAttr) and space.dialect == "hivm" and space.kind == "address_space"


def space_name(space: Attribute | None) -> str:
    """``ub`` for ``#hivm.address_space<ub>``, the attribute's text for anything else, ``none`` for no space."""
    if space is None:
        return "none"
    return (getattr(space, "body", None) or str(space)) if is_hivm_space(space) else str(space)


def in_space(type: AnyMemRef, space: Attribute | None) -> AnyMemRef:
    """The same memref in another space."""
    if isinstance(type, MemRefType):
        return MemRefType(type.shape, type.element, type.layout, space)
    return UnrankedMemRefType(type.element, space)


def set_type(value: Value, type: Type) -> None:
    """Change the type of a value in place; its users print it too, so they count as modified."""
    if isinstance(value, OpResult):
        value.owner.set_result_type(value.index, type)
    elif value.type is not type:
        argument: BlockArgument = value  # pyright: ignore[reportAssignmentType]
        argument.type = type
        owner = argument.owner.parent_op
        if owner is not None:
            owner.modified = True
        for user in argument.users:
            user.modified = True
