// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%t: tensor<3x4xf32>) {
    %e = tensor.empty() : tensor<3x4xf32>
    %0 = hivm.hir.vexp ins(%t : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
}
