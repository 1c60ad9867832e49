// Exact fit.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<24576xf32, #hivm.address_space<ub>>
!g = memref<24576xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) {
  %cst = arith.constant 1.0 : f32
  %v = memref.alloc() : !u
  %m = memref.alloc() : !u
  hivm.hir.vbrc ins(%cst : f32) outs(%v : !u)
  hivm.hir.load ins(%a : !g) outs(%m : !u)
  hivm.hir.vadd ins(%m, %v : !u, !u) outs(%m : !u)
  hivm.hir.store ins(%m : !u) outs(%a : !g)
  return
}
