#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%n: index, %h: index) {
  %a = memref.alloc(%n) : memref<?x6xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<?x6xf32, #ub>
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%h, 4, 6] : memref<?x6xf32, #ub> into memref<?x4x6xf32, #ub>
  "test.use"(%e) : (memref<?x4x6xf32, #ub>) -> ()
  return
}
