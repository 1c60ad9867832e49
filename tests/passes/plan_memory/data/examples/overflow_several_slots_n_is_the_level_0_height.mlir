// Overflow, several slots: N is the level-0 height.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<20000xf32, #hivm.address_space<ub>>
!g = memref<20000xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  %z = memref.alloc() : !u
  %w = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.load ins(%a : !g) outs(%y : !u)
  hivm.hir.load ins(%a : !g) outs(%z : !u)
  hivm.hir.vadd ins(%x, %y : !u, !u) outs(%x : !u)
  hivm.hir.vadd ins(%x, %z : !u, !u) outs(%x : !u)
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  hivm.hir.load ins(%a : !g) outs(%w : !u)
  hivm.hir.store ins(%w : !u) outs(%a : !g)
  return
}
