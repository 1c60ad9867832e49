"""What the plan says besides addresses: lives, reasons, sharers, peaks, cures, warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.passes.plan_memory.planning import by_name, place, plan_text
from tests.passes.plan_memory.test_examples import read

if TYPE_CHECKING:
    from hivm_passes.transforms.plan_memory.report import BufferPlan, FunctionPlan

KIB = 8192


def plan_of(name: str, target: str = "a3", options: str = "") -> FunctionPlan:
    (plan,) = plan_text(read(name), target, options)
    return plan


def buffer(plan: FunctionPlan, name: str) -> BufferPlan:
    return next(b for b in plan.buffers if b.name == f"%{name}")


def line(plan: FunctionPlan, op: object, text: str) -> int:
    return int(place(op, text).split(":")[0])  # type: ignore[arg-type]


def test_buffer_facts() -> None:
    text = read("a_chain_in_place_sequential_placing")
    plan = plan_of("a_chain_in_place_sequential_placing")
    x, y, z = (buffer(plan, n) for n in "xyz")
    assert (y.space, y.bits, y.padded_bits, y.copies, y.slot_class) == ("ub", 32768, 32768, 1, "dma")
    assert (y.own_life, y.life, z.own_life) == ((4, 5), (4, 6), (5, 6))
    assert x.first_writer is not None and x.first_writer.name == "hivm.hir.load"
    assert x.last_reader is not None and x.last_reader.name == "hivm.hir.vflip"
    assert (x.kill_reason, x.held_by) == ("last use", None)
    (partner,) = y.inplace
    assert (plan.buffers[partner.buffer].name, partner.kind) == ("%z", "rule")
    assert partner.op is not None and partner.op.name == "hivm.hir.vexp"
    assert line(plan, partner.op, text) == 13
    assert (x.inplace, x.sharers) == ((), ())


def test_sizes_are_rounded_up_to_the_alignment() -> None:
    plan = plan_of("rounding_and_slot_order")
    sizes = {b.name: (b.bits, b.padded_bits) for b in plan.buffers}
    assert sizes == {"%a": (48, 256), "%b": (32, 256), "%c": (264, 512), "%d": (512, 512)}


def test_events_and_roles() -> None:
    plan = plan_of("scf_if")
    roles = [(e.index, e.op.name, e.role) for e in plan.events if e.role]
    assert roles == [(5, "scf.if", "begin"), (8, "scf.if", "after-then"), (13, "scf.if", "after-else")]


def test_what_holds_a_buffer() -> None:
    plan = plan_of("a_loop_extends_lives")
    late = buffer(plan, "late")
    assert late.life == (5, 12)
    plan = plan_of("scf_if")
    x = buffer(plan, "x")
    assert x.held_by is not None
    assert (x.kill_reason, x.held_by.name) == ("end of branch", "scf.if")
    assert buffer(plan_of("returned_buffer_is_never_freed_and_unprotected"), "x").kill_reason == "never"
    assert buffer(plan_of("read_before_first_write"), "x").kill_reason == "unwritten"


def test_forced_partners_name_the_loop() -> None:
    plan = plan_of("iter_args_force_one_address")
    (partner,) = buffer(plan, "x").inplace
    assert partner.kind == "forced"
    assert partner.op is not None and partner.op.name == "scf.for"


def test_sharers_in_time() -> None:
    plan = plan_of("level_3_then_level_0")
    shared = {b.name: [(plan.buffers[s.buffer].name, s.kind) for s in b.sharers] for b in plan.buffers}
    assert shared == {
        "%x": [("%q", "later")],
        "%p": [("%r", "later")],
        "%q": [("%x", "later")],
        "%r": [("%p", "later")],
        "%y": [],
    }


def test_levels_and_strategy() -> None:
    plan = plan_of("level_3_then_level_0")
    assert [(s.space, s.strategy, s.split, s.high_water) for s in plan.spaces] == [("ub", "levels", False, 192 * KIB)]
    assert {b.name: b.level for b in plan.buffers} == {"%x": 3, "%p": 3, "%q": 0, "%r": 3, "%y": 3}
    split = plan_of("restart_with_split_zones")
    assert [s.split for s in split.spaces] == [True]


def test_rectangles_cover_every_copy_and_interval() -> None:
    plan = plan_of("backtracking")
    x = buffer(plan, "x")
    found = sorted((r.copy, r.address, r.size, r.start, r.end) for r in plan.rects if r.slot == x.slot)
    assert found == [(0, 0, 49152, 5, 8), (1, 49152, 49152, 5, 8)]
    assert [slot.extra_copies for slot in plan.slots if buffer(plan, "z").index in slot.members] == [1]


def test_a_buffer_that_is_never_freed_is_drawn_to_the_end() -> None:
    plan = plan_of("returned_buffer_is_never_freed_and_unprotected")
    x = buffer(plan, "x")
    assert [(r.start, r.end) for r in plan.rects if r.slot == x.slot] == [(1, len(plan.events) - 1)]


# --- overflow ------------------------------------------------------------------------------------------------------


def test_peak_and_overflow() -> None:
    plan = plan_of("overflow_several_slots_n_is_the_level_0_height")
    (space,) = plan.spaces
    assert space.overflow is not None and space.peak is not None
    assert (space.overflow.requires, space.overflow.available, space.overflow.kind) == (1920000, 1572864, "peak")
    assert plan.events[space.peak.event].op.name == "hivm.hir.load"
    names = [
        plan.buffers[slot.owner].name for share in space.peak.shares for slot in plan.slots if slot.id == share.slot
    ]
    assert (space.peak.bits, names) == (1920000, ["%x", "%y", "%z"])
    assert [share.bits for share in space.peak.shares] == [640000] * 3
    assert plan.addresses == {}


def test_cures_suffice() -> None:
    """One of three buffers of 80000 bytes must give up what the three have too much, rounded up to 32 bytes."""
    (space,) = plan_of("overflow_several_slots_n_is_the_level_0_height").spaces
    assert space.overflow is not None
    assert [(c.kind, c.bits // 8, c.sufficient) for c in space.overflow.cures] == [("shrink", 43392, True)] * 3
    text = read("overflow_several_slots_n_is_the_level_0_height").replace("memref<20000", "memref<16384")
    assert plan_text(text)[0].status == "planned"


DOUBLE = """
!u = memref<16384xf32, #hivm.address_space<ub>>
!g = memref<16384xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.alloc() : !u
    annotation.mark %x {hivm.multi_buffer = 2 : i32} : !u
    %y = memref.alloc() : !u
    annotation.mark %y {hivm.multi_buffer = 2 : i32} : !u
    hivm.hir.load ins(%a : !g) outs(%x : !u)
    hivm.hir.vflip ins(%x : !u) outs(%y : !u) flip_axis = 0
    hivm.hir.store ins(%y : !u) outs(%a : !g)
    hivm.hir.store ins(%x : !u) outs(%a : !g)
  }
  return
}
"""


def test_giving_up_double_buffering() -> None:
    (plan,) = plan_text(DOUBLE)
    (space,) = plan.spaces
    assert space.overflow is not None
    single = [c for c in space.overflow.cures if c.kind == "single-buffer"]
    assert [[plan.buffers[b].name for b in c.buffers] for c in single] == [["%x"], ["%y"]]
    assert [(c.saves_bits, c.sufficient) for c in single] == [(16384 * 32, True)] * 2
    (fixed,) = plan_text(DOUBLE.replace("    annotation.mark %y {hivm.multi_buffer = 2 : i32} : !u\n", ""))
    assert fixed.status == "planned"


def test_what_is_not_enough_is_said_to_be_so() -> None:
    (plan,) = plan_text(DOUBLE.replace("16384", "32768"))
    (space,) = plan.spaces
    assert space.overflow is not None
    single = [c for c in space.overflow.cures if c.kind == "single-buffer"]
    assert single and not any(c.sufficient for c in single)


def test_packing_failure() -> None:
    plan = plan_of("mem_unique_in_level_mode", "Ascend950PR_9579")
    (space,) = plan.spaces
    assert space.overflow is not None and space.peak is not None and space.capacity is not None
    assert space.overflow.kind == "packing"
    assert space.peak.bits <= space.capacity < space.overflow.requires


def test_only_the_first_space_is_reported() -> None:
    plan = plan_of("two_spaces_too_small_only_the_first_is_reported")
    assert [(s.space, s.overflow.reported) for s in plan.spaces if s.overflow is not None] == [
        ("cbuf", True),
        ("cc", False),
    ]
    assert [f.text.split(",")[0] for f in plan.failures] == ["cbuf overflow"]


# --- warnings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "target", "quirks"),
    [
        ("returned_buffer_is_never_freed_and_unprotected", "a3", [1]),
        ("last_use_inside_scf_parallel", "a3", [1]),
        ("last_use_inside_scf_parallel", "Ascend910B1", [1]),
        ("scf_forall_frees_too_early", "a3", [2]),
        ("lost_conditional_flag_a3", "a3", [3]),
        ("lost_conditional_flag_a3", "Ascend910B1", []),
        ("result_of_scf_if", "Ascend910B1", [4]),
        ("result_of_scf_if", "a3", []),
        ("iteration_argument_read_late_a3_inserts_a_copy", "Ascend910B1", [5]),
        ("iteration_argument_read_late_a3_inserts_a_copy", "a3", []),
        ("merged_slot_with_the_size_of_its_second_member", "a3", [6]),
        ("mark_on_a_view", "a3", [15]),
        ("mark_on_a_view", "Ascend910B1", []),
        ("ub_argument", "a3", [19]),
        ("a_chain_in_place_sequential_placing", "a3", []),
        ("backtracking", "a3", []),
        ("chain_of_in_place_ops", "Ascend910B1", []),
    ],
)
def test_warnings(name: str, target: str, quirks: list[int]) -> None:
    assert [w.quirk for w in plan_of(name, target).warnings] == quirks


def test_warning_names_who_overwrites() -> None:
    plan = plan_of("returned_buffer_is_never_freed_and_unprotected")
    (warning,) = plan.warnings
    assert [plan.buffers[b].name for b in warning.buffers] == ["%x", "%y"]
    assert by_name(plan) == {"x": (0,), "y": (0,)}
