// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%g: memref<11xf32, strided<[3]>, #hivm.address_space<gm>>, %a: memref<11xf32, #hivm.address_space<ub>>, %b: memref<4x6xf16, strided<[30, 2]>, #hivm.address_space<ub>>) {
    hivm.hir.load ins(%g : memref<11xf32, strided<[3]>, #hivm.address_space<gm>>) outs(%a : memref<11xf32, #hivm.address_space<ub>>)
    hivm.hir.vrelu ins(%b : memref<4x6xf16, strided<[30, 2]>, #hivm.address_space<ub>>) outs(%b : memref<4x6xf16, strided<[30, 2]>, #hivm.address_space<ub>>)
    return
  }
}
