"""What belongs to a unit, and how its places relate to the document."""

from hivm_server.workspace.snapshot import Snapshot
from hivm_server.workspace.units import Unit, units_of


def units(text: str) -> dict[str, Unit]:
    snapshot = Snapshot.open("file:///k.mlir", 1, text)
    found = units_of(snapshot.outline, snapshot.text.data)
    return {" ".join(f.name for _, f in u.items) or f"frame {i}": u for i, u in enumerate(found)}


def assert_places_agree(text: str, unit: Unit) -> None:
    """Every unit byte that comes from the document is the document's byte at its place."""
    data = text.encode()
    mapped = 0
    for offset in range(len(unit.text)):
        place = unit.to_document(offset)
        index = max(i for i, s in enumerate(unit.starts) if s <= offset)
        if unit.origins[index] >= 0:
            assert place is not None
            assert data[place] == unit.text[offset]
            mapped += 1
    assert mapped


MODULE = """#map = affine_map<(d0) -> (d0 + 1)>
#unused = affine_map<(d0) -> (d0)>
!inner = memref<4xf32>
!tile = tuple<!inner>
module attributes {hacc.target = #hacc.target<"Ascend910B3">} {
  memref.global "private" @table : memref<4xf32>
  func.func @first(%a: !tile) attributes {x.y} {
    %0 = memref.get_global @table : memref<4xf32>
    call @second(%0) : (memref<4xf32>) -> ()
    return
  }
  func.func @second(%a: memref<4xf32>) {
    %c = arith.constant 1 : index
    %d = affine.apply #map(%c)
    return
  }
}
"""


def test_a_function_takes_along_what_it_needs() -> None:
    unit = units(MODULE)["first"]
    text = unit.text.decode()
    assert "!tile = " in text
    assert "!inner = " in text
    assert "#map = " not in text
    assert "#unused" not in text
    assert "hacc.target" in text
    assert 'memref.global "private" @table' in text
    assert "func.func private @second(%a: memref<4xf32>)" in text
    assert "affine.apply" not in text
    assert_places_agree(MODULE, unit)


def test_a_function_without_references_takes_nothing_along() -> None:
    text = units(MODULE)["second"].text.decode()
    assert "#map = " in text
    assert "tile" not in text
    assert "@first" not in text
    assert "@table" not in text


def test_the_frame_has_no_bodies() -> None:
    unit = units(MODULE)["frame 0"]
    text = unit.text.decode()
    assert "affine.apply" not in text
    assert "func.func private @first(%a: !tile) attributes {x.y}" in text
    assert "#unused" in text
    assert text.rstrip().endswith("}")
    assert_places_agree(MODULE, unit)


def test_sections_are_separate() -> None:
    text = "!t = i32\nfunc.func @f(%a: !t) {\n  return\n}\n// -----\n!t = i64\nfunc.func @g(%a: !t) {\n  return\n}\n"
    found = units(text)
    assert b"i32" in found["f"].text
    assert b"i64" in found["g"].text
    assert b"i32" not in found["g"].text


def test_every_dump_is_a_section() -> None:
    banner = "// -----// IR Dump After {} ({}) //----- //\n"
    text = banner.format("CSE", "cse") + "func.func @f() {\n  return\n}\n\n" + banner.format("PlanMemory", "p")
    text += "func.func @f() {\n  %c = arith.constant 1 : i32\n  return\n}\n"
    snapshot = Snapshot.open("file:///k.mlir", 1, text)
    assert [s.title for s in snapshot.outline.sections if s.items] == [
        "// -----// IR Dump After CSE (cse) //----- //",
        "// -----// IR Dump After PlanMemory (p) //----- //",
    ]
    bodies = [u for u in units_of(snapshot.outline, snapshot.text.data) if u.kind == "function"]
    assert len(bodies) == 2
    assert bodies[0].text != bodies[1].text


def test_coupled_functions_are_one_unit() -> None:
    mark = "annotation.mark %x {hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<1>} : memref<4xf32>"
    text = "module {\n"
    for name in ("aic", "aiv"):
        text += f"func.func @{name}(%x: memref<4xf32>) {{\n  {mark}\n  return\n}}\n"
    text += "func.func @alone() {\n  return\n}\n}\n"
    found = units(text)
    assert "aic aiv" in found
    assert "alone" in found
    assert len(found["aic aiv"].subjects) == 2
    assert_places_agree(text, found["aic aiv"])


def test_vector_functions_are_shown_whole_to_their_callers() -> None:
    text = (
        "module {\n"
        "func.func @vf(%a: memref<4xf32>) attributes {hivm.vector_function} {\n"
        "  %w = foo.bar %a : memref<4xf32>\n  return\n}\n"
        "func.func @k(%a: memref<4xf32>) {\n  call @vf(%a) : (memref<4xf32>) -> ()\n  return\n}\n}\n"
    )
    assert b"foo.bar" in units(text)["k"].text


def test_modules_nest() -> None:
    text = (
        "module @outer {\n  module @inner {\n    func.func @f() {\n      return\n    }\n  }\n"
        "  func.func @g() {\n    return\n  }\n}\n"
    )
    unit = units(text)["f"]
    assert unit.text.count(b"module @") == 2
    assert_places_agree(text, unit)


def test_several_top_level_operations_are_wrapped_as_the_compiler_does() -> None:
    text = "module @a {\n  func.func @f() {\n    return\n  }\n}\nmodule @b {\n}\n"
    assert units(text)["f"].text.startswith(b"module {\nmodule @a {")
