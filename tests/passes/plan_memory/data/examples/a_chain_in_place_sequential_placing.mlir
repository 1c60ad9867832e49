// A chain; in place; sequential placing.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  %z = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.vflip ins(%x : !u) outs(%y : !u) flip_axis = 0
  hivm.hir.vexp ins(%y : !u) outs(%z : !u)
  hivm.hir.store ins(%z : !u) outs(%b : !g)
  return
}
