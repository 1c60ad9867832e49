func.func @f(%a: memref<3x4x2x5xf16>, %b: memref<3x4x?x5xf16>, %n: index, %v: f16) {
  %z = arith.constant 0 : index
  hivm.hir.vpad ins(%a : memref<3x4x2x5xf16>) outs(%b : memref<3x4x?x5xf16>) low[0, %z, %n, 0] high[0, 0, 0, 0] pad_value %v : f16
  return
}
