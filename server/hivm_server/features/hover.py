"""Hover: buffers with their lives and addresses, operations, types, attributes, targets, names.

What stands under the cursor is found in the syntax tree; what it means comes from the analysed IR and the op tables.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lsprotocol import types

from hivm_passes import targets
from hivm_passes.dialects.registry import AsmGroup, discardable_keys, registry
from hivm_passes.ir.core import BlockArgument, OpResult
from hivm_passes.ir.parsing import parse_type
from hivm_passes.ir.types import MemRefType
from hivm_server.features import ir_lookup, op_facts, type_facts
from hivm_server.features.buffer_hover import buffer_lines
from hivm_server.features.pass_hover import flatten_lines
from hivm_server.features.ranges import offset_of, range_of
from hivm_server.memory_map.facts import size
from hivm_server.workspace import names
from hivm_server.workspace.outline import AliasItem

if TYPE_CHECKING:
    from tree_sitter import Node

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Value
    from hivm_passes.targets import Target
    from hivm_server.features.view import FunctionFacts, View
    from hivm_server.workspace.names import Name

_TYPE_NODES: Final = frozenset(
    {"memref_type", "tensor_type", "vector_type", "tuple_type", "complex_type", "scalar_type", "dialect_type"}
)
_MAX_TYPE: Final = 2000


def hover(view: View, at: types.Position) -> types.Hover | None:
    """What there is to say about the text at a position."""
    offset = offset_of(view.snapshot.text, at)
    node = _node_at(view, offset)
    if node is None:
        return None
    for describe in (_value, _operation, _target, _attribute, _type, _key, _symbol, _alias, _block):
        found = describe(view, node, offset)
        if found is not None:
            lines, start, end = found
            text = "\n".join(lines)
            content = types.MarkupContent(types.MarkupKind.Markdown, text)
            return types.Hover(content, range_of(view.snapshot.text, start, end))
    return None


Found = tuple[list[str], int, int] | None


def _node_at(view: View, offset: int) -> Node | None:
    """The token at an offset, the one before it where nothing starts there."""
    root = view.snapshot.tree.root_node
    node = root.descendant_for_byte_range(offset, offset + 1)
    if node is None or node.child_count or node.type == "comment":
        before = root.descendant_for_byte_range(max(0, offset - 1), offset) if offset else None
        if before is not None and not before.child_count and before.end_byte == offset:
            return before
    return None if node is not None and node.type == "comment" else node


def _text(view: View, node: Node) -> str:
    return view.snapshot.text.data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _code(text: str) -> list[str]:
    return ["```mlir", text, "```"]


def build_at(view: View, offset: int) -> Build:
    """The compiler that counts for a place."""
    facts = view.facts_at(offset)
    if facts is not None:
        return facts.result.build
    frame = view.frame_at(offset)
    return frame[1].build if frame is not None else "a3"


def target_at(view: View, offset: int) -> Target | None:
    """The target that counts for a place."""
    facts = view.facts_at(offset)
    if facts is not None:
        return facts.result.target
    frame = view.frame_at(offset)
    return frame[1].target if frame is not None else None


# --- values -------------------------------------------------------------------------------------------------


def _value(view: View, node: Node, offset: int) -> Found:
    if node.type not in ("value_use", "value_definition"):
        return None
    name = names.name_at(view.snapshot, node.start_byte)
    if name is None:
        return None
    definition = names.definition(view.snapshot, name)
    if definition is None:
        return ([f"`{name.text.decode()}` is not defined here"], name.start, name.end)
    facts = view.facts_at(definition.start)
    value = None if facts is None else value_at(facts, definition.start, name)
    line = view.snapshot.text.line_of(definition.start) + 1
    if value is None or facts is None:
        text = view.snapshot.text
        first = text.data[definition.start : text.line_end(line - 1)].decode("utf-8", "replace")
        return ([*_code(first.strip()), f"defined at line {line}"], name.start, name.end)
    lines = _code(f"%{value.name}: {value.type}")
    about = buffer_lines(view, facts, value)
    lines += about or type_facts.describe(value.type, facts.result.target)
    lines += ["", _defined_by(value, line)]
    return (_hard_breaks(lines), name.start, name.end)


def value_at(facts: FunctionFacts, definition: int, name: Name) -> Value | None:
    """The IR value that a name defines at a document offset."""
    if facts.function is None:
        return None
    offset = facts.to_unit(definition)
    if offset is None:
        return None
    return ir_lookup.value_defined_at(facts.function.func, offset, name.text[1:].decode("utf-8", "replace"))


def _defined_by(value: Value, line: int) -> str:
    if isinstance(value, OpResult):
        return f"result of `{value.owner.name}` at line {line}"
    if isinstance(value, BlockArgument):
        op = value.owner.parent_op
        kind = "argument" if op is None or op.name == "func.func" else f"argument of `{op.name}`"
        return f"{kind} {value.index} at line {line}"
    return f"defined at line {line}"


def _hard_breaks(lines: list[str]) -> list[str]:
    """Markdown that keeps line breaks outside of code."""
    out: list[str] = []
    code = False
    for line in lines:
        if line.startswith("```"):
            code = not code
            out.append(line)
        else:
            out.append(line if code or not line else f"{line}  ")
    return out


# --- operations ---------------------------------------------------------------------------------------------


def _operation(view: View, node: Node, offset: int) -> Found:
    text = _text(view, node)
    is_name = node.type == "op_name"
    if node.type == "string":
        op = node.parent
        is_name = op is not None and op.type == "operation" and op.child_by_field_name("name") == node
        text = text.strip('"')
    if not is_name:
        return None
    lines = op_facts.describe(text, build_at(view, node.start_byte))
    if lines is None:
        return None
    facts = view.facts_at(offset)
    inside = None if facts is None else facts.to_unit(node.start_byte)
    if facts is not None and facts.function is not None and inside is not None:
        op = ir_lookup.op_at(facts.function.func, inside)
        flat = [] if op is None else flatten_lines(op, facts.result.build)
        if flat:
            lines = [*lines, "", *_hard_breaks(flat)]
    return lines, node.start_byte, node.end_byte


# --- types --------------------------------------------------------------------------------------------------


def _type(view: View, node: Node, offset: int) -> Found:
    holder: Node | None = node
    while holder is not None and holder.type not in _TYPE_NODES:
        if holder.type in ("operation", "region"):
            return None
        holder = holder.parent
    if holder is None or holder.end_byte - holder.start_byte > _MAX_TYPE:
        return None
    # The element type inside a shaped type tells little: the whole type is what people ask about.
    outer = holder.parent
    if holder.type == "scalar_type" and outer is not None and outer.type in _TYPE_NODES:
        holder = outer
    text = _text(view, holder)
    start, end = holder.start_byte, holder.end_byte
    resolved = _without_aliases(view, start, text)
    try:
        parsed = parse_type(resolved, build=build_at(view, start))
    except Exception:
        return None
    lines = type_facts.describe(parsed, target_at(view, start))
    if not lines and resolved == text:
        return None
    shown = str(parsed)
    if len(shown) > _MAX_TYPE:
        return None
    return (_hard_breaks([*_code(shown), *lines]), start, end)


_ALIAS: Final = re.compile(r"[#!](?:[0-9]+|[A-Za-z$_-][A-Za-z0-9$_-]*)(?![A-Za-z0-9$_.<-])")


def _without_aliases(view: View, offset: int, text: str) -> str:
    """The text with aliases replaced by what they stand for, a few levels deep."""
    aliases = {i.name: i for i in view.snapshot.outline.section_at(offset).items if isinstance(i, AliasItem)}
    if not aliases:
        return text
    data = view.snapshot.text.data

    def value(match: re.Match[str]) -> str:
        item = aliases.get(match[0].encode())
        if item is None:
            return match[0]
        return (
            data[item.start + len(item.name) : item.end].decode("utf-8", "replace").lstrip().removeprefix("=").strip()
        )

    for _ in range(8):
        replaced = _ALIAS.sub(value, text)
        if replaced == text or len(replaced) > 2 * _MAX_TYPE:
            break
        text = replaced
    return text


# --- attributes, enums, targets -----------------------------------------------------------------------------


def _target(view: View, node: Node, offset: int) -> Found:
    """``#hacc.target<"Ascend910B3">``."""
    holder = _holder(node, "dialect_attribute")
    if holder is None:
        return None
    text = _text(view, holder)
    match = re.fullmatch(r'#hacc(?:\.|<)target<\s*"([^"]*)"\s*>>?', text)
    if match is None:
        return None
    found = targets.target(match[1])
    if found is None:
        return ([f"`{match[1]}` is no target that the compiler knows"], holder.start_byte, holder.end_byte)
    return (_hard_breaks(_describe_target(found)), holder.start_byte, holder.end_byte)


def _describe_target(target: Target) -> list[str]:
    lines = [f"**{target.name}** ({target.series}, {target.family})"]
    cores = [
        f"{count} {kind}"
        for count, kind in ((target.ai_cores, "AI cores"), (target.cube_cores, "cube"), (target.vector_cores, "vector"))
        if count is not None and count > 0
    ]
    if cores:
        lines.append(", ".join(cores))
    for space, name in (("ub", "UB"), ("cbuf", "L1"), ("ca", "L0A"), ("cb", "L0B"), ("cc", "L0C")):
        capacity, alignment = target.capacity(space), target.alignment(space)
        if capacity is not None and capacity > 0:
            aligned = f", buffers at multiples of {alignment // 8} B" if alignment else ""
            lines.append(f"{name} `{space}`: {size(capacity // 8)}{aligned}")
    builds = " and ".join({"a3": "bishengir-opt", "a5": "bishengir-opt-a5"}[b] for b in target.builds)
    if builds:
        lines.append(f"known to {builds}")
    return lines


_SHORT: Final = re.compile(r"#(\w+)<(\w+)<")
_LONG: Final = re.compile(r"#(\w+\.\w+)")


def _attribute(view: View, node: Node, offset: int) -> Found:
    """``#hivm.address_space<ub>``, and ``<PadValue>`` where an operation's clause expects an enum."""
    build = build_at(view, node.start_byte)
    holder = _holder(node, "dialect_attribute")
    if holder is not None:
        text = _text(view, holder)
        short = _SHORT.match(text)
        match = _LONG.match(text)
        kind_name = f"{short[1]}.{short[2]}" if short else match[1] if match else ""
        case = re.search(r"<\s*([A-Za-z_0-9]+)\s*>", text)
        lines = op_facts.describe_attribute_kind(kind_name, build, case[1] if case else None)
        return None if lines is None else (_hard_breaks(lines), holder.start_byte, holder.end_byte)
    group = _holder(node, "group")
    if group is None or group.parent is None or not _text(view, group).startswith("<"):
        return None
    key_node = group.parent.child_by_field_name("key") if group.parent.type == "assignment" else None
    op = _holder(node, "operation")
    name_node = op.child_by_field_name("name") if op is not None else None
    info = registry(build).get(_text(view, name_node)) if name_node is not None else None
    if info is None:
        return None
    wanted = _text(view, key_node) if key_node is not None else None
    attribute = _clause_attribute(info.asm or (), wanted, info.by_attribute.keys())
    kind = info.by_attribute[attribute].kind if attribute is not None else ""
    if not kind.startswith("enum"):
        return None
    case = _text(view, group).strip("<> \t\r\n")
    lines = op_facts.describe_attribute_kind(kind.split(":", 1)[1], build, case)
    return None if lines is None else (_hard_breaks(lines), group.start_byte, group.end_byte)


def _clause_attribute(asm: tuple[object, ...], keyword: str | None, known: object) -> str | None:
    """The attribute behind ``keyword =`` in an assembly form; without a keyword the first attribute in ``<>``."""
    flat: list[str] = []

    def flatten(tokens: tuple[object, ...]) -> None:
        for token in tokens:
            if isinstance(token, AsmGroup):
                flatten(token.tokens)
            elif isinstance(token, str):
                flat.append(token)

    flatten(asm)
    for index, token in enumerate(flat):
        if keyword is None and token.startswith("@"):
            return token[1:]
        if keyword is not None and token == keyword and index + 2 < len(flat) and flat[index + 2].startswith("@"):
            return flat[index + 2][1:]
    return None


def _holder(node: Node, type: str) -> Node | None:
    """The closest node of a type around a token, inside the same operation."""
    current: Node | None = node
    while current is not None and current.type != type:
        if current.type in ("operation", "region", "source_file"):
            return None
        current = current.parent
    return current


def _key(view: View, node: Node, offset: int) -> Found:
    """A dictionary key that the compiler knows."""
    if node.type not in ("keyword", "string"):
        return None
    text = _text(view, node).strip('"')
    build = build_at(view, node.start_byte)
    op = _holder_operation(node)
    name_node = op.child_by_field_name("name") if op is not None else None
    info = registry(build).get(_text(view, name_node)) if name_node is not None else None
    inherent = info.by_attribute.get(text) if info is not None else None
    if inherent is not None:
        lines = op_facts.describe_attribute(inherent, build)
        return (_hard_breaks(lines), node.start_byte, node.end_byte)
    known = next((k for k in discardable_keys() if k["key"] == text), None)
    if known is None:
        return None
    lines = _code(f"{known['key']} = {known['value']}")
    lines.append(f"{known['summary']} (on {', '.join(known['on'])})")
    return (_hard_breaks(lines), node.start_byte, node.end_byte)


def _holder_operation(node: Node) -> Node | None:
    current: Node | None = node
    while current is not None and current.type != "operation":
        current = current.parent
    return current


# --- other names --------------------------------------------------------------------------------------------


def _symbol(view: View, node: Node, offset: int) -> Found:
    if node.type != "symbol":
        return None
    name = names.name_at(view.snapshot, node.start_byte)
    definition = None if name is None else names.definition(view.snapshot, name)
    if name is None or definition is None:
        return None
    function = view.snapshot.outline.function_at(definition.start)
    line = view.snapshot.text.line_of(definition.start) + 1
    if function is not None:
        signature = " ".join(function.content.signature.decode("utf-8", "replace").split())
    else:
        text = view.snapshot.text
        signature = text.data[text.line_start(line - 1) : text.line_end(line - 1)].decode("utf-8", "replace").strip()
    return (_hard_breaks([*_code(signature[:_MAX_TYPE]), f"defined at line {line}"]), name.start, name.end)


def _alias(view: View, node: Node, offset: int) -> Found:
    if node.type not in ("attribute_id", "type_id"):
        return None
    name = names.name_at(view.snapshot, node.start_byte)
    if name is None:
        return None
    for item in view.snapshot.outline.section_at(offset).items:
        if isinstance(item, AliasItem) and item.name == name.text:
            text = view.snapshot.text.data[item.start : item.end].decode("utf-8", "replace")
            return (_code(text[:_MAX_TYPE]), name.start, name.end)
    return None


def _block(view: View, node: Node, offset: int) -> Found:
    if node.type != "block_id":
        return None
    name = names.name_at(view.snapshot, node.start_byte)
    if name is None:
        return None
    uses = [o for o in names.occurrences(view.snapshot, name) if not o.is_definition]
    text = view.snapshot.text
    lines = sorted({text.line_of(o.start) + 1 for o in uses})
    where = ", ".join(str(n) for n in lines[:20]) or "nowhere"
    return ([f"block `{name.text.decode()}`, branched to from line {where}"], name.start, name.end)


__all__ = ["MemRefType", "hover", "value_at"]
