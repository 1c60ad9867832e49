func.func @f(%a: memref<?x1xf32>, %d: memref<?x7xf32>) {
  hivm.hir.vadd ins(%a, %a : memref<?x1xf32>, memref<?x1xf32>) outs(%d : memref<?x7xf32>) broadcast = [0, 1]
  return
}
