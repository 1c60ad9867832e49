// Invalid IR from hoisting into the after region (A5).
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = scf.while (%i = %c0) : (index) -> index {
    %x = memref.alloc() : !u
    annotation.mark %x {hivm.multi_buffer = 2 : i32} : !u
    hivm.hir.load ins(%a : !g) outs(%x : !u)
    hivm.hir.store ins(%x : !u) outs(%a : !g)
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%j: index):
    %q = arith.addi %j, %c1 : index
    scf.yield %q : index
  }
  return
}
