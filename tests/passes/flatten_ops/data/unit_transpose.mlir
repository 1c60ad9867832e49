func.func @f(%s: memref<1x1xf32>) {
  hivm.hir.vtranspose ins(%s : memref<1x1xf32>) outs(%s : memref<1x1xf32>) permutation = [1, 0]
  return
}
