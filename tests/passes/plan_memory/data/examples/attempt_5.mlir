// Attempt 5.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
func.func @k(%g48: memref<12288xf32, #hivm.address_space<gm>>, %g24: memref<6144xf32, #hivm.address_space<gm>>) {
  %b1 = memref.alloc() : memref<12288xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%g48 : memref<12288xf32, #hivm.address_space<gm>>) outs(%b1 : memref<12288xf32, #hivm.address_space<ub>>)
  %b2 = memref.alloc() : memref<12288xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%g48 : memref<12288xf32, #hivm.address_space<gm>>) outs(%b2 : memref<12288xf32, #hivm.address_space<ub>>)
  %b3 = memref.alloc() : memref<12288xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%g48 : memref<12288xf32, #hivm.address_space<gm>>) outs(%b3 : memref<12288xf32, #hivm.address_space<ub>>)
  %b4 = memref.alloc() : memref<12288xf32, #hivm.address_space<ub>>
  hivm.hir.vexp ins(%b1 : memref<12288xf32, #hivm.address_space<ub>>) outs(%b4 : memref<12288xf32, #hivm.address_space<ub>>)
  %b5 = memref.alloc() : memref<12288xf32, #hivm.address_space<ub>>
  hivm.hir.vsub ins(%b2, %b1 : memref<12288xf32, #hivm.address_space<ub>>, memref<12288xf32, #hivm.address_space<ub>>) outs(%b5 : memref<12288xf32, #hivm.address_space<ub>>)
  %b6 = memref.alloc() : memref<12288xf32, #hivm.address_space<ub>>
  hivm.hir.vsub ins(%b3, %b2 : memref<12288xf32, #hivm.address_space<ub>>, memref<12288xf32, #hivm.address_space<ub>>) outs(%b6 : memref<12288xf32, #hivm.address_space<ub>>)
  %b7 = memref.alloc() : memref<12288xf32, #hivm.address_space<ub>>
  hivm.hir.vsub ins(%b2, %b4 : memref<12288xf32, #hivm.address_space<ub>>, memref<12288xf32, #hivm.address_space<ub>>) outs(%b7 : memref<12288xf32, #hivm.address_space<ub>>)
  hivm.hir.store ins(%b6 : memref<12288xf32, #hivm.address_space<ub>>) outs(%g48 : memref<12288xf32, #hivm.address_space<gm>>)
  hivm.hir.store ins(%b7 : memref<12288xf32, #hivm.address_space<ub>>) outs(%g48 : memref<12288xf32, #hivm.address_space<gm>>)
  return
}
