#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @vf(%x: memref<4x6xf32, #ub>, %y: memref<4x6xf32, #ub>) attributes {hivm.vector_function} {
  %c0 = arith.constant 0 : index
  %s = memref.subview %x[2, 0] [1, 6] [1, 1] : memref<4x6xf32, #ub> to memref<6xf32, strided<[1], offset: 12>, #ub>
  %e = memref.load %s[%c0] : memref<6xf32, strided<[1], offset: 12>, #ub>
  memref.store %e, %y[%c0, %c0] : memref<4x6xf32, #ub>
  return
}
func.func @k() {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xf32, #ub>
  %b = memref.alloc() : memref<4x6xf32, #ub>
  call @vf(%a, %b) : (memref<4x6xf32, #ub>, memref<4x6xf32, #ub>) -> ()
  return
}
