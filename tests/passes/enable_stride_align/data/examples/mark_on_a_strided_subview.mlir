#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<8x9x6xf32, #ub>
  %v = memref.subview %a[1, 0, 2] [4, 3, 4] [2, 3, 1] : memref<8x9x6xf32, #ub> to memref<4x3x4xf32, strided<[108, 18, 1], offset: 56>, #ub>
  annotation.mark %v {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x3x4xf32, strided<[108, 18, 1], offset: 56>, #ub>
  hivm.hir.vexp ins(%v : memref<4x3x4xf32, strided<[108, 18, 1], offset: 56>, #ub>) outs(%v : memref<4x3x4xf32, strided<[108, 18, 1], offset: 56>, #ub>)
  return
}
