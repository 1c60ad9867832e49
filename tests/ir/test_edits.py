"""Edits touch what changed and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivm_passes.ir.attributes import IntegerAttr
from hivm_passes.ir.core import Operation
from hivm_passes.ir.edits import apply_edits, text_edits
from hivm_passes.ir.parsing import parse_module
from hivm_passes.ir.types import I32, I64, INDEX

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = """\
!tile = memref<16xf32, #hivm.address_space<ub>>
func.func @f(%in: !tile) {
  // the buffer
  %x   =  memref.alloc()   : !tile   // kept
  %i = arith.constant 1 : index
  scf.for %k = %i to %i step %i {
    annotation.mark %x {a = 1 : i32} : !tile

    annotation.mark %in {b} : !tile  // a note
  }
  return
}
"""


def edited(change: Callable[[Operation], None], source: str = SOURCE) -> str:
    parsed = parse_module(source)
    assert not parsed.diagnostics
    clone = parsed.module.clone()
    change(clone)
    text = source.encode()
    result = apply_edits(text, text_edits(parsed.module, clone, text, aliases=parsed.aliases)).decode()
    assert not parse_module(result).diagnostics
    return result


def named(module: Operation, name: str, index: int = 0) -> Operation:
    return [op for op in module.walk() if op.name == name][index]


def test_nothing_changed() -> None:
    assert edited(lambda module: None) == SOURCE


def test_a_changed_attribute_reprints_one_operation_with_its_alias() -> None:
    def change(module: Operation) -> None:
        named(module, "annotation.mark").set_attribute("a", IntegerAttr(2, I32))

    assert edited(change) == SOURCE.replace("{a = 1 : i32} : !tile", "{a = 2 : i32} : !tile")


def test_a_removed_operation_takes_its_line() -> None:
    def change(module: Operation) -> None:
        named(module, "annotation.mark").erase()

    assert edited(change) == SOURCE.replace("    annotation.mark %x {a = 1 : i32} : !tile\n", "")


def test_a_removed_operation_leaves_its_comment() -> None:
    def change(module: Operation) -> None:
        named(module, "annotation.mark", 1).erase()

    assert edited(change) == SOURCE.replace("annotation.mark %in {b} : !tile  // a note", "// a note")


def test_new_operations_go_on_lines_of_their_own() -> None:
    def change(module: Operation) -> None:
        mark = named(module, "annotation.mark", 1)
        assert mark.parent is not None
        mark.parent.insert_before(mark, Operation("annotation.mark", [mark.operands[0]], attributes=mark.attributes))

    added = "    annotation.mark %x {a = 1 : i32} : !tile\n    annotation.mark %in {b} : !tile\n\n"
    assert edited(change) == SOURCE.replace("    annotation.mark %x {a = 1 : i32} : !tile\n\n", added)


def test_a_replacement_under_the_same_name_stays_in_place() -> None:
    def change(module: Operation) -> None:
        alloc = named(module, "memref.alloc")
        assert alloc.parent is not None
        zero = Operation("arith.constant", [], [I64], {"value": IntegerAttr(0, I64)})
        cast = Operation("hivm.hir.pointer_cast", [zero.result], [alloc.result.type], segments=(1, 0))
        cast.result.name = alloc.result.name
        alloc.parent.insert_before(alloc, zero)
        alloc.parent.insert_before(alloc, cast)
        alloc.result.replace_all_uses_with(cast.result)
        alloc.erase()

    assert edited(change) == SOURCE.replace(
        "  // the buffer\n  %x   =  memref.alloc()   : !tile   // kept\n",
        "  %c0_i64 = arith.constant 0 : i64\n"
        "  // the buffer\n  %x = hivm.hir.pointer_cast(%c0_i64) : !tile   // kept\n",
    )


def test_a_moved_operation_keeps_its_text() -> None:
    def change(module: Operation) -> None:
        named(module, "memref.alloc").move_before(named(module, "scf.for"))

    line = "  %x   =  memref.alloc()   : !tile   // kept\n"
    constant = "  %i = arith.constant 1 : index\n"
    result = edited(change)
    assert result.index("arith.constant") < result.index("memref.alloc()")
    assert "%x   =  memref.alloc()   : !tile" in result
    assert "// kept" in result
    assert result.replace(" ", "").count("\n") in (SOURCE.count("\n"), SOURCE.count("\n") + 1)
    assert line + constant not in result


def test_only_the_changed_part_of_a_header_is_replaced() -> None:
    def change(module: Operation) -> None:
        named(module, "scf.for").set_attribute("new", IntegerAttr(1, I32))

    assert edited(change) == SOURCE.replace("// a note\n  }", "// a note\n  } {new = 1 : i32}")


def test_another_operand_under_a_new_name() -> None:
    def change(module: Operation) -> None:
        loop = named(module, "scf.for")
        assert loop.parent is not None
        five = Operation("arith.constant", [], [INDEX], {"value": IntegerAttr(5, INDEX)})
        loop.parent.insert_before(loop, five)
        loop.set_operand(1, five.result)

    assert edited(change) == SOURCE.replace(
        "  scf.for %k = %i to %i step %i {", "  %c5 = arith.constant 5 : index\n  scf.for %k = %i to %c5 step %i {"
    )
