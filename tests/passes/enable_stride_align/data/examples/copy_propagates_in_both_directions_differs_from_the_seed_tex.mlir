#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  %b = memref.alloc() : memref<4x6xf32, #ub>
  annotation.mark %b {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 64>} : memref<4x6xf32, #ub>
  hivm.hir.copy ins(%a : memref<4x6xf32, #ub>) outs(%b : memref<4x6xf32, #ub>)
  return
}
