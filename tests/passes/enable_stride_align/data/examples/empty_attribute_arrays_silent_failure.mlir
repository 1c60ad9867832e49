#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32>, hivm.stride_align_value_in_byte = array<i32>} : memref<4x6xf32, #ub>
  "test.use"(%a) : (memref<4x6xf32, #ub>) -> ()
  return
}
