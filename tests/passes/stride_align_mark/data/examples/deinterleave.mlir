// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%a: memref<5x3x4xf16, strided<[60, 18, 2]>, #hivm.address_space<ub>>, %b: memref<5x3x4xf16, strided<[30, 9, 1]>, #hivm.address_space<ub>>) {
    hivm.hir.vdeinterleave ins(%a : memref<5x3x4xf16, strided<[60, 18, 2]>, #hivm.address_space<ub>>) outs(%b : memref<5x3x4xf16, strided<[30, 9, 1]>, #hivm.address_space<ub>>) channel_num = 2 index_mode = <CHANNEL_1>
    return
  }
}
