// An attempt other than 0.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
func.func @k(%g60: memref<15360xf32, #hivm.address_space<gm>>, %g30: memref<7680xf32, #hivm.address_space<gm>>) {
  %b1 = memref.alloc() : memref<15360xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%g60 : memref<15360xf32, #hivm.address_space<gm>>) outs(%b1 : memref<15360xf32, #hivm.address_space<ub>>)
  %b2 = memref.alloc() : memref<15360xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%g60 : memref<15360xf32, #hivm.address_space<gm>>) outs(%b2 : memref<15360xf32, #hivm.address_space<ub>>)
  %b3 = memref.alloc() : memref<15360xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%g60 : memref<15360xf32, #hivm.address_space<gm>>) outs(%b3 : memref<15360xf32, #hivm.address_space<ub>>)
  %b4 = memref.alloc() : memref<15360xf32, #hivm.address_space<ub>>
  hivm.hir.vadd ins(%b2, %b3 : memref<15360xf32, #hivm.address_space<ub>>, memref<15360xf32, #hivm.address_space<ub>>) outs(%b4 : memref<15360xf32, #hivm.address_space<ub>>)
  %b5 = memref.alloc() : memref<15360xf32, #hivm.address_space<ub>>
  hivm.hir.vmul ins(%b1, %b2 : memref<15360xf32, #hivm.address_space<ub>>, memref<15360xf32, #hivm.address_space<ub>>) outs(%b5 : memref<15360xf32, #hivm.address_space<ub>>)
  %b6 = memref.alloc() : memref<15360xf32, #hivm.address_space<ub>>
  hivm.hir.vexp ins(%b1 : memref<15360xf32, #hivm.address_space<ub>>) outs(%b6 : memref<15360xf32, #hivm.address_space<ub>>)
  hivm.hir.store ins(%b5 : memref<15360xf32, #hivm.address_space<ub>>) outs(%g60 : memref<15360xf32, #hivm.address_space<gm>>)
  hivm.hir.store ins(%b6 : memref<15360xf32, #hivm.address_space<ub>>) outs(%g60 : memref<15360xf32, #hivm.address_space<gm>>)
  return
}
