// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%p: memref<5x12xf32, strided<[13, 1]>, #hivm.address_space<ub>>) {
    %a = memref.alloc() : memref<5x12xf32, #hivm.address_space<ub>>
    %b = memref.alloc() : memref<5x12xf32, #hivm.address_space<ub>>
    hivm.hir.vadd ins(%a, %p : memref<5x12xf32, #hivm.address_space<ub>>, memref<5x12xf32, strided<[13, 1]>, #hivm.address_space<ub>>) outs(%b : memref<5x12xf32, #hivm.address_space<ub>>)
    hivm.hir.vabs ins(%b : memref<5x12xf32, #hivm.address_space<ub>>) outs(%a : memref<5x12xf32, #hivm.address_space<ub>>)
    return
  }
}
