// Temp buffer.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf16, #hivm.address_space<ub>>
!v = memref<16xf16, #hivm.address_space<ub>>
!g = memref<1024xf16, #hivm.address_space<gm>>
!h = memref<16xf16, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !h) {
  %x = memref.alloc() : memref<1x1024xf16, #hivm.address_space<ub>>
  %y = memref.alloc() : memref<1x1xf16, #hivm.address_space<ub>>
  %t = memref.alloc() : memref<1024xf16, #hivm.address_space<ub>>
  hivm.hir.load ins(%a : !g) outs(%t : !u)
  hivm.hir.store ins(%t : !u) outs(%a : !g)
  %ga = memref.expand_shape %a [[0, 1]] output_shape [1, 1024] : !g into memref<1x1024xf16, #hivm.address_space<gm>>
  hivm.hir.load ins(%ga : memref<1x1024xf16, #hivm.address_space<gm>>) outs(%x : memref<1x1024xf16, #hivm.address_space<ub>>)
  %w = memref.alloc() : memref<1024xf16, #hivm.address_space<ub>>
  hivm.hir.vreduce <sum> ins(%x : memref<1x1024xf16, #hivm.address_space<ub>>) outs(%y : memref<1x1xf16, #hivm.address_space<ub>>) temp_buffer(%w : memref<1024xf16, #hivm.address_space<ub>>) reduce_dims = [1]
  %c0 = arith.constant 0 : index
  %q = memref.load %y[%c0, %c0] : memref<1x1xf16, #hivm.address_space<ub>>
  memref.store %q, %a[%c0] : !g
  return
}
