// ----- bytes
func.func @f(%a0: memref<4x16xi8, #hivm.address_space<ub>>, %a1: memref<4x8xi8, #hivm.address_space<ub>>, %a2: memref<4x8xi8, #hivm.address_space<ub>>) {
  hivm.hir.vdeinterleave ins(%a0 : memref<4x16xi8, #hivm.address_space<ub>>) outs(%a1, %a2 : memref<4x8xi8, #hivm.address_space<ub>>, memref<4x8xi8, #hivm.address_space<ub>>) channel_num = 2 index_mode = <ALL_CHANNELS>
  return
}
