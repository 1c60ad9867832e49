#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<5x3x6xf32, #ub>
  %v = memref.subview %a[0, 2, 0] [5, 1, 6] [1, 1, 1] : memref<5x3x6xf32, #ub> to memref<5x6xf32, strided<[18, 1], offset: 12>, #ub>
  annotation.mark %v {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<5x6xf32, strided<[18, 1], offset: 12>, #ub>
  "test.use"(%v) : (memref<5x6xf32, strided<[18, 1], offset: 12>, #ub>) -> ()
  return
}
