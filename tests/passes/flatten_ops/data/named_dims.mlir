func.func @f(%a: memref<2x3x9x1x4xf32>, %b: memref<1x4x1x6xf32>, %c: memref<1x3x2x5xf16>, %d: memref<1x3x4x5xf16>, %i: memref<2x3x9x1x2xi32>, %o: memref<2x3x9x1x2xf32>) {
  hivm.hir.vcumsum ins(%a : memref<2x3x9x1x4xf32>) outs(%a : memref<2x3x9x1x4xf32>) cum_dims = [2] reverse = true
  hivm.hir.vflip ins(%b : memref<1x4x1x6xf32>) outs(%b : memref<1x4x1x6xf32>) flip_axis = 1
  hivm.hir.vconcat dim(2) ins(%c, %c : memref<1x3x2x5xf16>, memref<1x3x2x5xf16>) outs(%d : memref<1x3x4x5xf16>)
  hivm.hir.vgather ins(%a : memref<2x3x9x1x4xf32>) indices(%i : memref<2x3x9x1x2xi32>) outs(%o : memref<2x3x9x1x2xf32>)
  return
}
