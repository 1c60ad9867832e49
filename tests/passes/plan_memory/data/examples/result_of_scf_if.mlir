// Result of scf.if.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %p: i1) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.load ins(%a : !g) outs(%y : !u)
  %r = scf.if %p -> (!u) {
    scf.yield %x : !u
  } else {
    scf.yield %y : !u
  }
  hivm.hir.store ins(%r : !u) outs(%a : !g)
  return
}
