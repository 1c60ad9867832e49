// Returned buffer is never freed - and unprotected.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<30000xf32, #hivm.address_space<ub>>
!g = memref<30000xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) -> !u {
  %x = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  %y = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%y : !u)
  hivm.hir.store ins(%y : !u) outs(%a : !g)
  return %x : !u
}
