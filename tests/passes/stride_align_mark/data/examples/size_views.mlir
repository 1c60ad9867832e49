// RUN a3 --hivm-align-alloc-size
// RUN a5 --hivm-align-alloc-size
module {
  func.func @f() {
    %a = memref.alloc() : memref<9x12xf16, #hivm.address_space<ub>>
    %v = memref.subview %a[1, 0] [6, 10] [1, 1] : memref<9x12xf16, #hivm.address_space<ub>> to memref<6x10xf16, strided<[12, 1], offset: 12>, #hivm.address_space<ub>>
    %b = memref.alloc() : memref<60xf16, #hivm.address_space<ub>>
    %e = memref.expand_shape %b [[0, 1]] output_shape [10, 6] : memref<60xf16, #hivm.address_space<ub>> into memref<10x6xf16, #hivm.address_space<ub>>
    hivm.hir.vtranspose ins(%v : memref<6x10xf16, strided<[12, 1], offset: 12>, #hivm.address_space<ub>>) outs(%e : memref<10x6xf16, #hivm.address_space<ub>>) permutation = [1, 0]
    hivm.hir.vexp ins(%a : memref<9x12xf16, #hivm.address_space<ub>>) outs(%a : memref<9x12xf16, #hivm.address_space<ub>>)
    return
  }
}
