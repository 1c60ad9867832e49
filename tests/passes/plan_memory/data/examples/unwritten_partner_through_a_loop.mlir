// Forced pair with a never written buffer.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : !u
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%it = %x) -> (!u) {
    hivm.hir.store ins(%it : !u) outs(%a : !g)
    %d = memref.alloc() : !u
    scf.yield %d : !u
  }
  hivm.hir.store ins(%r : !u) outs(%a : !g)
  return
}
