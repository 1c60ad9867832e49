func.func @f(%a: memref<2x3x4x5x6xf16>, %b: memref<2x3x?x8x6xf16>, %v: f16, %k: index, %c: memref<2x3x9xf16>, %d: memref<2x3x10xf16>) {
  hivm.hir.vpad ins(%a : memref<2x3x4x5x6xf16>) outs(%b : memref<2x3x?x8x6xf16>) low[0, 0, %k, 1, 0] high[0, 0, 0, 2, 0] pad_value %v : f16
  %z = arith.constant 0 : index
  hivm.hir.vpad ins(%c : memref<2x3x9xf16>) outs(%d : memref<2x3x10xf16>) low[0, %z, 1] high[0, 0, 0] pad_value %v : f16
  return
}
