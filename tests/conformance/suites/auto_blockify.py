"""Random kernels for ``auto-blockify-parallel-loop``: marks, block ids, core types, devices, good and bad."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.conformance.compare import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conformance.compiler import Build

PASS = "--auto-blockify-parallel-loop"
_BUILDS: tuple[Build, ...] = ("a3", "a5")
_TARGETS: dict[Build, tuple[str, ...]] = {
    "a3": ("Ascend910B1", "Ascend910_9362", "Ascend910B4"),
    "a5": ("Ascend950PR_9589", "Ascend950PR_9579", "Ascend910B1"),
}


def cases(seed: int) -> Iterator[Case]:
    """One program, on both builds: alone, with the description of a device, twice, before double buffering."""
    made = _Program(seed)
    text = made.module()
    rng = made.rng
    for build in _BUILDS:
        group = f"auto-blockify {build}"
        yield Case(group, f"seed {seed}", build, (PASS,), text)
        kind = rng.randrange(4)
        target = rng.choice(_TARGETS[build])
        device = f"--hacc-append-device-spec=target={target}"
        if kind == 0:
            mode = " reg-based" if build == "a5" and "950" in target else " device"
            yield Case(group + mode, f"seed {seed}", build, (device, PASS), text)
        elif kind == 1:
            yield Case(f"{group} chains", f"seed {seed}", build, (PASS, PASS), text)
        elif kind == 2:
            chain = (device, PASS, "--hivm-mark-multi-buffer=enable-auto=true")
            yield Case(f"{group} chains", f"seed {seed}", build, chain, text)


class _Program:
    """A module with one or two functions that look more or less like kernels."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"auto-blockify {seed}")
        self.lines: list[str] = []
        self.indent = 2
        self.count = 0
        self.good = self.chance(0.6)
        """Whether nothing is put in that makes the pass fail."""
        self.numbers: list[str] = []
        self.indices: list[str] = []
        self.ids: list[str] = []

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def odd(self, share: float) -> bool:
        """Whether to do something that makes the pass fail."""
        return not self.good and self.chance(share)

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    def module(self) -> str:
        functions = "".join(self.function(i) for i in range(1 + self.chance(0.3)))
        if self.odd(0.05):
            functions = f"  module {{\n{functions}  }}\n"
        return f"module{self.device()} {{\n{functions}}}\n"

    # --- attributes ---------------------------------------------------------------------------------------------

    def device(self) -> str:
        if self.odd(0.1):
            return ""
        entries: list[str] = []
        for key in ("CUBE_CORE_COUNT", "VECTOR_CORE_COUNT", "AI_CORE_COUNT"):
            if self.odd(0.05):
                continue
            value = self.rng.choice(["24 : i32", "48 : i32", "1 : i32", "20 : i64"])
            if self.odd(0.1):
                value = self.rng.choice(["0 : i32", "-1 : i32", "255 : ui8", "5 : index", "true", '"x"', "200 : i8"])
            entries.append(f'#dlti.dl_entry<"{key}", {value}>')
        self.rng.shuffle(entries)
        name = "CPU" if self.odd(0.05) else "NPU"
        spec = f'"{name}" : #hacc.target_device_spec<{", ".join(entries)}>'
        if not entries:
            return ""
        return f" attributes {{dlti.target_system_spec = #dlti.target_system_spec<{spec}>}}"

    def function_attributes(self) -> str:
        found: list[str] = []
        if not self.odd(0.08):
            found.append(self.rng.choice(["hacc.entry", 'hacc.entry = ""', "hacc.entry"]))
        if not self.odd(0.08):
            found.append(f"hacc.function_kind = #hacc.function_kind<{'HOST' if self.odd(0.05) else 'DEVICE'}>")
        if not self.odd(0.08):
            core = self.rng.choice(["AIV", "AIV", "AIC", "MIX"])
            found.append(f"hivm.func_core_type = #hivm.func_core_type<{'AIC_OR_AIV' if self.odd(0.1) else core}>")
        if self.chance(0.1):
            found.append("hivm.vector_function")
        if self.chance(0.4):
            value = self.rng.choice(["4 : i32", "2 : i64", "3 : index", "1 : i32"])
            if self.chance(0.2):
                value = self.rng.choice(["0 : i32", "-2 : i32", "250 : ui8", '"a"', "true"])
            found.append(f"auto_blockify_size = {value}")
        self.rng.shuffle(found)
        return f" attributes {{{', '.join(found)}}}" if found else ""

    # --- functions ----------------------------------------------------------------------------------------------

    def function(self, number: int) -> str:
        self.lines, self.count = [], 0
        self.numbers, self.indices, self.ids = ["%n", "%m"], ["%x"], []
        attributes = self.function_attributes()
        arguments = "%n: i32, %m: i32, %x: index, %c: i1, %q: i64, %o: memref<?xi64>, %g: memref<64xf32>"
        if self.odd(0.03):
            types = ", ".join(a.split(": ", 1)[1] for a in arguments.split(", "))
            return f"  func.func private @f{number}({types}){attributes}\n"
        returned = self.odd(0.1)
        marks = self.rng.choice([1, 1, 1, 1, 2])
        ids = self.rng.choice([1, 1, 1, 1, 2])
        if self.odd(0.1):
            marks = 0
        if self.odd(0.1):
            ids = 0
        early = self.chance(0.8)
        plan = ["mark"] * marks + ["id"] * ids + ["op"] * self.rng.randint(2, 10)
        self.rng.shuffle(plan)
        if early or self.good:
            # The count in front of the block id.
            plan.sort(key=lambda p: p == "id")
            if self.chance(0.5):
                plan += ["op"] * self.rng.randint(1, 4)
        for what in plan:
            getattr(self, f"make_{what}")()
        result = ""
        if self.odd(0.08):
            self.emit("cf.br ^bb1")
            self.lines.append("  ^bb1:")
            self.emit("memref.store %q, %o[%x] : memref<?xi64>")
        if returned:
            value = self.rng.choice(self.numbers)
            result = " -> i32"
            self.emit(f"return {value} : i32")
        else:
            self.emit("return")
        body = "\n".join(self.lines)
        return f"  func.func @f{number}({arguments}){result}{attributes} {{\n{body}\n  }}\n"

    def make_mark(self) -> None:
        value, type = self.rng.choice(self.numbers), "i32"
        if self.odd(0.15):
            value, type = self.rng.choice([("%q", "i64"), (self.rng.choice(self.indices), "index")])
        form = self.rng.choice(
            [
                "{logical_block_num}",
                "{logical_block_num}",
                "{logical_block_num = 4 : i32, other}",
                "{logical_block_num}",
            ]
        )
        if self.odd(0.05):
            self.emit(f'annotation.mark {value} keys = ["logical_block_num"] values = [%n : i32] : {type}')
            return
        self.emit(f"annotation.mark {value} {form} : {type}")

    def make_id(self) -> None:
        name = self.name()
        self.emit(f"{name} = hivm.hir.get_block_idx -> i64")
        self.ids.append(name)
        short = self.name()
        if self.chance(0.7):
            self.emit(f"{short} = arith.trunci {name} : i64 to i32")
            if not self.good:
                self.numbers.append(short)
            at = self.name()
            self.emit(f"{at} = arith.index_cast {short} : i32 to index")
            self.emit(f"memref.store {name}, %o[{at}] : memref<?xi64>")

    def make_op(self) -> None:
        kind = self.rng.randrange(9)
        name = self.name()
        one, other = self.rng.choice(self.numbers), self.rng.choice(self.numbers)
        if kind < 2:
            self.emit(f"{name} = arith.constant {self.rng.choice([1, 2, 24, 48])} : i32")
            self.numbers.append(name)
        elif kind < 4:
            self.emit(f"{name} = arith.{self.rng.choice(['muli', 'addi', 'minsi'])} {one}, {other} : i32")
            self.numbers.append(name)
        elif kind == 4:
            self.emit(f"{name} = arith.index_cast {one} : i32 to index")
            self.indices.append(name)
        elif kind == 5:
            self.emit(self.rng.choice(["hivm.hir.set_mask_norm", "hivm.hir.pipe_barrier[<PIPE_ALL>]"]))
        elif kind == 6:
            space = "memref<64xf32, #hivm.address_space<ub>>"
            self.emit(f"{name} = memref.alloc() : {space}")
            self.emit(f"annotation.mark {name} {{hivm.multi_buffer = 2 : i32}} : {space}")
            self.emit(f"hivm.hir.load ins(%g : memref<64xf32>) outs({name} : {space})")
        elif kind == 7:
            value = self.rng.choice([*self.ids, "%q"])
            at = self.rng.choice(self.indices)
            self.emit(f"scf.if %c {{ memref.store {value}, %o[{at}] : memref<?xi64> }}")
        else:
            value = self.rng.choice(self.numbers)
            self.emit(f"{name} = scf.if %c -> (i32) {{")
            self.emit(f"  scf.yield {value} : i32")
            self.emit("} else {")
            self.emit(f"  scf.yield {other} : i32")
            self.emit("}")
            if not self.good:
                self.numbers.append(name)
