func.func @f(%a: memref<5x1xf32>, %d: memref<5x7xf32>) {
  hivm.hir.vadd ins(%a, %a : memref<5x1xf32>, memref<5x1xf32>) outs(%d : memref<5x7xf32>) broadcast = [0, 1]
  return
}
