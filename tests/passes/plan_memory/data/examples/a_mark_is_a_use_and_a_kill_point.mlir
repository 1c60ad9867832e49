// A mark is a use and a kill point.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.load ins(%a : !g) outs(%y : !u)
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  annotation.mark %x {keep} : !u
  hivm.hir.store ins(%y : !u) outs(%a : !g)
  return
}
