// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module attributes {hacc.target = #hacc.target<"Ascend950PR_9589">} {
  func.func @f(%p: memref<5x12xf32, #hivm.address_space<ub>>, %q: memref<5x12xf32, strided<[16, 1]>, #hivm.address_space<ub>>, %r: memref<4x3x8xf32, strided<[28, 9, 1]>, #hivm.address_space<ub>>, %s: memref<9xf16, #hivm.address_space<ub>>, %t: memref<6x1x1xf16, #hivm.address_space<ub>>) {
    hivm.hir.vadd ins(%p, %q : memref<5x12xf32, #hivm.address_space<ub>>, memref<5x12xf32, strided<[16, 1]>, #hivm.address_space<ub>>) outs(%p : memref<5x12xf32, #hivm.address_space<ub>>)
    hivm.hir.vexp ins(%r : memref<4x3x8xf32, strided<[28, 9, 1]>, #hivm.address_space<ub>>) outs(%r : memref<4x3x8xf32, strided<[28, 9, 1]>, #hivm.address_space<ub>>)
    hivm.hir.vexp ins(%s : memref<9xf16, #hivm.address_space<ub>>) outs(%s : memref<9xf16, #hivm.address_space<ub>>)
    hivm.hir.vexp ins(%t : memref<6x1x1xf16, #hivm.address_space<ub>>) outs(%t : memref<6x1x1xf16, #hivm.address_space<ub>>)
    return
  }
}
