func.func @f(%a: memref<5x5x5x3xf32>) {
  hivm.hir.vexp ins(%a : memref<5x5x5x3xf32>) outs(%a : memref<5x5x5x3xf32>) transpose = [2, 0, 1, 3]
  return
}
