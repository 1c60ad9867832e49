#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%n: index) {
  %a = memref.alloc(%n) : memref<?x5xf16, #ub>
  annotation.mark %a {hivm.multi_buffer = 2 : i32, hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<?x5xf16, #ub>
  annotation.mark %a {buffer_size_in_byte = 107 : i64} : memref<?x5xf16, #ub>
  "test.use"(%a) : (memref<?x5xf16, #ub>) -> ()
  return
}
