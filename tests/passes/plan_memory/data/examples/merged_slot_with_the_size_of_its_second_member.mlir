// Merged slot with the size of its second member.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!b = memref<2048xf32, #hivm.address_space<ub>>
!u = memref<1024xf32, #hivm.address_space<ub>>
!s = memref<1024xf32, strided<[1]>, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
!h = memref<2048xf32, #hivm.address_space<gm>>
func.func @k(%a: !h, %c: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %big = memref.alloc() : !b
  hivm.hir.load ins(%a : !h) outs(%big : !b)
  %init = memref.subview %big[0] [1024] [1] : !b to !s
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%it = %init) -> (!s) {
    %small = memref.alloc() : !u
    hivm.hir.vexp ins(%it : !s) outs(%small : !u)
    %y = memref.subview %small[0] [1024] [1] : !u to !s
    scf.yield %y : !s
  }
  %o = memref.alloc() : !u
  hivm.hir.load ins(%c : !g) outs(%o : !u)
  hivm.hir.vadd ins(%r, %o : !s, !u) outs(%o : !u)
  hivm.hir.store ins(%o : !u) outs(%c : !g)
  return
}
