func.func @f(%a: memref<4x1x3x6xf32>, %b: memref<1x5x3x6xf32>, %d: memref<4x5x3x6xf32>, %x: memref<5x3xi32>) {
  hivm.hir.vmul ins(%a, %a : memref<4x1x3x6xf32>, memref<4x1x3x6xf32>) outs(%d : memref<4x5x3x6xf32>) broadcast = [1]
  hivm.hir.vmul ins(%a, %b : memref<4x1x3x6xf32>, memref<1x5x3x6xf32>) outs(%d : memref<4x5x3x6xf32>) broadcast = [0, 1]
  hivm.hir.vxor ins(%x, %x : memref<5x3xi32>, memref<5x3xi32>) outs(%x : memref<5x3xi32>) broadcast = [1]
  return
}
