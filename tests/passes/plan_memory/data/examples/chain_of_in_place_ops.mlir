// Chain of in-place ops.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  %z = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.vexp ins(%x : !u) outs(%y : !u)
  hivm.hir.vadd ins(%y, %y : !u, !u) outs(%z : !u)
  hivm.hir.store ins(%z : !u) outs(%a : !g)
  return
}
