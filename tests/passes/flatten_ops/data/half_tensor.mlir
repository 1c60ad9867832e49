func.func @f(%s: tensor<2x9xf16>, %d: memref<2x9xf16, #hivm.address_space<ub>>) {
  hivm.hir.copy ins(%s : tensor<2x9xf16>) outs(%d : memref<2x9xf16, #hivm.address_space<ub>>)
  return
}
