// Two multi-buffers, level 1 refused.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<20480xf32, #hivm.address_space<ub>>
!g = memref<20480xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.alloc() : !u
    annotation.mark %x {hivm.multi_buffer = 2 : i32} : !u
    hivm.hir.load ins(%a : !g) outs(%x : !u)
    hivm.hir.store ins(%x : !u) outs(%a : !g)
    %y = memref.alloc() : !u
    annotation.mark %y {hivm.multi_buffer = 2 : i32} : !u
    hivm.hir.load ins(%a : !g) outs(%y : !u)
    hivm.hir.store ins(%y : !u) outs(%a : !g)
  }
  return
}
