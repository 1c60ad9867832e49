// A loop extends lives.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : !u
  %late = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%acc : !u)
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%t : !u)
    hivm.hir.vadd ins(%acc, %t : !u, !u) outs(%acc : !u)
    hivm.hir.vflip ins(%t : !u) outs(%late : !u) flip_axis = 0
  }
  hivm.hir.vmul ins(%acc, %late : !u, !u) outs(%acc : !u)
  hivm.hir.store ins(%acc : !u) outs(%a : !g)
  return
}
