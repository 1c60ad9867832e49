// Dynamic alloc.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<?xf32, #hivm.address_space<ub>>
!g = memref<?xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %x = memref.alloc(%n) : !u
  annotation.mark %x {buffer_size_in_byte = 4096 : i64} : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  return
}
