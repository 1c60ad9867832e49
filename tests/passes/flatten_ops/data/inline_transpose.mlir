func.func @f(%a: memref<2x5x1x4x6xf16>, %d: memref<1x4x2x5x6xf16>, %e: memref<3x2x8x16xf16, strided<[512, 256, 16, 1]>>, %g: memref<8x3x2x16xf16>) {
  hivm.hir.vmax ins(%a, %a : memref<2x5x1x4x6xf16>, memref<2x5x1x4x6xf16>) outs(%d : memref<1x4x2x5x6xf16>) transpose = [2, 3, 0, 1, 4]
  hivm.hir.vabs ins(%e : memref<3x2x8x16xf16, strided<[512, 256, 16, 1]>>) outs(%g : memref<8x3x2x16xf16>) transpose = [2, 0, 1, 3]
  return
}
