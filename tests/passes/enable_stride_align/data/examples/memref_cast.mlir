#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xf32, #ub>
  %d = memref.cast %a : memref<4x6xf32, #ub> to memref<4x6xf32, strided<[?, ?], offset: ?>, #ub>
  "test.use"(%d) : (memref<4x6xf32, strided<[?, ?], offset: ?>, #ub>) -> ()
  %i = memref.cast %a : memref<4x6xf32, #ub> to memref<?x6xf32, #ub>
  "test.use"(%i) : (memref<?x6xf32, #ub>) -> ()
  return
}
