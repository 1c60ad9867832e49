func.func @f(%a: memref<3x5x2xi16>, %t: memref<7x1x2xi32>) {
  hivm.hir.vmulextended ins(%a, %a : memref<3x5x2xi16>, memref<3x5x2xi16>) outs(%a, %a : memref<3x5x2xi16>, memref<3x5x2xi16>) temp_buffer(%t : memref<7x1x2xi32>)
  return
}
