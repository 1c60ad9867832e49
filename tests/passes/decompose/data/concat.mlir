// ----- three
func.func @f(%a0: memref<5x24xf16, #hivm.address_space<ub>>, %a1: memref<5x8xf16, #hivm.address_space<ub>>, %a2: memref<5x16xf16, #hivm.address_space<ub>>, %a3: memref<5x48xf16, #hivm.address_space<ub>>) {
  hivm.hir.vconcat dim(1) ins(%a0, %a1, %a2 : memref<5x24xf16, #hivm.address_space<ub>>, memref<5x8xf16, #hivm.address_space<ub>>, memref<5x16xf16, #hivm.address_space<ub>>) outs(%a3 : memref<5x48xf16, #hivm.address_space<ub>>)
  return
}
// ----- unknown-first
func.func @f(%a0: memref<?x8xf32, #hivm.address_space<ub>>, %a1: memref<4x8xf32, #hivm.address_space<ub>>, %a2: memref<?x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vconcat dim(0) ins(%a0, %a1 : memref<?x8xf32, #hivm.address_space<ub>>, memref<4x8xf32, #hivm.address_space<ub>>) outs(%a2 : memref<?x8xf32, #hivm.address_space<ub>>)
  return
}
