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
