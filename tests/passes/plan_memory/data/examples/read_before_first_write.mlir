// Read before first write.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  hivm.hir.vflip ins(%x : !u) outs(%y : !u) flip_axis = 0
  hivm.hir.store ins(%y : !u) outs(%a : !g)
  return
}
