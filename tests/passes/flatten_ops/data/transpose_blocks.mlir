func.func @f(%a: memref<2x5x3x4x6xf32>, %b: memref<3x4x2x5x6xf32>, %c: memref<8x1x3x5xf16>, %d: memref<3x5x8x1xf16>) {
  hivm.hir.vtranspose ins(%a : memref<2x5x3x4x6xf32>) outs(%b : memref<3x4x2x5x6xf32>) permutation = [2, 3, 0, 1, 4]
  hivm.hir.vtranspose ins(%c : memref<8x1x3x5xf16>) outs(%d : memref<3x5x8x1xf16>) permutation = [2, 3, 0, 1]
  return
}
