// Iteration argument read late: A3 inserts a copy.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%it = %x) -> (!u) {
    %d = memref.alloc() : !u
    %e = memref.alloc() : !u
    hivm.hir.vexp ins(%it : !u) outs(%d : !u)
    hivm.hir.vadd ins(%it, %d : !u, !u) outs(%e : !u)
    hivm.hir.store ins(%e : !u) outs(%a : !g)
    scf.yield %d : !u
  }
  hivm.hir.store ins(%r : !u) outs(%a : !g)
  return
}
