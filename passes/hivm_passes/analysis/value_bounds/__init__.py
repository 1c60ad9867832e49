"""Upper bounds of index values, found as MLIR's value bounds analysis finds them.

``upper_bound(value, build)`` is the entry. The analysis stops at the first bound that it can prove, which need not be
the best one: of ``min(x, 100)`` with ``x <= 64`` it says 100.
"""

from __future__ import annotations

from hivm_passes.analysis.value_bounds.populate import upper_bound

__all__ = ["upper_bound"]
