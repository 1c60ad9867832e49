func.func @f(%a: memref<1x6x1x5x1xf32, strided<[500, 9, 4, 1, 33], offset: 3>>, %b: memref<1x1xf32>, %c: memref<11xf32>) {
  hivm.hir.vln ins(%a : memref<1x6x1x5x1xf32, strided<[500, 9, 4, 1, 33], offset: 3>>) outs(%a : memref<1x6x1x5x1xf32, strided<[500, 9, 4, 1, 33], offset: 3>>)
  hivm.hir.vln ins(%b : memref<1x1xf32>) outs(%b : memref<1x1xf32>)
  hivm.hir.vln ins(%c : memref<11xf32>) outs(%c : memref<11xf32>)
  return
}
