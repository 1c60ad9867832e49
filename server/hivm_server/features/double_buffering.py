"""Text edits that mark a buffer for double buffering, or take the mark off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hivm_passes.ir.core import OpResult
from hivm_passes.ir.types import MemRefType
from hivm_server.features.ir_lookup import origins
from hivm_server.workspace.analysis import LOCAL_SPACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hivm_passes.dialects.registry import Build
    from hivm_passes.ir.core import Operation, Value
    from hivm_server.features.view import FunctionFacts
    from hivm_server.workspace.snapshot import Snapshot
    from hivm_server.workspace.text import SourceText

MULTI_BUFFER: Final = "hivm.multi_buffer"
MARK: Final = "annotation.mark"
_TYPES: Final = frozenset({"memref_type", "dialect_type"})


class TextChange(NamedTuple):
    """Replace bytes ``[start, end)`` of the document."""

    start: int
    end: int
    text: str


def local_allocation(value: Value, build: Build) -> Operation | None:
    """The on-chip allocation that a value is or is a view of."""
    for origin in origins(value, build):
        if isinstance(origin, OpResult) and origin.owner.name == "memref.alloc":
            type = origin.type
            local = isinstance(type, MemRefType) and type.address_space in LOCAL_SPACES
            return origin.owner if local else None
    return None


def marks_of(alloc: Operation, func: Operation, build: Build) -> list[Operation]:
    """The marks that ask for several copies of an allocation, on it or on a view of it."""
    return [
        op
        for op in func.walk()
        if op.name == MARK
        and MULTI_BUFFER in op.attributes
        and op.operands
        and local_allocation(op.operands[0], build) is alloc
    ]


def mark(snapshot: Snapshot, facts: FunctionFacts, alloc: Operation) -> TextChange | None:
    """Insert a mark behind an allocation, on a line of its own."""
    node = op_node(snapshot, facts, alloc)
    type = None if node is None else _type_text(snapshot.text, node)
    if node is None or type is None or alloc.results[0].name is None:
        return None
    text = snapshot.text
    line_start, end = text.line_start(text.line_of(node.start_byte)), node.end_byte
    line_end = text.line_end(text.line_of(end))
    indentation = _indentation(text.data[line_start : node.start_byte])
    rest = text.data[end:line_end].strip()
    at = line_end if not rest or rest.startswith(b"//") else end
    new = f"{MARK} %{alloc.results[0].name} {{{MULTI_BUFFER} = 2 : i32}} : {type}"
    return TextChange(at, at, f"{line_break(text)}{indentation}{new}")


def unmark(snapshot: Snapshot, facts: FunctionFacts, marks: list[Operation]) -> list[TextChange] | None:
    """Take marks away: whole operations that say nothing else, else only the attribute."""
    changes: list[TextChange] = []
    for op in marks:
        node = op_node(snapshot, facts, op)
        if node is None:
            return None
        change = (
            _without_attribute(snapshot.text, node) if len(op.attributes) > 1 else _without_line(snapshot.text, node)
        )
        if change is None:
            return None
        changes.append(change)
    return changes


def op_node(snapshot: Snapshot, facts: FunctionFacts, op: Operation) -> Node | None:
    """The syntax node of an operation of the text."""
    if op.source is None:
        return None
    at = facts.to_document(op.source.name.start)
    if at is None:
        return None
    node = snapshot.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.type != "operation":
        node = node.parent
    return node


def line_break(text: SourceText) -> str:
    """How the document breaks lines."""
    return "\r\n" if b"\r\n" in text.data[: text.line_start(1)] else "\n"


def _indentation(prefix: bytes) -> str:
    blank = prefix[: len(prefix) - len(prefix.lstrip())]
    return blank.decode("utf-8", "replace")


def _type_text(text: SourceText, op: Node) -> str | None:
    """How the text spells the type of an allocation."""
    for child in reversed(op.children):
        if child.type in _TYPES:
            return text.data[child.start_byte : child.end_byte].decode("utf-8", "replace")
    return None


def _without_line(text: SourceText, node: Node) -> TextChange:
    first, last = text.line_of(node.start_byte), text.line_of(node.end_byte)
    start, end = text.line_start(first), text.line_start(last + 1)
    alone = not text.data[start : node.start_byte].strip() and not text.data[node.end_byte : end].strip()
    return TextChange(start, end, "") if alone else TextChange(node.start_byte, node.end_byte, "")


def _without_attribute(text: SourceText, op: Node) -> TextChange | None:
    for entry in _entries(op):
        key = entry.child_by_field_name("key")
        if key is None or text.data[key.start_byte : key.end_byte].strip(b'"') != MULTI_BUFFER.encode():
            continue
        following, before = entry.next_sibling, entry.prev_sibling
        if following is not None and following.type == ",":
            end = following.end_byte
            while text.data[end : end + 1] in (b" ", b"\t"):
                end += 1
            return TextChange(entry.start_byte, end, "")
        if before is not None and before.type == ",":
            return TextChange(before.start_byte, entry.end_byte, "")
        return TextChange(entry.start_byte, entry.end_byte, "")
    return None


def _entries(op: Node) -> Iterator[Node]:
    for child in op.children:
        if child.type == "dictionary":
            yield from (entry for entry in child.children if entry.type == "assignment")
