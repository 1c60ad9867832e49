func.func @f(%a: memref<2x8x3x5xf16>, %i: memref<2x4x3x5xi32>, %d: memref<2x4x3x5xf16>, %a2: memref<1x4x16x5x7x3xf16, strided<[12800, 3200, 200, 28, 4, 1]>>, %i2: memref<1x4x2x5x7x3xi32>, %d2: memref<1x4x2x5x7x3xf16>) {
  hivm.hir.vgather ins(%a : memref<2x8x3x5xf16>) indices(%i : memref<2x4x3x5xi32>) outs(%d : memref<2x4x3x5xf16>) gather_axis = 1
  hivm.hir.vgather ins(%a2 : memref<1x4x16x5x7x3xf16, strided<[12800, 3200, 200, 28, 4, 1]>>) indices(%i2 : memref<1x4x2x5x7x3xi32>) outs(%d2 : memref<1x4x2x5x7x3xf16>) gather_axis = 2
  return
}
