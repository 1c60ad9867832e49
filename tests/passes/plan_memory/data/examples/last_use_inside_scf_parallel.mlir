// Last use inside scf.parallel.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<30000xf32, #hivm.address_space<ub>>
!g = memref<30000xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %y = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%y : !u)
    hivm.hir.store ins(%y : !u) outs(%a : !g)
    hivm.hir.store ins(%x : !u) outs(%a : !g)
    scf.reduce
  }
  return
}
