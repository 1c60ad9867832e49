func.func @f(%a: memref<3x2x1x4x5x6xf32>, %b: memref<3x1x1x4x5x1xf32>) {
  hivm.hir.vreduce <max> ins(%a : memref<3x2x1x4x5x6xf32>) outs(%b : memref<3x1x1x4x5x1xf32>) reduce_dims = [1, 5]
  return
}
