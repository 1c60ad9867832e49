// Cumulative sum over the last dim is a scalar loop on A3.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<8704xf32, #hivm.address_space<ub>>
func.func @k() {
  %cf = arith.constant 1.0 : f32
  %e1 = memref.alloc() : !u
  %e2 = memref.alloc() : !u
  %p = memref.alloc() : !u
  %q = memref.alloc() : !u
  %v = memref.alloc() : !u
  %w = memref.alloc() : !u
  %z = memref.alloc() : !u
  hivm.hir.vbrc ins(%cf : f32) outs(%e1 : !u)
  hivm.hir.vflip ins(%e1 : !u) outs(%e2 : !u) flip_axis = 0
  hivm.hir.vbrc ins(%cf : f32) outs(%p : !u)
  hivm.hir.vcumsum ins(%p : !u) outs(%q : !u) cum_dims = [0] reverse = false
  hivm.hir.vbrc ins(%cf : f32) outs(%v : !u)
  hivm.hir.vbrc ins(%cf : f32) outs(%w : !u)
  hivm.hir.vbrc ins(%cf : f32) outs(%z : !u)
  annotation.mark %p : !u
  annotation.mark %q : !u
  annotation.mark %v : !u
  annotation.mark %w : !u
  annotation.mark %z : !u
  return
}
