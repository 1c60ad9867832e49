// Branches between blocks.
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
  hivm.hir.vexp ins(%x : !u) outs(%y : !u)
  cf.cond_br %p, ^bb1(%x : !u), ^bb2(%y : !u)
^bb1(%q: !u):
  hivm.hir.vabs ins(%q : !u) outs(%z : !u)
  cf.br ^bb3(%z : !u)
^bb2(%s: !u):
  cf.br ^bb3(%s : !u)
^bb3(%t: !u):
  hivm.hir.store ins(%t : !u) outs(%a : !g)
  return
}
