// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%p: memref<5x6x3xf32, #hivm.address_space<ub>>, %q: memref<5x6x1xf32, #hivm.address_space<ub>>, %g: memref<5x6xf32, #hivm.address_space<gm>>) {
    %v = memref.subview %p[0, 0, 0] [5, 6, 1] [1, 1, 1] : memref<5x6x3xf32, #hivm.address_space<ub>> to memref<5x6xf32, strided<[18, 3]>, #hivm.address_space<ub>>
    hivm.hir.store ins(%v : memref<5x6xf32, strided<[18, 3]>, #hivm.address_space<ub>>) outs(%g : memref<5x6xf32, #hivm.address_space<gm>>)
    %w = memref.subview %q[0, 0, 0] [5, 6, 1] [1, 1, 1] : memref<5x6x1xf32, #hivm.address_space<ub>> to memref<5x6xf32, strided<[6, 1]>, #hivm.address_space<ub>>
    hivm.hir.store ins(%w : memref<5x6xf32, strided<[6, 1]>, #hivm.address_space<ub>>) outs(%g : memref<5x6xf32, #hivm.address_space<gm>>)
    return
  }
}
