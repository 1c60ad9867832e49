func.func @f(%a: memref<4x1x8xf32>, %c: memref<?x4x8xf32>) {
  hivm.hir.vexp ins(%a : memref<4x1x8xf32>) outs(%c : memref<?x4x8xf32>) transpose = [1, 0, 2]
  return
}
