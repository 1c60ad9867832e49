func.func @f(%u: memref<1x4x8xi32>, %k: index, %s: memref<2x3x8xf16>, %i: memref<2x3x8xi32>) {
  hivm.hir.varange offset[%k] strides[%k, %k, %k] outs(%u : memref<1x4x8xi32>)
  hivm.hir.vsort ins(%s : memref<2x3x8xf16>) outs(%s, %i : memref<2x3x8xf16>, memref<2x3x8xi32>) descending = false sort_axis = 2
  return
}
