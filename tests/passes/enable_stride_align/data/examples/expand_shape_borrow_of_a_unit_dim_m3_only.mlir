#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<3x5xf32, #ub>
  %v = memref.expand_shape %a [[0], [1, 2]] output_shape [3, 1, 5] : memref<3x5xf32, #ub> into memref<3x1x5xf32, #ub>
  annotation.mark %v {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<3x1x5xf32, #ub>
  "test.use"(%v) : (memref<3x1x5xf32, #ub>) -> ()
  return
}
