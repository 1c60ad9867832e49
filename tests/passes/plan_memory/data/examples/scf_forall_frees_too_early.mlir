// Scf.forall frees too early.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<15360xf32, #hivm.address_space<ub>>
!g = memref<15360xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.load ins(%a : !g) outs(%y : !u)
  hivm.hir.store ins(%y : !u) outs(%a : !g)
  scf.forall (%i) in (%n) {
    %z = memref.alloc() : !u
    %w = memref.alloc() : !u
    %v = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%z : !u)
    hivm.hir.load ins(%a : !g) outs(%w : !u)
    hivm.hir.load ins(%a : !g) outs(%v : !u)
    hivm.hir.vadd ins(%x, %z : !u, !u) outs(%z : !u)
    hivm.hir.vadd ins(%w, %z : !u, !u) outs(%z : !u)
    hivm.hir.vadd ins(%v, %z : !u, !u) outs(%z : !u)
    hivm.hir.store ins(%z : !u) outs(%a : !g)
  }
  return
}
