func.func @f(%s: memref<1x2x3x4x5xf32>, %d: memref<4x2x5x3x1xf32>) {
  hivm.hir.vtranspose ins(%s : memref<1x2x3x4x5xf32>) outs(%d : memref<4x2x5x3x1xf32>) permutation = [3, 1, 4, 2, 0]
  return
}
