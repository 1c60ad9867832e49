// Memref.copy.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) {
  %x = memref.alloc() : !u
  memref.copy %a, %x : !g to !u
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  return
}
