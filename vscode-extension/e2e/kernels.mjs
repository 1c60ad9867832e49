// The kernels that the tests open: the project's examples, and one that a single keystroke cures.
import * as fs from "node:fs";
import * as path from "node:path";

const EXAMPLES = path.join(import.meta.dirname, "..", "..", "examples");
const read = (name) => fs.readFileSync(path.join(EXAMPLES, name), "utf8");

/** Fits into UB: 163,872 and more of 196,608 bytes; the scratch buffers lie at 131,104. */
export const SOFTMAX = read("softmax.mlir");

/** Needs 2,101,504 bits of 1,572,864. */
export const SOFTMAX_OVERFLOW = read("softmax_overflow.mlir");

/** The softmax with scratch buffers ten times as large; without the 0 at the end of 40960 it fits. */
export const TYPO = SOFTMAX.replace(
  "memref<4096xf32, #hivm.address_space<ub>>",
  "memref<40960xf32, #hivm.address_space<ub>>",
);
if (TYPO === SOFTMAX) throw new Error("examples/softmax.mlir has no scratch buffer of 4096 elements");

/** Rows of 27 floats, 108 bytes apart in UB: the compiler has to pad them to 128. */
export const UNEVEN_ROWS = `!gm = memref<12x5x27xf32, strided<[200, 40, 1]>, #hivm.address_space<gm>>
!ub = memref<12x5x27xf32, #hivm.address_space<ub>>

func.func @rows(%src: !gm, %dst: !gm) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %x = memref.alloc() : !ub  // the tile
  hivm.hir.load ins(%src : !gm) outs(%x : !ub)
  hivm.hir.store ins(%x : !ub) outs(%dst : !gm)
  return
}
`;

/** A request for alignment that moves by one operation a round: the compiler gives up after ten. */
export const ENDLESS = [
  "!ub = memref<4x5xf32, #hivm.address_space<ub>>",
  "func.func @chain() {",
  ...Array.from({ length: 12 }, (_, n) => `  %b${n} = memref.alloc() : !ub`),
  "  annotation.mark %b11 {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : !ub",
  ...Array.from({ length: 11 }, (_, n) => `  hivm.hir.vexp ins(%b${10 - n} : !ub) outs(%b${11 - n} : !ub)`),
  "  return",
  "}",
  "",
].join("\n");
