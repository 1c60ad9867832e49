// Zero-sized buffer.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %q: memref<0xf32, #hivm.address_space<gm>>) {
  %z = memref.alloc() : memref<0xf32, #hivm.address_space<ub>>
  %x = memref.alloc() : !u
  hivm.hir.load ins(%q : memref<0xf32, #hivm.address_space<gm>>) outs(%z : memref<0xf32, #hivm.address_space<ub>>)
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.store ins(%z : memref<0xf32, #hivm.address_space<ub>>) outs(%q : memref<0xf32, #hivm.address_space<gm>>)
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  return
}
