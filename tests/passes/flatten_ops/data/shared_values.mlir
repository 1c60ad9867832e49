func.func @f(%a: memref<3x5xi32>, %b: memref<3x5xi32>) {
  hivm.hir.vsub ins(%b, %a : memref<3x5xi32>, memref<3x5xi32>) outs(%b : memref<3x5xi32>)
  return
}
