// L1 in level mode.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<8x32x16x16xf16, #hivm.address_space<cbuf>>
!g = memref<512x128xf16, #hivm.address_space<gm>>
!c = memref<8x8x16x16xf32, #hivm.address_space<cc>>
func.func @k(%a: !g, %o: memref<128x128xf16, #hivm.address_space<gm>>, %n: index) {
  %true = arith.constant true
  %k = arith.constant 128 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.alloc() : !u
    annotation.mark %x {hivm.multi_buffer = 2 : i32} : !u
    hivm.hir.nd2nz {dst_continuous} ins(%a : !g) outs(%x : !u)
    %y = memref.alloc() : !u
    hivm.hir.nd2nz {dst_continuous} ins(%a : !g) outs(%y : !u)
    %z = memref.alloc() : !c
    hivm.hir.mmadL1 ins(%x, %y, %true, %k, %k, %k : !u, !u, i1, index, index, index) outs(%z : !c)
    hivm.hir.fixpipe {enable_nz2nd} ins(%z : !c) outs(%o : memref<128x128xf16, #hivm.address_space<gm>>)
    %v = memref.alloc() : !u
    hivm.hir.nd2nz {dst_continuous} ins(%a : !g) outs(%v : !u)
    %w = memref.alloc() : !u
    hivm.hir.nd2nz {dst_continuous} ins(%a : !g) outs(%w : !u)
    hivm.hir.mmadL1 ins(%v, %w, %true, %k, %k, %k : !u, !u, i1, index, index, index) outs(%z : !c)
    hivm.hir.fixpipe {enable_nz2nd} ins(%z : !c) outs(%o : memref<128x128xf16, #hivm.address_space<gm>>)
  }
  return
}
