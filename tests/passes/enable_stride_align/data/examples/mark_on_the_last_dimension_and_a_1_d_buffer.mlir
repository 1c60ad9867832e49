#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<7x5xf16, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<7x5xf16, #ub>
  %b = memref.alloc() : memref<11xf32, #ub>
  annotation.mark %b {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<11xf32, #ub>
  "test.use"(%a, %b) : (memref<7x5xf16, #ub>, memref<11xf32, #ub>) -> ()
  return
}
