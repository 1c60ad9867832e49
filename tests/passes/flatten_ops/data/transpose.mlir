func.func @f(%a: memref<8x1x2x4xf32>, %b: memref<2x1x8x4xf32>, %c: memref<1x7x4xf16>, %d: memref<7x1x4xf16>) {
  hivm.hir.vtranspose ins(%a : memref<8x1x2x4xf32>) outs(%b : memref<2x1x8x4xf32>) permutation = [2, 1, 0, 3]
  hivm.hir.vtranspose ins(%c : memref<1x7x4xf16>) outs(%d : memref<7x1x4xf16>) permutation = [1, 0, 2]
  return
}
