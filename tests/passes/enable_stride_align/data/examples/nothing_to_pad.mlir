#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() {alignment = 64 : i64} : memref<3x24xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<3x24xf32, #ub>
  %b = memref.alloc() : memref<3x24xi8, #ub>
  annotation.mark %b {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 4, 1>} : memref<3x24xi8, #ub>
  "test.use"(%a, %b) : (memref<3x24xf32, #ub>, memref<3x24xi8, #ub>) -> ()
  return
}
