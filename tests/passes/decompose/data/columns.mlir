// ----- dense-first
func.func @f(%a0: memref<20x1xf32, strided<[1, 1]>, #hivm.address_space<ub>>, %a1: memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>, %a2: memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>) {
  hivm.hir.vadd ins(%a0, %a1 : memref<20x1xf32, strided<[1, 1]>, #hivm.address_space<ub>>, memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>) outs(%a2 : memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>)
  return
}
// ----- same
func.func @f(%a0: memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>, %a1: memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>, %a2: memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>) {
  hivm.hir.vadd ins(%a0, %a1 : memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>, memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>) outs(%a2 : memref<20x1xf32, strided<[8, 1]>, #hivm.address_space<ub>>)
  return
}
