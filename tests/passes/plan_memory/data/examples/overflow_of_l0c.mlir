// Overflow of L0C.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!a = memref<16x16x16x16xf16, #hivm.address_space<cbuf>>
!c = memref<16x16x16x16xf32, #hivm.address_space<cc>>
!g = memref<256x256xf16, #hivm.address_space<gm>>
func.func @k(%g: !g, %s: memref<16x16x16x16xf16, #hivm.address_space<gm>>) {
  %true = arith.constant true
  %k = arith.constant 256 : index
  %x = memref.alloc() : !a
  %y = memref.alloc() : !a
  %z = memref.alloc() : !c
  hivm.hir.nd2nz {dst_continuous} ins(%g : !g) outs(%x : !a)
  hivm.hir.nd2nz {dst_continuous} ins(%g : !g) outs(%y : !a)
  hivm.hir.mmadL1 ins(%x, %y, %true, %k, %k, %k : !a, !a, i1, index, index, index) outs(%z : !c)
  hivm.hir.fixpipe {enable_nz2nd} ins(%z : !c) outs(%g : !g)
  return
}
