// Views and layout offsets.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : memref<32x16xf32, #hivm.address_space<ub>>
  %s = memref.subview %x[512] [512] [1] : !u to memref<512xf32, strided<[1], offset: 512>, #hivm.address_space<ub>>
  %e = memref.expand_shape %s [[0, 1]] output_shape [32, 16] : memref<512xf32, strided<[1], offset: 512>, #hivm.address_space<ub>> into memref<32x16xf32, strided<[16, 1], offset: 512>, #hivm.address_space<ub>>
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.vexp ins(%e : memref<32x16xf32, strided<[16, 1], offset: 512>, #hivm.address_space<ub>>) outs(%y : memref<32x16xf32, #hivm.address_space<ub>>)
  %c = memref.collapse_shape %y [[0, 1]] : memref<32x16xf32, #hivm.address_space<ub>> into memref<512xf32, #hivm.address_space<ub>>
  %gs = memref.subview %a[0] [512] [1] : !g to memref<512xf32, strided<[1]>, #hivm.address_space<gm>>
  hivm.hir.store ins(%c : memref<512xf32, #hivm.address_space<ub>>) outs(%gs : memref<512xf32, strided<[1]>, #hivm.address_space<gm>>)
  return
}
