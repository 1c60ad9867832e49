// Invalid IR from twin redirection (A5).
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g, %p: i1) {
  %x = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  %r = scf.if %p -> (!u) {
    %y = memref.alloc() : !u
    annotation.mark %y {hivm.multi_buffer = 2 : i32} : !u
    hivm.hir.vexp ins(%x : !u) outs(%y : !u)
    scf.yield %y : !u
  } else {
    %z = memref.alloc() : !u
    hivm.hir.vabs ins(%x : !u) outs(%z : !u)
    scf.yield %z : !u
  }
  hivm.hir.store ins(%r : !u) outs(%b : !g)
  hivm.hir.store ins(%x : !u) outs(%b : !g)
  return
}
