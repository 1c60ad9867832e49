"""What the compiler's verifier says: all of it, in the compiler's words and places, instead of the first error alone.

Findings come in the compiler's order (an operation before its regions, dominance at the end of each function, symbols
and calls at the end of the module), so the first one is the compiler's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivm_passes.diagnostics import Diagnostic, RelatedNote
from hivm_passes.dialects.registry import registry
from hivm_passes.ir.core import Span
from hivm_passes.ir.verifier import memrefs, structure
from hivm_passes.ir.verifier.findings import Check, Context, Finding, Findings
from hivm_passes.ir.verifier.hivm_ops import OP_CHECKS, structured

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.parsing import ParsedModule

_CHECKS: Final[dict[str, tuple[Check, ...]]] = {
    "builtin.module": (structure.module_attributes,),
    "func.return": (structure.returns,),
    "memref.alloc": (memrefs.dynamic_sizes,),
    "memref.alloca": (memrefs.dynamic_sizes,),
    "memref.collapse_shape": (memrefs.collapse_shape,),
    "memref.load": (memrefs.index_counts,),
    "memref.store": (memrefs.index_counts,),
    "memref.subview": (memrefs.subview,),
    "memref_ext.alloc_workspace": (memrefs.dynamic_sizes,),
    "scf.for": (structure.loop_yields,),
    "scf.if": (structure.loop_yields,),
    "scope.scope": (structure.loop_yields,),
    **OP_CHECKS,
}


def verify(parsed: ParsedModule) -> tuple[Diagnostic, ...]:
    """Every violation in a parsed text. Operations that did not parse are left out, and so is what uses them."""
    from hivm_passes.targets import module_target_name

    context = Context(parsed.build, registry(parsed.build), parsed.module, module_target_name(parsed.module))
    broken = parsed.broken
    findings = list(_operation(parsed.module, context, broken))
    return tuple(_diagnostic(f) for f in findings if f.op not in broken and not _uses_broken(f.op, broken))


def _operation(op: Operation, context: Context, broken: frozenset[Operation]) -> Findings:
    info = context.registry.get(op.name)
    if info is not None and op not in broken:
        yield from _own(op, context)
    for region in op.regions:
        for block in region.blocks:
            for child in block.operations:
                yield from _operation(child, context, broken)
    if op.regions and op not in broken:
        yield from structure.blocks(op, context)
    if info is not None and info.is_isolated and op.name != "builtin.module":
        yield from structure.dominance(op)
    if op.name == "builtin.module":
        yield from structure.symbols(op)
        yield from structure.calls(op)


def _own(op: Operation, context: Context) -> Findings:
    """The operation's own checks, up to the first that fails, as in the compiler."""
    info = context.registry.get(op.name)
    assert info is not None
    # What structured operations have to obey depends on nothing but this, and few of them differ in it.
    key = None
    if info.is_structured:
        types = tuple([v.type for v in op.operands]), tuple([r.type for r in op.results])
        key = (op.name, op.segments, types, tuple(op.attributes.items()))
        if key in context.sound:
            return
    checks: tuple[Check, ...] = (structure.operand_counts,)
    if info.is_structured:
        checks += (structured,)
    for check in checks + _CHECKS.get(op.name, ()):
        found = next(check(op, info, context), None)
        if found is not None:
            yield found
            return
    if key is not None:
        context.sound.add(key)


def _uses_broken(op: Operation, broken: frozenset[Operation]) -> bool:
    return any(value.defining_op in broken for value in op.operands) if broken else False


def _diagnostic(finding: Finding) -> Diagnostic:
    related = tuple(RelatedNote(_name_span(op), text) for op, text in finding.related)
    return Diagnostic(
        "error",
        finding.code,
        finding.message,
        _name_span(finding.op),
        related,
        op_name=finding.op.name if finding.prefixed else None,
    )


def _name_span(op: Operation) -> Span:
    """The operation's name in the text; for one that is not written, that of the nearest around it."""
    for ancestor in op.ancestors():
        if ancestor.source is not None:
            return ancestor.source.name
    return Span(0, 0)
