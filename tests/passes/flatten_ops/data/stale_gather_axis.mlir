func.func @f(%s: memref<3x2x16xf16>, %i: memref<3x2x4xi32>, %d: memref<3x2x4xf16>) {
  hivm.hir.vgather ins(%s : memref<3x2x16xf16>) indices(%i : memref<3x2x4xi32>) outs(%d : memref<3x2x4xf16>) gather_axis = 2
  return
}
