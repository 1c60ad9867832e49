// Vsel with i64 data (A3).
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!m = memref<256xi1, #hivm.address_space<ub>>
!u = memref<64xi64, #hivm.address_space<ub>>
!v = memref<64xi32, #hivm.address_space<ub>>
func.func @k(%gm: memref<256xi1, #hivm.address_space<gm>>, %gu: memref<64xi64, #hivm.address_space<gm>>) {
  %c = memref.alloc() : memref<4096xi1, #hivm.address_space<ub>>
  %s = memref.subview %c[0] [64] [1] : memref<4096xi1, #hivm.address_space<ub>> to memref<64xi1, strided<[1]>, #hivm.address_space<ub>>
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  hivm.hir.load ins(%gu : memref<64xi64, #hivm.address_space<gm>>) outs(%x : !u)
  hivm.hir.vcmp ins(%x, %x : !u, !u) outs(%s : memref<64xi1, strided<[1]>, #hivm.address_space<ub>>)
  hivm.hir.vsel ins(%s, %x, %x : memref<64xi1, strided<[1]>, #hivm.address_space<ub>>, !u, !u) outs(%y : !u)
  hivm.hir.store ins(%x : !u) outs(%gu : memref<64xi64, #hivm.address_space<gm>>)
  hivm.hir.store ins(%y : !u) outs(%gu : memref<64xi64, #hivm.address_space<gm>>)
  return
}
