// I64 arithmetic is a scalar loop.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<8192xi64, #hivm.address_space<ub>>
!g = memref<8192xi64, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  %z = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.load ins(%b : !g) outs(%y : !u)
  hivm.hir.vadd ins(%x, %x : !u, !u) outs(%z : !u)
  hivm.hir.store ins(%z : !u) outs(%b : !g)
  hivm.hir.store ins(%y : !u) outs(%b : !g)
  hivm.hir.store ins(%x : !u) outs(%b : !g)
  %q = memref.alloc() : !u
  hivm.hir.load ins(%b : !g) outs(%q : !u)
  hivm.hir.store ins(%q : !u) outs(%b : !g)
  return
}
