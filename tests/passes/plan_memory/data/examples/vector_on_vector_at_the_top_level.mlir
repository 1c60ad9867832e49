// Vector on vector at the top level.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<10240xf32, #hivm.address_space<ub>>
!g = memref<10240xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g) {
  %x = memref.alloc() : !u
  %p = memref.alloc() : !u
  %q = memref.alloc() : !u
  %r = memref.alloc() : !u
  %y = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.vflip ins(%x : !u) outs(%p : !u) flip_axis = 0
  hivm.hir.vflip ins(%p : !u) outs(%q : !u) flip_axis = 0
  hivm.hir.vflip ins(%q : !u) outs(%r : !u) flip_axis = 0
  hivm.hir.vflip ins(%r : !u) outs(%y : !u) flip_axis = 0
  hivm.hir.store ins(%y : !u) outs(%b : !g)
  return
}
