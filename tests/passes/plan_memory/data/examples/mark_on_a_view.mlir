// Mark on a view.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.alloc() : !u
    %s = memref.subview %x[0] [1024] [1] : !u to memref<1024xf32, strided<[1]>, #hivm.address_space<ub>>
    annotation.mark %s {hivm.multi_buffer = 2 : i32} : memref<1024xf32, strided<[1]>, #hivm.address_space<ub>>
    hivm.hir.load ins(%a : !g) outs(%s : memref<1024xf32, strided<[1]>, #hivm.address_space<ub>>)
    hivm.hir.store ins(%x : !u) outs(%a : !g)
  }
  return
}
