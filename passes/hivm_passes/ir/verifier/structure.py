"""Checks of every operation: operand counts, terminators, branches, dominance, symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import StringAttr, SymbolRefAttr, TypeAttr
from hivm_passes.ir.types import FunctionType
from hivm_passes.ir.verifier.findings import Context, Finding, Findings, quoted

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import OpInfo
    from hivm_passes.ir.core import Block, Operation, Region, Value


def operand_counts(op: Operation, info: OpInfo, context: Context) -> Findings:
    """Numbers of operands and required attributes, which only the generic form can get wrong."""
    del context
    for attribute in info.attributes:
        if attribute.presence == "required" and attribute.name not in op.attributes and op.form is None:
            yield Finding(op, f"requires attribute '{attribute.name}'", "hivm.verify.attribute")
            return
    count = len(op.operands)
    if info.segments == "sizes":
        total = sum(op.segments or ())
        if total != count and op.form is None:
            yield Finding(
                op,
                f"operand count ({count}) does not match with the total size ({total}) specified in attribute "
                "'operandSegmentSizes'",
                "hivm.verify.operand-count",
            )
        return
    if info.operands and op.form is None and info.operand_groups(op) is None:
        fixed = sum(g.arity == "one" for g in info.operands)
        if fixed == len(info.operands):
            yield Finding(op, f"expected {fixed} operands, but found {count}", "hivm.verify.operand-count")
        elif count < fixed:
            yield Finding(op, f"expected {fixed} or more operands, but found {count}", "hivm.verify.operand-count")


def blocks(op: Operation, context: Context) -> Findings:
    """Every block ends with a terminator, and nothing else is one; branches give their block's arguments."""
    for region in op.regions:
        for block in region.blocks:
            yield from _block(op, block, context)


def _block(parent: Operation, block: Block, context: Context) -> Findings:
    for op in block.operations:
        yield from _branch(op)
        if op.next is not None and _is_terminator(op, context):
            yield Finding(op, "must be the last operation in the parent block", "hivm.verify.terminator")
    if not _needs_terminator(parent, context):
        return
    last = block.last
    if last is None:
        info = context.registry.get(parent.name)
        if info is not None and info.implicit_terminator is not None:
            return
        yield Finding(parent, "empty block: expect at least a terminator", "hivm.verify.terminator", prefixed=False)
    elif not _is_terminator(last, context) and context.registry.get(last.name) is not None:
        text = context.generic_text(last)
        yield Finding(last, f"block with no terminator, has {text}", "hivm.verify.terminator", prefixed=False)


def _is_terminator(op: Operation, context: Context) -> bool:
    info = context.registry.get(op.name)
    return bool(op.successors) or (info is not None and info.is_terminator)


def _needs_terminator(op: Operation, context: Context) -> bool:
    """Whether blocks of this operation end with a terminator: all but modules, where the table knows the operation."""
    return op.name != "builtin.module" and context.registry.get(op.name) is not None and op.form is None


def _branch(op: Operation) -> Findings:
    if op.name not in ("cf.br", "cf.cond_br") or not op.successors:
        return
    sizes = (len(op.operands),) if op.name == "cf.br" else (op.segments or (1, 0, 0))[1:]
    first = len(op.operands) - sum(sizes)
    for number, (target, size) in enumerate(zip(op.successors, sizes, strict=False)):
        if size != len(target.arguments):
            yield Finding(
                op,
                f"branch has {size} operands for successor #{number}, but target block has {len(target.arguments)}",
                "hivm.verify.branch",
                prefixed=False,
            )
            continue
        for index, argument in enumerate(target.arguments):
            given = op.operands[first + index].type
            if given is not argument.type:
                yield Finding(
                    op, f"type mismatch for bb argument #{index} of successor #{number}", "hivm.verify.branch", False
                )
        first += size


# --- dominance --------------------------------------------------------------------------------------------------


def dominance(root: Operation) -> Findings:
    """Uses that their definition does not dominate, below an operation that is isolated from above."""
    dominators = _Dominators()
    for op in root.walk():
        if op is root:
            continue
        for index, value in enumerate(op.operands):
            if not _dominates(value, op, dominators):
                yield Finding(
                    op,
                    f"operand #{index} does not dominate this use",
                    "hivm.verify.dominance",
                    prefixed=False,
                    related=_definition(value),
                )


def _definition(value: Value) -> tuple[tuple[Operation, str], ...]:
    op = value.defining_op
    return () if op is None else ((op, "operand defined here"),)


def _dominates(value: Value, user: Operation, dominators: _Dominators) -> bool:
    block = value.parent_block
    if block is None or block.parent is None:
        return True  # defined nowhere: reported where it is named
    current: Operation | None = user
    while current is not None:
        if current.parent is not None and current.parent.parent is block.parent:
            break
        current = current.parent_op
    if current is None or current.parent is None:
        return False
    definition = value.defining_op
    if current.parent is block:
        if definition is None:
            return True
        # An operation does not see its own results, not even from inside.
        return definition is not current and definition.is_before_in_block(current)
    return dominators.dominates(block, current.parent)


class _Dominators:
    """Dominator sets of the blocks of a region, made when a region with several blocks asks."""

    def __init__(self) -> None:
        self._known: dict[Region, dict[Block, frozenset[Block]]] = {}

    def dominates(self, a: Block, b: Block) -> bool:
        assert b.parent is not None
        sets = self._known.get(b.parent)
        if sets is None:
            sets = self._known[b.parent] = _dominator_sets(b.parent)
        found = sets.get(b)
        return found is None or a in found  # everything dominates what cannot be reached


def _dominator_sets(region: Region) -> dict[Block, frozenset[Block]]:
    entry = region.blocks[0]
    reachable: list[Block] = [entry]
    predecessors: dict[Block, list[Block]] = {entry: []}
    for block in reachable:
        for successor in block.last.successors if block.last is not None else ():
            if successor not in predecessors:
                predecessors[successor] = []
                reachable.append(successor)
            predecessors[successor].append(block)
    everything = frozenset(reachable)
    sets = dict.fromkeys(reachable, everything)
    sets[entry] = frozenset((entry,))
    changed = True
    while changed:
        changed = False
        for block in reachable[1:]:
            met = everything
            for predecessor in predecessors[block]:
                met &= sets[predecessor]
            met |= {block}
            if met != sets[block]:
                sets[block], changed = met, True
    return sets


# --- symbols and functions --------------------------------------------------------------------------------------


def symbol_name(op: Operation) -> str | None:
    """The symbol that an operation defines."""
    name = op.attributes.get("sym_name")
    return name.value if isinstance(name, StringAttr) else None


def symbols(module: Operation) -> Findings:
    """Symbols defined twice in one module."""
    first: dict[str, Operation] = {}
    for region in module.regions:
        for block in region.blocks:
            for op in block.operations:
                name = symbol_name(op)
                if name is None:
                    continue
                if name in first:
                    yield Finding(
                        op,
                        f"redefinition of symbol named '{name}'",
                        "hivm.verify.symbol",
                        prefixed=False,
                        related=((first[name], "see existing symbol definition here"),),
                    )
                else:
                    first[name] = op


def calls(module: Operation) -> Findings:
    """``func.call`` against the function it names."""
    functions = {symbol_name(op): op for op in _direct(module) if op.name == "func.func"}
    for op in module.walk():
        if op.name == "func.call" and _module_of(op) is module:
            yield from _call(op, functions)


def _module_of(op: Operation) -> Operation | None:
    return next((a for a in op.ancestors() if a.name == "builtin.module"), None)


def _direct(module: Operation) -> list[Operation]:
    return [op for region in module.regions for block in region.blocks for op in block.operations]


def _call(op: Operation, functions: dict[str | None, Operation]) -> Findings:
    callee = op.attributes.get("callee")
    if not isinstance(callee, SymbolRefAttr):
        yield Finding(op, "requires a 'callee' symbol reference attribute", "hivm.verify.symbol")
        return
    function = functions.get(callee.root)
    type = function_type(function) if function is not None else None
    if type is None:
        yield Finding(op, f"'{callee.root}' does not reference a valid function", "hivm.verify.symbol")
        return
    if len(type.inputs) != len(op.operands):
        yield Finding(op, "incorrect number of operands for callee", "hivm.verify.call")
        return
    for index, (wanted, value) in enumerate(zip(type.inputs, op.operands, strict=True)):
        if wanted is not value.type:
            yield Finding(
                op,
                f"operand type mismatch: expected operand type {quoted(wanted)}, but provided {quoted(value.type)} "
                f"for operand number {index}",
                "hivm.verify.call",
            )
            return
    if len(type.results) != len(op.results):
        yield Finding(op, "incorrect number of results for callee", "hivm.verify.call")
        return
    for index, (wanted, result) in enumerate(zip(type.results, op.results, strict=True)):
        if wanted is not result.type:
            yield Finding(op, f"result type mismatch at index {index}", "hivm.verify.call")
            return


def function_type(func: Operation) -> FunctionType | None:
    """The type of a function."""
    type = func.attributes.get("function_type")
    return type.type if isinstance(type, TypeAttr) and isinstance(type.type, FunctionType) else None


def returns(op: Operation, info: OpInfo, context: Context) -> Findings:
    """``func.return`` against its function."""
    del info, context
    func = op.parent_op
    if func is None or func.name != "func.func":
        yield Finding(op, "expects parent op 'func.func'", "hivm.verify.return")
        return
    type, name = function_type(func), symbol_name(func)
    if type is None:
        return
    if len(type.results) != len(op.operands):
        yield Finding(
            op,
            f"has {len(op.operands)} operands, but enclosing function (@{name}) returns {len(type.results)}",
            "hivm.verify.return",
        )
        return
    for index, (wanted, value) in enumerate(zip(type.results, op.operands, strict=True)):
        if wanted is not value.type:
            yield Finding(
                op,
                f"type of return operand {index} ({quoted(value.type)}) doesn't match function result type "
                f"({quoted(wanted)}) in function @{name}",
                "hivm.verify.return",
                prefixed=False,
            )
            return


def module_attributes(op: Operation, info: OpInfo, context: Context) -> Findings:
    """Every attribute of a module belongs to a dialect."""
    del info, context
    for name in op.attributes:
        if "." not in name and name not in ("sym_name", "sym_visibility"):
            yield Finding(
                op,
                f"can only contain attributes with dialect-prefixed names, found: '{name}'",
                "hivm.verify.module",
            )
            return


def loop_yields(op: Operation, info: OpInfo, context: Context) -> Findings:
    """What a loop or branch yields against its results."""
    del info, context
    for number, region in enumerate(op.regions):
        for block in region.blocks:
            last = block.last
            if last is None or last.name not in ("scf.yield", "scope.return"):
                continue
            yield from _yielded(op, number, last)


def _yielded(op: Operation, number: int, last: Operation) -> Findings:
    given, wanted = [v.type for v in last.operands], [r.type for r in op.results]
    is_loop = op.name == "scf.for"
    if is_loop and len(given) == len(wanted):
        for index, (yielded, result) in enumerate(zip(given, wanted, strict=True)):
            if yielded is not result:
                yield Finding(
                    op,
                    f"{index}-th region iter_arg and {index}-th yielded value have different type: "
                    f"{quoted(result)} != {quoted(yielded)}",
                    "hivm.verify.yield",
                )
                return
        return
    place = f"Region #{number}" if is_loop else "parent results"
    edge = f"control flow edge from Region #{number} to {place}: "
    if len(given) != len(wanted):
        text = f" region {edge}source has {len(given)} operands, but target successor needs {len(wanted)}"
        yield Finding(op, text, "hivm.verify.yield")
        return
    for index, (source, target) in enumerate(zip(given, wanted, strict=True)):
        if source is not target:
            text = (
                f" along {edge}source type #{index} {quoted(source)} should match input type #{index} {quoted(target)}"
            )
            yield Finding(op, text, "hivm.verify.yield")
            return
