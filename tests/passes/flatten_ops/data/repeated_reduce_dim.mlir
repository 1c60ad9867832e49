func.func @f(%s: memref<2x3x4x6xf32>, %d: memref<1x1x4x1xf32>) {
  hivm.hir.vreduce <sum> ins(%s : memref<2x3x4x6xf32>) outs(%d : memref<1x1x4x1xf32>) reduce_dims = [0, 3, 1]
  return
}
