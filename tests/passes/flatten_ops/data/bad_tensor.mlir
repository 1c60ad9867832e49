func.func @f(%a: tensor<2x9xf32>) -> tensor<2x9xf32> {
  %0 = hivm.hir.vexp ins(%a : tensor<2x9xf32>) outs(%a : tensor<2x9xf32>) -> tensor<2x9xf32>
  return %0 : tensor<2x9xf32>
}
