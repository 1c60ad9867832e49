// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%p: memref<3x6xf32, strided<[9, 1]>, #hivm.address_space<ub>>, %i: index, %j: index) {
    %r = scf.for %k = %i to %j step %i iter_args(%x = %p) -> (memref<3x6xf32, strided<[9, 1]>, #hivm.address_space<ub>>) {
      hivm.hir.vexp ins(%x : memref<3x6xf32, strided<[9, 1]>, #hivm.address_space<ub>>) outs(%x : memref<3x6xf32, strided<[9, 1]>, #hivm.address_space<ub>>)
      scf.yield %x : memref<3x6xf32, strided<[9, 1]>, #hivm.address_space<ub>>
    }
    hivm.hir.vexp ins(%r : memref<3x6xf32, strided<[9, 1]>, #hivm.address_space<ub>>) outs(%p : memref<3x6xf32, strided<[9, 1]>, #hivm.address_space<ub>>)
    return
  }
}
