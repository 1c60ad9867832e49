func.func @f(%a: memref<1x1xf32>, %b: memref<2x4x6xf32>) {
  hivm.hir.vbrc ins(%a : memref<1x1xf32>) outs(%b : memref<2x4x6xf32>) broadcast_dims = [0, 1]
  return
}
