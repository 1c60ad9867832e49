// RUN a3 --hivm-align-alloc-size
// RUN a5 --hivm-align-alloc-size
module {
  func.func @f(%t: tensor<3x4xf16>) {
    %e = tensor.empty() : tensor<4x3xf16>
    %0 = hivm.hir.vtranspose ins(%t : tensor<3x4xf16>) outs(%e : tensor<4x3xf16>) permutation = [1, 0] -> tensor<4x3xf16>
    return
  }
}
