// Preload.
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
    annotation.mark %x {hivm.preload_local_buffer} : !u
    %y = memref.alloc() : !u
    scope.scope : () -> () {
      hivm.hir.load ins(%a : !g) outs(%x : !u)
      scope.return
    }
    scope.scope : () -> () {
      hivm.hir.load ins(%a : !g) outs(%y : !u)
      hivm.hir.vadd ins(%x, %y : !u, !u) outs(%y : !u)
      hivm.hir.store ins(%y : !u) outs(%a : !g)
      scope.return
    }
  }
  return
}
