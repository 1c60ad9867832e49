// Scf.while passing a buffer to the after region.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w:2 = scf.while (%i = %c0) : (index) -> (index, !u) {
    %d = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%d : !u)
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %d : index, !u
  } do {
  ^bb0(%j: index, %e: !u):
    hivm.hir.store ins(%e : !u) outs(%a : !g)
    %q = arith.addi %j, %c1 : index
    scf.yield %q : index
  }
  hivm.hir.vexp ins(%w#1 : !u) outs(%w#1 : !u)
  hivm.hir.store ins(%w#1 : !u) outs(%a : !g)
  return
}
