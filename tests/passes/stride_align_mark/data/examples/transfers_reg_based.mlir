// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module attributes {hacc.target = #hacc.target<"Ascend950PR_9589">} {
  func.func @f(%g: memref<7x10xf16, strided<[40, 1]>, #hivm.address_space<gm>>, %a: memref<7x10xf16, #hivm.address_space<ub>>, %b: memref<7x10xf16, strided<[12, 1]>, #hivm.address_space<ub>>, %c: memref<7x10xf16, strided<[16, 1]>, #hivm.address_space<ub>>, %e: memref<2x3x5xf16, strided<[20, 5, 1]>, #hivm.address_space<ub>>) {
    hivm.hir.load ins(%g : memref<7x10xf16, strided<[40, 1]>, #hivm.address_space<gm>>) outs(%a : memref<7x10xf16, #hivm.address_space<ub>>)
    hivm.hir.load ins(%g : memref<7x10xf16, strided<[40, 1]>, #hivm.address_space<gm>>) outs(%b : memref<7x10xf16, strided<[12, 1]>, #hivm.address_space<ub>>)
    hivm.hir.copy ins(%a : memref<7x10xf16, #hivm.address_space<ub>>) outs(%b : memref<7x10xf16, strided<[12, 1]>, #hivm.address_space<ub>>)
    hivm.hir.store ins(%c : memref<7x10xf16, strided<[16, 1]>, #hivm.address_space<ub>>) outs(%g : memref<7x10xf16, strided<[40, 1]>, #hivm.address_space<gm>>)
    hivm.hir.copy ins(%e : memref<2x3x5xf16, strided<[20, 5, 1]>, #hivm.address_space<ub>>) outs(%e : memref<2x3x5xf16, strided<[20, 5, 1]>, #hivm.address_space<ub>>)
    return
  }
}
