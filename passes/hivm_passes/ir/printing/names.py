"""Names of values and blocks: the ones the compiler gives, or the source's own with new ones beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.ir.attributes import IntegerAttr, SymbolRefAttr
from hivm_passes.ir.types import I1, IndexType

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hivm_passes.ir.core import Block, Operation, Region, Value

_HINTS: Final[dict[str, str]] = {
    "complex.constant": "cst",
    "func.constant": "f",
    "linalg.broadcast": "broadcasted",
    "linalg.map": "mapped",
    "linalg.reduce": "reduced",
    "linalg.transpose": "transposed",
    "memref.alloc": "alloc",
    "memref.alloca": "alloca",
    "memref.cast": "cast",
    "memref.collapse_shape": "collapse_shape",
    "memref.dim": "dim",
    "memref.expand_shape": "expand_shape",
    "memref.extract_aligned_pointer_as_index": "intptr",
    "memref.memory_space_cast": "memspacecast",
    "memref.reinterpret_cast": "reinterpret_cast",
    "memref.reshape": "reshape",
    "memref.subview": "subview",
    "memref.transpose": "transpose",
    "memref.view": "view",
    "tensor.cast": "cast",
    "tensor.collapse_shape": "collapsed",
    "tensor.concat": "concat",
    "tensor.dim": "dim",
    "tensor.expand_shape": "expanded",
    "tensor.extract": "extracted",
    "tensor.extract_slice": "extracted_slice",
    "tensor.from_elements": "from_elements",
    "tensor.generate": "generated",
    "tensor.insert": "inserted",
    "tensor.insert_slice": "inserted_slice",
    "tensor.pack": "pack",
    "tensor.pad": "padded",
    "tensor.rank": "rank",
    "tensor.reshape": "reshape",
    "tensor.splat": "splat",
    "tensor.unpack": "unpack",
    "vector.vscale": "vscale",
}
"""Name of the results of an operation; all others are numbered."""

_LINALG_ARGUMENTS: Final = ("linalg.generic", "linalg.map", "linalg.reduce")


def result_hint(op: Operation) -> str | None:
    """The name that the compiler gives the (first) result, without ``%`` and without the number behind it."""
    if op.name == "arith.constant":
        return constant_hint(op)
    if op.name == "symbol.symbolic_int":
        symbol = op.attributes.get("symbolName") or op.attributes.get("symbol_name")
        return symbol.root if isinstance(symbol, SymbolRefAttr) else None
    if op.name in ("index.constant", "index.bool.constant"):
        value = op.attributes.get("value")
        if isinstance(value, IntegerAttr):
            return f"idx{value.value}" if value.type is not I1 else ("true" if value.value else "false")
    if op.name in _GPU_DIMENSIONS:
        dimension = _first_word(op)
        return f"{op.name[4:]}_{dimension}" if dimension in ("x", "y", "z") else None
    return _HINTS.get(op.name)


_GPU_DIMENSIONS: Final = frozenset(
    f"gpu.{name}"
    for name in ("block_dim", "block_id", "cluster_dim", "cluster_id", "global_id", "grid_dim", "thread_id")
)


def _first_word(op: Operation) -> str:
    """What stands first in the text of an operation that keeps it."""
    first = op.form.pieces[0] if op.form is not None and op.form.pieces else ""
    return first.split()[0] if isinstance(first, str) and first.split() else ""


def constant_hint(op: Operation) -> str:
    """``c5``, ``c-7_i32``, ``true``, ``cst``."""
    value = op.attributes.get("value")
    if isinstance(value, IntegerAttr):
        if value.type is I1:
            return "true" if value.value else "false"
        if isinstance(value.type, IndexType):
            return f"c{value.value}"
        prefix = {"signless": "i", "signed": "si", "unsigned": "ui"}[value.type.signedness]
        return f"c{value.value}_{prefix}{value.type.width}"
    return "cst"


def result_groups(op: Operation) -> list[tuple[int, int, str | None]]:
    """Results that share a name: (first, count, hint)."""
    count = len(op.results)
    if op.name == "memref.extract_strided_metadata" and count >= 2:
        rank = (count - 2) // 2
        groups = [(0, 1, "base_buffer"), (1, 1, "offset"), (2, rank, "sizes"), (2 + rank, rank, "strides")]
        return [g for g in groups if g[1]]
    if op.name in ("arith.mului_extended", "arith.mulsi_extended"):
        return [(0, 1, "low"), (1, 1, "high")]
    if op.name == "arith.addui_extended":
        return [(0, 1, "sum"), (1, 1, "overflow")]
    return [(0, count, result_hint(op))] if count else []


class Names:
    """Texts of values (with ``%``) and blocks (with ``^``), and how the results of an operation are bound."""

    def __init__(self) -> None:
        self.values: dict[Value, str] = {}
        self.blocks: dict[Block, str] = {}
        self.numbers: dict[Block, int] = {}
        self.groups: dict[Operation, list[tuple[str, int]]] = {}

    def value(self, value: Value) -> str:
        """``%x``; a value that was never named is shown as the compiler does."""
        return self.values.get(value, "<<UNKNOWN SSA VALUE>>")

    def block(self, block: Block) -> str:
        """``^bb1``."""
        return self.blocks.get(block, "^INVALIDBLOCK")

    def bindings(self, op: Operation) -> str:
        """``%0:2 = ``, or nothing."""
        groups = self.groups.get(op)
        if not groups:
            return ""
        return ", ".join(name if count == 1 else f"{name}:{count}" for name, count in groups) + " = "


class CanonicalNames(Names):
    """The names that the compiler's printer gives to everything under ``root``; in generic form all are numbers.

    In the custom form every region counts on from where its parent region ended, so siblings share names. In generic
    form no number occurs twice, and the last region comes first (the compiler works on a stack).
    """

    def __init__(self, root: Operation, *, generic: bool = False) -> None:
        super().__init__()
        self._generic = generic
        self._used: dict[str, int] = {}
        self._number = self._argument = self._conflict = 0
        self._name_results(root)
        if generic:
            self._unique_regions(root)
        else:
            self._regions(root)

    def _regions(self, op: Operation) -> None:
        for region in op.regions:
            saved = self._number, self._argument, self._conflict
            taken: list[str] = []
            self._region(op, region, taken)
            for block in region.blocks:
                for child in block.operations:
                    if child.regions:
                        self._regions(child)
            self._number, self._argument, self._conflict = saved
            for name in taken:
                del self._used[name]

    def _unique_regions(self, root: Operation) -> None:
        waiting = [(root, region) for region in root.regions]
        while waiting:
            op, region = waiting.pop()
            self._region(op, region, [])
            for block in region.blocks:
                for child in block.operations:
                    waiting.extend((child, nested) for nested in child.regions)

    def _region(self, op: Operation, region: Region, taken: list[str]) -> None:
        for number, block in enumerate(region.blocks):
            self.numbers[block] = number
            self.blocks[block] = f"^bb{number}"
        for number, block in enumerate(region.blocks):
            for index, argument in enumerate(block.arguments):
                hint = argument_hint(op, index) if number == 0 and not self._generic else None
                if hint is not None:
                    self.values[argument] = "%" + self._unique(hint, taken)
                elif number == 0:
                    self.values[argument] = "%" + self._unique(f"arg{self._argument}", taken)
                    self._argument += 1
                else:
                    self.values[argument] = f"%{self._number}"
                    self._number += 1
            for child in block.operations:
                if child.results:
                    self._name_results(child, taken)

    def _name_results(self, op: Operation, taken: list[str] | None = None) -> None:
        groups: list[tuple[str, int]] = []
        if not op.results:
            return
        for first, count, hint in [(0, len(op.results), None)] if self._generic else result_groups(op):
            if hint is None:
                name = f"%{self._number}"
                self._number += 1
            else:
                name = "%" + self._unique(hint, [] if taken is None else taken)
            groups.append((name, count))
            for index in range(count):
                self.values[op.results[first + index]] = name if count == 1 else f"{name}#{index}"
        self.groups[op] = groups

    def _unique(self, name: str, taken: list[str]) -> str:
        if name in self._used:
            stem = name
            while name in self._used:
                name = f"{stem}_{self._conflict}"
                self._conflict += 1
        self._used[name] = 1
        taken.append(name)
        return name


def argument_hint(op: Operation, index: int) -> str | None:
    """Names of the arguments of linalg bodies."""
    if op.name not in _LINALG_ARGUMENTS:
        return None
    arguments = len(op.regions[0].blocks[0].arguments)
    if op.name == "linalg.generic":
        outputs = op.segments[1] if op.segments is not None and len(op.segments) == 2 else 1
        return "in" if index < arguments - outputs else "out"
    if op.name == "linalg.reduce":
        return "in" if index < arguments // 2 else "init"
    return "in"


def origin_of(op: Operation) -> tuple[Operation, int]:
    """The operation of the source that an operation was cloned from, over any number of clones, and their number.

    An operation that is no clone is its own origin.
    """
    depth = 0
    while op.origin is not None:
        op = op.origin
        depth += 1
    return op, depth


def nearest_clones(operations: Sequence[Operation]) -> dict[Operation, Operation]:
    """For every origin the operation that stands for it: of several, the one with the fewest clones in between."""
    depths: dict[Operation, int] = {}
    found: dict[Operation, Operation] = {}
    for op in operations:
        origin, depth = origin_of(op)
        if depth < depths.get(origin, depth + 1):
            depths[origin] = depth
            found[origin] = op
    return found


class SourceNames(Names):
    """The names in the source; values without one get the compiler's kind of name, free in the whole function.

    A value that moved, or is one of several copies, keeps its name only where nothing else in the function has it.
    """

    def __init__(self, root: Operation) -> None:
        super().__init__()
        self._scope(root, root.results)

    def _scope(self, root: Operation, outside: Sequence[Value]) -> None:
        """Name everything inside an operation that sees no values from outside (and the operation's own results)."""
        operations: list[Operation] = []
        inner: list[Operation] = []
        _collect(root, operations, inner)
        found = nearest_clones([root, *operations])
        isolated = set(inner)
        blocks = [b for op in (root, *operations) if op not in isolated for region in op.regions for b in region.blocks]
        self._used = {r.name.partition("#")[0] for r in outside if r.name is not None}
        self._next: dict[str, int] = {}
        settled = {op for op in operations if _is_settled(op, found)}
        for op in settled:
            self._used.update(r.name.partition("#")[0] for r in op.results if r.name is not None)
        for block in blocks:
            owner = block.parent_op
            if owner is root or owner in settled:
                self._used.update(a.name for a in block.arguments if a.name is not None)
        for block in blocks:
            self._block(block, block.parent_op is root or block.parent_op in settled)
        if root.results:
            self._results(root, True)
        for op in operations:
            if op.results:
                self._results(op, op in settled)
        for op in inner:
            self._scope(op, [])

    def _block(self, block: Block, settled: bool) -> None:
        assert block.parent is not None
        self.numbers[block] = number = block.parent.blocks.index(block)
        self.blocks[block] = f"^{block.name or f'bb{number}'}"
        for argument in block.arguments:
            name = argument.name
            if name is None:
                name = self._fresh("arg", True)
            elif not settled:
                name = self._free(name)
            self.values[argument] = f"%{name}"

    def _results(self, op: Operation, settled: bool) -> None:
        if op.results[0].name is None:
            groups = [(f, c, self._fresh(h or "", h is None)) for f, c, h in result_groups(op)]
        else:
            groups = _source_groups(op)
            if not settled:
                groups = [(first, count, self._free(name)) for first, count, name in groups]
        self.groups[op] = [(f"%{name}", count) for _, count, name in groups]
        for first, count, name in groups:
            for index in range(count):
                self.values[op.results[first + index]] = f"%{name}" if count == 1 else f"%{name}#{index}"

    def _free(self, name: str) -> str:
        """``name`` if nothing else has it."""
        if name in self._used:
            stem = name.rstrip("0123456789")
            return self._fresh(stem.removesuffix("_"), stem in ("", "arg"))
        self._used.add(name)
        return name

    def _fresh(self, stem: str, numbered: bool) -> str:
        """``stem``, or with a number where that is taken (or always, for ``arg0`` and ``0``)."""
        if not numbered and stem not in self._used:
            self._used.add(stem)
            return stem
        number = self._next.get(stem, 0)
        separator = "" if numbered else "_"
        while f"{stem}{separator}{number}" in self._used:
            number += 1
        self._next[stem] = number + 1
        name = f"{stem}{separator}{number}"
        self._used.add(name)
        return name


def _is_isolated(op: Operation) -> bool:
    return op.name == "builtin.module" or op.name.endswith("func")


def _collect(root: Operation, operations: list[Operation], inner: list[Operation]) -> None:
    """What is nested in ``root`` up to and including isolated operations, which are listed in ``inner`` too."""
    for region in root.regions:
        for block in region.blocks:
            op = block.first
            while op is not None:
                operations.append(op)
                if op.regions:
                    if _is_isolated(op):
                        inner.append(op)
                    else:
                        _collect(op, operations, inner)
                op = op.next


def _is_settled(op: Operation, found: Mapping[Operation, Operation]) -> bool:
    """Whether the operation stands where the source has it."""
    if op.origin is None:
        return op.source is not None
    origin, _ = origin_of(op)
    parent, old_parent = op.parent_op, origin.parent_op
    if found.get(origin) is not op or parent is None:
        return False
    return old_parent is None or origin_of(parent)[0] is old_parent


def _source_groups(op: Operation) -> list[tuple[int, int, str]]:
    """The packs in which the source binds the results."""
    groups: list[tuple[int, int, str]] = []
    for index, result in enumerate(op.results):
        stem = (result.name or f"_{index}").partition("#")[0]
        if groups and groups[-1][2] == stem:
            first, count, _ = groups[-1]
            groups[-1] = (first, count + 1, stem)
        else:
            groups.append((index, 1, stem))
    return groups
