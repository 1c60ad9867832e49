func.func @f(%a: memref<2x4x1x1x5x3xf16>, %b: memref<2x4x8x1x5x3xf16>, %c: memref<1x1x10xf16>, %d: memref<3x4x10xf16>, %e: memref<1x1x10xf16, strided<[128, 32, 1]>>, %s: f16) {
  hivm.hir.vbrc ins(%a : memref<2x4x1x1x5x3xf16>) outs(%b : memref<2x4x8x1x5x3xf16>) broadcast_dims = [2]
  hivm.hir.vbrc ins(%c : memref<1x1x10xf16>) outs(%d : memref<3x4x10xf16>) broadcast_dims = [0, 1]
  hivm.hir.vbrc ins(%e : memref<1x1x10xf16, strided<[128, 32, 1]>>) outs(%d : memref<3x4x10xf16>) broadcast_dims = [0, 1]
  hivm.hir.vbrc ins(%s : f16) outs(%d : memref<3x4x10xf16>)
  return
}
