func.func @f(%a: memref<2x9xf32>, %t: memref<64xf32>) {
  hivm.hir.vexp ins(%a : memref<2x9xf32>) outs(%a : memref<2x9xf32>) temp_buffer(%t : memref<64xf32>)
  return
}
