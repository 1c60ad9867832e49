// Mem_unique (A5).
// RUN a3
// RUN Ascend910B1
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  annotation.mark %y {mem_unique} : !u
  %z = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.vexp ins(%x : !u) outs(%y : !u)
  hivm.hir.vexp ins(%y : !u) outs(%z : !u)
  hivm.hir.store ins(%z : !u) outs(%b : !g)
  return
}
