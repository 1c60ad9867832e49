#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  %b = hivm.hir.bitcast %a : memref<4x6xf32, #ub> -> memref<4x6xi32, #ub>
  annotation.mark %b {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xi32, #ub>
  %v = memref.subview %b[1, 0] [2, 6] [1, 1] : memref<4x6xi32, #ub> to memref<2x6xi32, strided<[6, 1], offset: 6>, #ub>
  "test.use"(%v, %b) : (memref<2x6xi32, strided<[6, 1], offset: 6>, #ub>, memref<4x6xi32, #ub>) -> ()
  return
}
