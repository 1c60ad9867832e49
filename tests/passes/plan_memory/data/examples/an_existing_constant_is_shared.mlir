// An existing constant is shared.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g) -> i64 {
  %x = memref.alloc() : !u
  %k = arith.constant 4096 : i64
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  %y = memref.alloc() {alignment = 64 : i64} : !u
  hivm.hir.vflip ins(%x : !u) outs(%y : !u) flip_axis = 0
  hivm.hir.store ins(%y : !u) outs(%b : !g)
  return %k : i64
}
