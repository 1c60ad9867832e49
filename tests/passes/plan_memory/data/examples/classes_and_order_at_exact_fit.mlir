// Classes and order; again exact fit.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<12288xf32, #hivm.address_space<ub>>
!g = memref<12288xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g) {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : !u
  %v = memref.alloc() : !u
  %w = memref.alloc() : !u
  %d = memref.alloc() : !u
  %e = memref.alloc() : !u
  %cst = arith.constant 1.0 : f32
  memref.store %cst, %s[%c0] : !u
  hivm.hir.vbrc ins(%cst : f32) outs(%v : !u)
  hivm.hir.vflip ins(%v : !u) outs(%w : !u) flip_axis = 0
  hivm.hir.load ins(%a : !g) outs(%d : !u)
  hivm.hir.vadd ins(%d, %w : !u, !u) outs(%e : !u)
  hivm.hir.vmul ins(%e, %s : !u, !u) outs(%e : !u)
  hivm.hir.store ins(%e : !u) outs(%b : !g)
  return
}
