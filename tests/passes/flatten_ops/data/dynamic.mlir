func.func @f(%a: memref<?x7x?xf32>, %b: memref<1x?x9xf32, strided<[?, 9, 1], offset: ?>>, %c: memref<3x?x9xf32, strided<[?, 9, 1]>>) {
  hivm.hir.vabs ins(%a : memref<?x7x?xf32>) outs(%a : memref<?x7x?xf32>)
  hivm.hir.vabs ins(%b : memref<1x?x9xf32, strided<[?, 9, 1], offset: ?>>) outs(%b : memref<1x?x9xf32, strided<[?, 9, 1], offset: ?>>)
  hivm.hir.vabs ins(%c : memref<3x?x9xf32, strided<[?, 9, 1]>>) outs(%c : memref<3x?x9xf32, strided<[?, 9, 1]>>)
  return
}
