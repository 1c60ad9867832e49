// Level 1 doubles a single buffer.
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
    annotation.mark %x {hivm.multi_buffer = 2 : i32} : !u
    hivm.hir.load ins(%a : !g) outs(%x : !u)
    hivm.hir.store ins(%x : !u) outs(%a : !g)
    %y = memref.alloc() : !v
    hivm.hir.load ins(%b : !h) outs(%y : !v)
    hivm.hir.store ins(%y : !v) outs(%b : !h)
  }
  return
}
