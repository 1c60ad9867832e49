// Scf.if.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %p: i1) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  %z = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.load ins(%a : !g) outs(%y : !u)
  scf.if %p {
    hivm.hir.store ins(%x : !u) outs(%a : !g)
  } else {
    hivm.hir.load ins(%a : !g) outs(%z : !u)
    hivm.hir.store ins(%z : !u) outs(%a : !g)
    hivm.hir.store ins(%x : !u) outs(%a : !g)
  }
  hivm.hir.store ins(%y : !u) outs(%a : !g)
  return
}
