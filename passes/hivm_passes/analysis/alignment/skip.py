"""The mark that keeps a buffer packed because vector loads read it in a callee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.dialects.effects import effects

if TYPE_CHECKING:
    from hivm_passes.ir.core import Value

SKIP_FOR_VECTOR_LOADS: Final = "hivm.skip_stride_align_for_vload"


def is_skip_marked(value: Value) -> bool:
    """Whether ``value`` itself carries the mark."""
    return any(user.name == "annotation.mark" and SKIP_FOR_VECTOR_LOADS in user.attributes for user in value.users)


def has_skip_mark(value: Value) -> bool:
    """Whether the buffer that ``value`` is a view of carries the mark."""
    return is_skip_marked(effects("a5").root_of_views(value))
