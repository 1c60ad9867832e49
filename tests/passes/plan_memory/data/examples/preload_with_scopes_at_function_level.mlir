// Preload with scopes at function level.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %x = memref.alloc() : !u
  annotation.mark %x {hivm.preload_local_buffer} : !u
  scope.scope : () -> () {
    hivm.hir.load ins(%a : !g) outs(%x : !u)
    scope.return
  }
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  return
}
