// Rounding and slot order.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!a = memref<3xf16, #hivm.address_space<ub>>
!b = memref<f32, #hivm.address_space<ub>>
!c = memref<33xi8, #hivm.address_space<ub>>
!d = memref<16xf32, #hivm.address_space<ub>>
func.func @k(%ga: memref<3xf16, #hivm.address_space<gm>>, %gb: memref<f32, #hivm.address_space<gm>>, %gc: memref<33xi8, #hivm.address_space<gm>>, %gd: memref<16xf32, #hivm.address_space<gm>>) {
  %d = memref.alloc() {alignment = 64 : i64} : !d
  %c = memref.alloc() : !c
  %b = memref.alloc() : !b
  %a = memref.alloc() : !a
  hivm.hir.load ins(%ga : memref<3xf16, #hivm.address_space<gm>>) outs(%a : !a)
  hivm.hir.load ins(%gb : memref<f32, #hivm.address_space<gm>>) outs(%b : !b)
  hivm.hir.load ins(%gc : memref<33xi8, #hivm.address_space<gm>>) outs(%c : !c)
  hivm.hir.load ins(%gd : memref<16xf32, #hivm.address_space<gm>>) outs(%d : !d)
  hivm.hir.store ins(%a : !a) outs(%ga : memref<3xf16, #hivm.address_space<gm>>)
  hivm.hir.store ins(%b : !b) outs(%gb : memref<f32, #hivm.address_space<gm>>)
  hivm.hir.store ins(%c : !c) outs(%gc : memref<33xi8, #hivm.address_space<gm>>)
  hivm.hir.store ins(%d : !d) outs(%gd : memref<16xf32, #hivm.address_space<gm>>)
  return
}
