func.func @f(%a: memref<4x6x7xf32>, %b: memref<4x6x7xf32, strided<[48, 8, 1]>>) {
  hivm.hir.vexp ins(%a : memref<4x6x7xf32>) outs(%b : memref<4x6x7xf32, strided<[48, 8, 1]>>)
  return
}
