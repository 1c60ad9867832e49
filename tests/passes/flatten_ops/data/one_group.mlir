func.func @f(%a: memref<4x6x8xf16, #hivm.address_space<ub>>, %s: f16) {
  hivm.hir.vadd ins(%a, %s : memref<4x6x8xf16, #hivm.address_space<ub>>, f16) outs(%a : memref<4x6x8xf16, #hivm.address_space<ub>>)
  return
}
