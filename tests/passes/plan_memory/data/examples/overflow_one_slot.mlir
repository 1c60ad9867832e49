// Overflow, one slot.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<60000xf32, #hivm.address_space<ub>>
!g = memref<60000xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) {
  %x = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  return
}
