#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x6xf32, #ub>
  %v = memref.subview %a[3, 0] [1, 6] [1, 1] : memref<4x6xf32, #ub> to memref<6xf32, strided<[1], offset: 18>, #ub>
  "test.use"(%a, %v) : (memref<4x6xf32, #ub>, memref<6xf32, strided<[1], offset: 18>, #ub>) -> ()
  return
}
