#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<6x7x4xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 64, 32>} : memref<6x7x4xf32, #ub>
  "test.use"(%a) : (memref<6x7x4xf32, #ub>) -> ()
  return
}
