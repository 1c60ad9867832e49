// Constants, dead ops, events of the tidied IR.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %p: i1) {
  %dead = memref.alloc() : !u
  %x = memref.alloc() : !u
  %k = arith.constant 4096 : i64
  %c0 = arith.constant 0 : index
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  %f = memref.load %x[%c0] : !u
  %unused = memref.cast %x : !u to memref<?xf32, #hivm.address_space<ub>>
  scf.if %p {
    %c1 = arith.constant 1 : index
    %y = memref.alloc() : !u
    hivm.hir.vflip ins(%x : !u) outs(%y : !u) flip_axis = 0
    %v = memref.load %y[%c1] : !u
    memref.store %v, %x[%c0] : !u
    %q = arith.index_cast %k : i64 to index
    memref.store %v, %x[%q] : !u
  }
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  return
}
