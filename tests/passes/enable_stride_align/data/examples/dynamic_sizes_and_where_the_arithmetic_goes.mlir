#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%n: index, %m: index) {
  %a = memref.alloc(%n, %m) : memref<?x3x?xf16, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<?x3x?xf16, #ub>
  %b = memref.alloc(%m) : memref<2x?xf32, #ub>
  annotation.mark %b {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<2x?xf32, #ub>
  "test.use"(%a, %b) : (memref<?x3x?xf16, #ub>, memref<2x?xf32, #ub>) -> ()
  return
}
