"""Operations as lines of text that tell everything but names and places, for comparing two texts' meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.affine import AffineBinary, AffineExpr
from hivm_passes.ir.attributes import AffineMapAttr, Attribute

if TYPE_CHECKING:
    from hivm_passes.ir.core import Block, Operation, Value


def structure(module: Operation) -> list[str]:
    """One line per operation and block."""
    names: dict[Value, str] = {}
    labels: dict[Block, int] = {}
    lines: list[str] = []

    def name(value: Value) -> str:
        return names.setdefault(value, f"%{len(names)}")

    def visit(op: Operation, depth: int) -> None:
        indent = "  " * depth
        results = ", ".join(name(r) for r in op.results)
        operands = ", ".join(f"{name(v)}: {v.type!r}" for v in op.operands)
        attributes = ", ".join(f"{k} = {_attribute(v)}" for k, v in sorted(op.attributes.items()))
        types = ", ".join(repr(r.type) for r in op.results)
        successors = [labels[b] for b in op.successors]
        lines.append(
            f"{indent}{results} = {op.name}({operands}) {successors} {op.segments} {{{attributes}}} -> {types}"
        )
        for region in op.regions:
            lines.append(f"{indent}{{")
            for number, block in enumerate(region.blocks):
                labels[block] = number
            for number, block in enumerate(region.blocks):
                arguments = ", ".join(f"{name(a)}: {a.type!r}" for a in block.arguments)
                lines.append(f"{indent}^{number}({arguments})")
                for nested in block.operations:
                    visit(nested, depth + 1)
            lines.append(f"{indent}}}")

    visit(module, 0)
    return lines


def _attribute(attribute: Attribute) -> str:
    if isinstance(attribute, AffineMapAttr):
        map_ = attribute.map
        return f"map({map_.dim_count}, {map_.symbol_count}, {[_expression(r) for r in map_.results]})"
    return repr(attribute)


def _expression(expr: AffineExpr) -> str:
    # Sums print without parentheses, so how they nest is lost in text.
    if isinstance(expr, AffineBinary):
        if expr.kind == "+":
            return f"sum({', '.join(_terms(expr))})"
        return f"({_expression(expr.lhs)} {expr.kind} {_expression(expr.rhs)})"
    return repr(expr)


def _terms(expr: AffineExpr) -> list[str]:
    if isinstance(expr, AffineBinary) and expr.kind == "+":
        return _terms(expr.lhs) + _terms(expr.rhs)
    return [_expression(expr)]
