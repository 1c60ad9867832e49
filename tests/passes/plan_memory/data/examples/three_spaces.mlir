// Three spaces.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!ub = memref<100xf32, #hivm.address_space<ub>>
!l1 = memref<1x3x16x16xf16, #hivm.address_space<cbuf>>
!l0 = memref<1x1x16x16xf32, #hivm.address_space<cc>>
!gm = memref<16x16xf16, #hivm.address_space<gm>>
func.func @k(%g: memref<16x48xf16, #hivm.address_space<gm>>, %o: !gm, %h: memref<100xf32, #hivm.address_space<gm>>) {
  %true = arith.constant true
  %c16 = arith.constant 16 : index
  %a = memref.alloc() : !l1
  %b = memref.alloc() : !l1
  %c = memref.alloc() : !l0
  %d = memref.alloc() : !l0
  %u = memref.alloc() : !ub
  hivm.hir.nd2nz {dst_continuous} ins(%g : memref<16x48xf16, #hivm.address_space<gm>>) outs(%a : !l1)
  hivm.hir.nd2nz {dst_continuous} ins(%g : memref<16x48xf16, #hivm.address_space<gm>>) outs(%b : !l1)
  hivm.hir.mmadL1 ins(%a, %b, %true, %c16, %c16, %c16 : !l1, !l1, i1, index, index, index) outs(%c : !l0)
  hivm.hir.mmadL1 ins(%b, %a, %true, %c16, %c16, %c16 : !l1, !l1, i1, index, index, index) outs(%d : !l0)
  hivm.hir.fixpipe {enable_nz2nd} ins(%c : !l0) outs(%o : !gm)
  hivm.hir.fixpipe {enable_nz2nd} ins(%d : !l0) outs(%o : !gm)
  hivm.hir.load ins(%h : memref<100xf32, #hivm.address_space<gm>>) outs(%u : !ub)
  hivm.hir.store ins(%u : !ub) outs(%h : memref<100xf32, #hivm.address_space<gm>>)
  return
}
