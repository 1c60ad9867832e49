// Lost conditional flag (A3).
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %p: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%it = %x) -> (!u) {
    %d = memref.alloc() : !u
    hivm.hir.vexp ins(%it : !u) outs(%d : !u)
    scf.yield %d : !u
  }
  %s = arith.select %p, %x, %q : !u
  hivm.hir.store ins(%s : !u) outs(%a : !g)
  return
}
