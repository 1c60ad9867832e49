// ----- bytes
func.func @f(%a0: memref<6x1xi8, #hivm.address_space<ub>>, %a1: memref<6x64xi8, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<6x1xi8, #hivm.address_space<ub>>) outs(%a1 : memref<6x64xi8, #hivm.address_space<ub>>) broadcast_dims = [1]
  return
}
// ----- bits
func.func @f(%a0: memref<1x64xi1, #hivm.address_space<ub>>, %a1: memref<6x64xi1, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<1x64xi1, #hivm.address_space<ub>>) outs(%a1 : memref<6x64xi1, #hivm.address_space<ub>>) broadcast_dims = [0]
  return
}
// ----- values
func.func @f(%a0: memref<1x64xf32, #hivm.address_space<ub>>, %a1: memref<6x64xf32, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<1x64xf32, #hivm.address_space<ub>>) outs(%a1 : memref<6x64xf32, #hivm.address_space<ub>>) broadcast_dims = [0]
  return
}
