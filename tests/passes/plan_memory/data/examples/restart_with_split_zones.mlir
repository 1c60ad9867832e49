// Restart with split zones.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<20480xf32, #hivm.address_space<ub>>
!g = memref<20480xf32, #hivm.address_space<gm>>
!v = memref<16384xf32, #hivm.address_space<ub>>
!h = memref<16384xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !h, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%x : !u)
    %y = memref.alloc() : !u
    hivm.hir.vflip ins(%x : !u) outs(%y : !u) flip_axis = 0
    %z = memref.alloc() : !u
    hivm.hir.vflip ins(%y : !u) outs(%z : !u) flip_axis = 0
    hivm.hir.store ins(%z : !u) outs(%a : !g)
    %p = memref.alloc() : !v
    annotation.mark %p {hivm.multi_buffer = 2 : i32} : !v
    hivm.hir.load ins(%b : !h) outs(%p : !v)
    %q = memref.alloc() : !v
    hivm.hir.vflip ins(%p : !v) outs(%q : !v) flip_axis = 0
    hivm.hir.store ins(%q : !v) outs(%b : !h)
  }
  return
}
