#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x7x5xf16, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1, 0>, hivm.stride_align_value_in_byte = array<i32: 32, 64>} : memref<4x7x5xf16, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 96>} : memref<4x7x5xf16, #ub>
  "test.use"(%a) : (memref<4x7x5xf16, #ub>) -> ()
  return
}
