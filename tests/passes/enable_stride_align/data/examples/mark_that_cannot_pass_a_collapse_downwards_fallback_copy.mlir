#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x3x5xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x3x5xf32, #ub>
  %v = memref.collapse_shape %a [[0], [1, 2]] : memref<4x3x5xf32, #ub> into memref<4x15xf32, #ub>
  hivm.hir.vexp ins(%v : memref<4x15xf32, #ub>) outs(%v : memref<4x15xf32, #ub>)
  hivm.hir.vexp ins(%a : memref<4x3x5xf32, #ub>) outs(%a : memref<4x3x5xf32, #ub>)
  return
}
