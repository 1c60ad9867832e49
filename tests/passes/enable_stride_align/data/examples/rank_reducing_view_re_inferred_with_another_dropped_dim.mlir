#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x5x3xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x5x3xf32, #ub>
  %v = memref.subview %a[1, 1, 0] [1, 1, 3] [1, 1, 1] : memref<4x5x3xf32, #ub> to memref<1x3xf32, strided<[3, 1], offset: 18>, #ub>
  "test.use"(%v) : (memref<1x3xf32, strided<[3, 1], offset: 18>, #ub>) -> ()
  return
}
